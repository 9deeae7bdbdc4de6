/**
 * `npm run worst -- [--set astro] [--limit 20] [--against minisearch]`: the queries with our lowest nDCG@10, or with
 * `--against` those where that rival is furthest ahead.
 */
import { parseArgs } from 'node:util'
import { bundleOurs, OUR_SOURCE } from './bundle.mjs'
import { OURS, parseEngines } from './engines.mjs'
import { nameOf, openJudgedSet } from './judged-search.mjs'

const OPTIONS = {
  set: { type: 'string', default: 'astro' },
  limit: { type: 'string', default: '20' },
  against: { type: 'string' },
  source: { type: 'string', default: OUR_SOURCE },
}

const { values } = parseArgs({ options: OPTIONS })
const bundle = await bundleOurs(values.source)
const ours = await openJudgedSet({ set: values.set, engine: OURS, bundle })
const theirs = values.against === undefined ? null : await openRival(values.against)
const rows = []
for (const query of ours.queries) {
  const { ranking, scores } = await ours.judge(query)
  const rival = theirs === null ? 0 : (await theirs.judge(query)).scores.ndcg
  rows.push({ query, first: ranking[0], ndcg: scores.ndcg, rival })
}

// Without a rival all of them count 0, and the order is that of our own figure.
rows.sort((a, b) => a.ndcg - a.rival - (b.ndcg - b.rival))
for (const { query, first, ndcg, rival } of rows.slice(0, Number(values.limit))) {
  const [best] = Object.entries(query.rel).sort(([, a], [, b]) => b - a)[0]
  const versus = theirs === null ? '' : ` against ${rival.toFixed(3)}`
  console.log(`${ndcg.toFixed(3)}${versus}  ${query.id}  ${query.text}`)
  console.log(`    wanted  ${nameOf(ours.sections.get(best))}  [${best}]`)
  console.log(`    first   ${first === undefined ? 'nothing' : `${nameOf(ours.sections.get(first))}  [${first}]`}`)
}

async function openRival(name) {
  const [engine] = parseEngines(name)
  return openJudgedSet({ set: values.set, engine, bundle: null })
}
