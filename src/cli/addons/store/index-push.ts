/** `ask index push`: content and graph -> the index of a search engine. `ask index check`: whether it is complete. */
import { checkIndex } from '../../../addons/store/opensearch/check.ts'
import { createWriter, type PageChange, type StoreWriter } from '../../../addons/store/opensearch/writer.ts'
import { count, groupBy } from '../../../core/base/text.ts'
import { AskError } from '../../../core/base/errors.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { withoutQueries, withQueries } from '../../../core/graph/queries.ts'
import type { Arguments, Command } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { chooseGraph, readGraphFile } from '../../source/knowledge.ts'
import { readContent } from '../../source/content.ts'
import type { Io } from '../../terminal/io.ts'
import { formatSeconds, printOutcome, printWarnings } from '../../terminal/printer.ts'
import { createProgressBar } from '../../terminal/progress.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'
import { openConnection, STORE_FLAGS, withDetails } from './open-store.ts'

const CHANGES: Readonly<Record<Exclude<PageChange, 'missing'>, string>> = {
  added: 'added', replaced: 'replaced', removed: 'removed: the content has no such page', unchanged: 'unchanged',
}

export const indexPushCommand: Command = {
  usage: '[content]',
  summary: 'Write content and graph into OpenSearch or Elasticsearch',
  details: `All pages go into a new index, which replaces the current one in one step once it is whole. A push
that fails leaves the current one as it is. One push runs at a time.
Credentials: ASK_SEARCH_USER and ASK_SEARCH_PASSWORD, or ASK_SEARCH_API_KEY.`,
  flags: [
    ...STORE_FLAGS, FLAGS.page, FLAGS.shards, FLAGS.replicas, FLAGS.kgPath, FLAGS.quiet, ...CONTENT_FLAGS, FLAGS.json,
  ],
  example: 'ask index push ./docs --to https://search.example.com:9200 --index ask-docs',
  async run(args, io) {
    const started = io.now()
    const connection = openConnection(args, io)
    const { index } = connection
    const layout = { shards: args.number(FLAGS.shards), replicas: args.number(FLAGS.replicas) }
    const writer = createWriter(connection, layout, { now: Date.now, random: Math.random })
    const site = await readSite(args, io)
    const slug = args.text(FLAGS.page)
    const { json, rows } = await withDetails(() => {
      return slug === null ? pushAll(site, { writer, args, io }) : pushPage(site, { writer, index, slug })
    })
    const milliseconds = Math.round(io.now() - started)
    const generation = slug === null ? `, generation ${json['generation']}` : ''
    printOutcome({
      json: { index, ...json, milliseconds },
      rows: [['Index', index + generation], ...rows, ['Time', formatSeconds(milliseconds)]],
    }, args.has(FLAGS.json), io)
    return 0
  },
}

interface Outcome {
  readonly json: Readonly<Record<string, string | number>>
  readonly rows: readonly (readonly [string, string])[]
}

type SiteToPush = Awaited<ReturnType<typeof readSite>>

/** The pages by slug, in the order of the site, and the graph with its origin for people. */
async function readSite(args: Arguments, io: Io) {
  const content = await readContent(args.positionals[0] ?? null, args, io)
  const { site, chunks } = content
  printWarnings(site.warnings, io)
  const { graph: chosen, state } = await chooseGraph(await readGraphFile(args), content, args)
  const hash = await content.hash()
  const graph = chosen ?? (await extractGraph(site.pages))
  const nodes = new Map(graph.sections.map((node) => [node.id, withoutQueries(node)]))
  const sections = withQueries(chunks, graph, hash).map((chunk) => ({ chunk, node: nodes.get(chunk.id) ?? null }))
  const pages = groupBy(sections, ({ chunk }) => chunk.page)
  return { graph, graphState: state, isStale: graph.contentHash !== hash, sections: chunks.length, pages }
}

/** Writes a new generation. Ctrl-C, like any failure, deletes it. */
async function pushAll(
  { pages, sections, graph, graphState, isStale }: SiteToPush,
  { writer, args, io }: { readonly writer: StoreWriter; readonly args: Arguments; readonly io: Io },
): Promise<Outcome> {
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
    const meta = await push.finish({ graphHash, builtBy, glossary, suggestions, overview, context })
    const counted = { pages: pages.size, sections: meta.counts.sections }
    return {
      json: { generation: meta.generation, ...counted, contentHash: meta.contentHash },
      rows: [
        ['Content', `${count(counted.pages, 'page')}, ${count(counted.sections, 'section')}`],
        ['Graph', graphState],
      ],
    }
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
  { writer, index, slug }: { readonly writer: StoreWriter; readonly index: string; readonly slug: string },
): Promise<Outcome> {
  const page = pages.get(slug) ?? []
  const change = await writer.replacePage(slug, page)
  if (change === 'missing') throw new AskError('not-found', `Neither the content nor ${index} has the page ${slug}`)
  return {
    json: { page: slug, change, sections: page.length },
    rows: [['Page', `${sanitizeLine(slug)}, ${CHANGES[change]}`], ['Content', count(page.length, 'section')]],
  }
}

export const indexCheckCommand: Command = {
  usage: '',
  summary: 'Check the index in OpenSearch or Elasticsearch',
  details: 'Counts its sections and pages. Prints one finding per line; exit code 1 if there is any.',
  flags: [...STORE_FLAGS, FLAGS.json],
  example: 'ask index check --to https://search.example.com:9200 --index ask-docs',
  async run(args, io) {
    const connection = openConnection(args, io)
    const { index } = connection
    const deps = { now: Date.now, random: Math.random }
    const { meta, pages, findings } = await withDetails(() => checkIndex(connection, deps))
    const { generation, revision, counts: { sections }, contentHash, graphHash } = meta
    const isStale = graphHash !== contentHash
    const since = revision === 0 ? '' : `, ${count(revision, 'page')} replaced since`
    const isJson = args.has(FLAGS.json)
    printOutcome({
      json: { index, generation, revision, pages, sections, contentHash, stale: isStale, findings },
      rows: [
        ['Index', `${index}, generation ${generation}${since}`],
        ['Content', `${count(pages, 'page')}, ${count(sections, 'section')}`],
        ['Graph', isStale ? 'of other content: run `ask kg build`, then `ask index push`' : 'of this content'],
      ],
    }, isJson, io)
    if (!isJson) for (const finding of findings) io.stdout.write(`${sanitizeLine(finding)}\n`)
    return findings.length === 0 ? 0 : 1
  },
}
