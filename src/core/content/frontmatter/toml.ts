/**
 * The part of TOML that frontmatter uses -> maps, lists and scalars: keys with dots and quotes, tables and lists of
 * tables, all four kinds of strings, lists over several lines, inline tables; dates stay text. A statement that can't
 * be read is left out with a warning that names its line.
 */
import { createLineCounter, endOfMatch, lineEnd, matchAt } from '../offset.ts'
import {
  type FrontData, type FrontValue, MAX_VALUE_DEPTH, type ParsedValue, readCollection, readQuoted, unescape,
} from './value.ts'

/** Warnings of one file; a file with more has one fault many times. */
const MAX_WARNINGS = 20

const BARE_KEY = /[A-Za-z0-9_-]+/y
/** A time may follow a date and a space. */
const BARE_VALUE = /\d{4}-\d{2}-\d{2} \d{2}:[^\s,\]}#]*|[^\s,\]}#]+/y

const SPACES = /[ \t]*/y
/** White space and comments. */
const SILENT = /(?:[ \t\n]+|#[^\n]*)*/y

type Table = Map<string, FrontValue>

/** Parses a text whose first line has the number `firstLine`. Line breaks must be `\n`. */
export function parseToml(text: string, firstLine: number): FrontData {
  const data: Table = new Map()
  const warnings: { line: number; message: string }[] = []
  const lineAt = createLineCounter(text)
  let table: Table | null = data

  function warn(at: number, what: string): void {
    const line = firstLine - 1 + lineAt(at)
    if (warnings.length < MAX_WARNINGS) warnings.push({ line, message: `Frontmatter: ${what}` })
  }

  /** Parses one statement; the offset after it. */
  function readStatement(start: number): number {
    const isHeader = text[start] === '['
    const isList = isHeader && text[start + 1] === '['
    const key = readKey(text, isList ? start + 2 : isHeader ? start + 1 : start)
    if (key === null) return fail(start, 'this is neither a key nor a table')
    if (isHeader) {
      const close = isList ? ']]' : ']'
      if (!text.startsWith(close, key.end)) return fail(start, 'a table header that never ends')
      table = openTable(data, key.path, isList ? 'list' : 'table')
      if (table === null) warn(start, `the table "${key.path.join('.')}" is a value already`)
      return finish(start, key.end + close.length)
    }
    if (text[key.end] !== '=') return fail(start, `"${key.path.join('.')}" has no value`)
    const result = readValue(text, endOfMatch(SPACES, text, key.end + 1), 1)
    if ('problem' in result) return fail(start, `the value of "${key.path.join('.')}" can't be read: ${result.problem}`)
    // The header that was refused has its warning.
    if (table === null) return finish(start, result.end)
    const owner = openTable(table, key.path.slice(0, -1), 'table')
    const name = key.path.at(-1) ?? ''
    if (owner !== null && !owner.has(name)) owner.set(name, result.value)
    else warn(start, `"${key.path.join('.')}" is given twice; the first is used`)
    return finish(start, result.end)
  }

  function fail(start: number, what: string): number {
    warn(start, what)
    return lineEnd(text, start)
  }

  /** Skips the rest of the line of a statement, which may only be a comment. */
  function finish(start: number, end: number): number {
    const at = endOfMatch(SPACES, text, end)
    if (at < text.length && text[at] !== '\n' && text[at] !== '#') warn(start, 'text after the end of the value')
    return lineEnd(text, at)
  }

  for (let at = endOfMatch(SILENT, text, 0); at < text.length; at = endOfMatch(SILENT, text, at)) at = readStatement(at)
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
      if ('problem' in quoted || typeof quoted.value !== 'string') return null
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
  if (depth > MAX_VALUE_DEPTH) return { problem: `more than ${MAX_VALUE_DEPTH} lists and tables inside each other` }
  if (char === '"' || char === "'") return readString(text, at)
  if (char === '[') return readList(text, at, depth)
  if (char === '{') return readInlineTable(text, at, depth)
  const [word] = matchAt(BARE_VALUE, text, at) ?? ['']
  if (word === 'true' || word === 'false') return { value: word === 'true', end: at + word.length }
  if (!/^[-+]?(?:\d|inf$|nan$)/.test(word)) return { problem: 'it is no string, number, date, list or table' }
  const number = Number(word.replaceAll('_', ''))
  return { value: Number.isNaN(number) ? word : number, end: at + word.length }
}

function readList(text: string, start: number, depth: number): ParsedValue {
  const list: FrontValue[] = []
  function readPart(at: number): ParsedValue {
    const item = readValue(text, at, depth + 1)
    if (!('problem' in item)) list.push(item.value)
    return item
  }
  return readCollection(text, start, { value: list, name: 'list', skip: skipSilent, readPart })
}

function skipSilent(text: string, from: number): number {
  return endOfMatch(SILENT, text, from)
}

function readInlineTable(text: string, start: number, depth: number): ParsedValue {
  const table: Table = new Map()
  function readPart(at: number): ParsedValue {
    const key = readKey(text, at)
    if (key === null || text[key.end] !== '=') return { problem: 'a table that never ends' }
    const result = readValue(text, endOfMatch(SPACES, text, key.end + 1), depth + 1)
    if ('problem' in result) return result
    openTable(table, key.path.slice(0, -1), 'table')?.set(key.path.at(-1) ?? '', result.value)
    return result
  }
  return readCollection(text, start, { value: table, name: 'table', skip: skipSilent, readPart })
}

/** Parses any of `"…"`, `'…'`, `"""…"""` and `'''…'''`. */
function readString(text: string, at: number): ParsedValue {
  const quote = text.charAt(at)
  if (text.startsWith(quote.repeat(3), at)) return readLongString(text, at + 3, quote.repeat(3))
  const last = lineEnd(text, at)
  const end = quote === "'" ? text.indexOf("'", at + 1) + 1 : (readQuoted(text.slice(0, last), at)?.end ?? 0)
  if (end === 0 || end > last) return { problem: 'a quote that never ends' }
  const value = text.slice(at + 1, end - 1)
  return { value: quote === '"' ? unescape(value) : value, end }
}

/** A line break directly after the opening quotes is not part of the string. */
function readLongString(text: string, start: number, quotes: string): ParsedValue {
  const from = text[start] === '\n' ? start + 1 : start
  let at = from
  while (at < text.length && !text.startsWith(quotes, at)) at += text[at] === '\\' && quotes === '"""' ? 2 : 1
  if (at >= text.length) return { problem: 'a quote that never ends' }
  // Up to two quotes may precede the closing three.
  let end = at + 3
  while (end < at + 5 && text[end] === quotes[0]) end += 1
  const value = text.slice(from, end - 3)
  return { value: quotes === '"""' ? unescape(value) : value, end }
}
