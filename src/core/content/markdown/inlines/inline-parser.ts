/**
 * The Markdown of one paragraph, heading or cell -> its inlines. CommonMark 0.31 chapter 6, with strikethrough,
 * footnotes and plain links of GFM, tags and expressions of MDX, shortcodes and attribute lists of site generators.
 * Each parse function reads the markup at an offset and returns the offset after it.
 */
import { decodeEntities } from '../../entities.ts'
import { endOfMatch, matchAt } from '../../offset.ts'
import { endOfShortcode, hexoAttributes } from '../generators/admonition.ts'
import { inlineComponent } from '../generators/mdc.ts'
import { isSiteAddress, labelOf, plainAddress, readRole } from '../generators/myst.ts'
import { retypeComponent } from '../generators/retype.ts'
import { shownSource } from '../syntax/code-block.ts'
import { createFlowScanner, literalOf, scanJsx } from '../syntax/mdx.ts'
import { endMarkOfDeclaration, SHOWN_TEMPLATE } from '../syntax/starts.ts'
import { anchorTag, endOfHtmlTag, readAttributeList, readAttributes, readTag } from '../syntax/tag.ts'
import { closeBracket, openBracket, parseFootnote, parseWikiLink } from './bracket.ts'
import { delimiterRun, pairRuns } from './emphasis.ts'
import { addText, type Inline, type InlineContext, type InlineState, stateOfText } from './inline-state.ts'

/** The first character of what may be markup: a match is never longer. */
const MARKUP = new RegExp(
  /[\\`*_~^[\]<&{$\n]|!(?=\[)|\+(?=\+[a-z])|=(?==)/.source +
    /|:(?=\/\/|(?:fontawesome|icon|material|octicons|simple)-|[A-Za-z][\w-]{0,60}[[{])/.source,
  'g',
)

/** The id of a block, at its end or below it: obsidian.md/help/links. */
const BLOCK_ID = /(?:^|[ \t\n])\^[\w-]{1,60}$/

/** A parser for all texts of one page, one after the other; any text gives a list. */
export function createInlineParser(context: InlineContext): (text: string) => Inline[] {
  const state: InlineState = { ...context, ...stateOfText('') }
  return function parseInline(source) {
    const text = context.dialect === 'wiki' ? source.replace(BLOCK_ID, '') : source
    if (text.search(MARKUP) === -1) return [{ type: 'text', text }]
    Object.assign(state, stateOfText(text))
    for (let at = 0; at < text.length; ) {
      const end = endOfMatch(MARKUP, text, at)
      const mark = end === -1 ? text.length : end - 1
      addText(state, text[mark] === '\n' ? text.slice(at, mark).trimEnd() : text.slice(at, mark))
      at = mark < text.length ? parseMarkup(state, mark) : mark
    }
    pairRuns(state.runs)
    return state.inlines
  }
}

function parseMarkup(state: InlineState, at: number): number {
  switch (state.text[at]) {
    case '\\': return parseEscape(state, at)
    case '\n': return parseLineEnd(state, at)
    case '`': return parseCodeSpan(state, at)
    case '*': case '_': case '~': return parseDelimiters(state, at)
    case '=': return /^(?:wiki|pymdown)$/.test(state.dialect) ? parseDelimiters(state, at) : skip(state, at, 2)
    case '^': return state.dialect === 'pymdown' ? parseDelimiters(state, at) : skip(state, at, 1)
    case '!': return parseWikiLink(state, at) ?? openBracket(state, at, '![')
    case '[':
      return parseFootnote(state, at) ?? parseWikiLink(state, at) ?? parseReference(state, at) ??
        openBracket(state, at, '[')
    case ']': return closeBracket(state, at)
    case '<': return parseAngleBracket(state, at)
    case '{': return parseBrace(state, at)
    case '&': return parseText(state, at, REFERENCE) ?? skip(state, at, 1)
    case '$': return parseText(state, at, FORMULA) ?? skip(state, at, 1)
    case '+': return parseText(state, at, KEYS) ?? skip(state, at, 2)
    default:
      if (state.text.startsWith('://', at)) return parseAddress(state, at)
      return parseText(state, at, state.dialect === 'retype' ? RETYPE_ICON : ICON) ?? parseComponent(state, at) ??
        skip(state, at, 1)
  }
}

