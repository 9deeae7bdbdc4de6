/**
 * Words next to each other, in their order -> the chunks that have them so, by the
 * places that postings hold.
 */
import type { BitReader } from '../strings/bits.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { currentChunk, nextBlock, openList, openPlaces, seek } from './posting-list.ts'
import type { PostingCursor } from './posting-list.ts'
import { MAX_PLACES, readPositions } from './positions.ts'
import { createSpanOf } from './document-length.ts'
import type { SpanOf } from './document-length.ts'

/** Most chunks that have all words of a phrase and are looked into, for one query. */
const MAX_COMPARED = 16_384

/** The terms that may stand at one place of a phrase: those of its word in each language. */
export type Slot = readonly number[]

/** How many more chunks may have the places of their words compared. */
export interface PhraseBudget {
  left: number
}

/** What the phrases of a query may take together: more than that only words have that are in most of very many chunks. */
export function createPhraseBudget(): PhraseBudget {
  return { left: MAX_COMPARED }
}

/**
 * Ordinals of the chunks that have a phrase, ascending; none for a phrase without
 * words, or with one that no chunk has. Where the budget ends it is those found so far.
 */
export function findPhrase(index: InvertedIndex, slots: readonly Slot[], budget = createPhraseBudget()): number[] {
  const found: number[] = []
  const [only] = slots
  if (only === undefined) return found
  if (slots.length === 1 && only.length === 1) return chunksOf(index, only[0]!)
  const spanOf = createSpanOf(index)
  const rows = slots.map((terms) => terms.map((term) => openPlaced(index, term)))
  for (let ordinal = 0; ; ordinal += 1) {
    ordinal = firstCommon(rows, ordinal)
    if (ordinal === Infinity) return found
    if (rows.length > 1) {
      if (budget.left === 0) return found
      budget.left -= 1
    }
    if (rows.length === 1 || isAdjacent(rows, ordinal, spanOf)) found.push(ordinal)
  }
}

/** Ordinals of all chunks that have a term. */
function chunksOf(index: InvertedIndex, term: number): number[] {
  const cursor = openList(index, term)
  const found = new Array<number>(cursor.docFreq)
  let count = 0
  for (let more = seek(cursor, 0); more; more = nextBlock(cursor)) {
    for (let i = 0; i < cursor.size; i += 1) found[count++] = cursor.chunks[i]!
  }
  // A damaged list may end early.
  found.length = count
  return found
}

/** A cursor that also reads places. */
interface Placed {
  readonly cursor: PostingCursor
  /** Behind the places of the first `read` postings of the block that starts at `block`. */
  reader: BitReader
  block: number
  read: number
  /** Those of the last. */
  readonly places: Uint32Array
}

function openPlaced(index: InvertedIndex, term: number): Placed {
  const cursor = openList(index, term)
  return { cursor, reader: openPlaces(cursor), block: -1, read: 0, places: new Uint32Array(MAX_PLACES) }
}

/** The first ordinal from one on that all rows have; Infinity where there is none. */
function firstCommon(rows: readonly (readonly Placed[])[], from: number): number {
  let ordinal = from
  for (let agreed = 0, row = 0; agreed < rows.length; row = (row + 1) % rows.length) {
    let next = Infinity
    for (const { cursor } of rows[row]!) if (seek(cursor, ordinal)) next = Math.min(next, currentChunk(cursor))
    if (next === Infinity) return Infinity
    agreed = next === ordinal ? agreed + 1 : 1
    ordinal = next
  }
  return ordinal
}

function isAdjacent(rows: readonly (readonly Placed[])[], ordinal: number, spanOf: SpanOf): boolean {
  let starts: number[] = []
  for (const [distance, row] of rows.entries()) {
    const places = placesInAny(row, ordinal, spanOf)
    starts = distance === 0 ? places : followed(starts, places, distance)
    if (starts.length === 0) return false
  }
  return true
}

/** Those of ascending starts that have a place so far behind them. */
function followed(starts: readonly number[], places: readonly number[], distance: number): number[] {
  let at = 0
  return starts.filter((start) => {
    while (at < places.length && places[at]! < start + distance) at += 1
    return places[at] === start + distance
  })
}

/** Where any of the terms stands in a chunk, ascending. */
function placesInAny(row: readonly Placed[], ordinal: number, spanOf: SpanOf): number[] {
  const [first, ...others] = row
  if (first !== undefined && others.length === 0) return placesIn(first, ordinal, spanOf)
  return row.flatMap((placed) => placesIn(placed, ordinal, spanOf)).sort((a, b) => a - b)
}

/** Where the term stands in a chunk; nowhere if its cursor is at another. */
function placesIn(placed: Placed, ordinal: number, spanOf: SpanOf): number[] {
  const { cursor } = placed
  if (currentChunk(cursor) !== ordinal) return []
  if (placed.block !== cursor.places) {
    placed.reader = openPlaces(cursor)
    placed.block = cursor.places
    placed.read = 0
  }
  let count = 0
  for (; placed.read <= cursor.at; placed.read += 1) {
    count = readPositions(placed.reader, placed.places, spanOf(cursor.chunks[placed.read]!))
  }
  return Array.from({ length: count }, (_, i) => placed.places[i]!)
}
