/**
 * Offsets of a text whose line breaks are `\n`: their lines, from 1, and what patterns match there.
 *
 * A budget keeps Markdown parsers linear. If an opener (`<!--`, `{`, `<Tag`) has no end, the characters that were
 * scanned for the end are parsed again as text; many such openers would take quadratic time. So each page has a budget
 * of characters that may be scanned without a result. When it is spent, openers are text.
 */

/** Offset of the end of the line of an offset. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** The line of an offset. */
export function lineAt(text: string, offset: number): number {
  return createLineCounter(text)(offset)
}

/** A function for the line of an offset; offsets must ascend: an earlier one has the line of the last. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return function lineAt(at) {
    while (next !== -1 && next < at) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

/** The match of a sticky pattern at an offset, or the next match of a global one; null without one. */
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
export function findMark(marks: RegExp, text: string, from: number): number {
  const end = endOfMatch(marks, text, from)
  return end === -1 ? -1 : end - 1
}

/**
 * The same for marks with the backslash, which escapes the character after it. A regular expression that repeats a
 * choice overflows its stack after some million characters.
 */
export function findUnescaped(marks: RegExp, text: string, from: number): number {
  let at = findMark(marks, text, from)
  while (text[at] === '\\') at = findMark(marks, text, at + 2)
  return at
}

/** Characters that may be scanned without a result, for each character of the page. */
const CHARACTERS_PER_CHARACTER = 8

/** The budget of one page. */
export type ScanBudget = ReturnType<typeof createScanBudget>

/** The budget for a page of `length` UTF-16 units. */
export function createScanBudget(length: number) {
  let remaining = CHARACTERS_PER_CHARACTER * length

  return {
    isSpent: () => remaining <= 0,
    /** Counts `length` characters that were scanned without a result. */
    consume: (length: number) => void (remaining -= length),
    /** `indexOf` that pays for a search without a result; -1 also once the budget is spent. */
    indexOf(text: string, mark: string, from: number): number {
      if (remaining <= 0) return -1
      const index = text.indexOf(mark, from)
      if (index === -1) remaining -= text.length - from
      return index
    },
  }
}
