/**
 * The inline content of one paragraph, heading or cell: a flat list in order, with the starts and ends of emphasis,
 * links and images, which are nested rightly. And the state of its parser: the text that is parsed, the inlines so far,
 * and the brackets and delimiter runs that may still pair.
 */
import { createLineCounter } from '../../offset.ts'
import type { InlineStart } from '../../structure/element.ts'
import type { BlockOptions } from '../blocks/block-state.ts'
import type { Tag } from '../syntax/tag.ts'
import type { DelimiterRun } from './emphasis.ts'

/** One piece of inline content. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | DelimiterRun
  | Bracket
  | { readonly type: 'code'; readonly text: string }
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

/** A link; its `line` counts from 1, the first line of the text that was parsed. */
type LinkStart = InlineStart & { readonly type: 'link' }

/** `[` or `![`: text, or the start of a link's text or an image's description. */
export interface Bracket {
  readonly type: 'bracket'
  text: '[' | '![' | ''
  /** Null if it is text. */
  start: LinkStart | (InlineStart & { readonly type: 'image' }) | null
  /** Offset of the text inside, and its line in the text that is parsed, from 1. */
  readonly from: number
  readonly line: number
  /** Number of delimiter runs before the bracket that may still pair. */
  readonly runsBefore: number
  hasBracketInside: boolean
}

/** Dialect, labels and bounds of the whole page. */
export interface InlineContext extends BlockOptions {
  /** Addresses of link reference definitions, by normalized label. */
  readonly references: ReadonlyMap<string, string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
  /** The undefined references that are links: to objects of an API from code, to any `names`, to `ids` of the site. */
  readonly crossReferences: 'code' | 'names' | 'ids'
  readonly hasComponents: boolean
  /** See `Profile`. */
  readonly hasPlainEmphasis: boolean
  /** Whether all double braces in sentences are calls of templates, but for those between tags that say no. */
  readonly hasTemplates: boolean
  /** Values of such calls that are known, by their names. */
  readonly substitutions: ReadonlyMap<string, string>
}

/** State that all parts of the inline parser share. It is the same object for all texts of a page. */
export interface InlineState extends InlineContext {
  text: string
  inlines: Inline[]
  /** The delimiter runs that may still pair. */
  runs: DelimiterRun[]
  /** Those without a closing bracket, innermost last. */
  brackets: Bracket[]
  /** Number of outer brackets that can't start a link any more: links hold no links. */
  unlinkable: number
  /** Offset of the last run of backticks of each length; null until a run has no end. */
  lastBackticks: ReadonlyMap<number, number> | null
  /** True after `{% raw %}`, up to its end. */
  isRaw?: boolean
  /** The line of an offset, from 1; offsets must come in ascending order. */
  lineAt: (at: number) => number
}

/** The part of the state that is new for each text. */
export function stateOfText(text: string) {
  return {
    text, inlines: [], runs: [], brackets: [], unlinkable: 0, lastBackticks: null, lineAt: createLineCounter(text),
  }
}

/** Adds plain text to the inlines. */
export function addText({ inlines }: InlineState, text: string): void {
  if (text !== '') inlines.push({ type: 'text', text })
}
