/**
 * A word that the index doesn't have -> terms of the words it may be a slip of:
 * those fewest edits away. An edit is a letter put in, left out or changed, or two
 * neighbours exchanged (the restricted Damerau-Levenshtein distance).
 *
 * The words of the index are passed over in their order, and the table of
 * distances is worked out for what each adds to the one before: a walk through a
 * trie that nobody had to build. As soon as a beginning leaves no edit to make, all
 * words that begin so are passed over at once: those that are near can only go
 * on as the key does, and a filter (`word-filter.ts`) tells which of them there
 * are. It visits some hundred words out of a hundred thousand for one edit.
 */
import { unmarkedLength } from '../../text/stemmer.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { firstNotBelow, skipAlike } from '../strings/lower-bound.ts'
import { docFreq } from '../index/posting-list.ts'
import { BLOCK_STRINGS, encodeString, nextString, openStrings } from '../strings/front-coded-dictionary.ts'
import type { StringCursor, StringTable } from '../strings/front-coded-dictionary.ts'
import type { Meaning } from '../index/idf.ts'
import { EMPTY_HASH, extendHash, joinHashes, mayHave, powersOf } from '../strings/bloom-filter.ts'
import type { Hash } from '../strings/bloom-filter.ts'

/** Least bytes of a word that is corrected: what is shorter is near to everything. */
const MIN_LENGTH = 4
/** Bytes from which on two edits are a slip, too. */
const LONG_LENGTH = 8
/** A longer word is a name that nobody types by heart, and would cost by its length. */
const MAX_LENGTH = 32
/** Most words, of terms and of other words each, that are looked at for one slip and number of edits. */
const MAX_VISITED = 50_000
/** Most words that are looked at for all slips of a query: enough for some, while a query of nothing else is no slip. */
const MAX_VISITED_BY_QUERY = 250_000
/** Most corrections of one word: those that most chunks have. */
const MAX_CORRECTIONS = 16
/** How surely a word one edit away is meant, to the power of the edits. */
const SHARE_PER_EDIT = 0.9
/** Names with digits are exact: `E_CONN_43` is not `E_CONN_42`. */
const DIGIT = /\p{N}/u

/** How many more words may be looked at. */
export interface CorrectionBudget {
  left: number
}

/** What the corrections of a query may take together. */
export function createCorrectionBudget(): CorrectionBudget {
  return { left: MAX_VISITED_BY_QUERY }
}

/**
 * The nearest terms, all at one distance: 1, or 2 for long words. None for short
 * words and for names with digits. Where the budget ends it is those found so far.
 */
export function findCorrections(index: InvertedIndex, word: string, budget = createCorrectionBudget()): Meaning[] {
  const key = encodeString(word)
  if (key.length < MIN_LENGTH || key.length > MAX_LENGTH || DIGIT.test(word)) return []
  // Most slips are one edit, and these are found in a fraction of the time.
  const [near, edits] = key.length < LONG_LENGTH ? [[], 1] : [findTerms(index, { key, edits: 1, budget }), 2]
  const terms = near.length > 0 ? near : findTerms(index, { key, edits, budget })
  const share = SHARE_PER_EDIT ** (near.length > 0 ? 1 : edits)
  return terms.map((term) => ({ term, share }))
}

interface Wanted {
  readonly key: Uint8Array
  /** Most edits. */
  readonly edits: number
  readonly budget: CorrectionBudget
}

/** The most frequent terms of words near the key. */
function findTerms(index: InvertedIndex, wanted: Wanted): number[] {
  const near = [
    ...findNear(index, index.terms, wanted),
    ...findNear(index, index.words, wanted).map((word) => index.wordTerms[word]!),
  ]
  const frequencies = new Map(near.map((term) => [term, docFreq(index, term)]))
  return [...frequencies].sort(([a, n], [b, m]) => m - n || a - b).slice(0, MAX_CORRECTIONS).map(([term]) => term)
}

/** Numbers of the strings at most `edits` from the key. Edits are of bytes, so that of a letter beyond ASCII may count two. */
function findNear({ wordFilter }: InvertedIndex, table: StringTable, { key, edits, budget }: Wanted): number[] {
  const near = new Set<number>()
  const rows = createRows(key, edits)
  const cursor = openStrings(table, 0)
  /** Bytes of the current string whose rows are worked out. */
  let known = 0
  const most = Math.min(MAX_VISITED, budget.left)
  let visited = 0
  for (; visited < most && nextString(cursor); visited += 1) {
    const { bytes, length, number } = cursor
    // The first string of a block is written in full, whatever it shares.
    known = number % BLOCK_STRINGS === 0 ? rows.sharedLength(bytes, Math.min(known, length)) : Math.min(known, cursor.shared)
    const end = unmarkedLength(bytes, length)
    while (known < end && rows.least(known) < edits) {
      rows.add(known, bytes)
      known += 1
    }
    if (rows.least(known) < edits) {
      if (rows.distance(known) <= edits) near.add(number)
      continue
    }
    rows.eachEnding(known, (hash, ending) => {
      if (!mayHave(wordFilter, hash)) return
      for (const found of findWord(table, [...bytes.subarray(0, known), ...ending()])) near.add(found)
    })
    skipAlike(cursor, known)
  }
  budget.left -= visited
  return [...near]
}

