/**
 * The test runner: `node test/runner/run.mjs [--long] FOLDER [AREA …]`. Each sub-folder of
 * FOLDER that holds tests is an area, and so are the tests in FOLDER itself. Areas
 * share processes, because loading the sources costs more than most tests: one more
 * than there are processors, since some tests wait. Each process takes the next area
 * when it is done with one. An AREA on the command line is a sub-folder's name, or the path of a folder or
 * file.
 *
 * `fuzz` below FOLDER is a suite of its own; run by its name, its tests take all their rounds, with `--long` the long
 * counts that some of them name.
 *
 * Ends with one line, `N passed, N failed, N skipped`, and with 1 unless all is well:
 * a test that fails, a file that doesn't load or has no test, a process that dies or
 * stays are failures.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Suites of their own below `test/`. */
const OTHER_SUITES = ['bench', 'fuzz', 'peers']
/** Areas that start programs and wait for them come first: their time is long for the size of their files. */
const WAITING = ['flow', 'runner', 'api']
/** MiB of young objects: tests make many that live briefly, and collecting them less often saves a tenth of the time. */
const YOUNG_MIB = 64
/** Time that a process may take, far above what any takes on a busy machine. */
const LIMIT_MS = 600_000
/** The same with `--long`. */
const LONG_LIMIT_MS = 7_200_000

const isLong = process.argv.includes('--long')
const [folder = 'test', ...names] = process.argv.slice(2).filter((argument) => argument !== '--long')
const areas = inOrder(names.length > 0 ? names.map(namedArea) : allAreas())
const total = { passed: 0, failed: 0, skipped: 0 }

await runAll(areas)
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** All areas of the folder. */
function allAreas() {
  const names = foldersIn(folder).filter((name) => !OTHER_SUITES.includes(name))
  const own = readdirSync(folder).filter(isTest).map((file) => join(folder, file))
  return [...names.map((name) => ({ name, files: testFiles(join(folder, name)) })), { name: '.', files: own }].filter(({ files }) => files.length > 0)
}

function namedArea(name) {
  const files = testFiles(join(folder, name))
  if (files.length > 0) return { name, files }
  const byPath = testFiles(name)
  if (byPath.length > 0) return { name, files: byPath }
  throw new Error(`No area, folder or file of tests is called ${name}`)
}

/** Those that wait for programs, then the others, the largest first: small ones at the end let the processes end together. */
function inOrder(areas) {
  const waits = ({ name }) => Number(WAITING.includes(name))
  return areas.toSorted((a, b) => waits(b) - waits(a) || size(b) - size(a))
}

/** Runs the areas; those that no process has taken before it ended are failures. */
async function runAll(areas) {
  const processes = Math.min(availableParallelism() + 1, areas.length)
  await Promise.all(Array.from({ length: processes }, async () => print(await runProcess(areas))))
  for (const { name } of areas) {
    process.stdout.write(`${name.padEnd(14)} not run\n`)
    total.failed += 1
  }
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
  return file.endsWith('.test.ts')
}

function size({ files }) {
  return files.reduce((sum, file) => sum + statSync(file).size, 0)
}

/** Runs areas of a queue in one process; a way to end that no test reports, and a file without a test, are failures. */
async function runProcess(queue) {
  const start = performance.now()
  const files = []
  const areaOf = new Map()
  const report = { areas: new Map(), tested: new Set(), text: '', last: 'the start', isWhole: false, cpuMs: NaN }
  const { NODE_TEST_CONTEXT: _context, ...env } = { ...process.env, ...(basename(folder) === 'fuzz' && { ASK_FUZZ: '1' }), ...(isLong && { ASK_LONG: '1' }) }
  const child = spawn(process.execPath, [`--max-semi-space-size=${YOUNG_MIB}`, ...loader(), `--test-reporter=${beside('reporter.mjs')}`, beside('area.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    timeout: isLong ? LONG_LIMIT_MS : LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  child.on('message', () => {
    const area = queue.shift()
    if (area !== undefined) report.areas.set(area.name, { passed: 0, failed: 0, skipped: 0 })
    for (const file of area?.files ?? []) areaOf.set(resolve(file), area.name)
    files.push(...(area?.files ?? []))
    // The end of the process tells of a message that it did not take.
    child.send(area?.files ?? [], () => undefined)
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (report.text += text))
  createInterface({ input: child.stdout }).on('line', (line) => read(report, line, areaOf))
  const [code, signal] = await once(child, 'close')
  const untested = files.filter((file) => !report.tested.has(resolve(file)))
  const hasFailed = [...report.areas.values()].some(({ failed }) => failed > 0)
  if (signal !== null) fail(report, `The process ended with ${signal} after ${report.last}.`)
  else if (!report.isWhole || (code !== 0 && !hasFailed)) fail(report, `The process ended with ${code} after ${report.last}.`)
  else for (const file of untested) fail(report, `No test ran in ${file}.`)
  return { ...report, ms: performance.now() - start }
}

/** A failure of no test, counted for the last area of its process. */
function fail(report, message) {
  const none = { passed: 0, failed: 0, skipped: 0 }
  if (report.areas.size === 0) report.areas.set('none', none)
  const last = [...report.areas.values()].at(-1) ?? none
  last.failed += 1
  report.text += `${message}\n`
}

/** A line of the reporter's, or one that a test printed. */
function read(report, line, areaOf) {
  const event = line.startsWith('{"outcome":') ? JSON.parse(line) : null
  if (event === null) {
    report.text += `${line}\n`
    return
  }
  if (event.outcome === 'end') {
    report.isWhole = true
    report.cpuMs = event.cpuMs
    return
  }
  const last = [...report.areas.keys()].at(-1)
  report.areas.get(areaOf.get(event.file) ?? last)[event.outcome] += 1
  report.tested.add(event.file)
  report.last = `"${event.name}"`
  if (event.outcome === 'failed') report.text += `\n${relative('.', event.file ?? '')}: ${event.name}\n${event.error}\n`
}

function print({ areas, text, ms, cpuMs }) {
  if (areas.size === 0) return
  for (const [name, { passed, failed, skipped }] of areas) {
    const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean)
    process.stdout.write(`${name.padEnd(14)} ${counts.join(', ')}\n`)
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  process.stdout.write(`${''.padEnd(14)} ${seconds(ms)} s, ${seconds(cpuMs)} s of processor time\n`)
  if ([...areas.values()].some(({ failed }) => failed > 0)) process.stdout.write(text)
}

function seconds(ms) {
  return (ms / 1_000).toFixed(1)
}

/** Node strips types from 22.18 on; below, tsx does. */
function loader() {
  return process.features.typescript ? [] : ['--import', 'tsx']
}

function beside(file) {
  return fileURLToPath(new URL(file, import.meta.url))
}
