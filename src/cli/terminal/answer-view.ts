/**
 * The Markdown of an answer as it streams -> text on a terminal, word by word.
 * `[words](address)` becomes `words [1]`, numbered by source; a link to anywhere
 * else becomes its words. So a link is shown when it is whole, never before.
 * Addresses in the open and code stay as they are: they hide nothing.
 */
import { findCodeSpans } from '../../answer/ground/code-spans.ts'
import type { Source } from '../../answer/events/event.ts'
import type { Output } from './io.ts'
import { createMarkdownGate } from './markdown-gate.ts'
import { safeText } from './sanitize.ts'
import { createWordWrap } from './word-wrap.ts'

/** An answer on its way to the terminal. */
export interface AnswerView {
  readonly push: (text: string) => void
  /** Shows the rest, and ends the line. */
  readonly end: () => void
  /** Sources that are linked, in the order of their numbers from 1 on. */
  readonly cited: () => readonly Source[]
}

/** `columns` is where lines of prose are broken. */
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
    if (isCode) wrap.line(safeText(text))
    else wrap.words(safeText(numberLinks(text, cite)))
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

/** Prose whose links are replaced by their words and a number; `cite` gives null for a target that is no source. */
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
    const [, ...words] = out.splice(opener)
    out.push(label(words.join(''), cite(addressOf(text.slice(at + 2, end)))))
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

/** Bare numbers in brackets are citations that gave no words. */
function label(words: string, number: number | null): string {
  if (number === null) return words
  return /^\[?\d*\]?$/.test(words) ? `[${number}]` : `${words} [${number}]`
}

function plainLength(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && !'\\`![]'.includes(text[end]!)) end += 1
  return end - start
}

/** Each opening parenthesis that is closed -> the one that closes it. */
function matchParentheses(text: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') open.push(at)
    else if (text[at] === ')' && open.length > 0) closers.set(open.pop()!, at)
  }
  return closers
}

/** `<address> "title"` or `address "title"`. */
function addressOf(target: string): string {
  const trimmed = target.trim()
  return /^<([^<>]*)>/.exec(trimmed)?.[1] ?? trimmed.split(/\s/, 1)[0] ?? ''
}