/** Numbers of a word in a sorted table, in any language. */
function findWord(table: StringTable, word: readonly number[]): number[] {
  const found: number[] = []
  const cursor = openStrings(table, firstNotBelow(table, Uint8Array.from(word), 0))
  while (nextString(cursor) && isWord(cursor, word)) found.push(cursor.number)
  return found
}

function isWord({ bytes, length }: StringCursor, word: readonly number[]): boolean {
  return unmarkedLength(bytes, length) === word.length && word.every((byte, i) => byte === bytes[i])
}

/**
 * The table of distances between the key and beginnings of one word, a row for each
 * beginning. Beginnings whose lengths differ by more than the edits are not near, so
 * only a band along the diagonal is worked out; what lies beside it is just far.
 */
interface Rows {
  /** Works out the row of the beginning that is one byte longer than `known`. */
  readonly add: (known: number, bytes: Uint8Array) => void
  /** Edits between the key and the beginning of so many bytes. */
  readonly distance: (known: number) => number
  /** The fewest edits of a word that begins so. */
  readonly least: (known: number) => number
  /** How many of the first bytes are those that the rows are of, at most `most`. */
  readonly sharedLength: (bytes: Uint8Array, most: number) => number
  /** Tells all endings that make a beginning near by going on as the key does, and the hash of the word that each gives. */
  readonly eachEnding: (known: number, tell: (word: Hash, ending: () => Iterable<number>) => void) => void
}

function createRows(key: Uint8Array, edits: number): Rows {
  const width = key.length + 1
  // Behind these no beginning is near.
  const depth = key.length + edits + 2
  const far = edits + 1
  const rows = Array.from({ length: depth }, () => new Uint8Array(width).fill(far))
  const leasts = new Uint8Array(depth)
  const letters = new Uint8Array(depth)
  const hashes = new Int32Array(depth).fill(EMPTY_HASH)
  const powers = powersOf(key.length)
  const rests = new Int32Array(width).fill(EMPTY_HASH)
  for (let j = key.length - 1; j >= 0; j -= 1) {
    rests[j] = joinHashes(extendHash(EMPTY_HASH, key[j]!), powers[key.length - j - 1]!, rests[j + 1]!)
  }
  for (let j = 0; j < width; j += 1) rows[0]![j] = Math.min(j, far)

  function add(known: number, bytes: Uint8Array): void {
    const [before, row] = [rows[known]!, rows[known + 1]!]
    const letter = bytes[known]!
    letters[known] = letter
    hashes[known + 1] = extendHash(hashes[known]!, letter)
    const start = Math.max(1, known + 1 - edits)
    const end = Math.min(width, known + 2 + edits)
    row[0] = Math.min(known + 1, far)
    let least = row[0]!
    for (let j = start; j < end; j += 1) {
      let distance = before[j - 1]! + (letter === key[j - 1] ? 0 : 1)
      if (before[j]! < distance) distance = before[j]! + 1
      if (row[j - 1]! < distance) distance = row[j - 1]! + 1
      const isExchange = known > 0 && j > 1 && letter === key[j - 2] && letters[known - 1] === key[j - 1]
      if (isExchange) distance = Math.min(distance, rows[known - 1]![j - 2]! + 1)
      row[j] = Math.min(distance, far)
      if (distance < least) least = distance
    }
    leasts[known + 1] = least
  }

  function sharedLength(bytes: Uint8Array, most: number): number {
    let length = 0
    while (length < most && bytes[length] === letters[length]) length += 1
    return length
  }

  /** The hash of a beginning that is followed by the key from `j` on. */
  function joined(hash: Hash, j: number): Hash {
    return joinHashes(hash, powers[key.length - j]!, rests[j]!)
  }

  function eachEnding(known: number, tell: (word: Hash, ending: () => Iterable<number>) => void): void {
    const end = Math.min(width, known + 1 + edits)
    for (let j = Math.max(0, known - edits); j < end; j += 1) {
      if (rows[known]![j]! <= edits) tell(joined(hashes[known]!, j), () => key.subarray(j))
      // The last letter may be the second of two that are exchanged.
      const isExchange = known > 0 && j + 1 < key.length && letters[known - 1] === key[j + 1] && rows[known - 1]![j]! < edits
      if (isExchange) tell(joined(extendHash(hashes[known]!, key[j]!), j + 2), () => [key[j]!, ...key.subarray(j + 2)])
    }
  }

  return { add, distance: (known) => rows[known]![key.length]!, least: (known) => leasts[known]!, sharedLength, eachEnding }
}
