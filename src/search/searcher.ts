/** Chunks -> a searcher over them: what a query finds, ready to be shown. */
import { AskError } from '../base/errors.ts'
import { createChain } from '../text/analyze.ts'
import { languageOf } from '../text/language.ts'
import type { Language } from '../text/language.ts'
import type { Clause } from './query/clause.ts'
import { buildIndex } from './build/build.ts'
import { createExcerpt } from './show/excerpt.ts'
import type { Excerpt } from './show/excerpt.ts'
import { explain } from './rank/explain.ts'
import type { Explanation } from './rank/explain.ts'
import type { InvertedIndex, Searchable } from './index/inverted-index.ts'
import { createFindMatches, toMarks } from './show/match.ts'
import type { FindMatches, Mark, Wanted } from './show/match.ts'
import type { SearchResult } from './result.ts'
import { resolveQuery, searchFor } from './rank/search.ts'
import type { Hit, SearchOptions } from './rank/search.ts'
import { sizeOf, stringAt, stringsOf } from './strings/front-coded-dictionary.ts'

/** A chunk that can be found and linked. */
export interface Findable extends Searchable {
  /** Deep link. */
  readonly url: string
}

/** A result with the parts of its texts that the query is found in. */
export interface MarkedResult extends SearchResult {
  readonly marks: Readonly<Record<'title' | 'heading' | 'snippet', readonly Mark[]>>
}

/** Searches the chunks it was made of. */
export interface Searcher {
  /** Results for any string, best first; none for a blank one. */
  readonly find: (query: string, options?: SearchOptions) => SearchResult[]
  /** The same, with what to highlight: half-open UTF-16 ranges, ascending and apart. */
  readonly findMarked: (query: string, options?: SearchOptions) => MarkedResult[]
  /** Why a chunk scores as it does; null for an id that isn't there. */
  readonly explain: (query: string, id: string) => Explanation | null
}

/** What a searcher may be given. */
export interface SearcherOptions {
  /** Index of these very chunks. Default: built of them. */
  readonly index?: InvertedIndex
}

/**
 * Indexes the chunks, where there is no index of them yet, and keeps them, for
 * their texts. Throws `AskError('index-format')` for an index of other chunks.
 */
export function createSearcher(chunks: readonly Findable[], { index: given }: SearcherOptions = {}): Searcher {
  const index = given === undefined ? buildIndex(chunks) : proved(given, chunks)
  const readers = new Map<Language, Reader>()

  function readerFor(lang: string | null | undefined): Reader {
    const language = languageOf(lang)
    const reader = readers.get(language) ?? createReader(language)
    readers.set(language, reader)
    return reader
  }

  function find(query: string, options: SearchOptions = {}): SearchResult[] {
    const resolved = resolveQuery(index, query)
    return show(searchFor(index, resolved, options), toWanted(index, resolved.clauses))
  }

  function findMarked(query: string, options: SearchOptions = {}): MarkedResult[] {
    const resolved = resolveQuery(index, query)
    const wanted = toWanted(index, resolved.clauses)
    const hits = searchFor(index, resolved, options)
    return show(hits, wanted).map((result, i) => {
      const { findMatches } = readerFor(chunks[hits[i]!.ordinal]!.lang)
      const marks = (text = '') => toMarks(findMatches(text, wanted))
      return { ...result, marks: { title: marks(result.title), heading: marks(result.heading), snippet: marks(result.snippet) } }
    })
  }

  function show(hits: readonly Hit[], wanted: ReadonlyMap<string, Wanted>): SearchResult[] {
    return hits.map(({ ordinal }) => {
      const { id, title, heading, url, group, text, lang } = chunks[ordinal]!
      return {
        id,
        title,
        ...(heading ? { heading } : {}),
        url,
        ...(group ? { group } : {}),
        snippet: readerFor(lang).excerpt(text, wanted),
      }
    })
  }

  return { find, findMarked, explain: (query, id) => explain(index, query, id) }
}

/** An index with the ids of these chunks in their order: the ordinal of a hit leads to its chunk. */
function proved(index: InvertedIndex, chunks: readonly Findable[]): InvertedIndex {
  const isOwn = sizeOf(index.ids) === chunks.length && stringsOf(index.ids).every((id, ordinal) => id === chunks[ordinal]!.id)
  if (!isOwn) throw new AskError('index-format', 'The index is of other chunks; build it anew')
  return index
}

/** What reads the texts of one language for a query. */
interface Reader {
  readonly excerpt: Excerpt
  readonly findMatches: FindMatches
}

function createReader(language: Language): Reader {
  const findMatches = createFindMatches(createChain(language))
  return { excerpt: createExcerpt(findMatches), findMatches }
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
