/**
 * The lock of `ask kg build`: a file that names the process which builds. A second build at the same time would pay
 * twice and corrupt the cache. The lock of a process that has ended is taken over.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { makeFolder } from '../files/atomic-write.ts'
import { errorCodeOf } from '../files/error-code.ts'

/** Attempts to take over a stale lock before it counts as held. */
const MAX_ATTEMPTS = 3
/** UTF-16 units of a lock file that are read. */
const MAX_HOLDER_LENGTH = 500

/** The process that holds a lock. */
interface Holder {
  readonly pid: number
  readonly host: string
}

/** Releases the lock; safe to call twice. */
export type ReleaseLock = () => Promise<void>

/** Acquires the lock; throws `AskError('locked')` that names the process which holds it. */
export async function acquireLock(path: string): Promise<ReleaseLock> {
  await makeFolder(dirname(path)).catch((cause: unknown) => {
    throw new AskError('file', `${dirname(path)}: the folder can't be made (${errorCodeOf(cause)})`, { cause })
  })
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (await createLock(path, content)) return () => release(path, content)
    const text = await readFile(path, 'utf8').catch(() => '')
    const holder = parseHolder(text)
    if (holder === null || !isStale(holder)) throw lockHeldError(path, holder)
    await removeStaleLock(path, text)
  }
  throw lockHeldError(path, null)
}

async function createLock(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: 'wx' })
    return true
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return false
    throw new AskError('file', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  }
}

/**
 * Removes a stale lock. It is renamed first: of two processes that see it stale only one can rename it, so neither
 * removes the new lock of the other.
 */
async function removeStaleLock(path: string, staleContent: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  const isOther = (await readFile(aside, 'utf8').catch(() => staleContent)) !== staleContent
  if (isOther) await rename(aside, path).catch(() => undefined)
  else await rm(aside, { force: true })
}

async function release(path: string, content: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (text === content) await rm(path, { force: true })
}

/** True for the lock of a process that has ended; only processes of this machine can be checked. */
function isStale({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCodeOf(error) === 'ESRCH'
  }
}

function parseHolder(text: string): Holder | null {
  try {
    const parsed: unknown = JSON.parse(text.slice(0, MAX_HOLDER_LENGTH))
    if (typeof parsed !== 'object' || parsed === null || !('pid' in parsed) || !('host' in parsed)) return null
    const { pid, host } = parsed
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0 || typeof host !== 'string') return null
    return { pid, host }
  } catch {
    return null
  }
}

function lockHeldError(path: string, holder: Holder | null): AskError {
  const process = holder === null ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`
  const remedy = 'wait for it, or delete the file if no build runs'
  return new AskError('locked', `Another build is running: ${path} is held by ${process}; ${remedy}`)
}
