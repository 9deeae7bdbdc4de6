/**
 * The service as one handler of HTTP requests: its routes, a table of method, pattern and handler; before them the
 * limits of clients, behind them the Error bodies of failures. Patterns are written as in openapi.yaml. A parameter is
 * always the last segment of one. It matches the whole remaining path with its slashes, since ids contain slashes and
 * some proxies decode `%2F`.
 */
import { onAbort } from '../base/abort.ts'
import { AskError, type ErrorCode, failureLine, statusOf } from '../base/errors.ts'
import { type Acquire, createSemaphore } from '../base/semaphore.ts'
import type { SectionSummary } from '../graph/knowledge.ts'
import { foldTerm } from '../graph/names.ts'
import { createMcpServer } from '../mcp/server.ts'
import { createTools } from '../mcp/tools/tools.ts'
import type { Service, StoreReads } from '../service.ts'
import { createQuestionHandler, type QuestionDeps } from './answers/question-handler.ts'
import { readAskRequest } from './answers/question.ts'
import { framesOf } from './answers/run-answer.ts'
import { createFeedbackHandler, type FeedbackKeeper, keepsVerdicts } from './feedback.ts'
import { createMcpHandler } from './mcp.ts'
import { limitedClient, withCors, withHostCheck } from './wire/caller.ts'
import type { Handler, HttpReply, HttpRequest, Target } from './wire/message.ts'
import { createRateLimit } from './wire/rate-limit.ts'
import {
  createReplyCache, entityTag, errorReply, eventStreamReply, JSON_TYPE, jsonReply, matchesEtag, methodReply,
  readHeaders,
} from './wire/reply.ts'
import { parseTarget } from './wire/request.ts'
import type { HttpSettings } from './wire/settings.ts'

const MINUTE_MS = 60_000
/** Status of a service that can't do it now (RFC 9110, 15.6.4). */
const BUSY = 503
const UNLOADABLE = "The content or the graph of this service can't be loaded."
/** Methods of all paths together, for OPTIONS of `*`, which is the whole server (RFC 9110, 9.3.7). */
const SERVER_METHODS = 'GET, HEAD, POST, OPTIONS'
/** The base path as openapi.yaml has it; replaced by the configured one. */
const WRITTEN_ENDPOINT = '/api/ask'
/** Most bytes of replies to reads in the cache. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024
/** Lists whose first batch a store reads at the same time, and the queue of the others. */
const FIRST_BATCHES = { slots: 2, maxWaiting: 64, maxWaitMs: 30_000 }
/** Further batches that it reads at the same time: a list that has begun waits for them, whatever else comes. */
const FURTHER_BATCHES = { slots: 2, maxWaiting: Infinity, maxWaitMs: Infinity }
/** Seconds after which a client may ask again for a list. */
const LIST_RETRY_SECONDS = 5

/**
 * The handler of all requests, each of which gets the current version of the service. A reply to HEAD has the body of
 * GET, which the adapters drop.
 */
