/** Positions of the postings of terms <-> bytes: for each posting their number and their distances. */
import { type ByteBuffer, pushVarint } from '../../core/search.ts'
import { type ByteReader, readCount, readNumber } from './byte-reader.ts'
import { type PostingList, writeAscending } from './postings.ts'

/** The positions of the postings of one list, in their order. */
export type ListPositions = readonly Uint32Array[]

/** Writes the positions of the postings of some lists, one after another. */
export function writeAllPositions(buffer: ByteBuffer, positions: ListPositions): void {
  for (const ofPosting of positions) {
    pushVarint(buffer, ofPosting.length)
    writeAscending(buffer, ofPosting)
  }
}

/** Reads the positions of lists. */
export function readAllPositions(reader: ByteReader, lists: readonly PostingList[]): ListPositions[] {
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
