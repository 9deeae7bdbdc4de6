/** Token streams -> the postings of terms, and the length of each field of each chunk. */
import { i32At, u16At, u32At } from '../../text/column.ts'
import { expansionOffset, isExpansion } from '../../text/word-entry.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import { type ReadPostings, createPostingCollector, markOf } from './posting-collector.ts'
import { CHUNK_END, type TokenStream, fieldOf, isTextMark, languageOf } from './token-stream.ts'
import type { StreamUsage, Usage } from './usage.ts'

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff
/** Weight in halves of a word that has no expansion. */
const WHOLE = 2

/** Columns of terms by `TermId`. */
interface RankedTerms {
  /** The `TermRank` of each. */
  readonly ranks: Uint32Array
  /** Occurrences of each. */
  readonly counts: Uint32Array
}

/** Postings and lengths of all chunks. */
interface StreamPostings {
  readonly readPostings: ReadPostings
  /** As in the index. */
  readonly lengths: Uint16Array
}

/** `words` and `expansions` of a language, with a `TermRank` for each `FoldedId`. */
interface RankedWords {
  readonly words: Int32Array
  readonly expansions: Int32Array
}

/** Words before the first text of a stream, which has none. */
const NO_WORDS: RankedWords = { words: new Int32Array(0), expansions: new Int32Array(0) }

/** Collects the postings of all chunks, in the order of the streams. */
export function collectPostings(
  streams: readonly TokenStream[],
  { usages, chunkCount }: StreamUsage,
  terms: RankedTerms,
): StreamPostings {
  const languages = usages.map((usage) => rankWords(usage, terms.ranks))
  const { add, endChunk, finish } = createPostingCollector(countsByRank(terms))
  const lengths = new Uint16Array(MEASURED_FIELDS.length * chunkCount)
  let chunk = 0

  /** Collects the words of the chunk that begins at an offset of a stream; returns the offset of the next. */
  function collectChunk(stream: TokenStream, start: number): number {
    let language = NO_WORDS
    let position = -1
    let at = start
    while (stream[at] !== CHUNK_END) {
      const mark = i32At(stream, at)
      const field = fieldOf(mark)
      if (isTextMark(mark)) {
        language = languages[languageOf(mark)] ?? NO_WORDS
        // No phrase goes on from one text into the next.
        position += 1
      }
      const first = position
      const { words, expansions } = language
      for (at += 1; i32At(stream, at) >= 0; at += 1) {
        const entry = i32At(words, i32At(stream, at))
        if (!isExpansion(entry)) {
          add(entry, markOf(field, WHOLE), position)
          position += 1
          continue
        }
        const parts = expansionOffset(entry) + 2
        const end = parts + 3 * i32At(expansions, parts - 1)
        for (let part = parts; part < end; part += 3) {
          const mark = markOf(field, i32At(expansions, part + 2))
          add(i32At(expansions, part), mark, position + i32At(expansions, part + 1))
        }
        position += i32At(expansions, parts - 2)
      }
      if (field >= MEASURED_FIELDS.length) continue
      const slot = field * chunkCount + chunk
      lengths[slot] = Math.min(u16At(lengths, slot) + position - first, MAX_LENGTH)
    }
    endChunk()
    chunk += 1
    return at + 1
  }

  for (const stream of streams) {
    for (let at = 0; at < stream.length; ) at = collectChunk(stream, at)
  }
  return { readPostings: finish(), lengths }
}

/** Occurrences by `TermRank`, of the terms that occur. */
function countsByRank({ ranks, counts }: RankedTerms): Uint32Array {
  const ranked = new Uint32Array(counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0))
  counts.forEach((count, term) => {
    if (count > 0) ranked[u32At(ranks, term)] = count
  })
  return ranked
}

function rankWords({ resolved }: Usage, ranks: Uint32Array): RankedWords {
  const rankOf = Int32Array.from(resolved.terms, (term) => ranks[term] ?? 0)
  const expansions = Int32Array.from(resolved.expansions)
  for (let start = 0; start < expansions.length; ) {
    const end = start + 2 + 3 * i32At(expansions, start + 1)
    for (let part = start + 2; part < end; part += 3) expansions[part] = i32At(rankOf, i32At(expansions, part))
    start = end
  }
  const words = Int32Array.from(resolved.words, (entry) => (isExpansion(entry) ? entry : i32At(rankOf, entry)))
  return { words, expansions }
}
