/**
 * What servers send -> JSON that is safe to traverse and to write again, or an error. Errors come as the body of an
 * error status or in the middle of a stream: as text, as an object, as an object in `error`, or as a list of these;
 * their code, type and status are words or numbers. Limits keep an endless reply from filling the memory.
 */
import { AskError, type ErrorCode } from '../../base/errors.ts'
import { isObject, type JsonObject, parseShallowJson } from '../../base/json.ts'
import type { SseMessage } from '../../sse/event-stream.ts'

/** UTF-16 units of an event, and bytes of a whole reply, which is in the last event of Responses. */
export const MAX_EVENT_LENGTH = 1_048_576
/** UTF-16 units of one reply's text, thinking and other content. */
export const MAX_TURN_LENGTH = 1_048_576
/** UTF-16 units of the arguments of one call. */
export const MAX_ARGUMENTS_LENGTH = 65_536
/** Tool calls of one reply. */
export const MAX_CALLS = 16
/** UTF-16 units of a provider's text that a message quotes. */
const MAX_TEXT_LENGTH = 400
/** UTF-16 units of each text and name that are read. */
const MAX_READ_LENGTH = 1_000
/** Levels of nested `error` objects that are read. */
const MAX_LEVELS = 4

/** What FastAPI, GLM, Baidu, DashScope, Cloudflare and MiniMax write in a reply of status 200 instead of content. */
const FAILED = ['detail', 'msg', 'error_msg', 'message', 'errors', 'base_resp']
const CONTENT = ['choices', 'type', 'content', 'output']

interface ErrorKind {
  readonly code: ErrorCode
  /** HTTP statuses, as the status of the reply or as a number in its body. */
  readonly statuses: readonly number[]
  readonly names: RegExp
  readonly text: RegExp
}

/**
 * The first match counts. `You exceeded your current quota` must not match a spent quota, because Gemini also says so
 * when the limit of a minute is reached.
 */
const KINDS: readonly ErrorKind[] = [
  {
    // Azure, OpenRouter, Bedrock, Qwen, New API, Doubao, OpenAI: the question or what was found trips a filter.
    code: 'model-refusal',
    statuses: [],
    names: new RegExp(
      'content_?(?:filter|policy)|responsible_?ai|data_?inspection|moderation|guardrail|prompt_blocked|safety' +
        '|sensitive_?(?:word|content)',
      'i',
    ),
    // DeepSeek: `Content Exists Risk`; MiniMax: `input new_sensitive (1026)`; GLM: `包含不安全或敏感内容`, `unsafe or
    // sensitive content`; Anthropic: `blocked by content filtering policy`; xAI: `Content violates usage guidelines`;
    // Cloudflare, Kong: `prompt is blocked`; Portkey, LiteLLM: `guardrail`; OpenAI: `for safety reasons`.
    text: new RegExp(
      'content (?:management |filtering )?polic|requires moderation|was flagged|inappropriate content' +
        '|content safety|content exists risk|(?:new_|unsafe or )sensitive|敏感|violates usage' +
        '|prompt (?:\\w+ is )?blocked|guardrail|for safety reasons',
      'i',
    ),
  },
  {
    // vLLM, OpenAI; llama.cpp; Anthropic; Gemini. Groq, of the tokens of a minute: `Request too large`.
    code: 'model-context',
    statuses: [413],
    names: /context_(?:length|size|window)|exceed_context/i,
    text: new RegExp(
      'context (?:length|size|window|limit)|prompt is too long|(?:input )?token count .{0,40}exceeds|got -\\d' +
        '|request too large',
      'i',
    ),
  },
  {
    code: 'model-quota',
    statuses: [402],
    names: /insufficient_\w*(?:quota|balance|credit|fund)|quota_(?:exceed|err)|billing|spend_limit|payment|overdue/i,
    // SiliconFlow, New API, with status 403: `balance is insufficient`, `用户额度不足`; Cloudflare: `free allocation`;
    // LiteLLM: `Budget has been exceeded`; Azure API Management: `Out of call volume quota`; xAI: `any credits`, `all
    // available credits`; Ollama: `reached your hourly usage limit`. Moonshot and Doubao have names of their own.
    text: new RegExp(
      'credit balance|insufficient (?:quota|balance|credit|fund)|balance is insufficient|余额不足|额度不足' +
        '|spend(?:ing)? (?:limit|cap)|usage limit|free allocation|budget has been exceeded|call volume quota' +
        '|(?:any|out of|available) credits',
      'i',
    ),
  },
  {
    code: 'model-key',
    statuses: [401, 403],
    names: /api_key|authentication|unauthori[sz]ed|unauthenticated|permission|forbidden/i,
    // MiniMax, with status 200: `login fail`.
    text: /api[ _-]?key (?:not valid|is invalid|not found|expired)|(?:invalid|incorrect) api[ _-]?key|login fail/i,
  },
  {
    code: 'model-busy',
    statuses: [429, 498, 529],
    names: /overloaded|rate_?limit|too_?many_?requests|_exhausted|unavailable|slow_down|capacity|system_resource/i,
    // LM Studio and Triton, with status 400: `Model unloaded`, `'m' is not ready`.
    text: /overloaded|rate limit|model unloaded|is not ready/i,
  },
  {
    code: 'model-request',
    statuses: [400, 404, 405, 410, 414, 415, 422],
    names: /invalid|bad_?request|not_?found|too_large|unsupported|tool_use_failed/i,
    // LM Studio, with status 200.
    text: /unexpected endpoint/i,
  },
]

