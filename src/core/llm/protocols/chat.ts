/**
 * Chat Completions: the wire format of most servers, in many variants. The content of a turn is the assistant message
 * that is sent back. A fragment of a call has an index, has none, or all calls have the same; an id comes once, each
 * time, or never; arguments come in pieces, at once, or as an object. Blank ids and names count as absent.
 */
import { isObject, type JsonObject, parseJsonObject } from '../../base/json.ts'
import { parseArguments } from '../arguments.ts'
import { type Message, type ModelEvent, type ModelRequest, NO_USAGE } from '../model.ts'
import {
  argumentsText, decodeUsage, finishNamed, finishOf, objectOf, type ReplyReader, type ServerProfile, startReply,
  textEvents, type WireFormat,
} from './protocol.ts'
import {
  checkLimit, cutShortError, MAX_ARGUMENTS_LENGTH, MAX_CALLS, replyError, stringOf, withoutNulls,
} from './reply.ts'

/** The Chat Completions API of OpenAI and of compatible servers. */
export const chat: WireFormat = { path: '/chat/completions', body, createReader }

/** Finish reasons that are failures: of OpenRouter and Mistral, DeepSeek, GLM, vLLM and SGLang. */
const FAILURES: ReadonlySet<string> = new Set(['error', 'insufficient_system_resource', 'network_error', 'abort'])

function body(request: ModelRequest, profile: ServerProfile): Record<string, unknown> {
  const { system, messages, tools, mayCall, maxOutputTokens } = request
  const limitFields = [profile.limitField, 'max_tokens', 'max_completion_tokens']
  return {
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.flatMap((message) => write(message, profile)),
    ],
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(tools.length > 0 && !mayCall && { tool_choice: 'none' }),
    [limitFields.find((field) => !profile.unsupported.has(field)) ?? profile.limitField]: maxOutputTokens,
  }
}

function write(message: Message, { unsupported }: ServerProfile): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }]
  if (message.role === 'tools') {
    return message.results.map(({ callId, name, text }, i, { length }) => {
      // Mistral and templates of local models reject a user's message after results.
      const content = message.note === null || i < length - 1 ? text : `${text}\n\n${message.note}`
      // Gateways to Gemini need the name.
      return { role: 'tool', tool_call_id: callId, ...(!unsupported.has('name') && { name }), content }
    })
  }
  const { reasoning_content: reasoning, ...turn } = objectOf(message.turn.content)
  const taken = Object.fromEntries(Object.entries(turn).filter(([field]) => !unsupported.has(field)))
  const filled = unsupported.has('null') ? { ...taken, content: turn['content'] ?? '' } : taken
  return [unsupported.has('unreasoned') ? { ...filled, reasoning_content: reasoning ?? '' } : filled]
}

