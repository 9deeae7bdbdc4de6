/**
 * The parts of decoders: unknown JSON -> typed value, or an `AskError('graph-format')` with the JSON path of the fault.
 */
import { AskError } from '../base/errors.ts'
import { isObject } from '../base/json.ts'

/** Decodes the value at `path` as a T, or throws. */
export type Decode<T> = (value: unknown, path: string) => T

/** UTF-16 units of a text that an error message repeats. */
const MAX_SHOWN_LENGTH = 40

/** Any text, also an empty one. Its length is bounded by that of the file or reply that it is in. */
export const text: Decode<string> = (value, path) => {
  if (typeof value !== 'string') throw mismatch(path, 'a text', value)
  return value
}

/** A text that is not blank. */
export const filledText: Decode<string> = (value, path) => {
  if (text(value, path).trim() === '') throw mismatch(path, 'a text that is not empty', value)
  return text(value, path)
}

/** An address that is safe to link: http(s) or relative, never `javascript:` or another scheme. */
export const link: Decode<string> = (value, path) => {
  const address = filledText(value, path)
  // Browsers drop white space and control characters before and inside a scheme.
  const scheme = /^([^/?#]*?):/.exec(address)?.[1]?.replace(/[\u0000-\u0020]/g, '').toLowerCase()
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return address
  throw mismatch(path, 'an http(s) or relative address', value)
}

export function oneOf<const T extends string>(options: readonly T[]): Decode<T> {
  const expected = options.length === 1 ? JSON.stringify(options[0]) : `one of ${options.join(', ')}`
  return (value, path) => {
    const option = options.find((word) => word === value)
    if (option === undefined) throw mismatch(path, expected, value)
    return option
  }
}

/** A value that `decode` takes, or null if it is null or absent. */
export function orNull<T>(decode: Decode<T>): Decode<T | null> {
  return (value, path) => (value === null || value === undefined ? null : decode(value, path))
}

export function listOf<T>(decode: Decode<T>, maxItems: number): Decode<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw mismatch(path, 'a list', value)
    if (value.length > maxItems) throw formatError(path, `must have at most ${maxItems} items, found ${value.length}`)
    return value.map((item: unknown, i) => decode(item, `${path}[${i}]`))
  }
}

/** A function that decodes the named fields of an object; other fields are ignored. */
export function fieldsOf(value: unknown, path: string): <T>(name: string, decode: Decode<T>) => T {
  if (!isObject(value)) throw mismatch(path, 'an object', value)
  return function field(name, decode) {
    return decode(Object.hasOwn(value, name) ? value[name] : undefined, path === '' ? name : `${path}.${name}`)
  }
}

/** The decoders of the fields of a T; a field that it may lack may have one that is `optional`. */
type Fields<T> = { readonly [K in keyof T]-?: Decode<T[K] | (object extends Pick<T, K> ? undefined : never)> }

/** Objects of these fields, in this order; other fields are ignored. */
export function objectOf<T extends object>(fields: Fields<T>): Decode<T> {
  const decoders = Object.entries<Decode<unknown>>(fields)
  return (value, path) => {
    const field = fieldsOf(value, path)
    const decoded = decoders.map(([name, decode]) => [name, field(name, decode)])
    return Object.fromEntries(decoded.filter(([, one]) => one !== undefined))
  }
}

/** A field that the object lacks if it is null or absent. */
export function optional<T>(decode: Decode<T>): Decode<T | undefined> {
  return (value, path) => orNull(decode)(value, path) ?? undefined
}

/** The value that `decode` takes; null for any other. */
export function decodeOrNull<T>(value: unknown, decode: Decode<T>): T | null {
  try {
    return decode(value, '')
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
}

export function formatError(path: string, problem: string): AskError {
  return new AskError('graph-format', `${path === '' ? 'The JSON' : path} ${problem}`)
}

function mismatch(path: string, expected: string, found: unknown): AskError {
  return formatError(path, `must be ${expected}, found ${describe(found)}`)
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  const shown = JSON.stringify(value.slice(0, MAX_SHOWN_LENGTH))
  return value.length > MAX_SHOWN_LENGTH ? `${shown}…` : shown
}
