/**
 * Lines of a page before it is parsed -> those that are code; and the starts whose end follows. Only these may hold
 * what is below them: a start without an end would hold the rest of its page.
 */
import { endOfMatch } from '../../offset.ts'
import { createNesting } from '../syntax/hidden-scope.ts'
import { type Fence, fenceStart, isFenceEnd } from '../syntax/fence.ts'

/** A marker of a container before the content of a line. */
const MARKER = /[ \t>]+|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t])/y
const QUOTE_MARKERS = /^[ \t>]*/
const INDENTED = /^(?: {4}| {0,3}\t)/
/** The first line of what holds indented blocks: items, admonitions, tabs, definitions, footnotes. */
const HOLDS_INDENTED = /^[ \t>]*(?:[-+*]|\d{1,9}[.)]|!!!|\?\?\?|===|:|\[\^)/

/** By line: the kind of code that it is part of, null for text. A fence in indented code may be one, as in MDX. */
export function findCode(lines: readonly string[]): readonly ('fenced' | 'indented' | 'indented-fence' | null)[] {
  let fence: Fence | null = null
  let fenceKind: 'fenced' | 'indented-fence' = 'fenced'
  let mayBeIndented = true
  let isHeld = false
  return lines.map((line) => {
    const isIndented = INDENTED.test(line)
    const isBlank = line.trim() === ''
    if (fenceKind === 'indented-fence' && !isIndented && !isBlank) fence = null
    if (fence !== null) {
      if (isFenceEnd(line.replace(QUOTE_MARKERS, ''), fence)) fence = null
      return fenceKind
    }
    const isCode = isIndented && mayBeIndented && !isHeld && !isBlank
    if (!isIndented && !isBlank) isHeld = HOLDS_INDENTED.test(line)
    fence = fenceStart(withoutMarkers(line))
    fenceKind = isCode ? 'indented-fence' : 'fenced'
    mayBeIndented = fence !== null || isBlank || isCode
    return fence !== null ? fenceKind : isCode ? 'indented' : null
  })
}

/** The contents of the lines, without the markers of containers; those of fenced code are empty. */
export function unfencedLines(lines: readonly string[]): readonly string[] {
  const code = findCode(lines)
  return lines.map((line, index) => {
    const isText = code[index] === null || code[index] === 'indented'
    return isText ? withoutMarkers(line) : ''
  })
}

function withoutMarkers(line: string): string {
  let at = 0
  for (let end = 0; end !== -1; end = endOfMatch(MARKER, line, at)) at = end
  return line.slice(at)
}

/**
 * By line: the marks of starts that have an end. It belongs to the last open start with its marks; open starts after
 * that one have no end.
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
