/**
 * A query -> results from a store, in two stages: the engine returns candidates, the best sections by a coarse score,
 * and the searcher of the process reranks them with the statistics of all sections.
 */
import { AskError, createSemaphore, onAbort } from '../../core/base.ts'
import { slugOrderKey, type Chunk, tableRows } from '../../core/content.ts'
import {
  type Clause, createReadCollection, createTermsOf, createTextViewers, createViewSearcher, type Filter, idf,
  likelySplits, MAX_GUESSED_WORDS, openView, parseQuery, type Phrase, type Query, type Searcher, type SearchIndex,
  toClauses,
} from '../../core/search.ts'
import { type Analyze, createAnalyze } from '../../core/text.ts'
import { startTimeout } from '../../core/transport.ts'
import type { Candidates, PlacedChunk, Store, StoreQuery, StoreWord } from './store.ts'
import { createQueryVocabulary, type SearchState } from './vocabulary.ts'

/** A query without the parts that the caller adds. */
type QueryTerms = Omit<StoreQuery, 'filter' | 'limit'>

/** Parses a text into a query. The index has the words of the query, and no chunks. */
function readQuery(text: string, index: SearchIndex, analyze: Analyze): QueryTerms {
  const query = parseQuery(text, { ...index, analyze })
  return {
    words: toClauses(index, query).map((clause) => toStoreWord(clause, query, index)),
    titleKeys: query.titleKeys.map(({ key }) => key).filter((key) => key !== ''),
    pageTitlesOnly: query.pageTitlesOnly,
    phrases: query.phrases,
    excluded: query.excluded,
  }
}

function toStoreWord({ word, alternatives }: Clause, { words }: Query, index: SearchIndex): StoreWord {
  const { size, docFreq, textOf } = index.lexicon
  const mayGuess = words.length <= MAX_GUESSED_WORDS
  const isPrefix = mayGuess && words.some((typed) => typed.word === word && typed.isPrefix)
  const splits = alternatives.length > 0 || !mayGuess ? [] : likelySplits(index, word, createTermsOf(index))
  return {
    terms: alternatives.map(({ term, weight }) => {
      // Alternatives share the idf of their clause, and the engine multiplies by that of the term.
      return { term: textOf(term), weight: weight / idf(size, docFreq(term)) }
    }),
    beginning: isPrefix ? word : null,
    splits: splits.map(({ phrase }) => phrase.map((terms) => terms.map((term) => textOf(term)))),
  }
}

/** Candidates that are reranked: twice as many do not improve the results. */
const CANDIDATES = 100
/** Most searches at once, and most that wait for a slot; the wait counts against their time. */
const MAX_SEARCHES = 64
const MAX_WAITING = 1_024

/** A query to be ranked. */
interface StoreSearchRequest {
  readonly text: string
  readonly filter: Filter
}

/** A value computed with a searcher, and whether a part of the store was not searched. */
interface StoreSearchResult<T> {
  readonly value: T
  readonly isPartial: boolean
}

/**
 * A search of a store; `state` gives the current state. It finds the best sections for a query, and calls `use` with a
 * searcher over them: for this query, that gives the results of a searcher over all sections. It calls `use` again when
 * more statistics have been read, and rejects with `AskError('store')`.
 */
export function createStoreSearch(store: Store, state: () => Promise<SearchState>) {
  const { searchMs } = store
  const acquire = createSemaphore({ slots: MAX_SEARCHES, maxWaiting: MAX_WAITING, maxWaitMs: searchMs })
  const analyze = createAnalyze()
  const viewerFor = createTextViewers()
  const readChunks = createReadCollection()

  async function findCandidates(terms: QueryTerms, filter: Filter, signal: AbortSignal): Promise<Candidates> {
    const { phrases } = terms
    const found = await store.candidates({ ...terms, filter, limit: CANDIDATES }, signal)
    if (found.sections.length > 0 || phrases.length === 0) return found
    // A phrase is only ignored if no section of the site has it, in any language, version or group.
    const areThere = async (some: readonly Phrase[]): Promise<boolean> => {
      const query = { ...terms, phrases: some, excluded: [], filter: {}, limit: 1 }
      return (await store.candidates(query, signal)).sections.length > 0
    }
    const isPresent = await Promise.all(phrases.map((phrase) => areThere([phrase])))
    const present = phrases.filter((_, i) => isPresent[i])
    const required = present.length < 2 || (await areThere(present)) ? present : []
    if (required.length === phrases.length) return found
    return store.candidates({ ...terms, phrases: required, filter, limit: CANDIDATES }, signal)
  }

  async function find<T>(
    { text, filter }: StoreSearchRequest,
    use: (searcher: Searcher) => T,
    signal: AbortSignal,
  ): Promise<StoreSearchResult<T>> {
    const words = createQueryVocabulary(await state(), signal)
    const noChunks = readChunks([])
    const terms = await words.complete(noChunks, (index) => readQuery(text, index, analyze))
    const found = await findCandidates(terms, filter, signal)
    const chunks = await withIntros(found.sections, signal)
    const shown = { chunkAt: (ordinal: number) => chunks[ordinal], rowsOf: tableRows, viewerFor }
    const value = await words.complete(readChunks(chunks), (index) => use(createViewSearcher(openView(index, shown))))
    return { value, isPartial: found.isPartial || words.isPartial() }
  }

  /** The sections and the intros of their pages, in the order of the site. */
  async function withIntros(sections: readonly PlacedChunk[], signal: AbortSignal): Promise<readonly Chunk[]> {
    const slugs = new Set(sections.map(({ chunk }) => chunk.page))
    for (const { chunk } of sections) if (isIntro(chunk)) slugs.delete(chunk.page)
    const intros = (await store.intros([...slugs], signal)).filter(isIntro)
    const placed = [...sections, ...intros.map((chunk) => ({ chunk, order: 0 }))]
    return placed.map((section) => ({ ...section, page: slugOrderKey(section.chunk.page) }))
      .sort((a, b) => (a.page === b.page ? a.order - b.order : a.page < b.page ? -1 : 1))
      .map(({ chunk }) => chunk)
  }

  return async function searchStore<T>(
    request: StoreSearchRequest,
    use: (searcher: Searcher) => T,
  ): Promise<StoreSearchResult<T>> {
    const timeout = startTimeout({ timeoutMs: searchMs, firstByteMs: searchMs, idleMs: searchMs }, null)
    const release = await acquire(timeout.signal)
    try {
      if (release === null) throw new AskError('store', 'Too many searches wait for the search engine.')
      // The meta document is read for all searches together, so the abort of one search must not end that read.
      const { signal } = timeout
      const end = new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason)))
      return await Promise.race([find(request, use, signal), end])
    } catch (cause) {
      if (cause instanceof AskError || timeout.reached() === null) throw cause
      throw new AskError('store', 'The search engine is too slow.', { cause })
    } finally {
      release?.()
      timeout.clear()
    }
  }
}

function isIntro({ heading }: Chunk): boolean {
  return !heading
}
