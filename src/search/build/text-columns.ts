/** Token streams -> the columns of an index that are made of them. */
import { u32At } from '../../text/column.ts'
import type { Language } from '../../text/language.ts'
import { markLike } from '../../text/stemmer.ts'
import { MEASURED_FIELDS } from '../index/field.ts'
import type { IndexColumns } from '../index/inverted-index.ts'
import { createStringDictionary, sizeOf } from '../strings/front-coded-dictionary.ts'
import type { Dictionaries } from './dictionary.ts'
import type { TermId } from './numbers.ts'
import { writeLists } from './posting-lists.ts'
import { collectPostings } from './stream-postings.ts'
import type { TokenStream } from './token-stream.ts'
import { type Usage, countTerms, countWords } from './usage.ts'

/** The columns made of words. */
export type TextColumns = Pick<
  IndexColumns,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingIdf' | 'titleIdf'
  | 'words' | 'wordTerms'
>

/** The columns of the chunks of all streams, in their order. Words that no stream uses are left out. */
export function createTextColumns(streams: readonly TokenStream[], { languages, terms }: Dictionaries): TextColumns {
  const { usages, chunkCount } = countWords(streams, languages.map(({ resolve }) => resolve()))
  const counts = countTerms(usages, terms.strings.length)
  const { dictionary, ranks } = terms.sorted((term) => u32At(counts, term) > 0)
  const { readPostings, lengths } = collectPostings(streams, { usages, chunkCount }, { ranks, counts })
  const measures = { lengths, averages: averagesOf(lengths, chunkCount) }
  const inflected = inflectedWords(usages, terms.strings)
  const words = [...inflected.keys()].sort()
  return {
    ...measures,
    languages: createStringDictionary(languagesOf(usages)),
    terms: dictionary,
    ...writeLists(readPostings, sizeOf(dictionary), measures),
    words: createStringDictionary(words),
    wordTerms: Uint32Array.from(words, (word) => ranks[inflected.get(word) ?? -1] ?? 0),
  }
}

/** Languages that have texts, sorted. */
function languagesOf(usages: readonly Usage[]): Language[] {
  return usages.filter(({ hasTexts }) => hasTexts).map(({ resolved }) => resolved.language).sort()
}

/** Mean length of each field. */
function averagesOf(lengths: Uint16Array, chunkCount: number): Float64Array {
  return Float64Array.from(MEASURED_FIELDS, (_, field) => {
    const ofField = lengths.subarray(field * chunkCount, (field + 1) * chunkCount)
    return ofField.reduce((sum, length) => sum + length, 0) / Math.max(chunkCount, 1)
  })
}

/** Folded words in use that are not their term, with the mark of its language, and the term of each. */
function inflectedWords(usages: readonly Usage[], terms: readonly string[]): Map<string, TermId> {
  const inflected = new Map<string, TermId>()
  for (const { resolved, folded } of usages) {
    for (const [id, word] of resolved.folded.entries()) {
      const termId = resolved.terms[id] ?? -1
      const term = terms[termId]
      if (term === undefined || term === word || u32At(folded, id) === 0) continue
      const marked = markLike(word, term)
      if (marked !== term) inflected.set(marked, termId)
    }
  }
  return inflected
}
