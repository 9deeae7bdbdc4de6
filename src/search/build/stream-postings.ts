/** Streams of words -> the postings of terms, and how many words each field of a chunk has. */
import { FIELDS } from '../index/field.ts'
import { createPostingCollector, markOf } from './posting-collector.ts'
import type { ReadPostings } from './posting-collector.ts'
import type { StreamUsage, Usage } from './usage.ts'
import { CHUNK_END, fieldOf, isTextMark, languageOf } from './token-stream.ts'
import type { WordStream } from './token-stream.ts'

/** Most words of a field that its length counts. */
const MAX_LENGTH = 0xffff
/** What a word counts that is nothing but itself, in halves. */
const WHOLE = 2

/** Terms by number. */
interface RankedTerms {
  /** Place of each among all terms sorted. */
  readonly ranks: Uint32Array
  /** How often each occurs. */
  readonly counts: Uint32Array
}

/** What the streams of a site give. */
interface StreamPostings {
  readonly readPostings: ReadPostings
  /** As in the index. */
  readonly lengths: Uint16Array
}

/** `words` and `readings` of a language, with the ranks of terms instead of folded words. */
interface RankedWords {
  readonly words: Int32Array
  readonly readings: Int32Array
}

/** Collects the postings of all chunks, in the order of the streams. */
export function collectPostings(
  streams: readonly WordStream[],
  { usages, chunkCount }: StreamUsage,
  terms: RankedTerms,
): StreamPostings {
  const languages = usages.map((usage) => rankWords(usage, terms.ranks))
  const { add, endChunk, finish } = createPostingCollector(countsByRank(terms))
  const lengths = new Uint16Array(FIELDS.length * chunkCount)
  let chunk = 0

  /** Collects the words of the chunk that begins at a place of a stream; returns where the next begins. */
  function collectChunk(stream: WordStream, start: number): number {
    let language = languages[0]!
    let position = -1
    let at = start
    while (stream[at] !== CHUNK_END) {
      const mark = stream[at]!
      const field = fieldOf(mark)
      if (isTextMark(mark)) {
        language = languages[languageOf(mark)]!
        // No phrase goes on from one text into the next.
        position += 1
      }
      const first = position
      const { words, readings } = language
      for (at += 1; stream[at]! >= 0; at += 1) {
        const rank = words[stream[at]!]!
        if (rank >= 0) {
          add(rank, markOf(field, WHOLE), position)
          position += 1
          continue
        }
        const reading = -1 - rank
        const end = reading + 2 + 3 * readings[reading + 1]!
        for (let part = reading + 2; part < end; part += 3) {
          add(readings[part]!, markOf(field, readings[part + 2]!), position + readings[part + 1]!)
        }
        position += readings[reading]!
      }
      const place = field * chunkCount + chunk
      lengths[place] = Math.min(lengths[place]! + position - first, MAX_LENGTH)
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

/** By rank, for the terms that occur. */
function countsByRank({ ranks, counts }: RankedTerms): Uint32Array {
  const found = new Uint32Array(counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0))
  counts.forEach((count, term) => {
    if (count > 0) found[ranks[term]!] = count
  })
  return found
}

function rankWords({ meanings }: Usage, ranks: Uint32Array): RankedWords {
  const rankOf = Int32Array.from(meanings.terms, (term) => ranks[term] ?? 0)
  const readings = Int32Array.from(meanings.readings)
  for (let reading = 0; reading < readings.length; ) {
    const end = reading + 2 + 3 * readings[reading + 1]!
    for (let part = reading + 2; part < end; part += 3) readings[part] = rankOf[readings[part]!]!
    reading = end
  }
  return { words: Int32Array.from(meanings.words, (meaning) => (meaning < 0 ? meaning : rankOf[meaning]!)), readings }
}
