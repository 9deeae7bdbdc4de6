/**
 * The test runner: `node test/runner/run.mjs [OPTION …] FOLDER [AREA …]`. Each sub-folder of FOLDER that holds tests is an
 * area, and so are the tests in FOLDER itself; of `core` and `addons` it is each sub-folder of theirs. An AREA on the command line is a sub-folder's name, or the path of a folder
 * or file. Areas share processes, because loading the sources costs more than most tests. Each process takes the next
 * area when it is done with one.
 *
 * | option | meaning |
 * |---|---|
 * | `--jobs N` | processes; without it one more than there are processors, since some tests wait |
 * | `--long` | `ASK_LONG`: the long counts, for a release; what tests measured is printed |
 * | `--seed N` | `ASK_SEED`: the seed of the random tests; for `test/fuzz` it is else made from the commit |
 *
 * `fuzz` below FOLDER is a suite of its own: run by its name, its tests take a quarter of their rounds.
 *
 * Ends with one line, `N passed, N failed, N skipped`, and with 1 unless all is well: a test that fails, a file that
 * doesn't load or has no test, a process that dies or stays are failures, and so is, with `CI` set, a test that is
 * skipped for a reason that is not in `platform.mjs`.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PLATFORM } from './platform.mjs'

/** Suites of their own below `test/`. */
const OTHER_SUITES = ['bench', 'fuzz', 'peers', 'node_modules']
/** Folders whose sub-folders are areas. */
const PARTS = ['core', 'addons']
/** Areas that start programs and wait for them come first: their time is long for the size of their files. */
const WAITING = ['flow', 'runner', 'api']
/** MiB of young objects: tests make many that live briefly, and collecting them less often saves a tenth of the time. */
const YOUNG_MIB = 64
/** Time that a process may take, far above what any takes on a busy machine. */
const LIMIT_MS = 1_800_000
/** The same with `--long`. */
const LONG_LIMIT_MS = 7_200_000
/** Hexadecimal digits of the commit that make the seed. */
const SEED_DIGITS = 7

const { values: options, positionals: [folder = 'test', ...names] } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string' }, long: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
const isFuzz = basename(folder) === 'fuzz'
const seed = options.seed ?? (isFuzz ? seedOfCommit() : undefined)
const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env
const env = { ...inherited, ...(isFuzz && { ASK_FUZZ: '1' }), ...(options.long && { ASK_LONG: '1' }), ...(seed !== undefined && { ASK_SEED: seed }) }
const areas = inOrder(names.length > 0 ? names.map(namedArea) : allAreas())
const total = { passed: 0, failed: 0, skipped: 0 }
/** Reasons why tests were skipped -> how many of them. */
const skips = new Map()

