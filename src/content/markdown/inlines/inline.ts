/**
 * The Markdown of one paragraph, heading or cell -> a flat list of what stands
 * in it, in order. What is markup only is gone or marked as such; nothing is
 * nested, since plain text has no use for it. CommonMark 0.31 chapter 6, with
 * strikethrough, footnotes and plain links of GFM, and tags and expressions of
 * MDX.
 */
import { decodeEntities } from '../../entities.ts'
import { endOfShortcode } from '../syntax/admonition.ts'
import { readAttributeList } from '../syntax/attribute-list.ts'
import { createEmphasis, type DelimiterRun, delimiterRun, type Entry } from './emphasis.ts'
import type { Fuel } from '../syntax/scan-budget.ts'
import { endOfDeclaration } from '../syntax/html-block.ts'
import { createFlowScanner } from '../syntax/jsx-scanner.ts'
import { endOfLabel, endOfResource, normalizeLabel } from '../syntax/link.ts'
import { endOfHtmlTag, readAttributes, readTag, type Tag } from '../syntax/tag.ts'

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | DelimiterRun
  | Bracket
  | { readonly type: 'code'; readonly text: string }
  /** A line break that is shown. */
  | { readonly type: 'break' }
  /** Ends the nearest bracket whose role is `image`. */
  | { readonly type: 'image-end' }
  | { readonly type: 'tag'; readonly tag: Tag }
  /** The inside of `<pre>`, as written. */
  | { readonly type: 'pre'; readonly text: string }
  /** What stands between braces in MDX. */
  | { readonly type: 'expression'; readonly source: string }
  | { readonly type: 'footnote'; readonly label: string }

/** `[` or `![`: text, or the start of a link's words or an image's description. */
export interface Bracket {
  readonly type: 'bracket'
  readonly text: '[' | '!['
  role: 'text' | 'link' | 'image'
}

/** What holds for the whole page. */
export interface InlineContext {
  readonly isMdx: boolean
  readonly references: ReadonlySet<string>
  readonly footnotes: ReadonlySet<string>
  readonly fuel: Fuel
}

interface OpenBracket {
  readonly bracket: Bracket
  /** Offset behind it. */
  readonly from: number
  readonly bottom: Entry | null
  hasBracketInside: boolean
}

/** Characters of a reference's label. */
const MAX_LABEL_LENGTH = 999
/** Elements whose inside is no text of the page, and the tag that ends them. */
const UNREAD: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'template', 'svg'].map((name) => [name, new RegExp(`</${name}\\s*>`, 'gi')]),
)
const PRE_END = /<\/pre\s*>/gi

