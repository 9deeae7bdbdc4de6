/**
 * Functions of modules that are made for the large index of a server, for the few words and short texts of a page. They
 * give the same results, and the module of the page is smaller.
 */
import {
  type InvertedIndex, type NearWord, nextString, openStrings, type StringDictionary,
} from '../../../core/search.ts'
import { unmarkedLength, type WordTable } from '../../../core/text.ts'
import { isNear } from '../words.ts'

/** An empty Bloom filter: no word is looked up in it. */
export function createBloomFilter(): Uint32Array {
  return new Uint32Array(0)
}

/**
 * Numbers of the strings that are at most the given number of edits away from a word, ascending. Each string is
 * compared.
 */
export function findNear(_: InvertedIndex, dictionary: StringDictionary, { key, start, edits }: NearWord): number[] {
  const near: number[] = []
  for (const cursor = openStrings(dictionary, 0); nextString(cursor); ) {
    const { bytes, length, number } = cursor
    const isCandidate = start.every((byte, i) => byte === bytes[i])
    if (isCandidate && isNear(key, bytes.subarray(0, unmarkedLength(bytes, length)), edits)) near.push(number)
  }
  return near
}

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
