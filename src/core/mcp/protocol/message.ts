/**
 * Parsed JSON -> one message of MCP, or the messages of a JSON-RPC batch, which only revision 2025-03-26 has: messages
 * in one array, their replies in another.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { BATCH_VERSION, type Era, readEra } from './eras.ts'
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

interface Invalid {
  readonly type: 'invalid'
  readonly reply: Reply
}

/** One message. `invalid` carries its reply; notifications and responses get none. */
export type Message =
  | Request
  | { readonly type: 'notification'; readonly method: string; readonly params: JsonObject; readonly era: Era }
  | { readonly type: 'response' }
  | Invalid

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

function invalid(id: Id | null, reason: string): Invalid {
  return { type: 'invalid', reply: invalidReply(id, reason) }
}

/** The reply to a message, at once or later; null for a message that gets none. */
export type PendingReply = Reply | null | Promise<Reply | null>

/** The messages of a batch, or the reply to an array that is no batch. */
type Batch =
  | { readonly type: 'batch'; readonly messages: readonly Message[] }
  | Invalid

/** The batch in an array of parsed JSON values. */
export function readBatch(values: readonly unknown[], maxMessages: number): Batch {
  if (values.length === 0) return invalid(null, 'a batch must not be empty')
  if (values.length > maxMessages) return invalid(null, `a batch must have at most ${maxMessages} messages`)
  return { type: 'batch', messages: values.map(readMessage) }
}

/** The replies to the messages of a batch; empty for a batch of notifications. */
export async function handleBatch(
  messages: readonly Message[],
  handle: (message: Message) => PendingReply,
): Promise<readonly Reply[]> {
  const replies = await Promise.all(messages.map((message) => handleMember(message, handle)))
  return replies.filter((reply) => reply !== null)
}

/** The reply to an array in a revision without batches. */
export function noBatchReply(): Reply {
  return invalidReply(null, `only revision ${BATCH_VERSION} has batches`)
}

function handleMember(message: Message, handle: (message: Message) => PendingReply): PendingReply {
  const isHandshake = message.type === 'request' && message.method === 'initialize'
  return isHandshake ? invalidReply(message.id, 'initialize must not be part of a batch') : handle(message)
}
