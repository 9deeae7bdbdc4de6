/** In the place of `core/text/word-table.ts`: for the few words and short texts of a page, and much smaller. */
import type { WordTable } from '../../../core/text.ts'

/** The hash of any word: the table of words has no use for it. */
export const FIRST_HASH = 0

/** The hash of UTF-16 units. */
export function hashOf(): number {
  return FIRST_HASH
}

/** The hash after one more unit is appended. */
export function nextHash(): number {
  return FIRST_HASH
}

/** An empty table of words. */
export function createWordTable(): WordTable {
  const numbers = new Map<string, number>()
  const words: string[] = []

  function numberOf(text: Uint16Array, from: number, to: number): number {
    // Not by spreading: a page calls it before it is compiled, and an iterator would make an object for each unit.
    const word: string = Reflect.apply(String.fromCharCode, null, text.subarray(from, to))
    const known = numbers.get(word)
    if (known !== undefined) return known
    numbers.set(word, words.length)
    return words.push(word) - 1
  }

  return { numberOf, textOf: (number) => words[number] ?? '' }
}
