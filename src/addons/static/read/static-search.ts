/**
 * A query -> its results, from the parts of a static index. The search is that of the service, unchanged. It runs over
 * the parts that are loaded and records which ones are missing; these are loaded, and it runs again, until it has all
 * that it needs. So the results are those of the whole index: an unforeseen part costs another round, but no result.
 */
import { pause } from '../../../core/base.ts'
import {
  admittedScopes, createIndexSearcher, createStringDictionary, createTermsOf, type Filter, filterValues,
  type FilterValues, findString, type FoundResults, MAX_GUESSED_WORDS, openView, parseQuery, showHits, type ShownChunk,
  startOf, toClauses,
} from '../../../core/search.ts'
import { type Analyze, createAnalyze } from '../../../core/text.ts'
import type { Head } from '../head.ts'
import { type PartKind, type PartName, partPath } from '../layout.ts'
import { LAST, READY_RESULTS, beginningOf, isBroad, rangeOf } from '../ready.ts'
import { parseRows } from '../texts.ts'
import { backwards, halvesOf, wordsNear } from '../words.ts'
import { type IndexWatch, type LoadedParts, createLoadedParts } from './loaded-parts.ts'

/** Most runs of a query: a defect would never end. */
const MAX_RUNS = 24
/** Parts of terms that a beginning of a word may need while it is typed; more are loaded after a pause. */
const MAX_TYPED_PARTS = 7
/** The same for a beginning of one or two UTF-16 units, which says little about the word yet. */
const MAX_SHORT_PARTS = 3
/**
 * Most missing parts of terms of a word for which the words near it are loaded in the same round; a beginning of many
 * words has more missing parts.
 */
const MAX_UNSURE_PARTS = 2
/** Most parts of these near words, in both orders together. */
const MAX_EARLY_PARTS = 4
/** Milliseconds of the pause before a query that needs many parts loads them. */
const PAUSE_MS = 400
/** Comes after the marks of languages that a word may end in. */
const AFTER_MARKS = '\u0005'

/** Loads the bytes of a part. Rejects where that is not possible. */
export type LoadPart = (name: PartName) => Promise<Uint8Array>

/** Options of a search: those of a searcher, and a signal that ends it before it loads more. */
export interface StaticSearchOptions {
  readonly limit?: number
  readonly perPage?: number
  readonly filter?: Filter
  readonly marks?: boolean
  readonly phrases?: boolean
  readonly signal?: AbortSignal | null
}

/** A search over a static index. */
export interface StaticSearch {
  /** The results that a searcher over the whole index gives. Rejects where a part can't be loaded. */
  readonly search: (query: string, options?: StaticSearchOptions) => Promise<FoundResults>
  readonly filterValues: () => FilterValues
}

/** A search over the index with this head. */
export function createStaticSearch(head: Head, loadPart: LoadPart): StaticSearch {
  const parts = createLoadedParts(head)
  const loads = new Map<string, Promise<void>>()
  const analyze = createAnalyze()
  const termsOf = createTermsOf({ languages: createStringDictionary(head.languages) })

  async function loadNow(name: PartName): Promise<void> {
    const [bytes] = await Promise.all([loadPart(name), ...neededBy(name).map(load)])
    parts.add(name, bytes)
  }

  function load(name: PartName): Promise<void> {
    const path = partPath(name)
    const loading = loads.get(path) ?? loadNow(name)
    loads.set(path, loading)
    loading.catch(() => loads.delete(path))
    return loading
  }

  async function search(
    query: string,
    { signal = null, ...options }: StaticSearchOptions = {},
  ): Promise<FoundResults> {
    const ready = await searchReady(query, options)
    if (ready !== null) return ready
    const needs: Needs = { terms: new Set(), near: new Set() }
    for (let count = 0; count < MAX_RUNS; count += 1) {
      const run = createRun({ head, parts, analyze, termsOf }, needs)
      const results = run.search(query, options)
      if (results !== null) return results
      if (run.isLarge() && signal !== null) await pause(PAUSE_MS, signal)
      signal?.throwIfAborted()
      await Promise.all(run.missing().map(load))
    }
    throw new Error(`A search needs more than ${MAX_RUNS} runs`)
  }

  /** The precomputed results; null where a query has to be searched. */
  async function searchReady(query: string, options: StaticSearchOptions): Promise<FoundResults | null> {
    const { limit, perPage, filter = {} } = options
    const beginning = beginningOf(query)
    const isAnywhere = admittedScopes(scopes, filter)?.every((isAdmitted) => isAdmitted === 1) ?? true
    if (limit !== READY_RESULTS || perPage !== undefined || !isAnywhere) return null
    if (beginning === null || !isBroad(head.terms, beginning)) return null
    const [number] = rangeOf(head.ready, beginning, beginning)
    if (number === undefined) return null
    await load({ kind: 'a', number })
    const ready = parts.readyOf(number).get(beginning)
    if (ready === undefined) return null
    await Promise.all(ready.ordinals.map((ordinal) => load(textPart(head, ordinal))))
    const queryTerm = { word: 0, weight: ready.weight }
    const shown = { queryTerms: new Map(ready.terms.map((term) => [term, queryTerm])), marked: new Set([queryTerm]) }
    const view = openView(parts.indexOf([], NO_WATCH), { chunkAt: () => undefined, rowsOf: parseRows })
    const { versionsOf } = view.reader.copies
    const hits = ready.ordinals.map((ordinal) => ({ ordinal, versions: versionsOf(ordinal, () => true) }))
    const chunks = { show: view.show, chunkAt: (ordinal: number) => chunkIn({ head, parts }, ordinal) }
    return { ...showHits(chunks, hits, { query, shown, options }), notice: null }
  }

  const scopes = createStringDictionary(head.scopes)
  return { search, filterValues: () => filterValues(scopes) }
}

