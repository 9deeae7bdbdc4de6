/** Body of an MCP client's POST -> its JSON, or the reply to a body that can't be read. */
import { AskError, statusOf } from '../../base/errors.ts'
import { invalidReply, parseErrorReply, type Reply } from '../../mcp/protocol/jsonrpc.ts'
import { type JsonBody, parseJsonBody, readBytes } from '../wire/body.ts'
import type { HttpReply, HttpRequest } from '../wire/message.ts'
import { jsonReply } from '../wire/reply.ts'

/** Longest body. */
const MAX_MESSAGE_BYTES = 1_048_576
/** Levels of nested objects and arrays; the capabilities of a client need a few. */
const MAX_JSON_DEPTH = 64

/** The parsed body, or the reply to one that can't be read. */
export type MessageBody =
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'unreadable'; readonly reply: HttpReply }

/** Reads and parses a body of at most 1 MiB. Rejects only if the connection fails. */
export async function readJson(request: HttpRequest): Promise<MessageBody> {
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
