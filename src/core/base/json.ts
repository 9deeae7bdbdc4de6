/** JSON of unknown shape: a parser that doesn't throw, and checks of values. */

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for an object that is not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for a whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** True for a text. */
export function isString(value: unknown): value is string {
  return typeof value === 'string'
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
