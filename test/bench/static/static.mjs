/**
 * `node --import tsx test/bench/static/static.mjs [DIR] [--queries FILE] [--count N]`: what a reader of a static index
 * downloads. Bytes are those of files as hosts send them, with 60 for the headers of each; 10 results.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { tableRows } from '../../../src/core/content/structure/encoding.ts'
import { readFolder } from '../../../src/node.ts'
import { createSearcher } from '../../../src/core/search/searcher.ts'
import { readBrowserModules } from '../../../src/addons/static/node/browser-modules.ts'
import { decodeHead } from '../../../src/addons/static/head.ts'
import { HEAD_PATH, partPath, unseal } from '../../../src/addons/static/layout.ts'
import { createStaticSearch } from '../../../src/addons/static/read/static-search.ts'
import { entryOf, writeStaticIndex } from '../../../src/addons/static/write/write-index.ts'

const CORPORA = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url))
/** Bytes of the headers of a reply, as HTTP/2 packs them. */
const HEADER_BYTES = 60
const RESULTS = 10
/** Longest time from one letter to the next: a reader types on before a search that waits for a pause. */
const LETTER_MS = 300

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queries: { type: 'string', default: `${CORPORA}judged/astro.queries.jsonl` },
    count: { type: 'string', default: '100' },
  },
})
const [folder = `${CORPORA}astro-docs`] = positionals
const textsOf = (file) => readFileSync(file, 'utf8').trim().split('\n').slice(0, Number(values.count)).map((line) => JSON.parse(line).text)

const { pages } = await readFolder(folder)
const chunks = chunkPages(pages)
const started = process.cpuUsage()
const index = await writeStaticIndex(chunks, (bytes) => deflateSync(bytes, { level: 9 }))
const cpu = process.cpuUsage(started)
const files = new Map(index.parts.map(({ path, bytes }) => [path, bytes]))
const entryBytes = JSON.stringify(entryOf(index, { script: 'search-0123456789ab.js' })).length + HEADER_BYTES
const head = decodeHead(await unseal(new Uint8Array(index.head), HEAD_PATH))
const modules = await readBrowserModules()
const total = index.parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
console.log(`${pages.length} pages, ${chunks.length} sections; ${index.parts.length + 4} files, ${kb(total)} kB; index and files in ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s of processor time`)
console.log(`search module ${kb(brotliCompressSync(modules.englishSearch).length)} kB brotli (${kb(brotliCompressSync(modules.search).length)} for all languages), ${kb(gzipSync(modules.englishSearch, { level: 9 }).length)} kB gzip; entry ${kb(entryBytes)} kB`)

const service = createSearcher(chunks, { rowsOf: tableRows })

function newVisit() {
  const cost = { bytes: 0, files: 0, rounds: 0 }
  let isOpen = false
  const search = createStaticSearch(head, async (name) => {
    const path = partPath(name)
    const file = files.get(path)
    cost.bytes += file.length + HEADER_BYTES
    cost.files += 1
    // Parts that are asked for together are one round.
    if (!isOpen) cost.rounds += 1
    isOpen = true
    const part = await unseal(new Uint8Array(file), path)
    await new Promise((resolve) => setTimeout(resolve, 20))
    isOpen = false
    return part
  })
  return { cost, search: (query, signal = null) => search.search(query, { limit: RESULTS, signal }) }
}

/** Searches for the text that was typed so far. The next letter comes with the results, or without them after a while. */
async function type(visit, text, isLast) {
  const letter = new AbortController()
  const timer = isLast ? 0 : setTimeout(() => letter.abort(), LETTER_MS)
  await visit.search(text, letter.signal).catch(() => undefined)
  clearTimeout(timer)
}

function kb(bytes) {
  return (bytes / 1000).toFixed(1)
}

function at(numbers, share) {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))]
}

const rows = [['queries', 'bytes, kB: median', '95 %', 'files', 'rounds with the entry: median', 'most', 'differ']]

/** Queries of a new visit each, or of one visit. The entry counts where a visit begins. */
async function measure(label, queries, isOneVisit = false) {
  const costs = []
  let different = 0
  let visit = newVisit()
  for (const query of queries) {
    if (!isOneVisit) visit = newVisit()
    const before = { ...visit.cost }
    const { results } = await visit.search(query)
    if (JSON.stringify(results) !== JSON.stringify(service.search(query, { limit: RESULTS }))) different += 1
    costs.push({ bytes: visit.cost.bytes - before.bytes + (isOneVisit ? 0 : entryBytes), files: visit.cost.files - before.files, rounds: visit.cost.rounds - before.rounds + (isOneVisit ? 0 : 1) })
  }
  const of = (name, share) => at(costs.map((cost) => cost[name]), share)
  rows.push([`${label} (${queries.length})`, kb(of('bytes', 0.5)), kb(of('bytes', 0.95)), of('files', 0.5), of('rounds', 0.5), of('rounds', 1), different])
}

const queries = textsOf(values.queries)
await measure('whole, first of a visit', queries)
await measure('with a typo, first of a visit', textsOf(values.queries.replace('.queries', '-typo.queries')))
await measure('cut, first of a visit', textsOf(values.queries.replace('.queries', '-prefix.queries')))
await measure('further ones', queries, true)
await measure('content collections', ['content collections'])
await measure('contnt collections', ['contnt collections'])
await measure('one letter', [...'acdist'])
const typed = []
for (const query of queries.slice(0, 20)) {
  const visit = newVisit()
  for (let end = 1; end <= query.length; end += 1) await type(visit, query.slice(0, end), end === query.length)
  typed.push(visit.cost.bytes + entryBytes)
}
rows.push([`typed letter by letter (${typed.length})`, kb(at(typed, 0.5)), kb(at(typed, 0.95)), '', '', '', ''])
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
