/**
 * `npm run typed -- [--set vite] [--root DIR] [--against DIR] [--docs vite=DIR] [--worst 20]`: how often the section that
 * a typed query wants comes first. Searches the service of a checkout (`--root`) through its public entries.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pairedBootstrap } from './metrics.mjs'
import { formatTable } from './table.mjs'
import { SETS, folderOf, openService, readLines } from './typed/sets.mjs'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
/** Gain of the section that is wanted first. */
const WANTED = 2
/** Results that are looked at. */
const DEPTH = 10
/** Results that a reader sees without scrolling. */
const SEEN = 3
const OPTIONS = {
  set: { type: 'string', multiple: true, default: SETS },
  root: { type: 'string', default: CHECKOUT },
  against: { type: 'string' },
  docs: { type: 'string', multiple: true, default: [] },
  worst: { type: 'string', default: '0' },
  'by-kind': { type: 'boolean', default: false },
}
const HEAD = ['queries', 'n', 'first', 'first three', 'MRR', 'answer first', 'answer in three']

const { values } = parseArgs({ options: OPTIONS })
const roots = [values.root, ...(values.against === undefined ? [] : [values.against])]
for (const set of values.set) await measureSet(set)

async function measureSet(set) {
  const folder = folderOf(set, values.docs)
  if (folder === null) return
  const queries = readLines(`${set}.jsonl`)
  const second = new Map(readLines(`${set}.second.jsonl`).map(({ id, rel }) => [id, rel]))
  const amended = queries.map((query) => ({ ...query, rel: { ...query.rel, ...second.get(query.id) } }))
  const runs = []
  for (const root of roots) runs.push(await searchAll(root, folder, queries))
  runs.forEach((run, i) => {
    const { lists, ids } = run
    const missing = queries.flatMap(({ rel }) => Object.keys(rel)).filter((id) => !ids.has(id))
    console.log(`## ${set}, ${ids.size} sections, ${resolve(roots[i])}\n`)
    console.log(`${formatTable(HEAD, rowsOf(queries, amended, lists))}\n`)
    if (missing.length > 0) console.log(`${missing.length} judged ids without a section, as ${missing[0]}\n`)
  })
  if (runs.length > 1) console.log(`${compare(queries, runs.map(({ lists }) => lists))}\n`)
  printWorst(queries, runs.map(({ lists }) => lists), Number(values.worst))
}

/** The results of each query, and the ids of all sections. */
async function searchAll(root, folder, queries) {
  const { service, ids } = await openService(root, folder)
  const lists = []
  for (const { text } of queries) lists.push((await service.search(text, DEPTH)).results)
  return { lists, ids }
}

function rowsOf(queries, amended, lists) {
  const tops = queries.map(wantsTop)
  const kinds = values['by-kind'] ? [...new Set(queries.map(({ kind }) => kind))] : []
  return [
    rowOf('all', queries, lists),
    rowOf('a page\'s top wanted', queries, lists, (_, i) => tops[i]),
    rowOf('a section wanted', queries, lists, (_, i) => !tops[i]),
    ...kinds.map((kind) => rowOf(kind, queries, lists, (query) => query.kind === kind)),
    rowOf('all, after the second judgment', amended, lists),
    rowOf('a page\'s top wanted, after it', amended, lists, (_, i) => tops[i]),
  ]
}

function rowOf(name, queries, lists, test = () => true) {
  const chosen = queries.map((query, i) => ({ query, results: lists[i] })).filter(({ query }, i) => test(query, i))
  const wanted = chosen.map(({ query, results }) => rankOf(query, results, WANTED))
  const answers = chosen.map(({ query, results }) => rankOf(query, results, 1))
  const share = (ranks, depth) => `${((100 * ranks.filter((rank) => rank <= depth).length) / ranks.length).toFixed(1)} %`
  const mrr = wanted.reduce((sum, rank) => sum + 1 / rank, 0) / wanted.length
  return [
    name,
    String(chosen.length),
    share(wanted, 1),
    share(wanted, SEEN),
    mrr.toFixed(3),
    share(answers, 1),
    share(answers, SEEN),
  ]
}

/** True if the top of a page is wanted first. */
function wantsTop({ rel }) {
  return Object.entries(rel).some(([id, gain]) => gain === WANTED && !id.includes('#'))
}

/** Rank of the first result with at least that gain, from 1; infinite if there is none. */
function rankOf({ rel }, results, gain) {
  const index = results.findIndex(({ id }) => (rel[id] ?? 0) >= gain)
  return index < 0 ? Infinity : index + 1
}

/** The first checkout against the second, query by query. */
function compare(queries, [ours, theirs]) {
  const [a, b] = [ours, theirs].map((lists) => queries.map((query, i) => 1 / rankOf(query, lists[i], WANTED)))
  const { difference, low, high } = pairedBootstrap(a, b)
  const better = a.filter((value, i) => value > b[i]).length
  const worse = a.filter((value, i) => value < b[i]).length
  const signed = (value) => (value < 0 ? '' : '+') + value.toFixed(3)
  const interval = `95 % interval ${signed(low)} to ${signed(high)}`
  return `The first against the second: ${better} better, ${worse} worse, MRR ${signed(difference)} (${interval})`
}

function printWorst(queries, [lists, theirs], limit) {
  const place = (rank) => (rank === Infinity ? 'not found' : `at ${rank}`)
  const failures = queries
    .map((query, i) => ({ query, i, rank: rankOf(query, lists[i], WANTED) }))
    .filter(({ rank }) => rank > 1)
    .sort((a, b) => 1 / a.rank - 1 / b.rank)
  for (const { query, i, rank } of failures.slice(0, limit)) {
    const second = theirs === undefined ? '' : `; in the second ${place(rankOf(query, theirs[i], WANTED))}`
    const wanted = Object.entries(query.rel).flatMap(([id, gain]) => (gain === WANTED ? [id] : []))
    console.log(`${query.id}  ${query.text}  (${query.kind}; ${place(rank)}${second})`)
    console.log(`    wanted  ${wanted.join(' or ')}`)
    lists[i].slice(0, SEEN).forEach(({ id, title, heading }, at) => {
      const gain = query.rel[id] === undefined ? '' : `, gain ${query.rel[id]}`
      console.log(`    ${at + 1}       ${id}  (${heading === undefined ? title : `${title} > ${heading}`}${gain})`)
    })
  }
}
