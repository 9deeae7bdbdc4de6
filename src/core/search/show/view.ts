/**
 * The hits of a search -> its results, as readers see them: names, snippets, marks, and queries of readers that explain
 * a result or complete what is typed.
 */
import { createChain } from '../../text/analyze.ts'
import { type Language, languageOf } from '../../text/language.ts'
import { spacedWords } from '../../text/normalize.ts'
import type { Searchable } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import type { Clause } from '../query/clause.ts'
import { type IndexReader, openReader } from '../rank/index-reader.ts'
import type { Hit, ResolvedQuery } from '../rank/search.ts'
import type { SearchResult } from './result.ts'
import { createExcerpt, type Excerpt, MAX_READ, type RowRange } from './excerpt.ts'
import { createFindMatches, type FindMatches, type Match, type QueryTerm, type QueryTerms, toMarks } from './match.ts'

const MAX_COMPLETIONS = 3
/** Least words of a completion: shorter queries are terms, which results show better. */
const MIN_WORDS = 3
/** A phrase in a script without spaces has no words to count, but so many letters in a row. */
const UNSPACED = /[^\0-\x7f]{6}/
/** A quote, or a dash that excludes a word. */
const OPERATOR = /"|(?:^|\s)-/
const SIGN = /[^\p{L}\p{N}]/u

/** A chunk that can be found and linked. */
export interface Findable extends Searchable {
  /** Deep link. */
  readonly url: string
  /** Notation of the parts of `text`, which `rowsOf` reads. */
  readonly structure?: string
}

/** The results of a query, with what else readers are told. */
export interface FoundResults {
  readonly results: SearchResult[]
  /** What was searched in place of a word or phrase that no section has; null for nothing else. */
  readonly notice: string | null
  /** Queries of the found sections that complete the query, if a search asks for phrases. */
  readonly completions: readonly string[]
}

/** The part of a chunk that is shown. */
export type ShownChunk = Pick<
  Findable,
  'id' | 'title' | 'heading' | 'url' | 'group' | 'lang' | 'text' | 'code' | 'structure' | 'queries'
>

/** The chunks of an index, as a searcher shows them. */
interface ShownChunks {
  readonly rowsOf: (structure: string, limit: number) => readonly RowRange[]
  /** The chunk of an ordinal. A result whose chunk is undefined is left out. */
  readonly chunkAt: (ordinal: number) => ShownChunk | undefined
  /** Functions that show texts; their cache of words is shared by searchers. Default: new ones. */
  readonly viewerFor?: ViewerFor
}

/** The parts of a result that a search has to ask for. */
export interface ShownParts {
  readonly marks?: boolean
  readonly phrases?: boolean
}

/** An index that is open, with the chunks as they are shown. */
export interface IndexView extends Pick<ShownChunks, 'chunkAt'> {
  readonly reader: IndexReader
  readonly viewerFor: ViewerFor
  /** The result of a chunk, with the parts that the options ask for. */
  readonly show: (chunk: ShownChunk, query: ShownQuery, parts?: ShownParts) => SearchResult
}

/** Opens an index whose chunks may be stored anywhere. */
export function openView(
  index: SearchIndex,
  { chunkAt, rowsOf, viewerFor = createTextViewers() }: ShownChunks,
): IndexView {
  const reader = openReader(index)

  function show(
    chunk: ShownChunk,
    { queryTerms, marked }: ShownQuery,
    { marks: withMarks = false, phrases: withPhrase = false }: ShownParts = {},
  ): SearchResult {
    const { title, heading, text, lang, code = [], structure, queries = [] } = chunk
    const { excerpt, findMatches } = viewerFor(lang)
    const rows = structure === undefined ? [] : rowsOf(structure, MAX_READ)
    const snippet = excerpt(text, queryTerms, { code, rows })
    const result = { ...nameOf(chunk), snippet }
    const needsPhrase = withPhrase && queries.length > 0
    if (!withMarks && !needsPhrase) return result
    const matchesOf = (shown: string) => {
      return findMatches(shown, queryTerms).filter(({ queryTerm }) => marked.has(queryTerm))
    }
    const matches = [title, heading ?? '', snippet].map(matchesOf)
    const isShown = matches.some(({ length }) => length > 0)
    const phrase = needsPhrase && !isShown ? bestQuery(queries, matchesOf) : null
    const [ofTitle = [], ofHeading = [], ofSnippet = []] = matches.map(toMarks)
    return {
      ...result,
      ...(phrase !== null && { phrase }),
      ...(withMarks && { marks: { title: ofTitle, heading: ofHeading, snippet: ofSnippet } }),
    }
  }

  return { reader, chunkAt, viewerFor, show }
}

/** The fields of a result that name its section. */
export function nameOf({ id, title, heading, url, group }: ShownChunk): Omit<SearchResult, 'snippet'> {
  return { id, title, ...(heading ? { heading } : {}), url, ...(group ? { group } : {}) }
}

