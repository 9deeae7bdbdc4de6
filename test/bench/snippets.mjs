/**
 * `npm run snippets -- [--rounds 5] [--results 20] [--source ../../src/index.ts]`: what the snippets of a reply cost.
 * Each judged query of the Astro docs is searched for with snippets and without; the difference is theirs. Processor
 * time in milliseconds; the first round is that of a process that has not searched yet.
 */
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { bundleOurs, OUR_SOURCE } from './bundle.mjs'
import { CLOCKS } from './clock.mjs'
import { hasCorpora, readDocs, readQueries } from './corpora.mjs'
import { quantile } from './metrics.mjs'
import { formatFigure, formatTable } from './table.mjs'

const SET = 'astro'
const QUANTILES = [0.5, 0.95, 0.99]
const OPTIONS = {
  rounds: { type: 'string', default: '5' },
  results: { type: 'string', default: '20' },
  source: { type: 'string', default: OUR_SOURCE },
}

const { values } = parseArgs({ options: OPTIONS })
const [rounds, limit] = [values.rounds, values.results].map(Number)
if (!hasCorpora()) {
  console.error('The judged collections are not here')
  process.exit(1)
}
const ask = await import(pathToFileURL(await bundleOurs(values.source)).href)
const chunks = readDocs(SET).map(({ id, title, heading, body }) => {
  return { id, page: id.replace(/#.*$/, ''), title, heading: heading || null, group: null, url: id, text: body }
})
const queries = readQueries(SET).map(({ text }) => text)
const index = ask.buildIndex(chunks)
const reader = ask.openIndex(ask.columnsOf(index))
const searcher = ask.createSearcher(chunks, { index })

const rows = []
for (let round = 1; round <= rounds; round++) {
  const times = queries.map(timeQuery)
  for (const [name, of] of [['search', (time) => time.search], ['snippets', (time) => time.whole - time.search]]) {
    const ascending = times.map(of).sort((a, b) => a - b)
    const figures = QUANTILES.map((share) => formatFigure(quantile(ascending, share)))
    rows.push([`${name}, round ${round}`, ...figures, formatFigure(of(times[0]))])
  }
}
console.log(`${chunks.length} sections, ${queries.length} queries, ${limit} results each\n`)
console.log(formatTable(['processor time, ms', 'p50', 'p95', 'p99', 'first query'], rows))

function timeQuery(query) {
  const start = CLOCKS.cpu()
  ask.search(reader, ask.resolveQuery(reader, query), { limit })
  const searched = CLOCKS.cpu()
  searcher.search(query, { limit })
  return { search: searched - start, whole: CLOCKS.cpu() - searched }
}
