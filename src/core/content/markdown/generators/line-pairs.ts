/**
 * Lines of a page -> the starts whose end follows. Only these may hold what is below them: a start without an end would
 * hold the rest of its page.
 */
import { createNesting } from '../syntax/hidden-scope.ts'
import { type Fence, fenceStart, isFenceEnd } from '../syntax/starts.ts'

/** The markers of containers before the content of a line. */
const MARKERS = /^(?:[ \t>]|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))*/
const QUOTE_MARKERS = /^[ \t>]*/

/** The contents of the lines, without the markers of containers; those of fenced code are empty. */
export function unfencedLines(lines: readonly string[]): readonly string[] {
  let fence: Fence | null = null
  return lines.map((line) => {
    if (fence !== null) {
      if (isFenceEnd(line.replace(QUOTE_MARKERS, ''), fence)) fence = null
      return ''
    }
    const text = line.replace(MARKERS, '')
    fence = fenceStart(text)
    return fence === null ? text : ''
  })
}

/**
 * The marks of the starts that have an end, by the index of their line. An end belongs to the last open start with its
 * marks; open starts after that one have no end.
 */
export function pairedStarts(
  contents: readonly string[],
  pairLine: (content: string) => { readonly type: 'start' | 'end'; readonly marks: string } | null,
): ReadonlyMap<number, string> {
  const paired = new Map<number, string>()
  const nesting = createNesting<number>()
  for (const [index, content] of contents.entries()) {
    const line = pairLine(content)
    if (line === null) continue
    const { type, marks } = line
    if (type === 'start') nesting.open(marks, index)
    else {
      const start = nesting.close(marks)
      if (start !== undefined) paired.set(start, marks)
    }
  }
  return paired
}
