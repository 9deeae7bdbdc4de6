/** Query -> the best chunks, by scoring every chunk that has any of its words. */
import { toClauses } from './clause.ts'
import type { Clause } from './clause.ts'
import type { InvertedIndex } from './inverted-index.ts'
import { findString } from './lexicon.ts'
import { fitness } from './name.ts'
import type { Name } from './name.ts'
import { parseQuery } from './query.ts'
import { createRank } from './rank.ts'
import { scanWindows } from './scan.ts'
import { stringAt } from './string-table.ts'
import { createTopList } from './top-list.ts'

/** How many hits, and of what. */
export interface SearchOptions {
  /** Most hits. Default 20. */
  readonly limit?: number
  /** Only chunks of the group of this very name. Default all. */
  readonly group?: string | null
  /** Most hits of one page; `Infinity` for any number. Default 3. */
  readonly perPage?: number
}

/** A found chunk. */
export interface Hit {
  readonly id: string
  /** Above 0; comparable within one query. */
  readonly score: number
  /** Place of the chunk among those the index was built from. */
  readonly ordinal: number
}

/**
 * The best chunks for a query, best first, equals in the order of their
 * ordinals. Any string is a query; a blank one finds nothing. Chunks whose name
 * is the query come before all others.
 */
export function search(index: InvertedIndex, text: string, options: SearchOptions = {}): Hit[] {
  return searchFor(index, resolveQuery(index, text), options)
}

/** What a query means in an index. */
export interface ResolvedQuery {
  readonly clauses: readonly Clause[]
  readonly name: Name
}

/** Reads a query and looks its words up. */
export function resolveQuery(index: InvertedIndex, text: string): ResolvedQuery {
  const query = parseQuery(text, index)
  return { clauses: toClauses(index, query), name: query.name }
}

/** `search` for a query that is resolved already. */
export function searchFor(
  index: InvertedIndex,
  { clauses, name }: ResolvedQuery,
  { limit = 20, group = null, perPage = 3 }: SearchOptions,
): Hit[] {
  const rank = createRank(index, clauses)
  const named = findNamed(index, name, rank.greatest)
  const top = createTopList({ limit, perPage })
  const groupNumber = group === null ? null : findString(index.groups, group)

  function offer(ordinal: number, score: number): void {
    if (groupNumber !== null && index.groupOf[ordinal] !== groupNumber) return
    top.offer({ ordinal, score, page: index.pages[ordinal]! })
  }

  for (const window of scanWindows(index, clauses)) {
    const { start, size, scores, credits, headings, titles } = window
    for (const [ordinal, bonus] of named) {
      const place = ordinal - start
      if (place < 0 || place >= size || credits[place] === 0) continue
      offer(ordinal, rank.scoreAt(window, place) + bonus)
      named.delete(ordinal)
      credits[place] = 0
    }
    let threshold = top.threshold()
    for (let place = 0; place < size; place += 1) {
      // Where neither heading nor title adds to it, the sum alone rules out most chunks: the share covered only takes away.
      const isBelow = scores[place]! < threshold && headings[place] === 0 && titles[place] === 0
      if (isBelow || credits[place] === 0) continue
      offer(start + place, rank.scoreAt(window, place))
      threshold = top.threshold()
    }
  }
  // What is left has a name without words: "=>".
  for (const [ordinal, bonus] of named) offer(ordinal, bonus)
  return top.finish().map(({ ordinal, score }) => ({ id: stringAt(index.ids, ordinal), score, ordinal }))
}

/**
 * Chunks that the query is the name of, with a bonus that puts them above all
 * others, whose score is at most `greatest`, and the more above the better they
 * fit it.
 */
export function findNamed(index: InvertedIndex, { key, spelling }: Name, greatest: number): Map<number, number> {
  const named = new Map<number, number>()
  const number = key === '' ? -1 : findString(index.names, key)
  if (number < 0) return named
  for (let i = index.nameStarts[number]!; i < index.nameStarts[number + 1]!; i += 1) {
    const ordinal = index.nameChunks[i]!
    named.set(ordinal, (1 + greatest) * fitness(index.spellings[ordinal]!, spelling))
  }
  return named
}
