/**
 * An API error -> another form of the request. There is no list of models with the fields that each accepts: the client
 * sends the smallest body and adapts its profile of the server to the server's errors. These errors come before
 * anything is generated, so they cost nothing. Pure: an adapted profile is a new record.
 */
import { type ModelRequest, type Protocol, withNote } from '../model.ts'
import type { ServerProfile } from '../protocols/protocol.ts'
import { ABOUT_CALL } from '../protocols/reply.ts'

/** An error as the server reports it. */
export interface ApiError {
  readonly status: number
  readonly message: string
  /** The field that the error is about; null if the server names none outside the message. */
  readonly param: string | null
}

/** The request that a server rejected. */
export interface RejectedRequest {
  /** The profile that it was written for, with the protocol that it was written in. */
  readonly profile: ServerProfile
  readonly maxOutputTokens: number
  readonly body: Readonly<Record<string, unknown>>
  /** Fields that no adaptation removes: those of the settings, and tools once the server has taken them. */
  readonly kept: ReadonlySet<string>
  /** True if the protocol may change, which it does once: it was not configured, and no turn is in it yet. */
  readonly canSwitch: boolean
  /** Replies in a row with a call that the server could not read. */
  readonly badCalls: number
}

/** A change of a profile. */
export interface Adaptation {
  readonly profile: ServerProfile
  /** Tokens that this one request has room for; null if the profile alone changes. */
  readonly room: number | null
  /** Line for the log, without any text from the server. */
  readonly message: string
}

interface Manner {
  readonly statuses: readonly number[]
  readonly protocol?: Protocol
  readonly field?: string
  /** What the message says; by default, the error names the field. */
  readonly says?: RegExp
  readonly butNot?: RegExp
  /** False for a request that was written for a server with this manner. */
  readonly isNews?: (request: RejectedRequest) => boolean
  readonly change: (profile: ServerProfile) => Partial<ServerProfile>
  /** For the log, after `The model's server`. */
  readonly text: string
}

/** Statuses of servers that reject the content of a request. */
const INVALID = [400, 422]
const NO_ROUTE = [404, 405]
/** Statuses of servers that have no tools, or whose template of the model fails. */
const UNSUPPORTED = [...INVALID, ...NO_ROUTE, 500, 501]
/** Statuses for a limit that is too large for context, request or plan. */
const INVALID_LIMIT = [...INVALID, 402, 413, 416]
/** Tokens of a reply below which a smaller limit helps no answer. */
const MIN_OUTPUT_TOKENS = 512
/** Calls in a row that a server can't read, after which its model gets no tools: of some, one in four is such a call. */
const MAX_BAD_CALLS = 6

