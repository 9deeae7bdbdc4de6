/** Quality of the engines on the judged sets: means, and whether ours differs from the best rival. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUERY_SETS, readQueries } from './corpora.mjs'
import { ENGINES, OURS } from './engines.mjs'
import { meanScores, pairedBootstrap, scoreQuery } from './metrics.mjs'
import { runTask } from './process.mjs'
import { formatTable } from './table.mjs'

const MEASURES = { ndcg: 'nDCG@10', mrr: 'MRR@10', recall: 'Recall@10' }

/** Figures per engine and set, comparisons per set, and failures. */
export async function measureQuality(engines, { bundle, limitS, log }) {
  const scores = {}
  const failures = {}
  for (const engine of engines) {
    log(`quality: ${engine}`)
    const folder = mkdtempSync(join(tmpdir(), 'ask-bench-'))
    scores[engine] = {}
    const onMessage = ({ set, rankings }) => {
      scores[engine][set] = readQueries(set).map((query, i) => scoreQuery(query, rankings[i]))
    }
    const { failure } = await runTask({ kind: 'rank', engine, bundle, folder }, { limitS, onMessage })
    if (failure !== null) failures[engine] = failure
    rmSync(folder, { recursive: true, force: true })
  }
  const means = mapValues(scores, (sets) => mapValues(sets, meanScores))
  return { means, comparisons: compareSets(scores, means), failures }
}

/** The tables of `measureQuality`. */
export function formatQuality({ means, comparisons, failures }) {
  const parts = Object.entries(MEASURES).map(([measure, title]) => `### ${title}\n\n${formatMeasure(means, measure)}`)
  if (comparisons.length > 0) {
    parts.push(`### nDCG@10 of ask against the best rival\n\n${formatComparisons(comparisons)}`)
  }
  const notes = Object.entries(failures).map(([engine, failure]) => `- ${ENGINES[engine].label}: ${failure}`)
  if (notes.length > 0) parts.push(notes.join('\n'))
  return parts.join('\n\n')
}

function compareSets(scores, means) {
  return QUERY_SETS.flatMap(({ name: set }) => {
    const rivals = Object.keys(means).filter((engine) => engine !== OURS && means[engine][set] !== undefined)
    if (means[OURS]?.[set] === undefined || rivals.length === 0) return []
    const best = rivals.reduce((a, b) => (means[b][set].ndcg > means[a][set].ndcg ? b : a))
    const ndcg = (engine) => scores[engine][set].map((one) => one.ndcg)
    return [{ set, rival: best, ...pairedBootstrap(ndcg(OURS), ndcg(best)) }]
  })
}

function formatMeasure(means, measure) {
  const head = ['engine', ...QUERY_SETS.map((set) => set.name)]
  const rows = Object.entries(means).map(([engine, sets]) => [
    ENGINES[engine].label,
    ...QUERY_SETS.map(({ name }) => formatShare(sets[name]?.[measure])),
  ])
  return formatTable(head, rows)
}

function formatComparisons(comparisons) {
  const head = ['set', 'best rival', 'difference', '95 % interval', 'verdict']
  const rows = comparisons.map(({ set, rival, difference, low, high }) => [
    set,
    ENGINES[rival].label,
    formatSigned(difference),
    `${formatSigned(low)} to ${formatSigned(high)}`,
    low > 0 ? 'ahead' : high < 0 ? 'behind' : 'not told apart',
  ])
  return formatTable(head, rows)
}

/** `.593`, as in papers. */
function formatShare(value) {
  return value === undefined ? '–' : value.toFixed(3).replace(/^0/, '')
}

function formatSigned(value) {
  return (value < 0 ? '-' : '+') + formatShare(Math.abs(value))
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
