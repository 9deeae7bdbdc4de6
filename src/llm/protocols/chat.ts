/**
 * Chat Completions: the wire format of most servers, in many variants. The content of a turn is the assistant message
 * that is sent back.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import {
  type Finish,
  type Message,
  type ModelEvent,
  type ModelRequest,
  NO_USAGE,
  type ToolResult,
  type ToolSpec,
} from '../model.ts'
import { createCallAssembly } from './call-assembly.ts'
import { stringOf } from './json.ts'
import type { BodyOptions, ReplyReader, WireFormat } from './protocol.ts'
import { createReasoningDetails } from './reasoning-details.ts'
import { replyError } from './reply-error.ts'
import { cutShortError, decodeEvent, decodeReply } from './reply-event.ts'
import { checkLimit, MAX_TURN_LENGTH } from './reply-limit.ts'
import { contentOf, withoutFields } from './request-body.ts'
import { createThinkFilter } from './think-block.ts'
import { createCallIds, finishOf, parseArguments } from './tool-calls.ts'
import { decodeChatUsage } from './usage.ts'

/** The Chat Completions API of OpenAI and of compatible servers. */
export const chat: WireFormat = { path: '/chat/completions', body, createReader }

/** Finish reasons; all others mean `stop`. */
const FINISHES: ReadonlyMap<string, Finish> = new Map([
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['length', 'length'],
  ['model_length', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'content-filter'],
  ['safety', 'content-filter'],
])
/** Finish reasons that are failures: of OpenRouter and Mistral, and of DeepSeek. */
const FAILURES: ReadonlySet<string> = new Set(['error', 'insufficient_system_resource'])

function body(request: ModelRequest, { model, capabilities }: BodyOptions): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  const all = {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: system },
      ...messages.flatMap((message) => write(message, capabilities.needsReasoning)),
    ],
    ...(tools.length > 0 && { tools: tools.map(writeTool) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: 'none' }),
    [capabilities.limitField]: maxOutputTokens,
  }
  return withoutFields(all, capabilities.unsupported)
}

function writeTool({ name, description, parameters }: ToolSpec): unknown {
  return { type: 'function', function: { name, description, parameters } }
}

function write(message: Message, needsReasoning: boolean): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') return withNote(message.results, message.note).map(writeResult)
  const content = contentOf(message.turn, 'chat')
  const { reasoning_content: reasoning, ...turn } = isObject(content) ? content : {}
  return [needsReasoning ? { ...turn, reasoning_content: reasoning ?? '' } : turn]
}

/** Appends the note to the last result: Mistral and templates of local models reject a user's message after results. */
function withNote(results: readonly ToolResult[], note: string | null): readonly ToolResult[] {
  const last = results.at(-1)
  if (note === null || last === undefined) return results
  return [...results.slice(0, -1), { ...last, text: `${last.text}\n\n${note}` }]
}

function writeResult({ callId, text }: ToolResult): unknown {
  return { role: 'tool', tool_call_id: callId, content: text }
}

