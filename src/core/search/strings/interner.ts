/** Strings in the order in which they are met -> small numbers, and a sorted dictionary with the rank of each. */
import { partitionPoint } from '../../base/partition-point.ts'
import { u32At } from '../../text/column.ts'
import { type StringDictionary, createStringDictionary } from './front-coded-dictionary.ts'

/** Strings in order. */
export interface SortedStrings {
  readonly dictionary: StringDictionary
  /** The strings' numbers, in the order of the dictionary. */
  readonly numbers: Uint32Array
  /** Position in the dictionary by the string's number; 0 for strings that were left out. */
  readonly ranks: Uint32Array
}

/** A table that keeps one number for each distinct string. */
export interface Interner {
  /** The string's number: from 0, in the order in which strings are first met. */
  readonly intern: (string: string) => number
  /** The strings by number; grows as strings are added. */
  readonly strings: readonly string[]
  /** The strings whose numbers are marked by more than 0, sorted; all without marks. */
  readonly sorted: (marks?: Uint32Array) => SortedStrings
}

/** If at most one of so many strings is marked, these are sorted by themselves, without a pass through all. */
const FEW = 4

/** An empty interner. */
export function createInterner(): Interner {
  const numbers = new Map<string, number>()
  const strings: string[] = []
  /** Numbers of the strings at the time of the last sort, in order: only later ones are sorted the next time. */
  let ascending = new Uint32Array(0)

  function intern(string: string): number {
    const known = numbers.get(string)
    if (known !== undefined) return known
    numbers.set(string, strings.length)
    return strings.push(string) - 1
  }

  /** Merges the sorted numbers with those of other sorted strings. */
  function mergedWith(added: readonly string[]): Uint32Array<ArrayBuffer> {
    const all = new Uint32Array(strings.length)
    let from = 0
    let to = 0
    for (const string of added) {
      const isBelow = (at: number) => (strings[u32At(ascending, at)] ?? '') < string
      const next = partitionPoint({ from, to: ascending.length }, isBelow)
      all.set(ascending.subarray(from, next), to)
      to += next - from
      all[to] = intern(string)
      to += 1
      from = next
    }
    all.set(ascending.subarray(from), to)
    return all
  }

  /** The numbers of the marked strings, in the order of these. */
  function inOrder(marks: Uint32Array | null): Uint32Array {
    const marked = marks === null ? null : markedStrings(marks)
    if (marked !== null && FEW * marked.length < strings.length) return Uint32Array.from(marked.sort(), intern)
    if (ascending.length < strings.length) ascending = mergedWith(strings.slice(ascending.length).sort())
    return marks === null ? ascending : ascending.filter((number) => u32At(marks, number) > 0)
  }

  function markedStrings(marks: Uint32Array): string[] {
    const marked: string[] = []
    for (let number = 0; number < strings.length; number += 1) {
      if (u32At(marks, number) > 0) marked.push(strings[number] ?? '')
    }
    return marked
  }

  function sorted(marks: Uint32Array | null = null): SortedStrings {
    const numbers = inOrder(marks)
    const ranks = new Uint32Array(strings.length)
    numbers.forEach((number, rank) => {
      ranks[number] = rank
    })
    return { dictionary: createStringDictionary(Array.from(numbers, (number) => strings[number] ?? '')), numbers, ranks }
  }

  return { intern, strings, sorted }
}
