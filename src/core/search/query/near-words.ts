/**
 * A word -> the strings of a dictionary that are a few edits away (the restricted Damerau-Levenshtein distance).
 *
 * The strings are visited in order, and the table of distances is extended by the letters in which each differs from
 * the one before, as in a walk through a trie, but without building one. If a prefix has used all edits, all words with
 * it are skipped together. With one edit any first letter has to be tried, so a prefix is completed as soon as it has
 * used the edit: only words that continue as the key does can be near, and these are looked up. Some hundred words of
 * several hundred thousand are visited.
 */
import { u8At } from '../../text/column.ts'
import { unmarkedLength } from '../../text/stemmer.ts'
import type { NearWord } from '../index/lexicon.ts'
import {
  BLOCK_STRINGS, type StringCursor, type StringDictionary, encodeString, nextString, openStrings,
} from '../strings/front-coded-dictionary.ts'
import { lowerBound, skipPrefix } from '../strings/lower-bound.ts'

/** Most words that are visited for one typo and number of edits. */
const MAX_VISITED = 50_000

/**
 * Numbers of the strings that are at most the given number of edits away from a word, ascending. Edits are of bytes, so
 * an edit of a letter outside ASCII may count twice.
 */
export function findNear(dictionary: StringDictionary, { key, start, edits, budget }: NearWord): number[] {
  const near = new Set<number>()
  const table = createDistanceTable(key, edits)
  const first = encodeString(start)
  const cursor = openStrings(dictionary, lowerBound(dictionary, first, 0))
  const afterLast = lowerBound(dictionary, first, 1)
  const limit = Math.min(MAX_VISITED, budget.remaining)
  /** The edits of a prefix that is walked through. */
  const walked = edits > 1 ? edits : 0
  let visited = 0
  for (; visited < limit && nextString(cursor) && cursor.number < afterLast; visited += 1) {
    const { bytes, length, number } = cursor
    // The first string of a block is written in full, and the table is empty before the first string of all.
    table.cut(visited === 0 || number % BLOCK_STRINGS === 0 ? table.sharedLength(bytes, length) : cursor.shared)
    const end = unmarkedLength(bytes, length)
    while (table.length() < end && table.leastDistance() <= walked) table.add(u8At(bytes, table.length()))
    if (table.leastDistance() <= walked) {
      if (table.distance() <= edits) near.add(number)
      continue
    }
    for (const word of table.completions()) for (const match of findWord(dictionary, word)) near.add(match)
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

/**
 * The distances between a key and the beginnings of a word that is extended letter by letter and cut back, in bytes:
 * one row for each beginning, one column for each beginning of the key. Beginnings whose lengths differ by more than
 * the edits are not near, so only a band along the diagonal is computed; the rest counts as far: distances are up to
 * `edits`, all higher ones are equal. The word is empty at first.
 */
function createDistanceTable(key: Uint8Array, edits: number) {
  const width = key.length + 1
  const far = edits + 1
  /** The word has at most the edits more bytes than the key, and one more. */
  const word = new Uint8Array(width + far)
  const rows = Array.from({ length: word.length + 1 }, () => new Uint8Array(width).fill(far))
  const least = new Uint8Array(rows.length)
  const [first = new Uint8Array(width)] = rows
  for (let j = 0; j < width; j += 1) first[j] = Math.min(j, far)
  let length = 0

  /** The row of the word without its last bytes; an offset below 0 would be looked up as a name, which is slow. */
  function rowBefore(bytes: number): Uint8Array {
    return rows[Math.max(0, length - bytes)] ?? first
  }

  /** Appends a byte to the word. */
  function add(byte: number): void {
    word[length] = byte
    length += 1
    const [row, previous, secondLast] = [rowBefore(0), rowBefore(1), rowBefore(2)]
    const previousByte = length > 1 ? u8At(word, length - 2) : -1
    const end = Math.min(width, length + 1 + edits)
    row[0] = Math.min(length, far)
    let lowest = u8At(row, 0)
    for (let j = Math.max(1, length - edits); j < end; j += 1) {
      let distance = u8At(previous, j - 1) + (byte === key[j - 1] ? 0 : 1)
      distance = Math.min(distance, u8At(previous, j) + 1, u8At(row, j - 1) + 1, far)
      const isExchange = j > 1 && byte === key[j - 2] && previousByte === key[j - 1]
      if (isExchange) distance = Math.min(distance, u8At(secondLast, j - 2) + 1)
      row[j] = distance
      if (distance < lowest) lowest = distance
    }
    least[length] = lowest
  }

  /** Number of the first of `bytes`, at most `limit`, that equal those of the word. */
  function sharedLength(bytes: Uint8Array, limit: number): number {
    const most = Math.min(limit, length)
    let shared = 0
    while (shared < most && bytes[shared] === word[shared]) shared += 1
    return shared
  }

  /** The words that the word becomes with an ending of the key, if they are within the distance. */
  function completions(): Uint8Array[] {
    const [row, previous] = [rowBefore(0), rowBefore(1)]
    const words: Uint8Array[] = []
    for (let j = Math.max(0, length - edits); j < Math.min(width, length + 1 + edits); j += 1) {
      if (u8At(row, j) <= edits) words.push(Uint8Array.of(...word.subarray(0, length), ...key.subarray(j)))
      // The last letter may be the second of two that are exchanged.
      const isExchange = length > 0 && j + 1 < key.length && u8At(word, length - 1) === key[j + 1]
      if (!isExchange || u8At(previous, j) >= edits) continue
      words.push(Uint8Array.of(...word.subarray(0, length), u8At(key, j), ...key.subarray(j + 2)))
    }
    return words
  }

  return {
    /** Bytes of the word. */
    length: () => length,
    add,
    /** Cuts the word to its first bytes, if it has more. */
    cut: (most: number) => {
      length = Math.min(length, most)
    },
    /** Edits between the key and the word. */
    distance: () => u8At(rowBefore(0), key.length),
    /** The fewest edits between the key and any word that begins with this one. */
    leastDistance: () => u8At(least, length),
    sharedLength,
    completions,
  }
}
