/** A segment of all chunks -> the columns of an index that hold postings or follow from them. */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { HEADING_MASK, TITLE_MASK } from '../index/field.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { type BoundColumns, createBoundPosting } from '../index/range-max.ts'
import { createScorePosting, idf } from '../index/score.ts'
import { createByteBuffer } from '../strings/bits.ts'
import { orderCounts, createWriteList } from './posting-writer.ts'
import type { TermRank } from './numbers.ts'
import type { Segment } from './segment.ts'

/** The columns made of postings. */
export type PostingLists = Pick<IndexColumns, 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'>

/** Gives the idf of a term in the collection that headings and titles are measured by. */
type IdfOf = (rank: TermRank) => number

/** Writes the list of each term. By default the idf of the terms of headings and titles is that in the segment. */
export function writeLists(
  segment: Segment,
  { averages }: Pick<IndexColumns, 'averages'>,
  idfOf: IdfOf | null = null,
): PostingLists {
  const fieldIdf = sumFieldIdf(segment, idfOf)
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
function sumFieldIdf({ chunkCount, chunks, counts, starts, terms }: Segment, idfOf: IdfOf | null): BoundColumns {
  const headings = new Float64Array(chunkCount)
  const titles = new Float64Array(chunkCount)
  for (let term = 0; term < terms.length; term += 1) {
    const from = u32At(starts, term)
    const to = u32At(starts, term + 1)
    let termIdf = idfOf === null ? idf(chunkCount, to - from) : -1
    for (let at = from; at < to; at += 1) {
      const packed = u16At(counts, at)
      if ((packed & (HEADING_MASK | TITLE_MASK)) === 0) continue
      // Only the statistics of these terms are asked for.
      if (termIdf < 0) termIdf = idfOf?.(term) ?? 0
      const chunk = u32At(chunks, at)
      if ((packed & HEADING_MASK) !== 0) headings[chunk] = f64At(headings, chunk) + termIdf
      if ((packed & TITLE_MASK) !== 0) titles[chunk] = f64At(titles, chunk) + termIdf
    }
  }
  return { headingIdf: Float32Array.from(headings), titleIdf: Float32Array.from(titles) }
}
