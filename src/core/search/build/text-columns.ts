/** Segments -> the columns of an index that are made of them. */
import { i32At, u32At } from '../../text/column.ts'
import { hasCompounds } from '../../text/language.ts'
import { markLike } from '../../text/stemmer.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { idf } from '../index/score.ts'
import { createStringDictionary, stringAt } from '../strings/front-coded-dictionary.ts'
import type { Interner } from '../strings/interner.ts'
import { type WordOfTerm, compoundPairs } from './compound-pairs.ts'
import type { Dictionaries, ResolvedWords } from './dictionary.ts'
import { type SegmentPart, findPostings } from './merge.ts'
import type { LanguageId, TermId } from './numbers.ts'
import type { WordsInUse } from './occurrences.ts'
import { writeLists } from './posting-lists.ts'
import type { Segment } from './segment.ts'

/** The columns made of words. */
export type TextColumns = Pick<
  InvertedIndex,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'
  | 'words' | 'wordTerms'
>

/** The columns of some chunks, and one segment of all of them. */
export interface TextIndex {
  readonly columns: TextColumns
  readonly segment: Segment
}

/** The collection that the chunks of an index belong to. */
export interface Collection {
  /** Number of its chunks. */
  readonly size: number
  /** Mean length of each field with a length. */
  readonly averages: Float64Array
  /** Languages of its texts (tags of `text/language.ts`). */
  readonly languages: readonly string[]
  /** Number of its chunks that have a term. */
  readonly docFreq: (term: string) => number
  /** Words of the collection, which the chunks need not have. */
  readonly words: readonly WordOfTerm[]
}

/** Parts of segments, in the order of their chunks, and the words that are in use in them. */
export interface TextParts {
  readonly parts: readonly SegmentPart[]
  readonly words: Iterable<WordsInUse>
  /** Null for the chunks themselves. */
  readonly collection: Collection | null
}

/** The columns of the chunks of all parts. Terms and words that no chunk has are left out. */
export function createTextColumns({ parts, words, collection }: TextParts, dictionaries: Dictionaries): TextIndex {
  const { languages, terms } = dictionaries
  const added = new Map((collection?.words ?? []).map(({ word, term }) => [markLike(word, term), terms.intern(term)]))
  const addedTerms = new Set(added.values())
  const { docFreqs, merge } = findPostings(parts, terms.strings.length)
  const { dictionary, ranks, numbers } = terms.sorted((term) => u32At(docFreqs, term) > 0 || addedTerms.has(term))
  const segment = merge({ terms: numbers, ranks })
  const { lengths, chunkCount } = segment
  const measures = { lengths, averages: collection?.averages ?? averagesOf(lengths, chunkCount) }
  const usages = usagesOf(words, languages)
  const columns = {
    ...measures,
    languages: createStringDictionary([...(collection?.languages ?? usages.map(({ resolved }) => resolved.language))].sort()),
    terms: dictionary,
    ...writeLists(segment, measures, collection === null ? null : (rank) => {
      return idf(collection.size, collection.docFreq(stringAt(dictionary, rank)))
    }),
    ...wordColumns({ usages, added }, dictionaries, ranks),
  }
  return { columns, segment }
}

/** The columns of the inflected words in use, and of the pairs of a compound and its part. */
function wordColumns(
  { usages, added }: { readonly usages: readonly Usage[]; readonly added: ReadonlyMap<string, TermId> },
  { terms, inflected }: Pick<Dictionaries, 'terms' | 'inflected'>,
  ranks: Uint32Array,
): Pick<TextColumns, 'words' | 'wordTerms'> {
  const pairs = usages.filter(({ resolved }) => hasCompounds(resolved.language)).flatMap((usage) => {
    return compoundPairs(wordsOf(usage, terms)).map(({ word, term }) => [inflected.intern(word), term] as const)
  })
  const others = [...added].filter(([word, term]) => word !== terms.strings[term]).map(([word, term]) => {
    return [inflected.intern(word), term] as const
  })
  /** By inflected word one more than its term (`TermId`); 0 for those not in use. */
  const termOf = new Uint32Array(inflected.strings.length)
  for (const { resolved, folded } of usages) {
    for (let id = 0; id < folded.length; id += 1) {
      const word = i32At(resolved.inflected, id)
      if (word >= 0 && folded[id] === 1) termOf[word] = i32At(resolved.terms, id) + 1
    }
  }
  for (const [word, term] of pairs) termOf[word] = terms.intern(term) + 1
  for (const [word, term] of others) termOf[word] = term + 1
  const { dictionary, numbers } = inflected.sorted((word) => u32At(termOf, word) > 0)
  return { words: dictionary, wordTerms: numbers.map((word) => u32At(ranks, u32At(termOf, word) - 1)) }
}

/** The folded words in use, with their terms. */
function wordsOf({ resolved, folded }: Usage, terms: Interner): WordOfTerm[] {
  return resolved.folded.flatMap((word, id) => {
    const term = folded[id] === 1 ? terms.strings[i32At(resolved.terms, id)] : undefined
    return term === undefined ? [] : [{ word, term }]
  })
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
