/**
 * The part of YAML 1.2 that frontmatter uses -> maps, lists and scalars: block and inline collections, plain and quoted
 * scalars over several lines, `|` and `>` with their indicators, comments, aliases of what has a line of its own, and
 * the keys `<<` that merge maps: yaml.org/type/merge.html. Tags are skipped. A value that can't be read is left out with a warning that names its
 * line, and parsing continues after it.
 */
import { shorten } from '../../base/text.ts'
import { endOfMatch, findMark, lineEnd } from '../offset.ts'
import {
  foldLines, type FrontData, type FrontMap, type FrontValue, frontWarning, MAX_VALUE_DEPTH, type ParsedValue,
  readCollection, readQuoted, resolvePlain,
} from './value.ts'

/** Warnings of one file; a file with more has one fault many times. */
const MAX_WARNINGS = 20
/** UTF-16 units of the source that a warning shows. */
const MAX_EXCERPT = 40
/** Values of one file that its aliases repeat, each with those in it: further aliases are not followed. */
const MAX_REPEATED = 10_000
/** Lines of one value that are no deeper than its key. */
const MAX_OUTDENTED = 20

/**
 * The indicators of a block scalar: `|`, `>-`, `|2+`, `>- # comment`. Whatever they say, its first line decides on its
 * indentation, and line breaks at its end are dropped.
 */
