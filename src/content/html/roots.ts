/**
 * The elements of a page -> those that hold its content.
 */
import { classesOf } from './boilerplate.ts'
import type { HtmlRange } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** Signs of the element with the content of a page, the surest first. */
const SIGNS: readonly ((element: HtmlElement, classes: readonly string[]) => boolean)[] = [
  ({ attributes }) => attributes.has('data-pagefind-body'),
  ({ name }) => name === 'main',
  ({ attributes }) => attributes.get('role') === 'main',
  ({ name }) => name === 'article',
  (_, classes) => classes.includes('vp-doc'),
  (_, classes) => classes.includes('theme-doc-markdown'),
  (_, classes) => classes.includes('md-content'),
  ({ attributes }) => attributes.get('id') === 'content',
]
/** Index of the author's mark; all elements that have it count. */
const MARKED = 0
/** Index of `<article>`, which counts where it is the only one. */
const ARTICLE = 3

/** A visitor of every element of a page. */
export interface RootFinder {
  readonly open: (element: HtmlElement) => void
  readonly close: (element: HtmlElement, end: number) => void
  /**
   * The elements that hold the content, in order, each from its start tag up to
   * its end tag. Null for the whole page.
   */
  readonly roots: () => readonly HtmlRange[] | null
  /** Whether the author marked the content (`data-pagefind-body`). */
  readonly hasBodyMark: () => boolean
}

/** A finder for one page. */
export function createRootFinder(): RootFinder {
  /** By sign, in order. */
  const candidates = SIGNS.map((): { readonly start: number; end: number }[] => [])
  const [marked = []] = candidates
  /** Candidates without their end so far, outermost first. */
  const open: { readonly start: number; end: number }[] = []

  function openElement(element: HtmlElement): void {
    const classes = classesOf(element)
    const sign = SIGNS.findIndex((isRoot) => isRoot(element, classes))
    if (sign === -1 || (sign === MARKED && marked.at(-1)?.end === Infinity)) return
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
    return (best === MARKED ? filled[best] : filled[best]?.slice(0, 1)) ?? null
  }

  return { open: openElement, close: closeElement, roots, hasBodyMark: () => marked.length > 0 }
}
