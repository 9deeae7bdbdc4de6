/** Scenes of a writer, and the replies that a real engine gave to them (`test/peers/engine/record.ts`). */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { StoredSection } from '../../src/store/store.ts'
import type { StoreWriter, WriterDeps } from '../../src/store/opensearch/writer.ts'
import { chunksOf, page } from './chunk.ts'

/** Folder of the recordings. */
export const RECORDED = new URL('../store/opensearch/recorded/', import.meta.url)

/** A request and the engine's reply. */
export interface Exchange {
  /** Method, path and query. */
  readonly request: string
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
    await refused.add(sections.map(({ chunk, node }) => ({ chunk: { ...chunk, weight: 'heavy' as unknown as number }, node })))
    await assert.rejects(refused.finish(GRAPH), /does not take the section guides\/routing \(status 400, mapper_parsing_exception/)
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

/** A `fetch` that gives the recorded replies, each to the request that it was given to. */
export async function replay(name: keyof typeof SCENES): Promise<{ readonly fetch: typeof fetch; readonly left: () => readonly string[] }> {
  const exchanges = JSON.parse(await readFile(new URL(`${name}.json`, RECORDED), 'utf8')) as Exchange[]
  const replaying: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    const next = exchanges.shift()
    assert.equal(`${init?.method} ${pathname}${search}`, next?.request)
    return new Response(JSON.stringify(next?.json), { status: next?.status ?? 0 })
  }
  return { fetch: replaying, left: () => exchanges.map(({ request }) => request) }
}