/** A keep-alive in words: `heartbeat`, `keep-alive`. */
const KEEP_ALIVE = /^[a-z-]{0,20}$/i

/**
 * The objects of a message, `'done'` for the mark of the end; none of a keep-alive. One API and others end each object
 * with one line feed. Throws `AskError('model…')` for errors and other values.
 */
export function decodeEvents({ event, data }: SseMessage): readonly (JsonObject | 'done')[] {
  // Proxies write the name of the field twice.
  const text = data.replace(/^(?:\s*data:)+/, '').trim()
  const value = parseShallowJson(text)
  if (event === 'error') throw replyError(null, value ?? text)
  const parts = value === undefined && text.includes('\n') ? text.split('\n') : [text]
  if (parts.length > 1) return parts.flatMap((part) => decodeEvents({ event, data: part }))
  if (KEEP_ALIVE.test(text)) return []
  return [text === '[DONE]' ? 'done' : { ...(event !== 'message' && { type: event }), ...decodeReply(value) }]
}

const SERVER = "The model's server"
/** The causes of errors that a server reported; the second: it can't read a call that the model wrote. */
const [REPORTED, BAD_CALL] = [{ origin: 'server' }, { origin: 'server', about: 'call' }]
/**
 * Reports of the second kind. Groq: `tool_use_failed`; Ollama: `error parsing tool call`, `failed to parse JSON: …`;
 * llama.cpp: `Failed to parse input at pos 9`, `The model produced output that …`; Bedrock: `Model produced invalid …`.
 */
export const ABOUT_CALL = /tool_use_failed|pars\w{1,3} (?:tool call|input at|json:)|model produced (?:output|invalid)/i

/** True for an error that a server reported, false for a connection that broke or a limit of this client. */
export function isReported({ cause }: AskError): boolean {
  return cause === REPORTED || cause === BAD_CALL
}

/** True for the report that the model wrote a call that its server can't read. */
export function isBadCall({ cause }: AskError): boolean {
  return cause === BAD_CALL
}

/** The object of a reply or of one of its events. Throws `AskError('model…')` for errors and other values. */
export function decodeReply(value: unknown): JsonObject {
  if (isErrorReply(value)) throw replyError(null, value)
  if (isObject(value)) return value
  throw new AskError('model', `${SERVER} sent something other than a JSON object`, { cause: REPORTED })
}

/** The error of a stream that ended before its reply did. */
export function cutShortError(): AskError {
  return new AskError('model', "The model's reply was cut short: its stream ended without an end of the turn")
}

