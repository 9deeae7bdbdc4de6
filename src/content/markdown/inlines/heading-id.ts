/**
 * An id that is written at the end of a heading: `{#id}` with whatever stands
 * beside it, or Docusaurus' comments that MDX can hold too.
 */
import { readAttributeList } from '../syntax/attribute-list.ts'

/** UTF-16 units of a comment at the end of a heading that may be an id. */
const MAX_LENGTH = 200
const COMMENT_ID = /(?:\{\/\*|<!--)\s*#([^\s*]{1,100}?)\s*(?:\*\/\}|-->)$/

export interface MarkedHeading {
  /** The heading without the mark. */
  readonly text: string
  readonly id: string | null
}

export function takeHeadingId(heading: string): MarkedHeading {
  const end = heading.slice(-MAX_LENGTH)
  const comment = COMMENT_ID.exec(end)
  if (comment !== null) return { text: heading.slice(0, heading.length - comment[0].length).trimEnd(), id: comment[1]! }
  const open = heading.lastIndexOf('{')
  const list = open === -1 || heading[open - 1] === '\\' ? null : readAttributeList(heading, open)
  if (list === null || list.end !== heading.length) return { text: heading, id: null }
  return { text: heading.slice(0, open).trimEnd(), id: list.id }
}
