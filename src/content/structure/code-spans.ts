/** The structure of a section -> the ranges of code in its text. */
import { parseTokens } from './encoding.ts'

/**
 * The range of code in a section's text, as half-open UTF-16 offsets. Ranges of
 * one section are in order and do not overlap.
 */
export interface CodeSpan {
  readonly start: number
  readonly end: number
  /** A fence, an indented block or `<pre>`; false for code inside a sentence. */
  readonly isBlock: boolean
  /** Language word of a fence, null if none is given. */
  readonly lang: string | null
}

/** The code of a section, in order. */
export function codeSpans(structure: string): CodeSpan[] {
  const spans: CodeSpan[] = []
  let open: Omit<CodeSpan, 'end'> | null = null
  for (const { start, at } of parseTokens(structure)) {
    if (start?.type === 'code') open = { start: at, isBlock: true, lang: start.lang }
    else if (start?.type === 'inline-code') open = { start: at, isBlock: false, lang: null }
    else if (start === null && open !== null) {
      const { start: from, isBlock, lang } = open
      if (at > from) spans.push({ start: from, end: at, isBlock, lang })
      open = null
    }
  }
  return spans
}
