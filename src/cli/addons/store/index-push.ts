/** `ask index push`: content and graph -> the index of a search engine. `ask index check`: whether it is complete. */
import { checkIndex } from '../../../addons/store/opensearch/check.ts'
import { createWriter, type StoreWriter } from '../../../addons/store/opensearch/writer.ts'
import type { PageChange, StoredSection, StoreMeta } from '../../../addons/store/store.ts'
import { count } from '../../../core/base/count.ts'
import { AskError } from '../../../core/base/errors.ts'
import type { Chunk } from '../../../core/content/chunk.ts'
import { contentHash } from '../../../core/content/hash.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import type { Graph } from '../../../core/graph/graph.ts'
import { withoutQueries, withQueries } from '../../../core/graph/queries.ts'
import { findGraph, readGraph } from '../../../core/node/graph/graph-file.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { chooseGraph } from '../../source/knowledge.ts'
import { readContent } from '../../source/content.ts'
import type { Io } from '../../terminal/io.ts'
import { formatSeconds, printOutcome, printWarnings } from '../../terminal/printer.ts'
import { createProgressBar } from '../../terminal/progress.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'
import { openConnection, STORE_FLAGS, withDetails } from './open-store.ts'

const CHANGES: Readonly<Record<Exclude<PageChange, 'missing'>, string>> = {
  added: 'added', replaced: 'replaced', removed: 'removed: the content has no such page', unchanged: 'unchanged',
}

/** The command `ask index push`. */
export const indexPushCommand: Command = {
  name: 'index push',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Write content and graph into OpenSearch or Elasticsearch',
  details: `All pages go into a new index, which replaces the current one in one step once it is whole. A push
that fails leaves the current one as it is. One push runs at a time.
Credentials: ASK_SEARCH_USER and ASK_SEARCH_PASSWORD, or ASK_SEARCH_API_KEY.`,
  flags: [
    ...STORE_FLAGS, FLAGS.page, FLAGS.shards, FLAGS.replicas, FLAGS.kgPath, FLAGS.quiet, ...CONTENT_FLAGS, FLAGS.json,
  ],
  example: `$ ask index push ./docs --to https://search.example.com:9200 --index ask-docs
  Index    ask-docs, generation 20260301t090000000z-5f3a91c2
  Content  15 pages, 104 sections
  Graph    .service/kg.json, 104 sections, built by rules
  Time     2.1 s`,
  async run(args, io) {
    const started = io.now()
    const connection = openConnection(args, io)
    const layout = { shards: args.number(FLAGS.shards), replicas: args.number(FLAGS.replicas) }
    const writer = createWriter(connection, layout, { now: Date.now, random: Math.random })
    const site = await readPages(args, io)
    const slug = args.text(FLAGS.page)
    const context: PushContext = { args, io, writer, index: connection.index, started }
    return slug === null ? pushAll(site, context) : pushPage(site, slug, context)
  },
}

/** The content of a push. */
interface SiteToPush {
  readonly graph: Graph
  /** Its origin, for people. */
  readonly graphState: string
  /** True if it was built from other content. */
  readonly isStale: boolean
  readonly sections: number
  /** By slug, in the order of the site. */
  readonly pages: ReadonlyMap<string, readonly StoredSection[]>
}

interface PushContext {
  readonly args: Arguments
  readonly io: Io
  readonly writer: StoreWriter
  readonly index: string
  readonly started: number
}

async function readPages(args: Arguments, io: Io): Promise<SiteToPush> {
  const { site, chunks } = await readContent(args.positionals[0] ?? null, args, io)
  printWarnings(site.warnings, io)
  const file = await (args.has(FLAGS.kgPath) ? readGraph : findGraph)(args.text(FLAGS.kgPath))
  const hash = await contentHash(chunks)
  const { graph: chosen, state } = await chooseGraph(file, { chunks, hash: async () => hash }, args)
  const graph = chosen ?? (await extractGraph(site.pages))
  return {
    graph,
    graphState: state,
    isStale: graph.contentHash !== hash,
    sections: chunks.length,
    pages: pagesOf(withQueries(chunks, graph, hash), graph),
  }
}

function pagesOf(chunks: readonly Chunk[], graph: Graph): ReadonlyMap<string, readonly StoredSection[]> {
  const nodes = new Map(graph.sections.map((node) => [node.id, withoutQueries(node)]))
  const pages = new Map<string, StoredSection[]>()
  for (const chunk of chunks) {
    const section = { chunk, node: nodes.get(chunk.id) ?? null }
    const page = pages.get(chunk.page)
    if (page === undefined) pages.set(chunk.page, [section])
    else page.push(section)
  }
  return pages
}