const MARKS = /[\\`*_~[\]<&{\n]|!\[|:\/\//g
const BACKTICKS = /`+/g
const PUNCTUATION = /[!-/:-@[-`{-~]/
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/y
const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)>/y
const FOOTNOTE = /\[\^([^\]\s[]{1,200})\]/y
const SCHEME = /(?:^|[^A-Za-z0-9])(?:https?|ftp)$/i
const ADDRESS = /:\/\/[^\s<>[\]`\\{}|"]+/y
const END_OF_ADDRESS = /[?!.,:;*_~')]/
/** Behind these a list of attributes belongs to what stands there. */
const ATTRIBUTED = /[)\]`*_>]/

/** A parser for all texts of one page, one after the other; any text gives a list. */
export function createInlineParser({ isMdx, references, footnotes, fuel }: InlineContext): (source: string) => Inline[] {
  const emphasis = createEmphasis()
  let text = ''
  let inlines: Inline[] = []
  let brackets: OpenBracket[] = []
  /** Brackets below this depth can't start links any more: links hold no links. */
  let unlinkable = 0
  let lastRuns: ReadonlyMap<number, number> | null = null

  function parseInline(source: string): Inline[] {
    if (source.search(MARKS) === -1) return [{ type: 'text', text: source }]
    text = source
    inlines = []
    brackets = []
    unlinkable = 0
    lastRuns = null
    for (let at = 0; at < text.length; ) {
      MARKS.lastIndex = at
      const mark = MARKS.exec(text)?.index ?? text.length
      addText(text[mark] === '\n' ? text.slice(at, mark).trimEnd() : text.slice(at, mark))
      at = mark < text.length ? readMark(mark) : mark
    }
    emphasis.resolve(null)
    return inlines
  }

  function addText(value: string): void {
    if (value !== '') inlines.push({ type: 'text', text: value })
  }

  /** Reads the mark at `at`; the offset behind it. */
  function readMark(at: number): number {
    switch (text[at]) {
      case '\\': return readEscape(at)
      case '\n': return readLineEnd(at)
      case '`': return readCode(at)
      case '*': case '_': case '~': return readRun(at)
      case '!': return openBracket(at, '![')
      case '[': return readFootnote(at) ?? openBracket(at, '[')
      case ']': return closeBracket(at)
      case '<': return readAngle(at)
      case '{': return readBrace(at)
      case '&': return readPattern(REFERENCE, at, decodeEntities)
      default: return readAddress(at)
    }
  }

  function readEscape(at: number): number {
    const char = text[at + 1] ?? ''
    if (char === '\n') {
      inlines.push({ type: 'break' })
      return skipSpaces(at + 2)
    }
    const isEscape = PUNCTUATION.test(char)
    addText(isEscape ? char : '\\')
    return isEscape ? at + 2 : at + 1
  }

  function readLineEnd(at: number): number {
    if (text[at - 1] === ' ' && text[at - 2] === ' ') inlines.push({ type: 'break' })
    else addText('\n')
    return skipSpaces(at + 1)
  }

  function readCode(at: number): number {
    const length = runLength(at)
    lastRuns ??= findLastRuns(text)
    if ((lastRuns.get(length) ?? 0) > at) {
      BACKTICKS.lastIndex = at + length
      for (let run = BACKTICKS.exec(text); run !== null; run = BACKTICKS.exec(text)) {
        if (run[0].length !== length) continue
        inlines.push({ type: 'code', text: codeText(text.slice(at + length, run.index)) })
        return run.index + length
      }
    }
    addText(text.slice(at, at + length))
    return at + length
  }

  function readRun(at: number): number {
    const length = runLength(at)
    if (text[at] === '~' && length > 2) addText(text.slice(at, at + length))
    else {
      const run = delimiterRun(text, at, length)
      inlines.push(run)
      emphasis.push(run)
    }
    return at + length
  }

  function openBracket(at: number, mark: '[' | '!['): number {
    const bracket: Bracket = { type: 'bracket', text: mark, role: 'text' }
    const below = brackets[brackets.length - 1]
    if (below !== undefined) below.hasBracketInside = true
    inlines.push(bracket)
    brackets.push({ bracket, from: at + mark.length, bottom: emphasis.mark(), hasBracketInside: false })
    return at + mark.length
  }

  function closeBracket(at: number): number {
    const open = brackets.pop()
    const isImage = open?.bracket.text === '!['
    const isLinkable = open !== undefined && (isImage || brackets.length >= unlinkable)
    unlinkable = Math.min(unlinkable, brackets.length)
    const end = isLinkable ? endOfTarget(at, open) : -1
    if (open === undefined || end === -1) {
      addText(']')
      return at + 1
    }
    open.bracket.role = isImage ? 'image' : 'link'
    emphasis.resolve(open.bottom)
    if (isImage) inlines.push({ type: 'image-end' })
    else unlinkable = brackets.length
    return end
  }

  /** Where the link ends whose words end at `at`, -1 where it is none. */
  function endOfTarget(at: number, { from, hasBracketInside }: OpenBracket): number {
    const resource = endOfResource(text, at + 1)
    if (resource !== -1) return resource
    const label = endOfLabel(text, at + 1)
    if (label !== -1) return references.has(normalizeLabel(text.slice(at + 2, label - 1))) ? label : -1
    if (hasBracketInside || at - from > MAX_LABEL_LENGTH || !references.has(normalizeLabel(text.slice(from, at)))) return -1
    return text.startsWith('[]', at + 1) ? at + 3 : at + 1
  }

  function readFootnote(at: number): number | null {
    FOOTNOTE.lastIndex = at
    const label = FOOTNOTE.exec(text)?.[1]
    if (label === undefined || !footnotes.has(normalizeLabel(label))) return null
    inlines.push({ type: 'footnote', label: normalizeLabel(label) })
    return at + label.length + 3
  }

  function readAngle(at: number): number {
    AUTOLINK.lastIndex = at
    const address = AUTOLINK.exec(text)?.[1]
    if (address !== undefined) {
      addText(address)
      return at + address.length + 2
    }
    if (text[at + 1] === '!' || text[at + 1] === '?') return readDeclaration(at)
    const end = isMdx ? endOfFlow(at) : endOfHtmlTag(text, at, fuel)
    if (end === -1) {
      addText('<')
      return at + 1
    }
    const tag = readTag(text.slice(at, end))
    inlines.push({ type: 'tag', tag })
    return tag.kind === 'open' && tag.element !== null ? passContent(tag.element, end) : end
  }

  /** Comments and their like are no text. */
  function readDeclaration(at: number): number {
    const mark = endOfDeclaration(text, at)
    // From the second hyphen on, since `<!-->` is a whole comment.
    const found = mark === null ? -1 : fuel.indexOf(text, mark, at + 2)
    if (mark !== null && found !== -1) return found + mark.length
    addText('<')
    return at + 1
  }

  /** Passes what an element holds that isn't read as Markdown. */
  function passContent(name: string, from: number): number {
    const mark = name === 'pre' ? PRE_END : UNREAD.get(name)
    if (mark === undefined || fuel.isEmpty()) return from
    mark.lastIndex = from
    const found = mark.exec(text)
    if (found === null) {
      fuel.burn(text.length - from)
      return name === 'pre' ? from : text.length
    }
    if (name === 'pre') inlines.push({ type: 'pre', text: text.slice(from, found.index) })
    return mark.lastIndex
  }

  function readBrace(at: number): number {
    if (isMdx) {
      const end = endOfFlow(at)
      if (end !== -1) inlines.push({ type: 'expression', source: text.slice(at + 1, end - 1) })
      else addText('{')
      return end === -1 ? at + 1 : end
    }
    const shortcode = endOfShortcode(text, at, fuel)
    if (shortcode !== -1) {
      const attributes = readAttributes(text.slice(at + 3, shortcode - 3))
      inlines.push({ type: 'tag', tag: { name: 'shortcode', element: null, kind: 'empty', attributes } })
      return shortcode
    }
    const list = at > 0 && ATTRIBUTED.test(text[at - 1]!) ? readAttributeList(text, at) : null
    if (list === null) addText('{')
    return list === null ? at + 1 : list.end
  }

  /** Offset behind the JSX tag or expression at `at`, -1 where none is. */
  function endOfFlow(at: number): number {
    const scanner = fuel.isEmpty() ? null : createFlowScanner(text, at)
    if (scanner === null) return -1
    const end = scanner.feed(text, at + 1)
    if (end < 0) fuel.burn(text.length - at)
    return end < 0 ? -1 : end
  }

  /** A plain address is text to its end, whatever characters it has. */
  function readAddress(at: number): number {
    ADDRESS.lastIndex = at
    const address = SCHEME.test(text.slice(Math.max(0, at - 6), at)) ? ADDRESS.exec(text)?.[0] : undefined
    let length = address === undefined ? 3 : address.length
    while (length > 3 && END_OF_ADDRESS.test(text[at + length - 1]!)) length -= 1
    addText(text.slice(at, at + length))
    return at + length
  }

  /** Text that a pattern matches right here, or else its first character. */
  function readPattern(pattern: RegExp, at: number, decode: (found: string) => string): number {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? text[at]!
    addText(decode(found))
    return at + found.length
  }

  function runLength(at: number): number {
    let end = at + 1
    while (text[end] === text[at]) end += 1
    return end - at
  }

  function skipSpaces(from: number): number {
    let at = from
    while (text[at] === ' ' || text[at] === '\t') at += 1
    return at
  }

  return parseInline
}

/** Offset of the last run of backticks of each length: behind it a code span of that length has no end. */
function findLastRuns(text: string): ReadonlyMap<number, number> {
  const runs = new Map<number, number>()
  for (const run of text.matchAll(/`+/g)) runs.set(run[0].length, run.index)
  return runs
}

/** Line ends are spaces; one space on each side only keeps backticks apart. */
function codeText(source: string): string {
  const code = source.replaceAll('\n', ' ')
  return code.length > 2 && code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
}
