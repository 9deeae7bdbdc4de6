/**
 * Occurrences of terms, chunk after chunk -> postings, term after term.
 *
 * Each occurrence is noted as two numbers, in the order of the text; at the end
 * one counting sort brings those of each term together, and a term's are made into
 * postings when they are asked for. So nothing is looked up while texts are read,
 * and what is written at random is written once.
 */
import { grown32 } from '../text/column.ts'
import { addHalves } from './field.ts'
import { MAX_PLACES } from './positions.ts'

const INITIAL_CAPACITY = 1024
/** Bits of a mark, below the position. */
const MARK_BITS = 4

/** A field, and how much one occurrence counts in it: see `markOf`. */
export type Mark = number

/** Postings of one term: the first `size` of each column, chunks ascending. Good until those of another term are read. */
export interface TermPostings {
  size: number
  /** Ordinals. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** The positions of posting p are `places[placeStarts[p]]` to before `places[placeStarts[p + 1]]`, ascending, at most `MAX_PLACES`. */
  readonly placeStarts: Uint32Array
  readonly places: Uint32Array
}

/** Gives the postings of a term by its rank. */
export type ReadPostings = (rank: number) => TermPostings

export interface PostingCollector {
  /** Terms are any small whole numbers, in any order; positions count the words of the chunk, up to 2^28. */
  readonly add: (term: number, mark: Mark, position: number) => void
  readonly endChunk: () => void
  /** `ranks[term]` is the term's number in the index. */
  readonly finish: (ranks: Uint32Array) => ReadPostings
}

/** The mark of occurrences in a field (place in `FIELDS`) that count one half or two. */
export function markOf(field: number, halves: number): Mark {
  return 2 * field + halves - 1
}

export function createPostingCollector(): PostingCollector {
  let terms: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  /** Position and mark. */
  let places: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let size = 0
  /** End of each chunk's occurrences. */
  let ends: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let chunkCount = 0

  function add(term: number, mark: Mark, position: number): void {
    if (size === terms.length) {
      terms = grown32(terms, size + 1)
      places = grown32(places, size + 1)
    }
    terms[size] = term
    places[size] = (position << MARK_BITS) | mark
    size += 1
  }

  function endChunk(): void {
    if (chunkCount === ends.length) ends = grown32(ends, chunkCount + 1)
    ends[chunkCount] = size
    chunkCount += 1
  }

  function finish(ranks: Uint32Array): ReadPostings {
    const starts = new Uint32Array(ranks.length + 1)
    for (let i = 0; i < size; i += 1) starts[ranks[terms[i]!]! + 1]! += 1
    for (let rank = 0; rank < ranks.length; rank += 1) starts[rank + 1]! += starts[rank]!
    const next = starts.slice(0, ranks.length)
    const sorted = { starts, chunks: new Uint32Array(size), places: new Uint32Array(size) }
    let at = 0
    for (let chunk = 0; chunk < chunkCount; chunk += 1) {
      for (; at < ends[chunk]!; at += 1) {
        const rank = ranks[terms[at]!]!
        const to = next[rank]!
        next[rank] = to + 1
        sorted.chunks[to] = chunk
        sorted.places[to] = places[at]!
      }
    }
    return createReadPostings(sorted)
  }

  return { add, endChunk, finish }
}

/** Occurrences by term, those of rank r from `starts[r]` to before `starts[r + 1]`, in the order of the text. */
interface SortedOccurrences {
  readonly starts: Uint32Array
  readonly chunks: Uint32Array
  readonly places: Uint32Array
}

function createReadPostings({ starts, chunks, places }: SortedOccurrences): ReadPostings {
  const most = starts.reduce((found, start, i) => Math.max(found, start - (starts[i - 1] ?? 0)), 0)
  const postings: TermPostings = {
    size: 0,
    chunks: new Uint32Array(most),
    counts: new Uint16Array(most),
    placeStarts: new Uint32Array(most + 1),
    places: new Uint32Array(most),
  }

  return function readPostings(rank) {
    let posting = -1
    let chunk = -1
    let packed = 0
    let placed = 0
    let last = -1
    for (let i = starts[rank]!; i < starts[rank + 1]!; i += 1) {
      if (chunks[i] !== chunk) {
        if (posting >= 0) postings.counts[posting] = packed
        chunk = chunks[i]!
        posting += 1
        postings.chunks[posting] = chunk
        postings.placeStarts[posting] = placed
        packed = 0
        last = -1
      }
      const mark = places[i]! & ((1 << MARK_BITS) - 1)
      packed = addHalves(packed, mark >> 1, (mark & 1) + 1)
      const position = places[i]! >>> MARK_BITS
      // The whole and a part of a compound may be one term.
      if (position <= last || placed - postings.placeStarts[posting]! === MAX_PLACES) continue
      postings.places[placed] = position
      placed += 1
      last = position
    }
    if (posting >= 0) postings.counts[posting] = packed
    postings.size = posting + 1
    postings.placeStarts[postings.size] = placed
    return postings
  }
}
