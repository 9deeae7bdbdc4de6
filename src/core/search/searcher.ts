/** Chunks -> a searcher over them, which gives results ready to be shown. */
import { AskError } from '../base/errors.ts'
import { createChain } from '../text/analyze.ts'
import { type Language, languageOf } from '../text/language.ts'
import { buildIndex } from './build/build.ts'
import { type Filter, type FilterValues, filterValues } from './index/filter.ts'
import { type Index, type InvertedIndex, type Searchable, columnsOf } from './index/inverted-index.ts'
import type { SearchIndex } from './index/lexicon.ts'
import type { Clause } from './query/clause.ts'
import { withLexicon } from './query/index-lexicon.ts'
import { coverageOf, missingWords } from './rank/coverage.ts'
import { type IndexReader, openReader } from './rank/index-reader.ts'
import { type ResolvedQuery, resolveQuery } from './rank/resolved-query.ts'
import { type Hit, search as findHits } from './rank/search.ts'
import type { SearchResult, WeighedResults } from './result.ts'
import { type Excerpt, MAX_READ, createExcerpt } from './show/excerpt.ts'
import type { RowRange } from './show/lines.ts'
import { type FindMatches, type QueryTerm, type QueryTerms, createFindMatches, toMarks } from './show/match.ts'
import { bestPassage } from './show/passage.ts'
import { bestQuery, completeQuery } from './show/reader-queries.ts'
import { stringsOf } from './strings/front-coded-dictionary.ts'

/** UTF-16 units of a passage that shows where in a long text a query is answered. */
const PASSAGE_ROOM = 1_000
/** UTF-16 units of a text in which that passage is looked for. */
const MAX_WEIGHED_LENGTH = 100_000

/** A chunk that can be found and linked. */
export interface Findable extends Searchable {
  /** Deep link. */
  readonly url: string
  /** Notation of the parts of `text`, which `rowsOf` reads. */
  readonly structure?: string
}

/** Limits and filter of a search, and the parts of its results. */
export interface SearchOptions {
  /** Most results. Default 20. */
  readonly limit?: number
  /** Most results of one page; `Infinity` for any number. Default 3. */
  readonly perPage?: number
  /** Language, version and group of the results, exactly. Default: any. */
  readonly filter?: Filter
  /** Whether results carry `marks`, the ranges to highlight. Default false. */
  readonly marks?: boolean
  /** Whether results carry `phrase`, and `find` gives completions. Default false. */
  readonly phrases?: boolean
}

/** The results of a query, with what else readers are told. */
export interface FoundResults {
  readonly results: SearchResult[]
  /** What was searched in place of a word or phrase that no section has; null for nothing else. */
  readonly notice: string | null
  /** Queries of the found sections that complete the query, if a search asks for phrases. */
  readonly completions: readonly string[]
}

/** A searcher over the chunks it was made of. */
export interface Searcher {
  /**
   * Results for any string, best first; none for a blank one. A section whose heading or page title is the query comes
   * before all others. Quoted phrases must occur, words and phrases after a dash must not.
   */
  readonly search: (query: string, options?: SearchOptions) => SearchResult[]
  /** The same results, with what else a search tells readers. */
  readonly find: (query: string, options?: SearchOptions) => FoundResults
  /** The same results with the evidence that they answer the query, and the words that no chunk has. */
  readonly weigh: (query: string, options?: Omit<SearchOptions, 'marks' | 'phrases'>) => WeighedResults
  /** The values that chunks have. */
  readonly filterValues: () => FilterValues
  /** What a search looks for in place of a word or phrase that no section has, for readers; null for nothing else. */
  readonly notice: (query: string) => string | null
}

/** Options of `createSearcher`. */
export interface SearcherOptions {
  /** Index of the same chunks in the same order. Default: built of them. */
  readonly index?: Index
  /**
   * Parses the rows of tables up to an offset of a chunk's text; called for chunks with a `structure` when they are
   * shown. Snippets prefer prose to them. Default: all text is prose or code.
   */
  readonly rowsOf?: (structure: string, limit: number) => readonly RowRange[]
}

/**
 * A searcher that keeps the chunks, for their texts, and builds their index when it is not given one. Throws
 * `AskError('index-format')` for an index of other chunks.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path leads to a page.' }]).pages)
 * const searcher = createSearcher(chunks, { rowsOf: tableRows })
 * searcher.search('paths', { limit: 5 })[0].snippet // 'A path leads to a page.'
 * searcher.notice('pahts') // null
 */
export function createSearcher(
  chunks: readonly Findable[],
  { index = buildIndex(chunks), rowsOf = () => [] }: SearcherOptions = {},
): Searcher {
  const view = openView(withLexicon(checked(columnsOf(index), chunks)), { chunkAt: (ordinal) => chunks[ordinal], rowsOf })
  return createViewSearcher(view)
}

/** The part of a chunk that is shown. */
export type ShownChunk = Pick<
  Findable,
  'id' | 'title' | 'heading' | 'url' | 'group' | 'lang' | 'text' | 'code' | 'structure' | 'queries'
>

/** The chunks of an index, as a searcher shows them. */
interface ShownChunks extends Required<Pick<SearcherOptions, 'rowsOf'>> {
  /** The chunk of an ordinal. A result whose chunk is undefined is left out. */
  readonly chunkAt: (ordinal: number) => ShownChunk | undefined
  /** Functions that show texts; their cache of words is shared by searchers. Default: new ones. */
  readonly viewerFor?: ViewerFor
}

