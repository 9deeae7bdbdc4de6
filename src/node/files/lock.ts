/**
 * A file that says who builds: a second build beside the first would pay twice
 * and mix up the cache. A lock whose holder is gone is taken over.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { parseJsonObject } from '../../base/json.ts'
import { errorCodeOf } from './error-code.ts'
import { makeFolder } from './graph-file.ts'

/** Times that a stale lock is taken over before it counts as contended. */
const MAX_TRIES = 3
/** UTF-16 units of a lock file that are believed. */
const MAX_HOLDER_LENGTH = 500

interface Holder {
  readonly pid: number
  readonly host: string
}

/** Gives the lock back; safe to call twice. */
export type Release = () => Promise<void>

/** Throws `AskError('content')` that names the holder where the lock is held. */
export async function takeLock(path: string): Promise<Release> {
  await makeFolder(dirname(path)).catch((cause: unknown) => {
    throw new AskError('content', `${dirname(path)}: no folder can be made here (${errorCodeOf(cause)})`, { cause })
  })
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() })
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    if (await create(path, mine)) return () => release(path, mine)
    const text = await readFile(path, 'utf8').catch(() => '')
    const holder = parseHolder(text)
    if (holder === null || !isGone(holder)) throw held(path, holder)
    await discard(path, text)
  }
  throw held(path, null)
}

async function create(path: string, mine: string): Promise<boolean> {
  try {
    await writeFile(path, mine, { flag: 'wx' })
    return true
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return false
    throw new AskError('content', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  }
}

/** Moves a stale lock out of the way first: of two that see it stale, only one moves it, and neither removes the other's new one. */
async function discard(path: string, stale: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const isOther = (await readFile(aside, 'utf8').catch(() => stale)) !== stale
  if (isOther) await rename(aside, path).catch(() => undefined)
  else await rm(aside, { force: true })
}

async function release(path: string, mine: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text === mine) await rm(path, { force: true })
}

/** Only processes of this machine can be looked for. */
function isGone({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCodeOf(error) === 'ESRCH'
  }
}

function parseHolder(text: string): Holder | null {
  const { pid, host } = parseJsonObject(text.slice(0, MAX_HOLDER_LENGTH)) ?? {}
  return Number.isInteger(pid) && typeof pid === 'number' && pid > 0 && typeof host === 'string' ? { pid, host } : null
}

function held(path: string, holder: Holder | null): AskError {
  const who = holder === null ? 'by a holder that left no name' : `by process ${holder.pid} on ${holder.host}`
  return new AskError('content', `Another build is under way: ${path} is held ${who}; wait for it, or delete the file if no build runs`)
}
