/** Warnings about content -> lines on stderr, the first few in full. */
import type { Warning } from '../../content/page.ts'
import { count } from '../../base/count.ts'
import type { Io } from '../terminal/io.ts'
import { safeLine } from '../terminal/sanitize.ts'

const MAX_SHOWN = 10

export function warn(warnings: readonly Warning[], { stderr }: Io): void {
  for (const { path, line, message } of warnings.slice(0, MAX_SHOWN)) {
    stderr.write(`Warning: ${safeLine(path)}:${line}: ${safeLine(message)}\n`)
  }
  const more = warnings.length - MAX_SHOWN
  if (more > 0) stderr.write(`… and ${count(more, 'more warning')}\n`)
}
