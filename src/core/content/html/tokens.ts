/**
 * HTML text -> tags and text, one at a time and in one pass. Follows the tokenizer of the HTML standard where it
 * changes the text of a page: quotes hide `>`, a `<` that opens nothing is text, an unclosed tag, comment or quote
 * reaches to the end of the file. Comments, doctypes and processing instructions are dropped.
 */
import { decodeEntities } from '../entities.ts'
import { endOfMatch, matchAt } from '../offset.ts'
import type { TextRange } from '../structure/encoding.ts'

/** The attributes of an element by their lower-case names; the first of two equal ones counts. */
export type Attributes = ReadonlyMap<string, string>

/** A tag or text. `at` is the offset of its first character. Names are lower case, entities decoded. */
export type HtmlToken =
  | { readonly type: 'text'; readonly text: string; readonly at: number }
  | {
      readonly type: 'open'
      readonly name: string
      readonly attributes: Attributes
      /** Written `<name/>`, which means something on foreign elements only. */
      readonly isSelfClosing: boolean
      readonly at: number
    }
  | { readonly type: 'close'; readonly name: string; readonly at: number }

const NO_ATTRIBUTES: Attributes = new Map()
const COMMENT_END = /--!?>/g

const BANG = 0x21
const SLASH = 0x2f
const QUESTION = 0x3f

const TAG_NAME = /[^\t\n\f />]*/y
/**
 * What is before an attribute, its name, whose first character may be a `=`, and its value in any quotes; or the end of
 * the tag. The last group is a quote that never ends.
 */
const ATTRIBUTE = new RegExp(
  String.raw`[\t\n\f /]*(?:>|([^\t\n\f />][^\t\n\f />=]*)` +
    String.raw`(?:[\t\n\f ]*=[\t\n\f ]*(?:"([^"]*)"|'([^']*)'|(?!["'])([^\t\n\f >]*)|(["'])))?)`,
  'y',
)

/** A page that is read, up to `position`. */
interface TokenState {
  readonly html: string
  position: number
}

/** The tokens of `html`, whose line breaks are `\n`, from the tag or text at `start` to the tag at `end`. */
export function createHtmlTokens(html: string, { start, end }: TextRange = { start: 0, end: html.length }) {
  const state = { html, position: start }
  return {
    next: () => nextToken(state, end),
    /** The text after a start tag such as `script` up to its end tag, which is read as well, and that tag's offset. */
    rawText: (name: string) => readRawText(state, name),
  }
}

function nextToken(state: TokenState, end: number): HtmlToken | null {
  const { html } = state
  while (state.position < end) {
    const at = state.position
    const markup = nextMarkup(html, at)
    if (markup > at) {
      state.position = markup
      return { type: 'text', text: decodeEntities(html.slice(at, markup)), at }
    }
    const code = html.charCodeAt(at + 1)
    if (code === BANG || code === QUESTION) {
      const data = skipDeclaration(state)
      if (data !== null) return { type: 'text', text: data, at }
    } else {
      const tag = code === SLASH ? readCloseTag(state) : readOpenTag(state)
      if (tag !== null) return tag
    }
  }
  return null
}

/** Skips `<!…>` or `<?…>`; the text of a CDATA section, which XHTML pages mean as text, else null. */
function skipDeclaration(state: TokenState): string | null {
  const { html, position: at } = state
  if (html.startsWith('<![CDATA[', at)) return html.slice(at + 9, skipTo(state, ']]>', at + 9))
  if (html.startsWith('<!--', at)) {
    // From the second hyphen on, because `<!-->` and `<!--->` are whole comments.
    const end = endOfMatch(COMMENT_END, html, at + 2)
    state.position = end === -1 ? html.length : end
  } else skipTo(state, '>', at + 2)
  return null
}

/** Skips the next `mark`, or to the end; the offset of the mark. */
function skipTo(state: TokenState, mark: string, from: number): number {
  const { html } = state
  const at = html.indexOf(mark, from)
  state.position = at === -1 ? html.length : at + mark.length
  return at === -1 ? html.length : at
}

function readOpenTag(state: TokenState): HtmlToken | null {
  const { html, position: at } = state
  const nameEnd = endOfMatch(TAG_NAME, html, at + 1)
  state.position = nameEnd
  const attributes = readAttributes(state)
  if (attributes === null) return null
  const isSelfClosing = html.charCodeAt(state.position - 2) === SLASH
  return { type: 'open', name: html.slice(at + 1, nameEnd).toLowerCase(), attributes, isSelfClosing, at }
}

function readCloseTag(state: TokenState): HtmlToken | null {
  const { html, position: at } = state
  if (!isLetter(html.charCodeAt(at + 2))) {
    skipTo(state, '>', at + 2)
    return null
  }
  const nameEnd = endOfMatch(TAG_NAME, html, at + 2)
  state.position = nameEnd
  const name = html.slice(at + 2, nameEnd).toLowerCase()
  return readAttributes(state) === null ? null : { type: 'close', name, at }
}

/** The attributes before the `>` of a tag, which is skipped; null if the file ends inside the tag. */
function readAttributes(state: TokenState): Attributes | null {
  const { html, position } = state
  // Most tags have none.
  if (html[position] === '>') {
    state.position = position + 1
    return NO_ATTRIBUTES
  }
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = position
  for (let match = ATTRIBUTE.exec(html); match !== null && match[5] === undefined; match = ATTRIBUTE.exec(html)) {
    const name = match[1]?.toLowerCase()
    if (name === undefined) {
      state.position = ATTRIBUTE.lastIndex
      return attributes
    }
    if (!attributes.has(name)) attributes.set(name, decodeEntities(match[2] ?? match[3] ?? match[4] ?? ''))
  }
  state.position = html.length
  return null
}

function readRawText(state: TokenState, name: string): { readonly text: string; readonly end: number } {
  const { html, position: start } = state
  // The name is one of the constants of this folder, so it needs no escaping.
  const endTag = new RegExp(`</${name}(?=[\\t\\n\\f />])`, 'gi')
  const end = matchAt(endTag, html, start)?.index ?? html.length
  state.position = end
  if (end < html.length) readCloseTag(state)
  return { text: html.slice(start, end), end }
}

/** Offset of the next `<` that opens markup, or the end. */
function nextMarkup(html: string, from: number): number {
  let at = html.indexOf('<', from)
  while (at !== -1) {
    const code = html.charCodeAt(at + 1)
    // `</` at the end of the file is text.
    if (isLetter(code) || code === BANG || code === QUESTION || (code === SLASH && at + 2 < html.length)) return at
    at = html.indexOf('<', at + 1)
  }
  return html.length
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}
