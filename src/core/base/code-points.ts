/** Length of a text in code points. */

/**
 * True if a text has more than `limit` code points. A code point has one or two UTF-16 units, so only a text of
 * `limit` to twice as many units is counted.
 */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || [...text].length > limit
}
