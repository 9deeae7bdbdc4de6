/**
 * The inside of a heading element -> its plain text and the ids that open it.
 */
import { isFurniture, isUnseen } from './boilerplate.ts'
import type { HtmlElement, HtmlVisitor } from './tree.ts'

/** Longest text of a heading, in UTF-16 units; more is prose in the wrong element. */
const MAX_HEADING = 1_000

export interface HtmlHeading {
  /** 1 to 6. */
  readonly depth: number
  /** White space as it stands in the source; of a heading that is only an image, its `alt`. */
  readonly text: string
  /** Ids of the heading and of what is inside, in order. */
  readonly ids: readonly string[]
  /** Whether the text is too long for a heading. */
  readonly isProse: boolean
}

export interface HeadingReader extends HtmlVisitor {
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

/** Reads what is inside `heading`. */
export function createHeadingReader(heading: HtmlElement): HeadingReader {
  const parts: string[] = []
  const images: string[] = []
  const ids = idsOf(heading)

  function open(element: HtmlElement): boolean {
    if (isUnseen(element) || isFurniture(element)) return false
    ids.push(...idsOf(element))
    if (element.name === 'br') parts.push(' ')
    else if (element.name === 'img') images.push(element.attributes.get('alt') ?? '')
    return true
  }

  function finish(): HtmlHeading {
    const words = parts.join('')
    const text = words.trim() === '' ? images.join(' ') : words
    return { depth: headingDepth(heading.name) ?? 1, text, ids, isProse: text.length > MAX_HEADING }
  }

  return { open, close: () => {}, text: (text) => void parts.push(text), finish }
}
