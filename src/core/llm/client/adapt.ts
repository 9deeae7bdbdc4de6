/**
 * An API error -> another form of the request. There is no list of models with the fields that each accepts: the client
 * sends the smallest body and adapts its profile of the server to the server's errors. These errors come before
 * anything is generated, so they cost nothing. Pure: an adapted profile is a new record.
 */
import type { Protocol } from '../model.ts'
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
  readonly body: Readonly<Record<string, unknown>>
  /** Fields from the settings, which no adaptation removes. */
  readonly extraBody: Readonly<Record<string, unknown>>
  /** True if the protocol may change: it was not configured, and the conversation has no turn in it yet. */
  readonly canSwitch: boolean
}

/** A change of a profile. */
export interface Adaptation {
  readonly profile: ServerProfile
  /** Line for the log, without any text from the server. */
  readonly message: string
}

/** Optional fields, which the protocols send unless the server rejects them. */
const OPTIONAL_FIELDS = ['stream_options', 'parallel_tool_calls', 'tool_choice', 'cache_control', 'store', 'include']
const LIMIT_FIELDS = ['max_tokens', 'max_completion_tokens'] as const
/** Messages of servers that know the limit's field but reject its value. */
const ABOUT_RANGE = /too (?:large|high|low|small|many)|at (?:most|least)|exceed|must be|(?:less|more) than|range/i
const ABOUT_ADDRESS = /(?:unknown|invalid|unsupported|no such) (?:url|path|route|endpoint)/i
const ABOUT_MODEL = /model_not_found|deployment|\bmodel\b(?!'s server)/i
const ABOUT_REASONING = /reasoning_content\b.{1,80}\bpassed back/is
/** Statuses of servers that reject the content of a request. */
const INVALID = new Set([400, 422])
const NO_ROUTE = new Set([404, 405])

/** True for the message of a 404 that is about the model and not about the route. */
export function isAboutModel(message: string): boolean {
  return ABOUT_MODEL.test(message)
}

/**
 * The adaptation to an error; null if no adaptation can help. `profile` is the current one, which another request may
 * have adapted since this one was sent.
 */
export function adapt(error: ApiError, request: RejectedRequest, profile: ServerProfile): Adaptation | null {
  return switchProtocol(error, request, profile) ?? adaptRequest(error, request, profile)
}

function switchProtocol(
  error: ApiError,
  { protocol, canSwitch }: RejectedRequest,
  profile: ServerProfile,
): Adaptation | null {
  const other = canSwitch ? otherProtocol(error, protocol) : null
  // At most one switch, so that there is no cycle. The switch of another request is taken over.
  if (other === null || (profile.hasSwitched && profile.protocol !== other)) return null
  const switched = { ...profile, protocol: other, hasSwitched: true }
  return { profile: switched, message: `The model's server expects another protocol: ${other}` }
}

function otherProtocol({ status, message }: ApiError, protocol: Protocol): Protocol | null {
  if (protocol === 'chat') return INVALID.has(status) && message.includes('/v1/responses') ? 'responses' : null
  const hasNoRoute = NO_ROUTE.has(status) ? !isAboutModel(message) : status === 400 && ABOUT_ADDRESS.test(message)
  return protocol === 'responses' && hasNoRoute ? 'chat' : null
}

function adaptRequest(
  error: ApiError,
  { protocol, body, extraBody }: RejectedRequest,
  profile: ServerProfile,
): Adaptation | null {
  if (!INVALID.has(error.status)) return null
  const { capabilities } = profile
  const adaptation = (change: Partial<Capabilities>, text: string): Adaptation => {
    const changed = { ...profile, capabilities: { ...capabilities, ...change } }
    return { profile: changed, message: `The model's server ${text}` }
  }
  if (protocol === 'chat' && ABOUT_REASONING.test(error.message)) {
    return adaptation({ needsReasoning: true }, 'expects its reasoning in later requests')
  }
  const json = JSON.stringify(body)
  const isRejected = (name: string) => isAbout(error, name) && hasField(json, name) && !Object.hasOwn(extraBody, name)
  const field = OPTIONAL_FIELDS.find(isRejected)
  if (field !== undefined) {
    return adaptation({ unsupported: new Set([...capabilities.unsupported, field]) }, `doesn't accept ${field}`)
  }
  const limit = LIMIT_FIELDS.find(isRejected)
  if (limit === undefined || protocol !== 'chat' || ABOUT_RANGE.test(error.message)) return null
  const other = LIMIT_FIELDS[0] === limit ? LIMIT_FIELDS[1] : LIMIT_FIELDS[0]
  return adaptation({ limitField: other }, `expects ${other} instead of ${limit}`)
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
