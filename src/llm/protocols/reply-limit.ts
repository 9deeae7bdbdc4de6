/**
 * Limits of one reply. If one is exceeded, reading ends with an error, so that an endless reply can't fill the memory.
 */
import { AskError } from '../../base/errors.ts'

/**
 * UTF-16 units of an event, and bytes of a reply that isn't streamed. The last event of Responses has the whole reply.
 */
export const MAX_EVENT_LENGTH = 1_048_576
/** UTF-16 units of one reply's text, thinking and other content. */
export const MAX_TURN_LENGTH = 1_048_576
/** UTF-16 units of the arguments of one call. */
export const MAX_ARGUMENTS_LENGTH = 65_536
/** Tool calls of one reply. */
export const MAX_CALLS = 16

/** Throws `AskError('model')` if a count is over its limit; `what` names the counted things in the message. */
export function checkLimit(count: number, limit: number, what: string): void {
  if (count > limit) throw new AskError('model', `The model's reply has more than ${limit} ${what}`)
}
