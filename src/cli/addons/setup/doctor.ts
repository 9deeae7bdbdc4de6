/**
 * `ask doctor`: checks of everything that search and answers need, from the version of Node to the proxy. This file
 * reads files and sends requests, `doctor/` turns the results into findings, and these are printed at once, a line each
 * with advice below it, or as one JSON object at the end; either way without the secrets of the environment.
 */
import { dirname, join, resolve } from 'node:path'
import { findAstroProject, findEnvFiles } from '../../../addons/astro/project/astro-project.ts'
import { type Check, checkNode, checkSettings, checksOf, type Status } from '../../../addons/setup/doctor/check.ts'
import {
  checkBrokenGraph, checkContent, checkGraph, checkUnreadable, type SiteGenerator,
} from '../../../addons/setup/doctor/content.ts'
import { checkEndpoint } from '../../../addons/setup/doctor/endpoint.ts'
import { checkKey, checkModel, KEY_VARIABLE } from '../../../addons/setup/doctor/model.ts'
import { checkUrls, noSitemap, readPublishedSitemap, type SitemapListing } from '../../../addons/setup/doctor/site.ts'
import { checkStore } from '../../../addons/setup/doctor/store.ts'
import { checkStream } from '../../../addons/setup/doctor/stream.ts'
import type { RecognizedSite } from '../../../addons/setup/init/plan.ts'
import { recognizeSite } from '../../../addons/setup/project/recognize-site.ts'
import { findPageSearch } from '../../../addons/static/node/built-pages.ts'
import { AskError } from '../../../core/base/errors.ts'
import { createRedactor } from '../../../core/base/redact.ts'
import { count } from '../../../core/base/text.ts'
import { parseAddress } from '../../../core/client/request.ts'
import { formatOf } from '../../../core/content/address.ts'
import { readModelOptions, readSecrets } from '../../../core/environment.ts'
import { addressesOf } from '../../../core/graph/addresses.ts'
import { type ModelSettings, resolveModel } from '../../../core/llm/settings.ts'
import { isSitemapCandidate, readFolderSitemap } from '../../../core/node/content/sitemap-files.ts'
import { findGraph } from '../../../core/node/graph/graph-file.ts'
import { type Arguments, type Command, namesStore } from '../../command-line/arguments.ts'
import { CONTENT_FLAGS, FLAGS } from '../../command-line/flags.ts'
import { baseOf, type Content, readContent } from '../../source/content.ts'
import type { Io } from '../../terminal/io.ts'
import { createPrinter, type Printer } from '../../terminal/printer.ts'
import { formatJson, sanitizeLine } from '../../terminal/sanitize.ts'
import { wrap } from '../../terminal/wrap.ts'
import { openConnection } from '../store/open-store.ts'

/** The findings of a service that reads no folder, of one without a store, and those without an address. */
const NO_FOLDER = [
  checksOf('content').skip('Not checked: the search engine has the content; give a folder as well to check it'),
  checksOf('urls').skip('Not compared: there is no folder'),
  checksOf('graph').skip('Not checked: the search engine has the graph'),
]
const NO_STORE = [checksOf('store').skip('Not tested: no search engine is named (`--search-url`, ASK_SEARCH_URL)')]
const NO_ENDPOINT = [
  checksOf('endpoint').skip('Not tested: give a deployed service, `--endpoint https://docs.example.com/api/ask`'),
  checksOf('stream').skip('Not tested: there is no `--endpoint`'),
]

export const doctorCommand: Command = {
  usage: '[content]',
  summary: 'Check content, graph, key, model and proxy, and say what to fix',
  details: `Reads the folder as \`ask serve\` does. If LLM_API_KEY is set, the model gets one small request.
--endpoint checks a deployed service with a search and a question. --search-url (or ASK_SEARCH_URL)
checks the index in a search engine; a folder is then read only if you name it. Exit code 1 if a check failed.`,
  flags: [
    FLAGS.site, FLAGS.endpoint, FLAGS.searchUrl, FLAGS.index, FLAGS.offline, ...CONTENT_FLAGS, FLAGS.kgPath, FLAGS.json,
  ],
  example: 'ask doctor ./docs --endpoint https://docs.example.com/api/ask',
  async run(args, io) {
    const isJson = args.has(FLAGS.json)
    const redact = createRedactor(readSecrets(io.env))
    const printer = createPrinter(io.stdout, io.env)
    const checks: Check[] = []
    for await (const { message, remedy, ...found } of runChecks(args, io)) {
      const check = { ...found, message: redact(message), ...(remedy !== undefined && { remedy: redact(remedy) }) }
      checks.push(check)
      if (!isJson) printCheck(check, printer)
    }
    const countOf = (status: Status) => checks.filter((check) => check.status === status).length
    const [failed, warned] = [countOf('fail'), countOf('warn')]
    const isFine = failed + warned === 0
    if (isJson) io.stdout.write(formatJson({ checks }))
    else printer.line(`\n${isFine ? 'No problems found' : `${count(failed, 'failure')}, ${count(warned, 'warning')}`}`)
    return failed > 0 ? 1 : 0
  },
}

