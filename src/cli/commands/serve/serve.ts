/** `ask serve`: a folder of content as an HTTP service. */
import { randomUUID } from 'node:crypto'
import { AskError } from '../../../core/base/errors.ts'
import { foldSpace } from '../../../core/base/fold-space.ts'
import { readBudgetFile, readModelOptions, readTraceOptions } from '../../../core/environment.ts'
import { createMemoryLedger } from '../../../core/http/answers/day-budget.ts'
import type { TokenLedger } from '../../../core/http/wire/settings.ts'
import { LIMITS } from '../../../core/limits.ts'
import { type BudgetFile, openBudgetFile } from '../../../core/node/files/budget-file.ts'
import { startMetricsServer } from '../../../core/node/metrics/prometheus.ts'
import { createJsonLog, type JsonLog } from '../../../core/node/metrics/request-log.ts'
import { createRequestMetrics, type RequestMetrics } from '../../../core/node/metrics/request-metrics.ts'
import {
  type AnswerBudget, budgetMetrics, createProcessMetrics, siteMetrics,
} from '../../../core/node/metrics/service-metrics.ts'
import { observeAll } from '../../../core/node/server/observer.ts'
import { type ListenOptions, type RunningServer, startServer } from '../../../core/node/server/server.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import type { Command } from '../../command-line/command.ts'
import { CONTENT_FLAGS, FLAGS, SERVE_SETTINGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import { defaultFolder } from '../../source/content.ts'
import { readsStore } from '../../source/store-choice.ts'
import { type Io, type Output, ownerLog } from '../../terminal/io.ts'
import { accessOptions, type AccessOptions, listenOptions, mountOptions, openQuestions } from './options.ts'
import { answersBy, reportContent, reportStore } from './report.ts'
import { openSite } from './site.ts'
import type { WatchedSite } from './watched-site.ts'

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
