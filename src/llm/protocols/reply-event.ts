/**
 * One message of a reply's stream -> the JSON object in it, for all wire formats. Also handles keep-alives without
 * data, the mark `[DONE]`, and errors in every form.
 */
import { AskError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import { isShallow, parseShallowJson } from './json.ts'
import { isErrorReply, replyError } from './reply-error.ts'

/**
 * The object of a message; null for a keep-alive, `'done'` for the mark of the end. Throws `AskError('model…')` for
 * errors and other values.
 */
export function decodeEvent({ event, data }: SseMessage): JsonObject | 'done' | null {
  const text = data.trim()
  const value = parseShallowJson(text)
  if (event === 'error') throw replyError(null, value ?? text)
  if (text === '') return null
  return text === '[DONE]' ? 'done' : decodeReply(value)
}

/** The object of a reply or of one of its events. Throws `AskError('model…')` for errors and other values. */
export function decodeReply(value: unknown): JsonObject {
  if (isErrorReply(value)) throw replyError(null, value)
  if (isObject(value) && isShallow(value)) return value
  throw new AskError('model', "The model's server sent something other than the JSON object that was expected")
}

/** The error of a stream that ended before its reply did. */
export function cutShortError(): AskError {
  return new AskError('model', "The model's reply was cut short: its stream ended without an end of the turn")
}
