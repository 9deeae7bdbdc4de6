/**
 * The values of frontmatter, the same for YAML, TOML and JSON, and the scalars in their texts: quoted strings, with
 * YAML's escapes, a superset of those of JSON and TOML, and plain words that are a number, a boolean or null. Maps are
 * `Map`, so that a key such as `__proto__` is a key like any other. Dates stay text.
 */
import type { FrontMap, FrontValue } from '../generators/rules.ts'
import { findUnescaped } from '../offset.ts'
import type { Warning } from '../page.ts'

export type { FrontMap, FrontValue }

/** Depth of nested lists and maps; deeper ones aren't read. */
export const MAX_VALUE_DEPTH = 32
/** Members of one map or list; more are not read. */
const MAX_MEMBERS = 1_000

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['0', '\0'], ['a', '\x07'], ['b', '\b'], ['t', '\t'], ['n', '\n'], ['v', '\v'], ['f', '\f'], ['r', '\r'],
  ['e', '\x1b'], ['N', '\x85'], ['_', '\xa0'], ['L', '\u2028'], ['P', '\u2029'],
])
/** Those of JavaScript. */
const SCRIPT_ESCAPED = new Map([...ESCAPED].filter(([char]) => '0btnvfr'.includes(char)))
/** A character by its number, the end of a line with the indentation of the next one, or any character. */
const ESCAPE = /(\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|\n[ \t]*|[^]|$))/

const MARKS_IN_DOUBLE = /["\\]/g

/** The result of a parser; `line` counts from the given first line. */
export interface FrontData {
  readonly data: FrontMap
  readonly warnings: readonly Omit<Warning, 'path'>[]
}

/** A warning about what can't be read at a line. */
export function frontWarning(line: number, what: string): FrontData['warnings'][number] {
  return { type: 'frontmatter', line, message: `Frontmatter: ${what}` }
}

/** A value and the offset after it; null for what can't be read. */
export type ParsedValue = { readonly value: FrontValue; readonly end: number } | null

/** The value at a path of keys, and positions in lists, such as `site.base`; undefined for none. */
export function valueAt(value: FrontValue | undefined, path: string): FrontValue | undefined {
  return path.split('.').reduce<FrontValue | undefined>((inner, key) => {
    return inner instanceof Map ? inner.get(key) : Array.isArray(inner) ? inner[Number(key)] : undefined
  }, value)
}

/** The text at such a path; null for anything else. */
export function textAt(value: FrontValue | undefined, path: string): string | null {
  const text = valueAt(value, path)
  return typeof text === 'string' ? text : null
}

/** The members of the map at such a path; none for anything else. */
export function membersAt(value: FrontValue | undefined, path: string): readonly (readonly [string, FrontValue])[] {
  const map = valueAt(value, path)
  return map instanceof Map ? [...map].slice(0, MAX_MEMBERS) : []
}

/** Maps are one at all depths; of other values the second counts, if there is one. */
export function merged(under: FrontValue | undefined, over: FrontValue | undefined): FrontValue | undefined {
  if (!(under instanceof Map && over instanceof Map)) return over ?? under
  const keys = new Set([...under.keys(), ...over.keys()])
  return new Map(Array.from(keys, (key) => [key, merged(under.get(key), over.get(key)) ?? null]))
}

/** The items of the list at such a path; none for anything else. */
export function itemsAt(value: FrontValue | undefined, path: string): readonly FrontValue[] {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list.slice(0, MAX_MEMBERS) : []
}

/** Parses the string that starts with the quote at `at`, over one or several lines; null if it never ends. */
export function readQuoted(text: string, at: number): { readonly value: string; readonly end: number } | null {
  const isSingle = text[at] === "'"
  const last = isSingle ? endOfSingle(text, at + 1) : findUnescaped(MARKS_IN_DOUBLE, text, at + 1)
  if (last === -1) return null
  const source = text.slice(at + 1, last)
  return { value: isSingle ? foldLines(source).replaceAll("''", "'") : unescape(source, foldLines), end: last + 1 }
}

/** Offset of the quote that ends a string in single quotes, in which two are one; -1 without one. */
function endOfSingle(text: string, from: number): number {
  let at = text.indexOf("'", from)
  while (at !== -1 && text[at + 1] === "'") at = text.indexOf("'", at + 2)
  return at
}

/** The text with its backslash escapes replaced, and `format` applied to what is between them. */
export function unescape(text: string, format = (part: string) => part, escaped = ESCAPED): string {
  const partOf = (part: string, i: number) => (i % 2 === 0 ? format(part) : escapedText(part.slice(1), escaped))
  return text.split(ESCAPE).map(partOf).join('')
}

/** The same with the escapes of JavaScript. */
export function unescapeScript(text: string): string {
  return unescape(text, undefined, SCRIPT_ESCAPED)
}

function escapedText(escape: string, escaped: ReadonlyMap<string, string>): string {
  const code = escape.length > 1 ? parseInt(escape.slice(1).replace('{', ''), 16) : NaN
  // A pair of `\u` halves joins by itself.
  if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  return escape.startsWith('\n') ? '' : (escaped.get(escape) ?? escape)
}

/** Reads the list or map whose bracket is at `start`: its parts, with commas between them, and its end. */
export function readCollection(
  text: string,
  start: number,
  { value, skip, readPart }: {
    readonly value: FrontValue
    readonly skip: (text: string, at: number) => number
    readonly readPart: (at: number) => ParsedValue
  },
): ParsedValue {
  const closer = text[start] === '[' ? ']' : '}'
  let at = skip(text, start + 1)
  while (text[at] !== closer) {
    const part = readPart(at)
    if (part === null) return null
    at = skip(text, part.end)
    if (text[at] === ',') at = skip(text, at + 1)
    else if (text[at] !== closer) return null
  }
  return { value, end: at + 1 }
}

/** The value of an unquoted word. */
export function resolvePlain(word: string): FrontValue {
  switch (word) {
    case '': case '~': case 'null': case 'Null': case 'NULL': return null
    case 'true': case 'True': case 'TRUE': return true
    case 'false': case 'False': case 'FALSE': return false
  }
  // `007` and `1.10` are codes and versions: a word stays text if its number would print otherwise.
  const number = Number(word)
  return String(number) === word ? number : word
}

/** Folds line breaks: one is a space, each further one a line break; white space around them is dropped. */
export function foldLines(text: string): string {
  return text.replace(/(?<!\s)\s*\n\s*/g, (gap) => '\n'.repeat(gap.split('\n').length - 2) || ' ')
}
