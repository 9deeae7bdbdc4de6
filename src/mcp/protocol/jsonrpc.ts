/**
 * JSON-RPC 2.0 as MCP has it: parsed JSON -> one message, and the replies to
 * it. Batches are the transports' matter.
 */
import { isObject, type JsonObject } from '../../base/json.ts'

const PARSE_ERROR = -32700
/** JSON that is no message. */
export const INVALID_REQUEST = -32600
/** A method that the server doesn't have, in this revision or in any. */
export const METHOD_NOT_FOUND = -32601
/** Params of another shape than the method wants; an unknown tool too. */
export const INVALID_PARAMS = -32602
/** A defect of the server. */
export const INTERNAL_ERROR = -32603
/** A header that says something else than the body (MCP over HTTP, 2026-07-28). */
export const HEADER_MISMATCH = -32020
/** A revision in `_meta` that the server doesn't speak. */
export const UNSUPPORTED_VERSION = -32022

/** MCP knows no null, fractional or other ids. */
export type Id = string | number

/** The `error` of a reply. */
export interface Failure {
  readonly code: number
  readonly message: string
  readonly data?: JsonObject
}

/** A message that is to be answered. */
export interface Request {
  readonly type: 'request'
  readonly id: Id
  readonly method: string
  /** Empty where the request has none. */
  readonly params: JsonObject
}

/** `invalid` carries the reply; a response is never asked for and never answered. */
export type Message =
  | Request
  | { readonly type: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly type: 'response' }
  | { readonly type: 'invalid'; readonly reply: Reply }

interface ResultReply {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly result: JsonObject
}

/** The id is null where the request's own can't be told. */
interface ErrorReply {
  readonly jsonrpc: '2.0'
  readonly id: Id | null
  readonly error: Failure
}

/** The answer to a request, or to what should have been one. */
export type Reply = ResultReply | ErrorReply

/** One message of a parsed JSON value; never throws. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, 'a message must be an object')
  const { id, method, params } = value
  const isRequest = Object.hasOwn(value, 'id')
  const knownId = isId(id) ? id : null
  if (method === undefined) {
    const isResponse = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')
    return isResponse ? { type: 'response' } : invalid(knownId, 'method is missing')
  }
  if (typeof method !== 'string') return invalid(knownId, 'method must be a string')
  // Whatever is wrong with a notification, it is never answered.
  if (!isRequest) return { type: 'notification', method, params: isObject(params) ? params : {} }
  if (knownId === null) return invalid(null, 'id must be a string or an integer')
  if (value['jsonrpc'] !== '2.0') return invalid(knownId, 'jsonrpc must be "2.0"')
  if (params === undefined) return { type: 'request', id: knownId, method, params: {} }
  if (isObject(params)) return { type: 'request', id: knownId, method, params }
  const failure = { code: INVALID_PARAMS, message: 'Invalid params: params must be an object' }
  return { type: 'invalid', reply: errorReply(knownId, failure) }
}

/** The reply to a request that was served. */
export function resultReply(id: Id, result: JsonObject): Reply {
  return { jsonrpc: '2.0', id, result }
}

/** The reply to a request that was not. */
export function errorReply(id: Id | null, error: Failure): Reply {
  return { jsonrpc: '2.0', id, error }
}

/** The reply to what is no JSON at all. */
export function parseErrorReply(reason: string): Reply {
  return errorReply(null, { code: PARSE_ERROR, message: `Parse error: ${reason}` })
}

/** The reply to JSON that is no message. */
export function invalidReply(id: Id | null, reason: string): Reply {
  return errorReply(id, { code: INVALID_REQUEST, message: `Invalid request: ${reason}` })
}

/** Numbers past 2^53 come out of JSON as other numbers, and can't be echoed. */
export function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function invalid(id: Id | null, reason: string): Message {
  return { type: 'invalid', reply: invalidReply(id, reason) }
}
