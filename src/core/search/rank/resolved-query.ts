/** A query as typed -> its meaning in an index: the clauses, and the chunks that its operators require or exclude. */
import type { Budget, Lexicon } from '../index/lexicon.ts'
import { createPhraseBudget, findPhrase } from '../index/phrase.ts'
import { type Clause, toClauses } from '../query/clause.ts'
import { type Phrase, type Query, parseQuery } from '../query/query.ts'
import type { IndexReader } from './index-reader.ts'

/** The meaning of a query in an index. */
export interface ResolvedQuery extends Pick<Query, 'words' | 'titleKeys' | 'mustBeSpelled' | 'pageTitlesOnly'> {
  readonly clauses: readonly Clause[]
  /** True if no chunk has a quoted phrase, whose words are searched instead. */
  readonly lacksPhrase: boolean
  /** The chunks that have all quoted phrases that any chunk has, ascending; null without any. */
  readonly required: readonly number[] | null
  /** The chunks that have an excluded phrase, unsorted; one that has several may occur several times. */
  readonly excluded: readonly number[]
}

/** Parses a query and looks its words up. */
export function resolveQuery({ index, analyze }: IndexReader, text: string): ResolvedQuery {
  const query = parseQuery(text, { ...index, analyze })
  const budget = createPhraseBudget()
  const phrases = query.phrases.map((phrase) => ({ phrase, chunks: chunksWith(index.lexicon, phrase, budget) }))
  const present = phrases.filter(({ chunks }) => chunks.length > 0)
  const lacksPhrase = present.length < phrases.length
  const isQuoted = (terms: readonly string[]) => {
    return present.some(({ phrase }) => phrase.some((word) => word.some((term) => terms.includes(term))))
  }
  const words = lacksPhrase ? query.words.map((word) => ({ ...word, isExact: isQuoted(word.terms) })) : query.words
  const excluded = query.excluded.flatMap((phrase) => chunksWith(index.lexicon, phrase, budget))
  return {
    ...query,
    clauses: toClauses(index, { ...query, words }),
    lacksPhrase,
    required: present.length === 0 ? null : present.map(({ chunks }) => chunks).reduce(common),
    excluded,
  }
}

function chunksWith(lexicon: Lexicon, phrase: Phrase, budget: Budget): number[] {
  return findPhrase(lexicon, phrase.map((terms) => terms.map(lexicon.find).filter((term) => term >= 0)), budget)
}

function common(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b)
  return a.filter((ordinal) => others.has(ordinal))
}
