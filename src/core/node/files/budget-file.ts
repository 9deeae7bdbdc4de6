/**
 * The tokens of a day in a file, so that a restart or a crash gives none of them back. Only lines are added to it, such
 * as `2026-11-22 60000`, each before the tokens may be spent; the sum of a day's lines counts. A new day, a start and
 * every 10,000 lines replace the file by one line. For one process.
 */
import { closeSync, fdatasync, fstatSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { countsFor, DAY_MS } from '../../http/answers/guard.ts'
import type { TokenLedger } from '../../http/wire/settings.ts'
import { makeFolder, temporaryPath } from './atomic-write.ts'
import { errorCodeOf, orWriteError } from './path.ts'
import { readBoundedFile } from './regular-file.ts'

const LINE = /^(\d{4}-\d{2}-\d{2}) (-?\d{1,16})$/
/** Lines after which the file is replaced by one. */
const MAX_LINES = 10_000
/** Bytes of a file that is read: more than its lines ever take. */
const MAX_BYTES = 4_194_304
/** Time in which lines reach the disk; a crash of the program alone loses none. */
const SYNC_MS = 1_000

/** A ledger in a file, until it is closed. */
export interface BudgetFile extends TokenLedger {
  /** Brings all lines to the disk. Tokens that are added later count in memory; a second call does nothing. */
  readonly close: () => void
}

/** Options of a budget file. */
export interface BudgetFileOptions {
  /** Clock in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Takes lines for the owner. Default `console.warn`. */
  readonly log?: (line: string) => void
}

/**
 * Opens the file, or makes it. Throws `AskError('file')`, or `file-format` for a file that holds anything else.
 *
 * @example
 * const ledger = await openBudgetFile(`${folder}/budget`)
 * const ask = createAsk({ content: async () => [], ledger })
 * ledger.close()
 */
export async function openBudgetFile(
  path: string,
  { now = Date.now, log = (line) => console.warn(line) }: BudgetFileOptions = {},
): Promise<BudgetFile> {
  const file = resolve(path)
  let day = Math.floor(now() / DAY_MS)
  let spent = sumOf((await readBoundedFile(file, MAX_BYTES))?.toString('utf8') ?? '', day, path)
  let [fd, lines, bytes] = [-1, 0, 0]
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasFailed = false

  function append(line: string): void {
    bytes += writeSync(fd, line)
    lines += 1
    timer ??= setTimeout(sync, SYNC_MS).unref()
  }

  function sync(): void {
    timer = null
    fdatasync(fd, (error) => error !== null && fail(error))
  }

  function compact(): void {
    const temporary = temporaryPath(file)
    const next = openSync(temporary, 'ax', 0o666)
    try {
      const line = lineOf(day, spent)
      writeSync(next, line)
      fsyncSync(next)
      renameSync(temporary, file)
      if (fd !== -1) closeSync(fd)
      ;[fd, lines, bytes] = [next, 1, line.length]
    } catch (error) {
      closeSync(next)
      rmSync(temporary, { force: true })
      throw error
    }
  }

  function fail(error: unknown): void {
    if (!hasFailed) log(`${path}: can't be written (${errorCodeOf(error)}); tokens are counted in memory, until it can`)
    hasFailed = true
  }

  function add(added: number, tokens: number): void {
    const isNewDay = !countsFor(added, day)
    if (isNewDay) [day, spent] = [added, 0]
    spent += tokens
    // An answer may end after the file was closed, when the system has given its number to another file.
    if (fd === -1) return
    try {
      // The file of a second process must not be replaced.
      const mayCompact = fstatSync(fd).size === bytes
      if ((isNewDay || lines >= MAX_LINES || hasFailed) && mayCompact) compact()
      else append(lineOf(day, tokens))
      hasFailed = false
    } catch (error) {
      fail(error)
    }
  }

  function close(): void {
    if (fd === -1) return
    if (timer !== null) clearTimeout(timer)
    fsyncSync(fd)
    closeSync(fd)
    fd = -1
  }

  await orWriteError(path, makeFolder(dirname(file)).then(compact))
  return { spentOn: (asked) => (countsFor(asked, day) ? spent : 0), add, close }
}

/** Tokens of one day. A loss of power may leave half of the last line, or zeros. */
function sumOf(text: string, day: number, path: string): number {
  const lines = text.replaceAll('\0', '').split('\n')
  const last = lines.pop() ?? ''
  if (!/^[\d -]{0,30}$/.test(last)) throw notABudget(path)
  let sum = 0
  for (const line of lines) {
    const [, date, tokens] = LINE.exec(line) ?? []
    if (date === undefined) throw notABudget(path)
    if (date === dateOf(day)) sum += Number(tokens)
  }
  return Math.max(0, sum)
}

function notABudget(path: string): AskError {
  return new AskError('file-format', `${path}: is not a budget file: name another file`)
}

function lineOf(day: number, tokens: number): string {
  return `${dateOf(day)} ${tokens}\n`
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
