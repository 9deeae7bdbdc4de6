/**
 * Runs the suites below `test/peers`: `node test/runner/suites.mjs check|release [SUITE …]`.
 *
 * A suite is a private package. Its script `test` is its part in the check of every change, its script `release` all that it
 * has; a suite without `test` runs before a release only, one without `release` has no more than `test`. The check installs
 * a suite's `dependencies`, a release its `devDependencies` as well. `setup.sh` of a suite installs what npm does not have,
 * and fails where it can't.
 *
 * A suite that fails does not stop the others. The table at the end has the seconds and the tests of each, and with `CI` set
 * a skipped test is a failure (see `run.mjs`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packAnew } from '../peers/packing.mjs'

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url))
/** Suites at once: they wait for browsers, timers and downloads. */
const AT_ONCE = 3
/** The longest first, so that none is left to run alone. */
const FIRST = ['reliability', 'overlay', 'astro', 'engine', 'node-versions', 'markdown', 'content', 'types', 'hosts']

const [tier = '', ...names] = process.argv.slice(2)
if (tier !== 'check' && tier !== 'release') throw new Error(`Which suites? "check" or "release", not "${tier}"`)

const suites = inOrder(readSuites().filter(({ name }) => names.length === 0 || names.includes(name)))
for (const name of names) if (!suites.some((suite) => suite.name === name)) throw new Error(`No suite in this tier is called ${name}`)

const rows = []
// Several suites install the package: it is built once for all.
process.env.ASK_PACKAGE = packAnew()
// One after the other: several install system packages.
const isReady = new Map()
for (const suite of suites) isReady.set(suite.name, await setUp(suite))
const queue = suites.filter(({ name }) => isReady.get(name))
await Promise.all(Array.from({ length: AT_ONCE }, async () => {
  for (let suite = queue.shift(); suite !== undefined; suite = queue.shift()) await run(suite)
}))
printTable()
process.exitCode = rows.every(({ status }) => status === 0) && rows.length > 0 ? 0 : 1

/** The suites of the tier, and the script that each of them runs. */
function readSuites() {
  return readdirSync(PEERS).filter((name) => existsSync(join(PEERS, name, 'package.json'))).flatMap((name) => {
    const { scripts = {} } = JSON.parse(readFileSync(join(PEERS, name, 'package.json'), 'utf8'))
    const script = tier === 'release' && scripts.release !== undefined ? 'release' : 'test'
    return scripts[script] === undefined ? [] : [{ name, script, folder: join(PEERS, name) }]
  })
}

function inOrder(suites) {
  const place = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return suites.toSorted((a, b) => place(a) - place(b))
}

/** Installs what a suite needs beside npm's packages; false, with a row of the table, where that fails. */
async function setUp({ name, folder }) {
  if (!existsSync(join(folder, 'setup.sh'))) return true
  const { status, text, seconds } = await execute(folder, 'sh', ['setup.sh'])
  if (status === 0) return true
  rows.push({ name, status, installSeconds: seconds, seconds: 0, result: text.trim().split('\n').at(-1) })
  return false
}

/** Installs a suite's packages and runs it; its output is shown as a whole when it ends. */
async function run({ name, folder, script }) {
  const omitted = tier === 'check' ? ['--omit=dev'] : []
  const installed = await execute(folder, 'npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...omitted])
  const { status, text, seconds } = installed.status === 0 ? await execute(folder, 'npm', ['run', '--silent', script]) : installed
  process.stdout.write(`\n== ${name} (${seconds} s, status ${status})\n${text}`)
  const results = text.match(/^\d+ passed, \d+ failed, \d+ skipped$/gm) ?? []
  rows.push({ name, status, installSeconds: installed.seconds, seconds, result: sum(results) })
}

/** The sum of the last lines of all runs of a suite. */
function sum(results) {
  if (results.length === 0) return 'no result'
  const counts = results.map((result) => result.match(/\d+/g).map(Number))
  const [passed, failed, skipped] = [0, 1, 2].map((at) => counts.reduce((total, numbers) => total + numbers[at], 0))
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

async function execute(cwd, program, args) {
  const start = performance.now()
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (piece) => (text += piece))
  const [code, signal] = await once(child, 'close')
  if (signal !== null) text += `${program} ended with ${signal}.\n`
  return { status: code ?? 1, text, seconds: Math.round((performance.now() - start) / 1_000) }
}

function printTable() {
  const lines = rows.map(({ name, status, installSeconds, seconds, result }) => `| ${name} | ${installSeconds} | ${seconds} | ${status === 0 ? '' : '**failed** '}${result} |`)
  process.stdout.write(`\n| suite | install, s | run, s | tests |\n|---|---|---|---|\n${lines.sort().join('\n')}\n`)
}
