/**
 * JSON that a model or its server wrote -> values that are safe to walk and to
 * write again. What is nested deeper than any real reply is no JSON here:
 * `JSON.stringify` runs out of stack at some thousand levels that `JSON.parse` takes.
 */
import { type JsonObject, parseJson } from '../../base/json.ts'

/** Levels of arrays and objects. */
const MAX_DEPTH = 64

/** The value of a JSON text, undefined where it is no JSON or nested too deeply. */
export function parseShallowJson(text: string): unknown {
  const value = parseJson(text)
  return isShallow(value) ? value : undefined
}

/** Whether a value can be written as JSON again, however it was read. */
export function isShallow(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1))
}

/** A field's string, empty where it holds none. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An object without the fields that are null. */
export function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}
