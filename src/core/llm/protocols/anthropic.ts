/** Anthropic Messages. The content of a turn is its list of blocks, including signed thinking, sent back unchanged. */
import { isObject, type JsonObject } from '../../base/json.ts'
import { parseArguments } from '../arguments.ts'
import type { Finish, Message, ModelEvent, ModelRequest, ToolResult, ToolSpec, Usage } from '../model.ts'
import {
  addCall, type BodyOptions, contentOf, countLength, finishOf, objectOf, readMessage, type Reply,
  type ReplyReader, startCall, startReply, textEvents, tokens, type WireFormat, withoutFields,
} from './protocol.ts'
import { checkLimit, cutShortError, decodeReply, MAX_ARGUMENTS_LENGTH, stringOf, withoutNulls } from './reply.ts'

/** The Messages API of Anthropic and of compatible servers. */
export const anthropic: WireFormat = { path: '/v1/messages', body, createReader }

/** Stop reasons; all others mean `stop`. */
const FINISHES: ReadonlyMap<string, Finish> = new Map([
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
])

function body(request: ModelRequest, { model, capabilities }: BodyOptions): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  const all = {
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    // Everything up to the last block is cached, so that each request pays only for its new part.
    cache_control: { type: 'ephemeral' },
    system,
    ...(tools.length > 0 && { tools: tools.map(writeTool) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: { type: 'none' } }),
    messages: messages.flatMap(write),
  }
  return withoutFields(all, capabilities.unsupported)
}

function writeTool({ name, description, parameters }: ToolSpec): unknown {
  return { name, description, input_schema: parameters }
}

function write(message: Message): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') {
    const note = message.note === null ? [] : [{ type: 'text', text: message.note }]
    return [{ role: 'user', content: [...message.results.map(writeResult), ...note] }]
  }
  const content = contentOf(message.turn, 'anthropic')
  // The server would reject an empty turn.
  return Array.isArray(content) && content.length > 0 ? [{ role: 'assistant', content }] : []
}

function writeResult({ callId, text, isError }: ToolResult): unknown {
  return { type: 'tool_result', tool_use_id: callId, content: text, ...(isError && { is_error: true }) }
}

/** A block that is being streamed. */
interface OpenBlock {
  /** The block as it was at its start. */
  readonly start: JsonObject
  text: string
  thinking: string
  signature: string
  /** Arguments of a call as the model wrote them. */
  json: string
  /** False after a delta of an unknown type. */
  isComplete: boolean
}

/** A reply that is being read. */
interface AnthropicReply extends Reply {
  readonly open: Map<unknown, OpenBlock>
  /** Blocks of the turn that are complete. */
  readonly content: JsonObject[]
  stopReason: string
  usage: JsonObject
}

function createReader(request: ModelRequest): ReplyReader {
  const reply: AnthropicReply = { ...startReply(request), open: new Map(), content: [], stopReason: '', usage: {} }
  return {
    read: (message) => readMessage(reply, message, (event) => readEvent(reply, event)),
    readWhole: (json) => readWhole(reply, json),
    isTurnOver: () => isTurnOver(reply),
    isDone: () => reply.isDone,
    finish: () => finish(reply),
  }
}

function readEvent(reply: AnthropicReply, event: JsonObject): readonly ModelEvent[] {
  switch (event['type']) {
    case 'message_start':
      updateUsage(reply, objectOf(event['message']))
      return []
    case 'content_block_start':
      return start(reply, event['index'], event['content_block'])
    case 'content_block_delta':
      return append(reply, event['index'], event['delta'])
    case 'content_block_stop':
      return close(reply, event['index'])
    case 'message_delta':
      updateUsage(reply, event)
      updateStopReason(reply, objectOf(event['delta']))
      return []
    case 'message_stop':
      reply.isDone = true
      return []
    default:
      return []
  }
}

function readWhole(reply: AnthropicReply, json: unknown): readonly ModelEvent[] {
  const message = decodeReply(json)
  const blocks: unknown = message['content']
  if (!Array.isArray(blocks)) return []
  reply.isDone = true
  updateUsage(reply, message)
  updateStopReason(reply, message)
  return blocks.flatMap((block, index) => [...start(reply, index, block), ...close(reply, index)])
}

/** Counts are totals up to now; null if they have not changed. */
function updateUsage(reply: AnthropicReply, { usage }: JsonObject): void {
  reply.usage = { ...reply.usage, ...withoutNulls(objectOf(usage)) }
}

