/** A change of a file, which its owner sees as a unified diff, for `patch` and `git apply`, and allows. */
import type { Io } from './io.ts'
import { sanitizeLine, sanitizeText } from './sanitize.ts'

/** A file to write. */
export interface FileChange {
  readonly path: string
  /** Current text, null for a new file. */
  readonly before: string | null
  readonly after: string
  /** The file that is written instead of a link, else null. */
  readonly linkTarget: string | null
}

/**
 * Shows the change and asks, unless the command line has said yes; then calls `write`. The exit code is 1 only if
 * nobody could be asked.
 */
export async function confirmChange(
  change: FileChange,
  isYes: boolean,
  io: Io,
  write: () => Promise<void>,
): Promise<number> {
  const shown = sanitizeLine(change.path)
  if (change.before === change.after) {
    io.stdout.write(`${shown} is up to date\n`)
    return 0
  }
  printChange(change, io)
  io.stdout.write('\n')
  const refusal = isYes ? null : await askToWrite(shown, io)
  if (refusal !== null) return refusal
  await write()
  io.stdout.write(`Wrote ${shown}\n`)
  return 0
}

/** Shows a change as a diff. */
export function printChange({ path, before, after, linkTarget }: FileChange, { stdout }: Pick<Io, 'stdout'>): void {
  if (linkTarget !== null) {
    stdout.write(`${sanitizeLine(path)} is a link to ${sanitizeLine(linkTarget)}: that file is written\n`)
  }
  stdout.write(sanitizeText(unifiedDiff(path, before, after)))
}

/** Null for yes, else the exit code: 0 if the owner said no, 1 if there was no terminal to ask. */
export async function askToWrite(
  files: string,
  { confirm, stderr }: Pick<Io, 'confirm' | 'stderr'>,
): Promise<0 | 1 | null> {
  if (confirm !== null && (await confirm(`Write ${files}?`))) return null
  const remedy = confirm === null ? ': without a terminal to ask, pass --yes' : ''
  stderr.write(`Nothing was written${remedy}\n`)
  return confirm === null ? 1 : 0
}

/** Unchanged lines before and after a change. */
const CONTEXT = 3
/** Text after a last line without a line break. */
const NO_NEWLINE = '\n\\ No newline at end of file\n'
/** Pairs of lines to compare between the first and the last change; above this all lines between are replaced. */
const MAX_PAIRS = 4_000_000

interface DiffLine {
  readonly mark: ' ' | '-' | '+'
  /** Text with its line break; the last line may have none. */
  readonly text: string
}

/** The diff, empty for equal texts; `before` is null for a new file. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  if (before === after) return ''
  const lines = compare(linesOf(before ?? ''), linesOf(after))
  const [from, to] = before === null ? ['/dev/null', `b/${path}`] : [`a/${path}`, `b/${path}`]
  return `--- ${from}\n+++ ${to}\n${hunksOf(lines).map((hunk) => formatHunk(lines, hunk)).join('')}`
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '')
}

/** Lines of both texts in order, aligned by a longest common subsequence. */
function compare(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const [removed, added] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const lines: DiffLine[] = before.slice(0, start).map((text) => ({ mark: ' ', text }))
  lines.push(...alignLines(removed, added))
  lines.push(...before.slice(before.length - end).map((text) => ({ mark: ' ', text }) as const))
  return lines
}

function alignLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = []
  const commonLength = before.length * after.length > MAX_PAIRS ? null : commonLengths(before, after)
  let [i, j] = [0, 0]
  for (;;) {
    const [removed, added] = [before[i], after[j]]
    if (removed === undefined && added === undefined) return lines
    const isCommon = commonLength !== null && removed === added
    const isRemoval = added === undefined || commonLength === null || commonLength(i + 1, j) >= commonLength(i, j + 1)
    if (removed !== undefined && (isCommon || isRemoval)) {
      lines.push({ mark: isCommon ? ' ' : '-', text: removed })
      i += 1
      if (isCommon) j += 1
    } else if (added !== undefined) {
      lines.push({ mark: '+', text: added })
      j += 1
    }
  }
}

/** Length of the longest common subsequence of the lines from `before[i]` and from `after[j]` on. */
function commonLengths(before: readonly string[], after: readonly string[]): (i: number, j: number) => number {
  const width = after.length + 1
  const lengths = new Uint32Array((before.length + 1) * width)
  const lengthAt = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const isCommon = before[i] === after[j]
      lengths[i * width + j] = isCommon ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  return lengthAt
}

/** Ranges of lines with nearby changes and the unchanged lines around them. */
function hunksOf(lines: readonly DiffLine[]): [number, number][] {
  const hunks: [number, number][] = []
  for (const [i, { mark }] of lines.entries()) {
    if (mark === ' ') continue
    const last = hunks.at(-1)
    const end = Math.min(lines.length, i + 1 + CONTEXT)
    if (last !== undefined && i - CONTEXT <= last[1]) last[1] = end
    else hunks.push([Math.max(0, i - CONTEXT), end])
  }
  return hunks
}

function formatHunk(lines: readonly DiffLine[], [start, end]: readonly [number, number]): string {
  const range = (omitted: DiffLine['mark']) => {
    const first = lines.slice(0, start).filter(({ mark }) => mark !== omitted).length + 1
    const count = lines.slice(start, end).filter(({ mark }) => mark !== omitted).length
    // For an empty range the number is that of the line before.
    return `${count === 0 ? first - 1 : first}${count === 1 ? '' : `,${count}`}`
  }
  const body = lines.slice(start, end).map(({ mark, text }) => mark + (text.endsWith('\n') ? text : text + NO_NEWLINE))
  return `@@ -${range('+')} +${range('-')} @@\n${body.join('')}`
}
