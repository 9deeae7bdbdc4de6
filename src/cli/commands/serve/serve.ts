/**
 * `ask serve`: a folder of content, a watched one, or a store as an HTTP service, and the lines that it prints at its
 * start.
 */
import { randomUUID } from 'node:crypto'
import { createAsk } from '../../../core/ask.ts'
import { count } from '../../../core/base/count.ts'
import { AskError } from '../../../core/base/errors.ts'
import { foldSpace } from '../../../core/base/fold-space.ts'
import { contentHash } from '../../../core/content/hash.ts'
import type { Warning } from '../../../core/content/page.ts'
import { readBudgetFile, readModelOptions, readTraceOptions } from '../../../core/environment.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { createMemoryLedger } from '../../../core/http/answers/day-budget.ts'
import type { TokenLedger } from '../../../core/http/wire/settings.ts'
import { LIMITS } from '../../../core/limits.ts'
import { type ModelOptions, resolveModel } from '../../../core/llm/settings.ts'
import { type BudgetFile, openBudgetFile } from '../../../core/node/files/budget-file.ts'
import { findGraph } from '../../../core/node/graph/graph-file.ts'
import {
  type AnswerBudget, budgetMetrics, createProcessMetrics, createRequestMetrics, type RequestMetrics, siteMetrics,
  startMetricsServer,
} from '../../../core/node/metrics/metrics.ts'
import { createJsonLog, type JsonLog } from '../../../core/node/metrics/request-log.ts'
import { observeAll } from '../../../core/node/server/listener.ts'
import { type ListenOptions, type RunningServer, startServer } from '../../../core/node/server/server.ts'
import { once, type Service } from '../../../core/service.ts'
import { type Arguments, type Command, readsStore } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS, SERVE_SETTINGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import { chooseGraph, openStore } from '../../source/knowledge.ts'
import { type Content, defaultFolder, readContent } from '../../source/content.ts'
import { type Io, type Output, ownerLog } from '../../terminal/io.ts'
import { createPrinter, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'
import { type AccessOptions, accessOptions, listenOptions, mountOptions, openQuestions } from './options.ts'
import {
  figuresOf, loadPages, openWatchedSite, type ServedSite, type WatchedSite, type WatchSources,
} from './watched-site.ts'

/** Address of the metrics without a setting: only this machine reaches it. */
const METRICS_HOST = '127.0.0.1'

/** The command `ask serve`. */
export const serveCommand: Command = {
  name: 'serve',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Serve a folder over HTTP: its pages, search and knowledge',
  details: `The folder contains Markdown, MDX or built HTML. Default: the current folder if it is an Astro
project, else ./docs, else ./dist, else the current folder. With --search-url, or ASK_SEARCH_URL,
it serves what \`ask index push\` wrote to a search engine instead. The model is set by variables,
such as LLM_API_KEY. Limits, time-outs and details of logs are settings of ask.json.`,
  flags: [
    FLAGS.port,
    FLAGS.host,
    FLAGS.basePath,
    ...CONTENT_FLAGS,
    FLAGS.kgPath,
    FLAGS.searchUrl,
    FLAGS.index,
    FLAGS.allowedHosts,
    FLAGS.corsOrigins,
    FLAGS.trustedProxies,
    FLAGS.answerOrigins,
    FLAGS.questionLog,
    FLAGS.metricsPort,
    FLAGS.log,
    FLAGS.open,
    FLAGS.watch,
  ],
  settings: SERVE_SETTINGS,
  example: `$ ask serve ./docs --port 8080
Serving ./docs
  Content  38 pages, 214 sections, 4 groups
  …
Open http://127.0.0.1:8080/`,
  run: serve,
}

async function serve(args: Arguments, processIo: Io): Promise<number> {
  const log = openLog(args, processIo)
  const io = log === null ? processIo : withLog(processIo, log)
  const stopped = io.stopSignal()
  const listening = listenOptions(args)
  const model = readModelOptions(io.env)
  const trace = readTraceOptions(io.env)
  const access = accessOptions(args, io)
  const budget = await openBudget(args, io)
  const ledger = budget ?? createMemoryLedger()
  const { folder, isStore } = await chooseSource(args, io)
  const questions = await openQuestions(folder, args, io)
  const services = { model, trace, ledger, questionLog: questions?.options, fetch: io.fetch }
  const mount = { ...(await mountOptions(args, io)), ...access, ...services }
  const sources = { folder, mount, allowedHosts: access.allowedHosts, overlay: await io.readOverlay() }
  const site = await openSite(sources, { args, io, isStore })
  const metered = model.apiKey === undefined ? null : ledger
  const servers = await startServers({ site, listening, access, log, ledger: metered }, args, io)
  const started = {
    answers: answersBy(model),
    questions: questions?.summary ?? null,
    metrics: servers.metrics?.url ?? null,
  }
  const { service } = site.ask
  try {
    if (site.content === null) await reportStore(service, started, args, io)
    else reportContent({ ...site, ...started }, args, io)
    const address = servers.main.url + site.home
    io.stdout.write(`\nOpen ${address}\n`)
    // Builds the graph if it comes from the content: after search is ready, before the first reader needs it.
    await service.suggestions()
    if (args.has(FLAGS.open) && !(await io.openBrowser(address))) io.stderr.write('The browser could not be opened\n')
    await stopped
  } finally {
    // A server would keep the process alive, also after a failure.
    await site.close()
    await Promise.all([servers.main.stop(), servers.metrics?.stop()])
    await site.ask.flush()
    await questions?.close()
    budget?.close()
  }
  return 0
}

/** The folder to serve, or the store. Throws `AskError('usage')` if both are given. */
async function chooseSource(args: Arguments, io: Io): Promise<{ readonly folder: string; readonly isStore: boolean }> {
  const [given] = args.positionals
  if (given !== undefined && args.has(FLAGS.searchUrl)) {
    throw new AskError('usage', 'Give either a folder or --search-url, not both')
  }
  const isStore = given === undefined && readsStore(args, io)
  return { folder: given ?? (isStore ? '.' : await defaultFolder()), isStore }
}

/** The parts of the servers. */
interface ServerSources {
  readonly site: Awaited<ReturnType<typeof openSite>>
  readonly listening: ListenOptions
  readonly access: AccessOptions
  readonly log: JsonLog | null
  /** Counts the tokens of answers; null without a model. */
  readonly ledger: TokenLedger | null
}

/** The running servers. */
interface Servers {
  readonly main: RunningServer
  /** Null without `--metrics-port`. */
  readonly metrics: RunningServer | null
}

/** Starts the server, and the one for metrics. If one can't start, the site and the other are closed. */
async function startServers(
  { site, listening, access, log, ledger }: ServerSources,
  args: Arguments,
  io: Io,
): Promise<Servers> {
  const metrics = args.number(FLAGS.metricsPort) === null ? null : createRequestMetrics(io.now)
  const observe = observeAll([metrics, log].flatMap((one) => one?.observe ?? []))
  const options = { ...listening, ...((metrics ?? log) !== null && { observe }) }
  const started: RunningServer[] = []
  try {
    const main = await startServer(site.handle, options)
    started.push(main)
    if (metrics === null) return { main, metrics: null }
    const limit = access.limits.tokensPerDay ?? LIMITS.tokensPerDay.default
    const answers = ledger === null ? null : { ledger, limit }
    const { allowedHosts } = access
    return { main, metrics: await serveMetrics({ metrics, site, answers, allowedHosts }, args) }
  } catch (error) {
    // A watch or a server would keep the process alive.
    await Promise.all([site.close(), ...started.map(({ stop }) => stop())])
    throw error
  }
}

/** The log of `--log json`, null for text. */
function openLog(args: Arguments, { stdout, now }: Io): JsonLog | null {
  const format = args.text(FLAGS.log)
  if (format === 'text') return null
  if (format !== 'json') throw new AskError('usage', `--log must be text or json, not ${JSON.stringify(format)}`)
  return createJsonLog({ write: stdout.write, now, date: Date.now, id: randomUUID })
}

interface MetricsSources {
  readonly metrics: RequestMetrics
  readonly site: Pick<WatchedSite, 'figures'>
  /** Null without a model. */
  readonly answers: AnswerBudget | null
  readonly allowedHosts: readonly string[]
}

function serveMetrics(
  { metrics, site, answers, allowedHosts }: MetricsSources,
  args: Arguments,
): Promise<RunningServer> {
  const { metricsHost: host = METRICS_HOST } = settingsOf(args)
  const address = { host, port: args.number(FLAGS.metricsPort) ?? 0, allowedHosts }
  const processMetrics = createProcessMetrics()
  return startMetricsServer(() => [
    ...metrics.metrics(),
    ...siteMetrics(site.figures()),
    ...(answers === null ? [] : budgetMetrics(answers, Date.now())),
    ...processMetrics(),
  ], address)
}

/** The file that stores the tokens used today, null without one; the variable overrides the setting. */
async function openBudget(args: Arguments, io: Io): Promise<BudgetFile | null> {
  const path = readBudgetFile(io.env) ?? settingsOf(args).budgetFile ?? null
  return path === null ? null : openBudgetFile(path, { log: ownerLog(io) })
}

/** The same Io, with stdout as messages and stderr as warnings of the log. Lines are complete when they are written. */
function withLog(io: Io, log: Pick<JsonLog, 'info' | 'warn'>): Io {
  return { ...io, stdout: lineOutput(io.stdout, log.info), stderr: lineOutput(io.stderr, log.warn) }
}

function lineOutput(output: Output, take: (line: string) => void): Output {
  const write = (text: string) => {
    for (const line of text.split('\n')) if (line.trim() !== '') take(foldSpace(line))
  }
  return { write, isTerminal: false, columns: output.columns }
}

/** The parts of a report that don't depend on the content. */
type StartedServices = Pick<StartReport, 'answers' | 'questions' | 'metrics'>

/** Prints what is served from a store. */
export async function reportStore(
  { store }: Service,
  started: StartedServices,
  args: Arguments,
  io: Io,
): Promise<void> {
  const { storeLocation } = await import('../../addons/store/open-store.ts')
  const { url, index } = storeLocation(args, io)
  const sections = (await store?.size()) ?? 0
  io.stdout.write(`Serving ${sanitizeLine(`${args.text(FLAGS.siteTitle) ?? index} (${url})`)}\n`)
  printRows([['Content', count(sections, 'section')]], started, io)
}

/** The facts about a served folder. */
interface StartReport {
  readonly content: Content
  readonly state: string
  /** Milliseconds. */
  readonly indexed: number
  /** The model that answers questions. */
  readonly answers: string
  /** The question log, null without one. */
  readonly questions: string | null
  /** Address of the metrics, null without any. */
  readonly metrics: string | null
  readonly warnings: readonly Warning[]
}

/** Prints what is served from a folder, and the warnings about it. */
export function reportContent(
  { content, state, indexed, answers, questions, metrics, warnings }: StartReport,
  args: Arguments,
  io: Io,
): void {
  const { folder, site, chunks } = content
  const groups = new Set(site.pages.flatMap(({ group }) => group ?? [])).size
  const size = [count(site.pages.length, 'page'), count(chunks.length, 'section'), count(groups, 'group')]
  if (site.hidden > 0) size.push(`${count(site.hidden, 'hidden page')} left out`)
  const title = args.text(FLAGS.siteTitle)
  io.stdout.write(`Serving ${sanitizeLine(title === null ? folder : `${title} (${folder})`)}\n`)
  const index = `built in ${(indexed / 1000).toFixed(2)} s`
  printRows([['Content', size.join(', ')], ['Index', index], ['Graph', state]], { answers, questions, metrics }, io)
  printWarnings(warnings, io)
}

function printRows(
  rows: readonly (readonly [string, string])[],
  { answers, questions, metrics }: StartedServices,
  io: Io,
): void {
  createPrinter(io.stdout, io.env).table([
    ...rows,
    ['Answers', answers],
    ...(questions === null ? [] : [['Questions', questions] as const]),
    ...(metrics === null ? [] : [['Metrics', `${metrics}/metrics`] as const]),
  ])
}

/** The model and its host, so that an owner sees where the key is sent. */
export function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'none, only search results (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}

/** A site whose content is in a store. */
type OpenStoreSite = ServedSite & Pick<WatchedSite, 'ask' | 'figures' | 'close'> & { readonly content: null }

/** Opens the site of the sources, or that of the store if `isStore`. Rejects if it can't be read. */
export function openSite(
  sources: WatchSources,
  { args, io, isStore }: { readonly args: Arguments; readonly io: Io; readonly isStore: boolean },
): Promise<WatchedSite | OpenStoreSite> {
  if (isStore) return openStoreSite(sources, args, io)
  return args.has(FLAGS.watch) ? openWatchedSite(sources, args, io) : openFolder(sources, args, io)
}

/** Reads and mounts a site that does not change while it is served. */
async function openFolder(sources: WatchSources, args: Arguments, io: Io): Promise<WatchedSite> {
  const { folder, mount, allowedHosts, overlay } = sources
  const content = await readContent(folder, args)
  const { chunks, site } = content
  const hash = once(() => contentHash(chunks))
  const { graph, state } = await chooseGraph(await findGraph(args.text(FLAGS.kgPath)), { chunks, hash }, args)
  const makeGraph = () => extractGraph(site.pages)
  const ask = createAsk({ ...mount, content: async () => chunks, graph: async () => graph, makeGraph })
  const started = io.now()
  await ask.service.warm()
  const indexed = io.now() - started
  const { createServedSite } = await loadPages()
  const served = await createServedSite({ ask, content, allowedHosts, overlay }, args)
  const warnings = [...site.warnings, ...served.warnings]
  const figures = figuresOf(content)
  return { ...served, ask, content, state, indexed, warnings, figures: () => figures, close: async () => undefined }
}

/** Mounts the store that flags and variables name; rejects if it can't be read. */
async function openStoreSite({ mount, ...sources }: WatchSources, args: Arguments, io: Io): Promise<OpenStoreSite> {
  const ask = await openStore(args, io, mount)
  await ask.service.warm()
  const { createStoreSite } = await loadPages()
  const served = createStoreSite(ask, sources, args)
  return { ...served, ask, figures: () => null, close: async () => undefined, content: null }
}
