/**
 * A store of generated sections in a real OpenSearch: what a push and searches cost.
 *
 *   sh ../../peers/engine/setup.sh && node --import tsx engine.mjs --sections 1000000
 *
 * The engine runs with 512 MB of heap on the same machine. Processor time of both is given, since others may use it too;
 * on a machine that is busy it is more than on one that is not, so a loop of known work is timed before and after.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createAsk } from '../../../src/index.ts'
import { openSearch } from '../../../src/store.ts'
import { resolveConnection } from '../../../src/store/opensearch/address.ts'
import { createWriter } from '../../../src/store/opensearch/writer.ts'
import { startEngine } from '../../peers/engine/engine.ts'
import { readDocs } from '../corpora.mjs'
import { streamSections } from '../generate.mjs'
import { generateQueries } from './queries.mjs'

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
  printKnownWork()
  const [url] = engine.urls
  const location = { url, index: 'ask-bench' }
  await push(location)
  const stats = await (await fetch(`${url}/ask-bench/_stats/store,segments`)).json()
  const bytes = stats._all.primaries.store.size_in_bytes
  print('size', `${mega(bytes)} MB, ${Math.round(bytes / count)} bytes a section, ${stats._all.primaries.segments.count} segments`)
  const texts = generateQueries(count, WARM_UP + queries * CLIENTS.length)
  const { service } = createAsk({ store: openSearch({ ...location, searchMs: 60_000 }) })
  const search = (text) => service.search(text, 10)
  for (const text of texts.splice(0, WARM_UP)) await search(text)
  for (const clients of CLIENTS) await measure(clients, texts.splice(0, queries), search)
  printKnownWork()
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
  /** Processor time of each search; only one client has them apart. */
  const costs = { node: [], engine: [] }
  const before = clock()
  async function work() {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const start = clients === 1 ? preciseClock() : clock()
      await search(text)
      const { wall, node, engine } = clients === 1 ? since(start, preciseClock()) : since(start)
      times.push(wall)
      costs.node.push(node)
      costs.engine.push(engine)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const { wall, node, engine } = since(before)
  const perSecond = (times.length / (wall / 1_000)).toFixed(1)
  const mean = (sum) => (sum / times.length).toFixed(1)
  print(`${clients} client${clients === 1 ? '' : 's'}`, `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ${perSecond} searches a second`)
  if (clients === 1) print('', `processor time a search, median: engine ${at(costs.engine, 0.5)} ms, Node ${at(costs.node, 0.5)} ms`)
  print('', `processor time a search, mean: engine ${mean(engine)} ms, Node ${mean(node)} ms`)
  print('', `Node's resident memory ${mega(process.memoryUsage.rss())} MB`)
}

/** The value below which a share of the values are. */
function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))])
}

/** Processor time of a loop over 8 MB. */
function printKnownWork() {
  const numbers = new Float64Array(2 ** 20)
  const before = clock()
  for (let i = 0; i < 40 * numbers.length; i += 1) numbers[(i * 7_919) & (numbers.length - 1)] += i
  print('known work', `${Math.round(since(before).node)} ms of processor time`)
}

/** Time, and processor time of this process and of the engine, in ms. */
function clock() {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), node: (user + system) / 1_000, engine: engineTime() }
}

/** The same with the engine's time by thread, in nanoseconds, which takes longer to read. */
function preciseClock() {
  return { ...clock(), engine: engine.processes.reduce((sum, { pid }) => sum + threadTime(pid), 0) }
}

/** Threads may end while they are read. */
function threadTime(pid) {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    try {
      return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return sum
    }
  }, 0)
}

function since(before, now = clock()) {
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
