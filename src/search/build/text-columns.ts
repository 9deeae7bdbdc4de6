/** Streams of words -> the columns of an index that are made of them. */
import type { Language } from '../../text/language.ts'
import { markLike } from '../../text/stemmer.ts'
import type { Dictionaries } from './dictionary.ts'
import { FIELDS } from '../index/field.ts'
import type { InvertedIndex } from '../index/inverted-index.ts'
import { writeLists } from './posting-lists.ts'
import { collectPostings } from './stream-postings.ts'
import { createStringTable, sizeOf } from '../strings/front-coded-dictionary.ts'
import { countTerms, countWords } from './usage.ts'
import type { Usage } from './usage.ts'
import type { WordStream } from './token-stream.ts'

/** The columns made of words. */
export type TextColumns = Pick<
  InvertedIndex,
  | 'lengths' | 'averages' | 'languages'
  | 'terms' | 'starts' | 'postings' | 'countCodes' | 'headingRareness' | 'titleRareness'
  | 'words' | 'wordTerms'
>

/** The columns of the chunks of all streams, in their order. What dictionaries hold beyond that leaves no trace. */
export function createTextColumns(streams: readonly WordStream[], { languages, terms }: Dictionaries): TextColumns {
  const { usages, chunkCount } = countWords(streams, languages.map(({ learn }) => learn()))
  const counts = countTerms(usages, terms.strings.length)
  const { table, ranks } = terms.sorted((number) => counts[number]! > 0)
  const { readPostings, lengths } = collectPostings(streams, { usages, chunkCount }, { ranks, counts })
  const measures = { lengths, averages: averagesOf(lengths, chunkCount) }
  const others = otherWords(usages, terms.strings)
  const words = [...others.keys()].sort()
  return {
    ...measures,
    languages: createStringTable(languagesOf(usages)),
    terms: table,
    ...writeLists(readPostings, sizeOf(table), measures),
    words: createStringTable(words),
    wordTerms: Uint32Array.from(words, (word) => ranks[others.get(word)!]!),
  }
}

/** Languages that texts are of, sorted. */
function languagesOf(usages: readonly Usage[]): Language[] {
  return usages.filter(({ hasTexts }) => hasTexts).map(({ meanings }) => meanings.language).sort()
}

/** Mean length of each field. */
function averagesOf(lengths: Uint16Array, chunkCount: number): Float64Array {
  return Float64Array.from(FIELDS, (_, field) => {
    const own = lengths.subarray(field * chunkCount, (field + 1) * chunkCount)
    return own.reduce((sum, length) => sum + length, 0) / Math.max(chunkCount, 1)
  })
}

/** Folded words in use that are not their term, as they stand in an index, and the number of the term of each. */
function otherWords(usages: readonly Usage[], terms: readonly string[]): Map<string, number> {
  const others = new Map<string, number>()
  for (const { meanings, folded } of usages) {
    folded.forEach((count, i) => {
      const word = meanings.folded[i]!
      const number = meanings.terms[i]!
      if (count === 0 || terms[number] === word) return
      const marked = markLike(word, terms[number]!)
      if (marked !== terms[number]) others.set(marked, number)
    })
  }
  return others
}
