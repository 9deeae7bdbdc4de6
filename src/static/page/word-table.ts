/** Words in texts -> small numbers, for few and short texts: it computes no hashes, they are all 0. */
import type { WordTable } from '../../text/word-table.ts'

/** The hash of an empty string. */
export const FIRST_HASH = 0

/** The hash of UTF-16 units. */
export function hashOf(): number {
  return FIRST_HASH
}

/** The hash after one more unit is appended. */
export function nextHash(): number {
  return FIRST_HASH
}

/** An empty table. */
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
