/**
 * One message of a reply's stream -> the JSON object in it. What the three wire
 * formats have in common: keep-alives without data, the mark `[DONE]`, and
 * errors in every dress.
 */
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import { isShallow, parseShallowJson } from './json.ts'
import { isErrorReply, replyError } from './reply-error.ts'

/** Null for a message that says nothing, `'done'` for the mark of the end. Throws `AskError('model…')`. */
export function decodeEvent({ event, data }: SseMessage): JsonObject | 'done' | null {
  const text = data.trim()
  const value = parseShallowJson(text)
  if (event === 'error') throw replyError(null, value ?? text)
  if (text === '') return null
  return text === '[DONE]' ? 'done' : decodeReply(value)
}

/** The object that a reply or an event of it is. Throws `AskError('model…')` for anything else. */
export function decodeReply(value: unknown): JsonObject {
  if (isErrorReply(value)) throw replyError(null, value)
  if (isObject(value) && isShallow(value)) return value
  throw new AskError('model', "The model's server sent something other than the JSON object that was expected")
}

/** The error of a stream that ended before its reply did. */
export function cutShort(): AskError {
  return new AskError('model', "The model's reply was cut short: its stream ended without an end of the turn")
}
