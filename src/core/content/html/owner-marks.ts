/**
 * The elements of a page -> the title and the weight that its author marked,
 * anywhere in the page: `data-ask-title`, else the `title` of
 * `data-pagefind-meta`; `data-ask-weight`, else `data-pagefind-weight`.
 *
 * Source: https://pagefind.app/docs/indexing/, https://pagefind.app/docs/metadata/
 */
import { WEIGHT_RANGE } from '../page-weight.ts'
import { isBoilerplate, isHidden } from './boilerplate.ts'
import { createSelfLinkFilter } from './self-link.ts'
import type { Attributes, HtmlRange } from './tokens.ts'
import { type HtmlElement, walkHtml } from './tree.ts'

/** Attributes that mark a title. */
const MARKS = { ask: 'data-ask-title', meta: 'data-pagefind-meta', fallback: 'data-pagefind-default-meta' } as const
type Mark = keyof typeof MARKS
/** An entry in a list of Pagefind's metadata: `title`, `title[content]` or `title:Text`; a text ends the list. */
const TITLE_ENTRY = /^(?:[^:]*,)?\s*title\s*(?:,|$|\[([^\]]+)\]|:([^]*))/

/** An element whose text is a title; `end` is infinite while it is open. */
interface TitleElement {
  readonly element: HtmlElement
  end: number
}

/** The marked titles of a page so far. Of several marks the first of ours counts, and the last of Pagefind's, as there. */
export type TitleMarks = { [K in Mark]: string | TitleElement | null }

/** The titles that the author of a page marked. */
export interface OwnerTitles {
  /** The title of the page, whatever its headings are; null for none. */
  readonly fixed: string | null
  /** The title of a page without an h1; null for none. */
  readonly fallback: string | null
}

/** A weight and the element that has it. */
export interface OwnerWeight {
  readonly attribute: string
  /** NaN if it is not a number. */
  readonly value: number
  /** Offset of the element. */
  readonly at: number
}

/** The marked weights of a page so far. */
export interface WeightMarks {
  /** The first of ours. */
  own: OwnerWeight | null
  /** Pagefind's, that of the page and those of other elements. */
  page: OwnerWeight | null
  readonly parts: OwnerWeight[]
}

/** Takes the start of an element. */
export function openTitleElement(marks: TitleMarks, element: HtmlElement): void {
  const { attributes } = element
  if (attributes.size === 0) return
  const asText = () => ({ element, end: Infinity })
  const title = marks.ask === null ? attributes.get(MARKS.ask)?.trim() : undefined
  if (title !== undefined) marks.ask = title || asText()
  for (const mark of ['meta', 'fallback'] as const) {
    const title = pagefindTitle(attributes, MARKS[mark])
    if (title !== undefined) marks[mark] = title ?? asText()
  }
}

/** Takes the end of an element. */
export function closeTitleElement({ ask, meta, fallback }: TitleMarks, element: HtmlElement, end: number): void {
  for (const mark of [ask, meta, fallback]) {
    if (mark !== null && typeof mark !== 'string' && mark.element === element) mark.end = end
  }
}

/** The titles after the last element. */
export function ownerTitles({ ask, meta, fallback }: TitleMarks, html: string): OwnerTitles {
  const read = (mark: TitleMarks[Mark]) => (mark === null || typeof mark === 'string' ? mark : titleText(html, mark))
  return { fixed: read(ask ?? meta), fallback: read(fallback) }
}

function titleText(html: string, { element: { at: start }, end }: TitleElement): string {
  const parts: string[] = []
  const selfLinks = createSelfLinkFilter()
  const isBlank = (text: string) => text.trim() === ''
  walkHtml(html, {
    open: (element) => {
      if (element.at !== start && (isHidden(element) || isBoilerplate(element))) return false
      selfLinks.open(element)
      if (element.name === 'br') parts.push(' ')
      return true
    },
    close: (element) => {
      const symbols = selfLinks.close(element)
      if (isBlank(symbols) || parts.every(isBlank)) parts.push(symbols)
    },
    text: (text) => void parts.push(selfLinks.text(text)),
  }, { start, end: Math.min(end, html.length) })
  return parts.join('')
}

/** Takes the weights of an element. */
export function addWeights(marks: WeightMarks, element: HtmlElement): void {
  if (element.attributes.size === 0) return
  marks.own ??= weightIn(element, 'data-ask-weight')
  const weight = weightIn(element, 'data-pagefind-weight')
  if (weight === null) return
  // Pagefind's range begins at 0.
  const bounded = { ...weight, value: Math.max(weight.value, WEIGHT_RANGE.min) }
  if (element.name === 'html' || element.name === 'body') marks.page ??= bounded
  else marks.parts.push(bounded)
}

/**
 * The weight of a page with its content in these elements, null for the whole page: our mark, else Pagefind's on the
 * page or on the one element with its content. Pagefind's weights of parts of a page have no counterpart.
 */
export function ownerWeight({ own, page, parts }: WeightMarks, roots: readonly HtmlRange[] | null): OwnerWeight | null {
  const root = roots?.length === 1 ? roots[0] : undefined
  return own ?? page ?? parts.find(({ at }) => at === root?.start) ?? null
}

function weightIn({ attributes, at }: HtmlElement, attribute: string): OwnerWeight | null {
  const value = attributes.get(attribute)
  return value === undefined ? null : { attribute, value: Number(value || NaN), at }
}

/** The title that an attribute of an element gives; null if it is the element's text, undefined for none. */
function pagefindTitle(attributes: Attributes, name: string): string | null | undefined {
  const [entry, attribute, text] = TITLE_ENTRY.exec(attributes.get(name) ?? '') ?? []
  if (entry === undefined || text !== undefined) return text
  return attribute === undefined ? null : attributes.get(attribute.trim().toLowerCase())
}
