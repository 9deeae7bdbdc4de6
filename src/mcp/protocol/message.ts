/** Parsed JSON -> one message of MCP. Batches are handled by the transports. */
import { isObject, type JsonObject } from '../../base/json.ts'
import { type Era, readEra } from './eras.ts'
import { errorReply, type Id, INVALID_PARAMS, invalidReply, isId, type Reply } from './jsonrpc.ts'

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

function invalid(id: Id | null, reason: string): Message {
  return { type: 'invalid', reply: invalidReply(id, reason) }
}
