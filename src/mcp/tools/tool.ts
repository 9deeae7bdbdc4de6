/**
 * What a tool is: how it is described to a model, and what it makes of a call.
 */
import type { JsonObject } from '../../base/json.ts'
import type { AskReply } from '../../answer/events/event.ts'
import type { Knowledge } from '../../graph/knowledge.ts'
import type { Schema } from './schema.ts'

/** Where the tools take what they show. */
export interface ToolSource {
  /** What is read, asked for anew with each call. */
  readonly knowledge: (signal: AbortSignal) => Promise<Knowledge>
  /** Answers a question; null where nothing can. */
  readonly ask: ((query: string, signal: AbortSignal) => Promise<AskReply>) | null
}

/** The surroundings of one call. */
export interface ToolCall {
  readonly source: ToolSource
  /** Bytes that the parts of the result may take as JSON, those of data and text together. */
  readonly room: number
  readonly signal: AbortSignal
  /** Tells the waiting client in a few words what goes on. */
  readonly progress: (message: string) => void
}

/** The same twice: an object for programs, and a text that holds every value of it. */
export interface ToolOutput {
  readonly data: JsonObject
  readonly text: string
}

/** A tool as it is listed, and its work. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** At most 500 characters, the most important first; hosts cut it. */
  readonly description: string
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  /** Whether it reads further than the site's own knowledge, and may say something else each time. */
  readonly isOpen: boolean
  /** Rejects with an `AskError` whose message tells the model what to do instead. */
  readonly call: (args: JsonObject, call: ToolCall) => Promise<ToolOutput>
}
