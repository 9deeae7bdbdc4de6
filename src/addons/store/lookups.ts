/** The strings that a query looks up, and the words of sections that they may find: its index needs no other words. */

/** Most edits of a typo, and most UTF-16 units of the marks of a term's language. */
const MAX_EDITS = 2
const MAX_MARKS = 2
/** Most bits of a set of letters that one edit changes. */
const BITS_PER_EDIT = 2

/** A word whose near words were looked up: its length and the set of its letters. */
interface NearWord {
  readonly length: number
  readonly letters: number
}

/** The strings that a query has looked up so far. Each function that adds a string returns false if it was there. */
export interface Lookups {
  readonly addTerm: (term: string) => boolean
  readonly addBeginning: (beginning: string) => boolean
  /** Adds a word whose near words were looked up. */
  readonly addNear: (word: string) => boolean
  readonly terms: () => readonly string[]
  readonly near: () => readonly string[]
  /** False only if no look-up can find the word or its term. It may also be true for words that no look-up finds. */
  readonly mayFind: (word: string, term: string) => boolean
}

/** An empty set of look-ups. */
export function createLookups(): Lookups {
  const terms = new Set<string>()
  const beginnings = new Set<string>()
  const near = new Map<string, NearWord>()

  function isNear(string: string): boolean {
    const letters = lettersOf(string)
    for (const other of near.values()) {
      if (Math.abs(string.length - other.length) > MAX_EDITS + MAX_MARKS) continue
      if (bitCount(letters ^ other.letters) <= BITS_PER_EDIT * MAX_EDITS + MAX_MARKS) return true
    }
    return false
  }

  function begins(string: string): boolean {
    for (const beginning of beginnings) if (string.startsWith(beginning)) return true
    return false
  }

  return {
    addTerm: (term) => terms.size < terms.add(term).size,
    addBeginning: (beginning) => beginnings.size < beginnings.add(beginning).size,
    addNear: (word) => near.size < near.set(word, { length: word.length, letters: lettersOf(word) }).size,
    terms: () => [...terms],
    near: () => [...near.keys()],
    mayFind(word, term) {
      if (terms.has(term) || begins(word) || begins(term)) return true
      return near.size > 0 && (isNear(word) || (term !== word && isNear(term)))
    },
  }
}

/** A set of letters as 32 bits: some letters share a bit. */
function lettersOf(string: string): number {
  let letters = 0
  for (let i = 0; i < string.length; i += 1) letters |= 1 << (string.charCodeAt(i) & 31)
  return letters
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count += 1
  return count
}
