/** Strings as they come -> small numbers, and in the end a sorted table with the rank of each. */
import { createStringTable } from './string-table.ts'
import type { StringTable } from './string-table.ts'

export interface SortedStrings {
  readonly table: StringTable
  /** Place in the table of each number. */
  readonly ranks: Uint32Array
}

export interface Numbering {
  /** The string's number: from 0, in the order in which strings are first met. */
  readonly numberOf: (string: string) => number
  readonly sorted: () => SortedStrings
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()

  function numberOf(string: string): number {
    const known = numbers.get(string)
    if (known !== undefined) return known
    numbers.set(string, numbers.size)
    return numbers.size - 1
  }

  function sorted(): SortedStrings {
    const strings = [...numbers.keys()].sort()
    const ranks = new Uint32Array(strings.length)
    strings.forEach((string, rank) => {
      ranks[numberOf(string)] = rank
    })
    return { table: createStringTable(strings), ranks }
  }

  return { numberOf, sorted }
}
