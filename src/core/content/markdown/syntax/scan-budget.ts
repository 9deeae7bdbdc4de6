/**
 * The bound that keeps Markdown parsers linear. If an opener (`<!--`, `{`, `<Tag`) has no end, the characters that were
 * scanned for the end are parsed again as text; many such openers would take quadratic time. So each page has a budget
 * of characters that may be scanned without a result. When it is spent, openers are text.
 */

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