/** The results of hits, and the queries of readers that go on as the query does. */
export function showHits(
  { chunkAt, show }: Pick<IndexView, 'chunkAt' | 'show'>,
  hits: readonly Pick<Hit, 'ordinal' | 'versions'>[],
  { query, shown, options }: { readonly query: string; readonly shown: ShownQuery; readonly options: ShownParts },
): Omit<FoundResults, 'notice'> {
  const found = hits.flatMap(({ ordinal, versions }) => {
    const chunk = chunkAt(ordinal)
    return chunk === undefined ? [] : [{ chunk, result: { ...show(chunk, shown, options), ...versions } }]
  })
  const completions = options.phrases === true ? completeQuery(query, found.map(({ chunk }) => chunk)) : []
  return { results: found.map(({ result }) => result), completions }
}

/** The results of the hits of a query, with what else readers are told. */
export function showFound(
  { reader, chunkAt, show }: IndexView,
  hits: readonly Hit[],
  { resolved, ...search }: { readonly query: string; readonly resolved: ResolvedQuery; readonly options: ShownParts },
): FoundResults {
  const shown = toShownQuery(reader.index, resolved.clauses)
  return { ...showHits({ chunkAt, show }, hits, { ...search, shown }), notice: noticeOf(resolved) }
}

/**
 * The corrected words. Of an identifier it is the whole as people write it (`client:visible`), and else its parts:
 * `max_retries` is `maxretries` as a whole.
 */
function toldCorrections(clauses: readonly Clause[]): readonly string[] {
  const corrected = clauses.flatMap(({ word, correctedTo: to }) => (to === null ? [] : { word, to, isName: SIGN.test(to) }))
  const isToldBy = (one: (typeof corrected)[number]) => (other: typeof one) => {
    if (other === one) return false
    return other.isName ? other.word.includes(one.word) : !one.isName && one.word.includes(other.word)
  }
  return corrected.filter((one) => !corrected.some(isToldBy(one))).map(({ to }) => to)
}

/** What a search looks for in place of words and phrases that no section has; null for nothing else. */
export function noticeOf({ clauses, lacksPhrase }: ResolvedQuery): string | null {
  const words = toldCorrections(clauses)
  const notices = [
    ...(lacksPhrase ? ['No section has the quoted words next to each other; showing results for the words.'] : []),
    ...(words.length > 0 ? [`Did you mean ${words.join(' ')}?`] : []),
  ]
  return notices.length === 0 ? null : notices.join(' ')
}

/** The first query with the highest weight of matches; null if none matches. */
function bestQuery(queries: readonly string[], matchesOf: (query: string) => readonly Match[]): string | null {
  let best: string | null = null
  let highest = 0
  for (const query of queries) {
    const terms = new Set(matchesOf(query).map(({ queryTerm }) => queryTerm))
    const weight = [...terms].reduce((sum, one) => sum + one.weight, 0)
    if (weight <= highest) continue
    best = query
    highest = weight
  }
  return best
}

/**
 * The queries that have what is typed, from the beginning of a word, and go on after it; in the order of the results,
 * at most three.
 */
export function completeQuery(typed: string, results: Iterable<{ readonly queries?: readonly string[] }>): string[] {
  const beginning = spacedWords(typed).trimEnd()
  const completions = new Set<string>()
  if (beginning === '' || OPERATOR.test(typed)) return []
  for (const { queries = [] } of results) {
    for (const query of queries) {
      const words = spacedWords(query).trimEnd()
      const at = words.indexOf(beginning)
      const isLong = query.split(' ').length >= MIN_WORDS || UNSPACED.test(query)
      if (isLong && at >= 0 && at + beginning.length < words.length) completions.add(query)
      if (completions.size === MAX_COMPLETIONS) return [...completions]
    }
  }
  return [...completions]
}

type ViewerFor = (lang: string | null | undefined) => TextViewer

/** The functions for texts of any language, made when they are needed. */
export function createTextViewers(): ViewerFor {
  const viewers = new Map<Language, TextViewer>()
  return function viewerFor(lang) {
    const language = languageOf(lang)
    const viewer = viewers.get(language) ?? createTextViewer(language)
    viewers.set(language, viewer)
    return viewer
  }
}

interface TextViewer {
  readonly excerpt: Excerpt
  readonly findMatches: FindMatches
}

function createTextViewer(language: Language): TextViewer {
  const findMatches = createFindMatches(createChain(language))
  return { excerpt: createExcerpt(findMatches), findMatches }
}

/** The terms of a query, as results show them. */
export interface ShownQuery {
  readonly queryTerms: QueryTerms
  /** Those that are marked: no function words, unless the query has nothing else. */
  readonly marked: ReadonlySet<QueryTerm>
}

/** The terms of all clauses, each for the first clause that has it. */
export function toShownQuery({ lexicon }: SearchIndex, clauses: readonly Clause[]): ShownQuery {
  const queryTerms = new Map<string, QueryTerm>()
  const marked = new Set<QueryTerm>()
  const highest = clauses.reduce((most, { wordWeight }) => Math.max(most, wordWeight), 0)
  clauses.forEach(({ alternatives, coverage, wordWeight }, word) => {
    const queryTerm = { word, weight: coverage }
    if (wordWeight === 1 || highest < 1) marked.add(queryTerm)
    for (const { term } of alternatives) {
      const string = lexicon.textOf(term)
      if (!queryTerms.has(string)) queryTerms.set(string, queryTerm)
    }
  })
  return { queryTerms, marked }
}
