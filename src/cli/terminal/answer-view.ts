/**
 * The Markdown of an answer as it streams -> text on a terminal, word by word. Prose is shown up to a space outside of
 * links and code, code blocks line by line.
 *
 * `[text](address)` becomes `text [1]`, numbered by source; a link to anything else becomes its text. So a link is
 * shown only when it is complete. Bare addresses and code stay as they are: they hide no target.
 */
import type { Source } from '../../core/answer/event.ts'
import type { Output } from './io.ts'
import { sanitizeText } from './sanitize.ts'
import { createWordWrap } from './wrap.ts'

/** Code, an escape, or a backtick that begins no code. */
const VERBATIM = '(`+)(?!`)[^]*?(?<!`)\\1(?!`)|\\\\[^]|`+'
/** A character of a link's text, an escape or code in it. No two alternatives match at the same place. */
const IN_TEXT = '[^\\[\\]\\\\`]|\\\\[^]|`[^`]*`|`(?![^`]*`)'
/** A link or image: its text may have brackets, its target parentheses. */
const LINK = `!?\\[((?:${IN_TEXT}|\\[(?:${IN_TEXT})*\\])*)\\]\\(((?:[^()\\\\]|\\\\[^]|\\([^()]*\\))*)\\)`
const VERBATIM_OR_LINK = new RegExp(`${VERBATIM}|${LINK}`, 'g')
/** A character, an escape, or a run of backticks, but not the last one if the text that follows decides about it. */
const TOKEN = /`+(?!`|$)|\\[^]|\](?!$)|[^`\\\]]/y
const TOKEN_IN_CODE = /`+(?!`|$)|[^`]/y

/** UTF-16 units of an open link or code that are held back; a longer one is shown as it is. */
const MAX_HELD_LENGTH = 4_096
/** Lines that open and close a code block; in lists they are indented. */
const FENCE = /^[ \t]*(?:(`{3,})[^`\n]*|(~{3,})(?!~).*)\n?$/
const FENCE_END = /^[ \t]*(`{3,}|~{3,})[ \t]*\n?$/
/** The beginning of a line that may open a code block. */
const FENCE_BEGUN = /^[ \t]*(?:`{3}|~{3}|`{0,2}$|~{0,2}$)/
/** Spaces, and the ends of clauses in scripts without spaces. */
const BREAKS = ' \t、。，！；？'

export type AnswerView = ReturnType<typeof createAnswerView>

/** Creates a view that wraps prose at `columns`. */
export function createAnswerView(output: Output, columns: number, sources: readonly Source[]) {
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
    /** Shows the remaining text and ends the line. */
    end() {
      gate.end()
      wrap.end()
    },
    /** The linked sources, in the order of their numbers from 1. */
    cited: (): readonly Source[] => cited,
  }
}

/** Replaces links in prose by their text and a number; `cite` gives null for a target that is not a source. */
export function numberLinks(prose: string, cite: (url: string) => number | null): string {
  return prose.replace(VERBATIM_OR_LINK, (whole: string, _: string, text?: string, target = '') => {
    return text === undefined ? whole : formatLink(numberLinks(text, cite), cite(addressOf(target)))
  })
}

/** Formats a link. A text that is only a number is a citation without text. */
function formatLink(text: string, number: number | null): string {
  if (number === null) return text
  return /^\[?\d*\]?$/.test(text) ? `[${number}]` : `${text} [${number}]`
}

/** The address of a link target: `<address> "title"` or `address "title"`. */
function addressOf(target: string): string {
  const trimmed = target.trim()
  return /^<([^<>]*)>/.exec(trimmed)?.[1] ?? trimmed.split(/\s/, 1)[0] ?? ''
}

/** Creates a gate that passes each part of Markdown to `show` once it is complete, code blocks line by line. */
export function createMarkdownGate(show: (part: { readonly text: string; readonly isCode: boolean }) => void) {
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

  function push(text: string): void {
    // In slices, so that the work for one piece stays linear in its length.
    for (let at = 0; at < text.length; at += MAX_HELD_LENGTH) {
      held += text.slice(at, at + MAX_HELD_LENGTH)
      for (let length = ready(); length > 0; length = ready()) release(length)
    }
  }

  function end(): void {
    if (held !== '') release(held.length)
  }

  return { push, end }
}

/** Creates a scanner that reads every character once. */
function createScanner() {
  let [at, depth, ticks, isTarget, isBlank] = [0, 0, 0, false, false]

  /** Length of the longest prefix without an open link or code, 0 without one. The text only grows between calls. */
  function closed(text: string): number {
    for (let closed = 0; ;) {
      const pattern = ticks > 0 ? TOKEN_IN_CODE : TOKEN
      pattern.lastIndex = at
      const [token] = pattern.exec(text) ?? []
      if (token === undefined) return closed
      const isOpen = depth > 0 || ticks > 0 || isTarget
      at += token.length
      if (token === '\n' && (!isOpen || isBlank)) return at
      isBlank = token === '\n' || (isBlank && ' \t'.includes(token))
      if (!isOpen && BREAKS.includes(token)) closed = at
      if (isTarget) {
        depth += token === '(' ? 1 : token === ')' ? -1 : 0
        isTarget = depth > 0
      } else if (token.startsWith('`')) {
        ticks = ticks === 0 ? token.length : ticks === token.length ? 0 : ticks
      } else if (ticks === 0 && token === '[') {
        depth += 1
      } else if (ticks === 0 && token === ']' && depth > 0) {
        depth -= 1
        isTarget = depth === 0 && text[at] === '('
      }
    }
  }

  return { closed }
}
