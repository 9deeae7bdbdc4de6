/**
 * MCP over HTTP: each POST carries one message (or a batch), and the HTTP reply carries the reply to it. There are no
 * sessions: nothing is stored between requests, and the router replies to GET and DELETE with 405.
 */
import { isObject } from '../../base/json.ts'
import { handleBatch, noBatchReply, readBatch } from '../../mcp/protocol/batch.ts'
import { BATCH_VERSION } from '../../mcp/protocol/eras.ts'
import { errorReply, invalidReply, isId, METHOD_NOT_FOUND, type Reply } from '../../mcp/protocol/jsonrpc.ts'
import { type Message, readMessage, type Request } from '../../mcp/protocol/message.ts'
import type { Notify } from '../../mcp/protocol/progress.ts'
import type { RequestContext } from '../../mcp/server.ts'
import { formatFrame } from '../../sse/write.ts'
import { STREAM_HEADERS } from '../wire/event-stream.ts'
import type { HttpReply, HttpRequest } from '../wire/message.ts'
import { isAllowedOrigin } from '../wire/origin.ts'
import { jsonReply } from '../wire/reply.ts'
import type { HttpSettings } from '../wire/settings.ts'
import { streamCall } from './call-stream.ts'
import { acceptsStream, checkHeaders, checkVersion, type ReplyForm, replyForm } from './headers.ts'
import { readJson } from './read-json.ts'
import type { ServiceMcp } from './service.ts'

/** Messages of one batch, which the limit of POSTs a minute counts as one. */
const MAX_BATCH = 20

/** The HTTP reply to messages that get no reply of their own, such as notifications. */
const ACCEPTED: HttpReply = { status: 202, headers: { 'x-content-type-options': 'nosniff' }, body: null }

/** The handler of the POSTs of MCP clients. */
export function createMcpHandler(
  { server, askFor }: ServiceMcp,
  settings: HttpSettings,
): (request: HttpRequest) => Promise<HttpReply> {
  /** The context of a call; without `notify` for a reply in one piece, which can't show progress. */
  function contextOf(request: HttpRequest, notify: Notify | null = null): RequestContext {
    return { get signal() { return request.signal }, notify, ask: askFor(request) }
  }

  async function handleRequest(message: Request, request: HttpRequest, form: ReplyForm): Promise<HttpReply> {
    if (server.hasProgress(message) && isStreamed(message, request, form)) {
      return streamCall(async (notify) => server.handle(message, contextOf(request, notify)), settings.heartbeatMs)
    }
    const reply = await server.handle(message, contextOf(request))
    const isUnknown = 'error' in reply && reply.error.code === METHOD_NOT_FOUND && message.era.type === 'modern'
    return isUnknown ? jsonReply(404, reply) : inForm(form, reply)
  }

  /** The reply to an array. Without a version header, the revision that has batches is assumed. */
  async function handleArray(values: readonly unknown[], request: HttpRequest, form: ReplyForm): Promise<HttpReply> {
    const version = request.header('mcp-protocol-version') ?? BATCH_VERSION
    if (version !== BATCH_VERSION) return jsonReply(400, noBatchReply())
    const batch = readBatch(values, MAX_BATCH)
    if (batch.type === 'invalid') return jsonReply(400, batch.reply)
    if (batch.messages.some(isModern)) return jsonReply(400, noBatchReply())
    const replies = await handleBatch(batch.messages, (message) => {
      if (message.type === 'request') return server.handle(message, contextOf(request))
      return message.type === 'invalid' ? message.reply : null
    })
    return replies.length === 0 ? ACCEPTED : inForm(form, replies)
  }

  return async function handlePost(request) {
    if (!isAllowedOrigin(request, settings)) {
      return jsonReply(403, invalidReply(null, 'this origin may not call the service; add it to the allowed origins'))
    }
    const body = await readJson(request)
    if (body.type === 'unreadable') return body.reply
    const form = replyForm(request.header('accept'))
    if (form === null) {
      return jsonReply(406, invalidReply(null, 'the Accept header must list application/json or text/event-stream'))
    }
    if (Array.isArray(body.value)) return handleArray(body.value, request, form)
    const message = readMessage(body.value)
    const problem = problemOf(message, request)
    if (problem !== null) return jsonReply(400, problem)
    return message.type === 'request' ? handleRequest(message, request, form) : ACCEPTED
  }
}

/** The reply to a message that is invalid or contradicts its headers, else null. */
function problemOf(message: Message, { header }: HttpRequest): Reply | null {
  if (message.type === 'invalid') return message.reply
  const isRequest = message.type === 'request'
  const failure = isRequest ? checkHeaders(message, header) : checkVersion(header('mcp-protocol-version'))
  return failure === null ? null : errorReply(isRequest ? message.id : null, failure)
}

/** True if the client accepts a stream and either asks for progress or accepts nothing else. */
function isStreamed({ params }: Request, { header }: HttpRequest, form: ReplyForm): boolean {
  const meta = params['_meta']
  return acceptsStream(header('accept')) && (form === 'stream' || (isObject(meta) && isId(meta['progressToken'])))
}

function isModern(message: Message): boolean {
  return (message.type === 'request' || message.type === 'notification') && message.era.type === 'modern'
}

function inForm(form: ReplyForm, reply: Reply | readonly Reply[]): HttpReply {
  if (form === 'json') return jsonReply(200, reply)
  return { status: 200, headers: STREAM_HEADERS, body: formatFrame('message', reply) }
}
