/**
 * Positions of the postings of terms <-> bytes: the lengths of all fields of their chunks, which an index needs to
 * encode positions, then for each posting their number and their distances.
 */
import { type ByteBuffer, pushVarint } from '../../core/search.ts'
import { type ByteReader, readCount, readNumber } from './byte-reader.ts'
import { type Measures, type PostingList, readLengths, writeAscending, writeLengths } from './postings.ts'

/** The positions of the postings of one list, in their order. */
export type ListPositions = readonly Uint32Array[]

/** Writes the positions of some lists. */
export function writeAllPositions(
  buffer: ByteBuffer,
  lists: readonly (PostingList & { readonly positions: ListPositions })[],
  measures: Measures,
): void {
  writeLengths(buffer, lists, measures)
  for (const { positions } of lists) {
    for (const ofPosting of positions) {
      pushVarint(buffer, ofPosting.length)
      writeAscending(buffer, ofPosting)
    }
  }
}

/** Reads the positions of lists, and fills in the lengths of their chunks. */
export function readAllPositions(
  reader: ByteReader,
  lists: readonly PostingList[],
  measures: Measures,
): ListPositions[] {
  readLengths(reader, lists, measures)
  return lists.map(({ chunks }) => Array.from(chunks, () => {
    const positions = new Uint32Array(readCount(reader))
    let last = -1
    for (let i = 0; i < positions.length; i += 1) {
      last += 1 + readNumber(reader)
      positions[i] = last
    }
    return positions
  }))
}
