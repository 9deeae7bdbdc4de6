/**
 * OpenAI Responses: the wire format of OpenAI's own models. The content of a turn is its list of output items,
 * including encrypted reasoning, which are sent back as input.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { parseArguments } from '../arguments.ts'
import { type Message, type ModelEvent, type ModelRequest, NO_USAGE } from '../model.ts'
import {
  argumentsText, blocksOf, decodeUsage, finishOf, objectOf, type ReplyReader, type ReportedFinish, type ServerProfile,
  startReply, type WireFormat,
} from './protocol.ts'
import { checkLimit, cutShortError, MAX_CALLS, MAX_TURN_LENGTH, replyError, stringOf } from './reply.ts'

/** The Responses API of OpenAI, Azure and a few others. */
export const responses: WireFormat = { path: '/responses', body, createReader }

function body(request: ModelRequest, profile: ServerProfile): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  return {
    stream: true,
    // The server stores no reasoning: it comes encrypted with the reply and is sent back with the next request.
    store: false,
    include: ['reasoning.encrypted_content'],
    instructions: system,
    input: messages.flatMap((message) => write(message, profile)),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: 'none' }),
    max_output_tokens: maxOutputTokens,
  }
}

function write(message: Message, profile: ServerProfile): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') {
    const outputs = message.results.map(({ callId, text }) => {
      return { type: 'function_call_output', call_id: callId, output: text }
    })
    return message.note === null ? outputs : [...outputs, { role: 'user', content: message.note }]
  }
  return blocksOf(message.turn, profile)
}

function createReader(request: ModelRequest): ReplyReader {
  // Streamed text is counted again as part of its item.
  const { calls, count, emit, addCall } = startReply(request, 2 * MAX_TURN_LENGTH)
  const items: { readonly index: number; readonly item: JsonObject }[] = []
  /** Output indexes of calls whose item isn't done, with the item: proxies end only the arguments, or nothing. */
  const open = new Map<unknown, JsonObject>()
  /** Output indexes of messages that are commentary, not part of the answer. */
  const commentary = new Set<unknown>()
  /** Places of texts that proxies send whole, in an event of their own. */
  const whole = new Set<string>()
  let [hasDeltas, isRefusal, isDone] = [false, false, false]
  let finished: ReportedFinish | null = null
  let usage = NO_USAGE

  function read(event: JsonObject | 'done'): readonly ModelEvent[] {
    if (event === 'done') isDone = true
    if (event === 'done') return []
    const { type, delta, item, output_index: index, response } = event
    const begun = open.get(index)
    switch (type) {
      case 'response.output_item.added':
        if (isCommentary(item)) commentary.add(index)
        if (!isObject(item) || item['type'] !== 'function_call') return []
        checkLimit(open.set(index, item).size, MAX_CALLS, 'tool calls')
        return []
      case 'response.function_call_arguments.delta':
      case 'response.function_call_arguments.done': {
        const written = event['arguments'] || stringOf(begun?.['arguments']) + stringOf(delta)
        if (begun !== undefined) open.set(index, { ...begun, arguments: argumentsText(written) })
        return []
      }
      case 'response.output_item.done': return takeItem(item, index)
      case 'response.output_text.delta':
        hasDeltas = true
        return emit(commentary.has(index) ? 'reasoning' : 'text', stringOf(delta))
      case 'response.output_text.done':
      case 'response.content_part.done': {
        const [place, text] = [`${index} ${event['content_index'] ?? 0}`, textOf(event['part'] ?? event)]
        if (hasDeltas || commentary.has(index) || text === '' || whole.has(place)) return []
        whole.add(place)
        return emit('text', text)
      }
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta': return emit('reasoning', stringOf(delta))
      case 'response.refusal.delta':
        isRefusal = true
        return []
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed': return complete(objectOf(response), type.slice('response.'.length))
      // OpenRouter ends all replies so.
      case 'response.done': return complete(objectOf(response), stringOf(objectOf(response)['status']) || 'completed')
      default: return []
    }
  }

  function complete(response: JsonObject, status: string): readonly ModelEvent[] {
    isDone = true
    const { reason } = objectOf(response['incomplete_details'])
    if (status === 'completed') finished = 'stop'
    else if (status === 'incomplete') finished = reason === 'content_filter' ? 'content-filter' : 'length'
    else throw replyError(null, response['error'] ?? { code: status })
    usage = decodeUsage(response['usage']) ?? usage
    const { output } = response
    // Some servers send the items only at the end, SGLang without the calls.
    const taken = items.length === 0 && Array.isArray(output) ? output.flatMap(takeItem) : []
    const isWhole = finished !== 'stop' || taken.some(({ type }) => type === 'tool-call')
    const rest = isWhole ? [] : [...open].filter(([, item]) => item['arguments'])
    return [...taken, ...rest.flatMap(([index, item]) => takeCall(item, index))]
  }

  function takeItem(item: unknown, index: unknown): readonly ModelEvent[] {
    if (!isObject(item)) return []
    if (item['type'] === 'function_call') return takeCall(item, index)
    keep(item, index)
    if (item['type'] !== 'message') return []
    const parts = Array.isArray(item['content']) ? item['content'].filter(isObject) : []
    isRefusal ||= parts.some((part) => part['type'] === 'refusal')
    const text = parts.map(textOf).join('')
    return hasDeltas || whole.size > 0 ? [] : emit(isCommentary(item) ? 'reasoning' : 'text', text)
  }

  /** Takes a call whose item is done; what it lacks came at its beginning. */
  function takeCall(done: JsonObject, index: unknown): readonly ModelEvent[] {
    const own = Object.entries(done).filter(([, value]) => value !== '')
    const item: JsonObject = { ...open.get(index), ...Object.fromEntries(own) }
    open.delete(index)
    const name = stringOf(item['name'])
    if (name === '') return []
    const args = parseArguments(argumentsText(item['arguments']))
    const call = addCall({ id: stringOf(item['call_id']), name, args })
    // Some servers parse the arguments and would reject a history with invalid ones.
    keep({ ...item, call_id: call.id, name: call.name, arguments: JSON.stringify(call.args ?? {}) }, index)
    return [{ type: 'tool-call', call }]
  }

  function keep(item: JsonObject, index: unknown): void {
    count(JSON.stringify(item).length)
    items.push({ index: typeof index === 'number' ? index : items.length, item })
  }

  function finish(): readonly ModelEvent[] {
    // vLLM's stream may end after the last item.
    const isWhole = open.size === 0 && items.some(({ item }) => item['type'] !== 'reasoning')
    if (finished === null && isWhole) finished = 'stop'
    if (finished === null) throw cutShortError()
    // The server stores no reasoning, and would reject it without its encrypted content.
    const isWritten = (item: JsonObject) => item['type'] !== 'reasoning' || stringOf(item['encrypted_content'])
    const content = items.toSorted((a, b) => a.index - b.index).map(({ item }) => item).filter(isWritten)
    const reported = finished === 'stop' && isRefusal && calls.length === 0 ? 'refusal' : finished
    return [{ type: 'end', finish: finishOf(calls, reported), turn: { protocol: 'responses', content }, usage }]
  }

  const readWhole = (response: JsonObject) => complete(response, stringOf(response['status']))
  return { read, readWhole, isTurnOver: () => isDone, isDone: () => isDone, finish }
}

/** The text of a part of a message, or of the event of its end. */
function textOf(part: unknown): string {
  const { type, text } = objectOf(part)
  return type === 'output_text' || type === 'response.output_text.done' ? stringOf(text) : ''
}

function isCommentary(item: unknown): boolean {
  return isObject(item) && item['phase'] === 'commentary'
}
