/**
 * An API error -> another form of the request. There is no list of models with the fields that each accepts: the client
 * sends the smallest body and adapts its profile of the server to the server's errors. These errors come before
 * anything is generated, so they cost nothing. Pure: an adapted profile is a new record.
 */
import { type ModelRequest, type Protocol, withNote } from '../model.ts'
import type { Capabilities } from '../protocols/protocol.ts'

/** Protocol and capabilities of a server. */
export interface ServerProfile {
  readonly protocol: Protocol
  /** True after an error has changed the protocol, which happens at most once. */
  readonly hasSwitched: boolean
  readonly capabilities: Capabilities
}

/** An error as the server reports it. */
export interface ApiError {
  readonly status: number
  readonly message: string
  /** The field that the error is about; null if the server names none outside the message. */
  readonly param: string | null
}

/** The request that a server rejected. */
export interface RejectedRequest {
  readonly protocol: Protocol
  /** True if it offers tools, and the server has taken none before. */
  readonly hasTools: boolean
  /** The limit of its reply in tokens. */
  readonly maxOutputTokens: number
  readonly body: Readonly<Record<string, unknown>>
  /** Fields from the settings, which no adaptation removes. */
  readonly extraBody: Readonly<Record<string, unknown>>
  /** True if the protocol may change: it was not configured, and the conversation has no turn in it yet. */
  readonly canSwitch: boolean
}

/** A change of a profile. */
export interface Adaptation {
  readonly profile: ServerProfile
  /** Tokens that this one request has room for; null if the profile alone changes. */
  readonly room: number | null
  /** Line for the log, without any text from the server. */
  readonly message: string
}

/** Optional fields, which the protocols send unless the server rejects them. */
const OPTIONAL_FIELDS = ['stream_options', 'parallel_tool_calls', 'tool_choice', 'cache_control', 'store', 'include']
const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const
/** Tokens of a reply below which a smaller limit helps no answer. */
const MIN_OUTPUT_TOKENS = 512

/** Messages of servers that know the limit's field but reject its value. */
const ABOUT_RANGE =
  /too (?:large|high|low|small|many)|at (?:most|least)|exceed|must be|(?:less|more) than|range|afford|context|>/i
const ABOUT_LIMIT = /max_(?:\w+_)?tokens|(?:output|completion) tokens|in the completion|context l(?:ength|imit)/i
/** Messages about one request that say how much room it has, with their servers: the first two numbers -> tokens. */
const ROOMS: readonly (readonly [message: RegExp, room: (first: number, second: number) => number])[] = [
  // vLLM: `maximum context length is 4096 tokens. However, you requested 7096 tokens (3000 in the messages, …)`, and
  // `… your prompt contains at least 3000 input tokens`.
  [
    /context length is (\d+)[^]*?(\d+) (?:in the (?:messages|prompt)|input tokens)/i,
    (context, input) => context - input,
  ],
  // Anthropic: `input length and max_tokens exceed context limit: 190000 + 20000 > 200000`.
  [/context limit: (\d+) \+ \d+ > (\d+)/i, (input, context) => context - input],
  // TGI: `inputs tokens + max_new_tokens must be <= 4096. Given: 3000 inputs tokens and 4096 max_new_tokens`.
  [/must be <= (\d+)\. given: (\d+)/i, (context, input) => context - input],
  // OpenRouter: `You requested up to 4096 tokens, but can only afford 1200`.
  [/can only afford (\d+)/i, (most) => most],
]
/**
 * The largest limit of a model. OpenAI: `supports at most 2048 completion tokens`; Groq: `less than or equal to 2048`;
 * Anthropic: `4096 > 2048`; DeepSeek: `the valid range of max_tokens is [1, 2048]`.
 */
