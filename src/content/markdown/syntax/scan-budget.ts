/**
 * Keeps readers linear. Where an opener (`<!--`, `{`, `<Tag`) has no end, all
 * that was read to find out is read again as text; many such openers would make
 * that quadratic. So each page has a supply of characters that may be read in
 * vain, and when it is used up the openers that are left count as text.
 */

/** Characters read in vain, per character of the page. */
const SHARE = 8

export interface Fuel {
  readonly isEmpty: () => boolean
  /** `length` characters were read for nothing. */
  readonly burn: (length: number) => void
  /** `indexOf` on fuel: -1 also when there is none left. */
  readonly indexOf: (text: string, mark: string, from: number) => number
}

/** The supply for a page of `length` UTF-16 units. */
export function createFuel(length: number): Fuel {
  let left = SHARE * length

  function indexOf(text: string, mark: string, from: number): number {
    if (left <= 0) return -1
    const found = text.indexOf(mark, from)
    if (found === -1) left -= text.length - from
    return found
  }

  return {
    isEmpty: () => left <= 0,
    burn: (length) => {
      left -= length
    },
    indexOf,
  }
}
