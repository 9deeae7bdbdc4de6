/** One cold start of a worker: a folder with a bundle -> what workerd takes from nothing to the first result. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { JSON_HEADERS } from '../../support/http.ts'
import { freePort } from '../../support/loopback.ts'

const WORKERD = fileURLToPath(new URL('node_modules/workerd/bin/workerd', import.meta.url))
const LIMIT_MS = 60_000
const STEP_MS = 5
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
/** Places of user and system time behind the name in `/proc/<pid>/stat`. */
const [USER, SYSTEM] = [11, 12]

const CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "bundle.js")],
    compatibilityDate = "2026-10-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`

export interface ColdStart {
  /** Processor time of all threads, in milliseconds, to the nearest ten. */
  readonly processor: number
  /** Milliseconds. */
  readonly wall: number
  /** Most memory that was resident, in bytes. */
  readonly peak: number
}

/** Runs `bundle.js` of a folder, on Linux. */
export async function startCold(folder: string): Promise<ColdStart> {
  writeFileSync(join(folder, 'config.capnp'), CONFIG)
  const port = await freePort()
  const started = performance.now()
  const args = ['serve', 'config.capnp', '--socket-addr', `http=127.0.0.1:${port}`]
  const child = spawn(WORKERD, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    while (!(await isFound(port))) {
      if (child.exitCode !== null || performance.now() - started > LIMIT_MS) throw new Error('workerd gives no result')
      await sleep(STEP_MS)
    }
    return { ...usageOf(child.pid!), wall: performance.now() - started }
  } finally {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

/** Whether a search finds something; false while nothing listens. */
async function isFound(port: number): Promise<boolean> {
  const body = JSON.stringify({ query: 'dynamic routes', mode: 'keyword' })
  const reply = await fetch(`http://127.0.0.1:${port}/api/ask`, { method: 'POST', headers: JSON_HEADERS, body }).catch(() => null)
  if (reply === null) return false
  const text = await reply.text()
  if (reply.ok && JSON.parse(text).results.length > 0) return true
  throw new Error(`workerd answers ${reply.status}: ${text}`)
}

function usageOf(pid: number): Pick<ColdStart, 'processor' | 'peak'> {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return { processor: (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK_MS, peak: Number(kilobytes) * 1024 }
}