export function createHandler(current: () => Service, settings: HttpSettings, deps: Omit<RouteDeps, 'tell'>): Handler {
  const { now, log } = deps
  const tell = createFailureLog(log)
  const route = createRouter(createRoutes(current, settings, { ...deps, tell }))
  const noteProxy = createProxyNote(settings.trustedProxies, log)
  const secondsToWait = createRateLimit({ requests: settings.postsPerMinute, perMs: MINUTE_MS }, now)

  /** 429 for a POST of a client over its limit, else null. */
  function replyToTooMany(request: HttpRequest): HttpReply | null {
    const isPost = request.method === 'POST'
    const seconds = isPost ? secondsToWait(limitedClient(request, settings.trustedProxies)) : 0
    if (seconds === 0) return null
    const message = `At most ${settings.postsPerMinute} requests a minute; try again in ${seconds} s.`
    return errorReply(statusOf('too-many-requests'), message, { 'retry-after': String(seconds) })
  }

  function replyToFailure(error: unknown, request: HttpRequest): HttpReply {
    // A query may be private.
    const [path = ''] = request.target.split('?', 1)
    const what = `${request.method} ${path} failed`
    if (error instanceof AskError) return errorReply(statusOf(error.code), tell(what, error))
    if (!request.signal.aborted) log(failureLine(what, error))
    return errorReply(500, 'Internal error.')
  }

  /** The reply, with the pattern of its route if it has one. Never rejects. */
  async function replyTo(request: HttpRequest, target?: Target): Promise<HttpReply> {
    let pattern: string | null = null
    try {
      if (request.method === 'OPTIONS' && request.target === '*') return methodReply(request.method, SERVER_METHODS)
      const { segments, query } = target ?? parseTarget(request.target)
      const match = route(request.method, segments)
      if (match === null) throw new AskError('not-found', 'Not found.')
      if (match.type === 'methods') return methodReply(request.method, match.allow)
      pattern = match.route.pattern
      const routed = replyToTooMany(request) ?? match.route.handle({ request, param: match.param, query })
      // Copied field by field: an object spread would cost half as much as the rest of a short read.
      const { status, headers, body } = routed instanceof Promise ? await routed : routed
      return { status, headers, body, route: pattern }
    } catch (error) {
      const reply = replyToFailure(error, request)
      return pattern === null ? reply : { ...reply, route: pattern }
    }
  }

  async function handle(request: HttpRequest, target?: Target): Promise<HttpReply> {
    noteProxy(request)
    const reply = await replyTo(request, target)
    return settings.corsOrigins.length === 0 ? reply : withCors(reply, request, settings.corsOrigins)
  }

  return withHostCheck(handle, settings.allowedHosts)
}

/**
 * A function that gives the message of a failure for readers. They get no path of the server, and the owner sees no
 * reply: so what is wrong with content and graph is logged, once, since each request fails with it. A store logs its own.
 */
function createFailureLog(log: (line: string) => void): RouteDeps['tell'] {
  const logged = new Map<ErrorCode, string>()

  /** The fault of a graph is the cause of that of its file. */
  function withoutPath({ code, message, cause }: AskError): string {
    if (code === 'graph-format' && cause instanceof AskError) return withoutPath(cause)
    return code === 'file' || code === 'graph-missing' ? UNLOADABLE : message
  }

  return function tell(what, error) {
    const { code, message } = error
    if (statusOf(code) >= 500 && code !== 'store') {
      if (logged.get(code) !== message) log(failureLine(what, error))
      logged.set(code, message)
    }
    return withoutPath(error)
  }
}

/** A function that logs, once, which option to set if requests come through a proxy that isn't trusted. */
function createProxyNote(trustedProxies: number, log: (line: string) => void): (request: HttpRequest) => void {
  let isDone = trustedProxies > 0
  return function note({ client, header }) {
    if (isDone || client === '') return
    const name = ['x-forwarded-for', 'forwarded'].find((candidate) => header(candidate) !== null)
    if (name === undefined) return
    isDone = true
    const remedy = name === 'forwarded' ? 'Let it send X-Forwarded-For, and set' : 'Set'
    log(
      `A request came through a proxy (it has ${name}), and trustedProxies is 0: all readers behind it share the ` +
        `limits of one client. ${remedy} the number of your proxies: --trusted-proxies 1 (option trustedProxies)`,
    )
  }
}

export interface RouteDeps extends QuestionDeps {
  readonly log: (line: string) => void
  /** Gives the message of a failure for readers, and logs it once, whoever asked. */
  readonly tell: (what: string, error: AskError) => string
  readonly feedback: FeedbackKeeper
  /** Names the current version of the content. */
  readonly revision: () => string | Promise<string>
}

