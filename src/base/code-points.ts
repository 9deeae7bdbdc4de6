/** Length of a text in code points. */

/** True if a text has more than `limit` code points, of one or two UTF-16 units each. A long text isn't counted. */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || [...text].length > limit
}
