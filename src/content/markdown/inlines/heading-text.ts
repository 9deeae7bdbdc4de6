/**
 * A heading's inline markup -> what people read of it, and what its id is made
 * from. Generators slug the text content: descriptions of images, tags and
 * comments give nothing, an expression gives its source.
 */
import type { FrontMap } from '../../frontmatter/value.ts'
import { stripInvisible } from '../../invisible.ts'
import type { Inline } from './inline.ts'
import { literalOf, lookUp } from '../syntax/mdx.ts'

export interface HeadingText {
  readonly text: string
  readonly slugText: string
}

export interface HeadingContext {
  readonly frontmatter: FrontMap
  /** Hyphens of a sentence that no id holds, null where ids hold all. */
  readonly dashes: RegExp | null
  readonly footnoteNumber: (label: string) => number
}

export function headingText(inlines: readonly Inline[], { frontmatter, dashes, footnoteNumber }: HeadingContext): HeadingText {
  let text = ''
  let slugText = ''
  let descriptions = ''
  /** Brackets of images that are open. */
  let images = 0

  function add(shown: string, slugged = shown): void {
    if (images > 0) descriptions += shown
    else {
      text += shown
      slugText += slugged
    }
  }

  for (const inline of inlines) {
    switch (inline.type) {
      case 'text': add(inline.text, dashes === null ? inline.text : inline.text.replace(dashes, '')); break
      case 'code': add(inline.text); break
      case 'delimiter': add(inline.char.repeat(inline.count)); break
      case 'bracket':
        if (inline.role === 'image') images += 1
        else if (inline.role === 'text') add(inline.text)
        break
      case 'image-end': images -= 1; break
      case 'break': add(' ', ''); break
      case 'footnote': add('', String(footnoteNumber(inline.label))); break
      case 'expression': {
        const value = lookUp(inline.source, frontmatter)
        add(value ?? literalOf(inline.source) ?? '', value ?? inline.source)
      }
    }
  }
  const words = stripInvisible(text)
  return { text: words.trim() === '' ? stripInvisible(descriptions) : words, slugText }
}
