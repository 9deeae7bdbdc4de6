/**
 * OpenAI Responses: the wire format of OpenAI's own models. The content of a turn is its list of output items,
 * including encrypted reasoning, which are sent back as input.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import {
  type Finish,
  type Message,
  type ModelEvent,
  type ModelRequest,
  NO_USAGE,
  type ToolCall,
  type ToolResult,
  type ToolSpec,
} from '../model.ts'
import { stringOf } from './json.ts'
import type { BodyOptions, ReplyReader, WireFormat } from './protocol.ts'
import { replyError } from './reply-error.ts'
import { cutShortError, decodeEvent, decodeReply } from './reply-event.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS, MAX_TURN_LENGTH } from './reply-limit.ts'
import { contentOf, withoutFields } from './request-body.ts'
import { createCallIds, finishOf, parseArguments } from './tool-calls.ts'
import { decodeResponsesUsage } from './usage.ts'

/** The Responses API of OpenAI, Azure and a few others. */
export const responses: WireFormat = { path: '/responses', body, createReader }

function body(request: ModelRequest, { model, capabilities }: BodyOptions): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  const all = {
    model,
    stream: true,
    // The server stores no reasoning: it comes encrypted with the reply and is sent back with the next request.
    store: false,
    include: ['reasoning.encrypted_content'],
    instructions: system,
    input: messages.flatMap(write),
    ...(tools.length > 0 && { tools: tools.map(writeTool) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: 'none' }),
    max_output_tokens: maxOutputTokens,
  }
  return withoutFields(all, capabilities.unsupported)
}

function writeTool({ name, description, parameters }: ToolSpec): unknown {
  return { type: 'function', name, description, parameters, strict: false }
}

function write(message: Message): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') {
    const outputs = message.results.map(writeResult)
    return message.note === null ? outputs : [...outputs, { role: 'user', content: message.note }]
  }
  const content = contentOf(message.turn, 'responses')
  return Array.isArray(content) ? content : []
}

function writeResult({ callId, text }: ToolResult): unknown {
  return { type: 'function_call_output', call_id: callId, output: text }
}

function createReader({ messages }: ModelRequest): ReplyReader {
  const claimId = createCallIds(messages)
  const items: { readonly index: number; readonly item: JsonObject }[] = []
  const calls: ToolCall[] = []
  /** Output indexes of messages that are commentary, not part of the answer. */
  const commentary = new Set<unknown>()
  let hasDeltas = false
  let isRefusal = false
  let hasCalls = false
  let length = 0
  let finishState: Finish | null = null
  let usage = NO_USAGE
  let isDone = false

  function read(message: SseMessage): readonly ModelEvent[] {
    const event = isDone ? null : decodeEvent(message)
    if (event === 'done') isDone = true
    return event === null || event === 'done' ? [] : readEvent(event)
  }

  function readEvent(event: JsonObject): readonly ModelEvent[] {
    const { type, delta, item, output_index: index, response } = event
    switch (type) {
      case 'response.output_item.added':
        if (isCommentary(item)) commentary.add(index)
        return isObject(item) && item['type'] === 'function_call' ? startCall() : []
      case 'response.output_item.done':
        return takeItem(item, index)
      case 'response.output_text.delta':
        hasDeltas = true
        return emit(commentary.has(index) ? 'reasoning' : 'text', stringOf(delta))
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return emit('reasoning', stringOf(delta))
      case 'response.refusal.delta':
        isRefusal = true
        return []
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return complete(isObject(response) ? response : {}, type.slice('response.'.length))
      default:
        return []
    }
  }

  function readWhole(json: unknown): readonly ModelEvent[] {
    const reply = decodeReply(json)
    return complete(reply, stringOf(reply['status']))
  }

  function complete(response: JsonObject, status: string): readonly ModelEvent[] {
    isDone = true
    if (status === 'completed') finishState = 'stop'
    else if (status !== 'incomplete') throw replyError(null, response['error'] ?? { code: status })
    else finishState = isFiltered(response['incomplete_details']) ? 'content-filter' : 'length'
    usage = decodeResponsesUsage(response['usage']) ?? usage
    const { output } = response
    // Some servers send the items only at the end.
    return items.length === 0 && Array.isArray(output) ? output.flatMap(takeItem) : []
  }

  function takeItem(item: unknown, index: unknown): readonly ModelEvent[] {
    if (!isObject(item)) return []
    if (item['type'] === 'function_call') return takeCall(item, index)
    keep(item, index)
    if (item['type'] !== 'message') return []
    const parts = Array.isArray(item['content']) ? item['content'].filter(isObject) : []
    isRefusal ||= parts.some((part) => part['type'] === 'refusal')
    const text = parts.map((part) => (part['type'] === 'output_text' ? stringOf(part['text']) : '')).join('')
    return hasDeltas ? [] : emit(isCommentary(item) ? 'reasoning' : 'text', text)
  }

  function startCall(): readonly ModelEvent[] {
    const isFirst = !hasCalls
    hasCalls = true
    return isFirst ? [{ type: 'call-start' }] : []
  }

  function takeCall(item: JsonObject, index: unknown): readonly ModelEvent[] {
    const name = stringOf(item['name'])
    if (name === '') return []
    const written = item['arguments']
    const text = isObject(written) ? JSON.stringify(written) : stringOf(written)
    checkLimit(text.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
    checkLimit(calls.length + 1, MAX_CALLS, 'tool calls')
    const call = { id: claimId(stringOf(item['call_id'])), name, args: parseArguments(text) }
    calls.push(call)
    // Some servers parse the arguments and would reject a history with invalid ones.
    keep({ ...item, call_id: call.id, arguments: call.args === null ? '{}' : text }, index)
    return [{ type: 'tool-call', call }]
  }

  function keep(item: JsonObject, index: unknown): void {
    countLength(JSON.stringify(item).length)
    items.push({ index: typeof index === 'number' ? index : items.length, item })
  }

  function emit(type: 'text' | 'reasoning', text: string): readonly ModelEvent[] {
    countLength(text.length)
    return text === '' ? [] : [{ type, text }]
  }

  /** Streamed text is counted again as part of its item. */
  function countLength(by: number): void {
    length += by
    checkLimit(length, 2 * MAX_TURN_LENGTH, 'characters')
  }

  function finish(): readonly ModelEvent[] {
    if (finishState === null) throw cutShortError()
    const content = items.toSorted((a, b) => a.index - b.index).map(({ item }) => item)
    const reported = finishState === 'stop' && isRefusal && calls.length === 0 ? 'refusal' : finishState
    return [{ type: 'end', finish: finishOf(calls, reported), turn: { protocol: 'responses', content }, usage }]
  }

  return { read, readWhole, isTurnOver: () => isDone, isDone: () => isDone, finish }
}

/** True for a message that precedes the answer. */
function isCommentary(item: unknown): boolean {
  return isObject(item) && item['phase'] === 'commentary'
}

function isFiltered(details: unknown): boolean {
  return isObject(details) && details['reason'] === 'content_filter'
}
