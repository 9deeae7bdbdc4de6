/**
 * `ask serve`: a folder of content, a watched one, or a store as an HTTP service, with the options that flags,
 * variables and settings give, and the lines that it prints at its start.
 */
import { randomUUID } from 'node:crypto'
import { createAsk } from '../../../core/ask.ts'
import { count, foldSpace } from '../../../core/base/text.ts'
import { AskError } from '../../../core/base/errors.ts'
import {
  readAccessOptions, readModelOptions, readPath, readTraceOptions, splitList,
} from '../../../core/environment.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import { createMemoryLedger } from '../../../core/http/answers/guard.ts'
import { hostNames } from '../../../core/http/wire/caller.ts'
import { LIMITS, replaceLimits } from '../../../core/settings.ts'
import { type ModelOptions, resolveModel } from '../../../core/llm/settings.ts'
import { type BudgetFile, openBudgetFile } from '../../../core/node/files/budget-file.ts'
import { openQuestionLog, QUESTION_LOG_DAYS } from '../../../core/node/files/question-log.ts'
import { findGraph } from '../../../core/node/graph/graph-file.ts'
import {
  budgetMetrics, createJsonLog, createProcessMetrics, createRequestMetrics, type JsonLog, siteMetrics,
  startMetricsServer,
} from '../../../core/node/server/observers.ts'
import { observeAll } from '../../../core/node/server/listener.ts'
import { type RunningServer, startServer } from '../../../core/node/server/server.ts'
import { loadAddon } from '../../package-copy.ts'
import { type Arguments, type Command, readsStore, settingsOf } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { defaultFolder, readContent } from '../../source/content.ts'
import { chooseGraph, openStore } from '../../source/knowledge.ts'
import { type Io, type Output, ownerLog } from '../../terminal/io.ts'
import { createPrinter, printWarnings } from '../../terminal/printer.ts'
import { sanitizeLine } from '../../terminal/sanitize.ts'
import {
  describeContent, figuresOf, loadPages, NO_PAGES, type OpenSite, openWatchedSite, type WatchSources,
} from './watched-site.ts'

const WATCHES_FOLDER = '--watch needs a folder: changes in a search engine are shown without it'
/** Address of the metrics without a setting: only this machine reaches it. */
const METRICS_HOST = '127.0.0.1'

export const serveCommand: Command = {
  usage: '[content]',
  summary: 'Serve a folder over HTTP: its pages, search and knowledge',
  details: `The folder contains Markdown, MDX or built HTML. Default: the current folder if it is an Astro
project, else ./docs, else ./dist, else the current folder. With --search-url, or ASK_SEARCH_URL,
it serves what \`ask index push\` wrote to a search engine instead. The model is set by variables,
such as LLM_API_KEY. Limits, time-outs and details of logs are settings of ask.json.`,
  flags: [
    FLAGS.port, FLAGS.host, FLAGS.basePath, ...CONTENT_FLAGS, FLAGS.kgPath, FLAGS.searchUrl, FLAGS.index,
    FLAGS.allowedHosts, FLAGS.corsOrigins, FLAGS.trustedProxies, FLAGS.answerOrigins, FLAGS.questionLog,
    FLAGS.metricsPort, FLAGS.log, FLAGS.open, FLAGS.watch, FLAGS.demo,
  ],
  example: 'ask serve ./docs --port 8080',
  run: serve,
}

async function serve(args: Arguments, processIo: Io): Promise<number> {
  if (!args.has(FLAGS.demo)) return serveSite(args, processIo)
  const { demoOf } = await loadAddon(() => import('../../addons/demo/demo.ts'))
  const demo = await demoOf(args, processIo)
  return serveSite(demo.args, demo.io, demo.questions)
}

