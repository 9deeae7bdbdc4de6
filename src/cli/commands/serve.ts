/** `ask serve`: a folder of content as an HTTP service. */
import { randomUUID } from 'node:crypto'
import { type AskOptions, createAsk } from '../../ask.ts'
import { count } from '../../base/count.ts'
import { AskError } from '../../base/errors.ts'
import { contentHash } from '../../content/hash.ts'
import type { Warning } from '../../content/page.ts'
import {
  readAllowedHosts, readAnswerOrigins, readBudgetFile, readLimitOptions, readModelOptions,
  readTraceOptions, splitList,
} from '../../environment.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import { createMemoryLedger } from '../../http/answers/token-ledger.ts'
import { hostNames } from '../../http/wire/host-name.ts'
import { LIMITS } from '../../limits.ts'
import { type ModelOptions, resolveModel } from '../../llm/settings.ts'
import { type BudgetFile, openBudgetFile } from '../../node/files/budget-file.ts'
import { findGraph } from '../../node/graph/graph-file.ts'
import { type AnswerBudget, budgetMetrics } from '../../node/metrics/budget-metrics.ts'
import { startMetricsServer } from '../../node/metrics/metrics-server.ts'
import { createProcessMetrics } from '../../node/metrics/process-metrics.ts'
import { createJsonLog, type JsonLog } from '../../node/metrics/request-log.ts'
import { createRequestMetrics, type RequestMetrics } from '../../node/metrics/request-metrics.ts'
import { siteMetrics } from '../../node/metrics/site-metrics.ts'
import { observeAll } from '../../node/server/observer.ts'
import { type ListenOptions, type RunningServer, startServer } from '../../node/server/server.ts'
import { warmUp } from '../../node/server/warm-up.ts'
import { once, type Service } from '../../service.ts'
import type { LimitOptions } from '../../settings.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { CONTENT_FLAGS, FLAGS } from '../command-line/flags.ts'
import { LIMIT_FLAGS, limitsOf } from '../command-line/limit-flags.ts'
import { chooseGraph } from '../source/chosen-graph.ts'
import { type Content, defaultFolder, readContent } from '../source/content.ts'
import { createServedSite } from '../source/served-site.ts'
import { openQuestions } from '../source/open-questions.ts'
import { figuresOf } from '../source/publisher.ts'
import { readsStore } from '../source/store/reads-store.ts'
import { openStore, storeLocation } from '../source/store/open-store.ts'
import { createStoreSite, type StoreSite } from '../source/store/store-site.ts'
import { openWatchedSite, type WatchedSite, type WatchSources } from '../source/watched-site.ts'
import type { Io } from '../terminal/io.ts'
import { withLog } from '../terminal/log-io.ts'
import { createPrinter } from '../terminal/printer.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { printWarnings } from '../terminal/warnings.ts'

