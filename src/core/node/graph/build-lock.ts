/**
 * The lock of `ask kg build`: a file with the process that builds. A second build at the same time would pay twice.
 *
 * Method: the file is created exclusively. A lock whose process has ended on this host is taken over at once; any other
 * one when its file was not touched for `MAX_AGE_MINUTES`. The holder touches it by a timer, not by its progress: a
 * build may wait for a model for minutes, but no step of it keeps the thread busy for as long. Where a lock is taken
 * over wrongly all the same (two processes judge one lock at the same moment, the machine slept, a clock is wrong by
 * minutes, two hosts have one name), its first holder learns that from `assertHeld` before it writes.
 */
import { lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { parseJsonObject } from '../../base/json.ts'
import { makeFolder } from '../files/atomic-write.ts'
import { errorCodeOf, fileError, orWriteError } from '../files/path.ts'

/** Minutes without a touch after which a lock is taken over, whoever holds it. */
const MAX_AGE_MINUTES = 10
/** Time between two touches of a lock that is held, in ms. */
const TOUCH_MS = 30_000
const MAX_LOCK_BYTES = 2_000

export type BuildLock = ReturnType<typeof holdLock>

/**
 * Acquires the lock. `log` takes one line when a lock is taken over for its age. Throws `AskError('locked')` that names
 * the process which holds it.
 */
export async function acquireLock(path: string, log: (line: string) => void): Promise<BuildLock> {
  await orWriteError(path, makeFolder(dirname(path)))
  // No step up to the creation is asynchronous, so that hardly any other process comes between them.
  const lock = readLock(path)
  if (lock !== null) {
    const holder = parseHolder(lock.text, path)
    const isOld = Date.now() - lock.touchedMs > MAX_AGE_MINUTES * 60_000
    if (!isOld && !hasEnded(holder)) throw isHeld(path, holder.name)
    if (isOld) log(`Taking over ${path}: ${holder.name} gave no sign of life for ${MAX_AGE_MINUTES} minutes`)
    rmSync(path, { force: true })
  }
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() })
  try {
    writeFileSync(path, text, { flag: 'wx' })
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') throw isHeld(path, 'another process')
    rmSync(path, { force: true })
    throw fileError(path, 'written', cause)
  }
  return holdLock(path, text)
}

/** Touches the lock until it is released. */
function holdLock(path: string, text: string) {
  const isOwn = () => readLock(path)?.text === text
  const timer = setInterval(() => ifOwn(() => utimesSync(path, new Date(), new Date())), TOUCH_MS).unref()

  function ifOwn(act: () => void): void {
    try {
      if (isOwn()) act()
    } catch {
      // The next touch follows soon, and the next build takes a lock over that is left.
    }
  }

  return {
    /** Throws `AskError('locked')` when another process has taken the lock over. */
    assertHeld() {
      if (isOwn()) return
      throw new AskError('locked', `${path} was removed or taken over by another build; nothing more is written`)
    },
    /** Releases the lock; safe to call twice. */
    release() {
      clearInterval(timer)
      ifOwn(() => rmSync(path))
    },
  }
}

/** Text and last touch (in ms since 1970) of a lock, null for none. Throws `AskError('file')` for no regular file. */
function readLock(path: string) {
  try {
    const stats = lstatSync(path)
    // Nobody may write a pipe that is read, and a link may lead anywhere.
    if (!stats.isFile()) throw fileError(path, 'written')
    return { text: stats.size > MAX_LOCK_BYTES ? 'too long' : readFileSync(path, 'utf8'), touchedMs: stats.mtimeMs }
  } catch (cause) {
    if (errorCodeOf(cause) === 'ENOENT') return null
    throw fileError(path, 'read', cause)
  }
}

interface Holder {
  /** For people. */
  readonly name: string
  /** Null in a lock without one: its process was killed right after the creation, or a loss of power has left zeros. */
  readonly pid: number | null
  readonly host: string
  /** Time of the acquisition, in ms since 1970. */
  readonly sinceMs: number
}

/** The holder in the text of a lock. Throws `AskError('locked')` for another file. */
function parseHolder(text: string, path: string): Holder {
  if (/^\0*$/.test(text)) return { name: 'an unknown process', pid: null, host: '', sinceMs: 0 }
  const { pid, host, since } = parseJsonObject(text) ?? {}
  if (typeof pid !== 'number' || !(Number.isSafeInteger(pid) && pid > 0) || typeof host !== 'string') {
    throw new AskError('locked', `${path} is not a lock of ask: move it away, the build needs this name`)
  }
  return { name: `process ${pid} on ${host}`, pid, host, sinceMs: Date.parse(String(since)) }
}

/** True for a process of this host that runs no more. */
function hasEnded({ pid, host, sinceMs }: Holder): boolean {
  if (pid === null) return true
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

function isHeld(path: string, holder: string): AskError {
  const remedy = 'wait for it, or delete the file if no build runs'
  return new AskError('locked', `Another build is running: ${path} is held by ${holder}; ${remedy}`)
}