function createReader(request: ModelRequest): ReplyReader {
  const { calls, count, addCall } = startReply(request)
  const assembly = createCallAssembly()
  const details: JsonObject[] = []
  let [content, reasoning, finishReason] = ['', '', '']
  let [isRefusal, isDone] = [false, false]
  /** True if the finish reason came without anything else. */
  let endsBare = false
  let usage = NO_USAGE

  function read(chunk: JsonObject | 'done'): readonly ModelEvent[] {
    if (chunk === 'done') isDone = true
    return chunk === 'done' ? [] : readChunk(chunk)
  }

  function readWhole(completion: JsonObject): readonly ModelEvent[] {
    const whole = isObject(completion['result']) ? completion['result'] : completion
    isDone = choiceOf(whole) !== null
    return readChunk(whole)
  }

  function readChunk(chunk: JsonObject): readonly ModelEvent[] {
    // Groq puts errors and usage into this field, other servers at the top level.
    const groq = objectOf(chunk['x_groq'])
    if (groq['error']) throw replyError(null, groq)
    const choice = choiceOf(chunk)
    // Moonshot puts usage into the choice.
    usage = decodeUsage(chunk['usage']) ?? decodeUsage(groq['usage']) ?? decodeUsage(choice?.['usage']) ?? usage
    if (choice === null) return []
    // Gemini: `content_filter: PROHIBITED_CONTENT`.
    const [reason = ''] = stringOf(choice['finish_reason']).toLowerCase().split(/[:\s]/, 1)
    // OpenRouter puts the error of a provider into the choice.
    if (choice['error'] || FAILURES.has(reason)) throw replyError(null, choice['error'] || { code: reason })
    // Servers that write `stop` too early give the true reason later.
    if (reason !== '' && (finishReason === '' || finishReason === 'stop')) finishReason = reason
    const { delta, message } = choice
    // Proxies send a message in place of a delta, or beside an empty one.
    const isMessage = isObject(message) && isEmpty(delta)
    const piece = objectOf(isMessage ? message : delta)
    // MiniMax ends a stream with the whole message, RAGFlow with its text as one more piece.
    const isSaid = isMessage && assembly.calls().length > 0
    const isRepeated = finishReason !== '' && (isSaid || (content !== '' && piece['content'] === content))
    const events = isRepeated ? [] : readDelta(piece)
    if (reason !== '') endsBare = events.length === 0
    return events
  }

  function readDelta(delta: JsonObject): readonly ModelEvent[] {
    // Gemini marks what it thinks.
    const isThought = objectOf(objectOf(delta['extra_content'])['google'])['thought'] === true
    const parts = partsOf(delta['content'], isThought)
    const thinking = stringOf(delta['reasoning_content']) || stringOf(delta['reasoning']) || parts.thinking
    content += parts.text
    reasoning += thinking
    const told = [delta['reasoning_details'] ?? []].flat().filter(isObject)
    details.push(...told)
    // Most deltas have none.
    count(parts.text.length + thinking.length + (told.length === 0 ? 0 : JSON.stringify(told).length))
    isRefusal ||= stringOf(delta['refusal']) !== ''
    // Functionary and older servers of other models write one `function_call`.
    const single = isObject(delta['function_call']) ? { index: 0, function: delta['function_call'] } : []
    const fragments: readonly unknown[] = [delta['tool_calls'] ?? single].flat()
    for (const fragment of fragments) assembly.add(fragment)
    return [...textEvents('reasoning', thinking), ...textEvents('text', parts.text)]
  }

  /** Some servers write `stop` beside their thinking, before the first word: then the turn goes on. */
  function isTurnOver(): boolean {
    const isEmpty = content === '' && assembly.calls().length === 0 && !isRefusal && !endsBare
    return isDone || (finishReason !== '' && !(finishReason === 'stop' && isEmpty))
  }

  function finish(): readonly ModelEvent[] {
    if (!isDone && finishReason === '' && !isWhole(assembly.calls())) throw cutShortError()
    const written = assembly.calls().map(({ id: ownId, name: ownName, text, extra }) => {
      const { id, name, args } = addCall({ id: ownId, name: ownName, args: parseArguments(text) })
      // Some servers parse the arguments and would reject a history with invalid ones.
      const called = { name, arguments: JSON.stringify(args ?? {}) }
      return { id, type: 'function', function: called, ...extra }
    })
    const turn = {
      role: 'assistant',
      // Gateways to Claude refuse an empty text beside calls.
      content: calls.length > 0 && content.trim() === '' ? null : content,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(details.length > 0 && { reasoning_details: details.reduce<JsonObject[]>(addDetail, []) }),
      ...(calls.length > 0 && { tool_calls: written }),
    }
    const reported = finishNamed(finishReason) ?? (isRefusal && calls.length === 0 ? 'refusal' : 'stop')
    return [
      ...calls.map((call) => ({ type: 'tool-call', call }) as const),
      { type: 'end', finish: finishOf(calls, reported), turn: { protocol: 'chat', content: turn }, usage },
    ]
  }

  return { read, readWhole, isTurnOver, isDone: () => isDone, finish }
}

/** True for a delta that says at most who speaks. */
function isEmpty(delta: unknown): boolean {
  const values = Object.entries(objectOf(delta)).filter(([key]) => key !== 'role').map(([, value]) => value)
  return values.every((value) => value === null || value === '' || (Array.isArray(value) && value.length === 0))
}

/** True for calls with all of their arguments: NVIDIA's server says nothing after them. */
function isWhole(calls: readonly OpenCall[]): boolean {
  return calls.length > 0 && calls.every(({ text }) => parseJsonObject(text) !== undefined)
}

/** The choice with index 0, the only one that was requested; of Cloudflare's own form its response. */
function choiceOf({ choices, response, tool_calls: calls }: JsonObject): JsonObject | null {
  if (typeof response === 'string') return { message: { content: response, tool_calls: calls } }
  const all = Array.isArray(choices) ? choices.filter(isObject) : []
  return all.find(({ index }) => (index ?? 0) === 0) ?? null
}

function partsOf(content: unknown, isThought: boolean): { readonly text: string; readonly thinking: string } {
  if (isThought) return { text: '', thinking: stringOf(content) }
  if (!Array.isArray(content)) return { text: stringOf(content), thinking: '' }
  const parts = content.filter(isObject)
  const join = (type: RegExp, field: string) => {
    return parts.map((part) => (type.test(stringOf(part['type'])) ? textOf(part[field]) : '')).join('')
  }
  return { text: join(/^(?:output_)?text$/, 'text'), thinking: join(/^thinking$/, 'thinking') }
}

