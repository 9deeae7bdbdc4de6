/**
 * The inline content of one paragraph, heading or cell, as the inline parser
 * gives it: a flat list in order. Pure markup is gone or marked as such;
 * nothing is nested, since plain text has no use for it.
 */
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
  /** The end of the nearest bracket with the role `image`. */
  | { readonly type: 'image-end' }
  | { readonly type: 'tag'; readonly tag: Tag }
  /** The content of `<pre>`, as written. */
  | { readonly type: 'pre'; readonly text: string }
  /** The source between the braces of an MDX expression. */
  | { readonly type: 'expression'; readonly source: string }
  | { readonly type: 'footnote'; readonly label: string }

/** `[` or `![`: text, or the start of a link's text or an image's description. */
export interface Bracket {
  readonly type: 'bracket'
  readonly text: '[' | '!['
  role: 'text' | 'link' | 'image'
}
