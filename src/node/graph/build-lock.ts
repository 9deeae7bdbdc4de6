/**
 * The lock of `ask kg build`: a file that names the process which builds. A second build at the same time would pay
 * twice and corrupt the cache.
 *
 * Creation: the file is written aside and linked into place; link(2) fails if there is a file. So a lock is never
 * empty or half written, whatever is killed or full. Where a file system has no hard links, the file is created
 * exclusively and then written: a process that is killed between the two leaves a lock without a name.
 *
 * Abandoned locks: if the process of a lock is in the table of processes here, the table and the start time decide.
 * Such a lock is abandoned when the process has ended, and never earlier, however long it is stopped. Any other lock
 * (of another host, another container, an earlier boot, or without a name) is judged by its heartbeat. The age of the
 * last beat can't be taken from its time: hosts and file servers have different clocks, and each may jump. So the
 * waiting process takes the time as a mark that changes, and counts its own looks at it. A lock is abandoned after
 * `MAX_LOOKS` looks without a change, which is the time of ten beats. A clock that jumps only changes the mark, which
 * keeps the lock; a waiting process that sleeps doesn't look. One case remains: a machine sleeps during its build, and
 * another one takes its lock over. The first one learns that from `assertHeld`, before it writes.
 *
 * Takeover: a process that removes an abandoned lock holds a second lock meanwhile, so that it can't remove the new
 * lock of another.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, unlinkSync } from 'node:fs'
import { type FileHandle, link, lstat, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AskError } from '../../base/errors.ts'
import { parseJsonObject } from '../../base/json.ts'
import { makeFolder, removeTemporaryFiles, temporaryPath } from '../files/atomic-write.ts'
import { errorCodeOf } from '../files/error-code.ts'
import { openRegularFile } from '../files/regular-file.ts'
import { startHeartbeat } from './heartbeat.ts'
import { livenessOf, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Attempts to create a lock that others create and release meanwhile. */
const MAX_ATTEMPTS = 8
/** Takeovers of takeovers: each is needed only if a process was killed during the one above it. */
const MAX_DEPTH = 3
/** Bytes of a lock file that are read. */
const MAX_HOLDER_BYTES = 2_000
/** Time between two looks at the heartbeat of a lock, in ms. */
const LOOK_MS = 250
/** Looks without a heartbeat after which a lock is abandoned: 20 seconds. */
const MAX_LOOKS = 80
/** Signals that end a build. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A lock that is held. */
export interface BuildLock {
  /** Throws `AskError('locked')` when another process has taken the lock over. */
  readonly assertHeld: () => Promise<void>
  /** Releases the lock; safe to call twice. */
  readonly release: () => Promise<void>
}

/** The wait for a sign of life of the process that holds a lock. */
export interface LockWait {
  /** Time between two looks, in ms. */
  readonly lookMs: number
  readonly maxLooks: number
  /** Takes one line when the wait begins. */
  readonly onWait: (line: string) => void
}

/** Acquires the lock; throws `AskError('locked')` that names the process which holds it. */
export async function acquireLock(path: string, given: Partial<LockWait> = {}): Promise<BuildLock> {
  await makeFolder(dirname(path)).catch((cause: unknown) => {
    throw new AskError('file', `${dirname(path)}: the folder can't be created (${errorCodeOf(cause)})`, { cause })
  })
  const content = JSON.stringify({ ...(await ownIdentity()), token: randomUUID() })
  const wait: LockWait = { lookMs: LOOK_MS, maxLooks: MAX_LOOKS, onWait: () => undefined, ...given }
  const file = await claim(path, { content, wait, depth: 0 })
  const forget = removeOnEnd(path, content)
  const stopHeartbeat = startHeartbeat(file.fd)
  let released: Promise<void> | null = null

  async function release(): Promise<void> {
    await stopHeartbeat()
    await file.close()
    if ((await readLock(path))?.text === content) await rm(path, { force: true })
    forget()
  }

  // Another process that is about to link its own file makes a new one.
  for (const swept of [path, takeoverPath(path)]) await removeTemporaryFiles(swept)
  return {
    async assertHeld() {
      if ((await readLock(path))?.text === content) return
      throw new AskError('locked', `${path} was removed or taken over by another build; nothing more is written`)
    },
    release: () => (released ??= release()),
  }
}

interface Claim {
  /** Text of the lock file. */
  readonly content: string
  readonly wait: LockWait
  /** Takeovers that this one is for. */
  readonly depth: number
}

/** Creates the lock file, also in the place of an abandoned one, and gives it open. */
async function claim(path: string, given: Claim): Promise<FileHandle> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const file = await createLock(path, given.content)
    if (file !== null) return file
    const lock = await readLock(path)
    if (lock === null) continue
    const holder = parseHolder(lock.text, path)
    const state = await stateOf(path, { ...lock, holder }, given.wait)
    if (state === 'held' || given.depth === MAX_DEPTH) throw lockHeldError(path, holder)
    if (state === 'abandoned') await removeAbandoned(path, lock, given)
  }
  throw lockHeldError(path, null)
}

