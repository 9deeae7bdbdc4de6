/**
 * Forward entries of a large collection -> an index for one query, with the statistics of the collection and only the
 * terms that the query may look up.
 */
import { createIntBuffer, intsOf, pushInt } from '../../text/int-buffer.ts'
import { markLike } from '../../text/stemmer.ts'
import { MEASURED_FIELDS, fieldNumber } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { idf } from '../index/score.ts'
import { withLexicon } from '../query/index-lexicon.ts'
import { createStringDictionary } from '../strings/front-coded-dictionary.ts'
import { toIndex } from './batch.ts'
import type { WordOfTerm } from './compound-pairs.ts'
import { type ForwardEntry, eachWord, fieldLengths } from './forward-entry.ts'
import type { TermRank } from './numbers.ts'
import { type Occurrences, placeField } from './occurrences.ts'
import { writeLists } from './posting-lists.ts'
import { invertOccurrences } from './segment.ts'

const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')

/** The collection that the chunks of an index belong to: its statistics and terms. */
export interface CollectionTerms {
  readonly size: number
  /** Mean length of each field with a length. */
  readonly averages: Float64Array
  /** Languages of its texts. */
  readonly languages: readonly string[]
  /** Number of its chunks that have a term. */
  readonly docFreq: (term: string) => number
  /** Words of the collection, which the chunks need not have. */
  readonly words: readonly WordOfTerm[]
  /** True for a word of the chunks, with its term, that the query may look up. */
  readonly isWanted: (word: string, term: string) => boolean
}

/** A chunk, with data that is computed once for all indexes of it. */
export interface QueryChunk {
  readonly entry: ForwardEntry
  /** Words of each field with a length. */
  readonly lengths: readonly number[]
  /** The distinct terms of its heading and title, sorted. */
  readonly headingTerms: readonly string[]
  readonly titleTerms: readonly string[]
}

/** The chunk of a forward entry. */
export function toQueryChunk(entry: ForwardEntry): QueryChunk {
  const [inHeading, inTitle] = [new Set<string>(), new Set<string>()]
  eachWord(entry, (word, place) => {
    const field = placeField(place)
    if (field === HEADING) inHeading.add(entry.terms[word] ?? '')
    if (field === TITLE) inTitle.add(entry.terms[word] ?? '')
  })
  return { entry, lengths: fieldLengths(entry), headingTerms: [...inHeading].sort(), titleTerms: [...inTitle].sort() }
}

/** The index of chunks of a collection in their order. Terms that are left out only count in the lengths of texts. */
export function indexOfQuery(chunks: readonly QueryChunk[], collection: CollectionTerms): InvertedIndex & SearchIndex {
  const { size, averages, languages } = collection
  const terms = includedTerms(chunks, collection)
  const ranks = new Map(terms.map((term, rank) => [term, rank]))
  const inflected = new Map<string, TermRank>()
  for (const { word, term } of collection.words) addInflected(inflected, word, { term, rank: ranks.get(term) ?? 0 })
  const occurrences = readOccurrences(chunks, { ranks, inflected })
  const segment = invertOccurrences(occurrences, Uint32Array.from(terms, (_, rank) => rank))
  const measures = { lengths: segment.lengths, averages }
  const sumOf = (of: readonly string[]) => of.reduce((sum, term) => sum + idf(size, collection.docFreq(term)), 0)
  const fieldIdf = {
    headingIdf: Float32Array.from(chunks, ({ headingTerms }) => sumOf(headingTerms)),
    titleIdf: Float32Array.from(chunks, ({ titleTerms }) => sumOf(titleTerms)),
  }
  const words = [...inflected.keys()].sort()
  const columns = {
    ...measures,
    languages: createStringDictionary([...languages].sort()),
    terms: createStringDictionary(terms),
    ...writeLists(segment, measures, fieldIdf),
    words: createStringDictionary(words),
    wordTerms: Uint32Array.from(words, (word) => inflected.get(word) ?? 0),
  }
  const docFreq = (rank: TermRank) => collection.docFreq(terms[rank] ?? '')
  const index = withLexicon(toIndex(chunks.map(({ entry }) => entry), columns))
  return { ...index, lexicon: { ...index.lexicon, size, docFreq } }
}

/** The terms of the index, sorted. */
function includedTerms(chunks: readonly QueryChunk[], { words, isWanted }: CollectionTerms): string[] {
  const included = new Set(words.map(({ term }) => term))
  for (const { entry } of chunks) {
    entry.words.forEach((word, i) => {
      const term = entry.terms[i] ?? ''
      if (isWanted(word, term)) included.add(term)
    })
  }
  return [...included].sort()
}

/** The terms of an index. */
interface IndexTerms {
  /** By term. */
  readonly ranks: ReadonlyMap<string, TermRank>
  /** Words that are not their term, with the mark of its language: those of the chunks are added. */
  readonly inflected: Map<string, TermRank>
}

/** The occurrences of the terms of an index. */
function readOccurrences(chunks: readonly QueryChunk[], { ranks, inflected }: IndexTerms): Omit<Occurrences, 'words'> {
  const [slots, places] = [createIntBuffer(), createIntBuffer()]
  const lengths = new Uint16Array(MEASURED_FIELDS.length * chunks.length)
  const ends = chunks.map(({ entry, lengths: own }, i) => {
    own.forEach((length, field) => {
      lengths[field * chunks.length + i] = length
    })
    const ranksOfWords = entry.words.map((word, at) => {
      const term = entry.terms[at] ?? ''
      const rank = ranks.get(term) ?? -1
      if (rank >= 0) addInflected(inflected, word, { term, rank })
      return rank
    })
    eachWord(entry, (word, place) => {
      const rank = ranksOfWords[word] ?? -1
      if (rank < 0) return
      pushInt(slots, rank)
      pushInt(places, place)
    })
    return slots.size
  })
  return {
    chunkCount: chunks.length,
    lengths,
    terms: [...ranks.values()],
    slots: new Uint32Array(intsOf(slots)),
    places: new Uint32Array(intsOf(places)),
    ends,
  }
}

function addInflected(
  inflected: Map<string, TermRank>,
  word: string,
  { term, rank }: { readonly term: string; readonly rank: TermRank },
): void {
  const marked = markLike(word, term)
  if (marked !== term) inflected.set(marked, rank)
}
