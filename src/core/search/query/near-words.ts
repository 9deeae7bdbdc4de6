/**
 * A word -> the strings of a dictionary that are a few edits away.
 *
 * The strings are visited in order, and the table of distances is extended by the letters in which each differs from
 * the one before, as in a walk through a trie, but without building one. If a prefix has used all edits, all words with
 * it are skipped together: only words that continue as the key does can be near, and a Bloom filter shows which of
 * these may exist. With one edit, some hundred words of a hundred thousand are visited.
 */
import { u8At } from '../../text/column.ts'
import { unmarkedLength } from '../../text/stemmer.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { NearWord } from '../index/lexicon.ts'
import { type Hash, mayContain } from '../strings/bloom-filter.ts'
import {
  BLOCK_STRINGS, type StringCursor, type StringDictionary, encodeString, nextString, openStrings,
} from '../strings/front-coded-dictionary.ts'
import { lowerBound, skipPrefix } from '../strings/lower-bound.ts'
import { createDistanceTable } from './distance-table.ts'

/** Most words that are visited for one typo and number of edits. */
const MAX_VISITED = 50_000

/**
 * Numbers of the strings that are at most the given number of edits away from a word, ascending. Edits are of bytes, so
 * an edit of a letter outside ASCII may count twice.
 */
export function findNear(
  { bloomFilter }: Pick<InvertedIndex, 'bloomFilter'>,
  dictionary: StringDictionary,
  { key, start, edits, budget }: NearWord,
): number[] {
  const near = new Set<number>()
  const table = createDistanceTable(key, edits)
  const first = encodeString(start)
  const cursor = openStrings(dictionary, lowerBound(dictionary, first, 0))
  const afterLast = lowerBound(dictionary, first, 1)
  const limit = Math.min(MAX_VISITED, budget.remaining)
  let visited = 0

  /** Looks the current beginning up with an ending of the key. */
  function findWithEnding(hash: Hash, byte: number, offset: number): void {
    if (!mayContain(bloomFilter, hash)) return
    const beginning = table.length() + (byte < 0 ? 0 : 1)
    const word = new Uint8Array(beginning + key.length - offset)
    word.set(cursor.bytes.subarray(0, table.length()))
    if (byte >= 0) word[beginning - 1] = byte
    word.set(key.subarray(offset), beginning)
    for (const match of findWord(dictionary, word)) near.add(match)
  }

  for (; visited < limit && nextString(cursor) && cursor.number < afterLast; visited += 1) {
    const { bytes, length, number } = cursor
    // The first string of a block is written in full, and the table is empty before the first string of all.
    table.cut(visited === 0 || number % BLOCK_STRINGS === 0 ? table.sharedLength(bytes, length) : cursor.shared)
    const end = unmarkedLength(bytes, length)
    while (table.length() < end && table.leastDistance() < edits) table.add(u8At(bytes, table.length()))
    if (table.leastDistance() < edits) {
      if (table.distance() <= edits) near.add(number)
      continue
    }
    table.eachEnding(findWithEnding)
    skipPrefix(cursor, table.length())
  }
  budget.remaining -= visited
  return [...near].sort((a, b) => a - b)
}

/** Numbers of a word in a sorted dictionary, in any language. */
function findWord(dictionary: StringDictionary, word: Uint8Array): number[] {
  const numbers: number[] = []
  const cursor = openStrings(dictionary, lowerBound(dictionary, word, 0))
  while (nextString(cursor) && isWord(cursor, word)) numbers.push(cursor.number)
  return numbers
}

function isWord({ bytes, length }: StringCursor, word: Uint8Array): boolean {
  return unmarkedLength(bytes, length) === word.length && word.every((byte, i) => byte === bytes[i])
}
