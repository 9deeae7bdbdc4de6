/**
 * A model as the rest of the program sees it: messages and tool specs in,
 * events out, the same for every provider and protocol.
 */

/** The wire format that a provider speaks. */
export type Protocol = 'chat' | 'responses' | 'anthropic'

/** A tool that the model may call. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments: an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One whole call of a tool. */
export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string
  readonly name: string
  /** Null where the model wrote no JSON object: such a call is answered with an error, never run. */
  readonly args: Readonly<Record<string, unknown>> | null
}

/** What a call is answered with. */
export interface ToolResult {
  readonly callId: string
  /** Not empty. */
  readonly text: string
  readonly isError: boolean
}

/**
 * A turn of the model as it came, thinking, signatures and calls included. Only
 * the protocol that made it looks inside; it goes back verbatim, since
 * providers refuse histories that were changed.
 */
export interface AssistantTurn {
  readonly protocol: Protocol
  readonly content: unknown
}

/** A conversation is only ever appended to. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly turn: AssistantTurn }
  /** One result for each call of the turn before, in its order; `note` follows them as words of the user. */
  | { readonly role: 'tools'; readonly results: readonly ToolResult[]; readonly note: string | null }

/** One request to a model. */
export interface ModelRequest {
  readonly system: string
  readonly messages: readonly Message[]
  /** The same in every request of a conversation. */
  readonly tools: readonly ToolSpec[]
  /** Whether tools may be called in this turn; a wish that not every server grants. */
  readonly mayCall: boolean
  /** Tokens of the reply, thinking included. */
  readonly maxOutputTokens: number
}

/** Tokens, all of them whole numbers of at least 0. */
export interface Usage {
  /** All of the input, what came from a cache included. */
  readonly input: number
  readonly output: number
  /** Part of the input that was read from the provider's cache. */
  readonly cached: number
  /** Part of the input that was written to it. */
  readonly cacheWrite: number
  /** Part of the output that was thought, not said. */
  readonly reasoning: number
}

export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0 }

/** Why a turn ended. `pause`: the turn is to be sent back as it is, and goes on. */
export type Finish = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'content-filter' | 'pause'

/** Any number of `text`, `reasoning` and `tool-call`, then one `end`, last. A stream that breaks rejects instead. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Thinking: never shown, never logged. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call, once it is complete. */
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'end'; readonly finish: Finish; readonly turn: AssistantTurn; readonly usage: Usage }

/** How long a request may take, and who may end it. */
export interface ModelCall {
  readonly signal: AbortSignal
  /** For the whole request, retries included. */
  readonly timeoutMs: number
}

/** A configured model. */
export interface Model {
  readonly name: string
  /** Who serves it, for people and traces: `openai`, `anthropic`, `localhost`; never an address with secrets. */
  readonly provider: string
  /** Address that requests go to, without user, password and query. */
  readonly baseUrl: string
  /**
   * One turn. Rejects with an `AskError` whose code begins with `model`, or is
   * `cancelled` when the signal aborted. Events are taken to the end or the
   * iterator is returned: it holds a connection.
   */
  readonly stream: (request: ModelRequest, call: ModelCall) => AsyncIterable<ModelEvent>
}
