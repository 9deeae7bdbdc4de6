/**
 * `node dead-readers.mjs [--readers 60,300] [--wait S] [--source DIR]`: what clients that ask for a large reply and never
 * read it cost. Three kinds of reply of 11.6 MiB each: the list of sections, a page of a built site, a file of it. The
 * server is a process of its own on loopback; the dead readers connect from 127.0.0.1, other readers from 127.0.0.2.
 * `--source` is another checkout to measure. Prints a Markdown table, progress goes to stderr.
 */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { quantile } from './metrics.mjs'
import { formatFigure, formatTable } from './table.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIB = 1024 * 1024
/** Requests of the other readers before the dead readers come, and while they are there. */
const REQUESTS = 2_000
/** Other readers, each with one request at a time. */
const OTHERS = 4
const TARGETS = { sections: '/api/ask/sections', page: '/page.html', file: '/file.bin' }
const READS = [
  { path: '/api/ask/overview' },
  { path: '/api/ask/glossary' },
  { path: '/healthz' },
  { path: '/api/ask', body: '{"query":"proxy","mode":"keyword"}' },
]

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '60,300' },
    wait: { type: 'string', default: '45' },
    source: { type: 'string', default: ROOT },
  },
})
const folder = compile(resolve(values.source))
try {
  const rows = []
  for (const [name, path] of Object.entries(TARGETS)) {
    for (const readers of values.readers.split(',').map(Number)) {
      process.stderr.write(`${readers} dead readers of ${path}\n`)
      rows.push([name, String(readers), ...(await measure(path, readers))])
    }
  }
  const date = new Date().toISOString().slice(0, 10)
  const load = loadavg().map((figure) => figure.toFixed(1)).join(', ')
  console.log(`${date}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; load ${load}\n`)
  const head = ['reply', 'dead readers', 'calm MiB', 'peak MiB', 'after a collection MiB', 'calm p50, p99 ms', 'with them p50, p99 ms', 'CPU ms', 'refused', 'closed after s']
  console.log(formatTable(head, rows))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

/** The package of a checkout as it is published, in a folder of its own. */
function compile(root) {
  const out = mkdtempSync(join(tmpdir(), 'ask-readers-'))
  const { status, stdout } = spawnSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', out], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package can't be compiled: ${stdout}`)
  writeFileSync(join(out, 'package.json'), '{"type":"module"}')
  return out
}

/** The figures of one fresh server. */
async function measure(path, count) {
  const child = fork(fileURLToPath(new URL('readers/target.mjs', import.meta.url)), [folder], { execArgv: ['--expose-gc'] })
  const tell = async () => {
    const reply = once(child, 'message')
    child.send({})
    return (await reply)[0]
  }
  try {
    const [{ port }] = await once(child, 'message')
    await others(port, 500)
    const calm = await others(port, REQUESTS)
    const before = await tell()
    resetPeak(child.pid)
    const started = performance.now()
    const dead = Array.from({ length: count }, () => deadReader(port, path))
    // The first of these requests meet the server while it begins the large replies.
    const busy = await others(port, REQUESTS)
    await sleep(1_000)
    const peak = peakOf(child.pid)
    const during = await tell()
    const waited = performance.now()
    let open = during.sockets
    while (open > 0 && performance.now() - waited < values.wait * 1_000) {
      await sleep(500)
      open = (await tell()).sockets
    }
    const seconds = (performance.now() - started) / 1_000
    const refused = dead.filter(({ status }) => status() !== 200 && status() !== 0).length
    for (const { socket } of dead) socket.destroy()
    const both = (latencies) => [0.5, 0.99].map((share) => formatFigure(quantile(latencies, share))).join(', ')
    return [
      ...[before.rss, peak, during.rss].map((bytes) => (bytes / MIB).toFixed(0)),
      both(calm), both(busy), (during.cpuMs - before.cpuMs).toFixed(0), String(refused),
      open === 0 ? seconds.toFixed(0) : `over ${seconds.toFixed(0)}`,
    ]
  } finally {
    child.kill()
  }
}

/** A connection that asks for `path` and reads nothing of the reply but what comes at once. */
function deadReader(port, path) {
  const socket = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1' })
  let status = 0
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  socket.once('data', (bytes) => {
    status = Number(bytes.toString('latin1', 9, 12))
    socket.pause()
  })
  return { socket, status: () => status }
}

/** Latencies of small requests in milliseconds, sorted. */
async function others(port, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: OTHERS, localAddress: '127.0.0.2' })
  const latencies = []
  let next = 0
  async function work() {
    while (next < count) {
      const start = performance.now()
      await exchange(port, agent, READS[next++ % READS.length])
      latencies.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: OTHERS }, work))
  agent.destroy()
  return latencies.sort((a, b) => a - b)
}

function exchange(port, agent, { path, body }) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
    const req = request({ host: '127.0.0.1', port, path, agent, headers, method: body === undefined ? 'GET' : 'POST' }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${path}: ${res.statusCode}`))
      res.resume().once('end', resolve)
    })
    req.on('error', reject)
    req.end(body)
  })
}

/** Linux keeps the highest resident memory of a process until it is told to forget it. */
function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function peakOf(pid) {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