/** All routes of a service, whose version may change between two requests, at its configured paths. */
export function createRoutes(current: () => Service, settings: HttpSettings, deps: RouteDeps): readonly Route[] {
  const { feedback, now, log, tell, revision } = deps
  const { endpoint, openapi } = settings
  let cached = { revision: '', reply: createReplyCache(MAX_CACHED_BYTES) }
  const ask = createQuestionHandler(current, settings, deps)
  const handleFeedback = createFeedbackHandler(settings, feedback)
  const source = { knowledge: async () => current(), origin: null, ask: null, pages: async () => current() }
  const shown = (error: AskError) => tell('A call over MCP failed', error)
  const mcp = createMcpServer({ tools: createTools(null), source, title: null, now, log, shown })
  const handleMcp = createMcpHandler(mcp, settings, ask)
  const { model, store } = current()
  const listSections = store === undefined ? null : createSectionsStream(store)

  /** The reply to a read; cached for the revision before the read, since content may change meanwhile. */
  async function cachedJson(request: HttpRequest, key: string, read: () => Promise<unknown>): Promise<HttpReply> {
    const latest = await revision()
    if (latest !== cached.revision) cached = { revision: latest, reply: createReplyCache(MAX_CACHED_BYTES) }
    return cached.reply(request, key, { type: JSON_TYPE, text: async () => JSON.stringify(await read()) })
  }

  async function handleQuestion({ request }: RoutedRequest): Promise<HttpReply> {
    const question = await readAskRequest(request)
    const asked = await ask(question, request, { isStreamed: true })
    if (asked.type === 'keyword') return jsonReply(200, asked.response)
    const context = { detail: question.detail, keepsVerdicts: keepsVerdicts(request, feedback), now, log }
    const frames = framesOf(asked.events, { ...context, signal: request.signal })
    return eventStreamReply(frames, settings.heartbeatMs)
  }

  /** 503 while content or graph can't be loaded. Only the owner's log gets the reason. */
  async function showReadiness(): Promise<HttpReply> {
    try {
      await current().warm()
      return jsonReply(200, { status: 'ready' })
    } catch (error) {
      log(failureLine('The service is not ready', error))
      return errorReply(BUSY, UNLOADABLE)
    }
  }

  const routes = [
    get(endpoint, ({ request }) => {
      return cachedJson(request, 'suggestions', async () => ({ suggestions: await current().suggestions(), model }))
    }),
    post(endpoint, handleQuestion),
    post(`${endpoint}/feedback`, ({ request }) => handleFeedback(request)),
    get(`${endpoint}/filters`, ({ request }) => cachedJson(request, 'filters', () => current().filterValues())),
    get(`${endpoint}/glossary`, ({ request }) => cachedJson(request, 'glossary', () => current().glossary())),
    get(`${endpoint}/glossary/{term}`, ({ request, param }) => {
      const read = async () => existing(await current().term(param), 'No glossary entry has this term or alias.')
      return cachedJson(request, `term ${foldTerm(param)}`, read)
    }),
    get(`${endpoint}/sections`, ({ request, query }) => {
      const group = new URLSearchParams(query).get('group') || null
      if (listSections !== null) return listSections(request, group)
      return cachedJson(request, group === null ? 'sections' : `group ${group}`, () => current().sections(group))
    }),
    get(`${endpoint}/sections/{id}`, ({ request, param }) => {
      const read = async () => existing(await current().section(param), 'No section has this id.')
      return cachedJson(request, `section ${param}`, read)
    }),
    get(`${endpoint}/overview`, ({ request }) => cachedJson(request, 'overview', () => current().overview())),
    post(`${endpoint}/mcp`, ({ request }) => handleMcp(request)),
    get('/healthz', showHealth),
    get('/readyz', () => showReadiness()),
  ]
  if (openapi === null) return routes
  const document = {
    type: 'application/yaml; charset=utf-8',
    text: () => openapi.replaceAll(WRITTEN_ENDPOINT, () => endpoint),
  }
  return [...routes, get('/openapi.yaml', ({ request }) => cached.reply(request, 'openapi.yaml', document))]
}

async function showHealth({ request }: RoutedRequest): Promise<HttpReply> {
  // The reply has no tag, so only `*` matches a client's copy of it (RFC 9110, 13.1.2).
  if (request.header('if-none-match')?.trim() !== '*') return jsonReply(200, { status: 'ok' })
  return { status: 304, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }, body: null }
}

function get(pattern: string, handle: Route['handle']): Route {
  return { method: 'GET', pattern, handle }
}

function post(pattern: string, handle: Route['handle']): Route {
  return { method: 'POST', pattern, handle }
}

function existing<T>(value: T | null, message: string): T {
  if (value === null) throw new AskError('not-found', message)
  return value
}

