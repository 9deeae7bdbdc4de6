/**
 * Occurrences of terms, chunk after chunk -> postings by term. Everything is
 * kept in growing columns of numbers; at the end one counting sort brings the
 * postings of each term together, chunks in ascending order.
 */
import { createByteRow, pushVarint } from './bits.ts'
import { addHalves } from './field.ts'
import type { PostingColumns } from './posting-writer.ts'

const INITIAL_CAPACITY = 1024

/** Occurrences in one field of the current chunk. */
export interface Occurrence {
  /** Place in `FIELDS`. */
  readonly field: number
  /** How many, in halves. */
  readonly halves: number
}

/** Postings by term. */
export interface Postings extends PostingColumns {
  /** Postings of term t are those from `starts[t]` to before `starts[t + 1]`. */
  readonly starts: Uint32Array
}

export interface PostingCollector {
  /** Terms are any small whole numbers, in any order; positions count the words of the chunk. */
  readonly add: (term: number, occurrence: Occurrence, position: number) => void
  readonly endChunk: () => void
  /** `ranks[term]` is the term's number in the index. */
  readonly finish: (ranks: Uint32Array) => Postings
}

export function createPostingCollector(): PostingCollector {
  let terms: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let counts: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  /** Where the places of each posting begin. */
  let places: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  /** Places of postings: each a varint, its distance to the one before, and 0 at the end. */
  const row = createByteRow()
  let size = 0
  /** End of each chunk's postings. */
  let ends: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let chunkCount = 0
  let chunkStart = 0
  /** Latest posting of each term, plus one. */
  let latest: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  /** Occurrences of the current chunk: position, and the next one of the same posting plus one. */
  let positions: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let following: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let occurrenceCount = 0
  /** First and last occurrence of each posting of the chunk. */
  let firsts: Uint32Array = new Uint32Array(INITIAL_CAPACITY)
  let lasts: Uint32Array = new Uint32Array(INITIAL_CAPACITY)

  function add(term: number, { field, halves }: Occurrence, position: number): void {
    if (term >= latest.length) latest = grown(latest, term + 1)
    if (occurrenceCount === positions.length) {
      positions = grown(positions, occurrenceCount + 1)
      following = grown(following, occurrenceCount + 1)
    }
    const occurrence = occurrenceCount
    occurrenceCount += 1
    positions[occurrence] = position
    following[occurrence] = 0
    let posting = latest[term]! - 1
    if (posting < chunkStart) {
      posting = startPosting(term, occurrence)
    } else {
      following[lasts[posting - chunkStart]!] = occurrence + 1
    }
    lasts[posting - chunkStart] = occurrence
    counts[posting] = addHalves(counts[posting]!, field, halves)
  }

  function startPosting(term: number, occurrence: number): number {
    if (size === terms.length) {
      terms = grown(terms, size + 1)
      counts = grown(counts, size + 1)
      places = grown(places, size + 1)
    }
    const inChunk = size - chunkStart
    if (inChunk === firsts.length) {
      firsts = grown(firsts, inChunk + 1)
      lasts = grown(lasts, inChunk + 1)
    }
    firsts[inChunk] = occurrence
    terms[size] = term
    latest[term] = size + 1
    size += 1
    return size - 1
  }

  function endChunk(): void {
    if (chunkCount === ends.length) ends = grown(ends, chunkCount + 1)
    for (let posting = chunkStart; posting < size; posting += 1) {
      places[posting] = row.size
      let last = -1
      for (let next = firsts[posting - chunkStart]! + 1; next > 0; next = following[next - 1]!) {
        const position = positions[next - 1]!
        // The whole and a part of a compound may be one term.
        if (position > last) pushVarint(row, position - last)
        last = Math.max(last, position)
      }
      pushVarint(row, 0)
    }
    occurrenceCount = 0
    ends[chunkCount] = size
    chunkCount += 1
    chunkStart = size
  }

  function finish(ranks: Uint32Array): Postings {
    const starts = new Uint32Array(ranks.length + 1)
    for (let i = 0; i < size; i += 1) starts[ranks[terms[i]!]! + 1]! += 1
    for (let term = 0; term < ranks.length; term += 1) starts[term + 1]! += starts[term]!
    const next = starts.slice(0, ranks.length)
    const [chunks, packed, begins] = [new Uint32Array(size), new Uint16Array(size), new Uint32Array(size)]
    let posting = 0
    for (let chunk = 0; chunk < chunkCount; chunk += 1) {
      for (; posting < ends[chunk]!; posting += 1) {
        const rank = ranks[terms[posting]!]!
        const at = next[rank]!
        next[rank] = at + 1
        chunks[at] = chunk
        packed[at] = counts[posting]!
        begins[at] = places[posting]!
      }
    }
    return { starts, chunks, counts: packed, readPlaces: (at, found) => readDistances(row.bytes, begins[at]!, found) }
  }

  return { add, endChunk, finish }
}

/** Reads ascending numbers by their distances; tells how many. */
function readDistances(bytes: Uint8Array, start: number, numbers: Uint32Array): number {
  let at = start
  let last = -1
  let distance = 0
  let shift = 0
  let count = 0
  while (count < numbers.length) {
    const byte = bytes[at]!
    at += 1
    distance += (byte & 0x7f) << shift
    shift += 7
    if (byte > 0x7f) continue
    if (distance === 0) break
    last += distance
    numbers[count] = last
    count += 1
    distance = 0
    shift = 0
  }
  return count
}

/** A column of at least `length`, twice as long as before or longer. */
function grown(column: Uint32Array, length: number): Uint32Array {
  const larger = new Uint32Array(Math.max(length, column.length * 2))
  larger.set(column)
  return larger
}
