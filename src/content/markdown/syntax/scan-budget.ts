/**
 * The bound that keeps Markdown parsers linear. Where an opener (`<!--`, `{`,
 * `<Tag`) has no end, the text that was scanned for the end is parsed again as
 * text; many such openers would make that quadratic. So each page has a budget
 * of characters that may be scanned in vain. Once it is spent, openers are text.
 */

/** Characters scanned in vain, per character of the page. */
const CHARACTERS_PER_CHARACTER = 8

/** The budget of one page. */
export interface ScanBudget {
  readonly isSpent: () => boolean
  /** Counts `length` characters that were scanned in vain. */
  readonly consume: (length: number) => void
  /** `indexOf` that pays for a search without a result; -1 also once the budget is spent. */
  readonly indexOf: (text: string, mark: string, from: number) => number
}

/** The budget for a page of `length` UTF-16 units. */
export function createScanBudget(length: number): ScanBudget {
  let remaining = CHARACTERS_PER_CHARACTER * length

  function indexOf(text: string, mark: string, from: number): number {
    if (remaining <= 0) return -1
    const index = text.indexOf(mark, from)
    if (index === -1) remaining -= text.length - from
    return index
  }

  return {
    isSpent: () => remaining <= 0,
    consume: (length) => {
      remaining -= length
    },
    indexOf,
  }
}
