/** Occurrences of terms -> their postings, term after term, and the lists by which they are read. */
import { createByteBuffer, u32At } from '../../text/column.ts'
import { createWriteList, MAX_POSITIONS, orderCounts, type PostingColumns } from '../index/encoded-list.ts'
import { addHalves, LINKS, MEASURED_FIELDS } from '../index/field.ts'
import type { IndexColumns, PostingLists } from '../index/inverted-index.ts'
import { openDecoded, type OpenList } from '../index/posting-list.ts'
import { createRaiseRanges, createScorePosting } from '../index/score.ts'
import type { SortedStrings } from './interner.ts'
import { type Occurrences, placeField, placeHalves, positionOf } from './token-stream.ts'

/** Postings of one term after another. */
export interface Postings extends PostingColumns {
  /** The postings of a term (`TermRank`) t are those from `starts[t]` to before `starts[t + 1]`. */
  readonly starts: Uint32Array
}

/** The postings of the terms of some occurrences, sorted: `ranks` has the `TermRank` of each by `TermId`. */
export function createPostings(occurrences: Occurrences, sorted: Pick<SortedStrings, 'ranks' | 'numbers'>): Postings {
  const { starts: firsts, pairs } = sortByTerm(occurrences, sorted)
  const size = sorted.numbers.length
  // There is at most one posting for each occurrence; memory that is not written costs nothing.
  const chunks = new Uint32Array(pairs.length / 2)
  const counts = new Uint16Array(pairs.length / 2)
  const positions = new Uint32Array(pairs.length / 2)
  const positionStarts = new Uint32Array(pairs.length / 2 + 1)
  const starts = new Uint32Array(size + 1)
  let posting = 0
  let count = 0
  for (let rank = 0; rank < size; rank += 1) {
    const end = u32At(firsts, rank + 1)
    for (let i = u32At(firsts, rank); i < end; posting += 1) {
      const chunk = u32At(pairs, 2 * i)
      const first = count
      let packed = 0
      let last = -1
      for (; i < end && u32At(pairs, 2 * i) === chunk; i += 1) {
        const place = u32At(pairs, 2 * i + 1)
        const field = placeField(place)
        packed = addHalves(packed, field, placeHalves(place))
        // Link texts are not a part of the section: no phrase is looked up in them.
        if (field === LINKS) continue
        const position = positionOf(place)
        // The whole and a part of a compound may be one term.
        if (position <= last || count === first + MAX_POSITIONS) continue
        positions[count] = position
        count += 1
        last = position
      }
      chunks[posting] = chunk
      counts[posting] = packed
      positionStarts[posting + 1] = count
    }
    starts[rank + 1] = posting
  }
  return { starts, chunks: chunks.subarray(0, posting), counts: counts.subarray(0, posting), positions, positionStarts }
}

/** Sorts occurrences by term, those of a term in the order of the text: a counting sort. */
function sortByTerm(
  { terms, places, ends, frequencies }: Occurrences,
  { ranks, numbers }: Pick<SortedStrings, 'ranks' | 'numbers'>,
) {
  const starts = new Uint32Array(numbers.length + 1)
  numbers.forEach((term, rank) => {
    // A term that was added for the collection has none.
    starts[rank + 1] = u32At(starts, rank) + (frequencies[term] ?? 0)
  })
  const next = starts.slice()
  /** Chunk and place of each, in adjacent elements: they are written together, far from the previous ones. */
  const pairs = new Uint32Array(2 * (ends.at(-1) ?? 0))
  let i = 0
  ends.forEach((end, chunk) => {
    for (; i < end; i += 1) {
      const rank = u32At(ranks, u32At(terms, i))
      const to = u32At(next, rank)
      next[rank] = to + 1
      pairs[2 * to] = chunk
      pairs[2 * to + 1] = u32At(places, i)
    }
  })
  return { starts, pairs }
}

/** Opens the postings as they are. */
export function createOpenPostings({ starts, chunks, counts, positions, positionStarts }: Postings): OpenList {
  return (term) => {
    const [from, to] = [u32At(starts, term), u32At(starts, term + 1)]
    return openDecoded({
      docFreq: to - from,
      chunks: chunks.subarray(from, to),
      counts: counts.subarray(from, to),
      positionsAt: (at) => positions.subarray(u32At(positionStarts, from + at), u32At(positionStarts, from + at + 1)),
    })
  }
}

/** Writes the list of each term. */
export function writeLists(postings: Postings, measures: Pick<IndexColumns, 'lengths' | 'averages'>): PostingLists {
  const { starts: firsts, counts } = postings
  const countCodes = orderCounts(counts)
  const raiseRanges = createRaiseRanges(createScorePosting(measures))
  const size = measures.lengths.length / MEASURED_FIELDS.length
  const writeList = createWriteList(postings, { size, countCodes, raiseRanges })
  const buffer = createByteBuffer()
  const starts = new Uint32Array(firsts.length)
  for (let term = 0; term + 1 < firsts.length; term += 1) {
    writeList(buffer, { from: u32At(firsts, term), to: u32At(firsts, term + 1) })
    starts[term + 1] = buffer.size
  }
  return { starts, postings: buffer.bytes.slice(0, buffer.size), countCodes }
}
