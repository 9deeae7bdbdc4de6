/**
 * The elements of a page -> those that hold its content.
 */
import { classesOf } from './boilerplate.ts'
import { ASK_BODY, PAGEFIND_BODY } from './owner-marks.ts'
import type { HtmlRange } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** Signs of the element with the content of a page, the surest first. */
const SIGNS: readonly ((element: HtmlElement, classes: readonly string[]) => boolean)[] = [
  ({ attributes }) => attributes.has(ASK_BODY),
  ({ attributes }) => attributes.has(PAGEFIND_BODY),
  ({ name }) => name === 'main',
  ({ attributes }) => attributes.get('role') === 'main',
  ({ name }) => name === 'article',
  (_, classes) => classes.includes('vp-doc'),
  (_, classes) => classes.includes('theme-doc-markdown'),
  (_, classes) => classes.includes('md-content'),
  ({ attributes }) => attributes.get('id') === 'content',
]
/** Number of signs that are the author's marks; all elements that have the same one count. */
const MARKS = 2
/** Index of `<article>`, which counts if it is the only one. */
const ARTICLE = 4

/** A visitor of every element of a page. */
export interface RootFinder {
  readonly open: (element: HtmlElement) => void
  readonly close: (element: HtmlElement, end: number) => void
  /**
   * The elements that hold the content, in order, each from its start tag up to
   * its end tag. Null for the whole page.
   */
  readonly roots: () => readonly HtmlRange[] | null
  /** True if the author marked the content (`data-ask-body`, `data-pagefind-body`). */
  readonly hasBodyMark: () => boolean
}

/** A finder for one page. */
export function createRootFinder(): RootFinder {
  /** By sign, in order. */
  const candidates = SIGNS.map((): { readonly start: number; end: number }[] => [])
  /** Candidates without their end so far, outermost first. */
  const open: { readonly start: number; end: number }[] = []

  function openElement(element: HtmlElement): void {
    const classes = classesOf(element)
    const sign = SIGNS.findIndex((isRoot) => isRoot(element, classes))
    if (sign === -1 || (sign < MARKS && candidates[sign]?.at(-1)?.end === Infinity)) return
    const root = { start: element.at, end: Infinity }
    candidates[sign]?.push(root)
    open.push(root)
  }

  function closeElement(element: HtmlElement, end: number): void {
    const root = open.at(-1)
    if (root?.start !== element.at) return
    root.end = end
    open.pop()
  }

  function roots(): readonly HtmlRange[] | null {
    // An element that is nested too deep has no content of its own.
    const filled = candidates.map((ranges) => ranges.filter(({ start, end }) => end > start))
    const best = filled.findIndex(({ length }, sign) => length > 0 && (sign !== ARTICLE || length === 1))
    return (best < MARKS ? filled[best] : filled[best]?.slice(0, 1)) ?? null
  }

  const hasBodyMark = () => candidates.slice(0, MARKS).some(({ length }) => length > 0)
  return { open: openElement, close: closeElement, roots, hasBodyMark }
}