const HEADER = /^[|>](?:[-+][1-9]?|[1-9][-+]?)?(?:[ \t]+#.*|[ \t]*)$/

const SPACES = /[ \t]*/y
const ANCHOR = /&(\S+)/
/** An anchor and a tag before a value. */
const PROPERTIES = /[ \t]*(?:[&!][^ \t\n]*[ \t]*)*/y
const BLANK = /[ \t\n]*/y
/** Plain words of inline collections end at `,`, a bracket, `: ` or a comment. */
const FLOW_END = /[,[\]{}]|:(?=[\s,[\]{}]|$)|(?<=\s)#/g

/** A line as offsets of the text; `start`, after the indentation, and `indent` grow when `- ` is read. */
interface Line {
  readonly number: number
  readonly from: number
  readonly end: number
  start: number
  indent: number
}

/** The position of a value: the lines deeper than `parentIndent` belong to it. */
interface ValuePosition {
  readonly line: Line
  readonly parentIndent: number
  readonly depth: number
}

interface YamlState {
  readonly text: string
  readonly lines: readonly Line[]
  /** Index of the current line. */
  at: number
  /** Values that are named: `a: &name 1`. */
  readonly named: Map<string, FrontValue>
  /** Values that aliases may still repeat. */
  repeatsLeft: number
  readonly warnings: FrontData['warnings'][number][]
}

/** Parses a mapping whose first line has the number `firstLine`. Line breaks must be `\n`. */
export function parseYaml(text: string, firstLine: number): FrontData {
  const lines = linesOf(text, firstLine)
  const yaml: YamlState = { text, lines, at: 0, named: new Map(), repeatsLeft: MAX_REPEATED, warnings: [] }
  const data = new Map<string, FrontValue>()
  for (let line = peek(yaml); line !== null; line = peek(yaml)) {
    const isInline = text[line.start] === '{'
    const map = isInline
      ? readValue(yaml, line.start, { line, parentIndent: -1, depth: 1 })
      : readMapping(yaml, line.indent, 1)
    if (map instanceof Map) for (const [key, value] of map) if (!data.has(key)) data.set(key, value)
  }
  return { data, warnings: yaml.warnings }
}

function warn({ warnings }: YamlState, line: Line, what: string): undefined {
  if (warnings.length < MAX_WARNINGS) warnings.push(frontWarning(line.number, what))
}

/** The next line with content. */
function peek(yaml: YamlState): Line | null {
  const { text, lines } = yaml
  for (let line = lines[yaml.at]; line !== undefined; line = lines[(yaml.at += 1)]) {
    if (!isSilent(text, line)) return line
  }
  return null
}

/** The value of the lines deeper than `parentIndent`; undefined if it can't be read. */
function readBlock(yaml: YamlState, parentIndent: number, depth: number): FrontValue | undefined {
  const { text } = yaml
  const line = peek(yaml)
  if (line === null || line.indent <= parentIndent) return null
  if (depth > MAX_VALUE_DEPTH) {
    for (let next = peek(yaml); next !== null && next.indent > parentIndent; next = peek(yaml)) yaml.at += 1
    return warn(yaml, line, `more than ${MAX_VALUE_DEPTH} lists and maps inside each other can't be read`)
  }
  if (isItem(text, line)) return readSequence(yaml, line.indent, depth)
  if (findKey(text, line) !== null) return readMapping(yaml, line.indent, depth)
  return readValue(yaml, line.start, { line, parentIndent, depth })
}

function readSequence(yaml: YamlState, indent: number, depth: number): FrontValue {
  const { text } = yaml
  const list: FrontValue[] = []
  for (let line = peek(yaml); line !== null && line.indent === indent && isItem(text, line); line = peek(yaml)) {
    const start = endOfMatch(SPACES, text, line.start + 1)
    line.indent += start - line.start
    line.start = start
    const item = readBlock(yaml, indent, depth + 1)
    if (item !== undefined) list.push(item)
  }
  return list
}

function readMapping(yaml: YamlState, indent: number, depth: number): FrontMap {
  const { text } = yaml
  const map = new Map<string, FrontValue>()
  for (let line = peek(yaml); line !== null && line.indent >= indent; line = peek(yaml)) {
    const key = line.indent === indent && !isItem(text, line) ? findKey(text, line) : null
    if (key === null) {
      warn(yaml, line, `"${excerpt(text, line.start, line.end)}" can't be read as "key: value"`)
      yaml.at += 1
      continue
    }
    const value = readValue(yaml, key.end, { line, parentIndent: indent, depth })
    if (map.has(key.name)) warn(yaml, line, `"${key.name}" is given twice; the first is used`)
    else if (value !== undefined) map.set(key.name, value)
  }
  return withMerges(map)
}

/** The map with the members of the maps at its key `<<` in place of that. */
function withMerges(map: Map<string, FrontValue>): FrontMap {
  const maps = [map.get('<<')].flat()
  map.delete('<<')
  for (const one of maps) if (one instanceof Map) for (const [key, value] of one) if (!map.has(key)) map.set(key, value)
  return map
}

/** The value that a name stands for; undefined for none, and for one with more values than may be repeated. */
function valueNamed(yaml: YamlState, name: string): FrontValue | undefined {
  const value = yaml.named.get(name)
  return value !== undefined && isRepeatable(yaml, value) ? value : undefined
}

function isRepeatable(yaml: YamlState, value: FrontValue): boolean {
  yaml.repeatsLeft -= 1
  if (yaml.repeatsLeft < 0) return false
  const inner = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : []
  return inner.every((one) => isRepeatable(yaml, one))
}

/** An inline value with what its aliases stand for. */
function withAliases(yaml: YamlState, value: FrontValue): FrontValue {
  if (typeof value === 'string' && value.startsWith('*')) return valueNamed(yaml, value.slice(1)) ?? value
  if (Array.isArray(value)) return value.map((one: FrontValue) => withAliases(yaml, one))
  return value instanceof Map ? withMerges(new Map([...value].map(([key, one]) => [key, withAliases(yaml, one)]))) : value
}

/** The value that starts at `from` on the current line; moves to the line after it. */
function readValue(yaml: YamlState, from: number, position: ValuePosition): FrontValue | undefined {
  const start = endOfMatch(PROPERTIES, yaml.text, from)
  const value = readContent(yaml, start, position)
  const [, name] = ANCHOR.exec(yaml.text.slice(from, start)) ?? []
  if (name !== undefined && value !== undefined) yaml.named.set(name, value)
  return value
}

function readContent(yaml: YamlState, start: number, position: ValuePosition): FrontValue | undefined {
  const { text } = yaml
  const { line, parentIndent, depth } = position
  yaml.at += 1
  if (start === line.end || isComment(text, start)) return readNested(yaml, parentIndent, depth + 1)
  const char = text.charAt(start)
  if ('[{"\''.includes(char)) return readDelimited(yaml, start, position)
  if (char === '*') {
    const name = plainIn(text, start + 1, line.end).trim()
    return valueNamed(yaml, name) ?? warn(yaml, line, `the alias "${excerpt(text, start, line.end)}" isn't followed`)
  }
  if (!HEADER.test(text.slice(start, line.end))) return readPlain(yaml, start, position)
  const scalar = readBlockScalar(yaml, parentIndent)
  return char === '>' ? foldLines(scalar) : scalar
}

/** The blank lines, and those deeper than `parentIndent`, without the indentation of the first. */
function readBlockScalar(yaml: YamlState, parentIndent: number): string {
  const scalar: string[] = []
  let first: Line | null = null
  for (let line = yaml.lines[yaml.at]; line !== undefined; line = yaml.lines[(yaml.at += 1)]) {
    const isBlank = line.start === line.end
    if (!isBlank && line.indent <= parentIndent) break
    if (!isBlank) first ??= line
    scalar.push(yaml.text.slice(line.from + Math.min(first?.indent ?? Infinity, line.indent), line.end))
  }
  return scalar.join('\n').trimEnd()
}

/** The value below a key; a list may be no deeper than its key. */
function readNested(yaml: YamlState, parentIndent: number, depth: number): FrontValue | undefined {
  const line = peek(yaml)
  const isList = line !== null && line.indent === parentIndent && isItem(yaml.text, line)
  return isList ? readSequence(yaml, parentIndent, depth) : readBlock(yaml, parentIndent, depth)
}

/** A quoted string, an inline list or map; its lines are deeper, except closing brackets, or else any. */
function readDelimited(yaml: YamlState, start: number, { line, parentIndent }: ValuePosition): FrontValue | undefined {
  const { text, lines, at } = yaml
  // A bracket that ends an inline list or map may be no deeper than its key.
  const isClosing = (next: Line) => text[next.start] === ']' || text[next.start] === '}'
  const belongs = (next: Line) => next.indent > parentIndent || isSilent(text, next) || isClosing(next)
  const inside: Line[] = []
  for (let next = lines[at]; next !== undefined && belongs(next); next = lines[at + inside.length]) inside.push(next)
  // libyaml, which most generators read with, takes lines of any indentation.
  const last = lines[Math.min(lines.length, at + inside.length + MAX_OUTDENTED) - 1]
  const result = delimitedIn(text.slice(0, last?.end), start)
  if (result === null) {
    yaml.at += inside.length
    return warn(yaml, line, `"${excerpt(text, line.start, line.end)}" can't be read`)
  }
  while ((lines[yaml.at]?.from ?? Infinity) < result.end) yaml.at += 1
  return yaml.named.size === 0 ? result.value : withAliases(yaml, result.value)
}

/** The value at an offset, with nothing behind it in its line. */
function delimitedIn(text: string, start: number): ParsedValue {
  const result = readFlowItem(text, start, 0)
  if (result === null) return null
  const after = endOfMatch(SPACES, text, result.end)
  return after === lineEnd(text, result.end) || isComment(text, after) ? result : null
}

/** Plain words continue on all deeper lines. */
function readPlain(yaml: YamlState, start: number, { line, parentIndent }: ValuePosition): FrontValue {
  const { text, lines } = yaml
  const parts = [plainIn(text, start, line.end)]
  for (let next = lines[yaml.at]; next !== undefined; next = lines[yaml.at]) {
    const isBlank = next.start === next.end
    if (!isBlank && (next.indent <= parentIndent || isComment(text, next.start))) break
    if (!isBlank && findKey(text, next) !== null) {
      warn(yaml, next, `"${excerpt(text, next.start, next.end)}" can't be read: a key inside a value`)
    } else parts.push(plainIn(text, next.start, next.end))
    yaml.at += 1
  }
  return resolvePlain(foldLines(parts.join('\n').trim()))
}

function linesOf(text: string, firstLine: number): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length; ) {
    const end = lineEnd(text, from)
    // A tab is not indentation in YAML.
    const indent = text.slice(from, end).search(/[^ ]|$/)
    lines.push({ number: firstLine + lines.length, from, end, start: from + indent, indent })
    from = end + 1
  }
  return lines
}

