/**
 * The blocks of a Markdown page as the line parser gives them, still with
 * inline markup, and the bounds of the elements around them.
 */
import type { Separator } from '../../section-writer.ts'
import type { BlockStart } from '../../structure/element.ts'
import type { AttributeList } from '../syntax/attribute-list.ts'
import type { Tag } from '../syntax/tag.ts'

interface Positioned {
  /** Line of the file, from 1. */
  readonly line: number
  /** The separator between the block above and this one. */
  readonly separator: Separator
}

/** One block of a page. */
export type Block =
  /** `below`: the attribute list on the line after it. */
  | (Positioned & {
    readonly type: 'heading'
    readonly depth: number
    readonly text: string
    readonly below?: AttributeList
  })
  /** `isFlow`: tags and expressions on lines of their own, or raw HTML, rather than sentences. */
  | (Positioned & { readonly type: 'paragraph'; readonly text: string; readonly isFlow: boolean })
  /** `info` is the text after the opening fence; empty for indented code. */
  | (Positioned & { readonly type: 'code'; readonly text: string; readonly info: string })
  /** The start or end of a component of MDC. */
  | (Positioned & { readonly type: 'component'; readonly tag: Tag })
  /** Rows as written, the header first, without the delimiter row. */
  | (Positioned & { readonly type: 'table'; readonly rows: readonly string[] })

/** A bound of an element around blocks. Each start has an end, except at the end of the page. */
export type BlockBound =
  | { readonly type: 'start'; readonly element: BlockStart }
  | { readonly type: 'end'; readonly element: BlockStart }
  /**
   * Lines such as `:::`, which authors don't always pair: directives also end with the element around them. `element`
   * is null for a directive that only groups.
   */
  | { readonly type: 'directive-start'; readonly marks: string; readonly element: BlockStart | null }
  | { readonly type: 'directive-end'; readonly marks: string }
  /** The next tab of a directive that holds tabs. */
  | { readonly type: 'directive-tab' }

/** All blocks of a page, and the labels that its inline markup can refer to. */
export interface Blocks {
  /** In the order of the page. */
  readonly blocks: readonly (Block | BlockBound)[]
  /** Addresses of link reference definitions, by normalized label. */
  readonly references: ReadonlyMap<string, string>
  /** Exported constants of MDX that are strings or numbers, by name. */
  readonly constants: ReadonlyMap<string, string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
  /** Whether sentences may have components of MDC. */
  readonly hasComponents: boolean
}
