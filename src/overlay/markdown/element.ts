/**
 * Markdown of an answer as a tree of a closed set of elements. There is no way
 * to write an image, a script, a style or an attribute that isn't named here.
 */

/** Names of all elements. */
export type MarkdownTag =
  | 'p' | 'h3' | 'hr' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'table' | 'tr' | 'th' | 'td'
  | 'a' | 'br' | 'code' | 'em' | 'strong'

/** One element. */
export interface MarkdownElement {
  readonly tag: MarkdownTag
  readonly children: readonly MarkdownNode[]
  /** Of `a`: a link that was allowed. */
  readonly href?: string
  /** Of `pre`: the language that the fence names, empty without one. */
  readonly lang?: string
  /** Of `ol`, where it isn't 1. */
  readonly start?: number
}

/** An element, or a string, which is text. */
export type MarkdownNode = string | MarkdownElement

/** Options of the parsers. */
export interface MarkdownOptions {
  /** True if a link may have this target, given as it is written. */
  readonly isLink: (href: string) => boolean
  /** True if the text is still being written: constructs open at its end then count as closed there. */
  readonly isOpen: boolean
}
