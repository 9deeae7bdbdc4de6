/**
 * A server's refusal of a request -> another way to write it. Instead of lists
 * of models and what each takes, the smallest body is sent, and what the server
 * says of it is learnt: a refusal comes before anything is generated, and is
 * free. Pure: what is learnt is a new record.
 */
import type { Protocol } from '../model.ts'
import type { Quirks } from '../protocols/protocol.ts'

/** How a server is spoken to. */
export interface Dialect {
  readonly protocol: Protocol
  /** Whether the protocol was changed on the server's word, which happens once. */
  readonly hasSwitched: boolean
  readonly quirks: Quirks
}

/** A refusal as the server puts it. */
export interface Complaint {
  readonly status: number
  readonly message: string
  /** The field it is about, where the server names it apart. */
  readonly param: string | null
}

/** The request that was refused. */
export interface Refused {
  readonly protocol: Protocol
  readonly body: Readonly<Record<string, unknown>>
  /** Fields that the settings ask for: they are not taken back. */
  readonly wanted: Readonly<Record<string, unknown>>
  /** Whether the protocol may be another: none was chosen, and no turn of the conversation is written in it. */
  readonly maySwitch: boolean
}

/** What was learnt. */
export interface Lesson {
  readonly dialect: Dialect
  /** For the log, without anything of the server's words. */
  readonly text: string
}

/** Fields that the protocols send where they may, and do without. */
const DROPPABLE = ['stream_options', 'parallel_tool_calls', 'tool_choice', 'cache_control', 'store', 'include']
const LIMITS = ['max_tokens', 'max_completion_tokens'] as const
/** Says of a limit that it is known, but can't be as large or small as this. */
const ABOUT_RANGE = /too (?:large|high|low|small|many)|at (?:most|least)|exceed|must be|(?:less|more) than|range/i
const ABOUT_ADDRESS = /(?:unknown|invalid|unsupported|no such) (?:url|path|route|endpoint)/i
const ABOUT_MODEL = /model_not_found|deployment|\bmodel\b(?!'s server)/i
const ABOUT_REASONING = /reasoning_content\b.{1,80}\bpassed back/is
/** Statuses of a request that the server understood, but won't take as it is. */
const UNFIT = new Set([400, 422])
const NO_ROUTE = new Set([404, 405])

/** Whether a server has the route, but not the model: it answers 404 as well. */
export function isAboutModel(message: string): boolean {
  return ABOUT_MODEL.test(message)
}

/** What a refusal adds to what is known, which may be known by then; null where it teaches nothing. */
export function learn(complaint: Complaint, refused: Refused, known: Dialect): Lesson | null {
  return switchProtocol(complaint, refused, known) ?? mend(complaint, refused, known)
}

function switchProtocol(complaint: Complaint, { protocol, maySwitch }: Refused, known: Dialect): Lesson | null {
  const other = maySwitch ? otherProtocol(complaint, protocol) : null
  // Back again would be a circle; what another request has learnt meanwhile is taken.
  if (other === null || (known.hasSwitched && known.protocol !== other)) return null
  const dialect = { ...known, protocol: other, hasSwitched: true }
  return { dialect, text: `The model's server wants another protocol: ${other}` }
}

function otherProtocol({ status, message }: Complaint, protocol: Protocol): Protocol | null {
  if (protocol === 'chat') return UNFIT.has(status) && message.includes('/v1/responses') ? 'responses' : null
  const hasNoRoute = NO_ROUTE.has(status) ? !isAboutModel(message) : status === 400 && ABOUT_ADDRESS.test(message)
  return protocol === 'responses' && hasNoRoute ? 'chat' : null
}

function mend(complaint: Complaint, { protocol, body, wanted }: Refused, known: Dialect): Lesson | null {
  if (!UNFIT.has(complaint.status)) return null
  const learnt = (change: Partial<Quirks>, text: string): Lesson => {
    return { dialect: { ...known, quirks: { ...known.quirks, ...change } }, text: `The model's server ${text}` }
  }
  if (protocol === 'chat' && ABOUT_REASONING.test(complaint.message)) {
    return learnt({ echoReasoning: true }, 'wants its reasoning sent back')
  }
  const json = JSON.stringify(body)
  const unfit = (name: string) => names(complaint, name) && holds(json, name) && !Object.hasOwn(wanted, name)
  const dropped = DROPPABLE.find(unfit)
  if (dropped !== undefined) {
    return learnt({ without: new Set([...known.quirks.without, dropped]) }, `doesn't take ${dropped}`)
  }
  const limit = LIMITS.find(unfit)
  if (limit === undefined || protocol !== 'chat' || ABOUT_RANGE.test(complaint.message)) return null
  const other = LIMITS[0] === limit ? LIMITS[1] : LIMITS[0]
  return learnt({ limitField: other }, `takes ${other} in place of ${limit}`)
}

/** Whether a field is what a complaint is about. Names that are English words must look like a name. */
function names({ message, param }: Complaint, name: string): boolean {
  if (param === name) return true
  const isWord = !name.includes('_')
  return new RegExp(isWord ? `(?:["'\`.]|supplied: ?)${name}\\b` : `(?<!\\w)${name}(?!\\w)`).test(message)
}

/** Whether a field is in a body, however deep; in texts its quotes would be escaped. */
function holds(json: string, name: string): boolean {
  return json.includes(`"${name}":`)
}
