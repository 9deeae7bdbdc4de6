/**
 * Escapes, line ends, character references, plain addresses and code spans (CommonMark 6.1) -> text.
 */
import { decodeEntities } from '../../entities.ts'
import { addText, type InlineState, lineOf } from './inline-state.ts'

const PUNCTUATION = /[!-/:-@[-`{-~]/
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y
const SCHEME = /(?:^|[^A-Za-z0-9])(https?|ftp)$/i
const ADDRESS = /:\/\/[^\s<>[\]`\\{}|"]+/y
const END_OF_ADDRESS = /[?!.,:;*_~')]/

/** Parses `\`, which makes punctuation text and a line end a hard break. */
export function parseEscape(state: InlineState, at: number): number {
  const char = state.text[at + 1] ?? ''
  if (char === '\n') {
    state.inlines.push({ type: 'break' })
    return skipSpaces(state.text, at + 2)
  }
  const isEscape = PUNCTUATION.test(char)
  addText(state, isEscape ? char : '\\')
  return isEscape ? at + 2 : at + 1
}

/** Parses a line end; after two spaces it is a hard break. */
export function parseLineEnd(state: InlineState, at: number): number {
  const { text, inlines } = state
  if (text[at - 1] === ' ' && text[at - 2] === ' ') inlines.push({ type: 'break' })
  else addText(state, '\n')
  return skipSpaces(text, at + 1)
}

/** Parses `&amp;` and other character references; any other `&` is text. */
export function parseReference(state: InlineState, at: number): number {
  REFERENCE.lastIndex = at
  const reference = REFERENCE.exec(state.text)?.[0] ?? '&'
  addText(state, decodeEntities(reference))
  return at + reference.length
}

/** Parses a plain address from its `://` on: all of it is the text of a link, whatever characters it has. */
export function parseAddress(state: InlineState, at: number): number {
  const { text, inlines } = state
  ADDRESS.lastIndex = at
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - 6), at))?.[1]
  const address = scheme === undefined ? undefined : ADDRESS.exec(text)?.[0]
  let length = address === undefined ? 3 : address.length
  while (length > 3 && END_OF_ADDRESS.test(text.charAt(at + length - 1))) length -= 1
  const end = at + length
  const before = inlines.at(-1)
  if (scheme === undefined || length === 3 || before?.type !== 'text' || !before.text.endsWith(scheme)) {
    addText(state, text.slice(at, end))
    return end
  }
  // The scheme is at the end of the text so far.
  inlines.pop()
  addText(state, before.text.slice(0, -scheme.length))
  const href = text.slice(at - scheme.length, end)
  inlines.push({ type: 'autolink', text: href, link: { type: 'link', href, line: lineOf(state, at) } })
  return end
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

const BACKTICKS = /`+/g
/** The language of code in MkDocs: `#!js a()`. */
const LANGUAGE = /^#![A-Za-z][\w+#.-]* +(?=\S)/

/** Parses the code span at `at`; backticks without a closing run of the same length are text. */
export function parseCodeSpan(state: InlineState, at: number): number {
  const { text, inlines } = state
  let start = at + 1
  while (text[start] === '`') start += 1
  if (state.lastBackticks === null || (state.lastBackticks.get(start - at) ?? 0) > at) {
    BACKTICKS.lastIndex = start
    for (let run = BACKTICKS.exec(text); run !== null; run = BACKTICKS.exec(text)) {
      if (run[0].length !== start - at) continue
      inlines.push({ type: 'code', text: codeText(text.slice(start, run.index)) })
      return BACKTICKS.lastIndex
    }
  }
  // After the last run of a length no code span of that length can end.
  state.lastBackticks ??= new Map([...text.matchAll(BACKTICKS)].map((run) => [run[0].length, run.index]))
  addText(state, text.slice(at, start))
  return start
}

/** Line ends are spaces; one space on each side only separates backticks; a language is not part of the code. */
function codeText(source: string): string {
  const code = source.replaceAll('\n', ' ')
  const isSpaced = code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return (isSpaced ? code.slice(1, -1) : code).replace(LANGUAGE, '')
}
