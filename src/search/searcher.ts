/** Chunks -> a searcher over them: what a query finds, ready to be shown. */
import { createAnalyze } from '../text/analyze.ts'
import { languageOf } from '../text/language.ts'
import type { Language } from '../text/language.ts'
import type { Clause } from './clause.ts'
import { buildIndex } from './build.ts'
import { createExcerpt } from './excerpt.ts'
import type { Excerpt, Wanted } from './excerpt.ts'
import type { InvertedIndex, Searchable } from './inverted-index.ts'
import type { SearchResult } from './result.ts'
import { resolveQuery, searchFor } from './search.ts'
import type { SearchOptions } from './search.ts'
import { stringAt } from './string-table.ts'

/** A chunk that can be found and linked. */
export interface Findable extends Searchable {
  /** Deep link. */
  readonly url: string
}

/** Searches the chunks it was made of. */
export interface Searcher {
  /** Results for any string, best first; none for a blank one. */
  readonly find: (query: string, options?: SearchOptions) => SearchResult[]
}

/** Indexes the chunks and keeps them, for their texts. */
export function createSearcher(chunks: readonly Findable[]): Searcher {
  const index = buildIndex(chunks)
  const excerpts = new Map<Language, Excerpt>()

  function excerptFor(language: Language): Excerpt {
    const excerpt = excerpts.get(language) ?? createExcerpt(createAnalyze(language))
    excerpts.set(language, excerpt)
    return excerpt
  }

  function find(query: string, options: SearchOptions = {}): SearchResult[] {
    const resolved = resolveQuery(index, query)
    const wanted = toWanted(index, resolved.clauses)
    return searchFor(index, resolved, options).map(({ ordinal }) => {
      const { id, title, heading, url, group, text, lang } = chunks[ordinal]!
      return {
        id,
        title,
        ...(heading ? { heading } : {}),
        url,
        ...(group ? { group } : {}),
        snippet: excerptFor(languageOf(lang))(text, wanted),
      }
    })
  }

  return { find }
}

/** Terms that excerpts look for: all that the clauses look for, each for the first clause that has it. */
function toWanted(index: InvertedIndex, clauses: readonly Clause[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  clauses.forEach(({ alternatives, credit }, word) => {
    for (const { term } of alternatives) {
      const string = stringAt(index.terms, term)
      if (!wanted.has(string)) wanted.set(string, { word, weight: credit })
    }
  })
  return wanted
}
