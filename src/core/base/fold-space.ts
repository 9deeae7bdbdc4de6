/** White space and length of texts that people wrote. */

/**
 * True if a text has more than `limit` code points. A code point has one or two UTF-16 units, so only a text of
 * `limit` to twice as many units is counted.
 */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || [...text].length > limit
}

/** A text on one line: each run of white space becomes one space, and both ends are trimmed. */
export function foldSpace(text: string): string {
  // Most text needs no change, and replacing every space is slow.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}
