/** `npm run rank -- "query" [--set astro] [--engine ask]`: the top 10, with gains where the query is a judged one. */
import { parseArgs } from 'node:util'
import { bundleOurs, OUR_SOURCE } from './bundle.mjs'
import { OURS, parseEngines } from './engines.mjs'
import { nameOf, openJudgedSet } from './judged-search.mjs'
import { DEPTH } from './metrics.mjs'

const TEXT_CHARS = 110
const OPTIONS = {
  set: { type: 'string', default: 'astro' },
  engine: { type: 'string', default: OURS },
  source: { type: 'string', default: OUR_SOURCE },
}

const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
const [name] = parseEngines(values.engine)
const bundle = name === OURS ? await bundleOurs(values.source) : null
const { engine, queries, sections, judge } = await openJudgedSet({ set: values.set, engine: name, bundle })
const text = positionals.join(' ')
const judged = queries.find((query) => query.text === text || query.id === text)
const query = judged ?? { text, rel: {} }
const { ranking, scores } = await judge(query)
const hits = engine.hits?.(query.text, DEPTH + (query.exclude?.length ?? 0)) ?? []
const scoreById = new Map(hits.map((hit) => [hit.id, hit.score]))

if (judged !== undefined) {
  console.log(`${judged.id}: ${judged.text}`)
  console.log(`nDCG@10 ${scores.ndcg.toFixed(3)}, ${Object.keys(judged.rel).length} judged\n`)
}
ranking.forEach((id, i) => {
  const score = scoreById.has(id) ? scoreById.get(id).toFixed(3).padStart(8) : ''
  const gain = judged === undefined ? '' : query.rel[id] === undefined ? ' ·' : ` +${query.rel[id]}`
  const section = sections.get(id)
  console.log(`${String(i + 1).padStart(2)}.${score}${gain}  ${nameOf(section)}  [${id}]`)
  console.log(`      ${section.body.replace(/\s+/g, ' ').slice(0, TEXT_CHARS)}`)
})
const missed = Object.keys(query.rel).filter((id) => !ranking.includes(id)).slice(0, DEPTH)
if (missed.length > 0) console.log('\nNot among them:')
for (const id of missed) console.log(`  +${query.rel[id]}  ${nameOf(sections.get(id))}  [${id}]`)
