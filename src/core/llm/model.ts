/** The interface of a model: messages and tool specs in, events out, the same for every provider and protocol. */

/** The wire format of a provider. */
export type Protocol = 'chat' | 'responses' | 'anthropic'

/** A tool that the model may call. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments: an object. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One complete call of a tool. */
export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string
  /** Name of one of the tools, or another that the model made up. */
  readonly name: string
  /** Null if the model wrote no JSON object or string. Such a call is never run; its result is an error. */
  readonly args: Readonly<Record<string, unknown>> | null
}

/** The result of a call. */
export interface ToolResult {
  readonly callId: string
  readonly name: string
  /** Not empty. */
  readonly text: string
  readonly isError: boolean
}

/** A turn as its protocol sends it back, unchanged: providers reject a changed history. */
export interface AssistantTurn {
  readonly protocol: Protocol
  readonly content: unknown
}

/** A message of a conversation. Messages are only appended, never changed. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly turn: AssistantTurn }
  /** One result for each call of the previous turn, in order. `note` follows them as a text of the user. */
  | { readonly role: 'tools'; readonly results: readonly ToolResult[]; readonly note: string | null }

/** A history with a note that joins its newest message, to which no turn of the history replies yet. */
export function withNote(history: readonly Message[], note: string): readonly Message[] {
  const earlier = history.slice(0, -1)
  const newest = history.at(-1)
  if (newest?.role === 'user') return [...earlier, { role: 'user', text: `${newest.text}\n\n${note}` }]
  return newest?.role === 'tools' ? [...earlier, { ...newest, note }] : [...history, { role: 'user', text: note }]
}

/** One request to a model. */
export interface ModelRequest {
  readonly system: string
  readonly messages: readonly Message[]
  /** The same in every request of a conversation. */
  readonly tools: readonly ToolSpec[]
  /** True if tools may be called in this turn; some servers ignore it. */
  readonly mayCall: boolean
  /** A note for a model whose server takes no tools, at the end of the newest message. */
  readonly noteWithoutTools: string
  /** Most tokens of the reply, thinking included. */
  readonly maxOutputTokens: number
}

/** Tokens of a reply: whole numbers from 0. */
export interface Usage {
  /** The whole input, including the part that came from a cache. */
  readonly input: number
  readonly output: number
  /** Part of the input that was read from the provider's cache. */
  readonly cached: number
  /** Part of the input that was written to that cache. */
  readonly cacheWrite: number
  readonly reasoning: number
}

/** The usage if there was no reply. */
export const NO_USAGE: Usage = { input: 0, output: 0, cached: 0, cacheWrite: 0, reasoning: 0 }

/** The sum of two usages. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    reasoning: one.reasoning + other.reasoning,
  }
}

/** The reason for the end of a turn. After `pause`, the turn is sent back unchanged and the model continues it. */
export type Finish = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'content-filter' | 'pause'

/** An event of a turn: any number of others, then one `end`; a stream that breaks rejects instead. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Thinking: never shown, never logged. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text of the turn up to here was thinking, as the text `mark` says; with none, unless it is an answer. */
  | { readonly type: 'retract'; readonly mark: string }
  /** The request is sent again: of the turn up to here there was thinking at most, which is void. */
  | { readonly type: 'again' }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | { readonly type: 'end'; readonly finish: Finish; readonly turn: AssistantTurn; readonly usage: Usage }

/** The end of a request: by its caller or by time. */
export interface ModelCall {
  readonly signal: AbortSignal
  /** Time for the whole request with its retries. */
  readonly timeoutMs: number
}

/** A configured model. */
export interface Model {
  readonly name: string
  /** Name of its provider, for people and traces: `openai`, `anthropic`, `localhost`. It never contains a secret. */
  readonly provider: string
  /** Address that requests go to, without user, password and query. */
  readonly baseUrl: string
  /**
   * One turn. Rejects with an `AskError` whose code begins with `model`, or is `cancelled` after the signal aborted.
   * The iterator holds a connection, so read it to its end or return it.
   */
  readonly stream: (request: ModelRequest, call: ModelCall) => AsyncIterable<ModelEvent>
}
