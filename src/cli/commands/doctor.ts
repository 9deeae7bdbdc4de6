/**
 * `ask doctor`: what stands between a site and its search and answers, from the
 * Node it runs on to the proxy in front of it. Reads and asks; what comes of it
 * is judged in `doctor/`.
 */
import { parseAddress } from '../../client/address.ts'
import { contentHash } from '../../content/hash.ts'
import { type Check, checksOf } from '../../doctor/check.ts'
import { checkContent, checkUnreadable, type KnownGenerator } from '../../doctor/content.ts'
import { checkEndpoint } from '../../doctor/endpoint-check.ts'
import { askService } from '../../doctor/endpoint.ts'
import { checkBrokenGraph, checkGraph } from '../../doctor/graph.ts'
import { checkKey, checkKeyTarget } from '../../doctor/key.ts'
import { askModel, checkModel } from '../../doctor/model.ts'
import { checkNode } from '../../doctor/node.ts'
import { checkProgram } from '../../doctor/program.ts'
import { parseSite, readPublishedSitemap } from '../../doctor/published-sitemap.ts'
import { checkStream } from '../../doctor/stream-check.ts'
import { askQuestion } from '../../doctor/stream.ts'
import { checkUrls, noSitemap } from '../../doctor/urls.ts'
import { readModelOptions } from '../../environment.ts'
import { AskError } from '../../base/errors.ts'
import { type ModelSettings, resolveModel } from '../../llm/settings.ts'
import { findGraph } from '../../node/graph/graph-file.ts'
import { isSitemapCandidate } from '../../node/content/sitemap-files.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Command } from '../command-line/command.ts'
import { type Content, readContent } from '../source/content.ts'
import { baseOf, filesWithKey, findGenerator, PACKAGE, readBuiltSitemap, readProgramFiles } from '../source/doctor-files.ts'
import { createReport } from '../terminal/doctor-report.ts'
import { CONTENT_FLAGS, DEFAULT_GRAPH_PATH, JSON_FLAG, KG_PATH_FLAG } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'

/** For what one check reads from disk, in ms: a network drive may never answer. */
const DISK_LIMIT_MS = 120_000

export const doctorCommand: Command = {
  name: 'doctor',
  takes: '[content]',
  words: [0, 1],
  summary: 'Check content, graph, key, model and proxy, and say what to do',
  details: `Reads the content as \`ask serve\` does. With LLM_API_KEY set the model gets one small request; with
--endpoint a deployed service gets a search and a question. Exit code 1 when a check failed.`,
  flags: [
    { name: 'site', value: 'URL', help: 'The published site: its sitemap, and may its pages call the service?' },
    { name: 'endpoint', value: 'URL', help: 'A deployed service: what comes through to it, and do answers stream?' },
    { name: 'offline', value: null, help: 'Ask no model' },
    ...CONTENT_FLAGS,
    KG_PATH_FLAG,
    JSON_FLAG,
  ],
  example: `$ ask doctor ./docs --endpoint https://docs.example.com/api/ask
ok    content   ./docs: 14 pages, 141 sections, 2 groups
…
fail  stream    Nothing came for 4.81 s, then the whole answer at once (23 parts): something on
                the way holds it back
                  \`X-Accel-Buffering: no\` does not arrive: …`,
  async run(args, io) {
    const report = createReport(args.has('json'), io)
    for await (const found of examine({ args, io })) report.add(found)
    return report.end()
  },
}

/** A command line and its surroundings. */
interface Call {
  readonly args: Arguments
  readonly io: Io
}

/** All findings in order, each as soon as it is known. Throws `AskError('usage')` before the first. */
async function* examine({ args, io }: Call): AsyncGenerator<Check> {
  const [named, deployed] = [args.text('site'), args.text('endpoint')]
  const site = named === null ? null : parseSite(named)
  const endpoint = deployed === null ? null : parseAddress(deployed)
  yield checkNode(process.versions.node, `${process.platform} ${process.arch}`)
  yield checkProgram(await readProgramFiles(PACKAGE))
  const examined = await inTime(examineContent(args), { content: null, generator: null, checks: [tooSlow('content')] })
  yield* examined.checks
  yield* examineUrls(examined, site, { args, io })
  yield await inTime(examineGraph(examined.content, args), tooSlow('graph'))
  yield* examineModel(examined.content?.folder ?? '.', { args, io })
  yield* endpoint === null ? noEndpoint() : examineEndpoint(endpoint, site, io)
}

interface ExaminedContent {
  /** Null where it could not be read. */
  readonly content: Content | null
  readonly generator: KnownGenerator | null
  readonly checks: readonly Check[]
}

