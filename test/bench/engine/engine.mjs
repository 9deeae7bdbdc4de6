/**
 * A store of generated sections in a real OpenSearch: what a push and searches cost.
 *
 *   sh ../../peers/engine/setup.sh && node --import tsx engine.mjs --sections 1000000 [--nodes 2]
 *
 * With two nodes the index has a replica, and one of them is killed in a minute of searches.
 * The engine runs with 512 MB of heap on the same machine. Processor time of both is given, since others may use it too;
 * on a machine that is busy it is more than on one that is not, so a loop of known work is timed before and after.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { resolveConnection } from '../../../src/addons/store/opensearch/address.ts'
import { createWriter } from '../../../src/addons/store/opensearch/writer.ts'
import { startEngine } from '../../peers/engine/engine.ts'
import { readDocs } from '../corpora.mjs'
import { streamSections } from '../generate.mjs'
import { createClock } from './clock.mjs'
import { generateQueries } from './queries.mjs'

const { values } = parseArgs({
  options: { sections: { type: 'string', default: '1000000' }, queries: { type: 'string', default: '400' }, nodes: { type: 'string', default: '1' } },
})
const [count, queries, nodes] = [Number(values.sections), Number(values.queries), Number(values.nodes)]
const WARM_UP = 100
const CLIENTS = [1, 16]
/** The minute in which a node is killed, when it is, and readers who search one after another. */
const [OUTAGE_MS, KILL_AFTER_MS, OUTAGE_CLIENTS] = [60_000, 20_000, 2]
/** The compiled package, which searches in a process of its own: nothing of the bench is in its memory. */
const PACKAGE = fileURLToPath(new URL('../../..', import.meta.url))
const SEARCHER = fileURLToPath(new URL('searcher.mjs', import.meta.url))
const NO_GRAPH = { graphHash: '', builtBy: 'none', glossary: [], suggestions: [], overview: '', context: '' }

execFileSync('npm', ['run', 'build'], { cwd: PACKAGE, stdio: 'ignore' })
const engine = await startEngine({ nodes })
const pids = engine.processes.map(({ pid }) => pid)
const { clock, since } = createClock(pids)
try {
  printKnownWork()
  const url = engine.urls.join()
  const location = { url, index: 'ask-bench' }
  await push(location)
  const stats = await (await fetch(`${engine.urls[0]}/ask-bench/_stats/store,segments`)).json()
  const bytes = stats._all.primaries.store.size_in_bytes
  print('size', `${mega(bytes)} MB, ${Math.round(bytes / count)} bytes a section, ${stats._all.primaries.segments.count} segments`)
  const texts = generateQueries(count, WARM_UP + queries * CLIENTS.length)
  const searcher = fork(SEARCHER, [url, location.index, ...pids.map(String)], { execArgv: [] })
  try {
    await ask(searcher, { clients: 1, texts: texts.splice(0, WARM_UP) })
    for (const clients of CLIENTS) await measure(clients, texts.splice(0, queries), searcher)
    if (nodes > 1) await measureOutage(searcher)
  } finally {
    searcher.kill()
  }
  printKnownWork()
} finally {
  await engine.stop()
}

async function push(location) {
  const writer = createWriter(resolveConnection(location), { shards: 1, replicas: nodes > 1 ? 1 : 0 }, { now: Date.now, random: Math.random })
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

async function measure(clients, texts, searcher) {
  const { wall, cost, times, costs, memory } = await ask(searcher, { clients, texts })
  const perSecond = (times.length / (wall / 1_000)).toFixed(1)
  const mean = (sum) => (sum / times.length).toFixed(1)
  print(`${clients} client${clients === 1 ? '' : 's'}`, `p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, ${perSecond} searches a second`)
  if (clients === 1) print('', `processor time a search, median: engine ${at(costs.engine, 0.5)} ms, Node ${at(costs.node, 0.5)} ms`)
  print('', `processor time a search, mean: engine ${mean(cost.engine)} ms, Node ${mean(cost.node)} ms`)
  print('', `Node's resident memory ${mega(memory)} MB`)
}

/** A minute of searches in which a node is killed. */
async function measureOutage(searcher) {
  await waitForReplica()
  const texts = generateQueries(count, 2_000)
  const timer = setTimeout(() => engine.processes.at(-1).kill('SIGKILL'), KILL_AFTER_MS)
  const { times, failures, starts } = await ask(searcher, { clients: OUTAGE_CLIENTS, texts, untilMs: OUTAGE_MS })
  clearTimeout(timer)
  const part = (from, to) => times.filter((_, i) => starts[i] >= from && starts[i] < to)
  const [before, after] = [part(0, KILL_AFTER_MS), part(KILL_AFTER_MS - 1_000, OUTAGE_MS)]
  print('a node dies', `${times.length + failures} searches in a minute by ${OUTAGE_CLIENTS} readers, ${failures} failed`)
  print('', `before: p50 ${at(before, 0.5)} ms, slowest ${at(before, 1)} ms; after: p50 ${at(after, 0.5)} ms, slowest ${at(after, 1)} ms`)
}

async function waitForReplica() {
  for (let i = 0; i < 600; i += 1) {
    const { status } = await (await fetch(`${engine.urls[0]}/_cluster/health/ask-bench?wait_for_status=green&timeout=30s`)).json()
    if (status === 'green') return
  }
  throw new Error('The index has no replica')
}

/** Has the other process search; resolves with what it measured. */
async function ask(searcher, work) {
  searcher.send(work)
  const [result] = await Promise.race([once(searcher, 'message'), once(searcher, 'exit').then(() => [null])])
  if (result === null) throw new Error('The process that searches has ended')
  return result
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
