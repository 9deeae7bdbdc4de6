/** Postings of all terms -> the columns of an index that hold them or follow from them. */
import { f64At, u16At, u32At } from '../../text/column.ts'
import { createDocumentLength } from '../index/document-length.ts'
import { HEADING_MASK, MEASURED_FIELDS, TITLE_MASK } from '../index/field.ts'
import { idf } from '../index/idf.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { COUNT_BITS } from '../index/posting-list.ts'
import { createScorePosting } from '../index/score.ts'
import { createByteBuffer } from '../strings/bits.ts'
import type { ReadPostings } from './posting-collector.ts'
import { chooseCountCodes, createWriteList } from './posting-writer.ts'

/** The columns made of postings. */
export type PostingLists = Pick<IndexColumns, 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'>

type Lengths = Pick<IndexColumns, 'lengths' | 'averages'>

/** Writes the list of each of the first `termCount` terms, and sums up the idf of the terms of headings and titles. */
export function writeLists(readPostings: ReadPostings, termCount: number, lengths: Lengths): PostingLists {
  const size = lengths.lengths.length / MEASURED_FIELDS.length
  const frequencies = new Uint32Array(2 ** COUNT_BITS)
  const headings = new Float64Array(size)
  const titles = new Float64Array(size)
  for (let term = 0; term < termCount; term += 1) {
    const { size: docFreq, chunks, counts } = readPostings(term)
    const termIdf = idf(size, docFreq)
    for (let at = 0; at < docFreq; at += 1) {
      const packed = u16At(counts, at)
      const chunk = u32At(chunks, at)
      frequencies[packed] = u32At(frequencies, packed) + 1
      if ((packed & HEADING_MASK) !== 0) headings[chunk] = f64At(headings, chunk) + termIdf
      if ((packed & TITLE_MASK) !== 0) titles[chunk] = f64At(titles, chunk) + termIdf
    }
  }
  const countCodes = chooseCountCodes(frequencies)
  const documentLengths = Uint32Array.from(Array(size).keys(), createDocumentLength(lengths))
  const documentLength = (chunk: number) => u32At(documentLengths, chunk)
  const writeList = createWriteList({ countCodes, documentLength, scorePosting: createScorePosting(lengths) })
  const buffer = createByteBuffer()
  const starts = new Uint32Array(termCount + 1)
  for (let term = 0; term < termCount; term += 1) {
    writeList(buffer, readPostings(term))
    starts[term + 1] = buffer.size
  }
  return {
    starts,
    postings: buffer.bytes.slice(0, buffer.size),
    countCodes,
    headingIdf: Float32Array.from(headings),
    titleIdf: Float32Array.from(titles),
  }
}
