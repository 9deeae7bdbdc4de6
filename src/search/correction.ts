/**
 * A word that the index doesn't have -> terms of the words it may be a slip of:
 * those fewest edits away. An edit is a letter put in, left out or changed, or two
 * neighbours exchanged (the restricted Damerau-Levenshtein distance).
 *
 * The words of the index are passed over in their order, and the table of
 * distances is worked out for what each adds to the one before. As soon as no word
 * that begins so can be near, all that do are passed over at once: a walk through
 * a trie that nobody had to build. It visits some thousand words out of a hundred
 * thousand.
 */
import type { InvertedIndex } from './inverted-index.ts'
import { skipAlike } from './lexicon.ts'
import { BLOCK_STRINGS, encodeString, nextString, openStrings } from './string-table.ts'
import type { StringTable } from './string-table.ts'
import { docFreq } from './posting-list.ts'
import type { Meaning } from './term.ts'

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
  const near = [...findNear(index.terms, wanted), ...findNear(index.words, wanted).map((word) => index.wordTerms[word]!)]
  const frequencies = new Map(near.map((term) => [term, docFreq(index, term)]))
  return [...frequencies].sort(([a, n], [b, m]) => m - n || a - b).slice(0, MAX_CORRECTIONS).map(([term]) => term)
}

/** Numbers of the strings at most `edits` from the key. Edits are of bytes, so that of a letter beyond ASCII may count two. */
function findNear(table: StringTable, { key, edits, budget }: Wanted): number[] {
  const near: number[] = []
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
    // A mark of its language at the end is no part of the word.
    const end = length > 0 && bytes[length - 1]! < 0x20 ? length - 1 : length
    while (known < end && rows.mayBeNear(known)) {
      rows.add(known, bytes)
      known += 1
    }
    if (rows.mayBeNear(known)) {
      if (rows.distance(known) <= edits) near.push(number)
    } else {
      skipAlike(cursor, known)
    }
  }
  budget.left -= visited
  return near
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
  /** Whether a word that begins so may be near enough. */
  readonly mayBeNear: (known: number) => boolean
  /** How many of the first bytes are those that the rows are of, at most `most`. */
  readonly sharedLength: (bytes: Uint8Array, most: number) => number
}

function createRows(key: Uint8Array, edits: number): Rows {
  const width = key.length + 1
  // Behind these no beginning is near.
  const depth = key.length + edits + 2
  const far = edits + 1
  const rows = Array.from({ length: depth }, () => new Uint8Array(width).fill(far))
  const least = new Uint8Array(depth)
  const letters = new Uint8Array(depth)
  for (let j = 0; j < width; j += 1) rows[0]![j] = Math.min(j, far)

  function add(known: number, bytes: Uint8Array): void {
    const [before, row] = [rows[known]!, rows[known + 1]!]
    const letter = bytes[known]!
    letters[known] = letter
    const start = Math.max(1, known + 1 - edits)
    const end = Math.min(width, known + 2 + edits)
    row[0] = Math.min(known + 1, far)
    least[known + 1] = row[0]!
    for (let j = start; j < end; j += 1) {
      let distance = before[j - 1]! + (letter === key[j - 1] ? 0 : 1)
      if (before[j]! < distance) distance = before[j]! + 1
      if (row[j - 1]! < distance) distance = row[j - 1]! + 1
      const isExchange = known > 0 && j > 1 && letter === key[j - 2] && letters[known - 1] === key[j - 1]
      if (isExchange) distance = Math.min(distance, rows[known - 1]![j - 2]! + 1)
      row[j] = Math.min(distance, far)
      if (distance < least[known + 1]!) least[known + 1] = distance
    }
  }

  function sharedLength(bytes: Uint8Array, most: number): number {
    let length = 0
    while (length < most && bytes[length] === letters[length]) length += 1
    return length
  }

  return {
    add,
    distance: (known) => rows[known]![key.length]!,
    mayBeNear: (known) => least[known]! <= edits,
    sharedLength,
  }
}