/** Throws `AskError('model')` if a count is over its limit; `what` names the counted things in the message. */
export function checkLimit(count: number, limit: number, what: string): void {
  if (count > limit) throw new AskError('model', `The model's reply has more than ${limit} ${what}`)
}

/** The string of a field, empty for other values. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An object without the fields that are null. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

/** The error of a reply (status null in a stream). Its message quotes the provider, for the owner's log. */
export function replyError(status: number | null, body: unknown): AskError {
  const { text, names, numbers } = describe(body)
  const statuses = status === null ? numbers : [status, ...numbers]
  const kind = KINDS.find((each) => {
    const isNamed = names.some((name) => each.names.test(name))
    return isNamed || each.text.test(text) || statuses.some((number) => each.statuses.includes(number))
  })
  // OpenRouter: `502` in a stream of status 200, where another attempt may reach another provider.
  const isDown = status === null && numbers.some((number) => number > 500 && number < 600)
  const start = status === null ? `${SERVER} reports an error` : `${SERVER} answers ${status}`
  const name = oneLine(names[0] ?? String(numbers.find((number) => number !== status) ?? ''))
  const words = oneLine(text)
  const code = kind?.code ?? (isDown ? 'model-busy' : 'model')
  const cause = [...names, text].some((said) => ABOUT_CALL.test(said)) ? BAD_CALL : REPORTED
  return new AskError(code, `${start}${name && ` (${name})`}${words && `: ${words}`}`, { cause })
}

/** True for a JSON value that is an error instead of a reply. */
export function isErrorReply(value: unknown): boolean {
  const reply: unknown = Array.isArray(value) ? value[0] : value
  if (!isObject(reply)) return false
  const isNamed = Boolean(reply['error']) || reply['object'] === 'error' || reply['type'] === 'error'
  const hasContent = CONTENT.some((field) => (reply[field] ?? null) !== null)
  return isNamed || (!hasContent && FAILED.some((field) => isFailure(reply[field])))
}

/** False for a list without errors, and for a code that says that all is well. */
function isFailure(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  return isObject(value) ? value['status_code'] !== 0 : Boolean(value)
}

function describe(body: unknown) {
  const texts: string[] = []
  const names: string[] = []
  const numbers: number[] = []
  let value: unknown = body
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    if (Array.isArray(value)) value = value[0]
    if (typeof value === 'string') texts.push(textOf(value))
    if (!isObject(value)) break
    const { code, type, status, detail, msg, error_msg, status_msg, param, metadata, details } = value
    const message = value['message'] ?? value['Message']
    // OpenRouter puts the message of its provider into this field, MiMo its own into `param`.
    const raw = isObject(metadata) ? metadata['raw'] : null
    const said = stringOf(param).includes(' ') ? param : null
    texts.push(...[message, detail, msg, error_msg, status_msg, raw, said].map(textOf).filter((text) => text !== ''))
    for (const name of [code, type, status, isObject(details) ? details['error_code'] : null]) {
      const text = typeof name === 'string' || typeof name === 'number' ? textOf(name) : ''
      if (/^\d+$/.test(text)) numbers.push(Number(text))
      else if (text !== '' && text !== 'error') names.push(text)
    }
    // Cloudflare: a list in `errors`.
    value = value['error'] ?? value['errors'] ?? value['base_resp']
  }
  return { text: texts.join(': '), names, numbers }
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return beginning(typeof value === 'string' ? value : JSON.stringify(value), MAX_READ_LENGTH)
}

function oneLine(text: string): string {
  const line = text.toWellFormed().replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  if (line.length <= MAX_TEXT_LENGTH) return line.replace(/(?<!\.)\.+$/, '')
  return `${beginning(line, MAX_TEXT_LENGTH)}…`
}

/** The first units of a text, in whole words: the redactor would not recognize half a key. */
function beginning(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, text.slice(0, length + 1).search(/\s\S*$/) + 1).trimEnd()
}
