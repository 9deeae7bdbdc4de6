/**
 * What differs between the wire formats of models: how a request is written and
 * how a reply's stream is read. Pure: no network, no clock.
 */
import type { SseMessage } from '../../sse/parse.ts'
import type { ModelEvent, ModelRequest } from '../model.ts'

/** What a server has taught by refusing requests. */
export interface Quirks {
  /** Fields of the body that are left out. */
  readonly without: ReadonlySet<string>
  /** Chat Completions: the name of the output limit. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens'
  /** Chat Completions: every assistant turn carries `reasoning_content`, empty where there was none. */
  readonly echoReasoning: boolean
}

/** What a body is made for. */
export interface BodyOptions {
  readonly model: string
  readonly quirks: Quirks
}

/** Reads the reply to one request. */
export interface ReplyReader {
  /** Events of one message of the stream. Throws `AskError('model…')` for an error in it and for what can't be read. */
  readonly read: (message: SseMessage) => readonly ModelEvent[]
  /** The reply to a request that wasn't streamed although it was asked to be: one JSON value. */
  readonly readWhole: (json: unknown) => readonly ModelEvent[]
  /** Whether the turn is over: what may yet come is what it cost, and the end of the stream. */
  readonly isOver: () => boolean
  /** Whether nothing more is to come: the rest of the stream is not read. */
  readonly isDone: () => boolean
  /** What is left when the stream has ended, `end` last. Throws `AskError('model')` where the reply was cut short. */
  readonly finish: () => readonly ModelEvent[]
}

/** One wire format. */
export interface WireFormat {
  /** Path behind the base address: `/chat/completions`. */
  readonly path: string
  /** The smallest body that does the job. */
  readonly body: (request: ModelRequest, options: BodyOptions) => Record<string, unknown>
  /** Reads the reply to this request, whose history tells which ids of calls are taken. */
  readonly createReader: (request: ModelRequest) => ReplyReader
}
