/** Postings of all terms -> the columns of an index that hold them, and what follows from them. */
import { createByteRow } from '../strings/bits.ts'
import { FIELDS, HEADING_BITS, TITLE_BITS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { ReadPostings } from './posting-collector.ts'
import { COUNT_BITS } from '../index/posting-list.ts'
import { chooseCountCodes, createWriteList } from './posting-writer.ts'
import { createScorePosting } from '../index/score.ts'
import { createSpanOf } from '../index/document-length.ts'
import { rarenessIn } from '../index/idf.ts'

/** The columns made of postings. */
export type PostingLists = Pick<InvertedIndex, 'starts' | 'postings' | 'countCodes' | 'headingRareness' | 'titleRareness'>

type Measures = Pick<InvertedIndex, 'lengths' | 'averages'>

/** Writes the list of each of the first `termCount` terms, and sums up the rareness of the terms that headings and titles have. */
export function writeLists(readPostings: ReadPostings, termCount: number, measures: Measures): PostingLists {
  const size = measures.lengths.length / FIELDS.length
  const frequencies = new Uint32Array(2 ** COUNT_BITS)
  const headings = new Float64Array(size)
  const titles = new Float64Array(size)
  for (let term = 0; term < termCount; term += 1) {
    const { size: docFreq, chunks, counts } = readPostings(term)
    const rareness = rarenessIn(size, docFreq)
    for (let at = 0; at < docFreq; at += 1) {
      frequencies[counts[at]!]! += 1
      if ((counts[at]! & HEADING_BITS) !== 0) headings[chunks[at]!]! += rareness
      if ((counts[at]! & TITLE_BITS) !== 0) titles[chunks[at]!]! += rareness
    }
  }
  const countCodes = chooseCountCodes(frequencies)
  const spans = spansOf(measures)
  const writeList = createWriteList({ countCodes, spanOf: (chunk) => spans[chunk]!, scorePosting: createScorePosting(measures) })
  const row = createByteRow()
  const starts = new Uint32Array(termCount + 1)
  for (let term = 0; term < termCount; term += 1) {
    writeList(row, readPostings(term))
    starts[term + 1] = row.size
  }
  return {
    starts,
    postings: row.bytes.slice(0, row.size),
    countCodes,
    headingRareness: Float32Array.from(headings),
    titleRareness: Float32Array.from(titles),
  }
}

/** The span of every chunk. */
function spansOf(measures: Measures): Uint32Array {
  const spanOf = createSpanOf(measures)
  return Uint32Array.from({ length: measures.lengths.length / FIELDS.length }, (_, chunk) => spanOf(chunk))
}