function parseDelimiters(state: InlineState, at: number): number {
  const { text, inlines, runs } = state
  let end = at + 1
  while (text[end] === text[at]) end += 1
  const script = end - at === 1 ? parseText(state, at, SCRIPT) : null
  if (script !== null) return script
  const isText = text[at] === '~' ? end - at > 2 : /[=^]/.test(text.charAt(at)) && end - at !== 2
  if (isText) addText(state, text.slice(at, end))
  else {
    const run = delimiterRun(text, at, end, state.hasPlainEmphasis)
    inlines.push(run)
    runs.push(run)
  }
  return end
}

/** Characters that are text. */
function skip(state: InlineState, at: number, length: number): number {
  addText(state, state.text.slice(at, at + length))
  return at + length
}

const AUTOLINK = /<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+)>/y
const ADDRESS_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/
/** Elements whose content is not text of the page, and the tag that ends each. */
const SKIPPED_ELEMENTS: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'template', 'svg'].map((name) => [name, new RegExp(`</${name}\\s*>`, 'gi')]),
)
const PRE_END = /<\/pre\s*>/gi

/** Parses the autolink, comment or tag at `at`; any other `<` is text. */
function parseAngleBracket(state: InlineState, at: number): number {
  const { text, inlines, isMdx, budget } = state
  const address = matchAt(AUTOLINK, text, at)?.[1]
  if (address !== undefined) {
    addAutolink(state, at, address, ADDRESS_SCHEME.test(address) ? address : `mailto:${address}`)
    return AUTOLINK.lastIndex
  }
  if (text[at + 1] === '!' || text[at + 1] === '?') return skipDeclaration(state, at)
  const end = isMdx ? endOfFlow(state, at) : endOfHtmlTag(text, at, budget)
  if (end === -1) return skip(state, at, 1)
  const source = text.slice(at, end)
  const tag = readTag(source)
  inlines.push({ type: 'tag', tag })
  const isSkipped = tag.kind === 'open' && tag.element !== null && !SHOWN_TEMPLATE.test(source)
  return isSkipped ? skipContent(state, end, tag.element) : end
}

function addAutolink(state: InlineState, at: number, text: string, href: string): void {
  const isMyst = state.dialect === 'myst'
  const link = { type: 'link', href: isMyst ? plainAddress(href) : href, line: state.lineAt(at) } as const
  state.inlines.push({ type: 'autolink', text: isMyst && isSiteAddress(text) ? labelOf(text) : text, link })
}

/** Skips a comment, instruction or declaration, which is not text. */
function skipDeclaration(state: InlineState, at: number): number {
  const endMark = endMarkOfDeclaration(state.text, at)
  // From the second hyphen on, because `<!-->` is a whole comment.
  const end = endMark === null ? -1 : state.budget.indexOf(state.text, endMark, at + 2)
  return endMark === null || end === -1 ? skip(state, at, 1) : end + endMark.length
}

/** Skips the content of an element and its end tag if it is not Markdown; `from` if it is. */
function skipContent({ text, inlines, budget }: InlineState, from: number, name: string): number {
  const endTag = name === 'pre' ? PRE_END : SKIPPED_ELEMENTS.get(name)
  if (endTag === undefined || budget.isSpent()) return from
  const match = matchAt(endTag, text, from)
  if (match === null) {
    budget.consume(text.length - from)
    return name === 'pre' ? from : text.length
  }
  if (name === 'pre') inlines.push({ type: 'pre', text: text.slice(from, match.index) })
  inlines.push({ type: 'tag', tag: readTag(match[0]) })
  return endTag.lastIndex
}

