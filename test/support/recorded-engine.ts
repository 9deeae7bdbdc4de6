/** Scenes of a writer, reads of a store, and the replies that a real engine gave to them (`test/peers/engine/record.ts`). */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { extractGraph } from '../../src/core/graph-builder/rules/extract.ts'
import type { Candidates, Store, StoredSection, StoreQuery } from '../../src/addons/store/store.ts'
import { EngineFailure } from '../../src/addons/store/opensearch/reply.ts'
import type { StoreWriter, WriterDeps } from '../../src/addons/store/opensearch/writer.ts'
import { chunksOf, page } from './chunk.ts'

/** Folder of the recordings. */
export const RECORDED = new URL('../addons/store/opensearch/recorded/', import.meta.url)

/** A request and the engine's reply. */
export interface Exchange {
  /** Method, path and query. */
  readonly request: string
  /** The JSON that a read sent; absent for writes. */
  readonly body?: unknown
  readonly status: number
  readonly json: unknown
}

/** The sections of a page whose text is given, without a graph. */
export function sectionsOf(text: string): readonly StoredSection[] {
  return chunksOf(page('guides/routing', { Static: text })).map((chunk) => ({ chunk, node: null }))
}

const GRAPH = { graphHash: '', builtBy: 'rules', glossary: [], suggestions: ['How?'], overview: '', context: '' }

async function pushAll(writer: StoreWriter, text: string): Promise<void> {
  const push = await writer.begin()
  await push.add(sectionsOf(text))
  await push.finish(GRAPH)
}

