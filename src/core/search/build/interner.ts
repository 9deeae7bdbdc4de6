/** Strings in the order in which they are met -> small numbers, and the sorted strings with the rank of each. */
import { u32At } from '../../text/column.ts'

/** Strings in order. */
export interface SortedStrings {
  readonly sorted: readonly string[]
  /** The strings' numbers, in that order. */
  readonly numbers: Uint32Array
  /** Position among the sorted strings by the string's number; 0 for strings that were left out. */
  readonly ranks: Uint32Array
}

/** A table that keeps one number for each distinct string. */
export interface Interner {
  /** The string's number: from 0, in the order in which strings are first met. */
  readonly intern: (string: string) => number
  /** The strings by number; grows as strings are added. */
  readonly strings: readonly string[]
  /** The strings whose numbers are marked by more than 0, sorted; all without marks. */
  readonly sort: (marks?: Uint32Array) => SortedStrings
}

export function createInterner(): Interner {
  const numberOf = new Map<string, number>()
  const strings: string[] = []

  function intern(string: string): number {
    const known = numberOf.get(string)
    if (known !== undefined) return known
    numberOf.set(string, strings.length)
    return strings.push(string) - 1
  }

  function sort(marks: Uint32Array = new Uint32Array(strings.length).fill(1)): SortedStrings {
    const sorted = strings.filter((_, number) => u32At(marks, number) > 0).sort()
    const numbers = Uint32Array.from(sorted, intern)
    const ranks = new Uint32Array(strings.length)
    numbers.forEach((number, rank) => {
      ranks[number] = rank
    })
    return { sorted, numbers, ranks }
  }

  return { intern, strings, sort }
}