/** The command `ask serve`. */
export const serveCommand: Command = {
  name: 'serve',
  usage: '[content]',
  positionals: [0, 1],
  summary: 'Serve a folder over HTTP: its pages, search and knowledge',
  details: `The folder contains Markdown, MDX or built HTML. Default: the current folder if it is an Astro
project, else ./docs, else ./dist, else the current folder. With --search-url, or ASK_SEARCH_URL,
it serves what \`ask index push\` wrote to a search engine instead. The model is set by variables,
such as LLM_API_KEY.`,
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
    ...LIMIT_FLAGS,
    FLAGS.budgetFile,
    FLAGS.questionLog,
    FLAGS.questionLogContent,
    FLAGS.questionLogDays,
    FLAGS.maxConnections,
    FLAGS.maxClientConnections,
    FLAGS.maxClientReplies,
    FLAGS.stallTimeout,
    FLAGS.headerTimeout,
    FLAGS.requestTimeout,
    FLAGS.keepAliveTimeout,
    FLAGS.idleTimeout,
    FLAGS.stopTimeout,
    FLAGS.maxHeaderBytes,
    FLAGS.maxHeaders,
    FLAGS.metricsPort,
    FLAGS.metricsHost,
    FLAGS.log,
    FLAGS.remoteImages,
    FLAGS.open,
    FLAGS.watch,
  ],
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
  const allowedHosts = readHosts(args, io)
  const trace = readTraceOptions(io.env)
  const limits = { allowedHosts, answerOrigins: readOrigins(args, io), limits: readLimits(args, io) }
  const budget = await openBudget(args, io)
  const ledger = budget ?? createMemoryLedger()
  const [given] = args.positionals
  const isStore = given === undefined && readsStore(args, io)
  if (given !== undefined && args.has(FLAGS.searchUrl)) {
    throw new AskError('usage', 'Give either a folder or --search-url, not both')
  }
  const folder = given ?? (isStore ? '.' : await defaultFolder())
  const questions = await openQuestions(folder, args, io)
  const questionLog = questions?.options
  const mount = { ...(await mountOptions(args, io)), ...limits, model, trace, ledger, questionLog, fetch: io.fetch }
  const sources = { folder, mount, allowedHosts, overlay: await io.readOverlay() }
  const site = isStore ? await openStoreSite(sources, args, io)
    : args.has(FLAGS.watch) ? await openWatchedSite(sources, args, io) : await openSite(sources, args, io)
  const { ask, home } = site
  const metrics = args.number(FLAGS.metricsPort) === null ? null : createRequestMetrics(io.now)
  const observe = observeAll([metrics, log].flatMap((one) => one?.observe ?? []))
  const servers: RunningServer[] = []
  try {
    const options = { ...listening, ...((metrics ?? log) !== null && { observe }) }
    servers.push(await startServer(site.handle, options))
    if (metrics !== null) {
      const limit = limits.limits.tokensPerDay ?? LIMITS.tokensPerDay.default
      const answers = model.apiKey === undefined ? null : { ledger, limit }
      servers.push(await serveMetrics({ metrics, site, answers, allowedHosts }, args))
    }
  } catch (error) {
    // A watch or a server would keep the process alive.
    await Promise.all([site.close(), ...servers.map(({ stop }) => stop())])
    throw error
  }
  const [server, metricsServer] = servers
  const kept = questions?.summary ?? null
  const started = { answers: answersBy(model), questions: kept, metrics: metricsServer?.url ?? null }
  if (site.content === null) await reportStore(ask.service, started, args, io)
  else report({ ...site, ...started }, args, io)
  const address = (server?.url ?? '') + home
  io.stdout.write(`\nOpen ${address}\n`)
  // Builds the graph if it comes from the content: after search is ready, before the first reader needs it.
  await ask.service.suggestions()
  const warming = new AbortController()
  const warm = site.content === null ? null : warmUp(ask.service, site.content.chunks, warming.signal)
  if (args.has(FLAGS.open) && !(await io.openBrowser(address))) io.stderr.write('The browser could not be opened\n')
  await stopped
  warming.abort()
  await warm
  await site.close()
  await Promise.all(servers.map(({ stop }) => stop()))
  await ask.flush()
  await questions?.close()
  budget?.close()
  return 0
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
  const address = { host: args.text(FLAGS.metricsHost), port: args.number(FLAGS.metricsPort) ?? 0, allowedHosts }
  const processMetrics = createProcessMetrics()
  return startMetricsServer(() => [
    ...metrics.metrics(),
    ...siteMetrics(site.figures()),
    ...(answers === null ? [] : budgetMetrics(answers, Date.now())),
    ...processMetrics(),
  ], address)
}

/** Host names by which the service may be called; the flag overrides the variable. */
function readHosts(args: Arguments, { env }: Io): readonly string[] {
  const list = args.text(FLAGS.allowedHosts)
  return hostNames('allowedHosts', list === null ? (readAllowedHosts(env) ?? []) : splitList(list))
}

/** Origins whose pages get answers; the flag overrides the variable. */
function readOrigins(args: Arguments, { env }: Io): readonly string[] | undefined {
  const list = args.text(FLAGS.answerOrigins)
  return list === null ? readAnswerOrigins(env) : splitList(list)
}

/** Limits from flags and variables; a flag overrides the variable of the same limit. */
function readLimits(args: Arguments, { env }: Io): LimitOptions {
  const { answer, ...limits } = readLimitOptions(env) ?? {}
  const flags = limitsOf(args)
  return { ...limits, ...flags.limits, answer: { ...answer, ...flags.answer } }
}

