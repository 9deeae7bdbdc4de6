/**
 * A store of generated sections in a real OpenSearch: what a push and searches cost.
 *
 *   bash ../../peers/engine/setup.sh && node --import tsx engine.mjs --sections 1000000
 *
 * The engine runs with 512 MB of heap on the same machine. Processor time of both is given, since others may use it too.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createAsk } from '../../../src/index.ts'
import { openSearch } from '../../../src/store.ts'
import { resolveConnection } from '../../../src/store/opensearch/address.ts'
import { createWriter } from '../../../src/store/opensearch/writer.ts'
import { startEngine } from '../../peers/engine/engine.ts'
import { readDocs, readQueryLog } from '../corpora.mjs'
import { streamSections } from '../generate.mjs'

const { values } = parseArgs({
  options: { sections: { type: 'string', default: '1000000' }, queries: { type: 'string', default: '400' } },
})
const [count, queries] = [Number(values.sections), Number(values.queries)]
const WARM_UP = 100
const CLIENTS = [1, 16]
const CLOCK_TICKS = Number(execFileSync('getconf', ['CLK_TCK']))
const NO_GRAPH = { graphHash: '', builtBy: 'none', glossary: [], suggestions: [], overview: '', context: '' }

const engine = await startEngine()
try {
  const [url] = engine.urls
  const location = { url, index: 'ask-bench' }
  await push(location)
  const stats = await (await fetch(`${url}/ask-bench/_stats/store,segments`)).json()
  const bytes = stats._all.primaries.store.size_in_bytes
  print('size', `${mega(bytes)} MB, ${Math.round(bytes / count)} bytes a section, ${stats._all.primaries.segments.count} segments`)
  const log = readQueryLog()
  const texts = Array.from({ length: WARM_UP + queries * CLIENTS.length }, (_, i) => log[i % log.length])
  const { service } = createAsk({ store: openSearch({ ...location, searchMs: 60_000 }) })
  const search = (text) => service.search(text, 10)
  for (const text of texts.splice(0, WARM_UP)) await search(text)
  for (const clients of CLIENTS) await measure(clients, texts.splice(0, queries), search)
} finally {
  await engine.stop()
}

async function push(location) {
  const writer = createWriter(resolveConnection(location), { shards: 1, replicas: 0 }, { now: Date.now, random: Math.random })
  const before = clock()
  const push = await writer.begin()
  let page = []
  let most = 0
  for (const section of streamSections(readDocs('astro'), count)) {
    const chunk = chunkOf(section)
    if (page.length > 0 && page[0].chunk.page !== chunk.page) {
      await push.add(page)
      most = Math.max(most, process.memoryUsage.rss())
      page = []
    }
    page.push({ chunk, node: null })
  }
  await push.add(page)
  await push.finish(NO_GRAPH)
  const { wall, node, engine } = since(before)
  print('push', `${Math.round(count / (wall / 1_000))} sections a second, ${Math.round(wall / 1_000)} s`)
  print('', `processor time for 1,000 sections: Node ${Math.round(node / (count / 1_000))} ms, engine ${Math.round(engine / (count / 1_000))} ms`)
  print('', `Node's resident memory at most ${mega(most)} MB`)
}

async function measure(clients, texts, search) {
  const times = []
  const before = clock()
  async function work() {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const start = performance.now()
      await search(text)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const { wall, node, engine } = since(before)
  times.sort((a, b) => a - b)
  const at = (share) => Math.round(times[Math.floor(share * (times.length - 1))])
  print(`${clients} client${clients === 1 ? '' : 's'}`, `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${(times.length / (wall / 1_000)).toFixed(1)} searches a second`)
  print('', `processor time a search: engine ${(engine / times.length).toFixed(1)} ms, Node ${(node / times.length).toFixed(1)} ms`)
  print('', `Node's resident memory ${mega(process.memoryUsage.rss())} MB`)
}

/** Time, and processor time of this process and of the engine, in ms. */
function clock() {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), node: (user + system) / 1_000, engine: engineTime() }
}

function since(before) {
  const now = clock()
  return { wall: now.wall - before.wall, node: now.node - before.node, engine: now.engine - before.engine }
}

function engineTime() {
  return engine.processes.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1_000) / CLOCK_TICKS
  }, 0)
}

function chunkOf({ id, title, heading, body }) {
  const [page, anchor = null] = id.split('#')
  return {
    id, page, title, heading: heading || null, parents: [], group: null, url: id, anchor, text: body, structure: '', code: [],
    linkTexts: [], lang: null, version: null, path: `${page}.md`, line: 1,
  }
}

function mega(bytes) {
  return Math.round(bytes / 1e6)
}

function print(name, text) {
  console.log(`${name.padEnd(12)}${text}`)
}