function updateStopReason(reply: AnthropicReply, { stop_reason: reason }: JsonObject): void {
  reply.stopReason = stringOf(reason) || reply.stopReason
}

function start(reply: AnthropicReply, index: unknown, block: unknown): readonly ModelEvent[] {
  if (!isObject(block)) return []
  countLength(reply, JSON.stringify(block).length)
  const [text, thinking] = [stringOf(block['text']), stringOf(block['thinking'])]
  const signature = stringOf(block['signature'])
  reply.open.set(index, { start: block, text, thinking, signature, json: '', isComplete: true })
  const starts = block['type'] === 'tool_use' ? startCall(reply) : []
  return [...emit(reply, 'reasoning', thinking), ...emit(reply, 'text', text), ...starts]
}

function append(reply: AnthropicReply, index: unknown, delta: unknown): readonly ModelEvent[] {
  const block = reply.open.get(index)
  if (block === undefined || !isObject(delta)) return []
  switch (delta['type']) {
    case 'text_delta':
      block.text += stringOf(delta['text'])
      return emit(reply, 'text', stringOf(delta['text']))
    case 'thinking_delta':
      block.thinking += stringOf(delta['thinking'])
      return emit(reply, 'reasoning', stringOf(delta['thinking']))
    case 'signature_delta':
      block.signature = stringOf(delta['signature'])
      countLength(reply, block.signature.length)
      return []
    case 'input_json_delta':
      block.json += stringOf(delta['partial_json'])
      checkLimit(block.json.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
      return []
    default:
      block.isComplete = false
      return []
  }
}

function emit(reply: AnthropicReply, type: 'text' | 'reasoning', text: string): readonly ModelEvent[] {
  countLength(reply, text.length)
  return textEvents(type, text)
}

function close(reply: AnthropicReply, index: unknown): readonly ModelEvent[] {
  const block = reply.open.get(index)
  reply.open.delete(index)
  if (block === undefined) return []
  if (block.start['type'] === 'tool_use') return closeCall(reply, block)
  const complete = completeBlock(block)
  if (complete !== null) reply.content.push(complete)
  return []
}

function closeCall(reply: AnthropicReply, { start, json }: OpenBlock): readonly ModelEvent[] {
  const name = stringOf(start['name'])
  if (name === '') return []
  const args = json === '' && isObject(start['input']) ? start['input'] : parseArguments(json)
  const call = addCall(reply, { id: stringOf(start['id']), name, args })
  reply.content.push({ ...start, id: call.id, name: call.name, input: args ?? {} })
  return [{ type: 'tool-call', call }]
}

function isTurnOver({ isDone, stopReason }: AnthropicReply): boolean {
  return isDone || stopReason !== ''
}

function finish(reply: AnthropicReply): readonly ModelEvent[] {
  if (!isTurnOver(reply)) throw cutShortError()
  const last = [...reply.open.keys()].flatMap((index) => close(reply, index))
  const { calls, stopReason, content, usage } = reply
  const turn = { protocol: 'anthropic', content } as const
  const finish = finishOf(calls, FINISHES.get(stopReason) ?? 'stop')
  return [...last, { type: 'end', finish, turn, usage: decodeUsage(usage) }]
}

/**
 * A block as it is sent back; null for one that would be rejected: a blank text, or one with deltas of unknown types.
 */
function completeBlock({ start, text, thinking, signature, json, isComplete }: OpenBlock): JsonObject | null {
  if (start['type'] === 'text') return text.trim() === '' ? null : { ...start, text }
  if (start['type'] === 'thinking') return { ...start, thinking, ...(signature !== '' && { signature }) }
  if (!isComplete) return null
  return json === '' ? start : { ...start, input: parseArguments(json) ?? {} }
}

/**
 * The usage of a reply, whose input does not count tokens that were read from the cache or written to it.
 */
function decodeUsage(value: JsonObject): Usage {
  const cached = tokens(value['cache_read_input_tokens'])
  const cacheWrite = tokens(value['cache_creation_input_tokens'])
  return {
    input: tokens(value['input_tokens']) + cached + cacheWrite,
    output: tokens(value['output_tokens']),
    cached,
    cacheWrite,
    reasoning: tokens(objectOf(value['output_tokens_details'])['thinking_tokens']),
  }
}
