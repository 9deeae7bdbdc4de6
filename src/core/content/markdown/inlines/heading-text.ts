/**
 * The inlines of a heading -> its plain text, and the text that its id is made from. Generators make ids from the text
 * content: descriptions of images, tags and comments add nothing to it, an expression adds its source.
 */
import type { FrontMap } from '../../frontmatter/value.ts'
import type { WrittenHeading } from '../../generators/heading-ids.ts'
import type { SiteRules } from '../../generators/rules.ts'
import { isBlock } from '../../html/tree.ts'
import { stripInvisible } from '../../invisible.ts'
import { createHiddenScope } from '../syntax/hidden-scope.ts'
import { lookUp, shownValue } from '../syntax/mdx.ts'
import { readAttributeList } from '../syntax/tag.ts'
import type { Inline } from './inline-state.ts'

/** The values that texts of a page may refer to. */
export interface PageValues {
  readonly frontmatter: FrontMap
  /** Exported constants of MDX that are strings or numbers, by name. */
  readonly constants: ReadonlyMap<string, string>
}

/** The text that an expression shows; null if only its site knows. */
export function valueOf(expression: string, { frontmatter, constants }: PageValues): string | null {
  return lookUp(expression, frontmatter) ?? constants.get(expression.trim()) ?? shownValue(expression)
}

interface HeadingContext extends PageValues {
  readonly rules: Pick<SiteRules, 'headings'>
  readonly footnoteNumber: (label: string) => number
}

/** The text of a heading, and the text of its id. */
export function headingText(inlines: readonly Inline[], context: HeadingContext): { text: string; slugText: string } {
  const { rules: { headings: { dashes, hasDescriptions, hasNotes } }, footnoteNumber } = context
  let text = ''
  let slugText = ''
  let descriptions = ''
  let images = 0
  const hidden = createHiddenScope()

  const withoutDashes = (words: string) => (dashes === null ? words : words.replace(dashes, ''))

  function add(shown: string, slugPart = shown): void {
    if (hidden.isOpen()) slugText += slugPart
    else if (images > 0) {
      descriptions += shown
      if (hasDescriptions) slugText += slugPart
    } else {
      text += shown
      slugText += slugPart
    }
  }

  for (const inline of inlines) {
    switch (inline.type) {
      case 'text': case 'autolink': add(inline.text, withoutDashes(inline.text)); break
      case 'code': add(inline.text); break
      case 'delimiter': add(inline.char.repeat(inline.count)); break
      case 'bracket':
        if (inline.start?.type === 'image') images += 1
        else if (inline.start === null) add(inline.text)
        break
      case 'bracket-end': if (inline.of === 'image') images -= 1; break
      case 'break': add(' ', ''); break
      case 'tag': {
        const { element } = inline.tag
        const isSeparator = element !== null && (element === 'br' || isBlock(element))
        if (!hidden.takeTag(inline.tag) && isSeparator) add(' ', '')
        break
      }
      case 'footnote': {
        const number = footnoteNumber(inline.label)
        add('', hasNotes ? String(number) : '')
        break
      }
      case 'expression': {
        const ofPage = lookUp(inline.source, context.frontmatter)
        add(valueOf(inline.source, context) ?? inline.otherwise, ofPage ?? (inline.otherwise || inline.source))
      }
    }
  }
  const words = stripInvisible(text)
  return { text: words.trim() === '' ? stripInvisible(descriptions) : words, slugText }
}

/*
 * The id that an author wrote at the end of a heading: an attribute list such as `{#id .class}`, a comment of
 * Docusaurus, which MDX can hold too, `[#id]` of Nextra and Fumadocs, or `:id=…` of Docsify.
 */

/** UTF-16 units at the end of a heading that are searched for a comment with an id. */
const MAX_LENGTH = 200
/** A component of MDC, whose attributes follow: `:badge[new]`. */
const COMPONENT = /(?<![\w:]):[A-Za-z][\w-]{0,60}\[[^\][]{0,200}\]$/
/** `[#12]` is an issue. `[!toc]`, `[toc]` and `[step]` of Fumadocs only say where the heading is listed. */
const BRACKETS = /(?:[ \t]+\[(?:#(?=[^\]\s]{0,99}\p{L})[^\]\s]{1,100}|!?toc|step)\]){1,3}$/u
/** With its other attributes; `{docsify-ignore}` and `<!-- {docsify-ignore} -->` leave a heading out of its menu. */
const DOCSIFY_ID = /[ \t]+:(id=([\w%-]{1,100}))(?:[ \t]+:[\w-]{1,40}(?:=[\w%-]{1,100})?)*$/
const DOCSIFY_MARK = /[ \t]*(?:<!--[ \t]*)?\{docsify-ignore(?:-all)?\}(?:[ \t]*-->)?$/
/** A comment of Docusaurus, or an annotation of Markdoc (markdoc.dev/docs/attributes). */
const COMMENT_ID = /(?:\{\/\*|<!--|\{%)\s*#([^\s*]{1,100}?)\s*(?:\*\/\}|-->|%\})$/

/** A heading and its attributes: `text` is without these, `written` what it has more. */
export interface IdentifiedHeading extends Pick<WrittenHeading, 'id' | 'written'> {
  readonly text: string
  /** True if its author leaves its section out of the search. */
  readonly isExcluded: boolean
}

/** Splits a heading from its id; `id` is null if the author wrote none. */
export function takeHeadingId(source: string): IdentifiedHeading {
  const isMarked = source.includes('{docsify-', Math.max(0, source.length - MAX_LENGTH))
  const heading = isMarked ? source.slice(0, -MAX_LENGTH) + source.slice(-MAX_LENGTH).replace(DOCSIFY_MARK, '') : source
  const split = (text: string, id: string | null, isExcluded = false) => {
    return { text, id, written: heading.slice(text.length), isExcluded }
  }
  const end = heading.slice(-MAX_LENGTH)
  const [comment = '', id] = COMMENT_ID.exec(end) ?? []
  if (id !== undefined) return { ...split(heading.slice(0, -comment.length).trimEnd(), id), written: ` ${id}` }
  const [docsify, , ownId = null] = DOCSIFY_ID.exec(end) ?? []
  if (docsify !== undefined) return split(heading.slice(0, -docsify.length), ownId)
  const brackets = heading.endsWith(']') ? (BRACKETS.exec(end)?.[0] ?? '') : ''
  if (brackets !== '') return split(heading.slice(0, -brackets.length), /\[#([^\]]+)/.exec(brackets)?.[1] ?? null)
  const open = heading.lastIndexOf('{')
  // Authors of MDX escape the brace of `{#id}`, which MDX would read as an expression; sites of Vue write `%{#id}%`.
  const [before, after] = heading.endsWith('}%') ? ['%', '%'] : ['\\', '']
  const start = heading[open - 1] === before ? open - 1 : open
  const list = open === -1 || (start < open && heading[open + 1] !== '#') ? null : readAttributeList(heading, open)
  const isLast = list !== null && heading.slice(list.end) === (start < open ? after : '')
  const isOfHeading = isLast && !COMPONENT.test(heading.slice(0, open).slice(-2 * MAX_LENGTH))
  return isOfHeading ? split(heading.slice(0, start).trimEnd(), list.id, list.isSearchExcluded) : split(heading, null)
}
