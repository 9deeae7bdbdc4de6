/**
 * The elements of a page -> the title and the weight that its author marked,
 * anywhere in the page: `data-ask-title`, else the `title` of
 * `data-pagefind-meta`; `data-ask-weight`, else `data-pagefind-weight`.
 *
 * Source: https://pagefind.app/docs/indexing/, https://pagefind.app/docs/metadata/
 */
import { WEIGHT_RANGE } from '../page-weight.ts'
import { isBoilerplate, isHidden } from './boilerplate.ts'
import { createSelfLinkFilter, type SelfLinkFilter } from './self-link.ts'
import type { Attributes, HtmlRange } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** Attributes that mark a title. */
const MARKS = { ask: 'data-ask-title', meta: 'data-pagefind-meta', fallback: 'data-pagefind-default-meta' } as const
type Mark = keyof typeof MARKS
/** An entry in a list of Pagefind's metadata: `title`, `title[content]` or `title:Text`; a text ends the list. */
const TITLE_ENTRY = /^(?:[^:]*,)?\s*title\s*(?:,|$|\[([^\]]+)\]|:([^]*))/

/** The marked titles of a page so far. Of several marks the first of ours counts, and the last of Pagefind's, as there. */
export interface TitleMarks {
  readonly titles: { [K in Mark]: string | null }
  /** The element whose text is a title. */
  capture: { readonly mark: Mark; readonly element: HtmlElement; readonly parts: string[] } | null
  /** The innermost element inside the capture whose text isn't that of a title. */
  muted: HtmlElement | null
  selfLinks: SelfLinkFilter
}

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
  /** Pagefind's, each with its element. */
  readonly pagefind: { readonly element: HtmlElement; readonly weight: OwnerWeight }[]
}

/** The titles before the first element. */
export function createTitleMarks(): TitleMarks {
  const titles = { ask: null, meta: null, fallback: null }
  return { titles, capture: null, muted: null, selfLinks: createSelfLinkFilter() }
}

/** Takes the start of an element. */
export function openTitleElement(marks: TitleMarks, element: HtmlElement): void {
  const { titles, capture } = marks
  if (capture !== null) {
    if (marks.muted === null && (isHidden(element) || isBoilerplate(element))) marks.muted = element
    marks.selfLinks.open(element)
    if (element.name === 'br') capture.parts.push(' ')
  }
  const { attributes } = element
  if (attributes.size === 0) return
  const title = titles.ask === null && capture?.mark !== 'ask' ? attributes.get(MARKS.ask)?.trim() : undefined
  if (title !== undefined) addTitle(marks, { mark: 'ask', title: title === '' ? null : title, element })
  for (const mark of ['meta', 'fallback'] as const) {
    const title = pagefindTitle(attributes, MARKS[mark])
    if (title !== undefined) addTitle(marks, { mark, title, element })
  }
}

/** Takes the end of an element. */
export function closeTitleElement(marks: TitleMarks, element: HtmlElement): void {
  const { titles, capture } = marks
  if (capture === null) return
  const symbols = marks.selfLinks.close(element)
  const isBlank = (text: string) => text.trim() === ''
  if (isBlank(symbols) || capture.parts.every(isBlank)) capture.parts.push(symbols)
  if (element === marks.muted) marks.muted = null
  if (element !== capture.element) return
  titles[capture.mark] = capture.parts.join('')
  marks.capture = null
}

/** Takes text. */
export function addTitleText({ capture, muted, selfLinks }: TitleMarks, text: string): void {
  if (capture !== null && muted === null) capture.parts.push(selfLinks.text(text))
}

/** The titles after the last element. */
export function ownerTitles({ titles }: TitleMarks): OwnerTitles {
  return { fixed: titles.ask ?? titles.meta, fallback: titles.fallback }
}

/** Takes the weights of an element. */
export function addWeights(marks: WeightMarks, element: HtmlElement): void {
  if (element.attributes.size === 0) return
  marks.own ??= weightIn(element, 'data-ask-weight')
  const weight = weightIn(element, 'data-pagefind-weight')
  if (weight === null) return
  // Pagefind's range begins at 0.
  marks.pagefind.push({ element, weight: { ...weight, value: Math.max(weight.value, WEIGHT_RANGE.min) } })
}

/**
 * The weight of a page with its content in these elements, null for the whole page: our mark, else Pagefind's on the
 * page or on the one element with its content. Pagefind's weights of parts of a page have no counterpart.
 */
export function ownerWeight({ own, pagefind }: WeightMarks, roots: readonly HtmlRange[] | null): OwnerWeight | null {
  const [root, ...others] = roots ?? []
  const ofContent = pagefind.find(({ element: { name, at } }) => {
    return name === 'html' || name === 'body' || (at === root?.start && others.length === 0)
  })
  return own ?? ofContent?.weight ?? null
}

function weightIn({ attributes, at }: HtmlElement, attribute: string): OwnerWeight | null {
  const value = attributes.get(attribute)
  return value === undefined ? null : { attribute, value: Number(value || NaN), at }
}

/** Adds a title, null if it is the text of the element. Inside another title an element's text is part of that. */
function addTitle(
  marks: TitleMarks,
  { mark, title, element }: { readonly mark: Mark; readonly title: string | null; readonly element: HtmlElement },
): void {
  if (title !== null) marks.titles[mark] = title
  else if (marks.capture === null) {
    marks.capture = { mark, element, parts: [] }
    marks.muted = null
    marks.selfLinks = createSelfLinkFilter()
  }
}

/** The title that an attribute of an element gives; null if it is the element's text, undefined for none. */
function pagefindTitle(attributes: Attributes, name: string): string | null | undefined {
  const [entry, attribute, text] = TITLE_ENTRY.exec(attributes.get(name) ?? '') ?? []
  if (entry === undefined || text !== undefined) return text
  return attribute === undefined ? null : attributes.get(attribute.trim().toLowerCase())
}
