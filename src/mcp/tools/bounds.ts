/**
 * What of a result fits into a model's window. Sizes are bytes of UTF-8 that
 * something takes in the message, that is as JSON.
 */

/** Most bytes of one result where nobody says otherwise: about 10,000 tokens. */
export const MAX_RESULT_BYTES = 40_000
/** Bytes of a result around its data and text, the server's name included. */
const ENVELOPE_BYTES = 1_000
/** Entries in a row that don't fit, after which there is room for none. */
const MAX_MISSES = 20
/** Bytes of the words and marks around the parts, in data and text together. */
export const FRAME_BYTES = 400
/** Marks a text that was cut. */
const ELLIPSIS = '…'

const encoder = new TextEncoder()

/** Room for the parts of data and text in a result of at most `maxBytes`. */
export function roomOf(maxBytes: number): number {
  return maxBytes - ENVELOPE_BYTES - FRAME_BYTES
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length
}

/** What was taken, in order, and the room that is left. */
export interface Filled<T> {
  readonly kept: readonly T[]
  readonly left: number
}

/** Takes items as long as there is room; one that is too large is passed over. */
export function fill<T>(items: readonly T[], room: number, sizeOfItem: (item: T) => number): Filled<T> {
  const kept: T[] = []
  let left = room
  let misses = 0
  for (const item of items) {
    const size = sizeOfItem(item)
    misses = size > left ? misses + 1 : 0
    if (misses === MAX_MISSES) break
    if (misses > 0) continue
    kept.push(item)
    left -= size
  }
  return { kept, left }
}

/** The text where its JSON fits into `room` bytes, else its beginning with an ellipsis, on a whole code point. */
export function cutText(text: string, room: number): string {
  // No UTF-16 unit takes less than a byte, so what is longer need not be measured.
  if (text.length <= room && sizeOf(text) <= room) return text
  let [fits, tooLong] = [0, Math.min(text.length, Math.max(0, room)) + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeOf(beginning(text, middle) + ELLIPSIS) <= room) fits = middle
    else tooLong = middle
  }
  return beginning(text, fits) + ELLIPSIS
}

/** The text, cut to at most `length` UTF-16 units with an ellipsis behind them. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : beginning(text, length) + ELLIPSIS
}

/** The first units of a text, less one where they would end in half a code point. */
function beginning(text: string, length: number): string {
  const unit = text.charCodeAt(length - 1)
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? length - 1 : length)
}
