/** Words in texts -> small numbers, for few and short texts. */
import type { WordTable } from '../../text/word-table.ts'

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
