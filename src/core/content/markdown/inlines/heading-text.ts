/**
 * The inlines of a heading -> its plain text, and the text that its id is made
 * from. Generators make ids from the text content: descriptions of images, tags
 * and comments add nothing to it, an expression adds its source.
 */
import type { FrontMap } from '../../frontmatter/value.ts'
import { stripInvisible } from '../../invisible.ts'
import { createHiddenScope } from '../syntax/hidden-scope.ts'
import { isBlockElement } from '../syntax/html-block.ts'
import { lookUp, shownValue } from '../syntax/mdx.ts'
import type { Tag } from '../syntax/tag.ts'
import type { Inline } from './inline.ts'

/** The text of a heading, and the text of its id. */
export interface HeadingText {
  readonly text: string
  readonly slugText: string
}

/** The parts of a page that the text of a heading depends on. */
export interface HeadingContext {
  readonly frontmatter: FrontMap
  /** Exported constants of MDX that are strings or numbers, by name. */
  readonly constants: ReadonlyMap<string, string>
  /** Hyphens of a sentence that ids don't hold, null if ids hold all. */
  readonly dashes: RegExp | null
  readonly footnoteNumber: (label: string) => number
}

/** The two texts of a heading. */
export function headingText(inlines: readonly Inline[], context: HeadingContext): HeadingText {
  const { frontmatter, constants, dashes, footnoteNumber } = context
  let text = ''
  let slugText = ''
  let descriptions = ''
  /** Number of open images. */
  let images = 0
  const hidden = createHiddenScope()

  function add(shown: string, slugPart = shown): void {
    if (hidden.isOpen()) slugText += slugPart
    else if (images > 0) descriptions += shown
    else {
      text += shown
      slugText += slugPart
    }
  }

  for (const inline of inlines) {
    switch (inline.type) {
      case 'text': add(inline.text, dashes === null ? inline.text : inline.text.replace(dashes, '')); break
      case 'code': add(inline.text); break
      case 'delimiter': add(inline.char.repeat(inline.count)); break
      case 'bracket':
        if (inline.start?.type === 'image') images += 1
        else if (inline.start === null) add(inline.text)
        break
      case 'bracket-end': if (inline.of === 'image') images -= 1; break
      case 'autolink': add(inline.text, dashes === null ? inline.text : inline.text.replace(dashes, '')); break
      case 'break': add(' ', ''); break
      case 'tag': if (!hidden.takeTag(inline.tag) && isSeparator(inline.tag)) add(' ', ''); break
      case 'footnote': add('', String(footnoteNumber(inline.label))); break
      case 'expression': {
        const value = lookUp(inline.source, frontmatter)
        const shown = value ?? constants.get(inline.source.trim()) ?? shownValue(inline.source)
        add(shown ?? inline.otherwise, value ?? (inline.otherwise || inline.source))
      }
    }
  }
  const words = stripInvisible(text)
  return { text: words.trim() === '' ? stripInvisible(descriptions) : words, slugText }
}

function isSeparator({ element }: Tag): boolean {
  return element !== null && (element === 'br' || isBlockElement(element))
}
