/** JSON-RPC batches, which only revision 2025-03-26 has: messages in one array, their replies in another. */
import { BATCH_VERSION } from './eras.ts'
import { invalidReply, type Reply } from './jsonrpc.ts'
import { type Message, readMessage } from './message.ts'

/** The reply to a message, at once or later; null for a message that gets none. */
export type PendingReply = Reply | null | Promise<Reply | null>

/** The messages of a batch, or the reply to an array that is no batch. */
export type Batch =
  | { readonly type: 'batch'; readonly messages: readonly Message[] }
  | { readonly type: 'invalid'; readonly reply: Reply }

/** The batch in an array of parsed JSON values. */
export function readBatch(values: readonly unknown[], maxMessages: number): Batch {
  if (values.length === 0) return invalid('a batch must not be empty')
  if (values.length > maxMessages) return invalid(`a batch must have at most ${maxMessages} messages`)
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

function invalid(reason: string): Batch {
  return { type: 'invalid', reply: invalidReply(null, reason) }
}
