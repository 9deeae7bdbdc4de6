/** Requests to models and the reading of their replies, for tests of wire formats. */
import { AskError } from '../../src/core/base/errors.ts'
import { anthropic } from '../../src/core/llm/protocols/anthropic.ts'
import { chat } from '../../src/core/llm/protocols/chat.ts'
import type { AssistantTurn, ModelEvent, ModelRequest, Protocol, ToolCall } from '../../src/core/llm/model.ts'
import type { ServerProfile, WireFormat } from '../../src/core/llm/protocols/protocol.ts'
import { createReplyDecoder } from '../../src/core/llm/client/attempt.ts'
import { responses } from '../../src/core/llm/protocols/responses.ts'

export const FORMATS: Readonly<Record<Protocol, WireFormat>> = { chat, responses, anthropic }

/** A request with one question and one tool; `given` replaces parts of it. */
export function modelRequest(given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'Answer from the docs.',
    messages: [{ role: 'user', text: 'How?' }],
    tools: [
      {
        name: 'search',
        description: 'Searches.',
        parameters: { type: 'object', properties: { q: { type: 'string' } } },
      },
    ],
    mayCall: true, noteWithoutTools: '', maxOutputTokens: 2_048,
    ...given,
  }
}

/** The profile of a server that rejects nothing; `given` replaces parts of it. */
export function serverProfile(given: Partial<ServerProfile> = {}): ServerProfile {
  return { protocol: 'chat', unsupported: new Set(), limitField: 'max_tokens', maxOutputTokens: Infinity, ...given }
}

/** A reply, as far as it came. */
export interface ReadReply {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ToolCall[]
  /** Null where the reply failed. */
  readonly end: Extract<ModelEvent, { type: 'end' }> | null
  /** Anything but an `AskError` is thrown on. */
  readonly error: AskError | null
}

/** Reads the bytes of a reply to a request, in pieces. */
export function readReply(format: WireFormat, pieces: Iterable<Uint8Array>, request = modelRequest()): ReadReply {
  const events: ModelEvent[] = []
  const reader = format.createReader(request)
  const decoder = createReplyDecoder(reader, 'localhost')
  let error: AskError | null = null
  try {
    for (const piece of pieces) for (const event of decoder.push(piece)) events.push(event)
    for (const event of decoder.end()) events.push(event)
    events.push(...reader.finish())
  } catch (thrown) {
    // As an attempt tells an event that is too long.
    const told = thrown instanceof RangeError ? new AskError('model', thrown.message) : thrown
    if (!(told instanceof AskError)) throw thrown
    error = told
  }
  const joined = (type: 'text' | 'reasoning') => events.map((event) => (event.type === type ? event.text : '')).join('')
  const last = events.at(-1)
  return {
    text: joined('text'), reasoning: joined('reasoning'),
    calls: events.flatMap((event) => (event.type === 'tool-call' ? [event.call] : [])),
    end: last?.type === 'end' ? last : null, error,
  }
}

/** The same for events given as JSON values, or as the text of `data`. */
export function readEvents(format: WireFormat, events: readonly unknown[], request = modelRequest()): ReadReply {
  const data = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
  return readReply(format, [new TextEncoder().encode(data.join(''))], request)
}

/** The request after a turn whose calls were answered. */
export function nextRequest(turn: AssistantTurn, calls: readonly ToolCall[], note: string | null = null): ModelRequest {
  const results = calls.map(({ id, name, args }) => ({
    callId: id, name, text: args === null ? 'error: broken' : 'Found.', isError: args === null,
  }))
  const before = modelRequest()
  return { ...before, messages: [...before.messages, { role: 'assistant', turn }, { role: 'tools', results, note }] }
}