/** The parts of a result that a search has to ask for. */
export type ShownParts = Pick<SearchOptions, 'marks' | 'phrases'>

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
function nameOf({ id, title, heading, url, group }: ShownChunk): Omit<SearchResult, 'snippet'> {
  return { id, title, ...(heading ? { heading } : {}), url, ...(group ? { group } : {}) }
}

/** A query, as the results of its hits are shown. */
interface ShownSearch {
  readonly query: string
  readonly shown: ShownQuery
  readonly options: ShownParts
}

/** The results of hits, and the queries of readers that go on as the query does. */
export function showHits(
  { chunkAt, show }: Pick<IndexView, 'chunkAt' | 'show'>,
  hits: readonly Pick<Hit, 'ordinal' | 'versions'>[],
  { query, shown, options }: ShownSearch,
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
  { query, resolved, options }: Omit<ShownSearch, 'shown'> & { readonly resolved: ResolvedQuery },
): FoundResults {
  const shown = toShownQuery(reader.index, resolved.clauses)
  return { ...showHits({ chunkAt, show }, hits, { query, shown, options }), notice: noticeOf(resolved) }
}

/** A searcher over an index that is open. */
export function createViewSearcher(view: IndexView): Searcher {
  const { reader } = view
  const find: Searcher['find'] = (query, options = {}) => {
    const resolved = resolveQuery(reader, query)
    return showFound(view, findHits(reader, resolved, options), { query, resolved, options })
  }

  return {
    find,
    search: (query, options) => find(query, options).results,
    weigh: createWeigh(view),
    notice: (query) => noticeOf(resolveQuery(reader, query)),
    filterValues: () => filterValues(reader.index.scopes),
  }
}

/** What a search looks for in place of words and phrases that no section has; null for nothing else. */
function noticeOf({ clauses, lacksPhrase }: ResolvedQuery): string | null {
  const words = clauses.flatMap(({ correctedTo }) => correctedTo ?? [])
  const notices = [
    ...(lacksPhrase ? ['No section has the quoted words next to each other; showing results for the words.'] : []),
    ...(words.length > 0 ? [`Did you mean ${words.join(' ')}?`] : []),
  ]
  return notices.length === 0 ? null : notices.join(' ')
}

function createWeigh({ reader, chunkAt, viewerFor, show }: IndexView): Searcher['weigh'] {
  function matchOf({ text, lang }: ShownChunk, { queryTerms }: ShownQuery): number {
    if (text.length <= PASSAGE_ROOM) return 0
    const read = text.slice(0, MAX_WEIGHED_LENGTH)
    const passage = bestPassage(read, viewerFor(lang).findMatches(read, queryTerms), PASSAGE_ROOM)
    return passage === null ? 0 : (passage.sentenceStart ?? passage.from)
  }

  return function weigh(query: string, options: Omit<SearchOptions, keyof ShownParts> = {}): WeighedResults {
    const resolved = resolveQuery(reader, query)
    const shown = toShownQuery(reader.index, resolved.clauses)
    const ordinals = findHits(reader, resolved, options).map(({ ordinal }) => ordinal)
    const shares = coverageOf(reader, resolved.clauses, ordinals)
    const results = ordinals.flatMap((ordinal) => {
      const chunk = chunkAt(ordinal)
      if (chunk === undefined) return []
      const coverage = shares.get(ordinal) ?? 0
      const snippet = () => show(chunk, shown).snippet
      return [{ ...nameOf(chunk), snippet, coverage, matchAt: () => matchOf(chunk, shown) }]
    })
    const words = resolved.clauses.reduce((sum, { wordWeight }) => sum + wordWeight, 0)
    const corrections = resolved.clauses.flatMap(({ word, correctedTo }) => {
      return correctedTo === null ? [] : [{ word, readAs: correctedTo }]
    })
    return { results, words, missing: missingWords(reader, resolved.words), corrections }
  }
}

/** An index with the ids of these chunks in their order, so that the ordinal of a hit is that of its chunk. */
function checked(index: InvertedIndex, chunks: readonly Findable[]): InvertedIndex {
  const isSame = index.size === chunks.length && stringsOf(index.ids).every((id, ordinal) => id === chunks[ordinal]?.id)
  if (!isSame) throw new AskError('index-format', 'The index is of other chunks; build it again')
  return index
}

/** Gives the functions that show texts with a language tag. */
export type ViewerFor = (lang: string | null | undefined) => TextViewer

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

/** The functions that show texts of one language. */
interface TextViewer {
  readonly excerpt: Excerpt
  readonly findMatches: FindMatches
}

function createTextViewer(language: Language): TextViewer {
  const findMatches = createFindMatches(createChain(language))
  return { excerpt: createExcerpt(findMatches), findMatches }
}

/** The terms of a query, as results show them. */
interface ShownQuery {
  readonly queryTerms: QueryTerms
  /** Those that are marked: no function words, unless the query has nothing else. */
  readonly marked: ReadonlySet<QueryTerm>
}

/** The terms of all clauses, each for the first clause that has it. */
function toShownQuery({ lexicon }: SearchIndex, clauses: readonly Clause[]): ShownQuery {
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
