/** A change of a file that its owner sees as a diff and allows. */
import { unifiedDiff } from '../../init/unified-diff.ts'
import type { Io } from './io.ts'
import { sanitizeLine, sanitizeText } from './sanitize.ts'

/** A file to write. */
export interface FileChange {
  readonly path: string
  /** Present text, null for a new file. */
  readonly before: string | null
  readonly after: string
  /** The file that is written in place of a link, else null. */
  readonly linkTarget: string | null
}

/**
 * Shows the change and asks, unless the command line has said yes; then calls `write`. The exit code is 1 only where
 * nobody could be asked.
 */
export async function confirmChange(
  { path, before, after, linkTarget }: FileChange,
  isYes: boolean,
  io: Io,
  write: () => Promise<void>,
): Promise<number> {
  if (before === after) {
    io.stdout.write(`${sanitizeLine(path)} is up to date\n`)
    return 0
  }
  const shown = sanitizeLine(path)
  if (linkTarget !== null) io.stdout.write(`${shown} is a link to ${sanitizeLine(linkTarget)}: that file is written\n`)
  io.stdout.write(`${sanitizeText(unifiedDiff(path, before, after))}\n`)
  if (!isYes && io.confirm === null) {
    io.stderr.write('Nothing was written: without a terminal to ask in, pass --yes\n')
    return 1
  }
  if (!isYes && io.confirm !== null && !(await io.confirm(`Write ${shown}?`))) {
    io.stderr.write('Nothing was written\n')
    return 0
  }
  await write()
  io.stdout.write(`Wrote ${shown}\n`)
  return 0
}
