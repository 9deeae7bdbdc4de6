/** The table of words, made for the large index of a server, for the few words and short texts of a page: much smaller. */
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
    const word = String.fromCharCode(...text.subarray(from, to))
    const number = numbers.get(word) ?? words.push(word) - 1
    numbers.set(word, number)
    return number
  }

  return { numberOf, textOf: (number) => words[number] ?? '' }
}
