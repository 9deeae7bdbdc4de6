/**
 * What a reader types -> the words to look for. The last word may still be in
 * the making, so it also stands for the words it begins.
 */
import { languageOf } from '../text/language.ts'
import { stemmerFor } from '../text/stem/stemmer.ts'
import { isFunctionWord } from '../text/stop-words.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { toName } from './name.ts'
import type { Name } from './name.ts'
import { stringsOf } from './string-table.ts'

/** Most UTF-16 units of a query that are read. */
const MAX_QUERY_LENGTH = 2_000

/** What a function word counts beside a word of substance: enough to tell "log in" from "log". */
const FUNCTION_WORD_WEIGHT = 0.3

/** One distinct word of a query. */
export interface QueryWord {
  /** Its term in each language of the index, each once: a query has no language of its own. */
  readonly terms: readonly string[]
  /** The folded word as typed; of several with the same terms the last. */
  readonly word: string
  /** How often it was typed, function words for less. */
  readonly weight: number
  /** Ends the query, with nothing behind it: may be the beginning of a longer word. */
  readonly isPrefix: boolean
}

export interface Query {
  /** In the order in which they were first typed. */
  readonly words: readonly QueryWord[]
  /** The whole query as the name of a section. */
  readonly name: Name
}

/** What of an index decides how a query is read. */
export type Vocabulary = Pick<InvertedIndex, 'analyze' | 'languages'>

/** Reads any string; without words and name where there is nothing to look for. */
export function parseQuery(text: string, { analyze, languages: table }: Vocabulary): Query {
  const languages = stringsOf(table).map(languageOf)
  const stems = languages.map(stemmerFor)
  const read = text.slice(0, MAX_QUERY_LENGTH)
  const tokens = analyze(read)
  const words = new Map<string, QueryWord>()
  for (const { word, end } of tokens) {
    const terms = [...new Set(stems.map((stem) => stem(word)))]
    const key = terms.join(' ')
    const before = words.get(key)
    const weight = (before?.weight ?? 0) + (isFunctionWord(word, languages) ? FUNCTION_WORD_WEIGHT : 1)
    words.set(key, { terms, word, weight, isPrefix: end === text.length })
  }
  return { words: [...words.values()], name: toName(text, tokens) }
}
