/**
 * The arguments of a tool call -> checked values, or an `AskError` that tells
 * the model which argument to mend and how. What nobody asks for is ignored.
 */
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'

/** Code points of a query, as the HTTP API has it. */
const MAX_QUERY_CODE_POINTS = 1_000
/** UTF-16 units of an id, a term or a group; the HTTP API takes no longer path. */
const MAX_NAME_LENGTH = 2_000

/** Reads the arguments of the tool that is called `tool`. */
export interface ArgumentReader {
  /** The name of something that is looked up. */
  readonly name: (key: string) => string
  /** The same, null where it is absent, null or empty. */
  readonly optionalName: (key: string) => string | null
  readonly query: () => string
  /** A whole number within a range, `fallback` where it is absent or null. */
  readonly number: (key: string, range: readonly [number, number], fallback: number) => number
}

/** A reader over the arguments of one call; `tool` stands in its errors. */
export function readArguments(tool: string, args: JsonObject): ArgumentReader {
  const refuse = (key: string, rule: string) => new AskError('bad-request', `${tool}: "${key}" ${rule}.`)

  function given(key: string): unknown {
    const value = Object.hasOwn(args, key) ? args[key] : undefined
    return value === null ? undefined : value
  }

  function name(key: string): string {
    const value = given(key)
    if (value === undefined) throw refuse(key, 'is required and must be a string')
    if (typeof value !== 'string' || value.trim() === '') throw refuse(key, 'must be a string that is not empty')
    if (value.length > MAX_NAME_LENGTH) throw refuse(key, `must be at most ${MAX_NAME_LENGTH} characters`)
    return value
  }

  function query(): string {
    const value = given('query')
    if (typeof value !== 'string') throw refuse('query', 'is required and must be a string')
    if (isLongerThan(MAX_QUERY_CODE_POINTS, value)) throw refuse('query', `must be at most ${MAX_QUERY_CODE_POINTS} characters`)
    return value
  }

  function number(key: string, [least, most]: readonly [number, number], fallback: number): number {
    const value = given(key) ?? fallback
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    throw refuse(key, `must be a whole number from ${least} to ${most}`)
  }

  return { name, optionalName: (key) => (isAbsent(given(key)) ? null : name(key)), query, number }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === ''
}

/** Counts no further than it must: a code point takes one or two UTF-16 units. */
function isLongerThan(codePoints: number, text: string): boolean {
  if (text.length <= codePoints) return false
  return text.length > codePoints * 2 || [...text].length > codePoints
}