function textOf(value: unknown): string {
  if (!Array.isArray(value)) return stringOf(value)
  return value.map((part) => (isObject(part) ? stringOf(part['text']) : '')).join('')
}

/** Type of an entry -> the field of it that comes in pieces. */
const STREAMED: ReadonlyMap<unknown, string> = new Map([['reasoning.text', 'text'], ['reasoning.summary', 'summary']])

interface OpenCall {
  /** Empty if the server sent no id. */
  id: string
  index: number | null
  name: string
  text: string
  /** Fields that the server requires back with the call, such as Gemini's thought signature. */
  extra: JsonObject
}

/** Names of these fields: of Gemini, its gateways, and LiteLLM. */
const RETURNED = /^(?:extra_content|thought_?signature|signature|provider_specific_fields)$/i
/** UTF-16 units of the name of a tool. */
const MAX_NAME_LENGTH = 256
/** Most times that the arguments of a reply's calls are parsed while they come: each time all of them are read. */
const MAX_PARSES = 64

/** An assembly without calls. */
export function createCallAssembly() {
  const open: OpenCall[] = []
  let parses = 0

  /** Takes an element of `tool_calls`; Cohere's have `parameters`. Throws `AskError('model')` for too much. */
  function add(fragment: unknown): void {
    if (!isObject(fragment)) return
    const body = isObject(fragment['function']) ? fragment['function'] : fragment
    const id = stringOf(fragment['id']).trim()
    const name = stringOf(body['name']).trim()
    const index = typeof fragment['index'] === 'number' ? fragment['index'] : null
    const call = find(id, name, index) ?? start()
    call.id ||= id
    call.index = index ?? call.index
    // Some gateways to Gemini send a name in pieces, others the same name again; SGLang sends arguments first.
    if ((call.text === '' || call.name === '') && name !== call.name) {
      checkLimit(call.name.length + name.length, MAX_NAME_LENGTH, 'characters in the name of a tool')
      call.name += name
    }
    for (const [field, value] of Object.entries(fragment)) {
      if (RETURNED.test(field) && value !== null) call.extra = { ...call.extra, [field]: value }
    }
    const piece = argumentsText(body['arguments'] ?? body['parameters'])
    checkLimit(call.text.length + piece.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
    call.text += piece
  }

  function find(id: string, name: string, index: number | null): OpenCall | undefined {
    const withId = id === '' ? undefined : open.findLast((call) => call.id === id)
    if (withId !== undefined && (name === '' || name === withId.name)) return withId
    if (index === null) return name === '' ? open.at(-1) : undefined
    // SGLang gives the name of a call one index and its arguments another.
    const bare = name === '' ? open.findLast((call) => call.name !== '' && call.text === '') : undefined
    const indexed = open.findLast((call) => call.index === index) ?? bare
    if (indexed === undefined || name === '' || indexed.name === '') return indexed
    // Some servers give all calls the same index: a name after complete arguments begins another one. Poolside gives
    // one call several ids.
    const isOther = id !== '' && indexed.id !== '' && id !== indexed.id
    if (isOther && (indexed.text === '' || name !== indexed.name)) return undefined
    if (indexed.text === '') return indexed
    const mayBeComplete = indexed.text.trimEnd().endsWith('}') && parses < MAX_PARSES
    if (mayBeComplete) parses += 1
    return mayBeComplete && parseJsonObject(indexed.text) ? undefined : indexed
  }

  function start(): OpenCall {
    checkLimit(open.length + 1, MAX_CALLS, 'tool calls')
    const call = { id: '', index: null, name: '', text: '', extra: {} }
    open.push(call)
    return call
  }

  const calls = (): readonly Readonly<OpenCall>[] => open.filter(({ name }) => name !== '')
  return { add, calls }
}

/** Adds a piece of `reasoning_details` to the entries, or to the last of them if it continues that. */
function addDetail(all: JsonObject[], piece: JsonObject): JsonObject[] {
  const last = all.at(-1)
  const field = STREAMED.get(piece['type'])
  const isNext = last?.['type'] === piece['type'] && last?.['index'] === piece['index']
  if (field === undefined || last === undefined || !isNext) all.push(piece)
  // A signature comes in the last piece, and null in the others.
  else all.push({ ...all.pop(), ...withoutNulls(piece), [field]: stringOf(last[field]) + stringOf(piece[field]) })
  return all
}
