/**
 * MCP over HTTP: one message a POST, answered in its reply. There are no
 * sessions, so nothing is kept between requests, and GET and DELETE have
 * nothing to do (405, by the router).
 */
import { AskError, statusOf } from '../errors.ts'
import { answerBatch } from '../mcp/batch.ts'
import { BATCH_VERSION, readEra } from '../mcp/eras.ts'
import {
  errorReply,
  invalidReply,
  METHOD_NOT_FOUND,
  type Message,
  parseErrorReply,
  readMessage,
  type Reply,
} from '../mcp/jsonrpc.ts'
import type { McpServer, RequestContext } from '../mcp/server.ts'
import { isDeeperThan, readBytes } from './body.ts'
import { refuseHeaders, refuseVersion, replyForm } from './mcp-headers.ts'
import type { HttpReply, HttpRequest } from './message.ts'
import { isAllowedOrigin } from './origin.ts'
import { jsonReply } from './reply.ts'
import type { HttpSettings } from './settings.ts'

const MAX_MESSAGE_BYTES = 1_048_576
/** Objects and arrays inside one another: a client's capabilities take a few. */
const MAX_JSON_DEPTH = 64
/** Messages of one batch; the limit of POSTs a minute counts batches. */
const MAX_BATCH = 20

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Answers the POSTs of MCP clients. */
export function createMcpEndpoint(server: McpServer, settings: HttpSettings): (request: HttpRequest) => Promise<HttpReply> {
  return async function answer(request) {
    if (!isAllowedOrigin(request, settings)) {
      return jsonReply(403, invalidReply(null, 'this origin may not call the service; add it to the allowed origins'))
    }
    const read = await readJson(request)
    if (read.type === 'refused') return read.reply
    const form = replyForm(request.header('accept'))
    if (form === null) return jsonReply(406, invalidReply(null, 'accept must admit application/json or text/event-stream'))
    const { status, reply } = await answerValue(read.value, request, server)
    if (reply === null) return { status, headers: { 'x-content-type-options': 'nosniff' }, body: null }
    return form === 'json' || status !== 200 ? jsonReply(status, reply) : streamReply(reply)
  }
}

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
  /** Null for what is never answered. */
  readonly reply: Reply | readonly Reply[] | null
}

async function answerValue(value: unknown, request: HttpRequest, server: McpServer): Promise<Outcome> {
  const version = request.header('mcp-protocol-version')
  if (Array.isArray(value)) return answerArray(value, request, server)
  const message = readMessage(value)
  if (message.type === 'invalid') return refused(message.reply)
  const failure = message.type === 'request' ? refuseHeaders(message, request.header) : refuseVersion(version)
  if (failure !== null) return refused(errorReply(message.type === 'request' ? message.id : null, failure))
  if (message.type !== 'request') return { status: 202, reply: null }
  const reply = await server.answer(message, contextOf(request))
  const isUnknown = 'error' in reply && reply.error.code === METHOD_NOT_FOUND && isModern(message)
  return { status: isUnknown ? 404 : 200, reply }
}

/** A batch, which one revision has; without the header it is taken for that one. */
async function answerArray(values: readonly unknown[], request: HttpRequest, server: McpServer): Promise<Outcome> {
  const version = request.header('mcp-protocol-version') ?? BATCH_VERSION
  const isBatch = version === BATCH_VERSION && !values.slice(0, MAX_BATCH).map(readMessage).some(isModern)
  if (!isBatch) return refused(invalidReply(null, `batches belong to revision ${BATCH_VERSION} alone`))
  const reply = await answerBatch(values, MAX_BATCH, (message) => {
    if (message.type === 'request') return server.answer(message, contextOf(request))
    return message.type === 'invalid' ? message.reply : null
  })
  if (!('length' in reply)) return refused(reply)
  return reply.length === 0 ? { status: 202, reply: null } : { status: 200, reply }
}

function refused(reply: Reply): Outcome {
  return { status: 400, reply }
}

function isModern(message: Message): boolean {
  if (message.type !== 'request' && message.type !== 'notification') return false
  const era = readEra(message.params)
  return 'type' in era && era.type === 'modern'
}

/** A reply in one piece carries no progress. */
function contextOf(request: HttpRequest): RequestContext {
  return { get signal() { return request.signal }, notify: null }
}

function streamReply(reply: Reply | readonly Reply[]): HttpReply {
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: `event: message\ndata: ${JSON.stringify(reply)}\n\n` }
}
