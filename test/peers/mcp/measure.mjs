/**
 * Prints what `ask mcp` takes on the Astro graph: time to the first reply, calls
 * a second, resident memory. The program is compiled first, as it is published.
 * Arguments: paths of further Node binaries to measure with.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const STARTS = 21
const CALLS = 10_000

const root = fileURLToPath(new URL('../../../', import.meta.url))
const content = join(root, '../shared/corpora/astro-docs')
const folder = mkdtempSync(join(tmpdir(), 'ask-measure-'))
const program = join(folder, 'bin/ask.js')
const graph = join(folder, 'kg.json')

try {
  for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(root, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')], { stdio: 'inherit' })
  execFileSync(process.execPath, [program, 'kg', 'build', existsSync(content) ? content : join(root, 'docs'), '--extractive', '--kg-path', graph], { stdio: 'ignore' })
  const ids = JSON.parse(readFileSync(graph, 'utf8')).sections.map(({ id }) => id)
  console.log(`graph: ${ids.length} sections, ${(statSync(graph).size / 1e6).toFixed(1)} MB`)
  for (const node of [process.execPath, ...process.argv.slice(2)]) await measure(node, ids)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(node, ids) {
  console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  const bare = await times(STARTS, () => run(node, ['-e', '0']))
  const starts = await times(STARTS, () => firstReply(node))
  console.log(`start to first reply: median ${ms(median(starts))}, best ${ms(Math.min(...starts))} (bare Node: ${ms(median(bare))}, ${ms(Math.min(...bare))})`)

  const client = connect(node)
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'measure', version: '1' } })
  console.log(`resident memory after the handshake: ${client.memory()}`)
  const get = (i) => client.ask('tools/call', { name: 'section_get', arguments: { id: ids[(i * 7919) % ids.length] } })
  const load = await time(() => get(0))
  console.log(`first section_get, which loads the graph: ${ms(load)}`)
  for (let i = 0; i < 500; i += 1) await get(i)
  const inTurn = await time(async () => {
    for (let i = 0; i < CALLS; i += 1) await get(i)
  })
  const atOnce = await time(() => Promise.all(Array.from({ length: CALLS }, (_, i) => get(i))))
  console.log(`section_get: ${rate(inTurn)} one after the other, ${rate(atOnce)} ${CALLS} at once`)
  console.log(`resident memory after ${2 * CALLS} calls: ${client.memory()}`)
  const index = await time(() => client.ask('tools/call', { name: 'search', arguments: { query: 'static routes' } }))
  const searches = await time(async () => {
    for (let i = 0; i < 500; i += 1) await client.ask('tools/call', { name: 'search', arguments: { query: `content collections ${i % 9}` } })
  })
  console.log(`first search, which makes the index: ${ms(index)}; then ${(500_000 / searches).toFixed(0)} a second; resident memory: ${client.memory()}`)
  console.log(`end of input to exit: ${ms(await client.end())}`)
}

/** A client of one process, by ids. */
function connect(node) {
  const child = spawn(node, [program, 'mcp', '--kg-path', graph], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map()
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    const lines = (text + piece).split('\n')
    text = lines.pop()
    for (const line of lines) {
      const { id, result } = JSON.parse(line)
      waiting.get(id)(result)
      waiting.delete(id)
    }
  })
  let id = 0
  return {
    ask(method, params) {
      id += 1
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return new Promise((resolve) => waiting.set(id, resolve))
    },
    memory: () => `${(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024).toFixed(0)} MiB`,
    end: () => time(async () => {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    }),
  }
}

async function firstReply(node) {
  const child = spawn(node, [program, 'mcp', '--kg-path', graph], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  child.stdin.write('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"m","version":"1"}}}\n')
  await once(child.stdout, 'data')
  const replied = performance.now()
  child.stdin.end()
  await exited
  return replied
}

async function run(node, args) {
  await once(spawn(node, args, { stdio: 'ignore' }), 'exit')
  return performance.now()
}

/** Milliseconds of each of so many runs, up to the moment that a run gives back. */
async function times(count, once) {
  const found = []
  for (let i = 0; i < count; i += 1) {
    const start = performance.now()
    found.push((await once()) - start)
  }
  return found
}

async function time(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
}

function ms(milliseconds) {
  return `${milliseconds.toFixed(0)} ms`
}

function rate(milliseconds) {
  return `${((CALLS * 1000) / milliseconds).toFixed(0)} a second`
}
