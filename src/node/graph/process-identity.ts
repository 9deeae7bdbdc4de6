/**
 * The identity of a process, which no later process shares. A process id alone is given again: after a restart, in
 * another container, to pid 1 of each. So the identity has the host, the boot, the table of processes (on Linux the
 * boot id and the namespace) and the start time of the process. None of these changes when the clock is set.
 */
import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { errorCodeOf } from '../files/error-code.ts'

/** Time for `ps` to give a start time, in ms. */
const PS_TIMEOUT_MS = 2_000

/** A process of some machine. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** Boot and table of processes in which the id holds; null if the system has no name for them. */
  readonly machine: string | null
  /** Start time in the system's own form; null if it isn't known, undefined in files of older versions. */
  readonly started: string | null | undefined
}

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const { started } = await statusOf(process.pid)
  return { pid: process.pid, host: hostname(), machine: await machineName(), started }
}

/** Says whether a process runs; `unknown` for one whose table of processes can't be read from here. */
export async function livenessOf(identity: ProcessIdentity): Promise<'alive' | 'ended' | 'unknown'> {
  const { pid, host, machine, started } = identity
  const isOlder = started === undefined
  if (host !== hostname() || (!isOlder && machine !== (await machineName()))) return 'unknown'
  if (!exists(pid)) return 'ended'
  const status = await statusOf(pid)
  if (status.hasEnded) return 'ended'
  // Older versions wrote no start time; this process wrote no such file.
  if (isOlder) return pid === process.pid ? 'ended' : 'alive'
  if (started === null || status.started === null) return 'unknown'
  return started === status.started ? 'alive' : 'ended'
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) !== 'ESRCH'
  }
}

async function machineName(): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const table = await readlink('/proc/self/ns/pid').catch(() => '')
  return boot === '' || table === '' ? null : `${boot.trim()} ${table}`
}

interface ProcessStatus {
  readonly started: string | null
  /** True for a process that has ended and whose parent has not asked for its exit code. */
  readonly hasEnded: boolean
}

/** The status of a process by `/proc` (Linux) or `ps` (other systems); Windows gives neither. */
async function statusOf(pid: number): Promise<ProcessStatus> {
  if (process.platform === 'win32') return { started: null, hasEnded: false }
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name of the program is in brackets and may hold any character. Field 3 follows it; field 22 is the start.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { started: fields[19] ?? null, hasEnded: /^[ZX]$/.test(fields[0] ?? '') }
  }
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
  const listed = promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env, timeout: PS_TIMEOUT_MS })
  const [state = '', ...start] = await listed.then(({ stdout }) => stdout.trim().split(/\s+/), () => [])
  return { started: start.join(' ') || null, hasEnded: state.startsWith('Z') }
}