/** Messages that say that the server has no such address. */
export const ABOUT_ADDRESS = /(?:unknown|invalid|unsupported|unexpected|no such) (?:url|path|route|endpoint)|could not route/i
/** Messages of a 404 that is about the model and not about the route. */
export const ABOUT_MODEL = /model_not_found|deployment|\bmodels?\b(?!'s server)/i
const ABOUT_CONTEXT = /context l(?:ength|imit)/i
const ABOUT_LIMIT = new RegExp(
  `max(?:imum)?[_ ]?(?:\\w+[_ ]?)?tokens|(?:output|completion) (?:tokens|length)|in the completion|tokens per min` +
    `|${ABOUT_CONTEXT.source}`,
  'i',
)
/** Messages about the room that this prompt, or an account, leaves: another one may have more. */
const ABOUT_PROMPT = new RegExp(`${ABOUT_CONTEXT.source}|input|requested\\D{0,12}\\d|afford|per min`, 'i')
/** A prompt that alone is longer than the context has no smaller reply; vLLM: `must be at least 1, got -900`. */
const NO_ROOM = /got -\d/
/** Messages of servers that know the limit's field but reject its value; GLM: `限制范围[1,2048]`. */
const ABOUT_RANGE = new RegExp(
  'too (?:large|high|low|small|many)|at (?:most|least)|exceed|must be|limited|(?:less|more) than|above|range|范围' +
    '|afford|context|[<>]',
  'i',
)
/** A model or a template without tools, in words. */
const NO_TOOLS = new RegExp(
  '(?:\\b(?:not|no|without|disabled?|unsupported|unable)|n.t)\\b[^.]{0,40}(?:\\btools?\\b(?!_)|function.call)' +
    '|(?:\\btools?\\b(?!_)|function.call\\w*)[^.]{0,40}\\b(?:not|n.t|disabled?|unsupported|unavailable)\\b' +
    '|\\btools\\[|\\btool error|jinja|prompt template|handle the requested parameters',
  'i',
)
/** Errors of single calls, which quote what the model wrote. */
const ABOUT_ONE = new RegExp(`${ABOUT_CALL.source}|validation failed|raw=|did not match|call[ _]id`, 'i')
/** Messages with the words of these about a name, a role or a limit. */
const ABOUT_OTHERS = new RegExp(`${ABOUT_ONE.source}|exist|\\bmust\\b|\\brole\\b|context`, 'i')
const NO_SYSTEM = new RegExp(
  '(?:system|developer) (?:role|message|prompt|instruction)s?[^.]{0,20}' +
    "(?:not (?:supported|enabled|available|allowed|permitted|implemented)|n't support|unsupported|requires? --)" +
    `|does not support ["'\`]system|only user and assistant roles|roles must alternate`,
  'i',
)

/** The manners of servers, with those that have them. The first that applies to an error counts. */
const MANNERS: readonly Manner[] = [
  // OpenAI: newer models call tools with Responses alone, `only supported in v1/responses`; Copilot.
  {
    statuses: [...INVALID, ...NO_ROUTE], protocol: 'chat', says: /\bv1\/responses|accessible via the \/chat/,
    ...switchTo('responses'),
  },
  { statuses: NO_ROUTE, protocol: 'responses', says: /^/, butNot: ABOUT_MODEL, ...switchTo('chat') },
  { statuses: INVALID, protocol: 'responses', says: ABOUT_ADDRESS, ...switchTo('chat') },
  // DeepSeek: it `must be passed back`; Moonshot: it `is missing in assistant tool call message`.
  refuses('unreasoned', {
    protocol: 'chat', says: /reasoning[_ ]content/i, text: 'expects its reasoning in later requests',
  }),
  // Templates of Gemma and Mistral: `System role not supported`, `Conversation roles must alternate`; Gemini:
  // `Developer instruction is not enabled for models/gemma-3-27b-it`; OpenAI's o1-mini: `does not support 'system'`.
  refuses('system', {
    statuses: UNSUPPORTED, protocol: 'chat', says: NO_SYSTEM,
    text: 'takes no system message, so the rules stand before the question',
  }),
  // Ollama: `invalid message content type: <nil>`; LM Studio; templates of llama.cpp: `Value is not callable: null`;
  // Workers AI: `Type mismatch of '/messages/2/content', 'null' not in 'string'`.
  refuses('null', {
    statuses: UNSUPPORTED, protocol: 'chat', text: 'takes no content of null',
    says:
      /content type: <nil>|'content' field must be a|content[^]{0,60}valid string|NoneType|callable: null|'null' not in/i,
    isNews: ({ body }) => JSON.stringify(body).includes('"content":null'),
  }),
  // Mistral, and local servers with its templates, of ids that they have made: `but must be a-z, A-Z, 0-9`.
  refuses('id', {
    statuses: UNSUPPORTED, protocol: 'chat', says: /call id[^]{0,300}length of 9/i, text: 'takes only short ids of calls',
  }),
  // Cerebras: `property 'messages.2.tool.name' is unsupported`; OpenCode Zen: `Extra inputs are not permitted, field:
  // 'messages[3].name'`.
  ...['name', 'reasoning_details'].map((part) => refuses(part, {
    protocol: 'chat', says: new RegExp(`messages[^]{0,20}\\b${part}\\b`, 'i'), text: `takes no ${part} in messages`,
  })),
  // Anthropic: `Invalid signature in thinking block`; Azure: `The encrypted content could not be verified`; OpenAI:
  // `Item of type 'reasoning' was provided without its required following item`.
  refuses('thinking', {
    says:
      /thinking[^]{0,40}signature|signature[^]{0,40}thinking|encrypted content \S+ could|type 'reasoning'|field .summary/i,
    text: 'takes no thinking back',
  }),
  // OpenAI, for models without reasoning.
  rejects('include', { says: /encrypted content is not supported/i }),
  // OpenAI, for accounts: `must be verified to stream this model`; Bedrock: `tool use in streaming mode`.
  rejects('stream', {
    change: without('stream', 'stream_options'), text: 'streams no replies',
    says:
      /to stream this|streaming mode|stream(?:ing)?\b[^.]{0,30} not supported|support(?:ed for)? stream(?:ing)?(?!\w)/i,
  }),
  ...['stream_options', 'tool_choice', 'cache_control', 'store', 'include'].map((field) => rejects(field)),
  // LiteLLM, of `none`: `Incompatible tool choice param submitted`; Bedrock: `Unknown parameter in toolConfig.toolChoice`.
  rejects('tool_choice', { statuses: UNSUPPORTED, says: /tool ?choice param|toolconfig.toolchoice/i }),
  rejects('max_output_tokens', { butNot: ABOUT_RANGE }),
  refuses('tools', {
    statuses: [...UNSUPPORTED, 424], says: ABOUT_CALL, isNews: ({ badCalls }) => badCalls >= MAX_BAD_CALLS,
    text: "can't read the calls of its model, so answers rest on the first search: choose another model",
  }),
  // vLLM: `"auto" tool choice requires --enable-auto-tool-choice`; llama.cpp: `tools param requires --jinja flag`.
  noTools('start vLLM with --enable-auto-tool-choice and --tool-call-parser', {
    says: /auto.{0,3}tool.choice|tool_call_parser/i,
  }),
  noTools('start llama-server with --jinja', { says: /--jinja/i }),
  // OpenRouter: `No endpoints found that support tool use`; Ollama: `does not support tools`; Gemini, Mistral: `Function
  // calling is not enabled for this model`; LM Studio: `Error rendering prompt with jinja template`.
  noTools('choose a model that can call tools', { says: NO_TOOLS, butNot: ABOUT_OTHERS }),
  noTools('choose a model that can call tools', {}),
  // OpenAI, for newer models; most others don't know the newer name.
  rejects('max_tokens', {
    protocol: 'chat', butNot: ABOUT_RANGE, text: 'expects max_completion_tokens instead of max_tokens',
  }),
  rejects('max_completion_tokens', {
    protocol: 'chat', butNot: ABOUT_RANGE, text: 'expects max_tokens instead of max_completion_tokens',
  }),
]

/** A request as its server takes it: without what it rejects, and with a limit that it has room for. */
export function fitRequest(request: ModelRequest, profile: ServerProfile, room: number): ModelRequest {
  const { unsupported } = profile
  const maxOutputTokens = Math.min(request.maxOutputTokens, profile.maxOutputTokens, room)
  let { system, messages, tools } = request
  if (unsupported.has('tools') && tools.length > 0) {
    tools = []
    if (request.noteWithoutTools !== '') messages = withNote(messages, request.noteWithoutTools)
  }
  // A history begins with the question.
  const [first, ...later] = messages
  if (unsupported.has('system') && first?.role === 'user') {
    messages = [{ role: 'user', text: `${system}\n\n${first.text}` }, ...later]
    system = ''
  }
  return { ...request, system, messages, tools, maxOutputTokens }
}

/** The adaptation to an error, null if none can help; another request may have changed `profile` meanwhile. */
export function adapt(error: ApiError, request: RejectedRequest, profile: ServerProfile): Adaptation | null {
  const manner = MANNERS.find((one) => applies(one, error, request))
  if (manner === undefined) return lowerLimit(error, request, profile)
  const changed = { ...profile, ...manner.change(profile) }
  return { profile: changed, room: null, message: `The model's server ${manner.text}` }
}

function applies(manner: Manner, error: ApiError, request: RejectedRequest): boolean {
  const { statuses, protocol = request.profile.protocol, field, says, butNot, isNews } = manner
  if (!statuses.includes(error.status) || protocol !== request.profile.protocol) return false
  if (field !== undefined && (!Object.hasOwn(request.body, field) || request.kept.has(field))) return false
  if (butNot?.test(error.message) === true || isNews?.(request) === false) return false
  return says?.test(error.message) ?? isAbout(error, field ?? '')
}

/** True if an error names a field, as sent or as `streamOptions`; an English word must be quoted or marked. */
function isAbout({ message, param }: ApiError, name: string): boolean {
  if (param === name) return true
  const isWord = !name.includes('_')
  const names = `${name}|${name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`
  return new RegExp(isWord ? `(?:["'\`.]|supplied: ?)${name}\\b` : `(?<!\\w)(?:${names})(?!\\w)`).test(message)
}

function switchTo(protocol: Protocol) {
  return {
    isNews: ({ canSwitch }: RejectedRequest) => canSwitch,
    change: () => ({ protocol }),
    text: `expects another protocol: ${protocol}`,
  }
}

function without(...parts: readonly string[]) {
  return ({ unsupported }: ServerProfile) => ({ unsupported: new Set([...unsupported, ...parts]) })
}

function rejects(field: string, row: Partial<Manner> = {}): Manner {
  return { statuses: INVALID, field, change: without(field), text: `doesn't accept ${field}`, ...row }
}

/** A manner of servers that reject a part of messages or tools. */
function refuses(part: string, row: Pick<Manner, 'says' | 'text'> & Partial<Manner>): Manner {
  const isNews = (request: RejectedRequest) => {
    return !request.profile.unsupported.has(part) && row.isNews?.(request) !== false
  }
  return { statuses: INVALID, change: without(part), ...row, isNews }
}

function noTools(advice: string, row: Partial<Manner>): Manner {
  const text = `takes no tools, so answers rest on the first search: ${advice}`
  return { statuses: UNSUPPORTED, field: 'tools', butNot: ABOUT_ONE, change: without('tools'), text, ...row }
}

/** Half of the limit that is rejected: for this request if its prompt leaves too little room, else for all. */
function lowerLimit(error: ApiError, { kept, maxOutputTokens: asked }: RejectedRequest, profile: ServerProfile) {
  const { status, message } = error
  const isSet = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'].some((field) => kept.has(field))
  // An error with status 429 may be about the size of one request, not about the rate of many.
  const mayBeLimit = INVALID_LIMIT.includes(status) || (status === 429 && /request too large/i.test(message))
  if (isSet || !mayBeLimit || !ABOUT_LIMIT.test(message) || !ABOUT_RANGE.test(message)) return null
  const room = Math.floor(asked / 2)
  if (room < MIN_OUTPUT_TOKENS || NO_ROOM.test(message)) return null
  const text = `The model's server has no room for a reply of ${asked} tokens: set LLM_MAX_TOKENS lower`
  if (ABOUT_PROMPT.test(message)) return { profile, room, message: text }
  return { profile: { ...profile, maxOutputTokens: room }, room: null, message: text }
}
