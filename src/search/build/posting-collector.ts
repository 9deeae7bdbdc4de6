/**
 * Occurrences of terms, chunk after chunk -> postings, term after term, by one
 * counting sort: each occurrence is written once, to where those of its term go on,
 * and a term's are made into postings when they are asked for.
 */
import { addHalves } from '../index/field.ts'
import { MAX_PLACES } from '../index/positions.ts'

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

/** Takes occurrences in the order of the text. */
export interface PostingCollector {
  /** Adds an occurrence of the term of a rank to the current chunk; positions count its words, up to 2^28. */
  readonly add: (rank: number, mark: Mark, position: number) => void
  readonly endChunk: () => void
  readonly finish: () => ReadPostings
}

/** The mark of occurrences in a field (place in `FIELDS`) that count one half or two. */
export function markOf(field: number, halves: number): Mark {
  return 2 * field + halves - 1
}

/** Collects occurrences of terms, given how many there will be of each. */
export function createPostingCollector(counts: Uint32Array): PostingCollector {
  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, rank) => {
    starts[rank + 1] = starts[rank]! + count
  })
  const next = starts.slice(0, counts.length)
  const occurrences = new Uint32Array(2 * starts[counts.length]!)
  let chunk = 0

  function add(rank: number, mark: Mark, position: number): void {
    const to = next[rank]!
    next[rank] = to + 1
    occurrences[2 * to] = chunk
    occurrences[2 * to + 1] = (position << MARK_BITS) | mark
  }

  function endChunk(): void {
    chunk += 1
  }

  return { add, endChunk, finish: () => createReadPostings({ starts, occurrences }) }
}

/**
 * Occurrences by term, those of rank r from `starts[r]` to before `starts[r + 1]`, in
 * the order of the text; of each, its chunk, and its position with its mark.
 */
interface SortedOccurrences {
  readonly starts: Uint32Array
  readonly occurrences: Uint32Array
}

function createReadPostings({ starts, occurrences }: SortedOccurrences): ReadPostings {
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
      const place = occurrences[2 * i + 1]!
      if (occurrences[2 * i] !== chunk) {
        if (posting >= 0) postings.counts[posting] = packed
        chunk = occurrences[2 * i]!
        posting += 1
        postings.chunks[posting] = chunk
        postings.placeStarts[posting] = placed
        packed = 0
        last = -1
      }
      const mark = place & ((1 << MARK_BITS) - 1)
      packed = addHalves(packed, mark >> 1, (mark & 1) + 1)
      const position = place >>> MARK_BITS
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
