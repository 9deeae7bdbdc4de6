/**
 * The blocks of a Markdown page as they come out of the line parser: still with
 * inline markup, already without containers.
 */
import type { Break } from '../../section-writer.ts'

interface Placed {
  /** Line of the file, from 1. */
  readonly line: number
  /** How it stands apart from the block above. */
  readonly gap: Break
}

export type Block =
  | (Placed & { readonly type: 'heading'; readonly depth: number; readonly text: string })
  /** `isFlow`: tags and expressions that stand by themselves, or raw HTML, rather than sentences. */
  | (Placed & { readonly type: 'paragraph'; readonly text: string; readonly isFlow: boolean })
  /** `info` is what stands behind the fence; empty for indented code. */
  | (Placed & { readonly type: 'code'; readonly text: string; readonly info: string })
  /** Rows as written, the header first, without the row of dashes. */
  | (Placed & { readonly type: 'table'; readonly rows: readonly string[] })

export interface Blocks {
  readonly blocks: readonly Block[]
  /** Normalized labels that reference links may use. */
  readonly references: ReadonlySet<string>
  /** Normalized labels of footnotes. */
  readonly footnotes: ReadonlySet<string>
}
