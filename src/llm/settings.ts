/**
 * Model options -> model settings: every default and every range of a model in
 * one place. Below this module nothing is optional. No message shows a key, a
 * header's value or an address's query.
 */
import { AskError } from '../base/errors.ts'
import { wholeNumber } from '../base/whole-number.ts'
import type { Protocol } from './model.ts'
import { chooseTarget, keyOrNone, shownUrl, type Target } from './provider.ts'

/** Which model answers, where it is, and how long it is waited for. */
export interface ModelOptions {
  /** Without one there is no model. `none` for a server that wants none. */
  readonly apiKey?: string | undefined
  /** Default: one of the provider's, where its host is known. */
  readonly model?: string | undefined
  /** Address up to `/chat/completions` and its like, or all of it. Default: by the key's beginning, else OpenAI's. */
  readonly baseUrl?: string | undefined
  /** Default `auto`: by address and key, and as the server teaches. */
  readonly protocol?: Protocol | 'auto' | undefined
  /** Beside those that the protocol asks for, which they may replace. Default none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields of the request beside those that the protocol asks for, which they may replace. Default none. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
  /** Tokens of one reply, thinking included, 256 to 200,000. Default 4,096. */
  readonly maxTokens?: number | undefined
  /** Until a reply's first byte, 1 to 600,000 ms. Default 60,000, and 180,000 for servers on this machine. */
  readonly firstByteMs?: number | undefined
  /** Between two bytes of it, 1 to 600,000 ms. Default 45,000. */
  readonly idleMs?: number | undefined
  /** For a whole answer with all its requests, 1,000 to 600,000 ms. Default 120,000. */
  readonly deadlineMs?: number | undefined
  /** How often a request that failed in passing is sent again, 0 to 10. Default 2. */
  readonly retries?: number | undefined
}

/** A model, completely described. */
export interface ModelSettings {
  readonly model: string
  /** Null for a server that wants none. */
  readonly key: string | null
  readonly target: Target
  /** The target's address as it may be shown. */
  readonly baseUrl: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly extraBody: Readonly<Record<string, unknown>>
  readonly maxTokens: number
  readonly firstByteMs: number
  readonly idleMs: number
  readonly deadlineMs: number
  readonly retries: number
  /** Before the first retry, where the server doesn't say; doubled for each one more. */
  readonly retryMs: number
  /** For the body of a refusal. */
  readonly errorBodyMs: number
  /** For what follows a turn that is over, its cost and the mark of the end: some servers then just fall silent. */
  readonly trailerMs: number
}

const FIRST_BYTE_MS = 60_000
const LOCAL_FIRST_BYTE_MS = 180_000
const RETRY_MS = 500
const ERROR_BODY_MS = 5_000
const TRAILER_MS = 2_000
const MAX_MODEL_LENGTH = 256
const MAX_HEADERS = 32
/** UTF-16 units of one header's value. */
const MAX_HEADER_LENGTH = 8_192
/** UTF-16 units of the extra fields as JSON. */
const MAX_EXTRA_BODY_LENGTH = 65_536
/** What the conversation itself is written in. */
const RESERVED_FIELDS = ['model', 'messages', 'input', 'system', 'instructions', 'tools', 'stream']
/** What HTTP itself is written in. */
const RESERVED_HEADERS = [
  'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade',
]
const PROTOCOLS = ['auto', 'chat', 'responses', 'anthropic']

/** Null without a key. Throws `AskError('usage')` when an option can't be used. */
export function resolveModel({
  apiKey, model, baseUrl, protocol = 'auto', headers = {}, extraBody = {},
  maxTokens = 4_096, firstByteMs, idleMs = 45_000, deadlineMs = 120_000, retries = 2,
}: ModelOptions): ModelSettings | null {
  const given = resolveKey(apiKey)
  if (given === null) return null
  if (!PROTOCOLS.includes(protocol)) throw refused(`The protocol (LLM_PROTOCOL) must be one of ${PROTOCOLS.join(', ')}`)
  const key = keyOrNone(given)
  const target = chooseTarget({ key, baseUrl: textOrNull(baseUrl), protocol })
  const patience = target.isLocal ? LOCAL_FIRST_BYTE_MS : FIRST_BYTE_MS
  const waits = [1, 600_000] as const
  return {
    model: resolveName(textOrNull(model) ?? target.defaultModel, target.provider),
    key,
    target,
    baseUrl: shownUrl(target.base),
    headers: resolveHeaders(headers),
    extraBody: resolveExtraBody(extraBody),
    maxTokens: wholeNumber('maxTokens (LLM_MAX_TOKENS)', maxTokens, [256, 200_000]),
    firstByteMs: wholeNumber('firstByteMs (LLM_FIRST_BYTE_MS)', firstByteMs ?? patience, waits),
    idleMs: wholeNumber('idleMs (LLM_IDLE_MS)', idleMs, waits),
    deadlineMs: wholeNumber('deadlineMs (LLM_DEADLINE_MS)', deadlineMs, [1_000, 600_000]),
    retries: wholeNumber('retries (LLM_RETRIES)', retries, [0, 10]),
    retryMs: RETRY_MS,
    errorBodyMs: ERROR_BODY_MS,
    trailerMs: TRAILER_MS,
  }
}

/** A key as a header can carry it, null for none; a key that can't be one is refused without being shown. */
export function resolveKey(key: string | undefined): string | null {
  const trimmed = textOrNull(key)
  if (trimmed === null || /^[\x21-\x7e]+$/.test(trimmed)) return trimmed
  throw refused('The model key (LLM_API_KEY) holds characters that no key has, such as line breaks; set it again')
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function resolveName(name: string | null, provider: string): string {
  if (name === null) throw refused(`No default model is known for ${provider}: set LLM_MODEL to the name of one`)
  if (name.length <= MAX_MODEL_LENGTH && /^[^\p{Cc}\p{Cs}]+$/u.test(name)) return name
  throw refused(`The model's name (LLM_MODEL) must be at most ${MAX_MODEL_LENGTH} characters without line breaks`)
}

function resolveHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  if (entries.length > MAX_HEADERS) throw refused(`At most ${MAX_HEADERS} extra headers (LLM_HEADERS) can be sent`)
  for (const [ordinal, [name, value]] of entries.entries()) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      throw refused(`Extra header ${ordinal + 1} (LLM_HEADERS) has a name that no header can have`)
    }
    if (RESERVED_HEADERS.includes(name)) throw refused(`The header ${name} can't be set (LLM_HEADERS)`)
    if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw refused(`The header ${name} (LLM_HEADERS) must be ASCII text without line breaks`)
    }
  }
  return Object.fromEntries(entries)
}

function resolveExtraBody(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const reserved = RESERVED_FIELDS.find((name) => Object.hasOwn(fields, name))
  if (reserved !== undefined) throw refused(`The field ${reserved} can't be set (LLM_EXTRA_BODY)`)
  if (JSON.stringify(fields).length <= MAX_EXTRA_BODY_LENGTH) return { ...fields }
  throw refused(`The extra fields (LLM_EXTRA_BODY) hold more than ${MAX_EXTRA_BODY_LENGTH} characters`)
}

function refused(message: string): AskError {
  return new AskError('usage', message)
}
