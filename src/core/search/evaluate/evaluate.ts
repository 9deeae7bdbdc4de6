/**
 * A ranking and relevance judgments -> the measures of retrieval quality. Each is 0 to 1, 1 for the best possible
 * ranking.
 */
import type { JudgedQuery } from './judged-query.ts'

/** Results that count for reciprocal rank and nDCG. */
export const RANK_DEPTH = 10

/** The measures of one ranking, or their means. */
export interface Measures {
  /** Fraction of the relevant sections that are among the first `k`. */
  readonly recall: number
  /** 1 / rank of the first relevant section among the first ten, 0 without one. */
  readonly reciprocalRank: number
  /**
   * nDCG: gains of the first ten, each divided by log2(rank + 1), as a fraction of the sum in the best order of all
   * judged sections (Järvelin and Kekäläinen, 2002).
   */
  readonly ndcg: number
}

/** Measures ids in the order of a ranking; excluded ids don't take up a rank. */
export function measure(ranking: readonly string[], { gains, exclude }: JudgedQuery, k: number): Measures {
  const ranked = [...new Set(ranking)].filter((id) => !exclude.has(id)).map((id) => gains.get(id) ?? 0)
  const ideal = [...gains.values()].sort((a, b) => b - a)
  const first = ranked.slice(0, RANK_DEPTH).findIndex(isRelevant)
  return {
    recall: ranked.slice(0, k).filter(isRelevant).length / ideal.filter(isRelevant).length,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
    ndcg: discounted(ranked) / discounted(ideal),
  }
}

/** Means over one or more queries. */
export function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (name: keyof Measures) => all.reduce((sum, measures) => sum + measures[name], 0) / all.length
  return { recall: mean('recall'), reciprocalRank: mean('reciprocalRank'), ndcg: mean('ndcg') }
}

function isRelevant(gain: number): boolean {
  return gain > 0
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, RANK_DEPTH).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}
