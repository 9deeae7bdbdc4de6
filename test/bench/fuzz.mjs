/**
 * `npm run fuzz -- [--sections 100000] [--queries 100000] [--limit 50]`: random query strings, made of words of the
 * sections, typos in them, operators and any characters. Prints the quantiles of processor time and the slowest
 * queries; ends with exit code 1 where one throws or takes more than `--limit` milliseconds.
 */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bundleOurs, OUR_SOURCE } from './bundle.mjs'
import { CLOCKS } from './clock.mjs'
import { readCorpus } from './corpora.mjs'
import { createEngine, OURS } from './engines.mjs'
import { quantile } from './metrics.mjs'
import { createRandom } from './random.mjs'

const SEED = 7
const WARM_UP_QUERIES = 500
const SHOWN = 5
const ODD = [' ', ' ', '"', ' -', '-', '.', '/', '@', "'", '(', 'é', '漢字', 'กา', '😀', '\ud83d', '\udc00', '\u0301', '\u0000', '\n']
const OPTIONS = {
  sections: { type: 'string', default: '100000' },
  queries: { type: 'string', default: '100000' },
  limit: { type: 'string', default: '50' },
  source: { type: 'string', default: OUR_SOURCE },
}

const { values } = parseArgs({ options: OPTIONS })
const [sections, queries, limitMs] = [values.sections, values.queries, values.limit].map(Number)
const bundle = await bundleOurs(values.source)
process.on('exit', () => rmSync(bundle, { force: true }))
const engine = await createEngine(OURS, bundle)
const words = buildAndSample()
const next = createRandom(SEED)
const below = (end) => Math.floor(next() * end)

const now = CLOCKS.cpu
const ascending = new Float64Array(queries)
/** The slowest so far: what else is kept makes the garbage collector's pauses longer, which count. */
let slowest = []
for (let i = -WARM_UP_QUERIES; i < queries; i++) {
  const query = typeQuery()
  const start = now()
  engine.search(query, 20)
  if (i < 0) continue
  ascending[i] = now() - start
  if (slowest.length < SHOWN || ascending[i] > slowest.at(-1).ms) {
    slowest = [...slowest, { ms: ascending[i], query }].sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
  }
}
ascending.sort()
console.log([0.5, 0.95, 0.99, 0.999, 1].map((share) => `p${share * 100} ${quantile(ascending, share).toFixed(2)} ms`).join(', '))
for (const { ms, query } of slowest) console.log(`${ms.toFixed(2).padStart(8)} ms  ${JSON.stringify(query)}`)
if (ascending.at(-1) > limitMs) process.exitCode = 1

/** Builds the index and lets the sections go, but for the words of some. */
function buildAndSample() {
  const docs = readCorpus(sections)
  engine.build(docs)
  return docs.filter((_, i) => i % 50 === 0).flatMap(({ title, heading, body }) => `${title} ${heading} ${body}`.match(/\S+/g) ?? [])
}

/** One to eight words, whole, mistyped or cut, and odd characters between them; one query in twenty is long. */
function typeQuery() {
  const parts = []
  const count = 1 + below(below(20) === 0 ? 200 : 8)
  for (let i = 0; i < count; i++) {
    const word = words[below(words.length)]
    const at = below(word.length)
    const kind = below(6)
    if (kind === 0) parts.push(word.slice(0, at) + word.slice(at + 1))
    else if (kind === 1) parts.push(word.slice(0, at))
    else if (kind === 2) parts.push(ODD[below(ODD.length)] + word)
    else parts.push(word)
    parts.push(below(8) === 0 ? ODD[below(ODD.length)] : ' ')
  }
  return parts.join('')
}
