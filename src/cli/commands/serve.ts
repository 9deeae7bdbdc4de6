/** `ask serve`: a folder of content as an HTTP service. */
import { type AskOptions, createAsk } from '../../ask.ts'
import { count } from '../../base/count.ts'
import { contentHash } from '../../content/hash.ts'
import { readModelOptions, readTraceOptions } from '../../environment.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import type { Graph } from '../../graph/graph.ts'
import { isGraphOf } from '../../graph/ownership.ts'
import { type ModelOptions, resolveModel } from '../../llm/settings.ts'
import { findGraph } from '../../node/graph/graph-file.ts'
import { type ListenOptions, startServer } from '../../node/server/server.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { CONTENT_FLAGS, FLAGS } from '../command-line/flags.ts'
import { type Content, readContent } from '../source/content.ts'
import { createServedSite } from '../source/served-site.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { describeGraph } from '../terminal/stats.ts'
import { printWarnings } from '../terminal/warnings.ts'

/** The command `ask serve`. */
export const serveCommand: Command = {
  name: 'serve',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Serve a folder over HTTP: its pages, search and knowledge',
  details: `The folder contains Markdown, MDX or built HTML. Default: the current folder if it is an Astro
project, else ./docs, else ./dist, else the current folder. The model is set by variables, such as
LLM_API_KEY.`,
  flags: [
    FLAGS.port,
    FLAGS.host,
    FLAGS.basePath,
    ...CONTENT_FLAGS,
    FLAGS.kgPath,
    FLAGS.corsOrigins,
    FLAGS.trustedProxies,
    FLAGS.maxConnections,
    FLAGS.maxClientConnections,
    FLAGS.maxClientReplies,
    FLAGS.stallTimeout,
    FLAGS.remoteImages,
    FLAGS.open,
  ],
  example: `$ ask serve ./docs --port 8080
Serving ./docs
  Content  38 pages, 214 sections, 4 groups
  …
Open http://127.0.0.1:8080/`,
  run: serve,
}

async function serve(args: Arguments, io: Io): Promise<number> {
  const stopped = io.stopSignal()
  const model = readModelOptions(io.env)
  const content = await readContent(args.positionals[0] ?? null, args)
  const { graph, state } = await chooseGraph(content, args)
  const sources = {
    content: async () => content.chunks,
    graph: async () => graph,
    makeGraph: () => extractGraph(content.site.pages),
  }
  const ask = createAsk({ ...(await mountOptions(args, io)), model, trace: readTraceOptions(io.env), fetch: io.fetch, ...sources })
  const started = io.now()
  await ask.service.warm()
  const indexed = io.now() - started
  const site = await createServedSite({ ask, content, graph }, args)
  const server = await startServer(site.handle, listenOptions(args))
  report({ content, state, indexed, answers: answersBy(model) }, args, io)
  const address = server.url + site.home
  io.stdout.write(`\nOpen ${address}\n`)
  // Builds the graph if it comes from the content: after search is ready, before the first reader needs it.
  await ask.service.suggestions()
  if (args.has(FLAGS.open) && !(await io.openBrowser(address))) io.stderr.write('The browser could not be opened\n')
  await stopped
  await server.stop()
  await ask.flush()
  return 0
}

function listenOptions(args: Arguments): ListenOptions {
  return {
    host: args.text(FLAGS.host),
    port: args.number(FLAGS.port),
    trustedProxies: args.number(FLAGS.trustedProxies),
    limits: {
      maxConnections: args.number(FLAGS.maxConnections),
      maxConnectionsPerClient: args.number(FLAGS.maxClientConnections),
      maxLargeRepliesPerClient: args.number(FLAGS.maxClientReplies),
      stalledMs: args.number(FLAGS.stallTimeout) * 1_000,
    },
  }
}

async function mountOptions(args: Arguments, io: Io): Promise<Pick<AskOptions, 'endpoint' | 'corsOrigins' | 'trustedProxies' | 'siteTitle' | 'openapi' | 'log'>> {
  const openapi = await io.packageFile('openapi.yaml')
  return {
    endpoint: args.text(FLAGS.basePath),
    corsOrigins: (args.text(FLAGS.corsOrigins) ?? '').split(',').filter((origin) => origin.trim() !== ''),
    trustedProxies: args.number(FLAGS.trustedProxies),
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    ...(openapi === null ? {} : { openapi }),
    log: (line) => io.stderr.write(`${sanitizeLine(line)}\n`),
  }
}

interface ChosenGraph {
  /** Null for a graph that rules build from the content. */
  readonly graph: Graph | null
  /** Its origin, for the report. */
  readonly state: string
}

/** Reads the graph file, if there is one and it belongs to this content. A file that can't be read is an error. */
async function chooseGraph({ chunks }: Content, args: Arguments): Promise<ChosenGraph> {
  const path = args.text(FLAGS.kgPath)
  const graph = await findGraph(path)
  if (graph === null) {
    return { graph, state: `built in memory by rules: there is no ${path} (\`ask kg build\` creates it)` }
  }
  // The default file belongs to the project in the current folder, which may not be the content that is served.
  if (!args.has(FLAGS.kgPath) && !isGraphOf(graph, new Set(chunks.map(({ id }) => id)))) {
    return { graph: null, state: `built in memory by rules: ${path} belongs to different content` }
  }
  return { graph, state: `${path}, ${describeGraph(graph, graph.contentHash !== (await contentHash(chunks)))}` }
}

interface StartReport {
  readonly content: Content
  readonly state: string
  /** Milliseconds. */
  readonly indexed: number
  /** The model that answers questions. */
  readonly answers: string
}

function report({ content, state, indexed, answers }: StartReport, args: Arguments, io: Io): void {
  const { folder, site, chunks } = content
  const groups = new Set(site.pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(site.pages.length, 'page'), count(chunks.length, 'section'), count(groups, 'group')]
  if (site.hidden > 0) size.push(`${count(site.hidden, 'hidden page')} left out`)
  const title = args.text(FLAGS.siteTitle)
  io.stdout.write(`Serving ${sanitizeLine(title === null ? folder : `${title} (${folder})`)}\n`)
  createPrinter(io.stdout, io.env).table([
    ['Content', size.join(', ')],
    ['Index', `built in ${(indexed / 1000).toFixed(2)} s`],
    ['Graph', state],
    ['Answers', answers],
  ])
  printWarnings(site.warnings, io)
}

/** The model and its host, so that an owner sees where the key is sent. */
function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'none, only search results (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}
