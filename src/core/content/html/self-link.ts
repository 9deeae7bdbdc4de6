/**
 * The text in links to anchors of their page -> that which is content. A heading's link to itself only says that it is
 * one (`#`, "Section titled …"), but may also be around all of the heading (mdBook), whose symbols are text.
 */
import type { HtmlElement } from './tree.ts'

/** Elements with code in a sentence. */
export const INLINE_CODE: ReadonlySet<string> = new Set(['code', 'samp', 'tt'])
/** Signs of links, and the text of a heading's link to itself in themes that have no sign. */
const MARK = new RegExp([
  /^[#¶§❡☍🔗⚓↩][\ufe0e\ufe0f]?$/u, /^(?:direct link to|permalink (?:for|to)|permanent link|section titled)(?!\w)/u,
].map(({ source }) => source).join('|'), 'iu')
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Takes the elements and texts of a page, in order. */
export type SelfLinkFilter = ReturnType<typeof createSelfLinkFilter>

/** A filter outside of all links. */
export function createSelfLinkFilter() {
  let link: HtmlElement | null = null
  /** The symbols of the open link; null after its first words. */
  let held: string | null = null
  let codes = 0

  function open(element: HtmlElement): void {
    if (link !== null) codes += INLINE_CODE.has(element.name) ? 1 : 0
    else if (element.name === 'a' && element.attributes.get('href')?.startsWith('#')) {
      [link, held, codes] = [element, '', 0]
    }
  }

  /** Gives the symbols of a link that had nothing else: they count only where there is no other text. */
  function close(element: HtmlElement): string {
    if (link !== null && INLINE_CODE.has(element.name)) codes -= 1
    if (element !== link) return ''
    const symbols = held ?? ''
    link = null
    return symbols
  }

  /** Gives the text to be written now: none, the same, or with symbols before it. */
  function text(text: string): string {
    if (link === null) return text
    if (codes === 0 && MARK.test(text.trim())) return ''
    if (held === null) return text
    held += text
    if (codes === 0 && !LETTER_OR_DIGIT.test(text)) return ''
    const shown = held
    held = null
    return shown
  }

  return { open, close, text }
}