/** The tags around text in which braces are text. */
const RAW = /^\{%-?\s*(end)?(?:raw|verbatim)\b/
/** The end of markup with the start of a list of its attributes; not of formulas: `\sum_{i=1}`. */
const ATTRIBUTED = /^(?:[)\]`>]|[*_]\{[ \t:.#])/
/** Inlines before a list whose place is the start of its text; after more it is that of the list. */
const MAX_BEFORE = 1_000

/** Parses the markup in braces at `at`; any other `{` is text. */
function parseBrace(state: InlineState, at: number): number {
  const { text, inlines, isMdx } = state
  const literal = isMdx ? null
    : parseText(state, at, LITERAL) ?? parseFrontmatterValue(state, at) ?? parseCall(state, at)
  if (literal !== null) return literal
  const role = state.dialect === 'myst' ? readRole(text, at) : null
  if (role !== null) {
    if (role.type === 'link') addAutolink(state, at, role.text, role.href)
    else inlines.push({ type: role.type, text: role.text })
    return role.end
  }
  const end = isMdx ? endOfFlow(state, at) : endOfGeneratorMarkup(state, at)
  if (end === -1) return skip(state, at, 1)
  if (isMdx) inlines.push({ type: 'expression', source: text.slice(at + 1, end - 1), otherwise: '' })
  return end
}

const CALL = /\{\{(?![<%])([^{}]{0,1000})\}\}/y

/** Parses a call of a template: it has no text, unless the page knows its value. */
function parseCall(state: InlineState, at: number): number | null {
  if (!state.hasTemplates || state.isRaw === true) return null
  const textOf = (name: string) => state.substitutions.get(name.trim()) ?? ''
  return parseText(state, at, { before: /^/, pattern: CALL, textOf })
}

/** Offset after the JSX tag or expression at `at`, -1 if there is none. */
function endOfFlow({ text, budget }: InlineState, at: number): number {
  const scanner = budget.isSpent() ? null : createFlowScanner(text, at)
  if (scanner === null) return -1
  const end = scanJsx(scanner, text, at + 1)
  if (end < 0) budget.consume(text.length - at)
  return end < 0 ? -1 : end
}

/** Offset after the shortcode or attribute list at `at`, -1 if there is none. A shortcode is kept as a tag. */
function endOfGeneratorMarkup(state: InlineState, at: number): number {
  const { text, inlines, budget } = state
  const shortcode = endOfShortcode(text, at, budget)
  if (shortcode !== -1) {
    const source = text.slice(at, shortcode)
    const isRaw = RAW.exec(source)
    if (isRaw !== null) state.isRaw = isRaw[1] === undefined
    const shown = shownSource(source)
    const [, double, single = double] = LABELLED.exec(source) ?? []
    // A bare value of Liquid is the name of another one.
    const written = source.startsWith('{%') ? source.replace(/=[ \t]{0,9}[A-Za-z_][^\s%]*/g, '') : source
    const stated = new Map([...hexoAttributes(source), ...readAttributes(written.slice(3, -3))])
    const attributes = single === undefined ? stated : new Map([...stated, ['label', single]])
    if (shown !== source) addText(state, shown)
    else inlines.push({ type: 'tag', tag: { name: 'shortcode', element: null, kind: 'empty', attributes } })
    return shortcode
  }
  // Of an item: kramdown.gettalong.org/syntax.html#lists.
  const isOfItem = at === 0 && text.startsWith('{:')
  const list = at > 0 || isOfItem ? readAttributeList(text, at) : null
  // After white space it is that of the whole text, at its end.
  const isLast = list !== null && /\s/.test(text.charAt(at - 1)) && text.slice(list.end).trim() === ''
  const isOfText = isLast && (list.id !== null || state.dialect === 'retype')
  if (list === null || !(isOfText || isOfItem || ATTRIBUTED.test(text.slice(at - 1, at + 3)))) return -1
  const place: Inline[] = list.id === null ? [] : [{ type: 'tag', tag: anchorTag(list.id) }]
  if (inlines.length < MAX_BEFORE) inlines.unshift(...place)
  else inlines.push(...place)
  return list.end
}

/** Shortcodes of themes whose first text, or name, is a label: `{{< tab "Linux" >}}`, `{{% tab name="Linux" %}}`. */
const LABELLED = new RegExp(
  /^\{[{%][<%]?[ \t]*(?:tab(?:-?item)?|details|expand|accordion(?:-?item)?)[ \t]+/.source +
    /(?:(?:name|tabName)=)?(?:"([^"]*)"|'([^']*)')/.source,
  'i',
)
const PUNCTUATION = /[!-/:-@[-`{-~]/
const SCHEME = /(?:^|[^A-Za-z0-9])(https?|ftp)$/i
const SPACES = /[ \t]*/y
const ADDRESS = /:\/\/(?:(?!&[lg]t;)[^\s<>[\]`\\{}|"])+/y
const END_OF_ADDRESS = /[?!.,:;*_~')]/
const ENTITY_AT_END = /&[A-Za-z\d]+;$/
/** UTF-16 units of the longest entity, `&CounterClockwiseContourIntegral;`. */
const MAX_ENTITY = 33

/** Parses `\`, which makes punctuation text and a line end a hard break. */
function parseEscape(state: InlineState, at: number): number {
  const char = state.text[at + 1] ?? ''
  if (char === '\n') {
    state.inlines.push({ type: 'break' })
    return endOfMatch(SPACES, state.text, at + 2)
  }
  return PUNCTUATION.test(char) ? skip(state, at + 1, 1) : skip(state, at, 1)
}

/** Parses a line end; after two spaces it is a hard break. */
function parseLineEnd(state: InlineState, at: number): number {
  const { text, inlines } = state
  if (text[at - 1] === ' ' && text[at - 2] === ' ') inlines.push({ type: 'break' })
  else addText(state, '\n')
  return endOfMatch(SPACES, text, at + 1)
}

/** Parses a plain address from its `://` on: all of it is the text of a link, whatever characters it has. */
function parseAddress(state: InlineState, at: number): number {
  const { text, inlines } = state
  const scheme = SCHEME.exec(text.slice(Math.max(0, at - 6), at))?.[1]
  const address = scheme === undefined ? undefined : matchAt(ADDRESS, text, at)?.[0]
  const end = at + (address === undefined ? 3 : lengthOfAddress(address))
  const before = inlines.at(-1)
  const isLink = scheme !== undefined && end > at + 3 && before?.type === 'text' && before.text.endsWith(scheme)
  if (!isLink) return skip(state, at, end - at)
  // The scheme is at the end of the text so far.
  inlines.pop()
  addText(state, before.text.slice(0, -scheme.length))
  const href = decodeEntities(text.slice(at - scheme.length, end))
  addAutolink(state, at, href, href)
  return end
}

/**
 * Length of an address without the marks of the sentence after it, among them entities such as `&quot;`; a parenthesis
 * that it opens is its own (GFM 6.9).
 */
function lengthOfAddress(address: string): number {
  let unopened = address.split(')').length - address.split('(').length
  let length = address.length
  while (length > 3) {
    const last = address.charAt(length - 1)
    if (!END_OF_ADDRESS.test(last) || (last === ')' && unopened <= 0)) break
    if (last === ')') unopened -= 1
    length -= ENTITY_AT_END.exec(address.slice(0, length).slice(-MAX_ENTITY))?.[0].length ?? 1
  }
  return length
}

const BACKTICKS = /`+/g
/** The language of code in MkDocs: `#!js a()`. */
const LANGUAGE = /^#![A-Za-z][\w+#.-]* +(?=\S)/

/** Parses the code span at `at`; backticks without a closing run of the same length are text. */
function parseCodeSpan(state: InlineState, at: number): number {
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

/*
 * Markup that stands for a text: character references, and of site generators icons, keys and subscripts of MkDocs,
 * and values in templates. Each function returns the offset after the markup at `at`, null if there is none.
 */

/** Markup by the character before it, empty at the start, with the text for its first group; null if it has none. */
interface TextForm {
  readonly before: RegExp
  readonly pattern: RegExp
  readonly textOf: (content: string) => string | null
}

/** `&amp;` */
const REFERENCE: TextForm = {
  before: /^/, pattern: /(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});)/y, textOf: decodeEntities,
}
/** `:material-close:`, with its attribute list, and one space after it; an icon has no text. */
const ICON: TextForm = {
  before: /^(?![\p{L}\p{N}])/u, textOf: () => '',
  pattern: /:(?:fontawesome|material|octicons|simple)(?:-[a-z0-9]+){1,20}:(?:\{[^{}\n]{0,200}\})? ?/y,
}
/** `:icon-rocket:` of Retype. */
const RETYPE_ICON: TextForm = { ...ICON, pattern: /:icon(?:-[a-z0-9]+){1,20}: ?/y }
/** Keys that are pressed together: `++ctrl+alt+del++`; `++page-up++` is "Page Up". */
const KEYS: TextForm = {
  before: /^(?![\w+])/,
  pattern: /\+\+([a-z][a-z0-9-]{0,19}(?:\+(?:[a-z0-9][a-z0-9-]{0,19}|"[^"\n]{1,40}")){0,5})\+\+(?![\w+])/y,
  textOf: (keys) => {
    return keys.replaceAll('"', '').replaceAll('-', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  },
}
/** `H~2~O`, `x^2^`; with white space inside the former is a deletion. */
const SCRIPT: TextForm = {
  before: /[\p{L}\p{N}]/u, textOf: (script) => script.slice(1),
  pattern: /(~[\w+.,()=-]{1,40}(?=~(?!~))|\^[\w+.,()=-]{1,40}(?=\^(?!\^)))[~^]/y,
}
/**
 * `$a_1$`, `$$a_1$$`: formulas as Pandoc and GitHub know them, kept as written. Prices and names of variables have a
 * space before the next dollar or a letter behind it; between others are marks at the start or end of words.
 */
const FORMULA: TextForm = {
  before: /^(?![\w$])/, textOf: (formula) => (PROSE.test(formula) ? null : formula),
  pattern: /(\$\$(?:[^\\$`]|\\[^]){1,1000}\$\$|\$(?![\s${])(?:[^\\$`]|\\[^]){1,400}(?<!\s)\$(?![\w${]))/y,
}
const PROSE = /^\$(?![^]*\\|\$)[^]*(?:\]\(|(?<![\^*_])[*_]+(?:\s|\$$)|[$\s][*_])/
/** `{{ 'text' }}`. */
const LITERAL: TextForm = {
  before: /^/, textOf: literalOf,
  pattern: /\{\{\s{0,9}("(?:[^"\\]|\\.){0,400}"|'(?:[^'\\]|\\.){0,400}')\s{0,9}\}\}/y,
}
/**
 * `{{ $frontmatter.title }}` of VitePress, also from `useData()`; `{{ page.title }}` of Jekyll; `{{ title }}` of
 * Eleventy and of macros in MkDocs, in templates alone.
 */
const FRONTMATTER_VALUE = /\{\{\s{0,9}((?:\$?frontmatter|page)\.)?([\w$.]{1,200})\s{0,9}\}\}/y

function parseText(state: InlineState, at: number, { before, pattern, textOf }: TextForm): number | null {
  const { text } = state
  const [source, content = ''] = before.test(text.charAt(at - 1)) ? (matchAt(pattern, text, at) ?? []) : []
  const shown = source === undefined ? null : textOf(content)
  if (source === undefined || shown === null) return null
  addText(state, shown)
  return at + source.length
}

/** Parses a component of Retype in a sentence: its text, which is that of a link if it has an address. */
function parseReference(state: InlineState, at: number): number | null {
  const component = state.dialect === 'retype' ? retypeComponent(state.text, at) : null
  if (component === null) return null
  const { text, href, end } = component
  if (href !== '') addAutolink(state, at, text, href)
  else addText(state, text)
  return end
}

function parseFrontmatterValue(state: InlineState, at: number): number | null {
  const [written, object, path] = matchAt(FRONTMATTER_VALUE, state.text, at) ?? []
  const isCall = state.dialect === 'liquid' && state.hasTemplates && state.isRaw !== true
  if (written === undefined || (object === undefined && !isCall)) return null
  const otherwise = object === undefined ? '' : written
  state.inlines.push({ type: 'expression', source: `frontmatter.${path}`, otherwise })
  return at + written.length
}

/** Parses a component of MDC: its label, or else the texts of its attributes. */
function parseComponent(state: InlineState, at: number): number | null {
  const component = state.hasComponents ? inlineComponent(state.text, at) : null
  if (component === null) return null
  const { label, tag, end } = component
  if (label !== null) addText(state, label)
  else state.inlines.push({ type: 'tag', tag: { ...tag, name: 'shortcode' } })
  return end
}

/** Code with the strings in double braces in their place, as VitePress shows languages with `-vue`. */
export function replaceLiterals(code: string): string {
  return code.replace(new RegExp(LITERAL.pattern, 'g'), (braces, content: string) => literalOf(content) ?? braces)
}
