/**
 * Occurrences of terms, chunk after chunk -> postings, term after term, by one counting sort: each occurrence is
 * written once, after the others of its term, and a term's occurrences become postings when they are asked for.
 */
import { u32At } from '../../text/column.ts'
import { LINKS, addHalves } from '../index/field.ts'
import { MAX_POSITIONS } from '../index/positions.ts'
import type { TermRank } from './numbers.ts'

/** Bits of a mark, below the position. */
const MARK_BITS = 4

/** A field and the weight of one occurrence in it: see `markOf`. */
export type Mark = number

/**
 * Postings of one term: the first `size` of each column, chunks ascending. Valid until those of another term are read.
 */
export interface TermPostings {
  size: number
  /** Ordinals. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** Positions of posting p: `positions[positionStarts[p]]` to before `positions[positionStarts[p + 1]]`, ascending. */
  readonly positionStarts: Uint32Array
  /** At most `MAX_POSITIONS` for each posting. */
  readonly positions: Uint32Array
}

/** Gives the postings of a term. */
export type ReadPostings = (rank: TermRank) => TermPostings

/** A collector of occurrences in the order of the text. */
export interface PostingCollector {
  /** Adds an occurrence of a term to the current chunk; positions count its words, up to 2^28. */
  readonly add: (rank: TermRank, mark: Mark, position: number) => void
  readonly endChunk: () => void
  readonly finish: () => ReadPostings
}

/** The mark of occurrences in a field (position in `FIELDS`) with a weight of one half or two. */
export function markOf(field: number, halves: number): Mark {
  return 2 * field + halves - 1
}

/** A collector for terms that occur so often, by rank. */
export function createPostingCollector(counts: Uint32Array): PostingCollector {
  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, rank) => {
    starts[rank + 1] = u32At(starts, rank) + count
  })
  const next = starts.slice(0, counts.length)
  const occurrences = new Uint32Array(2 * u32At(starts, counts.length))
  let chunk = 0

  function add(rank: TermRank, mark: Mark, position: number): void {
    const to = u32At(next, rank)
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
 * Occurrences by term, those of rank r from `starts[r]` to before `starts[r + 1]`, in the order of the text. Each is
 * its chunk, and its position with its mark.
 */
interface SortedOccurrences {
  readonly starts: Uint32Array
  readonly occurrences: Uint32Array
}

function createReadPostings({ starts, occurrences }: SortedOccurrences): ReadPostings {
  const most = starts.reduce((longest, start, i) => Math.max(longest, start - (starts[i - 1] ?? 0)), 0)
  const postings: TermPostings = {
    size: 0,
    chunks: new Uint32Array(most),
    counts: new Uint16Array(most),
    positionStarts: new Uint32Array(most + 1),
    positions: new Uint32Array(most),
  }
  const { chunks, counts, positionStarts, positions } = postings

  return function readPostings(rank) {
    let posting = -1
    let chunk = -1
    let packed = 0
    let first = 0
    let size = 0
    let last = -1
    const end = u32At(starts, rank + 1)
    for (let i = u32At(starts, rank); i < end; i += 1) {
      const marked = u32At(occurrences, 2 * i + 1)
      if (occurrences[2 * i] !== chunk) {
        if (posting >= 0) counts[posting] = packed
        chunk = u32At(occurrences, 2 * i)
        posting += 1
        chunks[posting] = chunk
        positionStarts[posting] = size
        first = size
        packed = 0
        last = -1
      }
      const mark = marked & ((1 << MARK_BITS) - 1)
      packed = addHalves(packed, mark >> 1, (mark & 1) + 1)
      const position = marked >>> MARK_BITS
      // Link texts are no part of the section: no phrase is looked up in them.
      if (mark >> 1 === LINKS) continue
      // The whole and a part of a compound may be one term.
      if (position <= last || size - first === MAX_POSITIONS) continue
      positions[size] = position
      size += 1
      last = position
    }
    if (posting >= 0) counts[posting] = packed
    postings.size = posting + 1
    positionStarts[postings.size] = size
    return postings
  }
}
