/** Sections, indexes with their columns, and hits in them. */
import { buildIndex } from '../../src/core/search/build/build.ts'
import {
  columnsOf, type Index, type InvertedIndex, type Searchable,
} from '../../src/core/search/index/inverted-index.ts'
import type { SearchIndex } from '../../src/core/search/index/lexicon.ts'
import { withLexicon } from '../../src/core/search/query/index-lexicon.ts'
import { type IndexReader, openIndex, openReader } from '../../src/core/search/rank/index-reader.ts'
import {
  type Hit, type HitOptions, type ResolvedQuery, resolveQuery, search as searchResolved,
} from '../../src/core/search/rank/search.ts'
import type { QueryTerm } from '../../src/core/search/show/match.ts'
import { createAnalyze } from '../../src/core/text/analyze.ts'
import type { Language } from '../../src/core/text/language.ts'

/** Sections by `page | heading | text`; the heading may be empty. The id is the place in the list. */
export function site(...lines: readonly string[]): Searchable[] {
  return lines.map((line, i) => {
    const [page = '', heading = '', text = ''] = line.split('|').map((part) => part.trim())
    return { id: `${i}`, page, title: page, heading: heading || null, text }
  })
}

/** All terms of a query, each typed word by its position; those after a star count double. */
export function queryTermsOf(query: string, language: Language = 'en'): Map<string, QueryTerm> {
  const analyze = createAnalyze(language)
  return new Map(query.split(' ').flatMap((typed, word) => {
    return analyze(typed).map(({ term }): [string, QueryTerm] => [term, { word, weight: typed.startsWith('*') ? 2 : 1 }])
  }))
}

/** The index of pages without titles that have these texts; the id is the place in the list. */
export function indexOf(texts: readonly string[], lang: string | null = null): InvertedIndex & SearchIndex {
  return buildColumns(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text, lang })))
}

const readers = new WeakMap<Index | SearchIndex, IndexReader>()

/** The index of chunks, with its columns and its lexicon. */
export function buildColumns(chunks: Iterable<Searchable>): InvertedIndex & SearchIndex {
  return withLexicon(columnsOf(buildIndex(chunks)))
}

/** One reader for each index. */
export function readerOf(index: Index | SearchIndex): IndexReader {
  const reader = readers.get(index) ?? ('lexicon' in index ? openReader(index) : openIndex(columnsOf(index)))
  readers.set(index, reader)
  return reader
}

export function resolve(index: Index | SearchIndex, query: string): ResolvedQuery {
  return resolveQuery(readerOf(index), query)
}

export function search(index: Index | SearchIndex, query: string, options: HitOptions = {}): Hit[] {
  return searchResolved(readerOf(index), resolve(index, query), options)
}

/** A few sections of a site of docs. */
export const docs = site(
  'Routing | | Pages are made of files.',
  'Routing | Dynamic routes | A file may stand for many pages.',
  'Deploy | | Put your site online.',
  'Deploy | Redirects | Old routes of the site keep working with a redirect.',
  'Commands | astro dev | Run it with --host or call createServer() of @astrojs/node.',
  'Commands | astro build | The dev and host words apart; create a server, a node.',
)
