/**
 * MCP over HTTP: each POST carries one message (or a batch), and the HTTP reply carries the reply to it; the reply to a
 * slow call is an event stream of its progress. There are no sessions: nothing is stored between requests, and the
 * router replies to GET and DELETE with 405. Headers that repeat values of the message, for proxies, are checked.
 */
import { decodeBase64, encodeBase64 } from '../base/bytes.ts'
import { AskError, statusOf } from '../base/errors.ts'
import { isObject } from '../base/json.ts'
import {
  BATCH_VERSION, checkModern, errorReply, handleBatch, HEADER_MISMATCH, idOf, invalidRequest, isId, LEGACY_VERSIONS,
  METHOD_NOT_FOUND, missingVersion, MODERN_VERSIONS, parseError, readMessage, readModern, type Reply, type Request,
  RpcError,
} from '../mcp/protocol.ts'
import type { McpServer, Notify, RequestContext } from '../mcp/server.ts'
import { formatFrame } from '../sse/event-stream.ts'
import type { QuestionHandler } from './answers/question-handler.ts'
import { isAllowedOrigin } from './wire/caller.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import { eventStreamReply, jsonReply, STREAM_HEADERS } from './wire/reply.ts'
import { acceptWeights, parseJsonBody, readBytes } from './wire/request.ts'
import type { HttpSettings } from './wire/settings.ts'

/** Messages of one batch, which the limit of POSTs a minute counts as one. */
const MAX_BATCH = 20

/** The HTTP reply to messages that get no reply of their own, such as notifications. */
const ACCEPTED: HttpReply = { status: 202, headers: { 'x-content-type-options': 'nosniff' }, body: null }

/** The fields of a question besides its query. */
const QUESTION = { mode: 'agentic', detail: false, history: [], filter: {}, page: null, view: null } as const

const MAX_MESSAGE_BYTES = 1_048_576
/** Levels of nested objects and arrays; the capabilities of a client need a few. */
const MAX_JSON_DEPTH = 64

/** The handler of the POSTs of MCP clients, whose questions are counted to each of them. */
export function createMcpHandler(
  server: McpServer,
  settings: HttpSettings,
  ask: QuestionHandler,
): (request: HttpRequest) => Promise<HttpReply> {
  /** The context of a call; without `notify` for a reply in one piece, which can't show progress. */
  function contextOf(request: HttpRequest, notify: Notify | null = null): RequestContext {
    return {
      // Made when it is asked for: most calls end before anything listens to it.
      get signal() {
        return request.signal
      },
      notify,
      ask: (query) => ask({ ...QUESTION, query }, request),
    }
  }

  async function handleRequest(message: Request, request: HttpRequest, form: ReplyForm): Promise<HttpReply> {
    checkHeaders(message, request.header)
    if (server.hasProgress(message) && isStreamed(message, request, form)) {
      const frames = replyFrames(async (notify) => server.handle(message, contextOf(request, notify)))
      return eventStreamReply(frames, settings.heartbeatMs)
    }
    const reply = await server.handle(message, contextOf(request))
    const isUnknown = 'error' in reply && reply.error.code === METHOD_NOT_FOUND
    return isUnknown && readModern(message.params) !== null ? jsonReply(404, reply) : inForm(form, reply)
  }

  /** The reply to an array. Without a version header, the revision that has batches is assumed. */
  async function handleArray(values: readonly unknown[], request: HttpRequest, form: ReplyForm): Promise<HttpReply> {
    const version = request.header('mcp-protocol-version') ?? BATCH_VERSION
    const replies = await handleBatch(values, { version, maxMessages: MAX_BATCH }, (message) => {
      return message.type === 'request' ? server.handle(message, contextOf(request)) : null
    })
    return replies === null ? ACCEPTED : inForm(form, replies)
  }

  return async function handlePost(request) {
    if (!isAllowedOrigin(request, settings)) {
      return refused(403, 'this origin may not call the service; add it to the allowed origins')
    }
    let value: unknown
    try {
      value = parseJsonBody(await readBytes(request, MAX_MESSAGE_BYTES), MAX_JSON_DEPTH)
      if (value === undefined) throw parseError(`the body is not JSON in UTF-8 with at most ${MAX_JSON_DEPTH} levels`)
      const form = replyForm(request.header('accept'))
      if (form === null) return refused(406, 'the Accept header must list application/json or text/event-stream')
      if (Array.isArray(value)) return await handleArray(value, request, form)
      const message = readMessage(value)
      if (message.type === 'request') return await handleRequest(message, request, form)
      checkVersion(request.header('mcp-protocol-version'))
      return ACCEPTED
    } catch (error) {
      if (error instanceof AskError) return refused(statusOf(error.code), error.message)
      return jsonReply(400, errorReply(idOf(value), error))
    }
  }
}