/** Blank, or only a comment. */
function isSilent(text: string, { start, end }: Line): boolean {
  return endOfMatch(SPACES, text, start) === end || isComment(text, start)
}

/** A `#` starts a comment after white space only. */
function isComment(text: string, at: number): boolean {
  return text[at] === '#' && (at === 0 || isSpace(text[at - 1]))
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n'
}

/** `- ` opens an item of a list. */
function isItem(text: string, { start, end }: Line): boolean {
  return text[start] === '-' && (start + 1 === end || isSpace(text[start + 1]))
}

/** The key of a line and the offset after its colon. */
function findKey(text: string, { start, end }: Line): { readonly name: string; readonly end: number } | null {
  const char = text[start] ?? ''
  if ('\t[{|>*'.includes(char) || (char === '?' && isSpace(text[start + 1]))) return null
  if (char === '"' || char === "'") {
    const quoted = readQuoted(text, start)
    if (quoted === null || quoted.end > end) return null
    const colon = endOfMatch(SPACES, text, quoted.end)
    return text[colon] === ':' ? { name: quoted.value, end: colon + 1 } : null
  }
  const [, written = ''] = /^([^]*?):(?:[ \t]|$)/.exec(text.slice(start, end)) ?? []
  const name = written.trim()
  return name === '' || name.includes(' #') ? null : { name, end: start + written.length + 1 }
}

