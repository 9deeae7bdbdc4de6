/**
 * Inline lists and maps of YAML, `[a, "b"]` and `{ c: d }`, over one or several
 * lines. JSON is a subset of them, so this is its parser as well.
 */
import { foldLines, type FrontValue, MAX_VALUE_DEPTH, type ParsedValue, readQuoted, resolvePlain } from './value.ts'

/** Parses the list or map whose bracket is at `at`; `depth` is its own. */
export function readFlow(text: string, at: number, depth = 1): ParsedValue {
  if (depth > MAX_VALUE_DEPTH) return { problem: `more than ${MAX_VALUE_DEPTH} lists and maps inside each other` }
  return text[at] === '[' ? readList(text, at, depth) : readMap(text, at, depth)
}

function readList(text: string, start: number, depth: number): ParsedValue {
  const list: FrontValue[] = []
  let at = skipSpace(text, start + 1)
  while (text[at] !== ']') {
    const item = readItem(text, at, depth)
    if ('problem' in item) return item
    const next = skipSpace(text, item.end)
    // `[a: b]` is a list of one small map.
    if (text[next] === ':' && typeof item.value === 'string') {
      const value = readItem(text, skipSpace(text, next + 1), depth)
      if ('problem' in value) return value
      list.push(new Map([[item.value, value.value]]))
      at = skipSpace(text, value.end)
    } else {
      list.push(item.value)
      at = next
    }
    if (text[at] === ',') at = skipSpace(text, at + 1)
    else if (text[at] !== ']') return { problem: 'a list that never ends' }
  }
  return { value: list, end: at + 1 }
}

function readMap(text: string, start: number, depth: number): ParsedValue {
  const map = new Map<string, FrontValue>()
  let at = skipSpace(text, start + 1)
  while (text[at] !== '}') {
    const key = readItem(text, at, depth)
    if ('problem' in key) return key
    at = skipSpace(text, key.end)
    let value: FrontValue = null
    if (text[at] === ':') {
      const read = readItem(text, skipSpace(text, at + 1), depth)
      if ('problem' in read) return read
      value = read.value
      at = skipSpace(text, read.end)
    }
    if (key.value !== null && typeof key.value !== 'object') map.set(String(key.value), value)
    if (text[at] === ',') at = skipSpace(text, at + 1)
    else if (text[at] !== '}') return { problem: 'a map that never ends' }
  }
  return { value: map, end: at + 1 }
}

/** Parses one key or value; an empty one is null, as in `{ a: , b }`. */
function readItem(text: string, at: number, depth: number): ParsedValue {
  const char = text[at]
  if (char === '[' || char === '{') return readFlow(text, at, depth + 1)
  if (char === '"' || char === "'") return readQuoted(text, at) ?? { problem: 'a quote that never ends' }
  const end = endOfPlain(text, at)
  return { value: resolvePlain(foldLines(text.slice(at, end).trim())), end }
}

/** Plain words end at `,`, a bracket, `: ` or a comment. */
function endOfPlain(text: string, start: number): number {
  let at = start
  for (; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (',[]{}'.includes(char)) break
    if (char === ':' && /[\s,[\]{}]|^$/.test(text[at + 1] ?? '')) break
    if (char === '#' && /\s/.test(text[at - 1] ?? '')) break
  }
  return at
}

/** Skips white space, line ends and comments. */
function skipSpace(text: string, start: number): number {
  let at = start
  for (; at < text.length; at += 1) {
    const char = text[at]
    if (char === '#' && /\s/.test(text[at - 1] ?? '')) {
      const end = text.indexOf('\n', at)
      if (end === -1) return text.length
      at = end
    } else if (char !== ' ' && char !== '\n' && char !== '\t') break
  }
  return at
}
