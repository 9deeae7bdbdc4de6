/**
 * Postings of terms, and the measures of sections that they are scored with <-> bytes. Numbers of one kind are stored
 * together, which compresses better than posting after posting.
 *
 *   chunks     of each list, ordinals as distances
 *   counts     the low bytes of the packed counts of all postings, then the high bytes
 *   measures   of the chunks of all lists together, ascending: the length of each field that a posting is in, as a byte
 *              (`search/index/field.ts`), and the idf of heading and title, 32 bits each
 *
 * The positions of the postings are parts of their own, since only phrases need them.
 *
 * A search reads a measure of a chunk only for fields that have a term of the query. So a reader that fills in the
 * measures of its lists computes the same scores as with all measures.
 */
import {
  countMask, HEADING_MASK, type IndexColumns, lengthCode, lengthOfCode, MEASURED_FIELDS, TITLE_MASK,
} from '../../core/search.ts'
import { type ByteBuffer, pushByte, pushVarint, readUint32, u16At, u32At, u8At } from '../../core/text.ts'
import { type ByteReader, DamagedPart, pushUint32, readBytes, readNumber } from './bytes.ts'

/** The postings of one term. */
export interface PostingList {
  /** Ordinals, ascending. */
  readonly chunks: Uint32Array
  /** Packed counts (`search/index/field.ts`) of each. */
  readonly counts: Uint16Array
}

/** The columns that postings are scored with, filled in by a reader. */
export type Measures = Pick<IndexColumns, 'lengths' | 'headingIdf' | 'titleIdf'>

export function writePostings(buffer: ByteBuffer, lists: readonly PostingList[], measures: Measures): void {
  for (const { chunks } of lists) writeAscending(buffer, chunks)
  for (const { counts } of lists) for (const packed of counts) pushByte(buffer, packed & 0xff)
  for (const { counts } of lists) for (const packed of counts) pushByte(buffer, packed >>> 8)
  eachMeasure(
    lists, measures,
    (at) => pushByte(buffer, lengthCode(u16At(measures.lengths, at))),
    (bits, chunk) => pushUint32(buffer, u32At(bits, chunk)),
  )
}

/** Reads lists of these lengths, and fills in the measures of their chunks. */
export function readPostings(reader: ByteReader, sizes: readonly number[], measures: Measures): PostingList[] {
  const size = measures.headingIdf.length
  const all = sizes.map((length) => readAscending(reader, length, size))
  const low = all.map(({ length }) => readBytes(reader, length))
  const lists = all.map((chunks, i): PostingList => {
    const high = readBytes(reader, chunks.length)
    return { chunks, counts: Uint16Array.from(high, (byte, at) => (byte << 8) | (low[i]?.[at] ?? 0)) }
  })
  eachMeasure(
    lists, measures,
    (at) => (measures.lengths[at] = lengthOfCode(u8At(readBytes(reader, 1), 0))),
    (bits, chunk) => (bits[chunk] = readUint32(readBytes(reader, 4), 0)),
  )
  return lists
}

/** Writes ascending numbers as their distances. */
export function writeAscending(buffer: ByteBuffer, numbers: Iterable<number>): void {
  let last = -1
  for (const number of numbers) {
    pushVarint(buffer, number - last - 1)
    last = number
  }
}

/** Reads `length` ascending numbers, all below `end`. */
export function readAscending(reader: ByteReader, length: number, end: number): Uint32Array {
  if (length > reader.bytes.length - reader.at) throw new DamagedPart()
  const numbers = new Uint32Array(length)
  let last = -1
  for (let i = 0; i < length; i += 1) {
    last += 1 + readNumber(reader)
    if (last >= end) throw new DamagedPart()
    numbers[i] = last
  }
  return numbers
}

/** Visits the measures of the chunks of all lists in the order of their bytes: positions of lengths, and bits of idf. */
function eachMeasure(
  lists: readonly PostingList[],
  { headingIdf, titleIdf }: Measures,
  visitLength: (at: number) => void,
  visitIdf: (bits: Uint32Array, chunk: number) => void,
): void {
  const chunksWith = chunksOf(lists)
  MEASURED_FIELDS.forEach((_, field) => {
    for (const chunk of chunksWith(countMask(field))) visitLength(field * headingIdf.length + chunk)
  })
  for (const [mask, column] of [[HEADING_MASK, headingIdf], [TITLE_MASK, titleIdf]] as const) {
    const bits = new Uint32Array(column.buffer, column.byteOffset, column.length)
    for (const chunk of chunksWith(mask)) visitIdf(bits, chunk)
  }
}

/** Creates a function that gives the chunks of all postings with a count under a mask, ascending, each once. */
function chunksOf(lists: readonly PostingList[]): (mask: number) => Uint32Array {
  const countsOf = new Map<number, number>()
  for (const { chunks, counts } of lists) {
    chunks.forEach((chunk, i) => countsOf.set(chunk, (countsOf.get(chunk) ?? 0) | u16At(counts, i)))
  }
  const ascending = Uint32Array.from(countsOf.keys()).sort()
  return (mask) => ascending.filter((chunk) => ((countsOf.get(chunk) ?? 0) & mask) !== 0)
}

/** The positions of the postings of one list, in their order. */
export type ListPositions = readonly Uint32Array[]

export function writePositions(buffer: ByteBuffer, positions: ListPositions): void {
  for (const ofPosting of positions) {
    pushVarint(buffer, ofPosting.length)
    writeAscending(buffer, ofPosting)
  }
}

export function readPositions(reader: ByteReader, { chunks }: PostingList): ListPositions {
  return Array.from(chunks, () => readAscending(reader, readNumber(reader), Infinity))
}
