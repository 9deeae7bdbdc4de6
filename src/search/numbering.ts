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
  /** The strings by number; more may join them. */
  readonly strings: readonly string[]
  readonly sorted: () => SortedStrings
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  const strings: string[] = []

  function numberOf(string: string): number {
    const known = numbers.get(string)
    if (known !== undefined) return known
    numbers.set(string, strings.length)
    return strings.push(string) - 1
  }

  function sorted(): SortedStrings {
    const ascending = [...strings].sort()
    const ranks = new Uint32Array(ascending.length)
    ascending.forEach((string, rank) => {
      ranks[numberOf(string)] = rank
    })
    return { table: createStringTable(ascending), ranks }
  }

  return { numberOf, strings, sorted }
}
