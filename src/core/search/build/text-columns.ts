/** The occurrences of terms -> the columns of an index that are made of words. */
import { f64At, i32At, u16At, u32At } from '../../text/column.ts'
import { hasCompounds } from '../../text/language.ts'
import { markLike } from '../../text/stemmer.ts'
import { HEADING_MASK, MEASURED_FIELDS, TITLE_MASK } from '../index/field.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { idf } from '../index/score.ts'
import type { Interner } from './interner.ts'
import { compoundPairs, type WordOfTerm } from '../index/compound-pair.ts'
import type { Dictionaries, TermId, TermRank } from './dictionary.ts'
import type { Occurrences, Usage } from './token-stream.ts'
import { createPostings, type Postings } from './postings.ts'

/** The columns made of words, without their posting lists. */
type TextColumns = Pick<
  IndexColumns,
  'lengths' | 'averages' | 'languages' | 'terms' | 'headingIdf' | 'titleIdf' | 'words' | 'wordTerms'
>

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

/**
 * The columns of chunks with these occurrences, and the postings of their terms. Terms and words that no chunk has are
 * left out, without a collection.
 */
export function createTextColumns(
  occurrences: Occurrences,
  dictionaries: Dictionaries,
  collection: Collection | null,
): { readonly columns: TextColumns; readonly postings: Postings } {
  const { terms } = dictionaries
  const added = new Map((collection?.words ?? []).map(({ word, term }) => [markLike(word, term), terms.intern(term)]))
  const { lengths, chunkCount, usages, frequencies } = occurrences
  // The dictionary of a store's process has many terms that these chunks lack.
  const marks = new Uint32Array(terms.strings.length)
  marks.set(frequencies)
  for (const term of added.values()) marks[term] = 1
  const { sorted, ranks, numbers } = terms.sort(marks)
  const postings = createPostings(occurrences, { ranks, numbers })
  const measures = { lengths, averages: collection?.averages ?? averagesOf(lengths, chunkCount) }
  const fieldIdf = sumFieldIdf(postings, chunkCount, collection === null ? null : (rank) => {
    return idf(collection.size, collection.docFreq(terms.strings[u32At(numbers, rank)] ?? ''))
  })
  const languages = collection?.languages ?? usages.map(({ resolved }) => resolved.language)
  const columns = {
    ...measures,
    languages: [...languages].sort(),
    terms: sorted,
    ...fieldIdf,
    ...wordColumns({ usages, added }, dictionaries, ranks),
  }
  return { columns, postings }
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
  const { sorted, numbers } = inflected.sort(termOf)
  return { words: sorted, wordTerms: numbers.map((word) => u32At(ranks, u32At(termOf, word) - 1)) }
}

function wordsOf({ resolved, folded }: Usage, terms: Interner): WordOfTerm[] {
  return resolved.folded.flatMap((word, id) => {
    const term = folded[id] === 1 ? terms.strings[i32At(resolved.terms, id)] : undefined
    return term === undefined ? [] : [{ word, term }]
  })
}

function averagesOf(lengths: Uint16Array, chunkCount: number): Float64Array {
  return Float64Array.from(MEASURED_FIELDS, (_, field) => {
    const ofField = lengths.subarray(field * chunkCount, (field + 1) * chunkCount)
    return ofField.reduce((sum, length) => sum + length, 0) / Math.max(chunkCount, 1)
  })
}

/** The sums of the idf of the terms of headings and titles: of `idfOf`, or of that among these postings. */
function sumFieldIdf(
  { chunks, counts, starts }: Postings,
  chunkCount: number,
  idfOf: ((rank: TermRank) => number) | null,
): Pick<IndexColumns, 'headingIdf' | 'titleIdf'> {
  const headings = new Float64Array(chunkCount)
  const titles = new Float64Array(chunkCount)
  for (let term = 0; term + 1 < starts.length; term += 1) {
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
