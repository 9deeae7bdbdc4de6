/**
 * A query -> results from a store, in two stages: the engine returns candidates, the best sections by a coarse score,
 * and the searcher of the process reranks them with the statistics of all sections. Only the sections that are shown
 * are read in full.
 */
import { AskError, createSemaphore, onAbort } from '../../core/base.ts'
import { slugOrderKey, type Chunk, tableRows } from '../../core/content.ts'
import {
  type Clause, createTermsOf, idf, type SearchIndex, likelySplits, MAX_GUESSED_WORDS,
  parseQuery, type Query, stringAt, toClauses, type ForwardEntry, isPageTitle, type QueryChunk, createTextViewers,
  createViewSearcher, type Filter, LIFTED_HITS, openReader, openView, resolveQuery, search, type Searcher,
} from '../../core/search.ts'
import { type Analyze, createAnalyze } from '../../core/text.ts'
import { startTimeout } from '../../core/transport.ts'
import type {
  StoreQuery, StoreWord, PlacedEntry, Candidates, Phrase, Store, StoreMeta, WantedDetails,
} from './store.ts'
import { type QueryVocabulary, createQueryVocabulary } from './vocabulary-run.ts'
import type { Vocabulary } from './vocabulary.ts'

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

/**
 * Looks up all terms of a query in an index that has no statistics of them yet, so that they are requested together. A
 * word that seems to be in no text would be looked up as a typo, which costs more than everything else.
 */
