/**
 * The test runner: `node test/runner/run.mjs FOLDER [AREA …]`. Each sub-folder of
 * FOLDER that holds tests is an area, and so are the tests in FOLDER itself. An area
 * is one process, because loading the sources costs more than most tests. An AREA
 * on the command line is a sub-folder's name, or the path of a folder or file.
 *
 * The tests of `FOLDER/fuzz/AREA` belong to the area, with few rounds; all rounds run
 * where FOLDER is `fuzz` itself.
 *
 * Ends with one line, `N passed, N failed, N skipped`, and with 1 unless all is well:
 * a test that fails, a file that doesn't load, a process that dies or stays, and an
 * area without a test are failures.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Suites of their own below `test/`. */
const OTHER_SUITES = ['bench', 'peers']
/** Folder of the random tests and of those that measure how work grows. */
const FUZZ = 'fuzz'
/** The area that takes longest for its size: it starts programs. */
const LONGEST = 'flow'
/** Time that an area may take, far above what any takes on a busy machine. */
const AREA_LIMIT_MS = 600_000
/** One more than there are processors: some areas wait for child processes and sockets. */
const PROCESSES = availableParallelism() + 1

const [folder = 'test', ...names] = process.argv.slice(2)
const areas = names.length > 0 ? names.map(namedArea) : allAreas()
const total = { passed: 0, failed: 0, skipped: 0 }

await Promise.all(Array.from({ length: PROCESSES }, runAreas))
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

/** All areas of the folder, the longest and the biggest first: they would keep the others waiting at the end. */
function allAreas() {
  const names = [...foldersIn(folder), ...foldersIn(join(folder, FUZZ))].filter((name) => ![...OTHER_SUITES, FUZZ].includes(name))
  const own = readdirSync(folder).filter(isTest).map((file) => join(folder, file))
  return [...[...new Set(names)].map(namedArea), { name: '.', files: own }]
    .filter(({ files }) => files.length > 0)
    .sort((a, b) => Number(b.name === LONGEST) - Number(a.name === LONGEST) || size(b) - size(a))
}

function namedArea(name) {
  const files = [join(folder, name), join(folder, FUZZ, name)].flatMap(testFiles)
  return { name, files: files.length > 0 ? files : testFiles(name) }
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

async function runAreas() {
  for (let area = areas.shift(); area !== undefined; area = areas.shift()) print(area.name, await runArea(area))
}

/** Runs an area's files in one process; a way to end that no test reports is a failure more. */
async function runArea({ files }) {
  const start = performance.now()
  const report = { passed: 0, failed: 0, skipped: 0, text: '', last: 'the start', isWhole: false, cpuMs: NaN }
  const { NODE_TEST_CONTEXT: _context, ...env } = { ...process.env, ...(basename(folder) === FUZZ && { ASK_FUZZ: '1' }) }
  const child = spawn(process.execPath, [...loader(), `--test-reporter=${beside('reporter.mjs')}`, beside('area.mjs'), ...files], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: AREA_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (report.text += text))
  createInterface({ input: child.stdout }).on('line', (line) => read(report, line))
  const [code, signal] = await once(child, 'close')
  const count = report.passed + report.failed + report.skipped
  const flaw =
    signal !== null ? `The process ended with ${signal} after ${report.last}.`
    : !report.isWhole || (code !== 0 && report.failed === 0) ? `The process ended with ${code} after ${report.last}.`
    : count === 0 ? 'No test ran.'
    : null
  if (flaw !== null) {
    report.failed += 1
    report.text += `${flaw}\n`
  }
  return { ...report, ms: performance.now() - start }
}

/** A line of the reporter's, or one that a test printed. */
function read(report, line) {
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
  report[event.outcome] += 1
  report.last = `"${event.name}"`
  if (event.outcome === 'failed') report.text += `\n${relative('.', event.file ?? '')}: ${event.name}\n${event.error}\n`
}

function print(name, { passed, failed, skipped, text, ms, cpuMs }) {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`].filter(Boolean)
  process.stdout.write(`${name.padEnd(14)} ${seconds(ms)} s, ${seconds(cpuMs)} of processor time  ${counts.join(', ')}\n${failed > 0 ? text : ''}`)
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

function seconds(ms) {
  return (ms / 1_000).toFixed(1).padStart(5)
}

/** Node strips types from 22.18 on; below, tsx does. */
function loader() {
  return process.features.typescript ? [] : ['--import', 'tsx']
}

function beside(file) {
  return fileURLToPath(new URL(file, import.meta.url))
}
