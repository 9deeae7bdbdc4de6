/**
 * A query -> its results, from the parts of a static index. The search is that of the service, step by step. `resolve`
 * runs over the parts that are loaded; those that it needed besides are loaded, and it runs again, until it needs none.
 * The ranking needs only what `resolve` has loaded, so that the results are those of the whole index.
 */
import { pause } from '../../../core/base.ts'
import {
  admittedScopes, type FilterValues, filterValues, type FoundResults, openView, resolveQuery, type ResolvedQuery,
  search, type SearchOptions, showFound, showHits,
} from '../../../core/search.ts'
import type { Head } from '../head.ts'
import { type PartName, partPath } from '../layout.ts'
import { READY_RESULTS, beginningOf, isBroad, rangeOf } from '../ready.ts'
import { parseRows } from '../texts.ts'
import { createPartIndex } from './part-index.ts'

/** Most rounds of a step: a defect would never end. */
const MAX_ROUNDS = 24
/** Milliseconds of the pause before a query that needs many parts loads them. */
const PAUSE_MS = 400

/** Options of a search: those of a searcher, and a signal that ends it before it loads more. */
interface StaticSearchOptions extends SearchOptions {
  readonly signal?: AbortSignal | null
}

/** A search over a static index. */
export interface StaticSearch {
  /** The results that a searcher over the whole index gives. Rejects where a part can't be loaded. */
  readonly search: (query: string, options?: StaticSearchOptions) => Promise<FoundResults>
  readonly filterValues: () => FilterValues
}

/** A search over the index with this head. `loadPart` rejects where a part can't be loaded. */
export function createStaticSearch(head: Head, loadPart: (name: PartName) => Promise<Uint8Array>): StaticSearch {
  const parts = createPartIndex(head)
  const loads = new Map<string, Promise<void>>()
  const view = openView(parts.index, { chunkAt: parts.chunkAt, rowsOf: parseRows })
  const { reader } = view
  const { scopes, lexicon } = parts.index

  async function loadNow(name: PartName): Promise<void> {
    // Positions are read with their postings.
    const [bytes] = await Promise.all([loadPart(name), name.kind === 'x' ? load({ ...name, kind: 't' }) : null])
    parts.add(name, bytes)
  }

  function load(name: PartName): Promise<void> {
    const path = partPath(name)
    const loading = loads.get(path) ?? loadNow(name)
    loads.set(path, loading)
    loading.catch(() => loads.delete(path))
    return loading
  }

  function loadTexts(hits: readonly { readonly ordinal: number }[]): Promise<unknown> {
    return Promise.all(hits.map(({ ordinal }) => load(parts.textPart(ordinal))))
  }

  async function resolve(query: string, signal: AbortSignal | null): Promise<ResolvedQuery> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const needs = parts.begin()
      const resolved = resolveQuery(reader, query)
      // What the ranking will look up is loaded in the same round.
      lexicon.startWord()
      for (const { key } of resolved.titleKeys) lexicon.titled(key)
      const alternatives = needs.parts.size > 0 ? [] : resolved.clauses.flatMap((clause) => clause.alternatives)
      for (const { term } of alternatives) lexicon.open(term)
      if (needs.parts.size === 0) return resolved
      if (needs.isLarge && signal !== null) await pause(PAUSE_MS, signal)
      signal?.throwIfAborted()
      await Promise.all([...needs.parts.values()].map(load))
    }
    throw new Error(`A search needs more than ${MAX_ROUNDS} rounds`)
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
    const { versionsOf } = reader.copies
    const hits = ready.ordinals.map((ordinal) => ({ ordinal, versions: versionsOf(ordinal, () => true) }))
    await loadTexts(hits)
    const queryTerm = { word: 0, weight: ready.weight }
    const shown = { queryTerms: new Map(ready.terms.map((term) => [term, queryTerm])), marked: new Set([queryTerm]) }
    return { ...showHits(view, hits, { query, shown, options }), notice: null }
  }

  return {
    async search(query, { signal = null, ...options } = {}) {
      const ready = await searchReady(query, options)
      if (ready !== null) return ready
      const resolved = await resolve(query, signal)
      const hits = search(reader, resolved, options)
      signal?.throwIfAborted()
      await loadTexts(hits)
      return showFound(view, hits, { query, resolved, options })
    },
    filterValues: () => filterValues(scopes),
  }
}

