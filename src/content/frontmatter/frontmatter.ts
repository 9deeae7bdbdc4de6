/**
 * A text file -> its frontmatter and its body. YAML between lines of `---`,
 * TOML between lines of `+++`, or a JSON object, at the top of the file. The
 * body's line breaks are `\n`; a byte order mark falls.
 */
import { parseToml } from './toml.ts'
import type { FrontData, FrontMap } from './value.ts'
import { readFlow } from './yaml-flow.ts'
import { parseYaml } from './yaml.ts'

/** UTF-16 units of frontmatter; a longer one is passed over unread. */
const MAX_LENGTH = 262_144

/** A map's brace and first key: in MDX `{"text"}` alone is an expression. */
const JSON_START = /^\{\s*"[^"\n]*"\s*:/
/** What tells frontmatter that is never closed from a page that starts with a line. */
const FIRST_KEY = /^[A-Za-z_][\w-]*\s*[:=]/

export interface Frontmatter extends FrontData {
  readonly body: string
  /** Number of the body's first line in the file, from 1. */
  readonly bodyLine: number
}

/** Never fails: what can't be read of the frontmatter is in `warnings`, the page is kept. */
export function readFrontmatter(source: string): Frontmatter {
  const text = normalizeLines(source)
  const start = lineStart(text, text.search(/[^ \t\n]|$/))
  const fence = text.slice(start, start + 3)
  if (fence === '---' || fence === '+++') return readFenced(text, start, fence)
  if (text[start] === '{' && JSON_START.test(text.slice(start, start + MAX_LENGTH))) return readJson(text, start)
  return { data: new Map(), warnings: [], body: text, bodyLine: 1 }
}

function normalizeLines(source: string): string {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function readFenced(text: string, start: number, fence: '---' | '+++'): Frontmatter {
  const none = { data: new Map(), warnings: [], body: text, bodyLine: 1 }
  const from = lineEnd(text, start) + 1
  if (text.slice(start, from).trimEnd() !== fence) return none
  const end = findFence(text, from, fence)
  const firstLine = lineAt(text, from)
  if (end === -1) {
    if (!FIRST_KEY.test(text.slice(from, from + 100))) return none
    return { ...none, warnings: [{ line: firstLine - 1, message: `Frontmatter: the closing "${fence}" is missing` }] }
  }
  const content = text.slice(from, end)
  const body = lineEnd(text, end) + 1
  const parse = content.length > MAX_LENGTH ? passOver : fence === '---' ? parseYaml : parseToml
  return { ...parse(content, firstLine), body: text.slice(body), bodyLine: lineAt(text, body) }
}

function readJson(text: string, start: number): Frontmatter {
  const found = readFlow(text.slice(0, start + MAX_LENGTH), start)
  const line = lineAt(text, start)
  if (!('problem' in found)) {
    const data: FrontMap = found.value instanceof Map ? found.value : new Map()
    return { data, warnings: [], body: text.slice(found.end), bodyLine: lineAt(text, found.end) }
  }
  const close = text.indexOf('\n}\n', start)
  const end = close === -1 ? start : close + 2
  const warnings = [{ line, message: `Frontmatter: the JSON can't be read: ${found.problem}` }]
  return { data: new Map(), warnings, body: text.slice(end), bodyLine: lineAt(text, end) }
}

/** Offset of the next line that is the fence alone, -1 where there is none. */
function findFence(text: string, from: number, fence: string): number {
  for (let at = from; at !== -1 && at < text.length; ) {
    if (text.startsWith(fence, at) && text.slice(at, lineEnd(text, at)).trimEnd() === fence) return at
    const next = text.indexOf(`\n${fence}`, at)
    at = next === -1 ? -1 : next + 1
  }
  return -1
}

function passOver(_: string, line: number): FrontData {
  return { data: new Map(), warnings: [{ line, message: `Frontmatter: longer than ${MAX_LENGTH} characters, not read` }] }
}

function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found === -1 ? text.length : found
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** Number of the line that `offset` stands on, from 1. */
function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
