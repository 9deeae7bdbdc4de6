/** The routes of the contract over a service: a table of method, pattern and handler. */
import { onAbort } from '../base/abort.ts'
import { AskError, failureLine } from '../base/errors.ts'
import { createSemaphore, type Release } from '../base/semaphore.ts'
import type { SectionSummary } from '../graph/knowledge.ts'
import type { QuestionRecorder } from '../question-log/recorder.ts'
import type { Service, StoreReads } from '../service.ts'
import { framesOf } from './answers/answer-frames.ts'
import { readAskRequest } from './answers/ask-request.ts'
import { createQuestionHandler, questionContext } from './answers/question-handler.ts'
import type { AnswerBackend } from './answers/run-answer.ts'
import { createFeedbackHandler, type FeedbackKeeper, keepsVerdicts } from './feedback.ts'
import { createMcpHandler, createServiceMcp, type McpDeps } from './mcp.ts'
import type { Route, RoutedRequest } from './router.ts'
import { eventStreamReply } from './wire/event-stream.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import {
  createReplyCache, entityTag, errorReply, JSON_TYPE, jsonReply, matchesEtag, readHeaders,
} from './wire/reply.ts'
import type { HttpSettings } from './wire/settings.ts'

/** The base path as openapi.yaml has it; replaced by the configured one. */
const WRITTEN_ENDPOINT = '/api/ask'
/** Most replies to reads in the cache. */
const MAX_CACHED_REPLIES = 2_000

/** Lists that are sent at the same time, and the queue of the others. */
const LISTS = { slots: 2, maxWaiting: 64, maxWaitMs: 30_000 }

/** Dependencies of the routes besides the service. */
export interface RouteDeps extends Pick<McpDeps, 'now' | 'log'> {
  /** Null if the server has no key. */
  readonly answering: AnswerBackend | null
  /** The question log, null without one. */
  readonly recorder: QuestionRecorder | null
  /** Takes feedback. */
  readonly feedback: FeedbackKeeper
  /** Names the current version of the content. */
  readonly revision: () => string | Promise<string>
}

/** A read of the service, with the cache key of its reply. */
interface Read<Value> {
  readonly key: string
  readonly value: () => Promise<Value>
  /** Another cache key for a value that many reads have in common; null to use `key`. Default: always `key`. */
  readonly sharedKey?: (value: Value) => string | null
}