const processes = Math.min(Number(options.jobs ?? availableParallelism() + 1), areas.length)
await Promise.all(Array.from({ length: processes }, runProcess))
for (const { name } of areas) process.stdout.write(`${name} was not run\n`)
total.failed += areas.length
for (const [reason, count] of skips) process.stdout.write(`${count} skipped: ${reason}\n`)
if (seed !== undefined) process.stdout.write(`seed ${seed}; the same again: --seed ${seed}\n`)
process.stdout.write(`${formatCounts(total)}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** A seed that a new commit changes and a second run of the same one keeps. */
function seedOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return String(Number.parseInt((stdout ?? '').slice(0, SEED_DIGITS), 16) || 1)
}

/** All areas of the folder. */
function allAreas() {
  return areasIn(folder, '.').filter(({ files }) => files.length > 0)
}

/** The areas below a folder; its own tests have the name `own`. */
function areasIn(path, own) {
  const names = foldersIn(path).filter((name) => !OTHER_SUITES.includes(name) && !name.startsWith('.'))
  const areas = names.flatMap((name) => PARTS.includes(name) ? areasIn(join(path, name), name) : [{ name, files: testFiles(join(path, name)) }])
  return [...areas, { name: own, files: readdirSync(path).filter(isTest).map((file) => join(path, file)) }]
}

function namedArea(name) {
  for (const part of ['.', ...PARTS]) {
    const files = testFiles(join(folder, part, name))
    if (files.length > 0) return { name, files }
  }
  const byPath = testFiles(name)
  if (byPath.length > 0) return { name, files: byPath }
  throw new Error(`No area, folder or file of tests is called ${name}`)
}

/** Those that wait for programs, then the others, the largest first: small ones at the end let the processes end together. */
function inOrder(areas) {
  const waits = ({ name }) => Number(WAITING.includes(name))
  return areas.toSorted((a, b) => waits(b) - waits(a) || size(b) - size(a))
}

function foldersIn(path) {
  if (!existsSync(path)) return []
  return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** The test files at a path: those of a folder and all below it, or the file itself. */
function testFiles(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true }).filter(isTest).map((file) => join(path, file)).sort()
}

function isTest(file) {
  return /\.test\.(?:ts|mjs)$/.test(file)
}

function size({ files }) {
  return files.reduce((sum, file) => sum + statSync(file).size, 0)
}

/** Runs areas in one process; a way to end that no test reports, and a file without a test, are failures. */
async function runProcess() {
  const start = performance.now()
  const [taken, tested] = [[], new Set()]
  let [text, last, end] = ['', 'the start', null]
  const child = spawn(process.execPath, [`--max-semi-space-size=${YOUNG_MIB}`, ...loader(), `--test-reporter=${beside('reporter.mjs')}`, beside('area.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: options.long ? LONG_LIMIT_MS : LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const fail = (message) => {
    counts.failed += 1
    text += `${message}\n`
  }
  child.on('message', () => {
    const area = areas.shift()
    if (area !== undefined) taken.push(area)
    // The end of the process tells of a message that it did not take.
    child.send(area?.files ?? [], () => undefined)
  })
  child.stderr.setEncoding('utf8').on('data', (piece) => (text += piece))
  // A line of the reporter's, or one that a test printed.
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = line.startsWith('{"outcome":') ? JSON.parse(line) : { outcome: 'print', text: line }
    const { outcome, name, file = '', error, reason } = event
    if (outcome === 'print') text += `${event.text}\n`
    else if (outcome === 'end') end = event
    else if (outcome === 'note') process.stdout.write(options.long ? `${event.text}\n` : '')
    else {
      tested.add(file)
      last = `"${name}"`
      if (outcome === 'failed') fail(`\n${relative('.', file)}: ${name}\n${error}`)
      else counts[outcome] += 1
      if (outcome === 'skipped') skips.set(reason, (skips.get(reason) ?? 0) + 1)
      if (outcome === 'skipped' && isForbidden(reason)) fail(`\n${relative('.', file)}: ${name}\nSkipped where nothing may be missing: ${reason}`)
    }
  })
  const [code, signal] = await once(child, 'close')
  if (signal !== null || end === null || (code !== 0 && counts.failed === 0)) fail(`The process ended with ${signal ?? code} after ${last}.`)
  else for (const file of taken.flatMap(({ files }) => files)) if (!tested.has(resolve(file))) fail(`No test ran in ${file}.`)
  for (const outcome of Object.keys(total)) total[outcome] += counts[outcome]
  if (taken.length === 0 && counts.failed === 0) return
  const seconds = [performance.now() - start, end?.cpuMs ?? NaN].map((ms) => (ms / 1_000).toFixed(1))
  process.stdout.write(`${taken.map(({ name }) => name).join(', ')}: ${formatCounts(counts)}; ${seconds[0]} s, ${seconds[1]} s of processor time\n`)
  if (counts.failed > 0) process.stdout.write(text)
}

/** In CI only properties of the platform may skip a test. */
function isForbidden(reason) {
  return Boolean(process.env.CI) && !Object.values(PLATFORM).includes(reason)
}

function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Node strips types from 22.18 on; below, tsx does. */
function loader() {
  return process.features.typescript ? [] : ['--import', 'tsx']
}

function beside(file) {
  return fileURLToPath(new URL(file, import.meta.url))
}
