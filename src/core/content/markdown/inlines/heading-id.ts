/**
 * The id that an author wrote at the end of a heading: an attribute list such
 * as `{#id .class}`, or a comment of Docusaurus, which MDX can hold too.
 */
import { readAttributeList } from '../syntax/attribute-list.ts'

/** UTF-16 units at the end of a heading that are searched for a comment with an id. */
const MAX_LENGTH = 200
/** A component of MDC, whose attributes follow: `:badge[new]`. */
const COMPONENT = /(?<![\w:]):[A-Za-z][\w-]{0,60}\[[^\][]{0,200}\]$/
const COMMENT_ID = /(?:\{\/\*|<!--)\s*#([^\s*]{1,100}?)\s*(?:\*\/\}|-->)$/

/** A heading and its attributes. */
export interface IdentifiedHeading {
  /** The heading without the attributes. */
  readonly text: string
  readonly id: string | null
  /** True if its author leaves its section out of the search. */
  readonly isExcluded: boolean
}

/** Splits a heading from its id; `id` is null if the author wrote none. */
export function takeHeadingId(heading: string): IdentifiedHeading {
  const end = heading.slice(-MAX_LENGTH)
  const [comment = '', id] = COMMENT_ID.exec(end) ?? []
  if (id !== undefined) {
    return { text: heading.slice(0, heading.length - comment.length).trimEnd(), id, isExcluded: false }
  }
  const open = heading.lastIndexOf('{')
  const list = open === -1 || heading[open - 1] === '\\' ? null : readAttributeList(heading, open)
  const isOfHeading = list?.end === heading.length && !COMPONENT.test(heading.slice(0, open).slice(-2 * MAX_LENGTH))
  if (list === null || !isOfHeading) return { text: heading, id: null, isExcluded: false }
  return { text: heading.slice(0, open).trimEnd(), id: list.id, isExcluded: list.isSearchExcluded }
}
