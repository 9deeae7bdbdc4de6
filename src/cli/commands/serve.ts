/** `ask serve`: the HTTP service over a folder of content. */
import { type AskOptions, createAsk } from '../../ask.ts'
import { contentHash } from '../../content/hash.ts'
import { count } from '../../base/count.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import type { Graph } from '../../graph/graph.ts'
import { isGraphOf } from '../../graph/ownership.ts'
import { type ModelOptions, resolveModel } from '../../llm/settings.ts'
import { readModelOptions, readTraceOptions } from '../../environment.ts'
import { findGraph } from '../../node/graph/graph-file.ts'
import { startServer } from '../../node/server/server.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { type Content, readContent } from '../source/content.ts'
import { CONTENT_FLAGS, DEFAULT_ENDPOINT, DEFAULT_GRAPH_PATH, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { safeLine } from '../terminal/sanitize.ts'
import { createSite } from '../source/site.ts'
import { warn } from '../source/warnings.ts'

const DEFAULT_PORT = 8787
const DEFAULT_HOST = '127.0.0.1'

export const serveCommand: Command = {
  name: 'serve',
  takes: '[content]',
  words: [0, 1],
  summary: 'Serve a folder over HTTP: its pages, search and knowledge',
  details: `The folder holds Markdown, MDX or built HTML. Default: the current folder where it is an Astro
project, else ./docs, else ./dist, else the current folder.`,
  flags: [
    { name: 'port', value: 'N', range: [0, 65_535], help: `Port to listen on (default ${DEFAULT_PORT}; 0 takes a free one)` },
    { name: 'host', value: 'HOST', help: `Address to listen on (default ${DEFAULT_HOST})` },
    { name: 'endpoint', value: 'PATH', help: `Base path of the routes (default ${DEFAULT_ENDPOINT})` },
    ...CONTENT_FLAGS,
    KG_PATH_FLAG,
    { name: 'cors-origins', value: 'LIST', help: 'Origins whose pages may call, parted by commas (default none)' },
    { name: 'trusted-proxies', value: 'N', range: [0, 10], help: 'Proxies in front that append to X-Forwarded-For (default 0)' },
    { name: 'site-title', value: 'TITLE', help: 'Name of the site' },
    { name: 'open', value: null, help: 'Open the address in the browser' },
  ],
  example: `$ ask serve ./docs --port 8080
ask serves ./docs
  Content  38 pages, 214 sections, 4 groups
  …
Open http://127.0.0.1:8080/`,
  run: serve,
}

async function serve(args: Arguments, io: Io): Promise<number> {
  const stopped = io.stopSignal()
  const model = readModelOptions(io.env)
  const content = await readContent(args.words[0] ?? null, args)
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
  const place = { host: args.text('host') ?? DEFAULT_HOST, port: args.number('port') ?? DEFAULT_PORT }
  const site = await createSite({ ask, content, graph }, args)
  const server = await startServer(site.handle, place)
  report({ content, state, indexed, answers: answersBy(model) }, args, io)
  const address = server.url + site.home
  io.stdout.write(`\nOpen ${address}\n`)
  // A graph that is made from the content is made now, so that search was ready sooner and no reader waits for it.
  await ask.service.suggestions()
  if (args.has('open') && !(await io.openBrowser(address))) io.stderr.write('No browser could be opened\n')
  await stopped
  await server.stop()
  await ask.flush()
  return 0
}

async function mountOptions(args: Arguments, io: Io): Promise<Pick<AskOptions, 'endpoint' | 'corsOrigins' | 'trustedProxies' | 'siteTitle' | 'openapi' | 'log'>> {
  const openapi = await io.packageFile('openapi.yaml')
  return {
    endpoint: args.text('endpoint') ?? DEFAULT_ENDPOINT,
    corsOrigins: (args.text('cors-origins') ?? '').split(',').filter((origin) => origin.trim() !== ''),
    trustedProxies: args.number('trusted-proxies') ?? 0,
    siteTitle: args.text('site-title') ?? undefined,
    ...(openapi === null ? {} : { openapi }),
    log: (line) => io.stderr.write(`${safeLine(line)}\n`),
  }
}

interface FoundGraph {
  /** Null for one to be made from the content. */
  readonly graph: Graph | null
  /** Where it is from, for the report. */
  readonly state: string
}

/** The graph file, if there is one and it is of this content; one that can't be read is an error. */
async function chooseGraph({ chunks }: Content, args: Arguments): Promise<FoundGraph> {
  const named = args.text('kg-path')
  const path = named ?? DEFAULT_GRAPH_PATH
  const committed = await findGraph(path)
  if (committed === null) {
    const state = `built in memory by rules: there is no ${path} (\`ask kg build\` makes it)`
    return { graph: null, state }
  }
  // The default file is that of the folder's own project, which may be another one than the content served.
  if (named === null && !isGraphOf(committed, new Set(chunks.map(({ id }) => id)))) {
    return { graph: null, state: `built in memory by rules: ${path} belongs to other content` }
  }
  const age = committed.contentHash === (await contentHash(chunks)) ? '' : ', stale'
  const size = count(committed.sections.length, 'section')
  return { graph: committed, state: `${path}, ${size}, built by ${committed.builtBy}${age}` }
}

interface Report {
  readonly content: Content
  readonly state: string
  /** Milliseconds. */
  readonly indexed: number
  /** Who answers questions. */
  readonly answers: string
}

function report({ content: { folder, site, chunks }, state, indexed, answers }: Report, args: Arguments, io: Io): void {
  const groups = new Set(site.pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(site.pages.length, 'page'), count(chunks.length, 'section'), count(groups, 'group')]
  if (site.hidden > 0) size.push(`${count(site.hidden, 'hidden page')} left out`)
  const title = args.text('site-title')
  io.stdout.write(`ask serves ${safeLine(title === null ? folder : `${title} (${folder})`)}\n`)
  createPrinter(io.stdout, io.env).table([
    ['Content', size.join(', ')],
    ['Index', `built in ${(indexed / 1000).toFixed(2)} s`],
    ['Graph', state],
    ['Answers', answers],
  ])
  warn(site.warnings, io)
}

/** The host is named, never the key: a key may be sent to another provider than its owner thinks. */
function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'keyword mode (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}
