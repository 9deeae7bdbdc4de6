/** Blocks of code in Markdown that comes line by line. */

/** A line that begins a block: a run of backticks without one behind it, which would be code within a line; tildes. */
const OPENING = /^[ \t]{0,3}(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)\n?$/
/** A line that ends one. */
const CLOSING = /^[ \t]{0,3}(`{3,}|~{3,})[ \t]*\n?$/

/** The fence that is open after a line, by the one before it; empty outside of a block. */
export function fenceAfter(fence: string, line: string): string {
  if (fence !== '') return CLOSING.exec(line)?.[1]?.startsWith(fence) === true ? '' : fence
  const [, ticks = '', tildes = ''] = OPENING.exec(line) ?? []
  return ticks + tildes
}
