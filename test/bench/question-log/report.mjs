/**
 * `node question-log/report.mjs [--lines N] [--rounds N]`: what `ask report` takes for a log of a million lines, over two
 * made-up logs: readers who ask for 900,000 things with 3,000 words, and readers of whom no two ask for the same, which is
 * the worst case. The compiled program runs in a process of its own. Prints a Markdown table; progress goes to stderr.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { createRandom } from '../random.mjs'
import { formatTable } from '../table.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const START_MS = Date.parse('2026-11-01T00:00:00Z')
/** Milliseconds between two lines. */
const STEP_MS = 2_000
const WORDS = 3_000
const TOP = ['guides/start#install', 'guides/routing#trailing-slashes', 'reference/configuration#base', 'guides/images', 'guides/styles']

if (process.send !== undefined) {
  const [dist, file] = process.argv.slice(2)
  const { main } = await import(`${dist}/cli/main.js`)
  const { processIo } = await import(`${dist}/cli/terminal/io.js`)
  const stdout = { isTerminal: false, columns: 80, write: (text) => text.startsWith('# ') || process.exit(1) }
  await main(['report', file], { ...processIo(), stdout })
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  process.send({ mb: (maxRSS * 1_024) / 1e6, cpuS: (userCPUTime + systemCPUTime) / 1e6, wallS: process.uptime() }, () => process.exit())
} else {
  const { values } = parseArgs({ options: { lines: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '1' } } })
  await measureAll(Number(values.lines), Number(values.rounds))
}

async function measureAll(lines, rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'ask-report-'))
  try {
    const dist = compile(folder)
    const rows = []
    for (const [name, queryAt] of [['queries of 3,000 words', commonQuery], ['no query twice', ownQuery]]) {
      process.stderr.write(`${name}\n`)
      const file = join(folder, 'questions.jsonl')
      await pipeline(linesOf(lines, queryAt), createWriteStream(file))
      const found = []
      for (let round = 0; round < rounds; round += 1) found.push(await measure(dist, file))
      const least = (member) => Math.min(...found.map((figures) => figures[member]))
      const most = Math.max(...found.map(({ mb }) => mb))
      rows.push([name, `${least('wallS').toFixed(1)} s`, `${least('cpuS').toFixed(1)} s`, `${most.toFixed(0)} MB`])
    }
    console.log(`Node ${process.version}, ${lines} lines, best of ${rounds}; load ${loadavg()[0]?.toFixed(1)}\n`)
    console.log(formatTable(['log', 'time', 'processor time', 'memory at most'], rows))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The package as it is published: the address of its folder. */
function compile(folder) {
  const out = join(folder, 'dist')
  const { status, stdout } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', out], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package can't be compiled: ${stdout}`)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return pathToFileURL(out).href
}

async function measure(dist, file) {
  const child = fork(fileURLToPath(import.meta.url), [dist, file])
  const [figures] = await once(child, 'message')
  return figures
}

/** Three of four lines are searches, half of them with a click; the others are answers, verdicts and later clicks. */
function* linesOf(lines, queryAt) {
  const next = createRandom(19)
  let text = ''
  for (let at = 0; at < lines; at += 1) {
    const time = new Date(START_MS + at * STEP_MS).toISOString()
    const view = Math.floor(next() * lines).toString(16).padStart(16, '0')
    const query = queryAt(next, at)
    text += `${JSON.stringify({ v: 1, ...recordOf(next(), { at: time, view, query }, at, next) })}\n`
    if (text.length < 1_000_000) continue
    yield text
    text = ''
  }
  yield text
}

function recordOf(kind, search, at, next) {
  if (kind < 0.75) return { type: 'search', ...search, results: 12, top: TOP, ...(next() < 0.5 && { click: { rank: 1, id: TOP[0] } }) }
  if (kind < 0.9) return { type: 'answer', ...search, id: `answer-${at}`, outcome: 'answered', support: 'grounded', cited: ['/guides/'], opened: ['/guides/'] }
  if (kind < 0.95) return { type: 'verdict', answer: `answer-${at - 3}`, verdict: 'down', reason: 'wrong', note: 'It fails.', at: search.at }
  return { type: 'click', ...search, rank: 2, id: TOP[1] }
}

function commonQuery(next) {
  return `how do I ${wordAt(next() ** 3 * WORDS)} ${wordAt(next() ** 3 * 300)}`
}

function ownQuery(_next, at) {
  return `${wordAt(at % WORDS)} ${wordAt((at * 7) % WORDS)} q${at}`
}

function wordAt(number) {
  return `w${Math.floor(number).toString(36)}x`
}
