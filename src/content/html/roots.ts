/**
 * The elements of a page -> those that hold its content.
 */
import { classesOf } from './boilerplate.ts'
import type { HtmlRange } from './tokens.ts'
import type { HtmlElement } from './tree.ts'

/** Ways to tell the content of a page, the surest first. */
const WAYS: readonly ((element: HtmlElement, classes: readonly string[]) => boolean)[] = [
  ({ attributes }) => attributes.has('data-pagefind-body'),
  ({ name }) => name === 'main',
  ({ attributes }) => attributes.get('role') === 'main',
  ({ name }) => name === 'article',
  (_, classes) => classes.includes('vp-doc'),
  (_, classes) => classes.includes('theme-doc-markdown'),
  (_, classes) => classes.includes('md-content'),
  ({ attributes }) => attributes.get('id') === 'content',
]
/** All elements that the author marked count. */
const MARKED = 0
/** An article counts where it is the only one. */
const ARTICLE = 3

/** Is shown every element of a page. */
export interface RootFinder {
  readonly open: (element: HtmlElement) => void
  readonly close: (element: HtmlElement, end: number) => void
  /**
   * Elements that hold the content, in order, from the start tag up to the end
   * tag. Null where none is known to: then it is the whole page.
   */
  readonly roots: () => readonly HtmlRange[] | null
  /** Whether the author marked the content. */
  readonly hasBodyMark: () => boolean
}

export function createRootFinder(): RootFinder {
  const found: { start: number; end: number }[][] = WAYS.map(() => [])
  /** Those that are not closed, outermost first. */
  const pending: { start: number; end: number }[] = []

  function open(element: HtmlElement): void {
    const classes = classesOf(element)
    const way = WAYS.findIndex((tells) => tells(element, classes))
    if (way === -1 || (way === MARKED && found[way]!.at(-1)?.end === Infinity)) return
    const root = { start: element.at, end: Infinity }
    found[way]!.push(root)
    pending.push(root)
  }

  function close(element: HtmlElement, end: number): void {
    if (pending.at(-1)?.start === element.at) pending.pop()!.end = end
  }

  function roots(): readonly HtmlRange[] | null {
    if (hasBodyMark()) return found[MARKED]!
    const best = found.find((elements, way) => elements.length > 0 && (way !== ARTICLE || elements.length === 1))
    return best?.slice(0, 1) ?? null
  }

  const hasBodyMark = () => found[MARKED]!.length > 0
  return { open, close, roots, hasBodyMark }
}
