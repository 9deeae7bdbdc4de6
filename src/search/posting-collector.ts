/**
 * Occurrences of terms, chunk after chunk -> postings by term. Everything is
 * kept in growing columns of numbers; at the end one counting sort brings the
 * postings of each term together, chunks in ascending order.
 */
import { addHalves } from './field.ts'

const INITIAL_CAPACITY = 1024

/** Occurrences in one field of the current chunk. */
export interface Occurrence {
  /** Place in `FIELDS`. */
  readonly field: number
  /** How many, in halves. */
  readonly halves: number
}

/** Postings by term, as the index holds them. */
export interface Postings {
  readonly starts: Uint32Array
  readonly chunks: Uint32Array
  readonly counts: Uint16Array
}

export interface PostingCollector {
  /** Terms are any small whole numbers, in any order. */
  readonly add: (term: number, occurrence: Occurrence) => void
  readonly endChunk: () => void
  /** `ranks[term]` is the term's number in the index. */
  readonly finish: (ranks: Uint32Array) => Postings
}

export function createPostingCollector(): PostingCollector {
  let terms: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let counts: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let size = 0
  /** End of each chunk's postings. */
  let ends: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let chunkCount = 0
  let chunkStart = 0
  /** Latest posting of each term, plus one. */
  let latest: Uint32Array = new Uint32Array(INITIAL_CAPACITY)

  function add(term: number, { field, halves }: Occurrence): void {
    if (term >= latest.length) latest = grown(latest, term + 1)
    let posting = latest[term]! - 1
    if (posting < chunkStart) {
      if (size === terms.length) {
        terms = grown(terms, size + 1)
        counts = grown(counts, size + 1)
      }
      posting = size
      size += 1
      terms[posting] = term
      latest[term] = posting + 1
    }
    counts[posting] = addHalves(counts[posting]!, field, halves)
  }

  function endChunk(): void {
    if (chunkCount === ends.length) ends = grown(ends, chunkCount + 1)
    ends[chunkCount] = size
    chunkCount += 1
    chunkStart = size
  }

  function finish(ranks: Uint32Array): Postings {
    const starts = new Uint32Array(ranks.length + 1)
    for (let i = 0; i < size; i += 1) starts[ranks[terms[i]!]! + 1]! += 1
    for (let term = 0; term < ranks.length; term += 1) starts[term + 1]! += starts[term]!
    const next = starts.slice(0, ranks.length)
    const sorted = { starts, chunks: new Uint32Array(size), counts: new Uint16Array(size) }
    let posting = 0
    for (let chunk = 0; chunk < chunkCount; chunk += 1) {
      for (; posting < ends[chunk]!; posting += 1) {
        const rank = ranks[terms[posting]!]!
        const at = next[rank]!
        next[rank] = at + 1
        sorted.chunks[at] = chunk
        sorted.counts[at] = counts[posting]!
      }
    }
    return sorted
  }

  return { add, endChunk, finish }
}

/** A column of at least `length`, twice as long as before or longer. */
function grown(column: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(Math.max(length, column.length * 2))
  larger.set(column)
  return larger
}
