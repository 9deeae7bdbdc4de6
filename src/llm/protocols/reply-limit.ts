/**
 * Limits of one reply. If they are exceeded, reading ends with an error: a server that never stops must not fill the
 * memory.
 */
import { AskError } from '../../base/errors.ts'

/** UTF-16 units of an event (the last of Responses repeats the whole reply); bytes of a reply that isn't streamed. */
export const MAX_EVENT_LENGTH = 1_048_576
/** UTF-16 units of one reply's text, thinking and other content. */
export const MAX_TURN_LENGTH = 1_048_576
/** UTF-16 units of the arguments of one call. */
export const MAX_ARGUMENTS_LENGTH = 65_536
/** Tool calls of one reply. */
export const MAX_CALLS = 16

/** Throws `AskError('model')` if a count, of the things that `what` names, is over its limit. */
export function checkLimit(count: number, limit: number, what: string): void {
  if (count > limit) throw new AskError('model', `The model's reply has more than ${limit} ${what}`)
}