/** Yields all findings in order, each as soon as it is ready. Throws `AskError('usage')` before the first. */
async function* runChecks(args: Arguments, io: Io): AsyncGenerator<Check> {
  const [siteText, endpointText] = [args.text(FLAGS.site), args.text(FLAGS.endpoint)]
  const site = siteText === null ? null : parseAddress(siteText, 'site', '')
  const endpoint = endpointText === null ? null : parseAddress(endpointText)
  yield checkNode(process.versions.node, `${process.platform} ${process.arch}`)
  yield checkSettings(args.settings)
  const isStore = namesStore(args, io)
  const hasFolder = !isStore || args.positionals.length > 0
  const result = hasFolder ? await readAndCheckContent(args, io) : null
  yield* result?.checks ?? NO_FOLDER
  if (result !== null) {
    yield* await compareUrls(result, site, args, io)
    yield await readAndCheckGraph(result.content, args.text(FLAGS.kgPath))
  }
  yield* isStore ? await readAndCheckStore(args, io) : NO_STORE
  yield* probeKeyAndModel(result?.content?.folder ?? '.', args, io)
  yield* endpoint === null ? NO_ENDPOINT : probeEndpoint(endpoint, site, io)
}

/** The result of the work, or what is made of the message of its `AskError`. */
async function orElse<T>(work: () => Promise<T>, fallback: (message: string) => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AskError) return fallback(error.message)
    throw error
  }
}

interface ContentResult {
  /** Null if it could not be read. */
  readonly content: Content | null
  readonly generator: SiteGenerator | null
  readonly checks: readonly Check[]
}

async function readAndCheckContent(args: Arguments, io: Io): Promise<ContentResult> {
  const [path = null] = args.positionals
  return orElse<ContentResult>(async () => {
    const content = await readContent(path, args, io)
    const { folder, site } = content
    const generator = await findGenerator(folder)
    // Sitemaps have a check of their own.
    const warnings = site.warnings.filter((warning) => !isSitemapCandidate(warning.path))
    const builtPages = site.pages.map((page) => page.path).filter((file) => formatOf(file) === 'html')
    const ownSearch = (await findPageSearch(folder, builtPages)) ?? generator?.ownSearch ?? null
    return { content, generator, checks: checkContent({ folder, site: { ...site, warnings }, generator, ownSearch }) }
  }, async (message) => {
    const generator = await findGenerator(path ?? '.')
    return { content: null, generator, checks: [checkUnreadable(message, generator)] }
  })
}

async function compareUrls(
  { content, generator, checks }: ContentResult,
  site: string | null,
  args: Arguments,
  io: Io,
): Promise<readonly Check[]> {
  if (content === null || checks.some(({ status }) => status === 'fail')) {
    return [checksOf('urls').skip('Not compared: fix the content first')]
  }
  const sitemap = site === null
    ? await readBuiltSitemap(content, generator)
    : await readPublishedSitemap(site, io)
  if (sitemap === null || (sitemap.name === null && sitemap.problems.length === 0)) return [noSitemap(site)]
  const urls = content.site.pages.map(({ url }) => url)
  return checkUrls({ urls, base: await baseOf(content.folder, args), sitemap })
}

async function readAndCheckGraph(content: Content | null, path: string): Promise<Check> {
  return orElse(async () => {
    const graph = await findGraph(path)
    if (graph === null || content === null) return checkGraph({ path, graph, content: null })
    const addresses = addressesOf(content.chunks)
    return checkGraph({ path, graph, content: { hash: await content.hash(), addresses } })
  }, checkBrokenGraph)
}

async function readAndCheckStore(args: Arguments, io: Io): Promise<readonly Check[]> {
  const findings = async () => {
    return checkStore(openConnection(args, io, FLAGS.searchUrl), { now: io.now, random: Math.random })
  }
  const remedy = 'Correct the flag or the variable: `ask serve` does not start with it'
  return orElse(findings, (message) => [checksOf('store').fail(message, remedy)])
}

