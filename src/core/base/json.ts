/** JSON of unknown shape: parsers that don't throw, and checks of values; and JSON as one line. */

/**
 * Most levels of arrays and objects of JSON that is written again: `JSON.stringify` overflows the stack at some
 * thousand levels that `JSON.parse` accepts.
 */
const MAX_DEPTH = 64

export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object that is not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

/** Ends of lines by Unicode, which strings of JSON may have as they are, and at which many readers of lines split. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g

/** A JSON text without line breaks as one line for every reader. */
export function escapeLineEnds(json: string): string {
  return escapeUnits(json, LINE_ENDS)
}

/** A JSON text with some UTF-16 units of its strings escaped. */
export function escapeUnits(json: string, units: RegExp): string {
  return json.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The value of a JSON text; undefined, which is no JSON value, if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object of a JSON text; undefined if its value is no object or the text is not JSON. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text)
  return isObject(value) ? value : undefined
}

/** The value of a JSON text; undefined if it is not JSON or nested too deeply to be written again. */
export function parseShallowJson(text: string): unknown {
  const value = parseJson(text)
  return isShallow(value) ? value : undefined
}

function isShallow(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((part) => isShallow(part, depth - 1))
}