/** Serves a site until it is stopped; `suggestions` takes the place of those that its graph has. */
async function serveSite(args: Arguments, processIo: Io, suggestions?: readonly string[]): Promise<number> {
  const { log, io } = openLog(args, processIo)
  io.outliveOutput()
  const stopped = io.stopSignal()
  const model = readModelOptions(io.env)
  const trace = readTraceOptions(io.env)
  const access = accessOptions(args, io)
  /** What is open, the newest last: it is closed before what it uses. */
  const opened: (() => unknown)[] = []
  try {
    const budget = await openBudget(args, io)
    opened.push(() => budget?.close())
    const ledger = budget ?? createMemoryLedger()
    const { folder, name } = await chooseSource(args, io)
    const questions = await openQuestions(folder, args, io)
    opened.push(() => questions?.close())
    const services = { model, trace, ledger, questionLog: questions?.options, fetch: io.fetch }
    const mount = { ...(await mountOptions(args, io)), ...access, ...services }
    const sources = { mount, allowedHosts: access.allowedHosts, overlay: await io.readOverlay(), suggestions }
    const open = args.has(FLAGS.watch) ? openWatchedSite : openFolder
    const site = await (folder === null ? openStoreSite(sources, args, io) : open({ ...sources, folder }, args, io))
    const servers: RunningServer[] = []
    opened.push(site.ask.flush, () => Promise.all(servers.map(({ stop }) => stop())), site.close)
    const requests = args.has(FLAGS.metricsPort) ? createRequestMetrics(io.now) : null
    const observers = [requests, log].flatMap((one) => one?.observe ?? [])
    const observe = observers.length === 0 ? undefined : observeAll(observers)
    const server = await startServer(site.handle, {
      host: args.text(FLAGS.host),
      port: args.number(FLAGS.port),
      trustedProxies: args.number(FLAGS.trustedProxies),
      limits: settingsOf(args).server ?? {},
      observe,
    })
    servers.push(server)
    const limit = access.limits.tokensPerDay ?? LIMITS.tokensPerDay.default
    const metrics = requests === null ? null : await startMetrics(() => [
      requests.metrics(),
      siteMetrics(site.figures()),
      // Without a model there are no answers.
      model.apiKey === undefined ? '' : budgetMetrics({ ledger, limit }, Date.now()),
    ].join(''), access.allowedHosts, args)
    if (metrics !== null) servers.push(metrics)
    const isDemo = suggestions !== undefined
    io.stdout.write(`Serving ${sanitizeLine(name)}\n`)
    createPrinter(io.stdout, io.env).table([
      // A demonstration has no file to build, and no model.
      ...site.rows.filter(([name]) => !isDemo || name !== 'Graph'),
      ['Answers', isDemo ? 'recorded: no model is asked' : answersBy(model)],
      ...(questions === null ? [] : [['Questions', questions.summary] as const]),
      ...(metrics === null ? [] : [['Metrics', `${metrics.url}/metrics`] as const]),
    ])
    printWarnings(site.warnings, io)
    const address = server.url + (site.home ?? args.text(FLAGS.basePath))
    io.stdout.write(site.home === null ? `\n${NO_PAGES}\nRoutes at ${address}\n` : `\nOpen ${address}\n`)
    // Builds the graph if it comes from the content: after search is ready, before the first reader needs it.
    await site.ask.service.suggestions()
    if (args.has(FLAGS.open) && !(await io.openBrowser(address))) io.stderr.write('The browser could not be opened\n')
    await stopped
  } finally {
    // A server would keep the process alive, also after a failure.
    for (const close of opened.reverse()) await close()
  }
  return 0
}

/** The folder to serve, null for a store, and its name for people. Throws `AskError('usage')` if both are given. */
async function chooseSource(args: Arguments, io: Io) {
  const [given] = args.positionals
  if (given !== undefined && args.has(FLAGS.searchUrl)) {
    throw new AskError('usage', 'Give either a folder or --search-url, not both')
  }
  const title = args.text(FLAGS.siteTitle)
  if (given === undefined && readsStore(args, io)) {
    if (args.has(FLAGS.watch)) throw new AskError('usage', WATCHES_FOLDER)
    const { storeLocation } = await loadAddon(() => import('../../addons/store/open-store.ts'))
    const { url, index } = storeLocation(args, io)
    return { folder: null, name: `${title ?? index} (${url})` }
  }
  const folder = given ?? (await defaultFolder())
  return { folder, name: title === null ? folder : `${title} (${folder})` }
}

function startMetrics(ofSite: () => string, allowedHosts: readonly string[], args: Arguments): Promise<RunningServer> {
  const { metricsHost: host = METRICS_HOST } = settingsOf(args)
  const ofProcess = createProcessMetrics()
  const port = args.number(FLAGS.metricsPort) ?? 0
  return startMetricsServer(() => ofSite() + ofProcess(), { host, port, allowedHosts })
}

/** The log, null without one. With a log, stdout are its messages and stderr its warnings. */
function openLog(args: Arguments, io: Io): { readonly log: JsonLog | null; readonly io: Io } {
  const format = args.text(FLAGS.log)
  if (format === 'text') return { log: null, io }
  if (format !== 'json') throw new AskError('usage', `--log must be text or json, not ${JSON.stringify(format)}`)
  const log = createJsonLog({ write: io.stdout.write, now: io.now, date: Date.now, id: randomUUID })
  return { log, io: { ...io, stdout: lineOutput(io.stdout, log.info), stderr: lineOutput(io.stderr, log.warn) } }
}

