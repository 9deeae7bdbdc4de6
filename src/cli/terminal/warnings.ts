/** Warnings about content -> lines on stderr, the first few in full. */
import { count } from '../../base/count.ts'
import type { Warning } from '../../content/page.ts'
import type { Io } from './io.ts'
import { sanitizeLine } from './sanitize.ts'

const MAX_SHOWN = 10

/** Prints warnings. */
export function printWarnings(warnings: readonly Warning[], { stderr }: Pick<Io, 'stderr'>): void {
  for (const { path, line, message } of warnings.slice(0, MAX_SHOWN)) {
    stderr.write(`Warning: ${sanitizeLine(path)}:${line}: ${sanitizeLine(message)}\n`)
  }
  const more = warnings.length - MAX_SHOWN
  if (more > 0) stderr.write(`… and ${count(more, 'more warning')}\n`)
}
