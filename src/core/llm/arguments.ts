/**
 * Arguments of a call as a model or a proxy wrote them -> a JSON object. Models leave out the last brace, write the JSON
 * as a JSON string or nearly as in Python; proxies send `{}`, a part or all of the object before the whole one.
 */
import { isObject, type JsonObject, parseShallowJson } from '../base/json.ts'

/** Braces of a text at which an object is looked for. */
const MAX_STARTS = 16
/** JSON strings in JSON strings that are read. */
const MAX_LEVELS = 2
/** A key, without quotes that were written twice: `"\"query\""`, `"query:"`. */
const KEY = /^["'`\s]*([\w-]+)["'`\s:=]*$/

/** The arguments in a text: none for a blank one, a lone string as the only one, null for a text without these. */
export function parseArguments(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  const args = objectIn(text, MAX_LEVELS)
  const plain = Object.entries(args ?? {}).map(([key, value]) => [KEY.exec(key)?.[1] ?? key, value])
  return args === null ? null : Object.fromEntries(plain)
}

function objectIn(text: string, levels: number): JsonObject | null {
  const value = parseWritten(text)
  if (isObject(value)) return value
  if (typeof value === 'string') {
    const args = levels > 0 ? objectIn(value, levels - 1) : null
    return args ?? (/[\p{L}\p{N}]/u.test(value) && !value.includes('{') ? { text: value } : null)
  }
  if (Array.isArray(value)) return value.length === 1 && isObject(value[0]) ? value[0] : null
  return lastObject(text)
}

/** The value of JSON that may have quotes as in Python, line breaks in strings, or commas after the last of a list. */
function parseWritten(text: string): unknown {
  const value = parseShallowJson(text)
  if (value !== undefined) return value
  const quoted = text.includes('"') ? text : text.replaceAll("'", '"')
  return parseShallowJson(quoted.replace(/[\t\n\r]/g, ' ').replace(/,(?=\s*[}\]])/g, ''))
}

function lastObject(text: string): JsonObject | null {
  let last: JsonObject | null = null
  let found = firstObject(text)
  for (let tried = 0; found !== null && tried < MAX_STARTS; tried += 1) {
    if (Object.keys(found.value).length > 0) last = found.value
    found = firstObject(text, found.end)
  }
  return last
}

/** The first JSON object from an offset on, and its offsets; one that lacks its last braces is completed. */
export function firstObject(text: string, from = 0) {
  let start = text.indexOf('{', from)
  for (let tried = 0; start !== -1 && tried < MAX_STARTS; tried += 1) {
    const { end, depth } = endOfObject(text, start)
    const value = parseWritten(text.slice(start, end) + '}'.repeat(depth))
    if (isObject(value)) return { value, start, end }
    start = text.indexOf('{', start + 1)
  }
  return null
}

/** Offset after the brace that closes the one at `start`, or the end of the text with the number of open braces. */
function endOfObject(text: string, start: number): { readonly end: number; readonly depth: number } {
  let [depth, isQuoted] = [0, false]
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (isQuoted && char === '\\') at += 1
    else if (char === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (char === '{') depth += 1
    else if (char === '}' && --depth === 0) return { end: at + 1, depth }
  }
  return { end: text.length, depth: isQuoted ? 0 : depth }
}

/**
 * The tool that a written name means: some models put a namespace, a number or marks of their format around it, or
 * capitals: `functions.search:0`, `search<|channel|>json`, `searchDocs`. The name as it is if it means none or several.
 */
export function toolNamed(written: string, tools: readonly string[]): string {
  if (tools.includes(written)) return written
  const words = written.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase().split(/[^a-z0-9]+/)
  const [tool, ...others] = tools.filter((name) => words.includes(name.toLowerCase()))
  return tool !== undefined && others.length === 0 ? tool : written
}
