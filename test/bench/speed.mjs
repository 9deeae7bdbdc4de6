/** Time and memory of the engines, taking turns round by round, every one in a fresh process each time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isFile, REAL } from './corpora.mjs'
import { ENGINES, OURS } from './engines.mjs'
import { median, quantile } from './metrics.mjs'
import { runTask } from './process.mjs'
import { formatFigure, formatTable } from './table.mjs'

/** Figure -> title of its column. */
const COLUMNS = {
  buildS: 'build s',
  heapMb: 'heap MB',
  p50Ms: 'p50 ms',
  p95Ms: 'p95 ms',
  p99Ms: 'p99 ms',
  sizeMb: 'snapshot MB',
  loadMs: 'load ms',
  firstMs: 'first hit ms',
  rssMb: 'rss MB',
}

/** Medians over the rounds per engine, and what there is to say about them. An engine that fails drops out. */
export async function measureSpeed(engines, { size, rounds, queries, clock, bundle, limitS, log }) {
  const runs = Object.fromEntries(engines.map((engine) => [engine, []]))
  const notes = {}
  for (let round = 1; round <= rounds; round++) {
    for (const engine of engines.filter((one) => notes[one]?.failure === undefined)) {
      log(`speed: ${titleOf(size)}, round ${round} of ${rounds}, ${engine}`)
      const { figures, note } = await measureOnce({ engine, size, queries, clock, bundle, limitS })
      runs[engine].push(figures)
      notes[engine] = { ...notes[engine], ...note }
    }
  }
  const medians = Object.fromEntries(engines.map((engine) => [engine, medianFigures(runs[engine])]))
  return { size, rounds, clock, medians, notes, runs }
}

/** The table of one `measureSpeed`: medians, behind them how many times ours. */
export function formatSpeed({ size, rounds, clock, medians, notes }) {
  const rows = Object.entries(medians).map(([engine, figures]) => [
    ENGINES[engine].label,
    ...Object.keys(COLUMNS).map((key) => formatRatio(figures[key], engine === OURS ? null : medians[OURS]?.[key])),
  ])
  const lines = Object.entries(notes).flatMap(([engine, note]) =>
    Object.values(note).map((text) => `- ${ENGINES[engine].label}: ${text}`),
  )
  const title = `### ${titleOf(size)}, ${clock} time, medians of ${rounds} round${rounds === 1 ? '' : 's'} (× ours)`
  const table = formatTable(['engine', ...Object.values(COLUMNS)], rows)
  return [title, table, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
}

async function measureOnce({ engine, size, queries, clock, bundle, limitS }) {
  const folder = mkdtempSync(join(tmpdir(), 'ask-bench-'))
  const task = { engine, bundle, folder, size, queries, clock }
  const built = await runTask({ ...task, kind: 'build' }, { limitS })
  const { timesMs = [], answers, ...rest } = built.found
  const figures = { ...rest, ...summarizeTimes(timesMs) }
  const note = {}
  if (timesMs.length > 0 && timesMs.length < queries) {
    note.queries = `latencies are of the first ${timesMs.length} of ${queries} queries`
  }
  let failure = built.failure === null ? null : `${stepOf(built.found)}: ${built.failure}`
  if (failure === null && figures.sizeMb !== undefined) {
    const loaded = await runTask({ ...task, kind: 'load' }, { limitS })
    const { answers: again, ...found } = loaded.found
    Object.assign(figures, found)
    if (loaded.failure !== null) failure = `load: ${loaded.failure}`
    if (failure === null && !isDeepStrictEqual(again, answers)) {
      note.load = 'the loaded index gives other answers than the built one'
    }
  }
  if (failure !== null) note.failure = failure
  rmSync(folder, { recursive: true, force: true })
  return { figures, note }
}

function summarizeTimes(timesMs) {
  if (timesMs.length === 0) return {}
  const ascending = timesMs.toSorted((a, b) => a - b)
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => quantile(ascending, share))
  return { p50Ms, p95Ms, p99Ms }
}

/** The step that a child was at when it ended too early. */
function stepOf({ buildS, timesMs }) {
  if (buildS === undefined) return 'build'
  return timesMs === undefined ? 'queries' : 'save'
}

function medianFigures(runs) {
  const figures = {}
  for (const key of Object.keys(COLUMNS)) {
    const values = runs.map((run) => run[key]).filter((value) => value !== undefined && value !== null)
    if (values.length > 0) figures[key] = median(values)
  }
  return figures
}

function formatRatio(value, ours) {
  if (value === undefined || ours === undefined || ours === null) return formatFigure(value)
  const ratio = value / ours
  return `${formatFigure(value)} (×${ratio < 10 ? ratio.toPrecision(2) : Math.round(ratio)})`
}

function titleOf(size) {
  if (isFile(size)) return `The sections of ${basename(size)}`
  return size === REAL ? 'The Astro docs' : `${size.toLocaleString('en')} generated sections`
}