/** What is played, once to a real engine and then in tests. */
export const SCENES = {
  /** Two generations, the second in place of the first. */
  async push(writer: StoreWriter): Promise<void> {
    await pushAll(writer, 'First.')
    await pushAll(writer, 'Second.')
  },
  /** A page that is replaced, left as it is, removed, and missing. */
  async page(writer: StoreWriter): Promise<void> {
    await pushAll(writer, 'First.')
    const texts = [sectionsOf('Second.'), sectionsOf('Second.'), [], []]
    const changes: string[] = []
    for (const sections of texts) changes.push(await writer.replacePage('guides/routing', sections))
    assert.deepEqual(changes, ['replaced', 'unchanged', 'removed', 'missing'])
  },
  /** A section that is there twice, and one that the engine does not take. */
  async failures(writer: StoreWriter): Promise<void> {
    const sections = sectionsOf('First.')
    const twice = await writer.begin()
    await twice.add([...sections, ...sections])
    await assert.rejects(twice.finish(GRAPH), /The search engine has 2 of 4 sections/)
    await twice.abandon()
    const refused = await writer.begin()
    // A document is routed by its page, and an empty routing is none.
    await refused.add(sections.map(({ chunk, node }) => ({ chunk: { ...chunk, page: '' }, node })))
    await assert.rejects(refused.finish(GRAPH), /does not take the section guides\/routing \(status 400, routing_missing_exception/)
    await refused.abandon()
  },
}

/** A clock that adds a second at each look, and no waits: the same names and requests each time. */
export function sceneDeps(): WriterDeps {
  let now = Date.UTC(2026, 0, 1)
  let draw = 0
  return {
    now: () => (now += 1_000),
    random: () => (draw = (draw + 0.37) % 1),
    wait: async () => undefined,
    every: () => () => undefined,
  }
}

/** The site that is read. */
const READ_PAGES = [
  page('index', { '': 'The docs of a site generator.', Install: 'Run the program.' }),
  page('guides/routing', { '': 'Routes are files.', 'Static routes': 'A route is a file.', 'Dynamic routes': 'Names in brackets.' }),
  page('guides/deploy', { '': 'Deploy a site.', Hosts: 'Any static host serves the files of a site.' }),
  page('reference/cli', { '': 'The command line.', 'serve --port': 'Serves the routes of a site.' }),
  page('rahmen', { '': 'Fensterrahmen und eine Rahmenfarbe.' }, { lang: 'de' }),
]

/** Pushes the site that is read. */
export async function pushReadSite(writer: StoreWriter): Promise<void> {
  const graph = await extractGraph(READ_PAGES)
  const nodes = new Map(graph.sections.map((node) => [node.id, node]))
  const push = await writer.begin()
  for (const one of READ_PAGES) await push.add(chunksOf(one).map((chunk) => ({ chunk, node: nodes.get(chunk.id) ?? null })))
  const { builtBy, glossary, suggestions, overview, context } = graph
  await push.finish({ graphHash: push.contentHash(), builtBy, glossary, suggestions, overview, context })
}

/** A clock that stands still: the meta document is read once. */
export const READ_DEPS = { now: () => 0, random: () => 0 }

const NO_SIGNAL = new AbortController().signal

/** A query of one word, with more on top. */
export function storeQuery(given: Partial<StoreQuery> = {}): StoreQuery {
  const words = [{ terms: [{ term: 'rout', weight: 1 }], beginning: null, splits: [] }]
  return { words, titleKeys: [], pageTitlesOnly: false, phrases: [], excluded: [], filter: {}, limit: 100, ...given }
}

async function allOf<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

/** The message of a failure, for what has to fail. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => (error instanceof EngineFailure ? error.kind : error))
}

const idsOf = ({ sections, isPartial }: Candidates) => ({ ids: sections.map(({ chunk }) => chunk.id), isPartial })

/** Reads of a store and what they give, once from a real engine and then in tests. */
export const READS = {
  /** All kinds of reads of a whole index. */
  async reads(store: Store): Promise<Readonly<Record<string, unknown>>> {
    const candidates = async (given: Partial<StoreQuery>) => idsOf(await store.candidates(storeQuery(given), NO_SIGNAL))
    const { generation, counts, languages } = await store.meta()
    return {
      meta: { generation, counts, languages },
      frequencies: [...(await store.frequencies(['rout', 'program', 'host', 'nosuchword'], NO_SIGNAL)).words],
      corrections: await store.corrections(['rotues', 'xyzzyx'], NO_SIGNAL),
      compounds: [...(await store.compounds(['rahm', 'farbe', 'glas'], NO_SIGNAL)).words],
      found: await candidates({}),
      grouped: await candidates({ filter: { group: 'guides' } }),
      phrase: await candidates({ phrases: [[['static'], ['rout']]] }),
      excluded: await candidates({ excluded: [[['static'], ['rout']]] }),
      beginning: await candidates({ words: [{ terms: [], beginning: 'dyna', splits: [] }] }),
      split: await candidates({ words: [{ terms: [], beginning: null, splits: [[['static'], ['host']]] }] }),
      none: await candidates({ words: [{ terms: [{ term: 'nosuchword', weight: 1 }], beginning: null, splits: [] }] }),
      intros: (await store.intros(['index', 'nothing'], NO_SIGNAL)).map(({ id }) => id),
      page: (await store.page('guides/routing')).map(({ chunk, node }) => [chunk.id, node?.id]),
      noPage: await store.page('nothing'),
      section: (await store.section('guides/routing#static-routes'))?.chunk.text,
      noSection: await store.section('nothing'),
      summaries: (await allOf(store.summaries(null))).map(({ id }) => id),
      group: (await allOf(store.summaries('guides'))).map(({ id }) => id),
      pages: (await store.pages(null, 5_000)).map(({ slug, title }) => [slug, title]),
      morePages: (await store.pages('guides/deploy', 1)).map(({ slug }) => slug),
    }
  },
  /** The same index, one of whose two shards is missing. */
  async 'missing-shard'(store: Store): Promise<Readonly<Record<string, unknown>>> {
    return {
      frequencies: [...(await store.frequencies(['rout'], NO_SIGNAL)).words],
      again: [...(await store.frequencies(['site'], NO_SIGNAL)).words],
      corrections: await store.corrections(['rotues'], NO_SIGNAL),
      found: idsOf(await store.candidates(storeQuery(), NO_SIGNAL)),
      twice: idsOf(await store.candidates(storeQuery(), NO_SIGNAL)),
      pages: await Promise.all(READ_PAGES.map(({ slug }) => failureOf(store.page(slug).then(({ length }) => length)))),
      sections: await Promise.all(READ_PAGES.map(({ slug }) => failureOf(store.section(slug).then((section) => section?.chunk.id)))),
      intros: await failureOf(store.intros(READ_PAGES.map(({ slug }) => slug), NO_SIGNAL)),
      summaries: await failureOf(allOf(store.summaries(null))),
    }
  },
} as const

/** The exchanges of a recording. */
export async function readRecorded<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`${name}.json`, RECORDED), 'utf8')) as T
}

/** A `fetch` that gives the recorded replies, each to the request that it was given to. */
export async function replay(name: keyof typeof SCENES | keyof typeof READS): Promise<{ readonly fetch: typeof fetch; readonly left: () => readonly string[] }> {
  const exchanges = await readRecorded<Exchange[]>(name)
  const replaying: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const request = `${init?.method} ${pathname}${search}`
    // Some reads are under way together; what a writer sends has one order.
    const position = name in READS ? exchanges.findIndex((exchange) => exchange.request === request) : 0
    const [next] = exchanges.splice(Math.max(position, 0), 1)
    assert.equal(request, next?.request)
    if (next?.body !== undefined) assert.deepEqual(JSON.parse(String(init?.body)), next.body)
    return new Response(JSON.stringify(next?.json), { status: next?.status ?? 0 })
  }
  return { fetch: replaying, left: () => exchanges.map(({ request }) => request) }
}
