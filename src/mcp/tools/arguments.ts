/**
 * The arguments of a tool call -> checked values, or an `AskError` that tells the model which argument to correct and
 * how. Unknown arguments are ignored.
 */
import { hasMoreCodePoints } from '../../base/code-points.ts'
import { AskError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { decodeFilter, type Filter } from '../../search/index/filter.ts'

/** Longest query in code points, the same as the default of the HTTP API. */
const MAX_QUERY_CODE_POINTS = 1_000
/** Longest id, term or group in UTF-16 units; paths of the HTTP API can't be longer. */
const MAX_NAME_LENGTH = 2_000

/** Reads and checks the arguments of one call. All functions throw `AskError('bad-request')` for a wrong argument. */
export interface ArgumentReader {
  /** An id, a term or a group. */
  readonly name: (key: string) => string
  /** An id, a term or a group; null if it is absent, null or empty. */
  readonly optionalName: (key: string) => string | null
  readonly query: () => string
  /** The filter of a search; if it is absent or null, a filter that admits all sections. */
  readonly filter: () => Filter
  /** A whole number within a range, both ends included; `fallback` if it is absent or null. */
  readonly number: (key: string, range: readonly [number, number], fallback: number) => number
}

/** A reader of the arguments of one call; errors name `tool`. */
export function readArguments(tool: string, args: JsonObject): ArgumentReader {
  const problem = (key: string, rule: string) => new AskError('bad-request', `${tool}: "${key}" ${rule}.`)

  function argument(key: string): unknown {
    const value = Object.hasOwn(args, key) ? args[key] : undefined
    return value === null ? undefined : value
  }

  function name(key: string): string {
    const value = argument(key)
    if (value === undefined) throw problem(key, 'is required and must be a string')
    if (typeof value !== 'string' || value.trim() === '') throw problem(key, 'must be a string that is not empty')
    if (value.length > MAX_NAME_LENGTH) throw problem(key, `must be at most ${MAX_NAME_LENGTH} characters`)
    return value
  }

  function query(): string {
    const value = argument('query')
    if (typeof value !== 'string') throw problem('query', 'is required and must be a string')
    if (hasMoreCodePoints(value, MAX_QUERY_CODE_POINTS)) {
      throw problem('query', `must be at most ${MAX_QUERY_CODE_POINTS} characters`)
    }
    return value
  }

  function filter(): Filter {
    const decoded = decodeFilter(argument('filter') ?? {})
    if (typeof decoded === 'string') throw new AskError('bad-request', `${tool}: ${decoded}.`)
    return decoded
  }

  function number(key: string, [min, max]: readonly [number, number], fallback: number): number {
    const value = argument(key) ?? fallback
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    throw problem(key, `must be a whole number from ${min} to ${max}`)
  }

  return { name, optionalName: (key) => (isAbsent(argument(key)) ? null : name(key)), query, filter, number }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === ''
}
