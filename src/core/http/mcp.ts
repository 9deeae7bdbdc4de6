/**
 * MCP over HTTP: each POST carries one message (or a batch), and the HTTP reply carries the reply to it; the reply to a
 * slow call is an event stream of its progress. There are no sessions: nothing is stored between requests, and the
 * router replies to GET and DELETE with 405.
 */
import { AskError, statusOf } from '../base/errors.ts'
import { isObject } from '../base/json.ts'
import { BATCH_VERSION } from '../mcp/protocol/eras.ts'
import {
  errorReply, invalidReply, isId, METHOD_NOT_FOUND, parseErrorReply, type Reply,
} from '../mcp/protocol/jsonrpc.ts'
import {
  handleBatch, type Message, noBatchReply, readBatch, readMessage, type Request,
} from '../mcp/protocol/message.ts'
import { createMcpServer, type McpServer, type Notify, type RequestContext } from '../mcp/server.ts'
import type { ToolSource } from '../mcp/tools/tool.ts'
import { createTools } from '../mcp/tools/tools.ts'
import type { Service } from '../service.ts'
import { formatFrame } from '../sse/write.ts'
import { questionContext, type QuestionHandler } from './answers/question-handler.ts'
import { acceptsStream, checkHeaders, checkVersion, type ReplyForm, replyForm } from './mcp-headers.ts'
import { type JsonBody, parseJsonBody, readBytes } from './wire/body.ts'
import { eventStreamReply, STREAM_HEADERS } from './wire/event-stream.ts'
import type { HttpReply, HttpRequest } from './wire/message.ts'
import { isAllowedOrigin } from './wire/origin.ts'
import { jsonReply } from './wire/reply.ts'
import type { HttpSettings } from './wire/settings.ts'

/** Messages of one batch, which the limit of POSTs a minute counts as one. */
const MAX_BATCH = 20

/** The HTTP reply to messages that get no reply of their own, such as notifications. */
const ACCEPTED: HttpReply = { status: 202, headers: { 'x-content-type-options': 'nosniff' }, body: null }

/** The fields of a question besides its query. */
const QUESTION = { mode: 'agentic', detail: false, history: [], filter: {}, view: null } as const

/** Longest body. */
const MAX_MESSAGE_BYTES = 1_048_576
/** Levels of nested objects and arrays; the capabilities of a client need a few. */
const MAX_JSON_DEPTH = 64

/** The questions, the clock and the log of the service. */
export interface McpDeps {
  readonly ask: QuestionHandler
  readonly trustedProxies: number
  /** Clock in milliseconds since 1970. */
  readonly now: () => number
  /** Takes one line for the site's owner. */
  readonly log: (line: string) => void
}

/** One MCP server for all requests. */
interface ServiceMcp {
  readonly server: McpServer
  /** The function that asks questions for the client of this request, to which they are counted. */
  readonly askFor: (request: HttpRequest) => NonNullable<ToolSource['ask']>
}

/** The MCP server of a service, whose version may change between two calls. */
export function createServiceMcp(current: () => Service, { ask, trustedProxies, now, log }: McpDeps): ServiceMcp {
  const source: ToolSource = { knowledge: async () => current(), origin: null, ask: null, pages: async () => current() }
  return {
    server: createMcpServer({ tools: createTools(null), source, title: null, now, log }),
    askFor: (request) => (query) => ask({ ...QUESTION, query }, questionContext(request, trustedProxies)),
  }
}

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
      const frames = framesOf(async (notify) => server.handle(message, contextOf(request, notify)))
      return eventStreamReply(frames, settings.heartbeatMs)
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

/** The parsed body, or the reply to one that can't be read. */
type MessageBody =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'unreadable'; readonly reply: HttpReply }

/** Reads and parses a body of at most 1 MiB. Rejects only if the connection fails. */
async function readJson(request: HttpRequest): Promise<MessageBody> {
  try {
    return messageBody(parseJsonBody(await readBytes(request, MAX_MESSAGE_BYTES), MAX_JSON_DEPTH))
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return unreadable(statusOf(error.code), invalidReply(null, error.message))
  }
}

function messageBody(body: JsonBody): MessageBody {
  if (body.type === 'json') return body
  if (body.type === 'too-deep') return unreadable(400, invalidReply(null, 'the message is nested too deeply'))
  return unreadable(400, parseErrorReply('the body is not JSON in UTF-8'))
}

function unreadable(status: number, reply: Reply): MessageBody {
  return { type: 'unreadable', reply: jsonReply(status, reply) }
}

/**
 * The frames of a call's progress, then of its reply. `work` starts when the first is read; it never rejects, and sends
 * few notifications, at least a second apart.
 */
async function* framesOf(work: (notify: Notify) => Promise<Reply>): AsyncGenerator<string> {
  const waiting: string[] = []
  let reply: Reply | null = null
  let wake = () => undefined as void
  const finished = work((method, params) => {
    waiting.push(formatFrame('message', { jsonrpc: '2.0', method, params }))
    wake()
  }).then((result) => {
    reply = result
    wake()
  })
  while (reply === null) {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    yield* waiting.splice(0)
    if (reply === null) await woken
  }
  await finished
  yield* waiting
  yield formatFrame('message', reply)
}
