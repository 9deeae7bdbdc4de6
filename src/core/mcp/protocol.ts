/**
 * JSON-RPC 2.0 as MCP uses it: parsed JSON -> one message, or the messages of a batch, which only revision 2025-03-26
 * has; ids, error codes and replies.
 *
 * The protocol has two eras; each message belongs to one of them. In the legacy era (revisions 2024-11-05 to
 * 2025-11-25), `initialize` negotiates the revision of a connection. In the modern era (2026-07-28), every request
 * names its revision in `params._meta`.
 */
import { isObject, type JsonObject } from '../base/json.ts'

/** A message that gets a reply. */
export interface Request {
  readonly type: 'request'
  readonly id: Id
  readonly method: string
  /** Empty if the request has no params. */
  readonly params: JsonObject
  readonly era: Era
}

/** One message. `invalid` carries its reply; notifications and responses get none. */
export type Message =
  | Request
  | { readonly type: 'notification'; readonly method: string; readonly params: JsonObject; readonly era: Era }
  | { readonly type: 'response' }
  | { readonly type: 'invalid'; readonly reply: Reply }

/** The message in a parsed JSON value; never throws. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, 'a message must be an object')
  const { id: givenId, method, params = {} } = value
  const id = isId(givenId) ? givenId : null
  if (method === undefined) {
    const isResponse = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')
    return isResponse ? { type: 'response' } : invalid(id, 'method is missing')
  }
  if (typeof method !== 'string') return invalid(id, 'method must be a string')
  // JSON-RPC 2.0, 5: anything that is not a valid notification is an invalid request and gets a reply.
  if (value['jsonrpc'] !== '2.0') return invalid(id, 'jsonrpc must be "2.0"')
  if (!Object.hasOwn(value, 'id')) {
    const given = isObject(params) ? params : {}
    return { type: 'notification', method, params: given, era: readEra(given) }
  }
  if (id === null) return invalid(null, 'id must be a string or an integer')
  if (isObject(params)) return { type: 'request', id, method, params, era: readEra(params) }
  const failure = { code: INVALID_PARAMS, message: 'Invalid params: params must be an object' }
  return { type: 'invalid', reply: errorReply(id, failure) }
}

function invalid(id: Id | null, reason: string) {
  return { type: 'invalid' as const, reply: invalidReply(id, reason) }
}

/** The reply to a message, at once or later; null for a message that gets none. */
export type PendingReply = Reply | null | Promise<Reply | null>

/** The messages of a batch in an array of parsed JSON values, or the reply to an array that is no batch. */
export function readBatch(values: readonly unknown[], maxMessages: number) {
  if (values.length === 0) return invalid(null, 'a batch must not be empty')
  if (values.length > maxMessages) return invalid(null, `a batch must have at most ${maxMessages} messages`)
  return { type: 'batch' as const, messages: values.map(readMessage) }
}

/** The replies to the messages of a batch; null for a batch of notifications. */
export async function handleBatch(
  messages: readonly Message[],
  handle: (message: Message) => PendingReply,
): Promise<readonly Reply[] | null> {
  const all = await Promise.all(messages.map((message) => {
    const isHandshake = message.type === 'request' && message.method === 'initialize'
    return isHandshake ? invalidReply(message.id, 'initialize must not be part of a batch') : handle(message)
  }))
  const replies = all.filter((reply) => reply !== null)
  return replies.length === 0 ? null : replies
}

/** The reply to an array in a revision without batches. */
export function noBatchReply(): Reply {
  return invalidReply(null, `only revision ${BATCH_VERSION} has batches`)
}

/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const NEWEST_LEGACY_VERSION = '2025-11-25'
/** Revisions without a handshake. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
/** The only revision with JSON-RPC batches. */
export const BATCH_VERSION = '2025-03-26'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
/** Key of the server's identity in `_meta` of a modern result. */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'

/** UTF-16 units of a version that an error quotes. */
const MAX_SHOWN_LENGTH = 100