/** True if the client accepts nothing but a stream, or accepts one and asks for progress. */
function isStreamed({ params }: Request, { header }: HttpRequest, form: ReplyForm): boolean {
  const meta = params['_meta']
  return form === 'stream' || (lists(header('accept'), STREAM_RANGES) && isObject(meta) && isId(meta['progressToken']))
}

function inForm(form: ReplyForm, reply: Reply | readonly Reply[]): HttpReply {
  if (form === 'json') return jsonReply(200, reply)
  return { status: 200, headers: STREAM_HEADERS, body: formatFrame('message', reply) }
}

/** The reply to a POST without a message, whose id isn't known. */
function refused(status: number, reason: string): HttpReply {
  return jsonReply(status, errorReply(null, invalidRequest(reason)))
}

/**
 * The frames of a call's progress, then of its reply. `work` starts when the first is read; it never rejects, and sends
 * few notifications, at least a second apart.
 */
async function* replyFrames(work: (notify: Notify) => Promise<Reply>): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = () => undefined as void
  const finished = work((method, params) => {
    waiting.push(formatFrame('message', { jsonrpc: '2.0', method, params }))
    wake()
  })
  let reply: Reply | null = null
  while (reply === null) {
    const woken = new Promise<null>((resolve) => (wake = () => resolve(null)))
    yield* waiting.splice(0)
    reply = await Promise.race([finished, woken])
  }
  yield* waiting
  yield formatFrame('message', reply)
}

/** Method -> the member of its params that `Mcp-Name` repeats. */
const NAME_KEYS: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])

type Header = HttpRequest['header']

/** Throws for a request that contradicts its headers. */
export function checkHeaders({ method, params }: Request, header: Header): void {
  const version = header('mcp-protocol-version')
  const modern = readModern(params)
  if (modern === null) {
    // A handshake negotiates the revision in its body.
    if (version !== null && MODERN_VERSIONS.includes(version) && method !== 'initialize') throw missingVersion()
    return checkVersion(version)
  }
  checkHeader('MCP-Protocol-Version', version, modern.version)
  checkModern(modern)
  checkHeader('Mcp-Method', header('mcp-method'), method)
  const key = NAME_KEYS.get(method)
  const name = key === undefined ? undefined : params[key]
  if (typeof name !== 'string') return
  const given = header('mcp-name')
  checkHeader('Mcp-Name', given, name, given === null ? null : decodeName(given))
}

function checkHeader(name: string, given: string | null, expected: string, decoded = given): void {
  if (decoded === expected) return
  const problem = given === null ? 'is missing' : 'does not match the message'
  throw new RpcError(HEADER_MISMATCH, `Header mismatch: ${name} ${problem}`)
}

/** Throws for a legacy message with an unknown `MCP-Protocol-Version`. No header means 2025-03-26. */
function checkVersion(version: string | null): void {
  const versions = [...MODERN_VERSIONS, ...LEGACY_VERSIONS]
  if (version === null || versions.includes(version)) return
  throw invalidRequest(`MCP-Protocol-Version must be one of ${versions.join(', ')}`)
}

/** The form of a reply in one piece: JSON, or a stream of one event. */
export type ReplyForm = 'json' | 'stream'

const JSON_RANGES = ['application/json', 'application/*', '*/*']
const STREAM_RANGES = ['text/event-stream', 'text/*']

/** The form for an `Accept` header: a stream only if JSON is not accepted, null if neither is. */
export function replyForm(accept: string | null): ReplyForm | null {
  if (accept === null || accept.trim() === '' || lists(accept, JSON_RANGES)) return 'json'
  return lists(accept, STREAM_RANGES) ? 'stream' : null
}

/** True if an `Accept` header lists one of these media ranges with a weight above 0. */
function lists(accept: string | null, ranges: readonly string[]): boolean {
  const weights = acceptWeights(accept)
  return ranges.some((range) => (weights.get(range) ?? 0) > 0)
}

/** The name in a header, decoded if it has the form `=?base64?…?=`; null if that is malformed. */
function decodeName(value: string): string | null {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1]
  if (encoded === undefined) return value
  try {
    const bytes = decodeBase64(encoded)
    // Wrong padding can be decoded, but a proxy may not do so.
    if (bytes === null || encodeBase64(bytes) !== encoded) return null
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
