/** Strings as they come -> small numbers, and in the end a sorted dictionary with the rank of each. */
import { type StringDictionary, createStringDictionary } from './front-coded-dictionary.ts'

/** Strings in order. */
export interface SortedStrings {
  readonly dictionary: StringDictionary
  /** The strings' numbers, in the order of the dictionary. */
  readonly numbers: readonly number[]
  /** Position in the dictionary by the string's number; 0 for strings that were left out. */
  readonly ranks: Uint32Array
}

/** A table that keeps one number for each distinct string. */
export interface Interner {
  /** The string's number: from 0, in the order in which strings are first met. */
  readonly intern: (string: string) => number
  /** The strings by number; more may join them. */
  readonly strings: readonly string[]
  /** The strings that are wanted (by default all), sorted. */
  readonly sorted: (isWanted?: (number: number) => boolean) => SortedStrings
}

/** An empty interner. */
export function createInterner(): Interner {
  const numbers = new Map<string, number>()
  const strings: string[] = []
  /** Numbers of the strings that were there when last sorted, in order: later ones are sorted by themselves. */
  let ascending: readonly number[] = []

  let last: SortedStrings = { dictionary: createStringDictionary([]), numbers: [], ranks: new Uint32Array(0) }

  function intern(string: string): number {
    const known = numbers.get(string)
    if (known !== undefined) return known
    numbers.set(string, strings.length)
    return strings.push(string) - 1
  }

  /** The sorted numbers with those of other sorted strings among them. */
  function mergedWith(added: readonly string[]): number[] {
    const all: number[] = []
    let next = 0
    for (const number of ascending) {
      const string = strings[number] ?? ''
      for (let other = added[next]; other !== undefined && other < string; other = added[next]) {
        all.push(intern(other))
        next += 1
      }
      all.push(number)
    }
    return all.concat(added.slice(next).map(intern))
  }

  function sorted(isWanted = (_number: number) => true): SortedStrings {
    ascending = mergedWith(strings.slice(ascending.length).sort())
    const wanted = ascending.filter(isWanted)
    const isSame = wanted.length === last.numbers.length && wanted.every((number, rank) => number === last.numbers[rank])
    if (isSame && last.ranks.length === strings.length) return last
    const ranks = new Uint32Array(strings.length)
    wanted.forEach((number, rank) => {
      ranks[number] = rank
    })
    const dictionary = isSame ? last.dictionary : createStringDictionary(wanted.map((number) => strings[number] ?? ''))
    last = { dictionary, numbers: wanted, ranks }
    return last
  }

  return { intern, strings, sorted }
}

/** A few of the strings of an interner, sorted: work by their number and not by that of all. */
export function sortSome({ strings }: Interner, wanted: readonly number[]): SortedStrings {
  const numbers = wanted.toSorted((a, b) => ((strings[a] ?? '') < (strings[b] ?? '') ? -1 : 1))
  const ranks = new Uint32Array(strings.length)
  numbers.forEach((number, rank) => {
    ranks[number] = rank
  })
  return { dictionary: createStringDictionary(numbers.map((number) => strings[number] ?? '')), numbers, ranks }
}
