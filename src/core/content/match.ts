/** Sticky and global patterns at an offset of a text. */

/** The match of a pattern at an offset, or the next one of a pattern that is not sticky; null without one. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Offset after that match, -1 without one. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Offset of the next mark of one character, -1 without one. */
export function find(marks: RegExp, text: string, from: number): number {
  return matchAt(marks, text, from)?.index ?? -1
}

/**
 * The same for marks with the backslash, which escapes the character after it. A regular expression that repeats a
 * choice overflows its stack after some million characters.
 */
export function findUnescaped(marks: RegExp, text: string, from: number): number {
  let at = find(marks, text, from)
  while (text[at] === '\\') at = find(marks, text, at + 2)
  return at
}