/** Plain words end before a comment. */
function plainIn(text: string, from: number, end: number): string {
  return text.slice(from, end).replace(/[ \t]#.*/, '')
}

function excerpt(text: string, from: number, end: number): string {
  return shorten(text.slice(from, end), MAX_EXCERPT)
}

/** Parses `[a, "b"]` or `{ c: d }`, whose bracket is at `at`, over any lines; `depth` is its own. JSON is a subset. */
export function readFlow(text: string, at: number, depth = 1): ParsedValue {
  if (depth > MAX_VALUE_DEPTH) return null
  return text[at] === '[' ? readFlowList(text, at, depth) : readFlowMap(text, at, depth)
}

function readFlowList(text: string, start: number, depth: number): ParsedValue {
  const list: FrontValue[] = []
  function readPart(at: number): ParsedValue {
    const item = readFlowItem(text, at, depth)
    if (item === null) return null
    const next = skipSilent(text, item.end)
    // `[a: b]` is a list of one small map.
    const isKey = text[next] === ':' && typeof item.value === 'string'
    const value = isKey ? readFlowItem(text, skipSilent(text, next + 1), depth) : item
    if (value !== null) list.push(isKey ? new Map([[String(item.value), value.value]]) : value.value)
    return value
  }
  return readCollection(text, start, { value: list, skip: skipSilent, readPart })
}

function readFlowMap(text: string, start: number, depth: number): ParsedValue {
  const map = new Map<string, FrontValue>()
  function readPart(at: number): ParsedValue {
    const key = readFlowItem(text, at, depth)
    if (key === null) return null
    const next = skipSilent(text, key.end)
    const isKey = text[next] === ':'
    const value = isKey ? readFlowItem(text, skipSilent(text, next + 1), depth) : { ...key, value: null }
    if (value === null) return null
    if (key.value !== null && typeof key.value !== 'object') map.set(String(key.value), value.value)
    return value
  }
  return readCollection(text, start, { value: map, skip: skipSilent, readPart })
}

/** Parses one key or value inside of `depth` others; an empty one is null, as in `{ a: , b }`. */
function readFlowItem(text: string, at: number, depth: number): ParsedValue {
  const char = text[at]
  if (char === '[' || char === '{') return readFlow(text, at, depth + 1)
  if (char === '"' || char === "'") return readQuoted(text, at)
  const mark = findMark(FLOW_END, text, at)
  const end = mark === -1 ? text.length : mark
  return { value: resolvePlain(foldLines(text.slice(at, end).trim())), end }
}

function skipSilent(text: string, from: number): number {
  let at = endOfMatch(BLANK, text, from)
  while (text[at] === '#' && /\s/.test(text[at - 1] ?? '')) at = endOfMatch(BLANK, text, lineEnd(text, at))
  return at
}
