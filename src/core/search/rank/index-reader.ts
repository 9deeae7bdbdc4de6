/**
 * An index opened for searching. Of copies of a section, a search shows one: of those that its filter admits, that of
 * the version that comes first (`text/version-order.ts`).
 */
import { type Analyze, createAnalyze } from '../../text/analyze.ts'
import { u32At } from '../../text/column.ts'
import { versionName } from '../index/filter.ts'
import type { ChunkColumns, InvertedIndex } from '../index/inverted-index.ts'
import type { SearchIndex } from '../index/lexicon.ts'
import { createRaiseRanges, createScorePosting, type RaiseRanges, type ScorePosting } from '../index/score.ts'
import { withLexicon } from '../query/index-lexicon.ts'

/** An index with the analyzer of one searcher. */
export interface IndexReader {
  readonly index: SearchIndex
  /** Cuts queries into words, in the same way as the texts. */
  readonly analyze: Analyze
  readonly scorePosting: ScorePosting
  readonly raiseRanges: RaiseRanges
  readonly copies: Copies
}

/** A new reader of an index in memory. */
export function openIndex(index: InvertedIndex): IndexReader {
  return openReader(withLexicon(index))
}

/** A new reader of an index. */
export function openReader(index: SearchIndex): IndexReader {
  const scorePosting = createScorePosting(index)
  return {
    index,
    analyze: createAnalyze(),
    scorePosting,
    raiseRanges: createRaiseRanges(scorePosting),
    copies: openCopies(index),
  }
}

/** Most versions that are named beside a result. */
const MAX_NAMED = 8

/** Versions of a section, as its result has them. */
export interface ResultVersions {
  /** Its own; absent for none, and where all sections have it. */
  readonly version?: string
  /** Others in which it is the same, the oldest first; absent for none. */
  readonly alsoIn?: readonly string[]
}

/** The copies and versions of the chunks of an index. */
export type Copies = ReturnType<typeof openCopies>

export function openCopies({ copies, scopes, scopeOf, scopeRanks }: ChunkColumns) {
  /** Rank of a chunk among equals, 0 for those that come first: by its version and language. */
  const rankOf = (ordinal: number) => u32At(scopeRanks, u32At(scopeOf, ordinal))
  const nameOf = (ordinal: number) => versionName(scopes[u32At(scopeOf, ordinal)] ?? '')
  const areSeveral = new Set(scopes.map(versionName)).size > 1
  /** The sets of several copies, by the first ordinal of each, in the order in which they are preferred. */
  const sets = new Map<number, number[]>()
  copies.forEach((distance, ordinal) => {
    const first = ordinal - distance
    if (distance === 0) return
    const set = sets.get(first) ?? [first]
    sets.set(first, set)
    set.push(ordinal)
  })
  for (const set of sets.values()) set.sort((a, b) => rankOf(a) - rankOf(b) || a - b)
  // Undefined for a chunk without copies.
  const setOf = (ordinal: number) => sets.get(ordinal - (copies[ordinal] ?? 0))

  /** A function that is true for the allowed chunks but those of which an allowed copy is shown. */
  function shownOf(isAllowed: (ordinal: number) => boolean): (ordinal: number) => boolean {
    const shown = new Map<readonly number[], number | undefined>()
    return function isShown(ordinal) {
      const set = setOf(ordinal)
      if (set === undefined) return isAllowed(ordinal)
      if (!shown.has(set)) shown.set(set, set.find(isAllowed))
      return shown.get(set) === ordinal
    }
  }

  /** The version of a chunk, and the others in which it is allowed. */
  function versionsOf(ordinal: number, isAllowed: (ordinal: number) => boolean): ResultVersions {
    const own = nameOf(ordinal)
    const names = new Set(setOf(ordinal)?.filter(isAllowed).map(nameOf))
    for (const name of ['', own]) names.delete(name)
    return {
      ...(areSeveral && own !== '' && { version: own }),
      ...(names.size > 0 && { alsoIn: [...names].slice(0, MAX_NAMED).reverse() }),
    }
  }

  return { rankOf, shownOf, versionsOf }
}