async function pushAll(site: SiteToPush, context: PushContext): Promise<number> {
  const { args, io, index, started } = context
  const meta = await withDetails(() => writeAll(site, context))
  const milliseconds = Math.round(io.now() - started)
  const { generation, counts: { sections } } = meta
  const { contentHash: hash } = meta
  printOutcome({
    isJson: args.has(FLAGS.json),
    json: { index, generation, pages: site.pages.size, sections, contentHash: hash, milliseconds },
    rows: [
      ['Index', `${index}, generation ${generation}`],
      ['Content', `${count(site.pages.size, 'page')}, ${count(sections, 'section')}`],
      ['Graph', site.graphState],
      ['Time', formatSeconds(milliseconds)],
    ],
  }, io)
  return 0
}

/** Writes a new generation. Ctrl-C, like any failure, deletes it. */
async function writeAll(
  { pages, sections, graph, isStale }: SiteToPush,
  { args, io, writer }: PushContext,
): Promise<StoreMeta> {
  let isStopped = false
  void io.stopSignal().then(() => (isStopped = true))
  const bar = createProgressBar(io.stderr, { now: io.now, isQuiet: args.has(FLAGS.quiet) })
  const push = await writer.begin()
  try {
    let done = 0
    for (const page of pages.values()) {
      await push.add(page)
      if (isStopped) throw new AskError('cancelled', 'Stopped; the index is unchanged')
      done += page.length
      bar.update(done, sections)
    }
    const { builtBy, glossary, suggestions, overview, context } = graph
    const graphHash = isStale ? graph.contentHash : push.contentHash()
    return await push.finish({ graphHash, builtBy, glossary, suggestions, overview, context })
  } catch (error) {
    // If this fails as well, the next push deletes it.
    await push.abandon().catch(() => undefined)
    throw error
  } finally {
    bar.end()
  }
}

async function pushPage(
  { pages }: SiteToPush,
  slug: string,
  { args, io, writer, index, started }: PushContext,
): Promise<number> {
  const page = pages.get(slug) ?? []
  const change = await withDetails(() => writer.replacePage(slug, page))
  if (change === 'missing') throw new AskError('not-found', `Neither the content nor ${index} has the page ${slug}`)
  const milliseconds = Math.round(io.now() - started)
  printOutcome({
    isJson: args.has(FLAGS.json),
    json: { index, page: slug, change, sections: page.length, milliseconds },
    rows: [
      ['Index', index],
      ['Page', `${sanitizeLine(slug)}, ${CHANGES[change]}`],
      ['Content', count(page.length, 'section')],
      ['Time', formatSeconds(milliseconds)],
    ],
  }, io)
  return 0
}

/** The command `ask index check`. */
export const indexCheckCommand: Command = {
  name: 'index check',
  usage: '',
  positionals: [0, 0],
  summary: 'Check the index in OpenSearch or Elasticsearch',
  details: 'Counts its sections and pages. Prints one finding per line; exit code 1 if there is any.',
  flags: [...STORE_FLAGS, FLAGS.json],
  example: `$ ask index check --to https://search.example.com:9200 --index ask-docs
  Index    ask-docs, generation 20260301t090000000z-5f3a91c2, 3 pages replaced since
  Content  15 pages, 104 sections
  Graph    of this content`,
  async run(args, io) {
    const connection = openConnection(args, io)
    const { meta, pages, findings } = await withDetails(() =>
      checkIndex(connection, { now: Date.now, random: Math.random }),
    )
    const { generation, revision, counts: { sections }, contentHash, graphHash } = meta
    const isStale = graphHash !== contentHash
    const since = revision === 0 ? '' : `, ${count(revision, 'page')} replaced since`
    const isJson = args.has(FLAGS.json)
    const { index } = connection
    printOutcome({
      isJson,
      json: { index, generation, revision, pages, sections, contentHash, stale: isStale, findings },
      rows: [
        ['Index', `${index}, generation ${generation}${since}`],
        ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
        ['Graph', isStale ? 'of other content: run `ask kg build`, then `ask index push`' : 'of this content'],
      ],
    }, io)
    if (!isJson) for (const finding of findings) io.stdout.write(`${sanitizeLine(finding)}\n`)
    return findings.length === 0 ? 0 : 1
  },
}
