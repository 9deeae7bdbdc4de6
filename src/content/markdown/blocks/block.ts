/**
 * The blocks of a Markdown page as the line parser gives them: still with
 * inline markup, already without containers.
 */
import type { Separator } from '../../section-writer.ts'

interface Positioned {
  /** Line of the file, from 1. */
  readonly line: number
  /** The separator between the block above and this one. */
  readonly separator: Separator
}

/** One block of a page. */
export type Block =
  | (Positioned & { readonly type: 'heading'; readonly depth: number; readonly text: string })
  /** `isFlow`: tags and expressions on lines of their own, or raw HTML, rather than sentences. */
  | (Positioned & { readonly type: 'paragraph'; readonly text: string; readonly isFlow: boolean })
  /** `info` is the text after the opening fence; empty for indented code. */
  | (Positioned & { readonly type: 'code'; readonly text: string; readonly info: string })
  /** Rows as written, the header first, without the delimiter row. */
  | (Positioned & { readonly type: 'table'; readonly rows: readonly string[] })

/** All blocks of a page, and the labels that its inline markup can refer to. */
export interface Blocks {
  readonly blocks: readonly Block[]
  /** Addresses of link reference definitions, by normalized label. */
  readonly references: ReadonlyMap<string, string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
}
