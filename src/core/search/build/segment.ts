/**
 * Token streams -> segments. A segment is an inverted index of the few chunks of one batch, with their postings already
 * encoded: an index is made of any number of segments by writing them one after another (`posting-lists.ts`), so a page
 * that has not changed is never inverted again. (Lucene and others build and merge their indexes in this way.)
 */
import { u32At } from '../../text/column.ts'
import { createDocumentLength } from '../index/kept-length.ts'
import { LINKS, MEASURED_FIELDS, addHalves } from '../index/field.ts'
import { MAX_POSITIONS, writePositions } from '../index/positions.ts'
import { type BitWriter, createByteBuffer, flushBits } from '../strings/bits.ts'
import type { Interner } from '../strings/interner.ts'
import type { Dictionaries } from './dictionary.ts'
import {
  type Occurrences, type WordsInUse, createReadOccurrences, placeField, placeHalves, positionOf,
} from './occurrences.ts'
import type { TokenStream } from './token-stream.ts'

/** Postings of one term after another. */
export interface Postings {
  /** The postings of term t are those from `starts[t]` to before `starts[t + 1]`. */
  readonly starts: Uint32Array
  /** Chunks by their position among all, ascending within a term. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** The positions of all postings (`positions.ts`), without a gap, and the end of each posting's in bits. */
  readonly positions: Uint8Array
  readonly positionEnds: Uint32Array
}

/** The inverted index of some chunks. */
export interface Segment extends Postings {
  readonly chunkCount: number
  /** Words of each field, as an index keeps them, all chunks of the first field first. */
  readonly lengths: Uint16Array
  /** The terms that occur (`TermId`), in the order of `starts`. */
  readonly terms: Uint32Array
}

/** A segment, and the words that are in use in each of its languages. */
export interface Inverted {
  readonly segment: Segment
  readonly words: readonly WordsInUse[]
}

/** The terms of an inversion. */
export interface InvertOptions {
  /**
   * True for terms in the order of an index, so that the segment of all chunks need not be sorted later. This sorts all
   * terms that were ever met.
   */
  readonly isSorted?: boolean
}

/** Inverts the chunks of a stream. */
export type Invert = (stream: TokenStream, options?: InvertOptions) => Inverted

/** A function that inverts streams whose words are in the dictionaries. */
export function createInvert(dictionaries: Dictionaries): Invert {
  const readOccurrences = createReadOccurrences(dictionaries)
  const positions = new Uint32Array(MAX_POSITIONS)
  return function invert(stream, { isSorted = false } = {}) {
    const occurrences = readOccurrences(stream)
    const { words, terms } = occurrences
    const order = isSorted ? sortedSlots(terms, dictionaries.terms) : Uint32Array.from(terms, (_, slot) => slot)
    return { segment: invertOccurrences(occurrences, order, positions), words }
  }
}

/** The segment of some occurrences, with the terms of these slots in this order; `positions` is scratch space. */
export function invertOccurrences(
  occurrences: Omit<Occurrences, 'words'>,
  order: Uint32Array,
  positions = new Uint32Array(MAX_POSITIONS),
): Segment {
  const { chunkCount, lengths, terms: met } = occurrences
  const terms = Uint32Array.from(order, (slot) => met[slot] ?? 0)
  return { chunkCount, lengths, terms, ...createPostings(sortByTerm(occurrences, order), { lengths, positions }) }
}

/** The slots of terms in the order of the terms. */
function sortedSlots(met: Occurrences['terms'], terms: Interner): Uint32Array {
  const slots = new Uint32Array(terms.strings.length)
  met.forEach((term, slot) => {
    slots[term] = slot + 1
  })
  return Uint32Array.from(terms.sorted((term) => u32At(slots, term) > 0).numbers, (term) => u32At(slots, term) - 1)
}

