/**
 * The interface of a wire format: the body of a request and the reader of its reply, with the parts that all formats
 * share. Pure: no network, no clock.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { stripInvisible } from '../../content/invisible.ts'
import { toolNamed } from '../arguments.ts'
import type { AssistantTurn, Finish, Message, ModelEvent, ModelRequest, Protocol, ToolCall, Usage } from '../model.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS, MAX_TURN_LENGTH, stringOf } from './reply.ts'

/** What is known of a server: how it is addressed at first, and what its errors have said. */
export interface ServerProfile {
  readonly protocol: Protocol
  /**
   * Fields of the body that it rejects, `tools` among them, and `thinking`, of earlier turns. Of Chat Completions also:
   * `system`, a message of that role; `name`, that of a result's tool; `null`, as the content of a turn; `id`, as the
   * server made it; `reasoning_details`; `unreasoned`, a turn without `reasoning_content`, which may be empty.
   */
  readonly unsupported: ReadonlySet<string>
  /** Chat Completions: the name of the limit of a reply, unless the server rejects it. */
  readonly limitField: 'max_tokens' | 'max_completion_tokens'
  /** The largest limit of a reply that it has room for; Infinity if it has rejected none. */
  readonly maxOutputTokens: number
}

/** A reader of the reply to one request. */
export interface ReplyReader {
  /** The events of one event of the stream, or of the mark of its end. Throws `AskError('model…')` for an error. */
  readonly read: (event: JsonObject | 'done') => readonly ModelEvent[]
  /** The events of a reply that came as one JSON value although a stream was requested. */
  readonly readWhole: (reply: JsonObject) => readonly ModelEvent[]
  /** True once the turn is over: only its usage and the end of the stream may follow. */
  readonly isTurnOver: () => boolean
  /** True once the reply is complete: the rest of the stream need not be read. */
  readonly isDone: () => boolean
  /** The events that remain at the end, `end` last. Throws `AskError('model')` for an incomplete reply. */
  readonly finish: () => readonly ModelEvent[]
}

/** One wire format. */
export interface WireFormat {
  readonly path: string
  /** The smallest body for a request, without the name of the model. */
  readonly body: (request: ModelRequest, profile: ServerProfile) => Record<string, unknown>
  /** A reader of the reply to this request. It uses no id that a call in the history has. */
  readonly createReader: (request: ModelRequest) => ReplyReader
}

/** The blocks or items of a turn, without thinking for a server that takes none back. */
export function blocksOf({ content }: AssistantTurn, { unsupported }: ServerProfile): readonly unknown[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  if (!unsupported.has('thinking')) return blocks
  return blocks.filter((block) => !/thinking|reasoning/.test(stringOf(objectOf(block)['type'])))
}

/** What the readers of all formats collect and count. Throws `AskError('model')` for more than a reply may have. */
export function startReply({ messages, tools }: ModelRequest, maxLength = MAX_TURN_LENGTH) {
  const claimId = createCallIds(messages)
  const names = tools.map(({ name }) => name)
  const calls: ToolCall[] = []
  let length = 0

  /** Counts UTF-16 units of text, thinking and other content. */
  function count(by: number): void {
    length += by
    checkLimit(length, maxLength, 'characters')
  }

  return {
    calls,
    count,
    emit(type: 'text' | 'reasoning', text: string): readonly ModelEvent[] {
      count(text.length)
      return textEvents(type, text)
    },
    /** Adds a complete call, and gives it an id and the name of its tool. */
    addCall({ id, name, args }: ToolCall): ToolCall {
      checkLimit(calls.length + 1, MAX_CALLS, 'tool calls')
      const claimed = { id: claimId(id), name: toolNamed(name, names), args }
      calls.push(claimed)
      return claimed
    },
  }
}

/** The event of a piece of text, without invisible characters, which some models write; none for an empty one. */
export function textEvents(type: 'text' | 'reasoning', written: string): readonly ModelEvent[] {
  const text = stripInvisible(written)
  return text === '' ? [] : [{ type, text }]
}

/** The JSON text of arguments that come as text or as an object. */
export function argumentsText(written: unknown): string {
  const text = isObject(written) ? JSON.stringify(written) : stringOf(written)
  checkLimit(text.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
  return text
}

/**
 * A function that gives each call of a reply an id that is unique in the conversation: its own id, else a short one
 * from a counter. Earlier ids are read from the results in the history, so the same reply to the same history always
 * gets the same ids.
 */
export function createCallIds(history: readonly Message[]): (ownId: string) => string {
  const results = history.flatMap((message) => (message.role === 'tools' ? message.results : []))
  const taken = new Set(results.map(({ callId }) => callId))
  let next = taken.size

  return function claimId(ownId) {
    let id = ownId
    while (id === '' || taken.has(id)) {
      id = shortId(next)
      next += 1
    }
    taken.add(id)
    return id
  }
}

/** An id of nine letters and digits, the form that Mistral requires, from a number. */
export function shortId(number: number): string {
  return `call${number.toString(36).padStart(5, '0')}`
}

/** A reason as servers report it: that there are calls is told by the calls. */
export type ReportedFinish = Exclude<Finish, 'tool-calls'>

/** Reasons in lower case, of Anthropic, OpenAI, Mistral, Gemini, GLM and Bedrock. */
const FINISHES: readonly (readonly [ReportedFinish, readonly string[]])[] = [
  ['length', ['length', 'model_length', 'max_tokens', 'max_output_tokens', 'model_context_window_exceeded']],
  ['refusal', ['refusal']],
  ['pause', ['pause_turn']],
  ['content-filter', [
    'content_filter', 'content_filtered', 'safety', 'recitation', 'blocklist', 'prohibited_content', 'spii',
    'sensitive', 'guardrail_intervened', 'image_safety', 'image_prohibited_content', 'image_recitation', 'model_armor',
  ]],
]

/** The meaning of a reason; null for all others, which mean `stop`. */
export function finishNamed(reason: string): ReportedFinish | null {
  return FINISHES.find(([, reasons]) => reasons.includes(reason))?.[0] ?? null
}

/** The finish of a turn with these calls, which do not change that of a turn that was cut, refused or paused. */
export function finishOf(calls: readonly ToolCall[], reported: ReportedFinish): Finish {
  if (reported === 'length' || reported === 'refusal' || reported === 'pause') return reported
  const areReadable = calls.some(({ args }) => args !== null)
  return areReadable || (reported === 'stop' && calls.length > 0) ? 'tool-calls' : reported
}

/** The usage in the names of any format; null for a value that is none. Anthropic's input does not count its cache. */
export function decodeUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const [hit, stored] = [tokens(value['cache_read_input_tokens']), tokens(value['cache_creation_input_tokens'])]
  const input = tokens(value['prompt_tokens'] ?? value['input_tokens']) + ('prompt_tokens' in value ? 0 : hit + stored)
  const read = objectOf(value['prompt_tokens_details'] ?? value['input_tokens_details'])
  const written = objectOf(value['completion_tokens_details'] ?? value['output_tokens_details'])
  const output = tokens(value['completion_tokens'] ?? value['output_tokens'])
  return {
    input,
    // Gemini and xAI count reasoning only in the total.
    output: Math.max(output, tokens(value['total_tokens']) - input),
    cached: tokens(read['cached_tokens'] ?? value['prompt_cache_hit_tokens']) || hit,
    cacheWrite: tokens(read['cache_write_tokens']) || stored,
    reasoning: tokens(written['reasoning_tokens'] ?? written['thinking_tokens']),
  }
}

/** A count of tokens; 0 for anything but a whole number above 0. */
function tokens(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** The object in a field; an empty one for another value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
