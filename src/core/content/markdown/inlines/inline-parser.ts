/**
 * The Markdown of one paragraph, heading or cell -> its inlines. CommonMark
 * 0.31 chapter 6, with strikethrough, footnotes and plain links of GFM, and
 * tags and expressions of MDX. Each parse function reads the markup at an
 * offset and returns the offset after it.
 */
import { parseAngleBracket } from './angle-bracket.ts'
import { parseBrace } from './brace.ts'
import { closeBracket, openBracket, parseFootnote } from './bracket.ts'
import { parseAddress, parseCodeSpan, parseEscape, parseLineEnd, parseReference } from './literal.ts'
import { delimiterRun } from './emphasis.ts'
import { parseComponent, parseIcon, parseKeys, parseSubscript } from './extension.ts'
import {
  addText, createInlineState, type Inline, type InlineContext, type InlineState, resetInlineState,
} from './inline-state.ts'

/** The first character of what may be markup: a match is never longer. */
const MARKUP =
  /[\\`*_~[\]<&{\n]|!(?=\[)|\+(?=\+[a-z])|:(?=\/\/|(?:fontawesome|material|octicons|simple)-|[A-Za-z][\w-]{0,60}[[{])/g

/** A parser for all texts of one page, one after the other; any text gives a list. */
export function createInlineParser(context: InlineContext): (text: string) => Inline[] {
  const state = createInlineState(context)
  return function parseInline(text) {
    if (text.search(MARKUP) === -1) return [{ type: 'text', text }]
    resetInlineState(state, text)
    for (let at = 0; at < text.length; ) {
      MARKUP.lastIndex = at
      const mark = MARKUP.test(text) ? MARKUP.lastIndex - 1 : text.length
      addText(state, text[mark] === '\n' ? text.slice(at, mark).trimEnd() : text.slice(at, mark))
      at = mark < text.length ? parseMarkup(state, mark) : mark
    }
    state.emphasis.resolve(null)
    return state.inlines
  }
}

function parseMarkup(state: InlineState, at: number): number {
  switch (state.text[at]) {
    case '\\': return parseEscape(state, at)
    case '\n': return parseLineEnd(state, at)
    case '`': return parseCodeSpan(state, at)
    case '*': case '_': case '~': return parseDelimiters(state, at)
    case '!': return openBracket(state, at, '![')
    case '[': return parseFootnote(state, at) ?? openBracket(state, at, '[')
    case ']': return closeBracket(state, at)
    case '<': return parseAngleBracket(state, at)
    case '{': return parseBrace(state, at)
    case '&': return parseReference(state, at)
    case '+': return parseKeys(state, at) ?? skip(state, at, 2)
    default:
      if (state.text.startsWith('://', at)) return parseAddress(state, at)
      return parseIcon(state, at) ?? parseComponent(state, at) ?? skip(state, at, 1)
  }
}

function parseDelimiters(state: InlineState, at: number): number {
  const { text, inlines, emphasis } = state
  let end = at + 1
  while (text[end] === text[at]) end += 1
  const subscript = text[at] === '~' && end - at === 1 ? parseSubscript(state, at) : null
  if (subscript !== null) return subscript
  if (text[at] === '~' && end - at > 2) addText(state, text.slice(at, end))
  else {
    const run = delimiterRun(text, at, end)
    inlines.push(run)
    emphasis.push(run)
  }
  return end
}

/** Characters that are text. */
function skip(state: InlineState, at: number, length: number): number {
  addText(state, state.text.slice(at, at + length))
  return at + length
}