/** The file that stores the tokens used today, null without one; the variable overrides the setting. */
async function openBudget(args: Arguments, io: Io): Promise<BudgetFile | null> {
  const path = readPath(io.env, 'ASK_BUDGET_FILE') ?? settingsOf(args).budgetFile ?? null
  return path === null ? null : openBudgetFile(path, { log: ownerLog(io) })
}

/** An output whose lines a log takes. They are complete when they are written. */
function lineOutput(output: Output, take: (line: string) => void): Output {
  const write = (text: string) => {
    for (const line of text.split('\n')) if (line.trim() !== '') take(foldSpace(line))
  }
  return { write, isTerminal: false, columns: output.columns }
}

/** The model and its host, so that an owner sees where the key is sent. */
function answersBy(options: ModelOptions): string {
  const settings = resolveModel(options)
  if (settings === null) return 'none, only search results (LLM_API_KEY is not set)'
  return `${settings.model} at ${new URL(settings.baseUrl).host}`
}

async function openFolder(sources: WatchSources, args: Arguments, io: Io): Promise<OpenSite> {
  const { folder, mount, allowedHosts, overlay, suggestions } = sources
  const content = await readContent(folder, args, io)
  const { chunks, site } = content
  const { graph, state } = await chooseGraph(await findGraph(args.text(FLAGS.kgPath)), content, args)
  const makeGraph = async () => ({ ...(await extractGraph(site.pages)), ...(suggestions && { suggestions }) })
  const ask = createAsk({ ...mount, content: async () => chunks, graph: async () => graph, makeGraph })
  const started = io.now()
  await ask.service.warm()
  const indexed = io.now() - started
  const { createServedSite } = await loadPages()
  const served = await createServedSite({ ask, content, allowedHosts, overlay }, args)
  const figures = figuresOf(content)
  const rows = describeContent(content, state, indexed)
  return { ...served, ask, rows, warnings: site.warnings, figures: () => figures, close: async () => undefined }
}

type StoreSources = Omit<WatchSources, 'folder'>

async function openStoreSite({ mount, ...sources }: StoreSources, args: Arguments, io: Io): Promise<OpenSite> {
  const ask = await openStore(args, io, mount)
  await ask.service.warm()
  const { createStoreSite } = await loadPages()
  const served = createStoreSite({ ask, ...sources }, args)
  const rows = [['Content', count((await ask.service.store?.size()) ?? 0, 'section')]] as const
  return { ...served, ask, rows, warnings: [], figures: () => null, close: async () => undefined }
}

/** The options that say who may use the service, and how much; a flag overrides its variable, and that its setting. */
export function accessOptions(args: Arguments, { env }: Io) {
  const [hosts, origins] = [args.text(FLAGS.allowedHosts), args.text(FLAGS.answerOrigins)]
  const { allowedHosts = [], answerOrigins, limits } = readAccessOptions(env)
  return {
    allowedHosts: hostNames('allowedHosts', hosts === null ? allowedHosts : splitList(hosts)),
    answerOrigins: origins === null ? answerOrigins : splitList(origins),
    limits: replaceLimits(settingsOf(args).limits, limits),
  }
}

/** The options of the service that only flags and settings set. */
async function mountOptions(args: Arguments, io: Io) {
  const openapi = await io.packageFile('openapi.yaml')
  const { instructions, contact } = settingsOf(args)
  return {
    endpoint: args.text(FLAGS.basePath),
    corsOrigins: splitList(args.text(FLAGS.corsOrigins) ?? ''),
    trustedProxies: args.number(FLAGS.trustedProxies),
    siteTitle: args.text(FLAGS.siteTitle) ?? undefined,
    instructions, contact,
    ...(openapi === null ? {} : { openapi }),
    log: ownerLog(io),
  }
}

/** The question log, and its path and what it keeps for people; null without one. The flag overrides the variable. */
async function openQuestions(folder: string | null, args: Arguments, io: Io) {
  const { questionLogContent: content = 'redacted', questionLogDays: days = QUESTION_LOG_DAYS } = settingsOf(args)
  const path = args.text(FLAGS.questionLog) ?? readPath(io.env, 'ASK_QUESTION_LOG')
  if (path === null) return null
  const served = folder === null ? {} : { servedFolder: folder }
  const sink = await openQuestionLog(path, { days, ...served, log: ownerLog(io) })
  return {
    options: { sink, content },
    summary: `${sanitizeLine(path)} (${content}, ${count(days, 'day')})`,
    close: sink.close,
  }
}
