/**
 * `node answers.mjs [--rounds N] [--streams N]`: what a streamed answer costs on the way from the model's server to the
 * reader, through the compiled package and through two proxies that hand bytes on. Prints a Markdown table, progress goes
 * to stderr. Server, model and readers are three processes on this machine; the servers take turns in each round.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readStream } from './answers/load.mjs'
import { median, quantile } from './metrics.mjs'
import { formatFigure, formatTable } from './table.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KB = 1024
/** Between the beginnings of two streams: readers don't come all at once. */
const RAMP_MS = 5
/** One after another: what a single reader sees. */
const SINGLE = { answers: 60, plan: { tokens: 60, gapMs: 2, isMarked: true } }
/** Longer gaps: 240 characters come in 12 words, and the wait for them is the model's. */
const UNMARKED = { answers: 10, plan: { tokens: 40, gapMs: 10, isMarked: false } }
/** Fifty words a second, as models write. */
const PACED = { streams: 50, plan: { tokens: 250, gapMs: 20, isMarked: true } }
/** Answers of one word: what an answer costs besides its words. */
const SHORT = { streams: 20, rounds: 10, plan: { tokens: 1, gapMs: 0, isMarked: true } }
/** Ten words a second in each of many streams, so that the model's server and the readers keep up. */
const MANY_PLAN = { tokens: 120, gapMs: 100, isMarked: true }
/** As fast as it is read. */
const FLAT_PLAN = { tokens: 400, gapMs: 0, isMarked: true }

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, streams: { type: 'string', default: '500' } } })
const [rounds, streams] = ['rounds', 'streams'].map((name) => parseCount(name, values[name]))
const folder = compile()
try {
  const runs = { ask: [], proxy: [], fetch: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const kind of Object.keys(runs)) {
      process.stderr.write(`round ${round} of ${rounds}, ${kind}\n`)
      runs[kind].push(await measure(kind))
    }
  }
  const date = new Date().toISOString().slice(0, 10)
  const load = loadavg().map((figure) => figure.toFixed(1)).join(', ')
  console.log(`${date}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; load ${load}; medians of ${rounds} rounds, lowest and highest in brackets\n`)
  console.log(format(runs))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** The package as it is published, in a folder of its own. */
function compile() {
  const out = mkdtempSync(join(tmpdir(), 'ask-answers-'))
  const { status, stdout } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', out], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package can't be compiled: ${stdout}`)
  writeFileSync(join(out, 'package.json'), '{"type":"module"}')
  return out
}

/** All figures of one server, from a fresh process. */
async function measure(kind) {
  const stub = start('stub.mjs', [])
  const url = `http://127.0.0.1:${(await stub.said).port}`
  const target = start('target.mjs', [kind, url, folder])
  const { port } = await target.said
  try {
    await play(stub, target, port, { streams: 20, plan: { ...SINGLE.plan, gapMs: 1 } })
    const single = await oneByOne(stub, port, SINGLE)
    const unmarked = await oneByOne(stub, port, UNMARKED)
    const short = await play(stub, target, port, SHORT)
    const paced = await play(stub, target, port, PACED)
    const many = await play(stub, target, port, { streams, plan: MANY_PLAN })
    const flat = await play(stub, target, port, { streams, plan: FLAT_PLAN })
    return {
      firstP50: quantile(single, 0.5),
      firstP95: quantile(single, 0.95),
      unmarkedP50: quantile(unmarked, 0.5),
      answerCpuMs: short.cpuMs / (SHORT.streams * SHORT.rounds),
      tokenCpuUs: (paced.cpuMs - (PACED.streams * short.cpuMs) / (SHORT.streams * SHORT.rounds)) * 1000 / paced.words,
      tokenP50: quantile(paced.ways, 0.5),
      tokenP99: quantile(paced.ways, 0.99),
      rssKb: many.rss / streams / KB,
      usedKb: many.used / streams / KB,
      manyP99: quantile(many.ways, 0.99),
      gapP99: quantile(many.gaps, 0.99),
      flatRate: flat.words / flat.seconds,
    }
  } finally {
    stub.child.kill()
    target.child.kill()
  }
}

async function oneByOne(stub, port, { answers, plan }) {
  await stub.tell(plan)
  const firsts = []
  for (let answer = 0; answer < answers; answer += 1) firsts.push((await readStream(port, plan)).firstMs)
  return firsts.sort((a, b) => a - b)
}

/** Many streams at once, some rounds of them; memory is what they hold when all have begun and none has ended. */
async function play(stub, target, port, { streams: count, rounds: times = 1, plan }) {
  await stub.tell(plan)
  const [ways, gaps] = [[], []]
  const before = await target.tell({})
  const start = performance.now()
  const held = { rss: 0, used: 0 }
  for (let time = 0; time < times; time += 1) {
    let begun = 0
    const onFirst = () => (begun += 1)
    const readers = Array.from({ length: count }, async (_, at) => {
      await sleep(at * RAMP_MS)
      return readStream(port, { ...plan, ways, gaps, onFirst })
    })
    const all = Promise.all(readers)
    if (plan.gapMs > 0) {
      while (begun < count) await Promise.race([sleep(20), all])
      const during = await target.tell({})
      held.rss = during.rss - before.rss
      held.used = during.used - before.used
    }
    await all
  }
  const seconds = (performance.now() - start) / 1000
  const { cpuMs } = await target.tell({})
  for (const list of [ways, gaps]) list.sort((a, b) => a - b)
  return { ...held, cpuMs: cpuMs - before.cpuMs, seconds, words: ways.length, ways, gaps }
}

/** A process that answers each message with one. */
function start(file, args) {
  const child = fork(fileURLToPath(new URL(`answers/${file}`, import.meta.url)), args, { execArgv: ['--expose-gc'] })
  const next = async () => (await once(child, 'message'))[0]
  return {
    child,
    said: next(),
    tell(message) {
      const reply = next()
      child.send(message)
      return reply
    },
  }
}

function format({ ask, proxy, fetch }) {
  const rows = Object.entries({
    'first answer byte to first `token`: median ms': 'firstP50',
    '… p95 ms': 'firstP95',
    '… without the mark, median ms': 'unmarkedP50',
    'processor time of an answer of one token, ms': 'answerCpuMs',
    'processor time of a token, µs': 'tokenCpuUs',
    '50 streams of 50 tokens a second: a token\'s way, median ms': 'tokenP50',
    '… p99 ms': 'tokenP99',
    [`${streams} streams of 10 tokens a second: memory of each, resident kB`]: 'rssKb',
    '… live after a collection, kB': 'usedKb',
    '… a token\'s way, p99 ms': 'manyP99',
    '… gap between two pieces, p99 ms': 'gapP99',
    [`${streams} streams flat out: tokens a second`]: 'flatRate',
  }).map(([title, key]) => {
    const [ours, theirs, others] = [ask, proxy, fetch].map((list) => list.map((run) => run[key]))
    return [title, spread(ours), spread(theirs), spread(others), `×${(median(ours) / median(theirs)).toPrecision(2)}`]
  })
  return formatTable(['', 'ask', 'proxy', 'proxy on `fetch`', 'ask to proxy'], rows)
}

function spread(figures) {
  return `${formatFigure(median(figures))} (${formatFigure(Math.min(...figures))} to ${formatFigure(Math.max(...figures))})`
}

function parseCount(name, text) {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`--${name} must be a whole number above 0, not ${text}`)
  return count
}
