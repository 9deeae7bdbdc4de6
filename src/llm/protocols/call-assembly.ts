/**
 * Fragments of tool calls, as Chat Completions streams them -> whole calls.
 * Servers differ in what a fragment carries: an index or none, or the same one
 * for all calls; an id once, each time, or never; arguments in pieces, whole, or
 * as an object. Blank ids and names count as absent.
 */
import { isObject, type JsonObject } from '../../base/json.ts'
import { stringOf } from './json.ts'
import { checkLimit, MAX_ARGUMENTS_LENGTH, MAX_CALLS } from './reply-limit.ts'

/** One call, put together. */
export interface AssembledCall {
  /** Empty where the server gave none. */
  readonly id: string
  readonly name: string
  /** As the model wrote them. */
  readonly text: string
  /** What the server wants back with the call, such as Gemini's signature of its thoughts. */
  readonly extra: JsonObject | null
}

/** Calls under way. */
export interface CallAssembly {
  /** Takes one element of `tool_calls`. Throws `AskError('model')` for calls too many or too long. */
  readonly add: (fragment: unknown) => void
  /** Those that have a name, in the order they began. */
  readonly calls: () => readonly AssembledCall[]
}

interface OpenCall {
  id: string
  index: number | null
  name: string
  text: string
  extra: JsonObject | null
  /** Told piece by piece: reading all of the text for each new piece would be quadratic. */
  readonly braces: BraceCount
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
    const written = body['arguments']
    const piece = isObject(written) ? JSON.stringify(written) : stringOf(written)
    checkLimit(call.text.length + piece.length, MAX_ARGUMENTS_LENGTH, 'characters of arguments in one call')
    call.text += piece
    call.braces.take(piece)
  }

  /** The call that a fragment continues. */
  function find(id: string, name: string, index: number | null): OpenCall | undefined {
    const named = id === '' ? undefined : open.findLast((call) => call.id === id)
    if (named !== undefined && (name === '' || name === named.name)) return named
    if (index === null) return name === '' ? open.at(-1) : undefined
    const placed = open.findLast((call) => call.index === index)
    if (placed === undefined || (id !== '' && placed.id !== '' && id !== placed.id)) return undefined
    return name !== '' && placed.braces.areClosed() ? undefined : placed
  }

  function start(index: number | null): OpenCall {
    checkLimit(open.length + 1, MAX_CALLS, 'tool calls')
    const call = { id: '', index, name: '', text: '', extra: null, braces: createBraceCount() }
    open.push(call)
    return call
  }

  return { add, calls: () => open.filter(({ name }) => name !== '') }
}

interface BraceCount {
  readonly take: (piece: string) => void
  /** Whether a JSON object was written whole. */
  readonly areClosed: () => boolean
}

function createBraceCount(): BraceCount {
  let depth = 0
  let isOpened = false
  let isQuoted = false
  let isEscaped = false

  function take(piece: string): void {
    for (const char of piece) {
      if (isEscaped) isEscaped = false
      else if (isQuoted && char === '\\') isEscaped = true
      else if (char === '"') isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (char === '{' || char === '[') {
        depth += 1
        isOpened = true
      } else if (char === '}' || char === ']') depth -= 1
    }
  }

  return { take, areClosed: () => isOpened && depth <= 0 }
}