/** The file that stores the tokens used today, null without one; the flag overrides the variable. */
async function openBudget(args: Arguments, io: Io): Promise<BudgetFile | null> {
  const path = args.text(FLAGS.budgetFile) ?? readBudgetFile(io.env)
  return path === null ? null : openBudgetFile(path, { log: (line) => io.stderr.write(`${sanitizeLine(line)}\n`) })
}

/** Address and limits of the server. Throws `AskError('usage')` for limits that contradict each other. */
export function listenOptions(args: Arguments): ListenOptions {
  if (args.number(FLAGS.headerTimeout) > args.number(FLAGS.requestTimeout)) {
    throw new AskError('usage', '--header-timeout is part of --request-timeout and can\'t be longer: raise both')
  }
  return {
    host: args.text(FLAGS.host),
    port: args.number(FLAGS.port),
    trustedProxies: args.number(FLAGS.trustedProxies),
    limits: {
      maxConnections: args.number(FLAGS.maxConnections),
      maxConnectionsPerClient: args.number(FLAGS.maxClientConnections),
      maxLargeRepliesPerClient: args.number(FLAGS.maxClientReplies),
      stalledMs: args.number(FLAGS.stallTimeout) * 1_000,
      headersMs: args.number(FLAGS.headerTimeout) * 1_000,
      requestMs: args.number(FLAGS.requestTimeout) * 1_000,
      keepAliveMs: args.number(FLAGS.keepAliveTimeout) * 1_000,
      idleMs: args.number(FLAGS.idleTimeout) * 1_000,
      graceMs: args.number(FLAGS.stopTimeout) * 1_000,
      maxHeaderBytes: args.number(FLAGS.maxHeaderBytes),
      maxHeaders: args.number(FLAGS.maxHeaders),
    },
  }
}

/** Reads and mounts a site that does not change while it is served. */
async function openSite(sources: WatchSources, args: Arguments, io: Io): Promise<WatchedSite> {
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
  const served = await createServedSite({ ask, content, graph, allowedHosts, overlay }, args)
  const warnings = [...site.warnings, ...served.warnings]
  const figures = figuresOf(content)
  return { ...served, ask, content, state, indexed, warnings, figures: () => figures, close: async () => undefined }
}

/** A site whose content is in a store. */
type OpenStoreSite = StoreSite & Pick<WatchedSite, 'figures' | 'close'> & { readonly content: null }

/** Mounts the store that flags and variables name; rejects if it can't be read. */
async function openStoreSite({ mount, ...sources }: WatchSources, args: Arguments, io: Io): Promise<OpenStoreSite> {
  const ask = openStore(args, io, mount)
  await ask.service.warm()
  return { ...createStoreSite(ask, sources, args), figures: () => null, close: async () => undefined, content: null }
}

async function mountOptions(
  args: Arguments,
  io: Io,
): Promise<Pick<AskOptions, 'endpoint' | 'corsOrigins' | 'trustedProxies' | 'siteTitle' | 'openapi' | 'log'>> {
  const openapi = await io.packageFile('openapi.yaml')
  return {
    endpoint: args.text(FLAGS.basePath),
    corsOrigins: splitList(args.text(FLAGS.corsOrigins) ?? ''),
    trustedProxies: args.number(FLAGS.trustedProxies),
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    ...(openapi === null ? {} : { openapi }),
    log: (line) => io.stderr.write(`${sanitizeLine(line)}\n`),
  }
}

/** The parts of a report that don't depend on the content. */
type StartedServices = Pick<StartReport, 'answers' | 'questions' | 'metrics'>

async function reportStore({ store }: Service, started: StartedServices, args: Arguments, io: Io): Promise<void> {
  const { url, index } = storeLocation(args, io)
  const sections = (await store?.size()) ?? 0
  io.stdout.write(`Serving ${sanitizeLine(`${args.text(FLAGS.siteTitle) ?? index} (${url})`)}\n`)
  printRows([['Content', count(sections, 'section')]], started, io)
}

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

function report(
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
function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'none, only search results (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}
