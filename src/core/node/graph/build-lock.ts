/**
 * The lock of `ask kg build`: a file with the process that builds. A second build at the same time would pay twice.
 *
 * Method: the file is created exclusively. A lock whose process has ended on this host is taken over at once; any other
 * one when its file was not touched for `MAX_AGE_MINUTES`. The holder touches it by a timer, not by its progress: a
 * build may wait for a model for minutes, but no step of it keeps the thread busy for as long. Where a lock is taken
 * over wrongly all the same (the machine slept, a clock is wrong by minutes, two hosts have one name), its first holder
 * learns that from `assertHeld` before it writes.
 */
import { closeSync, lstatSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AskError } from '../../base/errors.ts'
import { parseJsonObject } from '../../base/json.ts'
import { makeFolder } from '../files/atomic-write.ts'
import { errorCodeOf, fileError } from '../files/path.ts'

/** Minutes without a touch after which a lock is taken over, whoever holds it. */
const MAX_AGE_MINUTES = 10
/** Time between two touches of a lock that is held, in ms. */
const TOUCH_MS = 30_000
/** Age up to which a lock without a name may still get one, in ms: its process writes it right after the creation. */
const UNNAMED_MS = 500
/** Time between two attempts to take a lock, in ms. */
const RETRY_MS = 50
/** Attempts to take a lock that others create, name and release meanwhile. */
const MAX_ATTEMPTS = 20
const MAX_LOCK_BYTES = 2_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A lock that is held. */
export type BuildLock = ReturnType<typeof holdLock>

/**
 * Acquires the lock. `log` takes one line when a lock is taken over for its age. Throws `AskError('locked')` that names
 * the process which holds it.
 */
export async function acquireLock(path: string, log: (line: string) => void): Promise<BuildLock> {
  await makeFolder(dirname(path)).catch((cause: unknown) => {
    throw new AskError('file', `${dirname(path)}: the folder can't be created (${errorCodeOf(cause)})`, { cause })
  })
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() })
  let holder: Holder | null = null
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await delay(RETRY_MS)
    // No step up to the creation is asynchronous, so that hardly any other process comes between them.
    const lock = readLock(path)
    if (lock !== null) {
      holder = parseHolder(lock.text, path)
      const state = stateOf(holder, Date.now() - lock.touchedMs)
      if (state === 'held') break
      if (state === 'unnamed') continue
      if (state === 'old') {
        log(`Taking over ${path}: ${nameOf(holder)} gave no sign of life for ${MAX_AGE_MINUTES} minutes`)
      }
      rmSync(path, { force: true })
    }
    if (!createLock(path, text)) continue
    // Another process may have judged the same lock, and have removed this one instead: it has done so by now.
    if (lock !== null) await delay(RETRY_MS)
    if (isOwn(path, text)) return holdLock(path, text)
  }
  const remedy = 'wait for it, or delete the file if no build runs'
  throw new AskError('locked', `Another build is running: ${path} is held by ${nameOf(holder)}; ${remedy}`)
}

/** Touches the lock until it is released, and releases it when the process ends. */
function holdLock(path: string, text: string) {
  const timer = setInterval(touch, TOUCH_MS).unref()

  function touch(): void {
    try {
      if (isOwn(path, text)) utimesSync(path, new Date(), new Date())
    } catch {
      // The next touch follows soon.
    }
  }

  /** Releases the lock; safe to call twice. */
  function release(): void {
    clearInterval(timer)
    process.off('exit', release)
    for (const signal of SIGNALS) process.off(signal, endWithLock)
    try {
      if (isOwn(path, text)) rmSync(path)
    } catch {
      // The next build takes the lock over.
    }
  }

  function endWithLock(signal: NodeJS.Signals): void {
    // Any other listener ends the build in its own time, and the build releases the lock.
    if (process.listenerCount(signal) > 1) return
    release()
    process.kill(process.pid, signal)
  }

  process.on('exit', release)
  for (const signal of SIGNALS) process.on(signal, endWithLock)
  return {
    /** Throws `AskError('locked')` when another process has taken the lock over. */
    assertHeld() {
      if (isOwn(path, text)) return
      throw new AskError('locked', `${path} was removed or taken over by another build; nothing more is written`)
    },
    release,
  }
}

/** Creates the lock file; false if there is one. A file that can't be written, such as on a full disk, is removed. */
function createLock(path: string, text: string): boolean {
  try {
    const file = openSync(path, 'wx')
    try {
      writeFileSync(file, text)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    } finally {
      closeSync(file)
    }
    return true
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return false
    throw fileError(path, 'written', cause)
  }
}

/** Text and last touch (in ms since 1970) of a lock, null for none. Throws `AskError('file')` for no regular file. */
function readLock(path: string) {
  try {
    const stats = lstatSync(path)
    // Nobody may write a pipe that is read, and a link may lead anywhere.
    if (!stats.isFile()) throw fileError(path, 'written')
    if (stats.size > MAX_LOCK_BYTES) throw notALock(path)
    return { text: readFileSync(path, 'utf8'), touchedMs: stats.mtimeMs }
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return null
    throw fileError(path, 'read', cause)
  }
}

function isOwn(path: string, text: string): boolean {
  return readLock(path)?.text === text
}

interface Holder {
  readonly pid: number
  readonly host: string
  /** Time of the acquisition, in ms since 1970; NaN in files of older versions. */
  readonly sinceMs: number
}

/**
 * The holder in the text of a lock; null for a lock without one: its process was killed right after the creation, or a
 * loss of power has left zeros. Throws `AskError('locked')` for another file.
 */
function parseHolder(text: string, path: string): Holder | null {
  if (/^\0*$/.test(text)) return null
  const { pid, host, since } = parseJsonObject(text) ?? {}
  if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') throw notALock(path)
  return { pid: Number(pid), host, sinceMs: Date.parse(String(since)) }
}

/** `unnamed` for a lock that gets its name in a moment, `ended` and `old` for one that is taken over. */
function stateOf(holder: Holder | null, ageMs: number): 'held' | 'unnamed' | 'ended' | 'old' {
  if (ageMs > MAX_AGE_MINUTES * 60_000) return 'old'
  if (holder === null) return ageMs < UNNAMED_MS ? 'unnamed' : 'ended'
  return hasEnded(holder) ? 'ended' : 'held'
}

/** True for a process of this host that runs no more. */
function hasEnded({ pid, host, sinceMs }: Holder): boolean {
  if (host !== hostname()) return false
  // An earlier process had the id of this one, as each first process of a container has.
  if (pid === process.pid) return sinceMs < performance.timeOrigin
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return errorCodeOf(error) === 'ESRCH'
  }
}

function nameOf(holder: Holder | null): string {
  return holder === null ? 'an unknown process' : `process ${holder.pid} on ${holder.host}`
}

function notALock(path: string): AskError {
  return new AskError('locked', `${path} is not a lock of ask: move it away, the build needs this name`)
}
