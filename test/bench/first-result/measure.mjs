/**
 * `node measure.mjs [--rounds N]`: machine time from a site that exists to its first search result, step by step, as
 * Markdown. Each way starts from a fresh copy of its site, packages installed, nothing built; npm's cache is empty, so
 * that packages come from the registry, but for `ask`, which is packed from this checkout. What a person takes to read,
 * type and decide is not in it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from '../metrics.mjs'
import { formatTable } from '../table.mjs'
import { SITE_NAMES, VERSIONS, writeSite } from './sites.mjs'
import { QUERY, WAYS } from './ways.mjs'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = fileURLToPath(new URL('node_modules/node/bin', import.meta.url))
const PARTS = ['bin', 'src', 'package.json', 'openapi.yaml', 'README.md', 'CHANGELOG.md', 'LICENSE', 'tsconfig.json', 'tsconfig.build.json', 'tsconfig.overlay.json']
const FIRST_RESULT_LIMIT_MS = 120_000
const STEP_MS = 20

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number.parseInt(values.rounds, 10)
if (!(rounds >= 1)) throw new RangeError('--rounds must be a whole number from 1')
const scratch = mkdtempSync(join(tmpdir(), 'ask-first-result-'))
try {
  const tarball = pack()
  const pages = createSites()
  const times = WAYS.map(() => [])
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, way] of WAYS.entries()) {
      process.stderr.write(`round ${round} of ${rounds}: ${way.site}, ${way.tool}\n`)
      times[at].push(await walk(way, tarball))
    }
  }
  const load = loadavg().map((figure) => figure.toFixed(1)).join(', ')
  const date = new Date().toISOString().slice(0, 10)
  console.log(`${date}, ${VERSIONS}, ${pages} pages, Node ${version()}, load ${load}; medians of ${rounds}, seconds\n`)
  console.log(formatTable(['site', 'way', 'commands', 'edits', 'install', 'build', 'to the first result', 'in all'], WAYS.map((way, at) => row(way, times[at]))))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Building and starting a site are steps that its owner takes anyway: their time counts, as steps they don't. */
function row({ site, tool, steps, until }, runs) {
  const figure = (name) => median(runs.map((run) => run[name])).toFixed(1)
  const commands = steps.filter(({ command }) => command !== undefined).length + (until.ask?.[0] === 'ask' ? 1 : 0)
  const edits = steps.filter((step) => step.edit !== undefined).length
  return [site, tool, String(commands), String(edits), figure('install'), figure('build'), figure('result'), figure('all')]
}

/** Takes the steps of a way; seconds of each part. */
async function walk({ site, steps, until }, tarball) {
  const folder = join(scratch, 'walk')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(scratch, site), folder, { recursive: true, verbatimSymlinks: true })
  const seconds = { install: 0, build: 0, result: 0 }
  const cache = mkdtempSync(join(scratch, 'cache-'))
  for (const { words, file, change } of steps) {
    if (file !== undefined) edit(join(folder, file), change)
    else {
      const started = performance.now()
      run(words.map((word) => word.replace('TARBALL', tarball)), folder, cache)
      seconds[words[1] === 'install' ? 'install' : 'build'] += (performance.now() - started) / 1000
    }
  }
  const started = performance.now()
  if (until === 'pagefind') await firstOfPagefind(folder)
  else await firstOfAsk(until.ask, folder)
  seconds.result = (performance.now() - started) / 1000
  return { ...seconds, all: seconds.install + seconds.build + seconds.result }
}

function edit(path, change) {
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`The edit of ${path} changes nothing`)
  writeFileSync(path, changed)
}

/** From the start of the server to the first result of a search over HTTP. */
async function firstOfAsk([program, ...args], folder) {
  const port = await freePort()
  const command = program === 'node' ? args : [join(folder, 'node_modules/.bin', program), ...args.map((word) => word.replace('PORT', String(port)))]
  const child = spawn(join(BIN, 'node'), command, { cwd: folder, env: environment({ HOST: '127.0.0.1', PORT: String(port) }), stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const exited = once(child, 'exit')
  try {
    const deadline = Date.now() + FIRST_RESULT_LIMIT_MS
    while (!(await hasResult(port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`No result: ${printed}`)
      await sleep(STEP_MS)
    }
  } finally {
    child.kill('SIGKILL')
    await exited
  }
}

async function hasResult(port) {
  const body = JSON.stringify({ query: QUERY, mode: 'keyword' })
  const hosts = ['127.0.0.1', '[::1]']
  for (const host of hosts) {
    const reply = await fetch(`http://${host}:${port}/api/ask`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null)
    if (reply?.ok && (await reply.json()).results.length > 0) return true
  }
  return false
}

/** Its own files as a browser would load them, read from disk. */
async function firstOfPagefind(folder) {
  const program = `
    import { readFile } from 'node:fs/promises'
    import { fileURLToPath } from 'node:url'
    globalThis.fetch = async (address) => new Response(await readFile(fileURLToPath(String(address).replace(/\\?.*$/, ''))))
    const pagefind = await import(${JSON.stringify(pathToFileURL(join(folder, 'dist/pagefind/pagefind.js')).href)})
    const { results } = await pagefind.search(${JSON.stringify(QUERY)})
    if (results.length === 0 || (await results[0].data()).url === '') process.exit(1)`
  execFileSync(join(BIN, 'node'), ['--input-type=module', '-e', program], { cwd: folder, env: environment() })
}

/** Both sites with their packages, which are not part of any way. */
function createSites() {
  const cache = join(scratch, 'cache')
  return Math.max(...SITE_NAMES.map((name) => {
    const folder = join(scratch, name)
    mkdirSync(folder)
    const pages = writeSite(folder, name)
    run(['npm', 'install'], folder, cache)
    return pages
  }))
}

/** The package as it is published, built in a copy, so that the checkout stays as it is. */
function pack() {
  const copy = join(scratch, 'package')
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('npm', ['pack', '--silent'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
  return join(copy, readdirSync(copy).find((name) => name.endsWith('.tgz')))
}

function run([program, ...args], folder, cache) {
  const quiet = args[0] === 'install' ? ['--no-audit', '--no-fund'] : []
  execFileSync(program, [...args, ...quiet], { cwd: folder, env: environment({ npm_config_cache: cache, npm_config_loglevel: 'error' }), stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Without the keys of whoever measures, with the Node that Astro needs first. */
function environment(more = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:LLM_|ANALYTICS_|NODE_OPTIONS|npm_config_local_prefix)/.test(name))
  return { ...Object.fromEntries(own), PATH: BIN + delimiter + process.env.PATH, ASTRO_TELEMETRY_DISABLED: '1', CI: '1', ...more }
}

function version() {
  return execFileSync(join(BIN, 'node'), ['--version'], { encoding: 'utf8' }).trim()
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
