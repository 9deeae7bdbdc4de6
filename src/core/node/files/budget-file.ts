/**
 * The tokens of a day in a file, so that a restart or a crash gives none of them back: one line, such as
 * `2026-11-22 0000000000060000`, written before the tokens may be spent. Its length never changes, so it is replaced in
 * place, even on a full disk. For one process.
 */
import { closeSync, constants, fdatasync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AskError } from '../../base/errors.ts'
import { countsFor, DAY_MS } from '../../http/answers/guard.ts'
import type { TokenLedger } from '../../http/wire/settings.ts'
import { makeFolder } from './atomic-write.ts'
import { errorCodeOf, orWriteError } from './path.ts'
import { readBoundedText } from './regular-file.ts'

const LINE = /^(\d{4}-\d{2}-\d{2}) (-?\d{1,16})$/
const DIGITS = 16
const LINE_BYTES = '2026-11-22 \n'.length + DIGITS
/** Bytes of a file that is read: those of version 1.0 have up to 10,000 lines, whose sum counts. */
const MAX_BYTES = 1_048_576
/** Time in which the line reaches the disk; a crash of the program alone loses nothing. */
const SYNC_MS = 1_000

/** A ledger in a file, until it is closed. */
export interface BudgetFile extends TokenLedger {
  /** Brings the line to the disk. Tokens that are added later count in memory; a second call does nothing. */
  readonly close: () => void
}

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
  let spent = sumOf((await readBoundedText(file, MAX_BYTES)) ?? '', day, path)
  let fd = -1
  let timer: ReturnType<typeof setTimeout> | null = null
  let hasFailed = false

  function write(): void {
    writeSync(fd, `${dateOf(day)} ${String(Math.max(0, spent)).padStart(DIGITS, '0')}\n`, 0)
    timer ??= setTimeout(sync, SYNC_MS).unref()
  }

  function sync(): void {
    timer = null
    fdatasync(fd, (error) => error !== null && fail(error))
  }

  function fail(error: unknown): void {
    if (!hasFailed) log(`${path}: can't be written (${errorCodeOf(error)}); tokens are counted in memory, until it can`)
    hasFailed = true
  }

  function add(added: number, tokens: number): void {
    if (!countsFor(added, day)) [day, spent] = [added, 0]
    spent += tokens
    // An answer may end after the file was closed, when the system has given its number to another file.
    if (fd === -1) return
    try {
      write()
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

  async function open(): Promise<void> {
    await makeFolder(dirname(file))
    fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o666)
    write()
    ftruncateSync(fd, LINE_BYTES)
    fsyncSync(fd)
  }

  await orWriteError(path, open())
  return { spentOn: (asked) => (countsFor(asked, day) ? spent : 0), add, close }
}

/** Tokens of one day. A loss of power may leave half of the last line, or zeros. */
function sumOf(text: string, day: number, path: string): number {
  const lines = text.replaceAll('\0', '').split('\n')
  const last = lines.pop() ?? ''
  const records = lines.map((line) => LINE.exec(line))
  if (!/^[\d -]{0,30}$/.test(last) || records.includes(null)) {
    throw new AskError('file-format', `${path}: is not a budget file: name another file`)
  }
  const ofDay = records.filter((record) => record?.[1] === dateOf(day))
  return Math.max(0, ofDay.reduce((sum, record) => sum + Number(record?.[2]), 0))
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
