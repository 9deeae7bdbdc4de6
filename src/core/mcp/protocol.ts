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
}

/** One message. Only requests get a reply. */
export type Message =
  | Request
  | { readonly type: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly type: 'response' }

/** The message in a parsed JSON value; throws the `RpcError` of any other value, to be sent under its `idOf`. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) throw invalidRequest('a message must be an object')
  if (isResponse(value)) return { type: 'response' }
  const { id, method, params = {} } = value
  if (method === undefined) throw invalidRequest('method is missing')
  if (typeof method !== 'string') throw invalidRequest('method must be a string')
  // JSON-RPC 2.0, 5: anything that is not a valid notification is an invalid request and gets a reply.
  if (value['jsonrpc'] !== '2.0') throw invalidRequest('jsonrpc must be "2.0"')
  if (!Object.hasOwn(value, 'id')) return { type: 'notification', method, params: isObject(params) ? params : {} }
  if (!isId(id)) throw invalidRequest('id must be a string or an integer')
  if (!isObject(params)) throw invalidParams('params must be an object')
  return { type: 'request', id, method, params }
}

/** The id of the request in a parsed JSON value, valid or not; null if there is none. */
export function idOf(value: unknown): Id | null {
  return isObject(value) && isId(value['id']) && !isResponse(value) ? value['id'] : null
}

function isResponse(value: JsonObject): boolean {
  return value['method'] === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))
}

/** The reply to a message, at once or later; null for a message that gets none. */
export type PendingReply = Reply | null | Promise<Reply | null>

/** The revision of a client that sends an array, and the most messages of a batch. */
interface BatchRules {
  readonly version: string
  readonly maxMessages: number
}

/** The replies to the messages of a batch; null for a batch of notifications. Throws for an array that is none. */
export function handleBatch(
  values: readonly unknown[],
  { version, maxMessages }: BatchRules,
  handle: (message: Message) => PendingReply,
): Promise<readonly Reply[] | null> {
  if (version !== BATCH_VERSION) throw noBatch()
  if (values.length === 0) throw invalidRequest('a batch must not be empty')
  if (values.length > maxMessages) throw invalidRequest(`a batch must have at most ${maxMessages} messages`)
  const pending = values.map(async (value) => {
    try {
      const message = readMessage(value)
      const isHandshake = message.type === 'request' && message.method === 'initialize'
      if (isHandshake) throw invalidRequest('initialize must not be part of a batch')
      if (message.type !== 'response' && readModern(message.params) !== null) throw noBatch()
      return await handle(message)
    } catch (error) {
      return errorReply(idOf(value), error)
    }
  })
  return Promise.all(pending).then((all) => {
    const replies = all.filter((reply) => reply !== null)
    return replies.length === 0 ? null : replies
  })
}

function noBatch(): RpcError {
  return invalidRequest(`only revision ${BATCH_VERSION} has batches`)
}

/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
const NEWEST_LEGACY_VERSION = '2025-11-25'
/** Revisions without a handshake. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28']
export const BATCH_VERSION = '2025-03-26'

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'
/** Key of the server's identity in `_meta` of a modern result. */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo'

/** UTF-16 units of a version that an error quotes. */
const MAX_SHOWN_LENGTH = 100

/** The `_meta` of a modern message, and the revision in it, which may be unknown. */
interface Modern {
  readonly version: string
  readonly meta: JsonObject
}

/** What makes a message with these params modern; null for a legacy one. Throws for `_meta` that can't be read. */
export function readModern({ _meta: meta }: JsonObject): Modern | null {
  if (meta === undefined) return null
  if (!isObject(meta)) throw invalidParams('_meta must be an object')
  if (!Object.hasOwn(meta, VERSION_KEY)) return null
  const version = meta[VERSION_KEY]
  if (typeof version !== 'string') throw invalidParams(`${VERSION_KEY} must be a string`)
  return { version, meta }
}

/** Throws for a modern request that can't be served. Without a handshake, every request is checked. */
export function checkModern({ version, meta }: Modern): void {
  if (!MODERN_VERSIONS.includes(version)) {
    const data = { supported: MODERN_VERSIONS, requested: version.slice(0, MAX_SHOWN_LENGTH) }
    throw new RpcError(UNSUPPORTED_VERSION, 'Unsupported protocol version', data)
  }
  if (!isObject(meta[CAPABILITIES_KEY])) throw invalidParams(`_meta is missing ${CAPABILITIES_KEY}`)
}

export function missingVersion(): RpcError {
  return invalidParams(`_meta is missing ${VERSION_KEY}`)
}

/** The revision that `initialize` replies with: the client's if it is known, else the newest with a handshake. */
export function negotiate(requested: string): string {
  return LEGACY_VERSIONS.includes(requested) ? requested : NEWEST_LEGACY_VERSION
}

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
/** Error code: a method that the server doesn't have in this revision. */
export const METHOD_NOT_FOUND = -32601
/** Error code: params that don't match the method; also an unknown tool. */
export const INVALID_PARAMS = -32602
/** Error code: an unknown resource, before 2026-07-28. */
export const RESOURCE_NOT_FOUND = -32002
export const INTERNAL_ERROR = -32603
/** Error code: a header that contradicts the body (MCP over HTTP, 2026-07-28). */
export const HEADER_MISMATCH = -32020
const UNSUPPORTED_VERSION = -32022

/** The id of a request. MCP allows neither null nor fractions. */
export type Id = string | number

/** A failure that the client gets, as the `error` of a reply. */
export class RpcError extends Error {
  readonly code: number
  readonly data: JsonObject | undefined

  constructor(code: number, message: string, data?: JsonObject) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The reply to a request or to an invalid message. The id is null if the request's id can't be read. */
export type Reply = { readonly jsonrpc: '2.0'; readonly id: Id | null } & (
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: JsonObject } }
)

/** The reply with an `RpcError`; any other error is thrown again. */
export function errorReply(id: Id | null, error: unknown): Reply {
  if (!(error instanceof RpcError)) throw error
  const { code, message, data } = error
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}

export function parseError(reason: string): RpcError {
  return new RpcError(PARSE_ERROR, `Parse error: ${reason}`)
}

export function invalidRequest(reason: string): RpcError {
  return new RpcError(INVALID_REQUEST, `Invalid request: ${reason}`)
}

export function invalidParams(reason: string): RpcError {
  return new RpcError(INVALID_PARAMS, `Invalid params: ${reason}`)
}

/** True for an id. Numbers above 2^53 are refused: parsing changes them, so they can't be echoed. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value)
}
