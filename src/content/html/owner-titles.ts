/**
 * The elements of a page -> the title that its author marked, anywhere in the
 * page: `data-ask-title`, else the `title` of `data-pagefind-meta`.
 */
import { isBoilerplate, isFragmentLink, isHidden, isPermalink } from './boilerplate.ts'
import type { Attributes } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** The titles that the author of a page marked. */
export interface OwnerTitles {
  /** The title of the page, whatever its headings are; null for none. */
  readonly fixed: string | null
  /** The title of a page without an h1; null for none. */
  readonly fallback: string | null
}

/** A visitor of every element of a page. */
export interface TitleFinder {
  readonly open: (element: HtmlElement) => void
  readonly close: (element: HtmlElement) => void
  readonly text: (text: string) => void
  readonly titles: () => OwnerTitles
}

/** Attributes that mark a title. */
const MARKS = { ask: 'data-ask-title', meta: 'data-pagefind-meta', fallback: 'data-pagefind-default-meta' } as const
type Mark = keyof typeof MARKS

/** An element whose text is a title. */
interface Capture {
  readonly mark: Mark
  readonly element: HtmlElement
  readonly parts: string[]
}

/** A finder for one page. Of several marks the first `data-ask-title` counts, and the last of Pagefind's, as there. */
export function createTitleFinder(): TitleFinder {
  const titles: { [K in Mark]: string | null } = { ask: null, meta: null, fallback: null }
  let capture: Capture | null = null
  /** The innermost element inside the capture whose text isn't that of a title. */
  let muted: HtmlElement | null = null
  let fragmentLinks = 0

  function open(element: HtmlElement): void {
    if (capture !== null) {
      if (muted === null && (isHidden(element) || isBoilerplate(element))) muted = element
      if (isFragmentLink(element)) fragmentLinks += 1
      if (element.name === 'br') capture.parts.push(' ')
    }
    const { attributes } = element
    if (attributes.size === 0) return
    const title = titles.ask === null && capture?.mark !== 'ask' ? attributes.get(MARKS.ask)?.trim() : undefined
    if (title !== undefined) mark('ask', title === '' ? null : title, element)
    for (const name of ['meta', 'fallback'] as const) {
      const title = pagefindTitle(attributes, MARKS[name])
      if (title !== undefined) mark(name, title, element)
    }
  }

  /** A title, null if it is the text of the element. Inside another title an element's text is part of that. */
  function mark(name: Mark, value: string | null, element: HtmlElement): void {
    if (value !== null) titles[name] = value
    else if (capture === null) {
      capture = { mark: name, element, parts: [] }
      muted = null
      fragmentLinks = 0
    }
  }

  function close(element: HtmlElement): void {
    if (capture === null) return
    if (isFragmentLink(element)) fragmentLinks -= 1
    if (element === muted) muted = null
    if (element !== capture.element) return
    titles[capture.mark] = capture.parts.join('')
    capture = null
  }

  function text(text: string): void {
    if (capture !== null && muted === null && (fragmentLinks === 0 || !isPermalink(text))) capture.parts.push(text)
  }

  return { open, close, text, titles: () => ({ fixed: titles.ask ?? titles.meta, fallback: titles.fallback }) }
}

/** An entry in a list of Pagefind's metadata: `title`, `title[content]` or `title:Text`; a text ends the list. */
const TITLE_ENTRY = /^(?:[^:]*,)?\s*title\s*(?:,|$|\[([^\]]+)\]|:([^]*))/

/** The title that an attribute of an element gives; null if it is the element's text, undefined for none. */
function pagefindTitle(attributes: Attributes, name: string): string | null | undefined {
  const [entry, attribute, text] = TITLE_ENTRY.exec(attributes.get(name) ?? '') ?? []
  if (entry === undefined || text !== undefined) return text
  return attribute === undefined ? null : attributes.get(attribute.trim().toLowerCase())
}
