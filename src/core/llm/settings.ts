/**
 * Model options -> model settings: all defaults and ranges of a model in one place. Below this module nothing is
 * optional. An invalid option is an `OptionError` whose message has no key, header value or query of an address.
 */
import { isObject } from '../base/json.ts'
import {
  headerFields, keyText, outOfRange, refuseUnknown, trimmedText, wholeNumber, wrongType,
} from '../base/option.ts'
import type { Protocol } from './model.ts'
import { publicUrl, resolveTarget } from './provider.ts'

/** Options of the model: its name, its server and its time limits. */
export interface ModelOptions {
  /** The provider's key; `none` for a server without authentication. Default: there is no model. */
  readonly apiKey?: string | undefined
  /** Name of the model. Default: that of the provider, if it has one. */
  readonly name?: string | undefined
  /** Address with or without its `/chat/completions`. Default: by the key's prefix, else OpenAI's. */
  readonly baseUrl?: string | undefined
  /** Default `auto`: chosen by address and key, and adapted to the server's errors. */
  readonly protocol?: Protocol | 'auto' | undefined
  /** Additional headers, which may replace those of the protocol. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Additional fields of the request, which may replace those of the protocol. Default: none. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined
  /** Most tokens of one reply, thinking included, 256 to 200,000. Default 4,096. */
  readonly maxTokens?: number | undefined
  /** Time until the first byte of a reply, 1 to 600,000 ms. Default 60,000, and 180,000 for servers on this machine. */
  readonly firstByteMs?: number | undefined
  /** Time between two bytes of a reply, 1 to 600,000 ms. Default 45,000. */
  readonly idleMs?: number | undefined
  /** Time for a whole answer with all of its requests, 1,000 to 600,000 ms. Default 120,000. */
  readonly deadlineMs?: number | undefined
  /** Times that a request is sent again after a transient failure, 0 to 10. Default 2. */
  readonly retries?: number | undefined
}

/** Complete settings of a model. */
export type ModelSettings = Readonly<NonNullable<ReturnType<typeof resolveModel>>>

/** The value of a key that stands for a server without authentication, in any case of letters. */
const NO_KEY = 'none'
const MAX_MODEL_LENGTH = 256
/** Longest JSON of the extra fields, in UTF-16 units. */
const MAX_EXTRA_BODY_LENGTH = 65_536
/** Fields that extra ones must not replace: they hold the conversation. */
const RESERVED_FIELDS = ['model', 'messages', 'input', 'system', 'instructions', 'tools', 'stream']
/** Headers that extra ones must not replace: they belong to HTTP itself. */
const RESERVED_HEADERS = [
  'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade',
]
/** The values of the option `protocol`. */
export const PROTOCOLS: readonly (Protocol | 'auto')[] = ['auto', 'chat', 'responses', 'anthropic']

const NAMES = {
  apiKey: true, name: true, baseUrl: true, protocol: true, headers: true, extraBody: true, maxTokens: true,
  firstByteMs: true, idleMs: true, deadlineMs: true, retries: true,
} as const satisfies Record<keyof ModelOptions, true>

/**
 * The settings of a model; null without a key. Throws an `OptionError` for an invalid option. Without a key, the server
 * and the default model are not resolved, so their options are checked only in part.
 */
export function resolveModel(options: ModelOptions) {
  refuseUnknown('model', options, NAMES)
  const {
    apiKey, name, baseUrl, protocol = 'auto', headers = {}, extraBody = {},
    maxTokens = 4_096, firstByteMs, idleMs = 45_000, deadlineMs = 120_000, retries = 2,
  } = options
  const checkedKey = keyText('model.apiKey', apiKey)
  const [givenName, givenUrl] = [trimmedText('model.name', name), trimmedText('model.baseUrl', baseUrl)]
  if (!PROTOCOLS.includes(protocol)) throw outOfRange('model.protocol', `must be one of ${PROTOCOLS.join(', ')}`)
  const waitRange = [1, 600_000] as const
  const common = {
    /** By lower-case name. */
    headers: headerFields('model.headers', headers, RESERVED_HEADERS),
    extraBody: resolveExtraBody(extraBody),
    maxTokens: wholeNumber('model.maxTokens', maxTokens, [256, 200_000]),
    idleMs: wholeNumber('model.idleMs', idleMs, waitRange),
    deadlineMs: wholeNumber('model.deadlineMs', deadlineMs, [1_000, 600_000]),
    retries: wholeNumber('model.retries', retries, [0, 10]),
  }
  const givenFirstByteMs = firstByteMs === undefined ? null : wholeNumber('model.firstByteMs', firstByteMs, waitRange)
  if (checkedKey === null) return null
  const key = checkedKey.toLowerCase() === NO_KEY ? null : checkedKey
  const target = resolveTarget({ key, baseUrl: givenUrl, protocol })
  return {
    ...common,
    model: resolveName(givenName ?? target.defaultModel, target.provider),
    /** Null for a server without authentication. */
    key,
    target,
    /** The target's address without its query. */
    baseUrl: publicUrl(target.base),
    firstByteMs: givenFirstByteMs ?? (target.isLocal ? 180_000 : 60_000),
    /** Delay before the first retry, if the server requests none; doubled for each further retry. */
    retryMs: 500,
    /** Time for the body of an error reply. */
    errorBodyMs: 5_000,
    /** Time for the rest of a stream whose turn is over (usage, end mark), which some servers never send. */
    trailerMs: 2_000,
  }
}

function resolveName(name: string | null, provider: string): string {
  if (name === null) throw outOfRange('model.name', `is needed: no default model is known for ${provider}`)
  if (name.length <= MAX_MODEL_LENGTH && /^[^\p{Cc}\p{Cs}]+$/u.test(name)) return name
  throw outOfRange('model.name', `must be at most ${MAX_MODEL_LENGTH} characters without line breaks`)
}

function resolveExtraBody(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isObject(fields)) throw wrongType('model.extraBody', 'must be an object')
  const refusal = (rule: string) => outOfRange('model.extraBody', rule)
  const reserved = RESERVED_FIELDS.find((name) => Object.hasOwn(fields, name))
  if (reserved !== undefined) throw refusal(`can't set the field ${reserved}`)
  if (JSON.stringify(fields).length <= MAX_EXTRA_BODY_LENGTH) return { ...fields }
  throw refusal(`must be at most ${MAX_EXTRA_BODY_LENGTH} characters as JSON`)
}