async function examineContent(args: Arguments): Promise<ExaminedContent> {
  const named = args.words[0] ?? null
  try {
    const content = await readContent(named, args)
    const { folder, site } = content
    const generator = await findGenerator(folder)
    // What is said of sitemaps is a check of its own.
    const warnings = site.warnings.filter(({ path }) => !isSitemapCandidate(path))
    return { content, generator, checks: checkContent({ folder, site: { ...site, warnings }, generator }) }
  } catch (error) {
    if (!(error instanceof AskError) || error.code === 'usage') throw error
    const generator = await findGenerator(named ?? '.')
    return { content: null, generator, checks: [checkUnreadable(error.message, generator)] }
  }
}

async function* examineUrls(examined: ExaminedContent, site: string | null, { args, io }: Call): AsyncGenerator<Check> {
  const { content, generator, checks } = examined
  if (content === null || checks.some(({ status }) => status === 'fail')) {
    return yield checksOf('urls').skip('Not compared: the content comes first')
  }
  const built = () => inTime(readBuiltSitemap(content, generator), null)
  const sitemap = site === null ? await built() : await readPublishedSitemap(site, io)
  if (sitemap === null || (sitemap.name === null && sitemap.problems.length === 0)) return yield noSitemap(site)
  const urls = content.site.pages.map(({ url }) => url)
  const isAstro = generator !== null && generator.collections !== null
  yield* checkUrls({ urls, base: await baseOf(content.folder, args), isAstro, sitemap })
}

async function examineGraph(content: Content | null, args: Arguments): Promise<Check> {
  const path = args.text('kg-path') ?? DEFAULT_GRAPH_PATH
  try {
    const graph = await findGraph(path)
    if (graph === null || content === null) return checkGraph({ path, graph, content: null })
    const ids = new Set(content.chunks.map(({ id }) => id))
    return checkGraph({ path, graph, content: { hash: await contentHash(content.chunks), ids } })
  } catch (error) {
    if (error instanceof AskError) return checkBrokenGraph(error.message)
    throw error
  }
}

async function* examineModel(folder: string, { args, io }: Call): AsyncGenerator<Check> {
  const { env, fetch, now } = io
  const { skip } = checksOf('model')
  const key = checkKey({ env, files: await filesWithKey(folder) })
  const model = key.status === 'fail' ? null : readModel(env)
  const isSet = model !== null && !('status' in model)
  yield (isSet && key.status === 'ok' ? checkKeyTarget(model.key, model.target) : null) ?? key
  if (model === null) return yield skip(`Not asked, ${key.status === 'fail' ? 'the key comes first' : 'without a key'}`)
  if (!isSet) return yield model
  const { host } = new URL(model.baseUrl)
  if (args.has('offline')) return yield skip(`${model.model} at ${host} is not asked: \`--offline\``)
  const hasProxy = ['HTTPS_PROXY', 'https_proxy'].some((name) => env[name] !== undefined)
  yield checkModel(model, await askModel(model, { fetch, now }), hasProxy)
}

/** The model that is set, null for none, or what is wrong with its variables. */
function readModel(env: Io['env']): ModelSettings | Check | null {
  try {
    return resolveModel(readModelOptions(env))
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    const remedy = 'Correct it where the service is started; `ask serve` refuses to start with it'
    return checksOf('model').fail(error.message, remedy)
  }
}

async function* examineEndpoint(endpoint: string, site: string | null, { fetch, now }: Io): AsyncGenerator<Check> {
  const replies = await askService(endpoint, { fetch, site })
  yield* checkEndpoint(replies, site === null ? null : new URL(site).origin)
  if (replies.service === null) return yield checksOf('stream').skip('Not asked: the endpoint comes first')
  yield checkStream(await askQuestion(replies.address, { fetch, now, nonce: crypto.randomUUID().slice(0, 8) }))
}

function noEndpoint(): Check[] {
  return [
    checksOf('endpoint').skip('No service is named: `--endpoint https://docs.example.com/api/ask` asks one'),
    checksOf('stream').skip('No service is named'),
  ]
}

/** What a piece of work gives, or `late` where it takes longer than a disk should. */
async function inTime<T>(work: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<T>((resolve) => (timer = setTimeout(resolve, DISK_LIMIT_MS, late)))
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

function tooSlow(name: 'content' | 'graph'): Check {
  const remedy = 'Is the folder on a network drive, or more than the content? Name a smaller one'
  return checksOf(name).fail(`Reading took longer than ${DISK_LIMIT_MS / 1_000} s`, remedy)
}
