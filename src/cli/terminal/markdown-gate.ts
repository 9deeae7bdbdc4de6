/**
 * Markdown in pieces, cut anywhere -> parts that can be shown at once: prose up
 * to a space outside of links and code, and code blocks line by line.
 */

/** UTF-16 units of an open link or code that are held back; a longer one is shown as it is. */
const MAX_HELD_LENGTH = 4_096
/** Lines that open and close a code block; in lists they are indented. */
const FENCE = /^[ \t]*(?:(`{3,})[^`\n]*|(~{3,}).*)\n?$/
const FENCE_END = /^[ \t]*(`{3,}|~{3,})[ \t]*\n?$/
/** The beginning of a line that may open a code block. */
const FENCE_BEGUN = /^[ \t]*(?:`{3}|~{3}|`{0,2}$|~{0,2}$)/
/** Spaces, and the ends of clauses in scripts without spaces. */
const BREAKS = ' \t、。，！；？'

/** A part of an answer. */
export interface MarkdownPart {
  readonly text: string
  /** True for a line of a code block. */
  readonly isCode: boolean
}

/** A buffer that splits Markdown into parts. */
export interface MarkdownGate {
  readonly push: (text: string) => void
  /** Releases the remaining text. */
  readonly end: () => void
}

/** Creates a gate that passes each part to `show` as soon as it is complete. */
export function createMarkdownGate(show: (part: MarkdownPart) => void): MarkdownGate {
  let held = ''
  let fence = ''
  let isLineStart = true
  let scanner = createScanner()

  /** Units of `held` that can be shown, 0 if more text is needed. */
  function ready(): number {
    const isWhole = fence !== '' || (isLineStart && FENCE_BEGUN.test(held))
    const length = isWhole ? held.indexOf('\n') + 1 : scanner.closed(held)
    return length === 0 && held.length > MAX_HELD_LENGTH ? MAX_HELD_LENGTH : Math.min(length, MAX_HELD_LENGTH)
  }

  function release(length: number): void {
    const text = held.slice(0, length)
    held = held.slice(length)
    scanner = createScanner()
    const isOpen = fence !== ''
    const [, ticks = '', tildes = ''] = (isLineStart ? FENCE.exec(text) : null) ?? []
    if (!isOpen) fence = ticks + tildes
    else if (isLineStart && FENCE_END.exec(text)?.[1]?.startsWith(fence)) fence = ''
    isLineStart = text.endsWith('\n')
    show({ text, isCode: isOpen || fence !== '' })
  }

  return {
    push(text) {
      // In slices, so that the work for one piece stays linear in its length.
      for (let at = 0; at < text.length; at += MAX_HELD_LENGTH) {
        held += text.slice(at, at + MAX_HELD_LENGTH)
        for (let length = ready(); length > 0; length = ready()) release(length)
      }
    },
    end() {
      if (held !== '') release(held.length)
    },
  }
}

interface Scanner {
  /** Length of the longest prefix without an open link or code, 0 without one. The text only grows between calls. */
  readonly closed: (text: string) => number
}

/** Creates a scanner that reads every character once. */
function createScanner(): Scanner {
  let [at, depth, ticks, isTarget, isBlank] = [0, 0, 0, false, false]

  /** Length of the token at `at`, 0 if it depends on the text that follows. */
  function step(text: string, char: string): number {
    const isLast = at + 1 === text.length
    if (char === '`' && !isTarget) {
      const run = runLength(text, at)
      if (at + run === text.length) return 0
      ticks = ticks === 0 ? run : ticks === run ? 0 : ticks
      return run
    }
    if (ticks > 0) return 1
    if (char === '\\') return isLast ? 0 : 2
    if (isTarget) {
      depth += char === '(' ? 1 : char === ')' ? -1 : 0
      isTarget = depth > 0
    } else if (char === '[') {
      depth += 1
    } else if (char === ']' && depth > 0) {
      if (isLast) return 0
      depth -= 1
      isTarget = depth === 0 && text[at + 1] === '('
    }
    return 1
  }

  return {
    closed(text) {
      let closed = 0
      while (at < text.length) {
        const char = text.charAt(at)
        const wasOpen = depth > 0 || ticks > 0 || isTarget
        if (char === '\n' && (!wasOpen || isBlank)) return at + 1
        isBlank = char === '\n' || (isBlank && ' \t'.includes(char))
        const length = step(text, char)
        if (length === 0) break
        at += length
        if (!wasOpen && BREAKS.includes(char)) closed = at
      }
      return closed
    },
  }
}

function runLength(text: string, start: number): number {
  let end = start
  while (text[end] === text[start]) end += 1
  return end - start
}
