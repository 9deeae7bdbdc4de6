/**
 * A word -> the strings of a dictionary that are a few edits away (the restricted Damerau-Levenshtein distance).
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
import { EMPTY_HASH, extendHash, type Hash, mayContain } from '../strings/bloom-filter.ts'
import {
  BLOCK_STRINGS, type StringCursor, type StringDictionary, encodeString, lowerBound, nextString, openStrings, skipPrefix,
} from '../strings/front-coded-dictionary.ts'

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

/** The row of one beginning of a word. */
interface Row {
  /** Distance to each beginning of the key. */
  readonly distances: Uint8Array
  /** The least of them. */
  least: number
  /** The last byte of the beginning. */
  byte: number
  hash: Hash
}

/**
 * The distances between a key and the beginnings of a word that is extended letter by letter and cut back, in bytes:
 * one row for each beginning, one column for each beginning of the key. Beginnings whose lengths differ by more than
 * the edits are not near, so only a band along the diagonal is computed; the rest counts as far: distances are up to
 * `edits`, all higher ones are equal. The word is empty at first.
 */
function createDistanceTable(key: Uint8Array, edits: number) {
  const width = key.length + 1
  const far = edits + 1
  const createRow = (): Row => ({ distances: new Uint8Array(width).fill(far), least: 0, byte: 0, hash: EMPTY_HASH })
  const first = createRow()
  for (let j = 0; j < width; j += 1) first.distances[j] = Math.min(j, far)
  const rows = [first]
  /** The rows of the word, of the word without its last byte, and without its last two. */
  let row = first
  let before = first
  let beforeThat = first
  let length = 0

  function moveTo(newLength: number): void {
    length = newLength
    row = rows[length] ?? first
    // An offset below 0 would be looked up as a name, which is slow.
    before = rows[Math.max(0, length - 1)] ?? first
    beforeThat = rows[Math.max(0, length - 2)] ?? first
  }

  function add(byte: number): void {
    if (rows.length === length + 1) rows.push(createRow())
    moveTo(length + 1)
    row.byte = byte
    row.hash = extendHash(before.hash, byte)
    const { distances } = row
    const { distances: previous, byte: previousByte } = before
    const { distances: secondLast } = beforeThat
    const start = Math.max(1, length - edits)
    const end = Math.min(width, length + 1 + edits)
    distances[0] = Math.min(length, far)
    let least = u8At(distances, 0)
    for (let j = start; j < end; j += 1) {
      let distance = u8At(previous, j - 1) + (byte === key[j - 1] ? 0 : 1)
      distance = Math.min(distance, u8At(previous, j) + 1, u8At(distances, j - 1) + 1, far)
      const isExchange = length > 1 && j > 1 && byte === key[j - 2] && previousByte === key[j - 1]
      if (isExchange) distance = Math.min(distance, u8At(secondLast, j - 2) + 1)
      distances[j] = distance
      if (distance < least) least = distance
    }
    row.least = least
  }

  /** Number of the first of `bytes`, at most `limit`, that equal those of the word. */
  function sharedLength(bytes: Uint8Array, limit: number): number {
    const most = Math.min(limit, length)
    let shared = 0
    while (shared < most && bytes[shared] === rows[shared + 1]?.byte) shared += 1
    return shared
  }

  /** The hash of a beginning, followed by the key from an offset on. */
  function joined(beginning: Hash, offset: number): Hash {
    let hash = beginning
    for (let j = offset; j < key.length; j += 1) hash = extendHash(hash, u8At(key, j))
    return hash
  }

  /**
   * Visits all endings of the key that, appended to the word, bring it within the distance: with the hash of the whole,
   * a byte of the ending or -1 for none, and the offset in the key of all other bytes.
   */
  function eachEnding(visit: (word: Hash, byte: number, offset: number) => void): void {
    const end = Math.min(width, length + 1 + edits)
    for (let j = Math.max(0, length - edits); j < end; j += 1) {
      const distance = u8At(row.distances, j)
      if (distance <= edits) visit(joined(row.hash, j), -1, j)
      // The last letter may be the second of two that are exchanged.
      if (length === 0 || j + 1 >= key.length) continue
      if (row.byte !== key[j + 1] || u8At(before.distances, j) >= edits) continue
      const byte = u8At(key, j)
      visit(joined(extendHash(row.hash, byte), j + 2), byte, j + 2)
    }
  }

  return {
    /** Bytes of the word. */
    length: () => length,
    add,
    /** Cuts the word to its first bytes, if it has more. */
    cut: (most: number) => {
      if (most < length) moveTo(most)
    },
    /** Edits between the key and the word. */
    distance: () => u8At(row.distances, key.length),
    /** The fewest edits between the key and any word that begins with this one. */
    leastDistance: () => row.least,
    sharedLength,
    eachEnding,
  }
}
