/**
 * Cuts results to a size that suits a model's context window. All sizes are bytes of UTF-8 in the message, that is, of
 * values as JSON.
 */
import { byteLength } from '../../base/bytes.ts'

/** Default limit of one result: about 10,000 tokens. */
export const MAX_RESULT_BYTES = 40_000
/** Bytes reserved for everything in a result besides its data and text, such as the server's name. */
const ENVELOPE_BYTES = 1_000
/** Consecutive items without room after which no more items are tried. */
const MAX_MISSES = 20
/** Bytes reserved for the words and marks between the parts, in data and text together. */
export const FRAME_BYTES = 400
/** Bytes between two values, in data and text together. */
const SEPARATOR_BYTES = 4
/** The mark at the end of a text that was cut. */
const ELLIPSIS = '…'

/** The room, in bytes, for the parts of data and text in a result of at most `maxBytes`. */
export function roomOf(maxBytes: number): number {
  return maxBytes - ENVELOPE_BYTES - FRAME_BYTES
}

/** Bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return byteLength(JSON.stringify(value))
}

/** A function that gives the size of a value in data and text together: its JSON, its rendered text, and separators. */
export function sizeOfBoth<T>(render: (value: T) => string): (value: T) => number {
  return (value) => sizeOf(value) + sizeOf(render(value)) + SEPARATOR_BYTES
}

/** Takes items while there is room, of which the rest is `roomLeft`. An item that is too large is skipped. */
export function fill<T>(items: readonly T[], room: number, sizeOfItem: (item: T) => number) {
  const fitting: T[] = []
  let roomLeft = room
  let misses = 0
  for (const item of items) {
    const size = sizeOfItem(item)
    misses = size > roomLeft ? misses + 1 : 0
    if (misses === MAX_MISSES) break
    if (misses > 0) continue
    fitting.push(item)
    roomLeft -= size
  }
  return { items: fitting, roomLeft }
}

/** The text if its JSON fits into `room` bytes, else its beginning in whole code points and an ellipsis. */
export function cutText(text: string, room: number): string {
  // Each UTF-16 unit takes at least one byte, so a text of more units need not be measured.
  if (text.length <= room && sizeOf(text) <= room) return text
  let [fits, tooLong] = [0, Math.min(text.length, Math.max(0, room)) + 1]
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1
    if (sizeOf(beginning(text, middle) + ELLIPSIS) <= room) fits = middle
    else tooLong = middle
  }
  return beginning(text, fits) + ELLIPSIS
}

/** The text, or its first `length` UTF-16 units and an ellipsis if it is longer. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : beginning(text, length) + ELLIPSIS
}

/** The first `length` units of a text, or one less if that would cut a code point. */
function beginning(text: string, length: number): string {
  const unit = text.charCodeAt(length - 1)
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? length - 1 : length)
}
