/** JSON-RPC 2.0 as MCP uses it: ids, error codes and replies. */
import type { JsonObject } from '../../base/json.ts'

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
export const UNSUPPORTED_VERSION = -32022

/** The id of a request. MCP allows neither null nor fractions. */
export type Id = string | number

/** The `error` of a reply. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: JsonObject
}

interface ResultReply {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly result: JsonObject
}

/** The reply to a request that failed. The id is null if the request's id can't be read. */
interface ErrorReply {
  readonly jsonrpc: '2.0'
  readonly id: Id | null
  readonly error: Failure
}

/** The reply to a request or to an invalid message. */
export type Reply = ResultReply | ErrorReply

/** The reply to a request that succeeded. */
export function resultReply(id: Id, result: JsonObject): Reply {
  return { jsonrpc: '2.0', id, result }
}

/** The reply to a request that failed. */
export function errorReply(id: Id | null, error: Failure): Reply {
  return { jsonrpc: '2.0', id, error }
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
