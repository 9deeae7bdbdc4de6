/**
 * `node --import tsx beside.mjs FOLDER [--pages N] [--query TEXT] [--typo TEXT] [--rounds N]`: the search of a static site
 * beside Pagefind, in the same run on the same pages: build, files, and in Debian's Chromium the bytes on the wire, the
 * time to ten results and the memory, over HTTP/2, with and without a slow link. Nothing is loaded before the search.
 */
import { readFileSync } from 'node:fs'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { median } from '../metrics.mjs'
import { formatTable } from '../table.mjs'
import { startHost } from './host.mjs'
import { buildAsk, buildPagefind, miniSearchBytes, writeSite } from './site.mjs'

const LINKS = {
  'not throttled': null,
  '10 Mbit/s, 100 ms': { latency: 100, throughput: 10_000_000 / 8 },
  '1.6 Mbit/s, 150 ms': { latency: 150, throughput: 1_600_000 / 8 },
}
/** In the page: `open` loads what any query needs, `search` gives the ten results of a query. */
const WAYS = {
  ask: `(() => {
    // As the overlay does, which has the name of the module written into it.
    let loading
    const open = () => loading ??= Promise.all([fetch('/_ask/index.json').then((reply) => reply.json()), import('/_ask/SEARCH_MODULE')]).then(([entry, { createFetch }]) => {
      return createFetch({ entry, base: location.origin + '/_ask/', endpoint: '/api/ask', fetch: (...args) => fetch(...args), service: null })
    })
    const search = async (query) => {
      const reply = await (await open())('/api/ask', { method: 'POST', body: JSON.stringify({ query, mode: 'keyword' }) })
      return (await reply.json()).results
    }
    return { open, search }
  })()`,
  Pagefind: `(() => {
    let loading
    const open = () => loading ??= import('/pagefind/pagefind.js').then(async (pagefind) => {
      // Requests of a worker would be neither counted nor slowed.
      await pagefind.options({ noWorker: true })
      await pagefind.init()
      return pagefind
    })
    const search = async (query) => {
      const { results } = await (await open()).search(query)
      return Promise.all(results.slice(0, 10).map((result) => result.data()))
    }
    return { open, search }
  })()`,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000000' },
    query: { type: 'string', default: 'content collections' },
    typo: { type: 'string', default: 'contnt collections' },
    rounds: { type: 'string', default: '3' },
  },
})
const [folder] = positionals
if (folder === undefined) throw new TypeError('Give a folder of Markdown')
const site = join(tmpdir(), `ask-bench-site-${process.pid}`)
const written = await writeSite(folder, Number(values.pages), site)
console.log(`${written.pages} pages, ${written.sections} sections; load ${loadavg()[0].toFixed(1)}\n`)

const builds = { ask: await buildAsk(site), Pagefind: await buildPagefind(site) }
const mega = (bytes) => (bytes / 1e6).toFixed(1)
console.log(formatTable(['build', 'seconds', 'memory, MB', 'files', 'MB on disk'], Object.entries(builds).map(([name, { seconds, memory, files, bytes }]) => {
  return [name, seconds.toFixed(1), mega(memory), String(files), mega(bytes)]
})))
console.log(`\nMiniSearch shipped whole: ${(miniSearchBytes(written.chunks) / 1000).toFixed(0)} kB (gzip) before the first result`)
const docSearch = ['@docsearch/js/dist/umd/index.js', '@docsearch/css/dist/style.css'].map((path) => brotliCompressSync(readFileSync(new URL(`node_modules/${path}`, import.meta.url))).length)
console.log(`DocSearch: ${docSearch.map((bytes) => (bytes / 1000).toFixed(0)).join(' kB and ')} kB (brotli) of script and style; its index is a service\n`)

const { script: searchModule } = JSON.parse(readFileSync(join(site, '_ask/index.json'), 'utf8'))
const host = await startHost(site)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors'] })
try {
  for (const [link, conditions] of Object.entries(LINKS)) {
    const rows = []
    for (const way of Object.keys(WAYS)) rows.push([way, ...(await measure(way, conditions))])
    console.log(`${link}; medians of ${values.rounds}\n`)
    console.log(`${formatTable(['', values.query, 'once open', values.typo, 'one letter', 'typed, all', 'further letters', 'memory, MB'], rows)}\n`)
  }
} finally {
  await browser.close()
  host.close()
}

/** A cell for each scenario: kB and milliseconds. */
async function measure(way, conditions) {
  const first = []
  const opened = []
  const typo = []
  const letter = []
  const typed = []
  const letters = []
  const memory = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    first.push(await visit(way, conditions, [values.query]))
    opened.push(await visit(way, conditions, [values.query], { isOpen: true }))
    typo.push(await visit(way, conditions, [values.typo]))
    letter.push(await visit(way, conditions, [values.query.slice(0, 1)]))
    const states = statesOf(values.query)
    const whole = await visit(way, conditions, states)
    typed.push(whole)
    letters.push(median(whole.times.slice(1)))
    memory.push(whole.memory)
  }
  const cell = (visits) => `${visits.every(({ isFound }) => isFound) ? '' : 'nothing: '}${(median(visits.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB, ${median(visits.map(({ times }) => times[0])).toFixed(0)} ms`
  return [cell(first), cell(opened), cell(typo), cell(letter), `${(median(typed.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB`, `${median(letters).toFixed(0)} ms`, mega(median(memory))]
}

/** A query as it is typed: a beginning of one or two letters behind other words is searched after a pause, which nobody makes. */
function statesOf(query) {
  const states = Array.from({ length: query.length }, (_, i) => query.slice(0, i + 1))
  return states.filter((text) => /(?:^\S+|\S{3})$/.test(text))
}

/** A reader who comes anew and searches, with the dialog open for a while if `isOpen`: bytes of all, milliseconds of each, and the memory that is held at the end. */
async function visit(way, conditions, queries, { isOpen = false } = {}) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await page.goto(`${host.url}/search.html`)
  const memoryBefore = await memoryOf(devTools)
  if (conditions !== null) {
    const { latency, throughput } = conditions
    await devTools.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput })
  }
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const times = await page.evaluate(`(async () => {
    const { open, search } = ${WAYS[way].replace('SEARCH_MODULE', searchModule)}
    if (${isOpen}) await open()
    const times = []
    for (const query of ${JSON.stringify(queries)}) {
      const started = performance.now()
      const results = await search(query)
      times.push(performance.now() - started)
      globalThis.last = results.length
    }
    globalThis.held = search
    return times
  })()`)
  const isFound = (await page.evaluate('last')) > 0
  const memory = (await memoryOf(devTools)) - memoryBefore
  await context.close()
  return { bytes, times, memory, isFound }
}

/** Bytes of objects and of their buffers, after garbage was collected. */
async function memoryOf(devTools) {
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize = 0 } = await devTools.send('Runtime.getHeapUsage')
  return usedSize + backingStorageSize
}