/** A modern message's `_meta`, and the revision in it, which may be unknown. */
interface ModernEra {
  readonly type: 'modern'
  readonly version: string
  readonly meta: JsonObject
}

/** The era of a message; `malformed` if its `_meta` can't be read. */
export type Era = { readonly type: 'legacy' } | ModernEra | { readonly type: 'malformed'; readonly failure: Failure }

/** The era of a message with these params. */
export function readEra({ _meta: meta }: JsonObject): Era {
  if (meta === undefined) return { type: 'legacy' }
  if (!isObject(meta)) return { type: 'malformed', failure: invalidMeta('_meta must be an object') }
  if (!Object.hasOwn(meta, VERSION_KEY)) return { type: 'legacy' }
  const version = meta[VERSION_KEY]
  if (typeof version === 'string') return { type: 'modern', version, meta }
  return { type: 'malformed', failure: invalidMeta(`${VERSION_KEY} must be a string`) }
}

/** The failure of a modern request that can't be served, else null. Without a handshake, every request is checked. */
export function checkModern({ version, meta }: ModernEra): Failure | null {
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version.slice(0, MAX_SHOWN_LENGTH) }
    return { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data }
  }
  return isObject(meta[CAPABILITIES_KEY]) ? null : invalidMeta(`_meta is missing ${CAPABILITIES_KEY}`)
}

/** The failure of a modern request whose `_meta` doesn't name the revision. */
export function missingVersion(): Failure {
  return invalidMeta(`_meta is missing ${VERSION_KEY}`)
}

/** The revision that `initialize` replies with: the client's if it is known, else the newest with a handshake. */
export function negotiate(requested: string): string {
  return LEGACY_VERSIONS.includes(requested) ? requested : NEWEST_LEGACY_VERSION
}

function invalidMeta(reason: string): Failure {
  return { code: INVALID_PARAMS, message: `Invalid params: ${reason}` }
}

const PARSE_ERROR = -32700
/** Error code: JSON that isn't a message. */
export const INVALID_REQUEST = -32600
/** Error code: a method that the server doesn't have in this revision. */
export const METHOD_NOT_FOUND = -32601
/** Error code: params that don't match the method; also an unknown tool. */
export const INVALID_PARAMS = -32602
/** Error code: an unknown resource, before 2026-07-28. */
export const RESOURCE_NOT_FOUND = -32002
/** Error code: a failure of the server. */
export const INTERNAL_ERROR = -32603
/** Error code: a header that contradicts the body (MCP over HTTP, 2026-07-28). */
export const HEADER_MISMATCH = -32020
/** Error code: a revision in `_meta` that the server doesn't support. */
const UNSUPPORTED_VERSION = -32022

/** The id of a request. MCP allows neither null nor fractions. */
export type Id = string | number

/** The `error` of a reply. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: JsonObject
}

/** What came of a request. */
export type Outcome = { readonly result: JsonObject } | { readonly error: Failure }

/** The reply to a request or to an invalid message. The id is null if the request's id can't be read. */
export type Reply = { readonly jsonrpc: '2.0'; readonly id: Id | null } & Outcome

/** The reply with an outcome. */
export function replyOf(id: Id | null, outcome: Outcome): Reply {
  return { jsonrpc: '2.0', id, ...outcome }
}

/** The reply to a request that failed. */
export function errorReply(id: Id | null, error: Failure): Reply {
  return replyOf(id, { error })
}

/** The reply to text that isn't JSON. */
export function parseErrorReply(reason: string): Reply {
  return errorReply(null, { code: PARSE_ERROR, message: `Parse error: ${reason}` })
}

/** The reply to JSON that isn't a message. */
export function invalidReply(id: Id | null, reason: string): Reply {
  return errorReply(id, { code: INVALID_REQUEST, message: `Invalid request: ${reason}` })
}

/** True for an id. Numbers above 2^53 are refused: parsing changes them, so they can't be echoed. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value)
}
