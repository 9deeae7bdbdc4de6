/**
 * OpenAI Responses: the wire format of OpenAI's own models. The content of a turn is its list of output items,
 * including encrypted reasoning, which are sent back as input.
 */
import { isObject, type JsonObject, parseJsonObject } from '../../base/json.ts'
import { parseArguments } from '../arguments.ts'
import {
  type Finish, type Message, type ModelEvent, type ModelRequest, NO_USAGE, type ToolResult, type ToolSpec, type Usage,
} from '../model.ts'
import {
  addCall, argumentsText, contentOf, countLength, createReplyReader, emit, finishOf, objectOf,
  type Reply, type ReplyReader, startCall, startReply, tokens, type WireFormat,
} from './protocol.ts'
import { cutShortError, decodeReply, MAX_TURN_LENGTH, replyError, stringOf } from './reply.ts'

/** The Responses API of OpenAI, Azure and a few others. */
export const responses: WireFormat = { path: '/responses', body, createReader }

function body(request: ModelRequest): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  return {
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

/** A reply that is being read. */
interface ResponsesReply extends Reply {
  readonly items: { readonly index: number; readonly item: JsonObject }[]
  /** Output indexes of messages that are commentary, not part of the answer. */
  readonly commentary: Set<unknown>
  hasDeltas: boolean
  isRefusal: boolean
  finish: Finish | null
  usage: Usage
}

function createReader(request: ModelRequest): ReplyReader {
  const parts = { items: [], commentary: new Set(), hasDeltas: false, isRefusal: false, finish: null, usage: NO_USAGE }
  // Streamed text is counted again as part of its item.
  const reply: ResponsesReply = { ...startReply(request, 2 * MAX_TURN_LENGTH), ...parts }
  return createReplyReader(reply, { readEvent, readWhole, isTurnOver: () => reply.isDone, finish })
}

function readEvent(reply: ResponsesReply, event: JsonObject): readonly ModelEvent[] {
  const { type, delta, item, output_index: index, response } = event
  switch (type) {
    case 'response.output_item.added':
      if (isCommentary(item)) reply.commentary.add(index)
      return isObject(item) && item['type'] === 'function_call' ? startCall(reply) : []
    case 'response.output_item.done':
      return takeItem(reply, item, index)
    case 'response.output_text.delta':
      reply.hasDeltas = true
      return emit(reply, reply.commentary.has(index) ? 'reasoning' : 'text', stringOf(delta))
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      return emit(reply, 'reasoning', stringOf(delta))
    case 'response.refusal.delta':
      reply.isRefusal = true
      return []
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return complete(reply, objectOf(response), type.slice('response.'.length))
    default:
      return []
  }
}

function readWhole(reply: ResponsesReply, json: unknown): readonly ModelEvent[] {
  const response = decodeReply(json)
  return complete(reply, response, stringOf(response['status']))
}

function complete(reply: ResponsesReply, response: JsonObject, status: string): readonly ModelEvent[] {
  reply.isDone = true
  if (status === 'completed') reply.finish = 'stop'
  else if (status !== 'incomplete') throw replyError(null, response['error'] ?? { code: status })
  else reply.finish = isFiltered(response['incomplete_details']) ? 'content-filter' : 'length'
  reply.usage = decodeUsage(response['usage']) ?? reply.usage
  const { output } = response
  // Some servers send the items only at the end.
  if (reply.items.length > 0 || !Array.isArray(output)) return []
  return output.flatMap((item, index) => takeItem(reply, item, index))
}

function takeItem(reply: ResponsesReply, item: unknown, index: unknown): readonly ModelEvent[] {
  if (!isObject(item)) return []
  if (item['type'] === 'function_call') return takeCall(reply, item, index)
  keep(reply, item, index)
  if (item['type'] !== 'message') return []
  const parts = Array.isArray(item['content']) ? item['content'].filter(isObject) : []
  reply.isRefusal ||= parts.some((part) => part['type'] === 'refusal')
  const text = parts.map((part) => (part['type'] === 'output_text' ? stringOf(part['text']) : '')).join('')
  return reply.hasDeltas ? [] : emit(reply, isCommentary(item) ? 'reasoning' : 'text', text)
}

function takeCall(reply: ResponsesReply, item: JsonObject, index: unknown): readonly ModelEvent[] {
  const name = stringOf(item['name'])
  if (name === '') return []
  const text = argumentsText(item['arguments'])
  const { id, name: tool, args } = addCall(reply, { id: stringOf(item['call_id']), name, args: parseArguments(text) })
  const isJson = parseJsonObject(text) !== undefined
  // Some servers parse the arguments and would reject a history with invalid ones.
  keep(reply, { ...item, call_id: id, name: tool, arguments: isJson ? text : JSON.stringify(args ?? {}) }, index)
  return [{ type: 'tool-call', call: { id, name: tool, args } }]
}

function keep(reply: ResponsesReply, item: JsonObject, index: unknown): void {
  countLength(reply, JSON.stringify(item).length)
  reply.items.push({ index: typeof index === 'number' ? index : reply.items.length, item })
}

function finish({ finish, items, isRefusal, calls, usage }: ResponsesReply): readonly ModelEvent[] {
  if (finish === null) throw cutShortError()
  const content = items.toSorted((a, b) => a.index - b.index).map(({ item }) => item).filter(canGoBack)
  const reported = finish === 'stop' && isRefusal && calls.length === 0 ? 'refusal' : finish
  return [{ type: 'end', finish: finishOf(calls, reported), turn: { protocol: 'responses', content }, usage }]
}

/** False for reasoning without its encrypted content: the server stores none, and would reject the item. */
function canGoBack({ type, encrypted_content: encrypted }: JsonObject): boolean {
  return type !== 'reasoning' || stringOf(encrypted) !== ''
}

/** True for a message that precedes the answer. */
function isCommentary(item: unknown): boolean {
  return isObject(item) && item['phase'] === 'commentary'
}

function isFiltered(details: unknown): boolean {
  return isObject(details) && details['reason'] === 'content_filter'
}

/** The usage of a response; null for one without it. */
function decodeUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const details = objectOf(value['input_tokens_details'])
  return {
    input: tokens(value['input_tokens']),
    output: tokens(value['output_tokens']),
    cached: tokens(details['cached_tokens']),
    cacheWrite: tokens(details['cache_write_tokens']),
    reasoning: tokens(objectOf(value['output_tokens_details'])['reasoning_tokens']),
  }
}
