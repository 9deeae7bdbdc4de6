/**
 * The question log on disk: lines of JSON in a file a day, `questions-2026-11-22.jsonl` for the path `questions.jsonl`.
 * Files are only appended to. Searches never wait for the disk: lines are collected for a moment and written together.
 */
import { constants } from 'node:fs'
import { open, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { wholeNumber } from '../../base/option.ts'
import { count } from '../../base/text.ts'
import { DAY_MS } from '../../http/answers/guard.ts'
import type { QuestionSink } from '../../question-log.ts'
import { makeFolder } from './atomic-write.ts'
import { errorCodeOf, fileError, orWriteError } from './path.ts'
import { isBelow } from './regular-file.ts'

/** Days for which files are kept by default. */
export const QUESTION_LOG_DAYS = 30
/** Time for which lines are collected. */
const WRITE_MS = 500
/** Bytes of one day's file. */
const MAX_DAY_BYTES = 67_108_864
/** UTF-16 units of lines that wait for the disk. */
const MAX_WAITING_LENGTH = 4_194_304
/** Only the owner may read it: readers may have typed anything. */
const MODE = 0o600
/** Without `O_NONBLOCK` opening a pipe waits for its reader; a link could lead anywhere. Windows has neither. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** A question log in files, until it is closed. */
export interface QuestionLogFile extends QuestionSink {
  /** Writes all lines. */
  readonly close: () => Promise<void>
}

export interface QuestionLogFileOptions {
  /** Days for which a file is kept, its own included: 1 to 3,650. Default 30. */
  readonly days?: number
  /** A folder that is served: no log may be in it. Default: none. */
  readonly servedFolder?: string
  /** Clock in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Takes lines for the owner. Default `console.warn`. */
  readonly log?: (line: string) => void
}

/**
 * Opens or creates today's file, and removes files that are too old. Rejects with an `OptionError`, with
 * `AskError('file')`, or with `usage` for a path that is served.
 *
 * @example
 * const sink = await openQuestionLog(`${folder}/questions.jsonl`, { days: 30, servedFolder: 'docs' })
 * const ask = createAsk({ content: async () => [], questionLog: { sink } })
 * await ask.flush()
 * await sink.close()
 */
export async function openQuestionLog(path: string, options: QuestionLogFileOptions = {}): Promise<QuestionLogFile> {
  const { days = QUESTION_LOG_DAYS, servedFolder, now = Date.now, log = (line) => console.warn(line) } = options
  wholeNumber('days', days, [1, 3_650])
  const names = dailyNames(path)
  if (servedFolder !== undefined) await refuseServed(path, servedFolder)
  /** Of the last file. */
  let date = ''
  let waiting: string[] = []
  let [length, dropped] = [0, 0]
  let timer: ReturnType<typeof setTimeout> | null = null
  let writing = Promise.resolve()
  let problem = ''

  function write(line: string): void {
    if (length + line.length > MAX_WAITING_LENGTH) {
      dropped += 1
      return
    }
    waiting.push(line)
    length += line.length + 1
    timer ??= setTimeout(flush, WRITE_MS).unref()
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(writeWaiting).catch((error: unknown) => report(`can't be written (${errorCodeOf(error)})`))
  }

  async function writeWaiting(): Promise<void> {
    if (waiting.length > 0) await append()
    if (dropped > 0) report(`is full or too slow; ${count(dropped, 'line')} left out`)
    else problem = ''
    dropped = 0
  }

  /** Opens the file anew, because its owner may have moved or removed it. Lines wait while it can't be opened. */
  async function append(): Promise<void> {
    const today = names.dateOf(now())
    const file = await openDay(names.fileOf(today))
    try {
      if (today !== date) await removeOld()
      date = today
      const lines = waiting
      ;[waiting, length] = [[], 0]
      const bytes = Buffer.from((file.isTorn ? '\n' : '') + lines.map((line) => `${line}\n`).join(''))
      if (file.bytes + bytes.length > MAX_DAY_BYTES) {
        dropped += lines.length
        return
      }
      for (let at = 0; at < bytes.length;) at += (await file.handle.write(bytes, at)).bytesWritten
      await file.handle.datasync()
    } finally {
      await file.handle.close()
    }
  }

  /** Says a problem once, until lines are written again. */
  function report(text: string): void {
    if (problem === '') log(`The question log ${path} ${text}`)
    problem = text
  }

  async function removeOld(): Promise<void> {
    const oldest = names.dateOf(now() - (days - 1) * DAY_MS)
    for (const name of await readdir(names.folder).catch(() => [])) {
      const date = names.dateIn(name)
      if (date !== null && date < oldest) await rm(join(names.folder, name), { force: true }).catch(() => undefined)
    }
  }

  await orWriteError(path, append())
  return {
    write,
    close: () => {
      flush()
      return writing
    },
  }
}

export function dailyNames(path: string) {
  const [folder, extension] = [dirname(resolve(path)), extname(path)]
  const stem = `${basename(path, extension)}-`
  return {
    folder,
    /** `2026-11-22` in UTC. */
    dateOf: (ms: number) => new Date(ms).toISOString().slice(0, 10),
    fileOf: (date: string) => join(folder, stem + date + extension),
    /** Date in the name of one of the log's files, null for any other name. */
    dateIn(name: string) {
      if (!name.startsWith(stem) || !name.endsWith(extension)) return null
      const date = name.slice(stem.length, name.length - extension.length)
      return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null
    },
  }
}

/** The file of one day; `isTorn` if its last line has no end. */
async function openDay(path: string) {
  await makeFolder(dirname(path))
  const handle = await open(path, FLAGS, MODE)
  try {
    const status = await handle.stat()
    if (!status.isFile()) throw fileError(path, 'written')
    await handle.chmod(MODE)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, status.size - 1))
    return { handle, bytes: status.size, isTorn: bytesRead === 1 && buffer[0] !== 0x0a }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function refuseServed(path: string, servedFolder: string): Promise<void> {
  const [folder, served] = [await realFolder(dirname(resolve(path))), await realFolder(resolve(servedFolder))]
  if (!isBelow(served, folder)) return
  throw new AskError('usage', `${path}: is below ${servedFolder}, which is served: keep the question log elsewhere`)
}

/** Real path of a folder that need not be there. */
async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null)
  if (real !== null || dirname(path) === path) return real ?? path
  return join(await realFolder(dirname(path)), basename(path))
}
