/**
 * Rankings and judgments -> figures. A ranking is a list of ids, best first; judgments
 * are `{docId: gain}`, at least one, gains above 0.
 */
import { createRandom } from './random.mjs'

/** Depth of every measure. */
export const DEPTH = 10
const RESAMPLES = 10_000
const BOOTSTRAP_SEED = 20_261_101

/**
 * nDCG (gain / log2(rank + 1), ideal from all judged), reciprocal rank and recall at 10 of one query; its `exclude`
 * ids leave the ranking first, and an id counts once.
 */
export function scoreQuery({ rel, exclude = [] }, ranking) {
  const top = [...new Set(ranking)].filter((id) => !exclude.includes(id)).slice(0, DEPTH)
  const gains = top.map((id) => rel[id] ?? 0)
  const judged = Object.values(rel).sort((a, b) => b - a)
  const first = gains.findIndex((gain) => gain > 0)
  return {
    ndcg: discounted(gains) / discounted(judged.slice(0, DEPTH)),
    mrr: first < 0 ? 0 : 1 / (first + 1),
    recall: gains.filter((gain) => gain > 0).length / judged.length,
  }
}

/** Means of `scoreQuery` over all queries. */
export function meanScores(scores) {
  return {
    ndcg: mean(scores.map((one) => one.ndcg)),
    mrr: mean(scores.map((one) => one.mrr)),
    recall: mean(scores.map((one) => one.recall)),
  }
}

/**
 * Mean difference of two paired samples with its 95 % interval by the percentile
 * bootstrap over queries (Efron 1979; Sakai 2006 for retrieval).
 */
export function pairedBootstrap(ours, theirs) {
  const differences = ours.map((value, i) => value - theirs[i])
  const next = createRandom(BOOTSTRAP_SEED)
  const means = new Float64Array(RESAMPLES)
  for (let r = 0; r < RESAMPLES; r++) {
    let sum = 0
    for (let i = 0; i < differences.length; i++) sum += differences[Math.floor(next() * differences.length)]
    means[r] = sum / differences.length
  }
  means.sort()
  return { difference: mean(differences), low: quantile(means, 0.025), high: quantile(means, 0.975) }
}

/** Value at share `q` of an ascending list, by nearest rank. */
export function quantile(ascending, q) {
  return ascending[Math.min(ascending.length - 1, Math.max(0, Math.ceil(q * ascending.length) - 1))]
}

export function median(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = ascending.length >> 1
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function discounted(gains) {
  return gains.reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0)
}
