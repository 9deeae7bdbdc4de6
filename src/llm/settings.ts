/**
 * Model options -> model settings: all defaults and ranges of a model in one
 * place. Below this module nothing is optional. No message shows a key, the value
 * of a header or the query of an address.
 */
import { AskError } from '../base/errors.ts'
import { wholeNumber } from '../base/whole-number.ts'
import type { Protocol } from './model.ts'
import { resolveTarget, keyOrNull, publicUrl, type Target } from './provider.ts'

/** Options of the model: its name, its server and its time limits. */
export interface ModelOptions {
  /** Without a key there is no model. `none` for a server without authentication. */
  readonly apiKey?: string | undefined
  /** Default: that of the provider, where it has one. */
  readonly model?: string | undefined
  /** Address up to `/chat/completions` and the like, or with it. Default: by the key's beginning, else OpenAI's. */
  readonly baseUrl?: string | undefined
  /** Default `auto`: by address and key, and adapted to the server's errors. */
  readonly protocol?: Protocol | 'auto' | undefined
  /** Sent with those of the protocol, which they may replace. Default: no headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fields of the request, sent with those of the protocol, which they may replace. Default: no fields. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
  /** Tokens of one reply, thinking included, 256 to 200,000. Default 4,096. */
  readonly maxTokens?: number | undefined
  /** Until a reply's first byte, 1 to 600,000 ms. Default 60,000, and 180,000 for servers on this machine. */
  readonly firstByteMs?: number | undefined
  /** Between two bytes of a reply, 1 to 600,000 ms. Default 45,000. */
  readonly idleMs?: number | undefined
  /** For a whole answer with all its requests, 1,000 to 600,000 ms. Default 120,000. */
  readonly deadlineMs?: number | undefined
  /** Times that a request is sent again after a transient failure, 0 to 10. Default 2. */
  readonly retries?: number | undefined
}

/** Complete settings of a model. */
export interface ModelSettings {
  readonly model: string
  /** Null for a server without authentication. */
  readonly key: string | null
  readonly target: Target
  /** The target's address without its query. */
  readonly baseUrl: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly extraBody: Readonly<Record<string, unknown>>
  readonly maxTokens: number
  readonly firstByteMs: number
  readonly idleMs: number
  readonly deadlineMs: number
  readonly retries: number
  /** Before the first retry, where the server names no delay; doubled for each further one. */
  readonly retryMs: number
  /** For the body of an error reply. */
  readonly errorBodyMs: number
  /** For the rest of a stream whose turn is over (usage and end mark): some servers just fall silent. */
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
/** Fields that hold the conversation. */
const RESERVED_FIELDS = ['model', 'messages', 'input', 'system', 'instructions', 'tools', 'stream']
/** Headers that belong to HTTP itself. */
const RESERVED_HEADERS = [
  'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade',
]
const PROTOCOLS = ['auto', 'chat', 'responses', 'anthropic']

/** The settings of a model, null without a key. Throws `AskError('usage')` for an invalid option. */
export function resolveModel({
  apiKey, model, baseUrl, protocol = 'auto', headers = {}, extraBody = {},
  maxTokens = 4_096, firstByteMs, idleMs = 45_000, deadlineMs = 120_000, retries = 2,
}: ModelOptions): ModelSettings | null {
  const checkedKey = resolveKey(apiKey)
  if (checkedKey === null) return null
  if (!PROTOCOLS.includes(protocol)) {
    throw usageError(`The protocol (LLM_PROTOCOL) must be one of ${PROTOCOLS.join(', ')}`)
  }
  const key = keyOrNull(checkedKey)
  const target = resolveTarget({ key, baseUrl: textOrNull(baseUrl), protocol })
  const defaultFirstByteMs = target.isLocal ? LOCAL_FIRST_BYTE_MS : FIRST_BYTE_MS
  const waitRange = [1, 600_000] as const
  return {
    model: resolveName(textOrNull(model) ?? target.defaultModel, target.provider),
    key,
    target,
    baseUrl: publicUrl(target.base),
    headers: resolveHeaders(headers),
    extraBody: resolveExtraBody(extraBody),
    maxTokens: wholeNumber('maxTokens (LLM_MAX_TOKENS)', maxTokens, [256, 200_000]),
    firstByteMs: wholeNumber('firstByteMs (LLM_FIRST_BYTE_MS)', firstByteMs ?? defaultFirstByteMs, waitRange),
    idleMs: wholeNumber('idleMs (LLM_IDLE_MS)', idleMs, waitRange),
    deadlineMs: wholeNumber('deadlineMs (LLM_DEADLINE_MS)', deadlineMs, [1_000, 600_000]),
    retries: wholeNumber('retries (LLM_RETRIES)', retries, [0, 10]),
    retryMs: RETRY_MS,
    errorBodyMs: ERROR_BODY_MS,
    trailerMs: TRAILER_MS,
  }
}

/** A key that a header can carry, null for a blank one. Throws, without the key, for any other. */
export function resolveKey(key: string | undefined): string | null {
  const trimmed = textOrNull(key)
  if (trimmed === null || /^[\x21-\x7e]+$/.test(trimmed)) return trimmed
  throw usageError('The model key (LLM_API_KEY) holds characters that no key has, such as line breaks; set it again')
}

function textOrNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

function resolveName(name: string | null, provider: string): string {
  if (name === null) throw usageError(`No default model is known for ${provider}: set LLM_MODEL to the name of one`)
  if (name.length <= MAX_MODEL_LENGTH && /^[^\p{Cc}\p{Cs}]+$/u.test(name)) return name
  throw usageError(`The model's name (LLM_MODEL) must be at most ${MAX_MODEL_LENGTH} characters without line breaks`)
}

function resolveHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  if (entries.length > MAX_HEADERS) throw usageError(`At most ${MAX_HEADERS} extra headers (LLM_HEADERS) can be sent`)
  for (const [ordinal, [name, value]] of entries.entries()) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      throw usageError(`Extra header ${ordinal + 1} (LLM_HEADERS) has a name that no header can have`)
    }
    if (RESERVED_HEADERS.includes(name)) throw usageError(`The header ${name} can't be set (LLM_HEADERS)`)
    if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw usageError(`The header ${name} (LLM_HEADERS) must be ASCII text without line breaks`)
    }
  }
  return Object.fromEntries(entries)
}

function resolveExtraBody(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const reserved = RESERVED_FIELDS.find((name) => Object.hasOwn(fields, name))
  if (reserved !== undefined) throw usageError(`The field ${reserved} can't be set (LLM_EXTRA_BODY)`)
  if (JSON.stringify(fields).length <= MAX_EXTRA_BODY_LENGTH) return { ...fields }
  throw usageError(`The extra fields (LLM_EXTRA_BODY) hold more than ${MAX_EXTRA_BODY_LENGTH} characters`)
}

function usageError(message: string): AskError {
  return new AskError('usage', message)
}
