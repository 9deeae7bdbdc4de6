/** The strings that a query looks up, and the words of sections that they may find: its index needs no other words. */

/** Edits of a typo, and UTF-16 units of the marks of a term's language. */
const MAX_EDITS = 2
const MAX_MARKS = 2
/** Bits of a set of letters that an edit changes at most. */
const BITS_PER_EDIT = 2

/** A word that others may be near to, with the set of its letters. */
interface NearWord {
  readonly length: number
  readonly letters: number
}

/** The strings that a query was looked up with so far. Each function that adds one returns false for one it has. */
export interface Lookups {
  readonly addTerm: (term: string) => boolean
  readonly addBeginning: (beginning: string) => boolean
  /** Adds a word whose near words were looked up. */
  readonly addNear: (word: string) => boolean
  readonly terms: () => readonly string[]
  readonly near: () => readonly string[]
  /** False for a word with its term that none of them finds. True for some that none of them finds either. */
  readonly mayFind: (word: string, term: string) => boolean
}

/** No lookups. */
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

/** A bit for each letter, some letters sharing one. */
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
