/** Occurrences of terms -> their postings, term after term. */
import { u32At } from '../../text/column.ts'
import { LINKS, addHalves } from '../index/field.ts'
import { MAX_POSITIONS } from '../index/positions.ts'
import { type Occurrences, placeField, placeHalves, positionOf } from './occurrences.ts'

/** Postings of one term after another. */
export interface Postings {
  /** The postings of a term (`TermRank`) t are those from `starts[t]` to before `starts[t + 1]`. */
  readonly starts: Uint32Array
  /** Chunks, ascending within a term. */
  readonly chunks: Uint32Array
  /** Packed counts (`field.ts`). */
  readonly counts: Uint16Array
  /** The positions of posting p are those from `positionStarts[p]` to before `positionStarts[p + 1]`. */
  readonly positions: Uint32Array
  readonly positionStarts: Uint32Array
}

/** The postings of `size` terms; `ranks` has the `TermRank` of each by `TermId`. */
export function createPostings(occurrences: Occurrences, ranks: Uint32Array, size: number): Postings {
  const { starts: firsts, pairs, postingCount } = sortByTerm(occurrences, ranks, size)
  const chunks = new Uint32Array(postingCount)
  const counts = new Uint16Array(postingCount)
  const positions = new Uint32Array(pairs.length / 2)
  const positionStarts = new Uint32Array(postingCount + 1)
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
  return { starts, chunks, counts, positions, positionStarts }
}

/** Occurrences by term, in the order of the text. */
interface SortedOccurrences {
  readonly starts: Uint32Array
  /** Chunk and place of each, in adjacent elements: they are written together, far from the previous ones. */
  readonly pairs: Uint32Array
  /** Number of different pairs of term and chunk. */
  readonly postingCount: number
}

/** A counting sort. */
function sortByTerm({ terms, places, ends }: Occurrences, ranks: Uint32Array, size: number): SortedOccurrences {
  const total = ends.at(-1) ?? 0
  const starts = new Uint32Array(size + 1)
  for (let i = 0; i < total; i += 1) {
    const after = u32At(ranks, u32At(terms, i)) + 1
    starts[after] = u32At(starts, after) + 1
  }
  for (let rank = 0; rank < size; rank += 1) starts[rank + 1] = u32At(starts, rank + 1) + u32At(starts, rank)
  const next = starts.slice()
  /** By term one more than the last chunk. */
  const last = new Uint32Array(size)
  const pairs = new Uint32Array(2 * total)
  let postingCount = 0
  let i = 0
  ends.forEach((end, chunk) => {
    for (; i < end; i += 1) {
      const rank = u32At(ranks, u32At(terms, i))
      const to = u32At(next, rank)
      next[rank] = to + 1
      if (last[rank] !== chunk + 1) postingCount += 1
      last[rank] = chunk + 1
      pairs[2 * to] = chunk
      pairs[2 * to + 1] = u32At(places, i)
    }
  })
  return { starts, pairs, postingCount }
}
