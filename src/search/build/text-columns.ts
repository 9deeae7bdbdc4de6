/** Segments -> the columns of an index that are made of them. */
import { u32At } from '../../text/column.ts'
import { markLike } from '../../text/stemmer.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { createStringDictionary } from '../strings/front-coded-dictionary.ts'
import type { Dictionaries, ResolvedWords } from './dictionary.ts'
import type { LanguageId, TermId } from './numbers.ts'
import { type SegmentPart, findPostings } from './merge.ts'
import type { WordsInUse } from './occurrences.ts'
import { writeLists } from './posting-lists.ts'
import type { Segment } from './segment.ts'

/** The columns made of words. */
export type TextColumns = Pick<
  InvertedIndex,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'
  | 'words' | 'wordTerms' | 'collection'
>

/** A word of texts and its term. */
export interface WordOfTerm {
  readonly word: string
  readonly term: string
}

/** A collection that the chunks of an index are a part of, by its terms. */
export interface CollectionTerms {
  readonly size: number
  /** Mean length of each field with a length. */
  readonly averages: Float64Array
  /** Languages of its texts. */
  readonly languages: readonly string[]
  /** Number of its chunks that have a term. */
  readonly docFreq: (term: string) => number
  /** Words of it that may be in none of the chunks. */
  readonly words: readonly WordOfTerm[]
}

/** The columns of some chunks, and one segment of all of them. */
export interface TextIndex {
  readonly columns: TextColumns
  readonly segment: Segment
}

/** Parts of segments, in the order of their chunks, and the words that are in use in them. */
export interface TextParts {
  readonly parts: readonly SegmentPart[]
  readonly words: Iterable<WordsInUse>
  /** Null where the parts are all there is. */
  readonly collection: CollectionTerms | null
}

/**
 * The columns of the chunks of all parts. Terms and words that neither they nor the words of the collection have are
 * left out.
 */
export function createTextColumns({ parts, words, collection }: TextParts, { languages, terms }: Dictionaries): TextIndex {
  const others = new Map(collection?.words.map(({ word, term }) => [markLike(word, term), terms.intern(term)]))
  const otherTerms = new Set(others.values())
  const { docFreqs, merge } = findPostings(parts, terms.strings.length)
  const { dictionary, ranks, numbers } = terms.sorted((term) => u32At(docFreqs, term) > 0 || otherTerms.has(term))
  const segment = merge({ terms: Uint32Array.from(numbers), ranks })
  const { lengths, chunkCount } = segment
  const measures = { lengths, averages: collection?.averages ?? averagesOf(lengths, chunkCount) }
  const usages = usagesOf(words, languages)
  const inflected = inflectedWords(usages, terms.strings)
  for (const [word, term] of others) if (word !== terms.strings[term]) inflected.set(word, term)
  const sorted = [...inflected.keys()].sort()
  const ofCollection = collection === null ? null : {
    size: collection.size,
    docFreq: (term: number) => collection.docFreq(terms.strings[numbers[term] ?? -1] ?? ''),
  }
  const columns = {
    ...measures,
    languages: createStringDictionary([...(collection?.languages ?? usages.map(({ resolved }) => resolved.language))].sort()),
    terms: dictionary,
    ...writeLists(segment, measures, ofCollection),
    words: createStringDictionary(sorted),
    wordTerms: Uint32Array.from(sorted, (word) => ranks[inflected.get(word) ?? -1] ?? 0),
    ...(ofCollection !== null && { collection: ofCollection }),
  }
  return { columns, segment }
}

/** Mean length of each field. */
function averagesOf(lengths: Uint16Array, chunkCount: number): Float64Array {
  return Float64Array.from(MEASURED_FIELDS, (_, field) => {
    const ofField = lengths.subarray(field * chunkCount, (field + 1) * chunkCount)
    return ofField.reduce((sum, length) => sum + length, 0) / Math.max(chunkCount, 1)
  })
}

/** A language that has texts. */
interface Usage {
  readonly resolved: ResolvedWords
  /** By `FoldedId`, 1 for the words in use. */
  readonly folded: Uint8Array
}

function usagesOf(words: Iterable<WordsInUse>, languages: Dictionaries['languages']): Usage[] {
  const usages = new Map<LanguageId, Usage>()
  for (const { language, folded } of words) {
    const dictionary = languages[language]
    if (dictionary === undefined) continue
    const usage = usages.get(language) ?? createUsage(dictionary.resolve())
    usages.set(language, usage)
    for (const id of folded) usage.folded[id] = 1
  }
  return [...usages.values()]
}

function createUsage(resolved: ResolvedWords): Usage {
  return { resolved, folded: new Uint8Array(resolved.folded.length) }
}

/** Folded words in use that are not their term, with the mark of its language, and the term of each. */
function inflectedWords(usages: readonly Usage[], terms: readonly string[]): Map<string, TermId> {
  const inflected = new Map<string, TermId>()
  for (const { resolved, folded } of usages) {
    for (const [id, word] of resolved.folded.entries()) {
      const termId = resolved.terms[id] ?? -1
      const term = terms[termId]
      if (term === undefined || term === word || folded[id] === 0) continue
      const marked = markLike(word, term)
      if (marked !== term) inflected.set(marked, termId)
    }
  }
  return inflected
}
