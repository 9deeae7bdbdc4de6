/**
 * JSON-RPC batches, which revision 2025-03-26 alone has: messages in one array,
 * their replies in another.
 */
import { invalidReply, type Message, readMessage, type Reply } from './jsonrpc.ts'

/** A reply, or null for what is never answered. */
export type Answer = Reply | null | Promise<Reply | null>

/** The replies in any order, none for a batch of notifications; one reply where these values are no batch. */
export async function answerBatch(
  values: readonly unknown[],
  most: number,
  answer: (message: Message) => Answer,
): Promise<Reply | readonly Reply[]> {
  if (values.length === 0) return invalidReply(null, 'a batch must not be empty')
  if (values.length > most) return invalidReply(null, `a batch must have at most ${most} messages`)
  const replies = await Promise.all(values.map((value) => answerMember(readMessage(value), answer)))
  return replies.filter((reply) => reply !== null)
}

function answerMember(message: Message, answer: (message: Message) => Answer): Answer {
  const isHandshake = message.type === 'request' && message.method === 'initialize'
  return isHandshake ? invalidReply(message.id, 'initialize must not stand in a batch') : answer(message)
}
