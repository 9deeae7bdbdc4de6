/**
 * The id that an author wrote at the end of a heading: an attribute list such
 * as `{#id .class}`, a comment of Docusaurus, which MDX can hold too, `[#id]` of
 * Nextra and Fumadocs, or `:id=…` of Docsify.
 */
import { readAttributeList } from '../syntax/attribute-list.ts'

/** UTF-16 units at the end of a heading that are searched for a comment with an id. */
const MAX_LENGTH = 200
/** A component of MDC, whose attributes follow: `:badge[new]`. */
const COMPONENT = /(?<![\w:]):[A-Za-z][\w-]{0,60}\[[^\][]{0,200}\]$/
/** `[#12]` is an issue. `[!toc]` and `[toc]` of Fumadocs only say where the heading is listed. */
const BRACKETS = /[ \t]+(?:\[#(?=[^\]\s]{0,99}\p{L})([^\]\s]{1,100})\]|\[!?toc\])$/u
const MAX_BRACKETS = 3
const DOCSIFY_ID = /[ \t]+:(id=([\w%-]{1,100}))$/
const COMMENT_ID = /(?:\{\/\*|<!--)\s*#([^\s*]{1,100}?)\s*(?:\*\/\}|-->)$/

/** A heading and its attributes. */
export interface IdentifiedHeading {
  /** The heading without the attributes. */
  readonly text: string
  readonly id: string | null
  /** What the heading has more, as written, where generators don't know such ids; empty for none. */
  readonly written: string
  /** True if its author leaves its section out of the search. */
  readonly isExcluded: boolean
}

/** Splits a heading from its id; `id` is null if the author wrote none. */
export function takeHeadingId(heading: string): IdentifiedHeading {
  const end = heading.slice(-MAX_LENGTH)
  const [comment = '', id] = COMMENT_ID.exec(end) ?? []
  if (id !== undefined) {
    const text = heading.slice(0, heading.length - comment.length).trimEnd()
    return { text, id, written: ` ${id}`, isExcluded: false }
  }
  const docsify = DOCSIFY_ID.exec(end)
  if (docsify !== null) {
    const [mark, , id = null] = docsify
    return { text: heading.slice(0, -mark.length), id, written: mark, isExcluded: false }
  }
  if (heading.endsWith(']')) return takeBrackets(heading)
  const open = heading.lastIndexOf('{')
  // Authors of MDX escape the brace of `{#id}`, which MDX would read as an expression.
  const start = heading[open - 1] === '\\' ? open - 1 : open
  const list = open === -1 || (start < open && heading[open + 1] !== '#') ? null : readAttributeList(heading, open)
  const isOfHeading = list?.end === heading.length && !COMPONENT.test(heading.slice(0, open).slice(-2 * MAX_LENGTH))
  if (list === null || !isOfHeading) return { text: heading, id: null, written: '', isExcluded: false }
  const text = heading.slice(0, start).trimEnd()
  return { text, id: list.id, written: heading.slice(text.length), isExcluded: list.isSearchExcluded }
}

function takeBrackets(heading: string): IdentifiedHeading {
  let text = heading
  let id: string | null = null
  for (let i = 0; i < MAX_BRACKETS; i += 1) {
    const mark = BRACKETS.exec(text.slice(-MAX_LENGTH))
    if (mark === null) break
    text = text.slice(0, -mark[0].length)
    id ??= mark[1] ?? null
  }
  return { text, id, written: heading.slice(text.length), isExcluded: false }
}
