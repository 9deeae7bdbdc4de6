/**
 * Parts of a Chat Completions reply that come in pieces -> complete tool calls and `reasoning_details`. Servers differ:
 * a fragment of a call has an index, has none, or all calls have the same; an id comes once, each time, or never;
 * arguments come in pieces, at once, or as an object. Blank ids and names count as absent.
 */
import { isObject, type JsonObject, parseJsonObject } from '../../base/json.ts'
import { argumentsText } from './protocol.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS, stringOf, withoutNulls } from './reply.ts'

/** Type of an entry -> the field of it that comes in pieces. */
const STREAMED: ReadonlyMap<unknown, string> = new Map([
  ['reasoning.text', 'text'],
  ['reasoning.summary', 'summary'],
])

/** One complete call. */
export interface AssembledCall {
  /** Empty if the server sent no id. */
  readonly id: string
  readonly name: string
  /** Arguments as the model wrote them. */
  readonly text: string
  /** Data that the server requires back with the call, such as Gemini's thought signature. */
  readonly extra: JsonObject | null
}

/** Calls that are being assembled. */
export interface CallAssembly {
  /** Takes one element of `tool_calls`. Throws `AskError('model')` for too many or too long calls. */
  readonly add: (fragment: unknown) => void
  /** The calls that have a name, in the order they began. */
  readonly calls: () => readonly AssembledCall[]
}

interface OpenCall {
  id: string
  index: number | null
  name: string
  text: string
  extra: JsonObject | null
}

/** An assembly without calls. */
export function createCallAssembly(): CallAssembly {
  const open: OpenCall[] = []

  function add(fragment: unknown): void {
    if (!isObject(fragment)) return
    const body = isObject(fragment['function']) ? fragment['function'] : {}
    const id = stringOf(fragment['id']).trim()
    const name = stringOf(body['name']).trim()
    const index = typeof fragment['index'] === 'number' ? fragment['index'] : null
    const call = find(id, name, index) ?? start(index)
    call.id ||= id
    call.name ||= name
    if (isObject(fragment['extra_content'])) call.extra = fragment['extra_content']
    const piece = argumentsText(body['arguments'])
    checkLimit(call.text.length + piece.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
    call.text += piece
  }

  /** The call that a fragment continues. */
  function find(id: string, name: string, index: number | null): OpenCall | undefined {
    const withId = id === '' ? undefined : open.findLast((call) => call.id === id)
    if (withId !== undefined && (name === '' || name === withId.name)) return withId
    if (index === null) return name === '' ? open.at(-1) : undefined
    const indexed = open.findLast((call) => call.index === index)
    if (indexed === undefined || (id !== '' && indexed.id !== '' && id !== indexed.id)) return undefined
    // Some servers give all calls the same index: a name after complete arguments begins another one.
    return name !== '' && indexed.text.trimEnd().endsWith('}') && parseJsonObject(indexed.text) ? undefined : indexed
  }

  function start(index: number | null): OpenCall {
    checkLimit(open.length + 1, MAX_CALLS, 'tool calls')
    const call = { id: '', index, name: '', text: '', extra: null }
    open.push(call)
    return call
  }

  return { add, calls: () => open.filter(({ name }) => name !== '') }
}

/** The entries of `reasoning_details`, joined from the pieces in which they come. */
export interface ReasoningDetails {
  /** Takes the value of `reasoning_details` in one delta. Returns roughly how many UTF-16 units it adds. */
  readonly add: (value: unknown) => number
  readonly entries: () => readonly JsonObject[]
}

/** A collection without entries. */
export function createReasoningDetails(): ReasoningDetails {
  const entries: JsonObject[] = []

  function add(value: unknown): number {
    const pieces = Array.isArray(value) ? value.filter(isObject) : []
    let length = 0
    for (const piece of pieces) {
      const last = entries.at(-1)
      const field = STREAMED.get(piece['type'])
      const isNext = last?.['type'] === piece['type'] && last?.['index'] === piece['index']
      if (field !== undefined && last !== undefined && isNext) {
        // A signature comes in the last piece, and null in the others.
        const joined = stringOf(last[field]) + stringOf(piece[field])
        entries[entries.length - 1] = { ...last, ...withoutNulls(piece), [field]: joined }
        length += stringOf(piece[field]).length
      } else {
        entries.push(piece)
        length += JSON.stringify(piece).length
      }
    }
    return length
  }

  return { add, entries: () => entries }
}
