/**
 * `npm run queries -- [--docs vite=DIR] [--docs react-router=DIR]`: what queries of readers, written once for each section
 * by somebody who saw the sections alone (`typed/*.written.jsonl`), do for typed queries and for questions that people
 * asked in public threads; and what careless writers do.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chunkPages, createSearcher } from '../../src/index.ts'
import { readFolder } from '../../src/node.ts'
import { checkQueries, findDoubts } from '../../src/core/graph-builder/queries/rules.ts'
import { scoreQuery } from './metrics.mjs'
import { createRandom, shuffled } from './random.mjs'
import { formatTable } from './table.mjs'
import { folderOf, readLines } from './typed/sets.mjs'

/** Sets with written queries, and the files of their judged queries. */
const SETS = { vite: ['vite', 'vite.human'], 'react-router': ['react-router'] }
/** Share of all queries that a careless writer gets wrong, and the seeds of the trials. */
const WRONG = 0.1
const SEEDS = [1, 2, 3, 4]
const GENERAL = ['how to use it', 'example', 'getting started']
const HEAD = ['judged queries', 'n', 'queries of readers', 'first', 'first three', 'nDCG@10']

const { values } = parseArgs({ options: { docs: { type: 'string', multiple: true, default: [] } } })
const written = Object.fromEntries(Object.keys(SETS).map((set) => [set, readWritten(set)]))
for (const [set, files] of Object.entries(SETS)) await measureSet(set, files)

function readWritten(set) {
  return new Map(readLines(`${set}.written.jsonl`).map(({ id, queries }) => [id, queries]))
}

async function measureSet(set, files) {
  const folder = folderOf(set, values.docs)
  if (folder === null || !existsSync(folder)) return
  const chunks = chunkPages((await readFolder(folder)).pages)
  const good = checkQueries(chunks, written[set])
  const foreign = [...written[set === 'vite' ? 'react-router' : 'vite'].values()].flat()
  const trials = SEEDS.map((seed) => careless(chunks, good.queries, { seed, foreign }))
  const variants = [
    ['none', [new Map()]],
    ['written', [good.queries]],
    ['a tenth shuffled', trials.map((trial) => trial.shuffled)],
    ['the same tenth left out', trials.map(({ without }) => without)],
    ['a tenth from another subject', trials.map(({ replaced }) => replaced)],
    ['general ones for each section', [checkQueries(chunks, withGeneral(chunks, good.queries)).queries]],
  ]
  const rows = files.flatMap((file) => variants.map(([name, maps]) => rowOf(chunks, { file, name, maps })))
  console.log(`## ${set}, ${chunks.length} sections\n\n${formatTable(HEAD, rows)}\n`)
  console.log(`${good.refused.length} of ${sizeOf(written[set])} written queries refused`)
  for (const { shuffled: queries, moved } of trials.slice(0, 1)) {
    const doubts = new Set(findDoubts(chunks, queries).map(({ id, query }) => JSON.stringify([id, query])))
    const found = moved.filter((key) => doubts.has(key)).length
    const others = sizeOf(queries) - moved.length
    console.log(`doubted: ${percent(found, moved.length)} of the shuffled, ${percent(doubts.size - found, others)} of the others\n`)
  }
}

/** Three writers who get a tenth of all queries wrong. */
function careless(chunks, queries, { seed, foreign }) {
  const random = createRandom(seed)
  const list = [...queries].flatMap(([id, texts]) => texts.map((text) => ({ id, text, isWrong: random() < WRONG })))
  const wrong = list.filter(({ isWrong }) => isWrong)
  const texts = shuffled(wrong.map(({ text }) => text), seed)
  const textsOf = (items) => items.reduce((map, { id, text }) => map.set(id, [...(map.get(id) ?? []), text]), new Map())
  let next = 0
  const moved = list.map((item) => (item.isWrong ? { ...item, text: texts[next++] } : item))
  const replaced = list.map((item) => (item.isWrong ? { ...item, text: foreign[Math.floor(random() * foreign.length)] } : item))
  return {
    shuffled: textsOf(moved),
    without: textsOf(list.filter(({ isWrong }) => !isWrong)),
    replaced: textsOf(replaced),
    moved: moved.filter(({ isWrong }) => isWrong).map(({ id, text }) => JSON.stringify([id, text])),
  }
}

function withGeneral(chunks, queries) {
  return new Map(chunks.map(({ id }) => [id, [...GENERAL, ...(queries.get(id) ?? [])]]))
}

function rowOf(chunks, { file, name, maps }) {
  const judged = readLines(`${file}.jsonl`)
  const runs = maps.map((queries) => {
    const { search } = createSearcher(chunks.map((chunk) => ({ ...chunk, queries: queries.get(chunk.id) ?? [] })))
    return judged.map(({ text, rel }) => {
      const ids = search(text, { limit: 10 }).map(({ id }) => id)
      const rank = ids.findIndex((id) => rel[id] === 2)
      return { rank: rank < 0 ? Infinity : rank, ndcg: scoreQuery({ rel }, ids).ndcg }
    })
  }).flat()
  const ndcg = runs.reduce((sum, one) => sum + one.ndcg, 0) / runs.length
  const within = (depth) => percent(runs.filter(({ rank }) => rank < depth).length, runs.length)
  return [file, String(judged.length), name, within(1), within(3), ndcg.toFixed(3)]
}

function sizeOf(queries) {
  return [...queries.values()].reduce((sum, list) => sum + list.length, 0)
}

function percent(part, whole) {
  return `${((100 * part) / whole).toFixed(1)} %`
}
