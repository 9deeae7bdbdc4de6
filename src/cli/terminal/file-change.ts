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

/** Shows the change, asks unless the command line said yes, and writes. The exit code is 1 if nobody could be asked. */
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
  const refusal = isYes ? null : await askToWrite(change.path, io)
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
export async function askToWrite(files: string, { confirm, stderr }: Io): Promise<0 | 1 | null> {
  if (confirm !== null && (await confirm(`Write ${sanitizeLine(files)}?`))) return null
  const remedy = confirm === null ? ': without a terminal to ask, pass --yes' : ''
  stderr.write(`Nothing was written${remedy}\n`)
  return confirm === null ? 1 : 0
}

/** Unchanged lines before and after a change. */
const CONTEXT = 3
/** Text after a last line without a line break. */
const NO_NEWLINE = '\n\\ No newline at end of file\n'

interface DiffLine {
  readonly mark: ' ' | '-' | '+'
  /** Text with its line break; the last line may have none. */
  readonly text: string
}

/** The diff, empty for equal texts; `before` is null for a new file. */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  if (before === after) return ''
  const lines = alignLines(linesOf(before ?? ''), linesOf(after))
  const [from, to] = before === null ? ['/dev/null', `b/${path}`] : [`a/${path}`, `b/${path}`]
  return `--- ${from}\n+++ ${to}\n${hunksOf(lines).map((hunk) => formatHunk(lines, hunk)).join('')}`
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/).filter((line) => line !== '')
}

/**
 * Lines of both texts in order. A line that the new text has further down is kept, and what is before it is new: not
 * always the shortest diff, but as short as one for the insertions that are made here.
 */
function alignLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = []
  const lastPlace = new Map(after.map((text, at) => [text, at]))
  let at = 0
  for (const text of before) {
    const isKept = (lastPlace.get(text) ?? -1) >= at
    const place = isKept ? after.indexOf(text, at) : at
    for (const added of after.slice(at, place)) lines.push({ mark: '+', text: added })
    lines.push({ mark: isKept ? ' ' : '-', text })
    at = isKept ? place + 1 : place
  }
  for (const added of after.slice(at)) lines.push({ mark: '+', text: added })
  return lines
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
