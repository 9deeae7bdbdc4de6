/** Anthropic Messages. The content of a turn is its list of blocks, including signed thinking, sent back unchanged. */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import type { Finish, Message, ModelEvent, ModelRequest, ToolCall, ToolResult, ToolSpec } from '../model.ts'
import { stringOf, withoutNulls } from './json.ts'
import type { BodyOptions, ReplyReader, WireFormat } from './protocol.ts'
import { cutShortError, decodeEvent, decodeReply } from './reply-event.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS, MAX_TURN_LENGTH } from './reply-limit.ts'
import { contentOf, withoutFields } from './request-body.ts'
import { createCallIds, finishOf, parseArguments } from './tool-calls.ts'
import { decodeAnthropicUsage } from './usage.ts'

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

function createReader({ messages }: ModelRequest): ReplyReader {
  const claimId = createCallIds(messages)
  const open = new Map<unknown, OpenBlock>()
  const content: JsonObject[] = []
  const calls: ToolCall[] = []
  let hasCalls = false
  let length = 0
  let stopReason = ''
  let usage: JsonObject = {}
  let isDone = false

  function read(message: SseMessage): readonly ModelEvent[] {
    const event = isDone ? null : decodeEvent(message)
    if (event === 'done') isDone = true
    return event === null || event === 'done' ? [] : readEvent(event)
  }

  function readEvent(event: JsonObject): readonly ModelEvent[] {
    switch (event['type']) {
      case 'message_start':
        updateUsage(isObject(event['message']) ? event['message'] : {})
        return []
      case 'content_block_start':
        return start(event['index'], event['content_block'])
      case 'content_block_delta':
        return append(open.get(event['index']), event['delta'])
      case 'content_block_stop':
        return close(event['index'])
      case 'message_delta':
        updateUsage(event)
        updateStopReason(event['delta'])
        return []
      case 'message_stop':
        isDone = true
        return []
      default:
        return []
    }
  }

  function readWhole(json: unknown): readonly ModelEvent[] {
    const reply = decodeReply(json)
    const blocks: unknown = reply['content']
    if (!Array.isArray(blocks)) return []
    isDone = true
    updateUsage(reply)
    updateStopReason(reply)
    return blocks.flatMap((block, index) => [...start(index, block), ...close(index)])
  }

  /** Counts are totals up to now; null if they have not changed. */
  function updateUsage({ usage: update }: JsonObject): void {
    if (isObject(update)) usage = { ...usage, ...withoutNulls(update) }
  }

  function updateStopReason(from: unknown): void {
    stopReason = (isObject(from) && stringOf(from['stop_reason'])) || stopReason
  }

  function start(index: unknown, block: unknown): readonly ModelEvent[] {
    if (!isObject(block)) return []
    countLength(JSON.stringify(block).length)
    const [text, thinking] = [stringOf(block['text']), stringOf(block['thinking'])]
    const signature = stringOf(block['signature'])
    open.set(index, { start: block, text, thinking, signature, json: '', isComplete: true })
    const isFirstCall = block['type'] === 'tool_use' && !hasCalls
    hasCalls ||= isFirstCall
    const starts: readonly ModelEvent[] = isFirstCall ? [{ type: 'call-start' }] : []
    return [...emit('reasoning', thinking), ...emit('text', text), ...starts]
  }

  function append(block: OpenBlock | undefined, delta: unknown): readonly ModelEvent[] {
    if (block === undefined || !isObject(delta)) return []
    switch (delta['type']) {
      case 'text_delta':
        block.text += stringOf(delta['text'])
        return emit('text', stringOf(delta['text']))
      case 'thinking_delta':
        block.thinking += stringOf(delta['thinking'])
        return emit('reasoning', stringOf(delta['thinking']))
      case 'signature_delta':
        block.signature = stringOf(delta['signature'])
        countLength(block.signature.length)
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

  function close(index: unknown): readonly ModelEvent[] {
    const block = open.get(index)
    open.delete(index)
    if (block === undefined) return []
    if (block.start['type'] === 'tool_use') return closeCall(block)
    const complete = completeBlock(block)
    if (complete !== null) content.push(complete)
    return []
  }

  function closeCall({ start, json }: OpenBlock): readonly ModelEvent[] {
    const name = stringOf(start['name'])
    if (name === '') return []
    checkLimit(calls.length + 1, MAX_CALLS, 'tool calls')
    const args = json === '' && isObject(start['input']) ? start['input'] : parseArguments(json)
    const call = { id: claimId(stringOf(start['id'])), name, args }
    calls.push(call)
    content.push({ ...start, id: call.id, input: args ?? {} })
    return [{ type: 'tool-call', call }]
  }

  function emit(type: 'text' | 'reasoning', text: string): readonly ModelEvent[] {
    countLength(text.length)
    return text === '' ? [] : [{ type, text }]
  }

  function countLength(by: number): void {
    length += by
    checkLimit(length, MAX_TURN_LENGTH, 'characters')
  }

  function isTurnOver(): boolean {
    return isDone || stopReason !== ''
  }

  function finish(): readonly ModelEvent[] {
    if (!isTurnOver()) throw cutShortError()
    const last = [...open.keys()].flatMap(close)
    const reported = FINISHES.get(stopReason) ?? 'stop'
    const turn = { protocol: 'anthropic', content } as const
    return [...last, { type: 'end', finish: finishOf(calls, reported), turn, usage: decodeAnthropicUsage(usage) }]
  }

  return { read, readWhole, isTurnOver, isDone: () => isDone, finish }
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