/** The parts that must be there before a part is added: positions are read with their postings. */
function neededBy({ kind, number }: PartName): PartName[] {
  return kind === 'x' ? [{ kind: 't', number }] : kind === 'y' ? [{ kind: 'p', number }] : []
}

/** The parts of terms that a query needs, and the look-ups of near words (`<edits> <word>`) whose terms are in them. */
interface Needs {
  readonly terms: Set<number>
  readonly near: Set<string>
}

interface RunContext {
  readonly head: Head
  readonly parts: LoadedParts
  readonly analyze: Analyze
  /** The terms of a word in the languages of the index. */
  readonly termsOf: (word: string) => readonly string[]
}

/** One run of a search over the parts that are loaded. */
interface Run {
  /** The results, null where something is missing. */
  readonly search: (query: string, options: Omit<StaticSearchOptions, 'signal'>) => FoundResults | null
  readonly missing: () => readonly PartName[]
  /** True where a word that may still be being typed needs many parts. */
  readonly isLarge: () => boolean
}

const NO_WATCH: IndexWatch = { lookUp: () => undefined, list: () => undefined, near: () => undefined }

/** Ends a step of a run that would otherwise go on to look the word up as an unknown one. */
const STOP = new Error()

function createRun({ head, parts, analyze, termsOf }: RunContext, needs: Needs): Run {
  const missing = new Map<string, PartName>()
  /** The parts of terms that the index of this run has. */
  const present: ReadonlySet<number> = new Set(needs.terms)
  const common = new Map(head.common.map((term, number) => [term, number]))
  const frequent = new Set(head.frequent)
  let isIncomplete = false
  /** True where terms of the word that is looked up are not in the index of this run. */
  let lacksTerms = false
  /** Most missing parts of one look-up of the word: 0 where all are loaded, several for a short beginning. */
  let missingParts = 0
  let isLarge = false

  /** Records that a part is needed; true where it is missing. */
  function need(kind: PartKind, number: number): boolean {
    const name = { kind, number }
    if (parts.has(name)) return false
    missing.set(partPath(name), name)
    return true
  }

  /** Records that the terms from one key to another are needed; returns the number of missing parts. */
  function needTerms(from: string, to: string): number {
    return rangeOf(head.terms, from, to).filter((number) => {
      if (present.has(number)) return false
      needs.terms.add(number)
      isIncomplete = true
      lacksTerms = true
      return need('t', number)
    }).length
  }

  function lookUp(key: string, isPrefix: boolean): void {
    const count = needTerms(key, isPrefix ? key + LAST : key)
    missingParts = Math.max(missingParts, count)
    if (count > (key.length > 2 ? MAX_TYPED_PARTS : MAX_SHORT_PARTS)) isLarge = true
    if (!isPrefix) needCommon(key)
  }

  /** Records that the postings of a term with a part of its own are needed. */
  function needCommon(term: string): void {
    const number = common.get(term)
    if (number !== undefined) need('p', number)
  }

  function list(term: string, withPositions: boolean): void {
    isIncomplete = true
    const number = common.get(term)
    if (number !== undefined) need(withPositions ? 'y' : 'p', number)
    else for (const part of rangeOf(head.terms, term, term)) need('x', part)
  }

  /** True if a word may be a typo: the words near it, in `count` parts, are loaded in one round with its terms. */
  function isUnsure(word: string, count: number): boolean {
    const isWord = missingParts > 0 && missingParts <= MAX_UNSURE_PARTS
    return isWord && count <= MAX_EARLY_PARTS && !termsOf(word).some((term) => frequent.has(term))
  }

  /** Records that the words near a word are needed: first the parts of words, then the terms of the near ones. */
  function near(word: string, edits: number): void {
    const look = `${edits} ${word}`
    if (needs.near.has(look)) return
    const { start, end, exchanged } = halvesOf(word)
    const shared = startOf(word, edits)
    const reversed = backwards(end)
    // Two edits may be one in each half, but then all near words share a beginning with the word.
    const [forwards, endings] = shared === ''
      ? [rangeOf(head.words, start, start + LAST), rangeOf(head.backwards, reversed, reversed + LAST)]
      : [rangeOf(head.words, shared, shared + LAST), []]
    const names = [
      ...forwards.map((number): PartName => ({ kind: 'w', number })),
      ...endings.map((number): PartName => ({ kind: 'r', number })),
    ]
    // A word that seems to be unknown may be in a missing part.
    if (lacksTerms && !isUnsure(word, names.length)) throw STOP
    for (const { kind, number } of names) need(kind, number)
    if (lacksTerms) throw STOP
    if (edits > 1) isLarge = true
    isIncomplete = true
    if (!names.every(parts.has)) throw STOP
    const words = names.flatMap((name) => {
      return name.kind === 'r' ? parts.wordsOf(name).map(backwards) : parts.wordsOf(name)
    })
    const near = wordsNear(words, word, edits).filter((other) => other.startsWith(shared))
    for (const one of [exchanged, ...near]) needTerms(one, one + AFTER_MARKS)
    near.flatMap(termsOf).forEach(needCommon)
    needs.near.add(look)
    throw STOP
  }

  function chunkAt(ordinal: number): ShownChunk | undefined {
    if (isIncomplete) return undefined
    const { kind, number } = textPart(head, ordinal)
    need(kind, number)
    return chunkIn({ head, parts }, ordinal)
  }

  /** Looks up the words of a query one by one, so that one round loads the parts of all of them. */
  function lookUpWords(query: string, watch: IndexWatch): void {
    const index = parts.indexOf(needs.terms, watch)
    const parsed = parseQuery(query, { analyze, languages: index.languages, terms: index.terms })
    for (const { key } of parsed.titleKeys) findString(index.titleKeys, key)
    const { words } = parsed
    const groups = words.length > MAX_GUESSED_WORDS ? [words] : words.map((word) => [word])
    for (const group of groups) {
      lacksTerms = false
      missingParts = 0
      attempt(() => toClauses(index, { ...parsed, words: group }))
    }
  }

  function search(query: string, options: Omit<StaticSearchOptions, 'signal'>): FoundResults | null {
    const watch = { lookUp, list, near }
    lookUpWords(query, watch)
    if (isIncomplete) return null
    const searcher = createIndexSearcher(openView(parts.indexOf(needs.terms, watch), { chunkAt, rowsOf: parseRows }))
    const found = attempt(() => searcher.find(query, options))
    return isIncomplete || missing.size > 0 ? null : found
  }

  return { search, missing: () => [...missing.values()], isLarge: () => isLarge }
}

/** The part that has the text of a section. */
function textPart({ texts }: Head, ordinal: number): PartName {
  return { kind: 'f', number: rangeOf(texts, ordinal, ordinal)[0] ?? 0 }
}

/** A section as it is shown; undefined where its part is not loaded. */
function chunkIn({ head, parts }: Pick<RunContext, 'head' | 'parts'>, ordinal: number): ShownChunk | undefined {
  const { number } = textPart(head, ordinal)
  return parts.textsOf(number)[ordinal - (head.texts[number] ?? 0)]
}

/** The value of a step, null for one that was stopped. */
function attempt<T>(step: () => T): T | null {
  try {
    return step()
  } catch (error) {
    if (error === STOP) return null
    throw error
  }
}
