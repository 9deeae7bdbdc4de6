/**
 * MCP over HTTP: one message a POST, answered in its reply. There are no
 * sessions, so nothing is kept between requests, and GET and DELETE have
 * nothing to do (405, by the router).
 */
import { AskError, statusOf } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { answerBatch } from '../../mcp/protocol/batch.ts'
import { BATCH_VERSION, readEra } from '../../mcp/protocol/eras.ts'
import {
  errorReply,
  invalidReply,
  isId,
  METHOD_NOT_FOUND,
  type Message,
  parseErrorReply,
  readMessage,
  type Reply,
  type Request,
} from '../../mcp/protocol/jsonrpc.ts'
import type { Notify } from '../../mcp/protocol/progress.ts'
import type { McpServer, RequestContext } from '../../mcp/server.ts'
import { formatFrame } from '../../sse/write.ts'
import { isDeeperThan, readBytes } from '../wire/body.ts'
import { STREAM_HEADERS } from '../wire/event-stream.ts'
import { refuseHeaders, refuseVersion, replyForm, takesStream } from './headers.ts'
import { streamCall } from './call-stream.ts'
import type { HttpReply, HttpRequest } from '../wire/message.ts'
import { isAllowedOrigin } from '../wire/origin.ts'
import { jsonReply } from '../wire/reply.ts'
import type { HttpSettings } from '../wire/settings.ts'

const MAX_MESSAGE_BYTES = 1_048_576
/** Objects and arrays inside one another: a client's capabilities take a few. */
const MAX_JSON_DEPTH = 64
/** Messages of one batch; the limit of POSTs a minute counts batches. */
const MAX_BATCH = 20

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Answers the POSTs of MCP clients, each by a server of its own. */
export function createMcpEndpoint(
  serverFor: (request: HttpRequest) => McpServer,
  settings: HttpSettings,
): (request: HttpRequest) => Promise<HttpReply> {
  return async function answer(request) {
    if (!isAllowedOrigin(request, settings)) {
      return jsonReply(403, invalidReply(null, 'this origin may not call the service; add it to the allowed origins'))
    }
    const read = await readJson(request)
    if (read.type === 'refused') return read.reply
    const form = replyForm(request.header('accept'))
    if (form === null) return jsonReply(406, invalidReply(null, 'accept must admit application/json or text/event-stream'))
    const server = serverFor(request)
    if (Array.isArray(read.value)) return inForm(form, await answerArray(read.value, request, server))
    const message = readMessage(read.value)
    const refusal = refuseMessage(message, request)
    if (refusal !== null) return jsonReply(400, refusal)
    if (message.type !== 'request') return NOTHING
    if (isStreamed(message, form, request)) {
      return streamCall(async (notify) => server.answer(message, contextOf(request, notify)), settings.heartbeatMs)
    }
    return inForm(form, await answerRequest(message, request, server))
  }
}

/** What is never answered was taken in. */
const NOTHING: HttpReply = { status: 202, headers: { 'x-content-type-options': 'nosniff' }, body: null }

type Read = { readonly type: 'value'; readonly value: unknown } | { readonly type: 'refused'; readonly reply: HttpReply }

async function readJson(request: HttpRequest): Promise<Read> {
  try {
    return parseJson(await readBytes(request, MAX_MESSAGE_BYTES))
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return refusedRead(statusOf(error.code), invalidReply(null, error.message))
  }
}

function parseJson(bytes: Uint8Array): Read {
  try {
    const text = decoder.decode(bytes)
    // Deep nesting is dear to parse, and no message needs it.
    if (isDeeperThan(MAX_JSON_DEPTH, text)) return refusedRead(400, invalidReply(null, 'the message is nested too deeply'))
    return { type: 'value', value: JSON.parse(text) }
  } catch {
    return refusedRead(400, parseErrorReply('the body is not JSON in UTF-8'))
  }
}

function refusedRead(status: number, reply: Reply): Read {
  return { type: 'refused', reply: jsonReply(status, reply) }
}

interface Outcome {
  readonly status: number
  /** None for a batch of which nothing is answered. */
  readonly reply: Reply | readonly Reply[]
}

/** Why a message is not even looked at, null when it is. */
function refuseMessage(message: Message, { header }: HttpRequest): Reply | null {
  if (message.type === 'invalid') return message.reply
  const isRequest = message.type === 'request'
  const failure = isRequest ? refuseHeaders(message, header) : refuseVersion(header('mcp-protocol-version'))
  return failure === null ? null : errorReply(isRequest ? message.id : null, failure)
}

async function answerRequest(message: Request, request: HttpRequest, server: McpServer): Promise<Outcome> {
  const reply = await server.answer(message, contextOf(request, null))
  const isUnknown = 'error' in reply && reply.error.code === METHOD_NOT_FOUND && isModern(message)
  return { status: isUnknown ? 404 : 200, reply }
}

/** A batch, which one revision has; without the header it is taken for that one. */
async function answerArray(values: readonly unknown[], request: HttpRequest, server: McpServer): Promise<Outcome> {
  const version = request.header('mcp-protocol-version') ?? BATCH_VERSION
  const isBatch = version === BATCH_VERSION && !values.slice(0, MAX_BATCH).map(readMessage).some(isModern)
  if (!isBatch) return { status: 400, reply: invalidReply(null, `batches belong to revision ${BATCH_VERSION} alone`) }
  const reply = await answerBatch(values, MAX_BATCH, (message) => {
    if (message.type === 'request') return server.answer(message, contextOf(request, null))
    return message.type === 'invalid' ? message.reply : null
  })
  return { status: 'length' in reply ? 200 : 400, reply }
}

/** The one call that takes its time is streamed to whoever wants to hear how it goes, or takes nothing else. */
function isStreamed({ method, params }: Request, form: 'json' | 'stream', { header }: HttpRequest): boolean {
  if (method !== 'tools/call' || params['name'] !== 'answer' || !takesStream(header('accept'))) return false
  const meta = params['_meta']
  return form === 'stream' || (isObject(meta) && isId(meta['progressToken']))
}

function isModern(message: Message): boolean {
  if (message.type !== 'request' && message.type !== 'notification') return false
  const era = readEra(message.params)
  return 'type' in era && era.type === 'modern'
}

/** A reply in one piece carries no progress. */
function contextOf(request: HttpRequest, notify: Notify | null): RequestContext {
  return { get signal() { return request.signal }, notify }
}

function inForm(form: 'json' | 'stream', { status, reply }: Outcome): HttpReply {
  if ('length' in reply && reply.length === 0) return NOTHING
  if (form === 'json' || status !== 200) return jsonReply(status, reply)
  return { status, headers: STREAM_HEADERS, body: formatFrame('message', reply) }
}