function lookUpQuery(text: string, index: SearchIndex, analyze: Analyze): void {
  const { words, phrases, excluded } = parseQuery(text, { ...index, analyze })
  const lookUp = (term: string) => void index.lexicon.find(term)
  for (const word of words) [...word.terms, ...word.joined].forEach(lookUp)
  for (const phrase of [...phrases, ...excluded]) phrase.flat().forEach(lookUp)
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

/** The sections that are ranked, by page in the order of the site. */
interface RankedPages {
  /** Slug of each page, by its number. */
  readonly slugs: readonly string[]
  /** All sections; the same array until intros are added. */
  readonly chunks: () => readonly QueryChunk[]
  readonly lacksIntro: (slug: string) => boolean
  readonly addIntros: (intros: readonly PlacedEntry[]) => void
  /** Accepts that these pages have no intro. */
  readonly giveUpIntros: (slugs: readonly string[]) => void
}

/** One page with its ranked sections, in order. */
interface RankedPage {
  readonly chunks: QueryChunk[]
  lacksIntro: boolean
}

/** The pages of some candidates. */
function createRankedPages(
  { read }: Pick<QueryVocabulary, 'read'>,
  sections: readonly PlacedEntry[],
): RankedPages {
  const pages = new Map<string, RankedPage>()
  for (const { entry } of sections.toSorted((a, b) => a.order - b.order)) {
    const page = pages.get(entry.page) ?? newPage(entry.page)
    page.chunks.push(read(entry))
    if (isIntro(entry)) page.lacksIntro = false
  }

  function newPage(slug: string): RankedPage {
    const page = { chunks: [], lacksIntro: true }
    pages.set(slug, page)
    return page
  }

  const slugs = [...pages.keys()].sort((a, b) => (slugOrderKey(a) < slugOrderKey(b) ? -1 : 1))
  const ordered = slugs.flatMap((slug) => pages.get(slug) ?? [])
  let chunks = ordered.flatMap((page) => page.chunks)
  return {
    slugs,
    chunks: () => chunks,
    lacksIntro: (slug) => pages.get(slug)?.lacksIntro === true,
    addIntros(intros) {
      for (const { entry } of intros) {
        const page = pages.get(entry.page)
        if (page === undefined || !page.lacksIntro) continue
        page.chunks.unshift(read(entry))
        page.lacksIntro = false
      }
      if (intros.length > 0) chunks = ordered.flatMap((page) => page.chunks)
    },
    giveUpIntros(lacking) {
      for (const slug of lacking) {
        const page = pages.get(slug)
        if (page !== undefined) page.lacksIntro = false
      }
    },
  }
}

function isIntro({ title }: ForwardEntry): boolean {
  return isPageTitle(title.spelling)
}

/** Candidates that are reranked: twice as many do not improve the results. */
const CANDIDATES = 100
/** Most requests for intros and for shown sections; one is enough unless the intros change the order. */
const MAX_ROUNDS = 3
/** Most searches at once, and most that wait for a slot; the wait counts against their time. */
const MAX_SEARCHES = 64
const MAX_WAITING = 1_024
const NO_SECTIONS: readonly QueryChunk[] = []

/** A query to be ranked. */
export interface StoreSearchRequest {
  readonly text: string
  readonly filter: Filter
}

/** A value computed with a searcher, and whether a part of the store was not searched. */
export interface StoreSearchResult<T> {
  readonly value: T
  readonly isPartial: boolean
}

/**
 * Finds the best sections for a query, and calls `use` with a searcher over them: for this query, it gives the results
 * of a searcher over all sections. Calls `use` again each time that more shown sections have been read in full. Rejects
 * with `AskError('store')`.
 */
export type StoreSearch = <T>(
  request: StoreSearchRequest,
  use: (searcher: Searcher) => T,
) => Promise<StoreSearchResult<T>>

/** The state of a search that belongs to one generation. */
export interface SearchState {
  readonly meta: StoreMeta
  readonly vocabulary: Vocabulary
}

/** A search of a store; `state` gives the current state. */
export function createStoreSearch(store: Store, state: () => Promise<SearchState>): StoreSearch {
  const { searchMs } = store
  const acquire = createSemaphore({ slots: MAX_SEARCHES, maxWaiting: MAX_WAITING, maxWaitMs: searchMs })
  const analyze = createAnalyze()
  const viewerFor = createTextViewers()

  async function findCandidates(terms: QueryTerms, filter: Filter, signal: AbortSignal): Promise<Candidates> {
    const { phrases } = terms
    const found = await store.candidates({ ...terms, filter, limit: CANDIDATES }, signal)
    if (found.sections.length > 0 || phrases.length === 0) return found
    // A phrase is only ignored if no section of the site has it, in any language, version or group.
    const isPresent = await Promise.all(phrases.map((phrase) => hasPhrase(terms, phrase, signal)))
    const present = phrases.filter((_, i) => isPresent[i])
    if (present.length === phrases.length) return found
    return store.candidates({ ...terms, phrases: present, filter, limit: CANDIDATES }, signal)
  }

  async function hasPhrase(terms: QueryTerms, phrase: Phrase, signal: AbortSignal): Promise<boolean> {
    const query = { ...terms, phrases: [phrase], excluded: [], filter: {}, limit: 1 }
    return (await store.candidates(query, signal)).sections.length > 0
  }

  async function find<T>(
    { text, filter }: StoreSearchRequest,
    use: (searcher: Searcher) => T,
    signal: AbortSignal,
  ): Promise<StoreSearchResult<T>> {
    const { meta, vocabulary } = await state()
    const words = createQueryVocabulary({ meta, vocabulary }, signal)
    await words.complete(() => lookUpQuery(text, words.indexOf(NO_SECTIONS), analyze))
    const terms = await words.complete(() => readQuery(text, words.indexOf(NO_SECTIONS), analyze))
    const { sections, isPartial } = await findCandidates(terms, filter, signal)
    const pages = createRankedPages(words, sections)
    await words.learn()

    /** The sections that were read, by id; null for those that no longer exist. */
    const shown = new Map<string, Chunk | null>()

    /** A value, and the details that were missing when it was computed: with them it may be different. */
    function rank(): { readonly value: T; readonly lacking: WantedDetails } {
      const index = words.indexOf(pages.chunks())
      const intros = firstPages(index, { text, filter }).map((page) => pages.slugs[page] ?? '').filter(pages.lacksIntro)
      const lacking = new Set<string>()
      const value = use(searcherOf(index, (id) => {
        if (!shown.has(id)) lacking.add(id)
        return shown.get(id) ?? undefined
      }))
      return { value, lacking: { intros, shown: [...lacking] } }
    }

    async function readDetails(missing: WantedDetails): Promise<void> {
      const { chunks, intros } = await store.details(missing, signal)
      for (const id of [...missing.shown, ...missing.intros]) shown.set(id, null)
      for (const chunk of chunks) shown.set(chunk.id, chunk)
      pages.addIntros(intros)
      pages.giveUpIntros(missing.intros)
    }

    for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1) {
      const { value, lacking } = await words.complete(rank)
      if (lacking.intros.length + lacking.shown.length === 0) return { value, isPartial }
      await readDetails(lacking)
    }
    const index = words.indexOf(pages.chunks())
    return { value: use(searcherOf(index, (id) => shown.get(id) ?? undefined)), isPartial }
  }

  function searcherOf(index: SearchIndex, chunkOf: (id: string) => Chunk | undefined): Searcher {
    const chunkAt = (ordinal: number) => chunkOf(stringAt(index.ids, ordinal))
    return createViewSearcher(openView(index, { chunkAt, rowsOf: tableRows, viewerFor }))
  }

  return async function searchStore(request, use) {
    const timeout = startTimeout({ timeoutMs: searchMs, firstByteMs: searchMs, idleMs: searchMs }, null)
    const release = await acquire(timeout.signal)
    try {
      if (release === null) throw new AskError('store', 'Too many searches wait for the search engine.')
      // The meta document is read for all searches together, so the abort of one search must not end that read.
      return await Promise.race([find(request, use, timeout.signal), rejectionOf(timeout.signal)])
    } catch (cause) {
      if (cause instanceof AskError || timeout.reached() === null) throw cause
      throw new AskError('store', 'The search engine is too slow.', { cause })
    } finally {
      release?.()
      timeout.clear()
    }
  }
}

/** Rejects when the signal aborts. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    onAbort(signal, () => reject(signal.reason))
  })
}

/** Numbers of the pages of the first hits. */
function firstPages(index: SearchIndex, { text, filter }: StoreSearchRequest): number[] {
  const reader = openReader(index)
  const hits = search(reader, resolveQuery(reader, text), { limit: LIFTED_HITS, filter })
  return [...new Set(hits.map(({ ordinal }) => index.pages[ordinal] ?? 0))]
}

