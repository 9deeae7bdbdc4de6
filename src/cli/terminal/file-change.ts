/** A change of a file that its owner sees as a diff and allows. */
import type { Io } from './io.ts'
import { sanitizeLine, sanitizeText } from './sanitize.ts'
import { unifiedDiff } from './unified-diff.ts'

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
