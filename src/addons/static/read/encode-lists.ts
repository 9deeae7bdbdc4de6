/** Loaded postings -> the bytes of their lists, in the form of an index. */
import {
  type BitWriter, createBoundPosting, createByteBuffer, createDocumentLength, createScorePosting, createWriteList,
  flushBits, type IndexColumns, writePositions,
} from '../../../core/search.ts'
import { u32At } from '../../../core/text.ts'
import { bytesOf } from '../byte-reader.ts'
import type { ListPositions } from '../positions.ts'
import type { PostingList } from '../postings.ts'

/** Encodes lists. Without positions, no phrase can be looked up in them. */
export type EncodeLists = (lists: readonly PostingList[], positions: readonly ListPositions[] | null) => Uint8Array[]

/** An encoder for lists whose measures are in these columns by the time they are encoded. */
export function createEncodeLists(
  columns: Pick<IndexColumns, 'lengths' | 'averages' | 'countCodes' | 'pages' | 'headingIdf' | 'titleIdf'>,
): EncodeLists {
  const { countCodes } = columns
  const boundPosting = createBoundPosting(columns, createScorePosting(columns))
  const documentLength = createDocumentLength(columns)

  return function encodeLists(lists, positions) {
    const size = lists.reduce((sum, { chunks }) => sum + chunks.length, 0)
    const [chunks, counts, positionEnds] = [new Uint32Array(size), new Uint16Array(size), new Uint32Array(size)]
    const writer: BitWriter = { buffer: createByteBuffer(), pending: 0, pendingBits: 0 }
    let from = 0
    const starts = lists.map((list, number) => {
      const start = from
      chunks.set(list.chunks, start)
      counts.set(list.counts, start)
      from += list.chunks.length
      positions?.[number]?.forEach((ofPosting, posting) => {
        const range = { positions: ofPosting, from: 0, to: ofPosting.length }
        writePositions(writer, range, documentLength(u32At(chunks, start + posting)))
        positionEnds[start + posting] = 8 * writer.buffer.size + writer.pendingBits
      })
      return start
    })
    flushBits(writer)
    const postings = { chunks, counts, positions: writer.buffer.bytes, positionEnds }
    const writeList = createWriteList(postings, { countCodes, boundPosting, size: columns.pages.length })
    return starts.map((start, number) => {
      const buffer = createByteBuffer()
      writeList(buffer, { from: start, to: starts[number + 1] ?? size })
      return bytesOf(buffer)
    })
  }
}
