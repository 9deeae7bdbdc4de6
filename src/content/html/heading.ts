/**
 * The content of a heading element -> its plain text and ids.
 */
import { isBoilerplate, isHidden } from './boilerplate.ts'
import { type HtmlElement, type HtmlVisitor, isBlock } from './tree.ts'

/** UTF-16 units of a heading's text; more is prose in the wrong element. */
const MAX_HEADING_LENGTH = 1_000

/** A heading element. */
export interface HtmlHeading {
  /** 1 to 6. */
  readonly depth: number
  /** Text with its white space as in the source; the `alt` of a heading that is only an image. */
  readonly text: string
  /** Ids of the heading and of the elements inside, in order. */
  readonly ids: readonly string[]
  /** True if the text is too long for a heading. */
  readonly isProse: boolean
}

/** A visitor of the content of a heading. */
export interface HeadingCollector extends HtmlVisitor {
  readonly finish: () => HtmlHeading
}

/** Depth of a heading element, null for any other. */
export function headingDepth(name: string): number | null {
  const isHeading = name.length === 2 && name.startsWith('h') && name >= 'h1' && name <= 'h6'
  return isHeading ? Number(name.charAt(1)) : null
}

/** The ids by which a link can reach an element: `id`, and the `name` of an `<a>`. */
export function idsOf({ name, attributes }: HtmlElement): string[] {
  if (attributes.size === 0) return []
  const ids = [attributes.get('id') ?? '', name === 'a' ? (attributes.get('name') ?? '') : '']
  return ids.filter((id) => id !== '')
}

/** A collector for the content of `heading`. */
export function createHeadingCollector(heading: HtmlElement): HeadingCollector {
  const parts: string[] = []
  const images: string[] = []
  const ids = idsOf(heading)

  function open(element: HtmlElement): boolean {
    if (isHidden(element) || isBoilerplate(element)) return false
    ids.push(...idsOf(element))
    if (element.name === 'br' || isBlock(element.name)) parts.push(' ')
    else if (element.name === 'img') images.push(element.attributes.get('alt') ?? '')
    return true
  }

  function close({ name }: HtmlElement): void {
    if (isBlock(name)) parts.push(' ')
  }

  function finish(): HtmlHeading {
    const words = parts.join('')
    const text = words.trim() === '' ? images.join(' ') : words
    return { depth: headingDepth(heading.name) ?? 1, text, ids, isProse: text.length > MAX_HEADING_LENGTH }
  }

  return { open, close, text: (text) => void parts.push(text), finish }
}
