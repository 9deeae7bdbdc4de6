/**
 * The part of TOML that frontmatter uses -> maps, lists and scalars: keys with dots and quotes, tables and lists of
 * tables, all four kinds of strings, lists over several lines, inline tables; dates stay text. A statement that can't
 * be read is left out with a warning that names its line.
 */
import { createLineCounter, endOfMatch, lineEnd, matchAt } from '../offset.ts'
import {
  type FrontData, type FrontValue, frontWarning, MAX_VALUE_DEPTH, type ParsedValue, readCollection, readQuoted, unescape,
} from './value.ts'

/** Warnings of one file; a file with more has one fault many times. */
const MAX_WARNINGS = 20

const BARE_KEY = /[A-Za-z0-9_-]+/y
/** A time may follow a date and a space. */
const BARE_VALUE = /\d{4}-\d{2}-\d{2} \d{2}:[^\s,\]}#]*|[^\s,\]}#]+/y

const SPACES = /[ \t]*/y
/** White space and comments. */
const SILENT = /(?:[ \t\n]+|#[^\n]*)*/y
const skipSilent = (text: string, from: number) => endOfMatch(SILENT, text, from)

type Table = Map<string, FrontValue>

/** Parses a text whose first line has the number `firstLine`. Line breaks must be `\n`. */
export function parseToml(text: string, firstLine: number): FrontData {
  const data: Table = new Map()
  const warnings: FrontData['warnings'][number][] = []
  const lineAt = createLineCounter(text)
  let table: Table | null = data

  function warn(at: number, what: string): void {
    const line = firstLine - 1 + lineAt(at)
    if (warnings.length < MAX_WARNINGS) warnings.push(frontWarning(line, what))
  }

  /** Parses one statement; the offset after it, null for one that can't be read. */
  function readStatement(start: number): number | null {
    const isList = text.startsWith('[[', start)
    const opener = isList ? 2 : text[start] === '[' ? 1 : 0
    const key = readKey(text, start + opener)
    if (key === null) return null
    if (opener > 0) {
      const isClosed = text.startsWith(']'.repeat(opener), key.end)
      table = isClosed ? openTable(data, key.path, isList ? 'list' : 'table') : table
      return isClosed && table !== null ? key.end + opener : null
    }
    const result = text[key.end] === '=' ? readValue(text, endOfMatch(SPACES, text, key.end + 1), 1) : null
    // The header that was refused has its warning.
    if (result === null || table === null) return result?.end ?? null
    const owner = openTable(table, key.path.slice(0, -1), 'table')
    const name = key.path.at(-1) ?? ''
    if (owner !== null && !owner.has(name)) owner.set(name, result.value)
    else warn(start, `"${key.path.join('.')}" is given twice; the first is used`)
    return result.end
  }

  for (let at = endOfMatch(SILENT, text, 0); at < text.length; at = endOfMatch(SILENT, text, at)) {
    const end = readStatement(at)
    const rest = endOfMatch(SPACES, text, end ?? at)
    const isWhole = rest === text.length || text[rest] === '\n' || text[rest] === '#'
    if (!isWhole) warn(at, end === null ? "the statement can't be read" : 'text after the end of the value')
    at = lineEnd(text, rest)
  }
  return { data, warnings }
}

/** The table at a path, created if missing, the last of a list; `[[list]]` adds one. Null if the path is a value. */
function openTable(root: Table, path: readonly string[], last: 'table' | 'list'): Table | null {
  if (path.length > MAX_VALUE_DEPTH) return null
  let table = root
  for (const [index, key] of path.entries()) {
    const value = table.get(key)
    const isItem = last === 'list' && index === path.length - 1
    const created: Table = new Map()
    if (value === undefined) table.set(key, isItem ? [created] : created)
    else if (isItem) {
      if (!Array.isArray(value)) return null
      value.push(created)
    }
    const next: unknown = value === undefined || isItem ? created : Array.isArray(value) ? value.at(-1) : value
    if (!(next instanceof Map)) return null
    table = next
  }
  return table
}

/** Parses `a."b c".d` and the spaces after it. */
function readKey(text: string, start: number): { readonly path: readonly string[]; readonly end: number } | null {
  const path: string[] = []
  for (let at = endOfMatch(SPACES, text, start); ; at = endOfMatch(SPACES, text, at + 1)) {
    if (text[at] === '"' || text[at] === "'") {
      const quoted = readString(text, at)
      if (quoted === null || typeof quoted.value !== 'string') return null
      path.push(quoted.value)
      at = quoted.end
    } else {
      const word = matchAt(BARE_KEY, text, at)?.[0]
      if (word === undefined) return null
      path.push(word)
      at += word.length
    }
    at = endOfMatch(SPACES, text, at)
    if (text[at] !== '.') return { path, end: at }
  }
}

function readValue(text: string, at: number, depth: number): ParsedValue {
  const char = text[at]
  if (depth > MAX_VALUE_DEPTH) return null
  if (char === '"' || char === "'") return readString(text, at)
  if (char === '[') return readList(text, at, depth)
  if (char === '{') return readInlineTable(text, at, depth)
  const [word] = matchAt(BARE_VALUE, text, at) ?? ['']
  if (word === 'true' || word === 'false') return { value: word === 'true', end: at + word.length }
  if (!/^[-+]?(?:\d|inf$|nan$)/.test(word)) return null
  const number = Number(word.replaceAll('_', ''))
  return { value: Number.isNaN(number) ? word : number, end: at + word.length }
}

function readList(text: string, start: number, depth: number): ParsedValue {
  const list: FrontValue[] = []
  function readPart(at: number): ParsedValue {
    const item = readValue(text, at, depth + 1)
    if (item !== null) list.push(item.value)
    return item
  }
  return readCollection(text, start, { value: list, skip: skipSilent, readPart })
}

function readInlineTable(text: string, start: number, depth: number): ParsedValue {
  const table: Table = new Map()
  function readPart(at: number): ParsedValue {
    const key = readKey(text, at)
    if (key === null || text[key.end] !== '=') return null
    const result = readValue(text, endOfMatch(SPACES, text, key.end + 1), depth + 1)
    if (result === null) return null
    openTable(table, key.path.slice(0, -1), 'table')?.set(key.path.at(-1) ?? '', result.value)
    return result
  }
  return readCollection(text, start, { value: table, skip: skipSilent, readPart })
}

/** Parses any of `"…"`, `'…'`, `"""…"""` and `'''…'''`. */
function readString(text: string, at: number): ParsedValue {
  const quote = text.charAt(at)
  if (text.startsWith(quote.repeat(3), at)) return readLongString(text, at + 3, quote.repeat(3))
  const last = lineEnd(text, at)
  const end = quote === "'" ? text.indexOf("'", at + 1) + 1 : (readQuoted(text.slice(0, last), at)?.end ?? 0)
  if (end === 0 || end > last) return null
  const value = text.slice(at + 1, end - 1)
  return { value: quote === '"' ? unescape(value) : value, end }
}

/** A line break directly after the opening quotes is not part of the string. */
function readLongString(text: string, start: number, quotes: string): ParsedValue {
  const from = text[start] === '\n' ? start + 1 : start
  let at = from
  while (at < text.length && !text.startsWith(quotes, at)) at += text[at] === '\\' && quotes === '"""' ? 2 : 1
  if (at >= text.length) return null
  // Up to two quotes may precede the closing three.
  let end = at + 3
  while (end < at + 5 && text[end] === quotes[0]) end += 1
  const value = text.slice(from, end - 3)
  return { value: quotes === '"""' ? unescape(value) : value, end }
}
