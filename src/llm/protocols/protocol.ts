/** The interface of a wire format: the body of a request and the reader of its reply. Pure: no network, no clock. */
import type { SseMessage } from '../../sse/parse.ts'
import type { ModelEvent, ModelRequest } from '../model.ts'

/** Capabilities of a server, learned from its errors. */
export interface Capabilities {
  /** Fields of the body that it rejects. */
  readonly unsupported: ReadonlySet<string>
  /** Chat Completions: the name of the output limit. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens'
  /** Chat Completions: every assistant turn must carry `reasoning_content`, empty if there was no reasoning. */
  readonly needsReasoning: boolean
}

/** Options of a request's body. */
export interface BodyOptions {
  readonly model: string
  readonly capabilities: Capabilities
}

/** A reader of the reply to one request. */
export interface ReplyReader {
  /** The events of one message of the stream. Throws `AskError('model…')` for an error or an invalid message. */
  readonly read: (message: SseMessage) => readonly ModelEvent[]
  /** The events of a reply that came as one JSON value although a stream was requested. */
  readonly readWhole: (json: unknown) => readonly ModelEvent[]
  /** True once the turn is over: only its usage and the end of the stream may follow. */
  readonly isTurnOver: () => boolean
  /** True once the reply is complete: the rest of the stream need not be read. */
  readonly isDone: () => boolean
  /**
   * The events that remain at the end of the stream, `end` last. Throws `AskError('model')` for an incomplete reply.
   */
  readonly finish: () => readonly ModelEvent[]
}

/** One wire format. */
export interface WireFormat {
  /** Path after the base address: `/chat/completions`. */
  readonly path: string
  /** The smallest body for a request. */
  readonly body: (request: ModelRequest, options: BodyOptions) => Record<string, unknown>
  /** A reader of the reply to this request. It uses no id that a call in the history has. */
  readonly createReader: (request: ModelRequest) => ReplyReader
}
