/** Offsets of a text whose line breaks are `\n` -> lines, from 1. */

/** Offset of the end of the line of an offset. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** The line of an offset. */
export function lineAt(text: string, offset: number): number {
  return createLineCounter(text)(offset)
}

/** A function for the line of an offset; offsets must ascend: an earlier one has the line of the last. */
export function createLineCounter(text: string): (at: number) => number {
  let line = 1
  let next = text.indexOf('\n')
  return function lineAt(at) {
    while (next !== -1 && next < at) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