async function* probeKeyAndModel(folder: string, args: Arguments, io: Io): AsyncGenerator<Check> {
  const { env, fetch } = io
  const { skip, fail } = checksOf('model')
  const files = await Promise.all(['.', folder].map((place) => findEnvFiles(place, KEY_VARIABLE)))
  const key = checkKey({ env, files: files.flat() })
  if (key.status === 'fail') return yield* [key, skip('Not tested: fix the key first')]
  const remedy = 'Correct the variable where the service is started: `ask serve` does not start with it'
  const settings = async () => resolveModel(readModelOptions(env))
  const model = await orElse<ModelSettings | Check | null>(settings, (message) => fail(message, remedy))
  if (model === null) return yield* [key, skip('Not tested: there is no key')]
  if ('status' in model) return yield* [key, model]
  yield key
  const { host } = new URL(model.baseUrl)
  if (args.has(FLAGS.offline)) return yield skip(`${model.model} at ${host} was not tested: --offline is set`)
  const hasProxy = ['HTTPS_PROXY', 'https_proxy'].some((name) => env[name] !== undefined)
  yield await checkModel(model, { fetch, date: Date.now, hasProxy })
}

async function* probeEndpoint(endpoint: string, site: string | null, io: Io): AsyncGenerator<Check> {
  const { now } = io
  const fetch: Io['fetch'] = (url, init) => {
    // As of a reader who is not in the question log.
    const headers = new Headers(init?.headers)
    headers.set('sec-gpc', '1')
    return io.fetch(url, { ...init, headers })
  }
  const { address, checks } = await checkEndpoint(endpoint, { fetch, site })
  yield* checks
  if (address === null) return yield checksOf('stream').skip('Not tested: fix the endpoint first')
  yield await checkStream(address, { fetch, now, nonce: crypto.randomUUID().slice(0, 8) })
}

/** Colors of a terminal (SGR). */
const COLORS: Readonly<Record<Status, number>> = { ok: 32, warn: 33, fail: 31, skip: 2 }
/** Columns before a message and before its remedy. */
const INDENT = 16
const REMEDY_INDENT = INDENT + 2

function printCheck({ name, status, message, remedy }: Check, { columns, styled, line, prose }: Printer): void {
  const label = status.padEnd(6)
  const [first = '', ...others] = wrap(sanitizeLine(message), columns - INDENT)
  line(styled(COLORS[status])(label) + name.padEnd(INDENT - label.length) + first)
  for (const other of others) line(' '.repeat(INDENT) + other)
  if (remedy !== undefined) prose(sanitizeLine(remedy), REMEDY_INDENT)
}

/** Finds the generator of a folder's pages: in the folder, else in the current one if that reads the folder. */
export async function findGenerator(folder: string): Promise<SiteGenerator | null> {
  const project = await findAstroProject(folder)
  const site = await findSite(folder)
  if (site === null) return null
  const output = site.outputFolder === null ? null : join(site.folder, site.outputFolder)
  const { title, ownSearch } = site
  return { title, collections: project === null ? null : Object.keys(project.site.collections), output, ownSearch }
}

/** The site in a folder, else that in the current one or one above that has its pages in the folder; null for none. */
async function findSite(folder: string): Promise<RecognizedSite | null> {
  const own = await recognize(folder)
  if (own !== null) return own
  for (const around of new Set(['.', dirname(folder), dirname(dirname(folder))])) {
    const site = await recognize(around)
    const folders = [site?.contentFolder, site?.outputFolder]
    if (folders.some((path) => path != null && resolve(around, path) === resolve(folder))) return site
  }
  return null
}

/** The site in a folder; null if the folder holds only pages or can't be read. */
function recognize(folder: string): Promise<RecognizedSite | null> {
  return orElse<RecognizedSite | null>(async () => {
    const site = await recognizeSite(folder)
    return site?.kind === 'folder' ? null : site
  }, () => null)
}

/** Reads the sitemap among the pages, else that in the generator's output; null if there is none. */
export async function readBuiltSitemap(
  { folder, site }: Content,
  generator: SiteGenerator | null,
): Promise<SitemapListing | null> {
  const output = generator?.output ?? null
  const folders = [
    ...(site.pages.some(({ path }) => formatOf(path) === 'html') ? [folder] : []),
    ...(output === null ? [] : [join(output, 'client'), output]),
  ]
  for (const candidate of folders) {
    const sitemap = await readFolderSitemap(candidate).catch(() => null)
    const [path] = sitemap?.paths ?? []
    if (sitemap === null || path === undefined) continue
    const problems = sitemap.warnings.map((warning) => {
      return `${join(candidate, warning.path)}:${warning.line}: ${warning.message}`
    })
    return { name: join(candidate, path), locations: sitemap.locations, problems }
  }
  return null
}