/** Creates the lock file; null if there is one. */
async function createLock(path: string, content: string): Promise<FileHandle | null> {
  const temporary = temporaryPath(path)
  try {
    const file = await createFile(temporary, content)
    const code = await link(temporary, path).then(() => null, errorCodeOf)
    // On a network the reply to a link that was made may be lost; the number of names says so.
    if (code === null || (await file.stat()).nlink > 1) return file
    await file.close()
    // The one who holds the lock may have removed the temporary file.
    if (code === 'EEXIST' || code === 'ENOENT') return null
    return await createFile(path, content)
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return null
    throw new AskError('file', `${path}: can't be written (${errorCodeOf(cause)})`, { cause })
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** A new file with this text; no file if it can't be written. */
async function createFile(path: string, content: string): Promise<FileHandle> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(content)
    await file.sync()
    return file
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

/** A lock file that was read. */
interface LockFile {
  readonly text: string
  /** Changes with each heartbeat, and with the file. */
  readonly stamp: string
}

/** Reads a lock, null for no file. Throws `AskError('file')` for anything but a regular file. */
async function readLock(path: string): Promise<LockFile | null> {
  const file = await openLock(path)
  if (file === null) return null
  try {
    const { ino, mtimeNs } = await file.stat({ bigint: true })
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HOLDER_BYTES), 0, MAX_HOLDER_BYTES, 0)
    const text = buffer.toString('utf8', 0, bytesRead)
    return { text, stamp: `${ino} ${mtimeNs} ${text}` }
  } finally {
    await file.close()
  }
}

async function openLock(path: string): Promise<FileHandle | null> {
  try {
    const file = (await lstat(path)).isFile() ? await openRegularFile(path) : null
    if (file !== null) return file
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return null
    throw new AskError('file', `${path}: can't be read (${errorCodeOf(cause)})`, { cause })
  }
  throw new AskError('file', `${path}: can't be written: it is not a regular file`)
}

/** The process that a lock names; null for a lock that was cut short. Throws `AskError('locked')` for another file. */
function parseHolder(text: string, path: string): ProcessIdentity | null {
  const { pid, host, machine = null, started } = parseJsonObject(text) ?? {}
  if (typeof pid === 'number' && Number.isInteger(pid) && pid > 0 && typeof host === 'string') {
    const start = typeof started === 'string' || started === null ? started : undefined
    return { pid, host, machine: typeof machine === 'string' ? machine : null, started: start }
  }
  const start = '{"pid":'
  if (/^\0*$/.test(text) || text.startsWith(start) || start.startsWith(text)) return null
  throw new AskError('locked', `${path} is not a lock of ask: move it away, the build needs this name`)
}

interface HeldLock extends LockFile {
  /** Null for a lock without a name. */
  readonly holder: ProcessIdentity | null
}

/** `changed` for a lock that was released or replaced during the wait. */
async function stateOf(path: string, lock: HeldLock, wait: LockWait): Promise<'held' | 'abandoned' | 'changed'> {
  const { holder } = lock
  const liveness = holder === null ? 'unknown' : await livenessOf(holder)
  if (liveness !== 'unknown') return liveness === 'alive' ? 'held' : 'abandoned'
  const seconds = Math.ceil((wait.lookMs * wait.maxLooks) / 1_000)
  wait.onWait(`${path} is held by ${nameOf(holder)}: waiting up to ${seconds} s for a sign that it still builds`)
  for (let look = 0; look < wait.maxLooks; look += 1) {
    await delay(wait.lookMs)
    const next = await readLock(path)
    if (next?.text !== lock.text) return 'changed'
    if (next.stamp !== lock.stamp) return 'held'
  }
  return 'abandoned'
}

/** Path of the lock that a takeover holds. */
function takeoverPath(path: string): string {
  return `${path}.takeover`
}

/** Removes an abandoned lock if it is still the same, while no other process does that. */
async function removeAbandoned(path: string, lock: LockFile, { content, wait, depth }: Claim): Promise<void> {
  const takeover = takeoverPath(path)
  const file = await claim(takeover, { content, wait, depth: depth + 1 })
  try {
    if ((await readLock(path))?.stamp === lock.stamp) await rm(path, { force: true })
  } finally {
    await file.close()
    await rm(takeover, { force: true })
  }
}

/** Removes the lock when the process ends or a signal ends it; the function takes that back. */
function removeOnEnd(path: string, content: string): () => void {
  function remove(): void {
    try {
      if (readFileSync(path, 'utf8') === content) unlinkSync(path)
    } catch {
      // The next build takes the lock over.
    }
  }

  function endWithLock(signal: NodeJS.Signals): void {
    // Any other listener ends the build in its own time, and the build releases the lock.
    if (process.listeners(signal).some(({ name }) => name !== endWithLock.name)) return
    remove()
    forget()
    process.kill(process.pid, signal)
  }

  function forget(): void {
    process.off('exit', remove)
    for (const signal of SIGNALS) process.off(signal, endWithLock)
  }

  process.on('exit', remove)
  for (const signal of SIGNALS) process.on(signal, endWithLock)
  return forget
}

function nameOf(holder: ProcessIdentity | null): string {
  return holder === null ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`
}

function lockHeldError(path: string, holder: ProcessIdentity | null): AskError {
  const remedy = 'wait for it, or delete the file if no build runs'
  return new AskError('locked', `Another build is running: ${path} is held by ${nameOf(holder)}; ${remedy}`)
}
