/** Changes of files, which their owner sees as unified diffs, for `patch` and `git apply`, and allows. */
import type { ProjectFiles } from '../../core/node/files/project-files.ts'
import type { Io } from './io.ts'
import { sanitizeLine, sanitizeText } from './sanitize.ts'

export interface FileChange {
  /** Path in the project, and as its owner knows it if that is another one. */
  readonly path: string
  readonly shown?: string
  /** Current text, null for a new file. */
  readonly before: string | null
  readonly after: string
}

/** Shows the changes, asks unless the command line said yes, and writes. Null if all is written, else the exit code. */
export async function confirmChanges(
  changes: readonly FileChange[],
  files: Pick<ProjectFiles, 'linkTarget' | 'replaceText'>,
  isYes: boolean,
  { stdout, stderr, confirm }: Pick<Io, 'stdout' | 'stderr' | 'confirm'>,
): Promise<0 | 1 | null> {
  for (const [i, { path, shown = path, before, after }] of changes.entries()) {
    const target = await files.linkTarget(path)
    const link = `${sanitizeLine(shown)} is a link to ${sanitizeLine(target ?? '')}: that file is written\n`
    const diff = sanitizeText(unifiedDiff(shown, before, after))
    stdout.write((i === 0 ? '' : '\n') + (target === null ? '' : link) + diff)
  }
  const [first, ...others] = changes.map(({ path, shown = path }) => sanitizeLine(shown))
  if (first === undefined) return null
  stdout.write('\n')
  const isAllowed = isYes
    || (await confirm?.(`Write ${others.length === 0 ? first : `these ${changes.length} files`}?`)) === true
  if (!isAllowed) {
    stderr.write(`Nothing was written${confirm === null ? ': without a terminal to ask, pass --yes' : ''}\n`)
    // Nobody could be asked, or the owner said no.
    return confirm === null ? 1 : 0
  }
  for (const { path, shown = path, before, after } of changes) {
    await files.replaceText(path, before, after)
    stdout.write(`Wrote ${sanitizeLine(shown)}\n`)
  }
  return null
}

/** The same for one file, which may be up to date; gives the exit code. */
export async function confirmChange(change: FileChange, files: ProjectFiles, isYes: boolean, io: Io): Promise<0 | 1> {
  const { path, shown = path, before, after } = change
  if (before !== after) return (await confirmChanges([change], files, isYes, io)) ?? 0
  io.stdout.write(`${sanitizeLine(shown)} is up to date\n`)
  return 0
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
