/** `node bench.mjs [quality] [speed] [options]`: prints the tables as Markdown; progress goes to stderr. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { bundleOurs, OUR_SOURCE } from './bundle.mjs'
import { CLOCKS } from './clock.mjs'
import { hasCorpora, isFile, readQueryLog, REAL } from './corpora.mjs'
import { ENGINES, OURS, parseEngines, SPEED_ENGINES } from './engines.mjs'
import { formatQuality, measureQuality } from './quality.mjs'
import { formatSpeed, measureSpeed } from './speed.mjs'

const PARTS = ['quality', 'speed']
/** Above this many sections only ours runs, unless engines are named. */
const MAX_RIVAL_SECTIONS = 200_000
const OPTIONS = {
  engines: { type: 'string' },
  sections: { type: 'string', default: `${REAL},3000,10000,100000` },
  queries: { type: 'string', default: '1000' },
  rounds: { type: 'string', default: '3' },
  limit: { type: 'string', default: '300' },
  clock: { type: 'string', default: 'wall' },
  source: { type: 'string' },
  json: { type: 'string' },
}

const log = (line) => process.stderr.write(`${line}\n`)
const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
if (!hasCorpora()) {
  log('../shared/corpora is absent: nothing to measure')
} else {
  await run()
}

async function run() {
  const parts = positionals.length === 0 ? PARTS : positionals
  const unknown = parts.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw new RangeError(`No part ${unknown}; there are ${PARTS.join(', ')}`)
  const named = values.engines === undefined ? null : parseEngines(values.engines)
  const sizes = values.sections.split(',').map((size) => (size === REAL || isFile(size) ? size : parseCount('sections', size)))
  const [rounds, limitS] = ['rounds', 'limit'].map((name) => parseCount(name, values[name]))
  const { clock } = values
  if (!Object.hasOwn(CLOCKS, clock)) throw new RangeError(`No clock ${clock}; there are ${Object.keys(CLOCKS)}`)
  const report = {
    date: new Date().toISOString(),
    machine: describeMachine(),
    engines: describeEngines(),
    options: values,
  }
  print(`${report.date.slice(0, 10)}, ${report.machine}; ${report.engines}`)
  const bundle = await bundleOurs(values.source ?? OUR_SOURCE).catch((error) => {
    print(`Without ${OURS}: ${error.message.split('\n').slice(0, 2).join(' ')}`)
    return null
  })
  const shared = { bundle, limitS, log }

  if (parts.includes('quality')) {
    report.quality = await measureQuality(available(named ?? Object.keys(ENGINES), bundle), shared)
    print(`## Quality\n\n${formatQuality(report.quality)}`)
  }
  if (parts.includes('speed')) {
    report.speed = []
    print('## Speed')
    for (const size of sizes) {
      const engines = named ?? (size > MAX_RIVAL_SECTIONS ? [OURS] : SPEED_ENGINES)
      const queries = Math.min(parseCount('queries', values.queries), readQueryLog(size).length)
      const result = await measureSpeed(available(engines, bundle), { ...shared, size, rounds, queries, clock })
      report.speed.push(result)
      print(formatSpeed(result))
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
}

function print(text) {
  process.stdout.write(`${text}\n\n`)
}

function available(engines, bundle) {
  return bundle === null ? engines.filter((engine) => engine !== OURS) : engines
}

function parseCount(name, text) {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new RangeError(`--${name} must be a whole number above 0, not ${text}`)
  }
  return count
}

function describeMachine() {
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
}

function describeEngines() {
  const packages = new Set(Object.values(ENGINES).flatMap((engine) => engine.package ?? []))
  return [...packages].map((name) => `${name} ${versionOf(name)}`).join(', ')
}

function versionOf(name) {
  try {
    return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
  } catch {
    return 'not installed'
  }
}