/**
 * A streamed list of the sections of a store, of one group, or of all if it is null. No slot is held while a client
 * reads: a slow one would close the list to all. How many lists a client has under way is the server's limit.
 */
function createSectionsStream({ revision, summaries }: StoreReads) {
  const acquireFirst = createSemaphore(FIRST_BATCHES)
  const acquireFurther = createSemaphore(FURTHER_BATCHES)

  return async function listSections(request: HttpRequest, group: string | null): Promise<HttpReply> {
    const { signal } = request
    const tag = await entityTag(new TextEncoder().encode(JSON.stringify([await revision(), 'sections', group])))
    const headers = readHeaders(tag)
    if (matchesEtag(request.header('if-none-match'), tag)) return { status: 304, headers, body: null }
    const release = await acquireFirst(signal)
    if (release === null) {
      const message = `Too many lists of sections are being read; try again in ${LIST_RETRY_SECONDS} s.`
      return errorReply(BUSY, message, { 'retry-after': String(LIST_RETRY_SECONDS) })
    }
    try {
      const batches = summaries(group)[Symbol.asyncIterator]()
      // The store may hold something for the list.
      const end = () => void Promise.resolve(batches.return?.()).catch(() => undefined)
      onAbort(signal, end)
      // Read before the reply begins: if the store fails now, the client still gets an Error body.
      const first = await batches.next()
      const all = { status: 200, headers: { 'content-type': JSON_TYPE, ...headers } }
      if (request.method !== 'HEAD') return { ...all, body: jsonPieces(first, batches, () => acquireFurther(signal)) }
      end()
      return { ...all, body: null }
    } finally {
      release()
    }
  }
}

async function* jsonPieces(
  first: IteratorResult<readonly SectionSummary[]>,
  batches: AsyncIterator<readonly SectionSummary[]>,
  acquire: () => ReturnType<Acquire>,
): AsyncGenerator<string> {
  async function next() {
    const release = await acquire()
    if (release === null) throw new AskError('cancelled', 'The client has left.')
    return batches.next().finally(release)
  }

  try {
    let before = '{"sections":['
    for (let batch = first; batch.done !== true; batch = await next()) {
      yield before + batch.value.map((section) => JSON.stringify(section)).join(',')
      before = ','
    }
    yield `${before === ',' ? '' : before}]}`
  } finally {
    await batches.return?.()
  }
}

export interface RoutedRequest {
  readonly request: HttpRequest
  /** Value of the pattern's parameter, decoded; empty for a pattern without one. */
  readonly param: string
  /** Query of the target, not decoded. */
  readonly query: string
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** `/api/ask/sections/{id}` */
  readonly pattern: string
  readonly handle: (routed: RoutedRequest) => HttpReply | Promise<HttpReply>
}

/** The route; or, for a path that exists only for other methods, its Allow header; or null for an unknown path. */
type Match =
  | { readonly type: 'route'; readonly route: Route; readonly param: string }
  | { readonly type: 'methods'; readonly allow: string }
  | null

/** A router over a table of routes, of which HEAD uses that of GET; no two patterns may match the same path. */
export function createRouter(table: readonly Route[]) {
  const paths = table.map((route) => {
    const segments = route.pattern.split('/').filter((segment) => segment !== '')
    const hasParam = segments.at(-1)?.startsWith('{') ?? false
    return { route, hasParam, literals: hasParam ? segments.slice(0, -1) : segments }
  })

  return function route(method: string, segments: readonly string[]): Match {
    const matching = paths.filter(({ literals, hasParam }) => {
      const isLength = hasParam ? segments.length > literals.length : segments.length === literals.length
      return isLength && literals.every((literal, at) => literal === segments[at])
    })
    const routeMethod = method === 'HEAD' ? 'GET' : method
    const match = matching.find(({ route }) => route.method === routeMethod)
    if (match !== undefined) {
      return { type: 'route', route: match.route, param: segments.slice(match.literals.length).join('/') }
    }
    const allow = matching.flatMap(({ route: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return allow.length === 0 ? null : { type: 'methods', allow: [...allow, 'OPTIONS'].join(', ') }
  }
}
