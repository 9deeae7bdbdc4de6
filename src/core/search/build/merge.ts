/**
 * Segments -> one segment of all their chunks, with its terms in order: the postings of each term, part after part.
 * Most of an updated index is two long ranges of the last one, which are read and written in the order of memory.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import { i32At, u16At, u32At } from '../../text/column.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import { type BitWriter, copyBits, createByteBuffer, flushBits } from '../strings/bits.ts'
import type { Postings, Segment } from './segment.ts'

/** A range of the chunks of a segment, `to` exclusive. */
export interface SegmentPart {
  readonly segment: Segment
  readonly from: number
  readonly to: number
}

/** Neighboring postings of one term in one part: those from `from` to before `to`. All runs as columns. */
interface Runs {
  readonly size: number
  /** The term (`TermId`) of each. */
  readonly terms: Uint32Array
  /** Its part, by number. */
  readonly parts: Uint32Array
  readonly from: Uint32Array
  readonly to: Uint32Array
}

/** Terms in order (`TermId`), and the `TermRank` of each by `TermId`. */
export interface TermOrder {
  readonly terms: Uint32Array
  readonly ranks: Uint32Array
}

/** The postings of some parts. */
export interface PartPostings {
  /** The number of postings by `TermId`. */
  readonly docFreqs: Uint32Array
  /** The segment of them all. The order holds the terms that have postings, and may hold others. */
  readonly merge: (order: TermOrder) => Segment
}

/** Parts in which neighboring ranges of a segment are one. */
export function joinParts(parts: Iterable<SegmentPart>): SegmentPart[] {
  const joined: SegmentPart[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    const isNext = last?.segment === part.segment && last.to === part.from
    if (isNext) joined[joined.length - 1] = { ...part, from: last.from }
    else joined.push(part)
  }
  return joined
}

/** Finds the postings of parts, of terms below `termCount`. */
export function findPostings(parts: readonly SegmentPart[], termCount: number): PartPostings {
  const runs = findRuns(parts)
  const docFreqs = new Uint32Array(termCount)
  for (let run = 0; run < runs.size; run += 1) {
    const term = u32At(runs.terms, run)
    docFreqs[term] = u32At(docFreqs, term) + u32At(runs.to, run) - u32At(runs.from, run)
  }

  function merge(order: TermOrder): Segment {
    const [only] = parts
    if (parts.length === 1 && only !== undefined && isInOrder(only, order)) return only.segment
    const chunkCount = parts.reduce((sum, { from, to }) => sum + to - from, 0)
    const lengths = mergeLengths(parts, chunkCount)
    return { chunkCount, lengths, terms: order.terms, ...mergePostings(parts, runs, order) }
  }

  return { docFreqs, merge }
}

/** True for all of a segment whose terms are those of the order. */
function isInOrder({ segment, from, to }: SegmentPart, { terms }: TermOrder): boolean {
  if (from > 0 || to < segment.chunkCount || segment.terms.length !== terms.length) return false
  return terms.every((term, rank) => term === segment.terms[rank])
}

function findRuns(parts: readonly SegmentPart[]): Runs {
  const room = parts.reduce((sum, { segment }) => sum + segment.terms.length, 0)
  const column = () => new Uint32Array(room)
  const runs = { terms: column(), parts: column(), from: column(), to: column() }
  let size = 0
  parts.forEach(({ segment: { terms, starts, chunks, chunkCount }, from, to }, part) => {
    for (let slot = 0; slot < terms.length; slot += 1) {
      let first = u32At(starts, slot)
      let end = u32At(starts, slot + 1)
      if (from > 0) first = partitionPoint({ from: first, to: end }, (at) => u32At(chunks, at) < from)
      if (to < chunkCount) end = partitionPoint({ from: first, to: end }, (at) => u32At(chunks, at) < to)
      if (first === end) continue
      runs.terms[size] = u32At(terms, slot)
      runs.parts[size] = part
      runs.from[size] = first
      runs.to[size] = end
      size += 1
    }
  })
  return { ...runs, size }
}

/** The numbers of runs in the order of their terms, and of their parts within a term: a counting sort. */
function sortRuns(runs: Runs, { terms, ranks }: TermOrder): Uint32Array {
  const next = new Uint32Array(terms.length + 1)
  for (let run = 0; run < runs.size; run += 1) {
    const after = u32At(ranks, u32At(runs.terms, run)) + 1
    next[after] = u32At(next, after) + 1
  }
  for (let rank = 0; rank < terms.length; rank += 1) next[rank + 1] = u32At(next, rank + 1) + u32At(next, rank)
  const sorted = new Uint32Array(runs.size)
  for (let run = 0; run < runs.size; run += 1) {
    const rank = u32At(ranks, u32At(runs.terms, run))
    const at = u32At(next, rank)
    next[rank] = at + 1
    sorted[at] = run
  }
  return sorted
}

/** Words of each field of all chunks. */
function mergeLengths(parts: readonly SegmentPart[], chunkCount: number): Uint16Array {
  const lengths = new Uint16Array(MEASURED_FIELDS.length * chunkCount)
  let first = 0
  for (const { segment, from, to } of parts) {
    MEASURED_FIELDS.forEach((_, field) => {
      const start = field * segment.chunkCount
      lengths.set(segment.lengths.subarray(start + from, start + to), field * chunkCount + first)
    })
    first += to - from
  }
  return lengths
}

/** The postings of runs in the order of their terms, one run after another. */
function mergePostings(parts: readonly SegmentPart[], runs: Runs, order: TermOrder): Postings {
  let size = 0
  for (let run = 0; run < runs.size; run += 1) size += u32At(runs.to, run) - u32At(runs.from, run)
  const [chunks, counts, positionEnds] = [new Uint32Array(size), new Uint16Array(size), new Uint32Array(size)]
  const starts = new Uint32Array(order.terms.length + 1)
  const writer: BitWriter = { buffer: createByteBuffer(), pending: 0, pendingBits: 0 }
  let chunkCount = 0
  /** By part: added to its chunks, they are those of the whole. */
  const shifts = Int32Array.from(parts, ({ from, to }) => (chunkCount += to - from) - to)
  let at = 0
  for (const run of sortRuns(runs, order)) {
    const part = u32At(runs.parts, run)
    const segment = parts[part]?.segment
    if (segment === undefined) continue
    const shift = i32At(shifts, part)
    const from = u32At(runs.from, run)
    const to = u32At(runs.to, run)
    const firstBit = from === 0 ? 0 : u32At(segment.positionEnds, from - 1)
    const bitShift = 8 * writer.buffer.size + writer.pendingBits - firstBit
    for (let posting = from; posting < to; posting += 1, at += 1) {
      chunks[at] = u32At(segment.chunks, posting) + shift
      counts[at] = u16At(segment.counts, posting)
      positionEnds[at] = u32At(segment.positionEnds, posting) + bitShift
    }
    copyBits(writer, segment.positions, firstBit, u32At(segment.positionEnds, to - 1))
    starts[u32At(order.ranks, u32At(runs.terms, run)) + 1] = at
  }
  // The order may hold terms of other chunks.
  for (let rank = 0; rank < order.terms.length; rank += 1) {
    starts[rank + 1] = Math.max(u32At(starts, rank), u32At(starts, rank + 1))
  }
  flushBits(writer)
  return { starts, chunks, counts, positions: writer.buffer.bytes.slice(0, writer.buffer.size), positionEnds }
}