function createReader({ messages }: ModelRequest): ReplyReader {
  const assembly = createCallAssembly()
  const details = createReasoningDetails()
  const filter = createThinkFilter()
  let content = ''
  let reasoning = ''
  let detailsLength = 0
  let isRefusal = false
  let hasCalls = false
  let finishReason = ''
  let usage = NO_USAGE
  let isDone = false

  function read(message: SseMessage): readonly ModelEvent[] {
    const event = isDone ? null : decodeEvent(message)
    if (event === 'done') isDone = true
    return event === null || event === 'done' ? [] : readChunk(event)
  }

  function readWhole(json: unknown): readonly ModelEvent[] {
    const reply = decodeReply(json)
    isDone = choiceOf(reply) !== null
    return readChunk(reply)
  }

  function readChunk(chunk: JsonObject): readonly ModelEvent[] {
    // Groq puts errors and usage into this field, other servers at the top level.
    const groq = isObject(chunk['x_groq']) ? chunk['x_groq'] : {}
    if (groq['error']) throw replyError(null, groq)
    usage = decodeChatUsage(chunk['usage']) ?? decodeChatUsage(groq['usage']) ?? usage
    const choice = choiceOf(chunk)
    if (choice === null) return []
    const reason = stringOf(choice['finish_reason'])
    if (FAILURES.has(reason)) throw replyError(null, { code: reason })
    finishReason ||= reason
    const delta = choice['delta'] ?? choice['message']
    return isObject(delta) ? readDelta(delta) : []
  }

  function readDelta(delta: JsonObject): readonly ModelEvent[] {
    const parts = partsOf(delta['content'])
    const thinking = stringOf(delta['reasoning_content']) || stringOf(delta['reasoning']) || parts.thinking
    content += parts.text
    reasoning += thinking
    detailsLength += details.add(delta['reasoning_details'])
    checkLimit(content.length + reasoning.length + detailsLength, MAX_TURN_LENGTH, 'characters')
    isRefusal ||= stringOf(delta['refusal']) !== ''
    const events: readonly ModelEvent[] = thinking === '' ? [] : [{ type: 'reasoning', text: thinking }]
    return [...events, ...filter.push(parts.text), ...readCalls(delta['tool_calls'])]
  }

  function readCalls(fragments: unknown): readonly ModelEvent[] {
    if (!Array.isArray(fragments) || fragments.length === 0) return []
    for (const fragment of fragments) assembly.add(fragment)
    const isFirst = !hasCalls
    hasCalls = true
    return isFirst ? [{ type: 'call-start' }] : []
  }

  function isTurnOver(): boolean {
    return isDone || finishReason !== ''
  }

  function finish(): readonly ModelEvent[] {
    if (!isTurnOver()) throw cutShortError()
    const claimId = createCallIds(messages)
    const assembled = assembly.calls().map(({ id, name, text, extra }) => ({
      call: { id: claimId(id), name, args: parseArguments(text) },
      extra,
    }))
    const calls = assembled.map(({ call }) => call)
    const reported = FINISHES.get(finishReason) ?? (isRefusal && calls.length === 0 ? 'refusal' : 'stop')
    const turn = {
      role: 'assistant',
      content,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(details.entries().length > 0 && { reasoning_details: details.entries() }),
      ...(calls.length > 0 && {
        tool_calls: assembled.map(({ call: { id, name, args }, extra }) => ({
          id,
          type: 'function',
          // Some servers parse the arguments and would reject a history with invalid ones.
          function: { name, arguments: JSON.stringify(args ?? {}) },
          ...(extra !== null && { extra_content: extra }),
        })),
      }),
    }
    return [
      ...filter.end(),
      ...calls.map((call) => ({ type: 'tool-call', call }) as const),
      { type: 'end', finish: finishOf(calls, reported), turn: { protocol: 'chat', content: turn }, usage },
    ]
  }

  return { read, readWhole, isTurnOver, isDone: () => isDone, finish }
}

/** The choice with index 0, the only one that was requested. */
function choiceOf({ choices }: JsonObject): JsonObject | null {
  const all = Array.isArray(choices) ? choices.filter(isObject) : []
  return all.find(({ index }) => (index ?? 0) === 0) ?? null
}

/** The text and the thinking of a content, which is a string or a list of parts. */
function partsOf(content: unknown): { readonly text: string; readonly thinking: string } {
  if (!Array.isArray(content)) return { text: stringOf(content), thinking: '' }
  const parts = content.filter(isObject)
  const textIn = (type: string) => parts.filter((part) => part['type'] === type).map((part) => textOf(part[type]))
  return { text: textIn('text').join(''), thinking: textIn('thinking').join('') }
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return stringOf(value)
  return value.map((part) => (isObject(part) ? stringOf(part['text']) : '')).join('')
}
