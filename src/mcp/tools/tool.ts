/** The type of a tool: its description for a model, and its function. */
import type { AskReply } from '../../answer/events/event.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import type { Schema } from './schema.ts'

/** The data that the tools read. */
export interface ToolSource {
  /** Opens the knowledge to read; called once for each call of a tool. */
  readonly knowledge: (signal: AbortSignal) => Promise<Knowledge>
  /** Origin of the site, for the addresses in texts; null if it isn't known. */
  readonly origin: string | null
  /** Answers a question; null if there is no service with a model. */
  readonly ask: ((query: string, signal: AbortSignal) => Promise<AskReply>) | null
  /** Opens the pages with their text, for each request; absent if the text isn't available. */
  readonly pages?: (() => Promise<PageSource>) | undefined
}

/** The pages of a site. */
export interface PageSource {
  /**
   * At most `limit` pages in order, those after the page with the slug `after` or from the first page; null for an
   * unknown slug.
   */
  readonly pages: (after: string | null, limit: number) => Promise<readonly PageEntry[] | null>
  /** The Markdown of the page with this slug; null for an unknown one. */
  readonly pageMarkdown: (slug: string) => Promise<string | null>
}

/** A page in a list. */
export interface PageEntry {
  readonly slug: string
  readonly title: string
  readonly group: string | null
}

/** The context of one call. */
export interface ToolCall {
  readonly source: ToolSource
  /** Bytes that data and text of the result may take together, as JSON. */
  readonly room: number
  readonly signal: AbortSignal
  /** Reports the progress to the waiting client, in a few words. */
  readonly progress: (message: string) => void
}

/** A result in two forms: an object for programs, and a text that contains every value of it. */
export interface ToolOutput {
  readonly data: JsonObject
  readonly text: string
}

/** A tool: its entry in the list, and its function. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** At most 500 characters, the most important first, because hosts cut it. */
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  /** True for a tool that uses more than the site's knowledge, so its results vary. */
  readonly isOpenWorld: boolean
  /** True for a slow tool that reports progress. */
  readonly hasProgress: boolean
  /** Rejects with an `AskError` whose message says what the model should do instead. */
  readonly call: (args: JsonObject, call: ToolCall) => Promise<ToolOutput>
}
