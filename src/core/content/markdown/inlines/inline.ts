/**
 * The inline content of one paragraph, heading or cell, as the inline parser
 * gives it: a flat list in order, with the starts and ends of emphasis, links
 * and images, which are nested rightly.
 */
import type { InlineStart } from '../../structure/element.ts'
import type { Tag } from '../syntax/tag.ts'
import type { DelimiterRun } from './emphasis.ts'

/** One piece of inline content. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | DelimiterRun
  | Bracket
  | { readonly type: 'code'; readonly text: string }
  /** A hard line break. */
  | { readonly type: 'break' }
  /** The end of the nearest bracket that starts a link or image. */
  | { readonly type: 'bracket-end'; readonly of: 'link' | 'image' }
  /** An address that is a link by itself. */
  | { readonly type: 'autolink'; readonly text: string; readonly link: LinkStart }
  | { readonly type: 'tag'; readonly tag: Tag }
  /** The content of `<pre>`, as written. */
  | { readonly type: 'pre'; readonly text: string }
  /** The source of an expression, and the text that the page shows if the value is unknown: none in MDX. */
  | { readonly type: 'expression'; readonly source: string; readonly otherwise: string }
  | { readonly type: 'footnote'; readonly label: string }

/** A link; its `line` counts from 0, the first line of the text that was parsed. */
export type LinkStart = InlineStart & { readonly type: 'link' }

/** `[` or `![`: text, or the start of a link's text or an image's description. */
export interface Bracket {
  readonly type: 'bracket'
  readonly text: '[' | '!['
  /** Null if it is text. */
  start: LinkStart | (InlineStart & { readonly type: 'image' }) | null
}