/** All routes of a service, whose version may change between two requests, at its configured paths. */
export function createRoutes(current: () => Service, settings: HttpSettings, deps: RouteDeps): readonly Route[] {
  const { answering, recorder, feedback, now, log, revision } = deps
  const { endpoint, openapi, trustedProxies } = settings
  const replies = createReplyCache(MAX_CACHED_REPLIES)
  const ask = createQuestionHandler(current, settings, { answering, recorder, now })
  const handleFeedback = createFeedbackHandler(settings, feedback)
  const handleMcp = createMcpHandler(createServiceMcp(current, { ask, trustedProxies, now, log }), settings)
  const { model, store } = current()
  const listSections = store === undefined ? null : createSectionsStream(store)

  /** The reply to a read. If the revision is known at once, a cached reply is sent without reading the value. */
  function cachedJson<Value>(request: HttpRequest, read: Read<Value>): HttpReply | Promise<HttpReply> {
    const version = revision()
    if (typeof version !== 'string') return version.then((awaited) => readJson(request, awaited, read))
    return replies.cached(request, `${version} ${read.key}`) ?? readJson(request, version, read)
  }

  /** Reads the value. Its reply is cached for the revision before the read, since content may change meanwhile. */
  async function readJson<Value>(request: HttpRequest, version: string, read: Read<Value>): Promise<HttpReply> {
    const value = await read.value()
    const key = read.sharedKey?.(value) ?? read.key
    return replies.reply(request, `${version} ${key}`, { type: JSON_TYPE, text: () => JSON.stringify(value) })
  }

  async function handleQuestion({ request }: RoutedRequest): Promise<HttpReply> {
    const question = await readAskRequest(request, settings.maxBodyBytes)
    const reply = await ask(question, { ...questionContext(request, trustedProxies), isStreamed: true })
    if (reply.type === 'keyword') return jsonReply(200, reply.response)
    const context = { detail: question.detail, keepsVerdicts: keepsVerdicts(request, feedback), now, log }
    const frames = framesOf(reply.events, { ...context, signal: request.signal })
    return eventStreamReply(frames, settings.heartbeatMs)
  }

  /** 503 while content or graph can't be loaded. Only the owner's log gets the reason. */
  async function showReadiness(): Promise<HttpReply> {
    try {
      await current().warm()
      return jsonReply(200, { status: 'ready' })
    } catch (error) {
      log(failureLine('The service is not ready', error))
      return errorReply(503, "The content or the graph of this service can't be loaded.")
    }
  }

  const routes = [
    get(endpoint, ({ request }) => {
      const value = async () => ({ suggestions: await current().suggestions(), model })
      return cachedJson(request, { key: 'suggestions', value })
    }),
    post(endpoint, handleQuestion),
    post(`${endpoint}/feedback`, ({ request }) => handleFeedback(request)),
    get(`${endpoint}/filters`, ({ request }) => {
      return cachedJson(request, { key: 'filters', value: () => current().filterValues() })
    }),
    get(`${endpoint}/glossary`, ({ request }) => {
      return cachedJson(request, { key: 'glossary', value: () => current().glossary() })
    }),
    get(`${endpoint}/glossary/{term}`, ({ request, param }) => {
      const value = async () => existing(await current().term(param), 'No glossary entry has this term or alias.')
      return cachedJson(request, { key: `term ${param}`, value })
    }),
    get(`${endpoint}/sections`, ({ request, query }) => {
      const group = new URLSearchParams(query).get('group') || null
      if (listSections !== null) return listSections(request, group)
      const value = () => current().sections(group)
      if (group === null) return cachedJson(request, { key: 'sections', value })
      // All groups that don't exist share one reply, so that requests for them don't displace others from the cache.
      const sharedKey = ({ sections }: Awaited<ReturnType<typeof value>>) => (sections.length === 0 ? 'no group' : null)
      return cachedJson(request, { key: `group ${group}`, value, sharedKey })
    }),
    get(`${endpoint}/sections/{id}`, ({ request, param }) => {
      const value = async () => existing(await current().section(param), 'No section has this id.')
      return cachedJson(request, { key: `section ${param}`, value })
    }),
    get(`${endpoint}/overview`, ({ request }) => {
      return cachedJson(request, { key: 'overview', value: () => current().overview() })
    }),
    post(`${endpoint}/mcp`, ({ request }) => handleMcp(request)),
    get('/healthz', showHealth),
    get('/readyz', () => showReadiness()),
  ]
  if (openapi === null) return routes
  const document = {
    type: 'application/yaml; charset=utf-8',
    text: () => openapi.replaceAll(WRITTEN_ENDPOINT, () => endpoint),
  }
  return [...routes, get('/openapi.yaml', ({ request }) => replies.reply(request, 'openapi.yaml', document))]
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

/** Replies to a request for the sections of one group, or of all if it is null. */
type SectionsStream = (request: HttpRequest, group: string | null) => Promise<HttpReply>

/** A streamed list of the sections of a store. */
function createSectionsStream({ revision, summaries }: StoreReads): SectionsStream {
  const acquire = createSemaphore(LISTS)

  return async function listSections(request, group) {
    const tag = await entityTag(new TextEncoder().encode(JSON.stringify([await revision(), 'sections', group])))
    const headers = readHeaders(tag)
    if (matchesEtag(request.header('if-none-match'), tag)) return { status: 304, headers, body: null }
    const release = await acquire(request.signal)
    if (release === null) throw new AskError('store', 'Too many lists of sections are being read; try again.')
    // A body that is never read must release its slot as well.
    onAbort(request.signal, release)
    try {
      const batches = summaries(group)[Symbol.asyncIterator]()
      // The store may hold something for the list.
      const end = () => void Promise.resolve(batches.return?.()).catch(() => undefined)
      onAbort(request.signal, end)
      // Read before the reply begins: if the store fails now, the client still gets an Error body.
      const first = await batches.next()
      const body = request.method === 'HEAD' ? null : jsonPieces(first, batches, release)
      if (body === null) {
        release()
        end()
      }
      return { status: 200, headers: { 'content-type': JSON_TYPE, ...headers }, body }
    } catch (error) {
      release()
      throw error
    }
  }
}

type Batches = AsyncIterator<readonly SectionSummary[]>

async function* jsonPieces(
  first: IteratorResult<readonly SectionSummary[]>,
  batches: Batches,
  release: Release,
): AsyncGenerator<string> {
  try {
    let before = '{"sections":['
    for (let batch = first; batch.done !== true; batch = await batches.next()) {
      yield before + batch.value.map((section) => JSON.stringify(section)).join(',')
      before = ','
    }
    yield `${before === ',' ? '' : before}]}`
  } finally {
    release()
    await batches.return?.()
  }
}
