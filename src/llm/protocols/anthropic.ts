/**
 * Anthropic Messages. A turn's content is its list of blocks, signed thinking
 * among them, that go back unchanged and in order.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import type { SseMessage } from '../../sse/parse.ts'
import { stringOf, withoutNulls } from './json.ts'
import type { Finish, Message, ModelEvent, ModelRequest, ToolCall, ToolResult, ToolSpec } from '../model.ts'
import type { BodyOptions, ReplyReader, WireFormat } from './protocol.ts'
import { cutShort, decodeEvent, decodeReply } from './reply-event.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS, MAX_TURN_LENGTH } from './reply-limit.ts'
import { contentOf, withoutFields } from './request-body.ts'
import { createCallIds, finishWith, parseArguments } from './tool-calls.ts'
import { decodeAnthropicUsage } from './usage.ts'

/** Messages of Anthropic, and of servers that offer the same. */
export const anthropic: WireFormat = { path: '/v1/messages', body, createReader }

/** All others mean `stop`. */
const FINISHES: ReadonlyMap<string, Finish> = new Map([
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
])

function body(request: ModelRequest, { model, quirks }: BodyOptions): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  const all = {
    model,
    max_tokens: maxOutputTokens,
    stream: true,
    // All up to the last block is cached, so that each request pays for what is new in it.
    cache_control: { type: 'ephemeral' },
    system,
    ...(tools.length > 0 && { tools: tools.map(writeTool) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: { type: 'none' } }),
    messages: messages.flatMap(write),
  }
  return withoutFields(all, quirks.without)
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
  // A turn in which nothing was said is refused.
  return Array.isArray(content) && content.length > 0 ? [{ role: 'assistant', content }] : []
}

function writeResult({ callId, text, isError }: ToolResult): unknown {
  return { type: 'tool_result', tool_use_id: callId, content: text, ...(isError && { is_error: true }) }
}

/** A block under way. */
interface OpenBlock {
  /** As it began. */
  readonly start: JsonObject
  text: string
  thinking: string
  signature: string
  /** Arguments of a call, as they were written. */
  json: string
  /** Whether all that came of it was understood. */
  isWhole: boolean
}

function createReader({ messages }: ModelRequest): ReplyReader {
  const claimId = createCallIds(messages)
  const open = new Map<unknown, OpenBlock>()
  const content: JsonObject[] = []
  const calls: ToolCall[] = []
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
        takeUsage(isObject(event['message']) ? event['message'] : {})
        return []
      case 'content_block_start':
        return start(event['index'], event['content_block'])
      case 'content_block_delta':
        return append(open.get(event['index']), event['delta'])
      case 'content_block_stop':
        return close(event['index'])
      case 'message_delta':
        takeUsage(event)
        takeReason(event['delta'])
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
    takeUsage(reply)
    takeReason(reply)
    return blocks.flatMap((block, index) => [...start(index, block), ...close(index)])
  }

  /** Figures are sums so far, and null where there is no news. */
  function takeUsage({ usage: news }: JsonObject): void {
    if (isObject(news)) usage = { ...usage, ...withoutNulls(news) }
  }

  function takeReason(from: unknown): void {
    stopReason = (isObject(from) && stringOf(from['stop_reason'])) || stopReason
  }

  function start(index: unknown, block: unknown): readonly ModelEvent[] {
    if (!isObject(block)) return []
    grow(JSON.stringify(block).length)
    const [text, thinking] = [stringOf(block['text']), stringOf(block['thinking'])]
    open.set(index, { start: block, text, thinking, signature: stringOf(block['signature']), json: '', isWhole: true })
    return [...tell('reasoning', thinking), ...tell('text', text)]
  }

  function append(block: OpenBlock | undefined, delta: unknown): readonly ModelEvent[] {
    if (block === undefined || !isObject(delta)) return []
    switch (delta['type']) {
      case 'text_delta':
        block.text += stringOf(delta['text'])
        return tell('text', stringOf(delta['text']))
      case 'thinking_delta':
        block.thinking += stringOf(delta['thinking'])
        return tell('reasoning', stringOf(delta['thinking']))
      case 'signature_delta':
        block.signature = stringOf(delta['signature'])
        grow(block.signature.length)
        return []
      case 'input_json_delta':
        block.json += stringOf(delta['partial_json'])
        checkLimit(block.json.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
        return []
      default:
        block.isWhole = false
        return []
    }
  }

  function close(index: unknown): readonly ModelEvent[] {
    const block = open.get(index)
    open.delete(index)
    if (block === undefined) return []
    if (block.start['type'] === 'tool_use') return closeCall(block)
    const whole = wholeOf(block)
    if (whole !== null) content.push(whole)
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

  function tell(type: 'text' | 'reasoning', text: string): readonly ModelEvent[] {
    grow(text.length)
    return text === '' ? [] : [{ type, text }]
  }

  function grow(by: number): void {
    length += by
    checkLimit(length, MAX_TURN_LENGTH, 'characters')
  }

  function isOver(): boolean {
    return isDone || stopReason !== ''
  }

  function finish(): readonly ModelEvent[] {
    if (!isOver()) throw cutShort()
    const last = [...open.keys()].flatMap(close)
    const said = FINISHES.get(stopReason) ?? 'stop'
    const turn = { protocol: 'anthropic', content } as const
    return [...last, { type: 'end', finish: finishWith(calls, said), turn, usage: decodeAnthropicUsage(usage) }]
  }

  return { read, readWhole, isOver, isDone: () => isDone, finish }
}

/** A block as it goes back; null for one that would be refused: blank text, or a new kind in pieces of a new kind. */
function wholeOf({ start, text, thinking, signature, json, isWhole }: OpenBlock): JsonObject | null {
  if (start['type'] === 'text') return text.trim() === '' ? null : { ...start, text }
  if (start['type'] === 'thinking') return { ...start, thinking, ...(signature !== '' && { signature }) }
  if (!isWhole) return null
  return json === '' ? start : { ...start, input: parseArguments(json) ?? {} }
}
