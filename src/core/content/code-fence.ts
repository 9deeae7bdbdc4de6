/** Blocks of code in Markdown that comes line by line. */

/** The first fence of a line, which begins or ends a block of code. */
const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})/

/** The fence that is open after a line, by the one before it; empty outside of a block. */
export function fenceAfter(fence: string, line: string): string {
  const run = FENCE.exec(line)?.[1] ?? ''
  if (fence === '') return run
  return run.startsWith(fence) ? '' : fence
}