/** Occurrences by term: those of slot `order[i]` are in `[starts[i], starts[i + 1])`, in the order of the text. */
interface SortedOccurrences {
  readonly starts: Uint32Array
  /** Chunk and place of each, in adjacent elements: they are written together, far from the previous ones. */
  readonly pairs: Uint32Array
  /** Number of different pairs of term and chunk. */
  readonly postingCount: number
}

/** A counting sort. */
function sortByTerm({ slots, places, ends }: Omit<Occurrences, 'words'>, order: Uint32Array): SortedOccurrences {
  const size = ends.at(-1) ?? 0
  /** By slot the number of occurrences, and then where the next one goes. */
  const next = new Uint32Array(order.length)
  for (let i = 0; i < size; i += 1) next[u32At(slots, i)] = u32At(next, u32At(slots, i)) + 1
  const starts = new Uint32Array(order.length + 1)
  for (let rank = 0; rank < order.length; rank += 1) {
    const slot = u32At(order, rank)
    starts[rank + 1] = u32At(starts, rank) + u32At(next, slot)
    next[slot] = u32At(starts, rank)
  }
  /** By slot one more than the last chunk. */
  const last = new Uint32Array(order.length)
  const pairs = new Uint32Array(2 * size)
  let postingCount = 0
  let i = 0
  ends.forEach((end, chunk) => {
    for (; i < end; i += 1) {
      const slot = u32At(slots, i)
      const to = u32At(next, slot)
      next[slot] = to + 1
      if (last[slot] !== chunk + 1) postingCount += 1
      last[slot] = chunk + 1
      pairs[2 * to] = chunk
      pairs[2 * to + 1] = u32At(places, i)
    }
  })
  return { starts, pairs, postingCount }
}

/** Lengths as in a segment, and room for the positions of one posting. */
interface PostingContext {
  readonly lengths: Uint16Array
  readonly positions: Uint32Array
}

/** Occurrences of a term in one chunk become a posting. */
function createPostings(
  { starts: firsts, pairs, postingCount }: SortedOccurrences,
  { lengths, positions }: PostingContext,
): Postings {
  const documentLengths = documentLengthsOf(lengths)
  const chunks = new Uint32Array(postingCount)
  const counts = new Uint16Array(postingCount)
  const positionEnds = new Uint32Array(postingCount)
  const starts = new Uint32Array(firsts.length)
  const writer: BitWriter = { buffer: createByteBuffer(), pending: 0, pendingBits: 0 }
  let size = 0
  for (let slot = 0; slot + 1 < firsts.length; slot += 1) {
    const end = u32At(firsts, slot + 1)
    for (let i = u32At(firsts, slot); i < end; size += 1) {
      const chunk = u32At(pairs, 2 * i)
      let packed = 0
      let count = 0
      let last = -1
      for (; i < end && u32At(pairs, 2 * i) === chunk; i += 1) {
        const place = u32At(pairs, 2 * i + 1)
        const field = placeField(place)
        packed = addHalves(packed, field, placeHalves(place))
        // Link texts are not a part of the section: no phrase is looked up in them.
        if (field === LINKS) continue
        const position = positionOf(place)
        // The whole and a part of a compound may be one term.
        if (position <= last || count === MAX_POSITIONS) continue
        positions[count] = position
        count += 1
        last = position
      }
      chunks[size] = chunk
      counts[size] = packed
      writePositions(writer, { positions, from: 0, to: count }, u32At(documentLengths, chunk))
      positionEnds[size] = 8 * writer.buffer.size + writer.pendingBits
    }
    starts[slot + 1] = size
  }
  flushBits(writer)
  return { starts, chunks, counts, positions: writer.buffer.bytes.slice(0, writer.buffer.size), positionEnds }
}

/** The length of each chunk, computed once: it is needed for each of the chunk's terms. */
function documentLengthsOf(lengths: Uint16Array): Uint32Array {
  const documentLength = createDocumentLength({ lengths })
  return Uint32Array.from({ length: lengths.length / MEASURED_FIELDS.length }, (_, chunk) => documentLength(chunk))
}
