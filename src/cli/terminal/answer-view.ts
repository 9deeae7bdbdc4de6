/**
 * The Markdown of an answer as it streams -> text on a terminal, word by word.
 * `[text](address)` becomes `text [1]`, numbered by source; a link to anything
 * else becomes its text. So a link is shown only when it is complete. Bare
 * addresses and code stay as they are: they hide no target.
 */
import type { Source } from '../../answer/events/event.ts'
import { findCodeSpans } from '../../answer/ground/code.ts'
import type { Output } from './io.ts'
import { createMarkdownGate } from './markdown-gate.ts'
import { sanitizeText } from './sanitize.ts'
import { createWordWrap } from './wrap.ts'

/** Characters that may begin code, an escape, an image or a link, or end one. */
const SPECIAL = '\\`![]'

/** The display of a streaming answer. */
export interface AnswerView {
  readonly push: (text: string) => void
  /** Shows the remaining text and ends the line. */
  readonly end: () => void
  /** The linked sources, in the order of their numbers from 1. */
  readonly cited: () => readonly Source[]
}

/** Creates a view that wraps prose at `columns`. */
export function createAnswerView(output: Output, columns: number, sources: readonly Source[]): AnswerView {
  const byUrl = new Map(sources.map((source) => [source.url, source]))
  const cited: Source[] = []
  const wrap = createWordWrap(output.write, columns)

  function cite(url: string): number | null {
    const source = byUrl.get(url)
    if (source === undefined) return null
    if (!cited.includes(source)) cited.push(source)
    return cited.indexOf(source) + 1
  }

  const gate = createMarkdownGate(({ text, isCode }) => {
    if (isCode) wrap.line(sanitizeText(text))
    else wrap.words(sanitizeText(numberLinks(text, cite)))
  })
  return {
    push: gate.push,
    end() {
      gate.end()
      wrap.end()
    },
    cited: () => cited,
  }
}

/** Replaces links in prose by their text and a number; `cite` gives null for a target that is not a source. */
export function numberLinks(text: string, cite: (url: string) => number | null): string {
  const code = findCodeSpans(text)
  const closers = matchParentheses(text)
  const out: string[] = []
  const openers: number[] = []
  let at = 0

  function copy(length: number): void {
    out.push(text.slice(at, at + length))
    at += length
  }

  function open(length: number): void {
    openers.push(out.length)
    copy(length)
  }

  function close(): void {
    const opener = openers.pop()
    const end = closers.get(at + 1)
    if (opener === undefined || end === undefined) return copy(1)
    const [, ...parts] = out.splice(opener)
    out.push(formatLink(parts.join(''), cite(addressOf(text.slice(at + 2, end)))))
    at = end + 1
  }

  while (at < text.length) {
    const char = text[at]
    if (char === '\\') copy(2)
    else if (char === '`') copy((code.get(at) ?? at + 1) - at)
    else if (char === '!' && text[at + 1] === '[') open(2)
    else if (char === '[') open(1)
    else if (char === ']') close()
    else copy(plainLength(text, at))
  }
  return out.join('')
}

/** Formats a link. A text that is only a number is a citation without text. */
function formatLink(text: string, number: number | null): string {
  if (number === null) return text
  return /^\[?\d*\]?$/.test(text) ? `[${number}]` : `${text} [${number}]`
}

/** Length of the text at `start` up to the next special character. */
function plainLength(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && !SPECIAL.includes(text.charAt(end))) end += 1
  return end - start
}

/** Maps each opening parenthesis to the one that closes it. */
function matchParentheses(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>()
  const openers: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') openers.push(at)
    else if (text[at] === ')') {
      const opener = openers.pop()
      if (opener !== undefined) closers.set(opener, at)
    }
  }
  return closers
}

/** The address of a link target: `<address> "title"` or `address "title"`. */
function addressOf(target: string): string {
  const trimmed = target.trim()
  return /^<([^<>]*)>/.exec(trimmed)?.[1] ?? trimmed.split(/\s/, 1)[0] ?? ''
}
