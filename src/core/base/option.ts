/**
 * Checks of the options of the package's functions. A wrong value of the right type is a `RangeError`; a value of
 * another type or an unknown option is a `TypeError`. Both carry the option's path. A misspelled name gets the nearest.
 */

import { isObject } from './json.ts'

/** A wrong option: a `TypeError` or `RangeError` that says which one it is. */
export interface OptionError extends Error {
  /**
   * Path of the option, such as `limits.postsPerMinute`. For an unknown option it is the function or group that was
   * given it. The message begins with this path.
   */
  readonly option: string
}

/** The error for an option with a value of the wrong type. The message is the path and `rule`: `must be …`. */
export function wrongType(option: string, rule: string): OptionError {
  return Object.assign(new TypeError(`${option} ${rule}`), { option })
}

/** The error for an option with a value that can't be used. The message is the path and `rule`: `must be …`. */
export function outOfRange(option: string, rule: string): OptionError {
  return Object.assign(new RangeError(`${option} ${rule}`), { option })
}

export function isOptionError(error: unknown): error is OptionError {
  return (error instanceof TypeError || error instanceof RangeError) && Object.hasOwn(error, 'option')
}

/** The value if it is a whole number in the range, both ends included; throws an `OptionError` otherwise. */
export function wholeNumber(option: string, value: number, [least, most]: readonly [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  const rule = `must be a whole number from ${least} to ${most}, not ${shown(value)}`
  throw typeof value === 'number' ? outOfRange(option, rule) : wrongType(option, rule)
}

/** The value if it is a boolean; throws an `OptionError` otherwise. */
export function boolean(option: string, value: boolean): boolean {
  if (typeof value === 'boolean') return value
  throw wrongType(option, `must be true or false, not ${shown(value)}`)
}

/** The value if it is a string, null if it is absent; throws an `OptionError` otherwise. */
export function text(option: string, value: string | undefined): string | null {
  if (value === undefined || typeof value === 'string') return value ?? null
  throw wrongType(option, `must be a string, not ${shown(value)}`)
}

/** The value of `text` without white space at its ends; null if nothing is left. */
export function trimmedText(option: string, value: string | undefined): string | null {
  const trimmed = text(option, value)?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/**
 * A key without white space at its ends; null for a blank one. Throws an `OptionError`, which does not repeat it, for
 * text that no header can hold.
 */
export function keyText(option: string, value: string | undefined): string | null {
  const key = trimmedText(option, value)
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key
  throw outOfRange(option, 'holds characters that no key has (spaces, line breaks, non-ASCII); set it again')
}

/** The value if it is a function; throws an `OptionError` otherwise. */
export function callable<T>(option: string, value: T): T {
  if (typeof value === 'function') return value
  throw wrongType(option, `must be a function, not ${shown(value)}`)
}

/** Headers in one option. */
const MAX_HEADERS = 32
/** Longest value of a header, in UTF-16 units. */
const MAX_HEADER_LENGTH = 8_192

/** Headers by their names in small letters, without reserved ones; throws an `OptionError`, which repeats no value. */
export function headerFields(
  option: string,
  headers: Readonly<Record<string, string>>,
  reserved: readonly string[],
): Readonly<Record<string, string>> {
  if (!isObject(headers)) throw wrongType(option, 'must be an object')
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  if (entries.length > MAX_HEADERS) throw outOfRange(option, `must be at most ${MAX_HEADERS} headers`)
  for (const [ordinal, [name, value]] of entries.entries()) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      throw outOfRange(option, `has a name that no header can have: its header ${ordinal + 1}`)
    }
    if (reserved.includes(name)) throw outOfRange(option, `can't set the header ${name}`)
    if (typeof value !== 'string' || value.length > MAX_HEADER_LENGTH || !/^[\t\x20-\x7e]*$/.test(value)) {
      throw outOfRange(option, `must hold ASCII text without line breaks for the header ${name}`)
    }
  }
  return Object.fromEntries(entries)
}

/** The value if it is an array of strings; throws an `OptionError` otherwise. */
export function texts(option: string, value: readonly string[]): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw wrongType(option, 'must be an array of strings')
}

/**
 * Throws an `OptionError` if `options` isn't an object or has an option that is not in `names`. `owner` is the path
 * that the message begins with: a function or a group of options.
 */
export function refuseUnknown(owner: string, options: object, names: object): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw wrongType(owner, `takes an object of options, not ${shown(options)}`)
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const near = nearestName(unknown, Object.keys(names))
  const hint = near === null ? `it takes ${Object.keys(names).join(', ')}` : `did you mean ${near}?`
  throw wrongType(owner, `has no option ${JSON.stringify(unknown)}: ${hint}`)
}

/** A value for a message: numbers and booleans as they are, others by their type only, since a text may be a secret. */
function shown(value: unknown): string {
  if (typeof value === 'string') return 'a string'
  if (['number', 'boolean', 'undefined'].includes(typeof value) || value === null) return String(value)
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`
}

/** Longest word that is compared, in UTF-16 units: time grows with its square, and no name is that long. */
const MAX_COMPARED_LENGTH = 40

/**
 * The nearest of a few dozen names; null if all are more than two edits away, or more than one edit for every three
 * letters. For thousands of names, `graph/names.ts` compares groups of letters instead.
 */
export function nearestName(word: string, names: readonly string[]): string | null {
  if (word.length > MAX_COMPARED_LENGTH) return null
  const [best] = names
    .map((name) => ({ name, edits: editsBetween(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.min(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.edits - b.edits)
  return best?.name ?? null
}

/** Edits that turn a word into another; a swap of neighbors is one (optimal string alignment distance). */
function editsBetween(from: string, to: string): number {
  const at = (row: readonly number[], j: number) => row[j] ?? Infinity
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 0; i < from.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < to.length; j += 1) {
      const isSwap = i > 0 && j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j]
      const replaced = at(last, j) + (from[i] === to[j] ? 0 : 1)
      const swapped = isSwap ? at(beforeLast, j - 1) + 1 : Infinity
      row.push(Math.min(replaced, swapped, at(last, j + 1) + 1, at(row, j) + 1))
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}
