/** A segment of all chunks -> the columns of an index that hold postings or follow from them. */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { type BoundColumns, createBoundPosting } from '../index/range-max.ts'
import { createScorePosting, idf } from '../index/score.ts'
import { createByteBuffer } from '../strings/bits.ts'
import { orderCounts, createWriteList } from './posting-writer.ts'
import type { Segment } from './segment.ts'

/** The columns made of postings. */
export type PostingLists = Pick<IndexColumns, 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'>

/**
 * Writes the list of each term. Its bounds need the idf of headings and titles; by default it is computed from the
 * segment's terms.
 */
export function writeLists(
  segment: Segment,
  { averages }: Pick<IndexColumns, 'averages'>,
  fieldIdf: BoundColumns = sumFieldIdf(segment),
): PostingLists {
  const { chunkCount, counts, lengths, terms, starts: ends } = segment
  const countCodes = orderCounts(counts)
  const boundPosting = createBoundPosting(fieldIdf, createScorePosting({ lengths, averages }))
  const writeList = createWriteList(segment, { countCodes, boundPosting, size: chunkCount })
  const buffer = createByteBuffer()
  const starts = new Uint32Array(terms.length + 1)
  for (let term = 0; term < terms.length; term += 1) {
    writeList(buffer, { from: u32At(ends, term), to: u32At(ends, term + 1) })
    starts[term + 1] = buffer.size
  }
  return { starts, postings: buffer.bytes.slice(0, buffer.size), countCodes, ...fieldIdf }
}

/** The sums of the idf of the terms of headings and titles. */
function sumFieldIdf({ chunkCount, chunks, counts, starts, terms }: Segment): BoundColumns {
  const headings = new Float64Array(chunkCount)
  const titles = new Float64Array(chunkCount)
  for (let term = 0; term < terms.length; term += 1) {
    const from = u32At(starts, term)
    const to = u32At(starts, term + 1)
    const termIdf = idf(chunkCount, to - from)
    for (let at = from; at < to; at += 1) {
      const packed = u16At(counts, at)
      if ((packed & (HEADING_MASK | TITLE_MASK)) === 0) continue
      const chunk = u32At(chunks, at)
      if ((packed & HEADING_MASK) !== 0) headings[chunk] = f64At(headings, chunk) + termIdf
      if ((packed & TITLE_MASK) !== 0) titles[chunk] = f64At(titles, chunk) + termIdf
    }
  }
  return { headingIdf: Float32Array.from(headings), titleIdf: Float32Array.from(titles) }
}
