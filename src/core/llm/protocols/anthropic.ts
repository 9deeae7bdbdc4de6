/** Anthropic Messages. The content of a turn is its list of blocks, including signed thinking, sent back unchanged. */
import { isObject, type JsonObject } from '../../base/json.ts'
import { parseArguments } from '../arguments.ts'
import { type Message, type ModelEvent, type ModelRequest, NO_USAGE } from '../model.ts'
import {
  blocksOf, decodeUsage, finishNamed, finishOf, objectOf, type ReplyReader, type ServerProfile, startReply,
  type WireFormat,
} from './protocol.ts'
import { checkLimit, cutShortError, MAX_ARGUMENTS_LENGTH, stringOf, withoutNulls } from './reply.ts'

/** The Messages API of Anthropic and of compatible servers. */
export const anthropic: WireFormat = { path: '/v1/messages', body, createReader }

function body(request: ModelRequest, profile: ServerProfile): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  return {
    max_tokens: maxOutputTokens,
    stream: true,
    // Everything up to the last block is cached, so that each request pays only for its new part.
    cache_control: { type: 'ephemeral' },
    system,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    }),
    ...(tools.length > 0 && !mayCall && { tool_choice: { type: 'none' } }),
    messages: messages.flatMap((message) => write(message, profile)),
  }
}

function write(message: Message, profile: ServerProfile): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') {
    const note = message.note === null ? [] : [{ type: 'text', text: message.note }]
    const results = message.results.map(({ callId, text, isError }) => {
      return { type: 'tool_result', tool_use_id: callId, content: text, ...(isError && { is_error: true }) }
    })
    return [{ role: 'user', content: [...results, ...note] }]
  }
  const content = blocksOf(message.turn, profile)
  // The server would reject an empty turn.
  return content.length > 0 ? [{ role: 'assistant', content }] : []
}

interface OpenBlock {
  readonly start: JsonObject
  /** Its fields that come in pieces: `text`, `thinking`, `signature`, and `partial_json`, the arguments of a call. */
  readonly fields: Map<string, string>
  /** False after a delta of an unknown type. */
  isComplete: boolean
}

const DELTAS: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'signature'],
  ['input_json_delta', 'partial_json'],
])

function createReader(request: ModelRequest): ReplyReader {
  const { calls, count, emit, addCall } = startReply(request)
  const open = new Map<unknown, OpenBlock>()
  const content: JsonObject[] = []
  let [stopReason, isDone] = ['', false]
  let usage: JsonObject = {}

  function read(event: JsonObject | 'done'): readonly ModelEvent[] {
    if (event === 'done' || event['type'] === 'message_stop') {
      isDone = true
      return []
    }
    switch (event['type']) {
      case 'message_start':
        note({ usage: objectOf(event['message'])['usage'] })
        return []
      case 'content_block_start': return start(event['index'], event['content_block'])
      case 'content_block_delta': return append(event['index'], event['delta'])
      case 'content_block_stop': return close(event['index'])
      case 'message_delta':
        note({ ...objectOf(event['delta']), usage: event['usage'] })
        return []
      default: return []
    }
  }

  function readWhole(message: JsonObject): readonly ModelEvent[] {
    const blocks: unknown = message['content']
    if (!Array.isArray(blocks)) return []
    isDone = true
    note(message)
    return blocks.flatMap((block, index) => [...start(index, block), ...close(index)])
  }

  /** Notes what comes beside the content. Counts are totals up to now; null if they have not changed. */
  function note({ usage: counts, stop_reason: reason }: JsonObject): void {
    usage = { ...usage, ...withoutNulls(objectOf(counts)) }
    stopReason = stringOf(reason) || stopReason
  }

  function start(index: unknown, block: unknown): readonly ModelEvent[] {
    if (!isObject(block)) return []
    count(JSON.stringify(block).length)
    // Proxies give all blocks the same index, and leave out their ends.
    const ended = close(index)
    const opened = { start: block, fields: new Map<string, string>(), isComplete: true }
    open.set(index, opened)
    return [...ended, ...['thinking', 'text', 'signature'].flatMap((field) => add(opened, field, stringOf(block[field])))]
  }

  function append(index: unknown, delta: unknown): readonly ModelEvent[] {
    if (!isObject(delta)) return []
    const field = DELTAS.get(delta['type'])
    // Proxies leave out the start of a block.
    if (!open.has(index) && (field === 'text' || field === 'thinking')) start(index, { type: field })
    const block = open.get(index)
    if (block === undefined) return []
    // MiniMax sends the text of a block at its start and again.
    const begun = field === undefined ? '' : stringOf(block.start[field])
    if (field !== undefined && begun !== '' && delta[field] === begun && block.fields.get(field) === begun) return []
    if (field === undefined) block.isComplete = false
    return field === undefined ? [] : add(block, field, stringOf(delta[field]))
  }

  function add({ fields }: OpenBlock, field: string, piece: string): readonly ModelEvent[] {
    const whole = (fields.get(field) ?? '') + piece
    fields.set(field, whole)
    if (field === 'text') return emit('text', piece)
    if (field === 'thinking') return emit('reasoning', piece)
    if (field === 'signature') count(piece.length)
    else checkLimit(whole.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
    return []
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

  function closeCall({ start, fields }: OpenBlock): readonly ModelEvent[] {
    const json = fields.get('partial_json') ?? ''
    const name = stringOf(start['name'])
    if (name === '') return []
    const args = json === '' && isObject(start['input']) ? start['input'] : parseArguments(json)
    const call = addCall({ id: stringOf(start['id']), name, args })
    content.push({ ...start, id: call.id, name: call.name, input: args ?? {} })
    return [{ type: 'tool-call', call }]
  }

  function finish(): readonly ModelEvent[] {
    if (!isDone && stopReason === '') throw cutShortError()
    const last = [...open.keys()].flatMap(close)
    const turn = { protocol: 'anthropic', content } as const
    const finish = finishOf(calls, finishNamed(stopReason) ?? 'stop')
    return [...last, { type: 'end', finish, turn, usage: decodeUsage(usage) ?? NO_USAGE }]
  }

  return { read, readWhole, isTurnOver: () => isDone || stopReason !== '', isDone: () => isDone, finish }
}

/** A block as it is sent back; null for one that would be rejected: a blank text, an unknown type of delta. */
function completeBlock({ start, fields, isComplete }: OpenBlock): JsonObject | null {
  const [text = '', thinking = '', signature = '', json = ''] = [...DELTAS.values()].map((field) => fields.get(field))
  if (start['type'] === 'text') return text.trim() === '' ? null : { ...start, text }
  if (start['type'] === 'thinking') return { ...start, thinking, ...(signature !== '' && { signature }) }
  if (!isComplete) return null
  return json === '' ? start : { ...start, input: parseArguments(json) ?? {} }
}
