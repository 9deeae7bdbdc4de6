/** Strings as they come -> small numbers, and in the end a sorted table with the rank of each. */
import { createStringTable } from './front-coded-dictionary.ts'
import type { StringTable } from './front-coded-dictionary.ts'

export interface SortedStrings {
  readonly table: StringTable
  /** By number: place in the table; 0 for strings that were left out. */
  readonly ranks: Uint32Array
}

export interface Numbering {
  /** The string's number: from 0, in the order in which strings are first met. */
  readonly numberOf: (string: string) => number
  /** The strings by number; more may join them. */
  readonly strings: readonly string[]
  /** The strings that are wanted, all unless told otherwise. */
  readonly sorted: (isWanted?: (number: number) => boolean) => SortedStrings
}

export function createNumbering(): Numbering {
  const numbers = new Map<string, number>()
  const strings: string[] = []
  /** Numbers of the strings that were there when last sorted, in order: those that join them later are sorted alone. */
  let ascending: readonly number[] = []

  function numberOf(string: string): number {
    const known = numbers.get(string)
    if (known !== undefined) return known
    numbers.set(string, strings.length)
    return strings.push(string) - 1
  }

  function sorted(isWanted = (_number: number) => true): SortedStrings {
    const fresh = strings.slice(ascending.length).sort().map(numberOf)
    ascending = ascending.length === 0 ? fresh : merged(strings, ascending, fresh)
    const wanted = ascending.filter(isWanted)
    const ranks = new Uint32Array(strings.length)
    wanted.forEach((number, rank) => {
      ranks[number] = rank
    })
    return { table: createStringTable(wanted.map((number) => strings[number]!)), ranks }
  }

  return { numberOf, strings, sorted }
}

/** Two lists of numbers in the order of their strings as one; no string is in both. */
function merged(strings: readonly string[], some: readonly number[], others: readonly number[]): number[] {
  const all: number[] = []
  let next = 0
  for (const number of some) {
    while (next < others.length && strings[others[next]!]! < strings[number]!) all.push(others[next++]!)
    all.push(number)
  }
  return all.concat(others.slice(next))
}
