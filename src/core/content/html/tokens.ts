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

/** The tokens of `html`, whose line breaks are `\n`, from the tag or text at `start` to the tag at `end`. */
export function createHtmlTokens(html: string, { start, end }: TextRange = { start: 0, end: html.length }) {
  let position = start

  function next(): HtmlToken | null {
    while (position < end) {
      const at = position
      position = nextMarkup(html, at)
      if (position > at) return { type: 'text', text: decodeEntities(html.slice(at, position)), at }
      const code = html.charCodeAt(at + 1)
      if (code === BANG || code === QUESTION) {
        const data = skipDeclaration(at)
        if (data !== null) return { type: 'text', text: data, at }
      } else {
        const tag = code === SLASH ? readCloseTag(at) : readOpenTag(at)
        if (tag !== null) return tag
      }
    }
    return null
  }

  /** Skips `<!…>` or `<?…>`; the text of a CDATA section, which XHTML pages mean as text, else null. */
  function skipDeclaration(at: number): string | null {
    if (html.startsWith('<![CDATA[', at)) return html.slice(at + 9, skipTo(']]>', at + 9))
    if (html.startsWith('<!--', at)) {
      // From the second hyphen on, because `<!-->` and `<!--->` are whole comments.
      const commentEnd = endOfMatch(COMMENT_END, html, at + 2)
      position = commentEnd === -1 ? html.length : commentEnd
    } else skipTo('>', at + 2)
    return null
  }

  /** Skips the next `mark`, or to the end; the offset of the mark. */
  function skipTo(mark: string, from: number): number {
    const at = html.indexOf(mark, from)
    position = at === -1 ? html.length : at + mark.length
    return at === -1 ? html.length : at
  }

  function readOpenTag(at: number): HtmlToken | null {
    const name = readName(at + 1)
    const attributes = readAttributes()
    const isSelfClosing = html.charCodeAt(position - 2) === SLASH
    return attributes === null ? null : { type: 'open', name, attributes, isSelfClosing, at }
  }

  function readCloseTag(at: number): HtmlToken | null {
    if (!isLetter(html.charCodeAt(at + 2))) {
      skipTo('>', at + 2)
      return null
    }
    const name = readName(at + 2)
    return readAttributes() === null ? null : { type: 'close', name, at }
  }

  function readName(from: number): string {
    position = endOfMatch(TAG_NAME, html, from)
    return html.slice(from, position).toLowerCase()
  }

  /** The attributes before the `>` of a tag, which is skipped; null if the file ends inside the tag. */
  function readAttributes(): Attributes | null {
    // Most tags have none.
    if (html[position] === '>') {
      position += 1
      return NO_ATTRIBUTES
    }
    const attributes = new Map<string, string>()
    ATTRIBUTE.lastIndex = position
    for (let match = ATTRIBUTE.exec(html); match !== null && match[5] === undefined; match = ATTRIBUTE.exec(html)) {
      const name = match[1]?.toLowerCase()
      if (name === undefined) {
        position = ATTRIBUTE.lastIndex
        return attributes
      }
      if (!attributes.has(name)) attributes.set(name, decodeEntities(match[2] ?? match[3] ?? match[4] ?? ''))
    }
    position = html.length
    return null
  }

  /** The text after a start tag such as `script` up to its end tag, which is read as well, and that tag's offset. */
  function rawText(name: string): { readonly text: string; readonly end: number } {
    const from = position
    // The name is one of the constants of this folder, so it needs no escaping.
    position = matchAt(new RegExp(`</${name}(?=[\\t\\n\\f />])`, 'gi'), html, from)?.index ?? html.length
    const textEnd = position
    if (textEnd < html.length) readCloseTag(textEnd)
    return { text: html.slice(from, textEnd), end: textEnd }
  }

  return { next, rawText }
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
