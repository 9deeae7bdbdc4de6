/**
 * The child process that holds one engine. It is started with one task as JSON and sends what it finds as soon as
 * it is known, so that what was measured before a time limit is not lost. Needs `--expose-gc`.
 *
 *   { kind: 'rank', engine, bundle, folder }          -> { set, rankings } per judged set
 *   { kind: 'build', engine, bundle, folder, size, queries, clock }
 *                                                -> { buildS }, { heapMb }, { timesMs, answers }, { sizeMb }
 *   { kind: 'load', engine, bundle, folder, size, clock }
 *                                                -> { loadMs, firstMs, rssMb, answers }
 */
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { CLOCKS } from './clock.mjs'
import { QUERY_SETS, readCorpus, readDocs, readQueries, readQueryLog } from './corpora.mjs'
import { createEngine } from './engines.mjs'
import { DEPTH } from './metrics.mjs'

const MB = 2 ** 20
/** Queries asked before any is timed, so that compiled code is measured. */
const WARM_UP_QUERIES = 200
const MAX_WARM_UP_MS = 5_000
/** An engine too slow for the whole log is judged by the queries it got through. */
const MAX_QUERIES_MS = 60_000
/** Answers sent along to see that a loaded index gives the same ones. */
const COMPARED_ANSWERS = 20

const KINDS = { rank, build, load }
const task = JSON.parse(process.argv[2])
await KINDS[task.kind](task)
process.disconnect()

async function rank({ engine: name, bundle, folder }) {
  for (const docsName of new Set(QUERY_SETS.map((set) => set.docs))) {
    const engine = await createEngine(name, bundle)
    const own = join(folder, docsName)
    mkdirSync(own)
    await engine.build(readDocs(docsName), own)
    for (const set of QUERY_SETS.filter((one) => one.docs === docsName)) {
      const rankings = []
      for (const { text, exclude = [] } of readQueries(set.name)) {
        rankings.push(await engine.search(text, DEPTH + exclude.length))
      }
      await report({ set: set.name, rankings })
    }
  }
}

async function build({ engine: name, bundle, folder, size, queries, clock }) {
  const engine = await createEngine(name, bundle)
  const now = engine.clocks?.[clock] ?? CLOCKS[clock]
  const before = await usedBytes()
  let docs = readCorpus(size)
  const start = now()
  await engine.build(docs, folder)
  const buildS = (now() - start) / 1000
  await report({ buildS: clock === 'cpu' && engine.buildsElsewhere ? null : buildS })

  docs = null
  const heapMb = (await usedBytes() - before) / MB
  if (!engine.isNative) await report({ heapMb })

  const log = readQueryLog(size)
  const timed = log.slice(0, queries)
  const others = log.slice(queries).concat(timed).slice(0, WARM_UP_QUERIES)
  await timeQueries(engine, others, { now, maxMs: MAX_WARM_UP_MS })
  const timesMs = await timeQueries(engine, timed, { now, maxMs: MAX_QUERIES_MS })
  await report({ timesMs, answers: await answersOf(engine, log) })

  if (engine.save === undefined) return
  const bytes = await engine.save(folder)
  await report({ sizeMb: (bytes ?? folderBytes(folder)) / MB })
}

async function load({ engine: name, bundle, folder, size, clock }) {
  const engine = await createEngine(name, bundle)
  const now = engine.clocks?.[clock] ?? CLOCKS[clock]
  const log = readQueryLog(size)
  const start = now()
  await engine.load(folder)
  const loadMs = now() - start
  await engine.search(log[0], DEPTH)
  const firstMs = now() - start
  await usedBytes()
  const rssMb = process.memoryUsage.rss() / MB
  await report({ loadMs, firstMs, rssMb, answers: await answersOf(engine, log) })
}

/** Resolves once the parent's side of the channel has it, so that nothing is lost at the end. */
function report(message) {
  return new Promise((resolve, reject) => {
    process.send(message, (error) => (error === null ? resolve() : reject(error)))
  })
}

/** Milliseconds of each query, in order; stops after the one that ends `maxMs` or more from now by the wall clock. */
async function timeQueries(engine, queries, { now, maxMs }) {
  const timesMs = []
  const end = performance.now() + maxMs
  for (const query of queries) {
    const start = now()
    const answer = engine.search(query, DEPTH)
    if (answer instanceof Promise) await answer
    timesMs.push(now() - start)
    if (performance.now() > end) break
  }
  return timesMs
}

async function answersOf(engine, log) {
  const answers = []
  for (const query of log.slice(0, COMPARED_ANSWERS)) answers.push(await engine.search(query, DEPTH))
  return answers
}

/** Heap and what hangs on it outside (array buffers, WebAssembly) once all garbage is gone. */
async function usedBytes() {
  for (let round = 0; round < 3; round++) {
    await setImmediate()
    globalThis.gc()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function folderBytes(folder) {
  return readdirSync(folder).reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0)
}
