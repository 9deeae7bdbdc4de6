/**
 * JSON from a model or its server -> values that are safe to traverse and to write again. Nesting deeper than in any
 * real reply counts as invalid: `JSON.stringify` overflows the stack at some thousand levels that `JSON.parse` accepts.
 */
import { type JsonObject, parseJson } from '../../base/json.ts'

/** Most levels of arrays and objects. */
const MAX_DEPTH = 64

/** The value of a JSON text, undefined if it is not JSON or nested too deeply. */
export function parseShallowJson(text: string): unknown {
  const value = parseJson(text)
  return isShallow(value) ? value : undefined
}

/** True for a value of at most `depth` levels, which can be written as JSON again. */
export function isShallow(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1))
}

/** The string of a field, empty for other values. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An object without the fields that are null. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
