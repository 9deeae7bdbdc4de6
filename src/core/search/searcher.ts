/** Chunks -> a searcher over them, which gives results ready to be shown. */
import { AskError } from '../base/errors.ts'
import { f64At } from '../text/column.ts'
import { isFunctionWord, LANGUAGES } from '../text/language.ts'
import { buildIndex } from './build/build.ts'
import { type Filter, type FilterValues, filterValues } from './index/filter.ts'
import { columnsOf, type Index, type InvertedIndex } from './index/inverted-index.ts'
import type { Clause } from './query/clause.ts'
import { withLexicon } from './query/index-lexicon.ts'
import type { QueryWord } from './query/query.ts'
import { COVERAGE, createChunkScorer, openScorers } from './rank/clause-scorer.ts'
import type { IndexReader } from './rank/index-reader.ts'
import { resolveQuery, search as findHits } from './rank/search.ts'
import type { RowRange } from './show/excerpt.ts'
import { bestPassage } from './show/passage.ts'
import type { SearchResult, WeighedResults } from './show/result.ts'
import {
  type Findable, type FoundResults, type IndexView, nameOf, noticeOf, openView, showFound, type ShownChunk,
  type ShownParts, type ShownQuery, toShownQuery,
} from './show/view.ts'

/** UTF-16 units of a passage that shows where in a long text a query is answered. */
const PASSAGE_ROOM = 1_000
/** UTF-16 units of a text in which that passage is looked for. */
const MAX_WEIGHED_LENGTH = 100_000

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
  const columns = checked(columnsOf(index), chunks)
  return createViewSearcher(openView(withLexicon(columns), { chunkAt: (ordinal) => chunks[ordinal], rowsOf }))
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

/**
 * The evidence that results answer a query: the share of its words that each chunk has, a word counted by its idf, and
 * the words that no chunk has at all.
 */
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
  const isSame = index.size === chunks.length && index.ids.every((id, ordinal) => id === chunks[ordinal]?.id)
  if (!isSame) throw new AskError('index-format', 'The index is of other chunks; build it again')
  return index
}

/** Coverage of a query by chunks, 0 to 1, by ordinal. A word that no chunk has counts as the rarest of all. */
function coverageOf(
  reader: IndexReader,
  clauses: readonly Clause[],
  ordinals: readonly number[],
): ReadonlyMap<number, number> {
  const whole = clauses.reduce((sum, { coverage }) => sum + coverage, 0)
  const scoreChunk = createChunkScorer(reader.scorePosting, openScorers(reader, clauses))
  const ascending = ordinals.toSorted((a, b) => a - b)
  const shareOf = (ordinal: number) => Math.min(1, f64At(scoreChunk(ordinal).sums, COVERAGE) / (whole || 1))
  return new Map(ascending.map((ordinal) => [ordinal, shareOf(ordinal)]))
}

/** The words of a query, folded, that no chunk has in any form; no function words of any language. */
function missingWords({ index }: IndexReader, words: readonly QueryWord[]): readonly string[] {
  const isMissing = (term: string) => index.lexicon.find(term) < 0
  return words
    .filter(({ terms, joined, word }) => [...terms, ...joined].every(isMissing) && !isFunctionWord(word, LANGUAGES))
    .map(({ word }) => word)
}