const CAP = /(?:at most|less than or equal to|<=|>|\[1,) ?[`']?(\d+)/i
/** Errors of single calls, which quote what the model wrote. */
const ABOUT_CALL = /parsing tool call|validation failed|tool_use_failed|raw=|did not match|call[ _]id/i
/** Messages that say that the server has no such address. */
export const ABOUT_ADDRESS = /(?:unknown|invalid|unsupported|unexpected|no such) (?:url|path|route|endpoint)/i
/** Messages of a 404 that is about the model and not about the route. */
export const ABOUT_MODEL = /model_not_found|deployment|\bmodel\b(?!'s server)/i
/** DeepSeek: it `must be passed back`; Moonshot: it `is missing in assistant tool call message`. */
const ABOUT_REASONING = /reasoning[_ ]content/i
const TOOLS = '(?<!\\w)(?:tools?|tool[ _-]?(?:use|calls?|calling|choice)|function[ _-]?call(?:s|ing)?)(?!\\w)'
const REFUSAL =
  "(?:not (?:supported|enabled|available|allowed|permitted|implemented)|n't support|unsupported|requires? --)"
/**
 * Ollama: `does not support tools`; vLLM: `"auto" tool choice requires --enable-auto-tool-choice`; llama.cpp: `tools
 * param requires --jinja flag`; OpenRouter: `No endpoints found that support tool use`; Gemini, Mistral: `Function
 * calling is not enabled for this model`; Groq: `tool calling is not supported with this model`.
 */
const ABOUT_TOOLS = new RegExp(
  `${TOOLS}[^.]{0,60}?${REFUSAL}` +
    `|(?:not|n't) support[^.]{0,40}${TOOLS}|found that support ${TOOLS}|unsupported param\\w*:? ["'\`]?tools`,
  'i',
)
/** Advice on a server without tools, by its error. */
const TOOL_ADVICE: readonly (readonly [message: RegExp, advice: string])[] = [
  [/auto.{0,3}tool.choice/i, 'start vLLM with --enable-auto-tool-choice and --tool-call-parser'],
  [/--jinja/i, 'start llama-server with --jinja'],
]
/** Statuses of servers that reject the content of a request. */
const INVALID = new Set([400, 422])
/** The same for a limit that is too large for context, request or plan. */
const INVALID_LIMIT = new Set([400, 402, 413, 422])
const INVALID_TOOLS = new Set([400, 404, 405, 422, 500, 501])
const NO_ROUTE = new Set([404, 405])

/** A request as its server takes it: without tools where it takes none, with a limit that it has room for. */
export function fitRequest(request: ModelRequest, capabilities: Capabilities, room: number): ModelRequest {
  const { hasTools, maxOutputTokens } = capabilities
  const { messages, tools, noteWithoutTools } = request
  const limited = { ...request, maxOutputTokens: Math.min(request.maxOutputTokens, maxOutputTokens, room) }
  if (hasTools || tools.length === 0) return limited
  return { ...limited, tools: [], messages: noteWithoutTools === '' ? messages : withNote(messages, noteWithoutTools) }
}

/** An error of a server with the request that it rejected and the profile of the server. */
interface Rejection {
  readonly error: ApiError
  readonly request: RejectedRequest
  readonly profile: ServerProfile
}

/**
 * The adaptation to an error; null if no adaptation can help. `profile` is the current one, which another request may
 * have adapted since this one was sent.
 */
export function adapt(error: ApiError, request: RejectedRequest, profile: ServerProfile): Adaptation | null {
  const rejection = { error, request, profile }
  for (const manner of [switchProtocol, echoReasoning, leaveOutField, leaveOutTools, renameLimit, lowerLimit]) {
    const adaptation = manner(rejection)
    if (adaptation !== null) return adaptation
  }
  return null
}

function switchProtocol({ error, request: { protocol, canSwitch }, profile }: Rejection): Adaptation | null {
  const other = canSwitch ? otherProtocol(error, protocol) : null
  // At most one switch, so that there is no cycle. The switch of another request is taken over.
  if (other === null || (profile.hasSwitched && profile.protocol !== other)) return null
  const switched = { ...profile, protocol: other, hasSwitched: true }
  return { profile: switched, room: null, message: `The model's server expects another protocol: ${other}` }
}

function otherProtocol({ status, message }: ApiError, protocol: Protocol): Protocol | null {
  if (protocol === 'chat') return INVALID.has(status) && message.includes('/v1/responses') ? 'responses' : null
  const hasNoRoute = NO_ROUTE.has(status) ? !ABOUT_MODEL.test(message) : status === 400 && ABOUT_ADDRESS.test(message)
  return protocol === 'responses' && hasNoRoute ? 'chat' : null
}

function echoReasoning({ error, request, profile }: Rejection): Adaptation | null {
  const isKnown = profile.capabilities.needsReasoning || request.protocol !== 'chat'
  if (isKnown || !INVALID.has(error.status) || !ABOUT_REASONING.test(error.message)) return null
  return learned(profile, { needsReasoning: true }, 'expects its reasoning in later requests')
}

function leaveOutField(rejection: Rejection): Adaptation | null {
  const field = OPTIONAL_FIELDS.find((name) => isRejected(rejection, name))
  if (field === undefined) return null
  const { profile } = rejection
  const unsupported = new Set([...profile.capabilities.unsupported, field])
  return learned(profile, { unsupported }, `doesn't accept ${field}`)
}

function leaveOutTools(rejection: Rejection): Adaptation | null {
  const { error: { status, message }, request, profile } = rejection
  const isAboutTools = INVALID_TOOLS.has(status) && ABOUT_TOOLS.test(message) && !ABOUT_CALL.test(message)
  if (!request.hasTools || !(isAboutTools || isRejected(rejection, 'tools'))) return null
  const advice = TOOL_ADVICE.find(([pattern]) => pattern.test(message))?.[1] ?? 'choose a model that can call tools'
  return learned(profile, { hasTools: false }, `takes no tools, so answers rest on the first search: ${advice}`)
}

function renameLimit(rejection: Rejection): Adaptation | null {
  const { error, request, profile } = rejection
  const limit = LIMIT_FIELDS.find((name) => isRejected(rejection, name))
  if (limit === undefined || request.protocol !== 'chat' || ABOUT_RANGE.test(error.message)) return null
  const other = LIMIT_FIELDS[0] === limit ? LIMIT_FIELDS[1] : LIMIT_FIELDS[0]
  return learned(profile, { limitField: other }, `expects ${other} instead of ${limit}`)
}

/** The limit that the server names, for this request or for all; else half of the one that it rejects. */
function lowerLimit({ error: { status, message }, request, profile }: Rejection): Adaptation | null {
  const isSet = [...LIMIT_FIELDS, 'max_output_tokens'].some((field) => Object.hasOwn(request.extraBody, field))
  if (isSet || !INVALID_LIMIT.has(status) || !ABOUT_LIMIT.test(message) || !ABOUT_RANGE.test(message)) return null
  const asked = request.maxOutputTokens
  const isContext = /context l(?:ength|imit)/i.test(message)
  const numbers = message.replace(/(?<=\d),(?=\d{3})/g, '')
  const [own, cap] = [roomIn(numbers), isContext ? null : (CAP.exec(numbers)?.[1] ?? null)]
  // A prompt that alone is too long has no smaller reply.
  if (own === null && isContext) return null
  const named = own ?? (cap === null ? null : Number(cap))
  const room = named !== null && named < asked ? named : Math.floor(asked / 2)
  if (room < MIN_OUTPUT_TOKENS) return null
  const text = `has no room for a reply of ${asked} tokens: set LLM_MAX_TOKENS lower`
  return own === null ? learned(profile, { maxOutputTokens: room }, text) : { ...learned(profile, {}, text), room }
}

function roomIn(text: string): number | null {
  for (const [pattern, room] of ROOMS) {
    const match = pattern.exec(text)
    if (match !== null) return room(Number(match[1]), Number(match[2]))
  }
  return null
}

function learned(profile: ServerProfile, change: Partial<Capabilities>, text: string): Adaptation {
  const changed = { ...profile, capabilities: { ...profile.capabilities, ...change } }
  return { profile: changed, room: null, message: `The model's server ${text}` }
}

/** True if an error is about a field that the request has and that is not of the settings. */
function isRejected({ error, request: { body, extraBody } }: Rejection, name: string): boolean {
  const isInvalid = INVALID.has(error.status) && isAbout(error, name)
  return isInvalid && hasField(JSON.stringify(body), name) && !Object.hasOwn(extraBody, name)
}

/** True if an error is about a field. A name that is also an English word must be quoted or otherwise marked. */
function isAbout({ message, param }: ApiError, name: string): boolean {
  if (param === name) return true
  const isWord = !name.includes('_')
  return new RegExp(isWord ? `(?:["'\`.]|supplied: ?)${name}\\b` : `(?<!\\w)${name}(?!\\w)`).test(message)
}

/** True if a body has the field, at any depth. In a string of the body, the quotes would be escaped. */
function hasField(json: string, name: string): boolean {
  return json.includes(`"${name}":`)
}
