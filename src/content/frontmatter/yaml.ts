/**
 * The part of YAML 1.2 that frontmatter uses -> maps, lists and scalars:
 * block and inline collections, plain and quoted scalars over several lines,
 * `|` and `>` with their indicators, comments. Anchors and tags are skipped. A
 * value that can't be read is left out with a warning that names its line, and
 * parsing continues after it.
 */
import { type FrontData, type FrontMap, type FrontValue, MAX_VALUE_DEPTH } from './value.ts'
import { blockScalarText, readBlockScalarHeader } from './yaml-block-scalar.ts'
import { readFlow } from './yaml-flow.ts'
import { foldLines, readQuoted, resolvePlain } from './yaml-scalar.ts'

/** Warnings of one file; a file with more has one fault many times. */
const MAX_WARNINGS = 20
/** UTF-16 units of the source that a warning shows. */
const MAX_EXCERPT = 40
const UNCLOSED_QUOTE = { problem: 'a quote that never ends' }

/**
 * A line as offsets of the text. `start`, its first character that is no
 * indentation, and `indent` grow when `- ` is read.
 */
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

/** Parses a mapping whose first line has the number `firstLine`. Line breaks must be `\n`. */
export function parseYaml(text: string, firstLine: number): FrontData {
  const lines = linesOf(text, firstLine)
  const warnings: { line: number; message: string }[] = []
  let at = 0

  function warn(line: Line, what: string): undefined {
    if (warnings.length < MAX_WARNINGS) warnings.push({ line: line.number, message: `Frontmatter: ${what}` })
  }

  /** The next line with content. */
  function peek(): Line | null {
    for (let line = lines[at]; line !== undefined; line = lines[(at += 1)]) if (!isSilent(text, line)) return line
    return null
  }

  function skipDeeper(parentIndent: number): void {
    for (let line = peek(); line !== null && line.indent > parentIndent; line = peek()) at += 1
  }

  /** The value of the lines deeper than `parentIndent`; undefined if it can't be read. */
  function readBlock(parentIndent: number, depth: number): FrontValue | undefined {
    const line = peek()
    if (line === null || line.indent <= parentIndent) return null
    if (depth > MAX_VALUE_DEPTH) {
      skipDeeper(parentIndent)
      return warn(line, `more than ${MAX_VALUE_DEPTH} lists and maps inside each other can't be read`)
    }
    if (isItem(text, line)) return readSequence(line.indent, depth)
    if (findKey(text, line) !== null) return readMapping(line.indent, depth)
    return readValue(line.start, { line, parentIndent, depth })
  }

  function readSequence(indent: number, depth: number): FrontValue {
    const list: FrontValue[] = []
    for (let line = peek(); line !== null && line.indent === indent && isItem(text, line); line = peek()) {
      const start = skipSpaces(text, line.start + 1, line.end)
      line.indent += start - line.start
      line.start = start
      const item = readBlock(indent, depth + 1)
      if (item !== undefined) list.push(item)
    }
    return list
  }

  function readMapping(indent: number, depth: number): FrontMap {
    const map = new Map<string, FrontValue>()
    for (let line = peek(); line !== null && line.indent >= indent; line = peek()) {
      const key = line.indent === indent && !isItem(text, line) ? findKey(text, line) : null
      if (key === null) {
        warn(line, `"${excerpt(text, line.start, line.end)}" can't be read as "key: value"`)
        at += 1
        continue
      }
      const value = readValue(key.end, { line, parentIndent: indent, depth })
      if (map.has(key.name)) warn(line, `"${key.name}" is given twice; the first is used`)
      else if (value !== undefined) map.set(key.name, value)
    }
    return map
  }

  /** The value that starts at `from` on the current line; moves to the line after it. */
  function readValue(from: number, position: ValuePosition): FrontValue | undefined {
    const { line, parentIndent, depth } = position
    const start = skipProperties(text, from, line.end)
    at += 1
    if (start === line.end || isComment(text, start)) return readNested(parentIndent, depth + 1)
    const char = text.charAt(start)
    if ('[{"\''.includes(char)) return readDelimited(start, position)
    if (char === '*') return warn(line, `the alias "${excerpt(text, start, line.end)}" isn't followed`)
    const header = char === '|' || char === '>' ? readBlockScalarHeader(text.slice(start, line.end)) : null
    if (header === null) return readPlain(start, position)
    return blockScalarText(takeScalarLines(parentIndent), header, parentIndent)
  }

  /** The lines of a block scalar: blank ones, and those deeper than `parentIndent`. */
  function takeScalarLines(parentIndent: number): string[] {
    const scalar: string[] = []
    for (let line = lines[at]; line !== undefined; line = lines[(at += 1)]) {
      if (line.start < line.end && line.indent <= parentIndent) break
      scalar.push(text.slice(line.from, line.end))
    }
    return scalar
  }

  /** The value below a key; a list may be no deeper than its key. */
  function readNested(parentIndent: number, depth: number): FrontValue | undefined {
    const line = peek()
    if (line !== null && line.indent === parentIndent && isItem(text, line)) return readSequence(parentIndent, depth)
    return readBlock(parentIndent, depth)
  }

  /** A quoted string, an inline list or map; its lines are deeper, except closing brackets. */
  function readDelimited(start: number, { line, parentIndent }: ValuePosition): FrontValue | undefined {
    const belongs = (next: Line) => next.indent > parentIndent || isSilent(text, next) || isClosing(text, next)
    const inside: Line[] = []
    for (let next = lines[at]; next !== undefined && belongs(next); next = lines[at + inside.length]) inside.push(next)
    const source = text.slice(0, (inside.at(-1) ?? line).end)
    const isQuoted = source[start] === '"' || source[start] === "'"
    const result = isQuoted ? (readQuoted(source, start) ?? UNCLOSED_QUOTE) : readFlow(source, start)
    if ('problem' in result) {
      at += inside.length
      return warn(line, `"${excerpt(text, line.start, line.end)}" can't be read: ${result.problem}`)
    }
    let last = line
    for (const next of inside) {
      if (last.end >= result.end) break
      last = next
      at += 1
    }
    const after = skipSpaces(text, result.end, last.end)
    if (after === last.end || isComment(text, after)) return result.value
    return warn(line, `"${excerpt(text, line.start, line.end)}" can't be read: text after the end of the value`)
  }

  /** Plain words continue on all deeper lines. */
  function readPlain(start: number, { line, parentIndent }: ValuePosition): FrontValue {
    const parts = [text.slice(start, endOfPlain(text, start, line.end))]
    for (let next = lines[at]; next !== undefined; next = lines[at]) {
      const isBlank = next.start === next.end
      if (!isBlank && (next.indent <= parentIndent || isComment(text, next.start))) break
      if (!isBlank && findKey(text, next) !== null) {
        warn(next, `"${excerpt(text, next.start, next.end)}" can't be read: a key inside a value`)
      } else parts.push(text.slice(next.start, endOfPlain(text, next.start, next.end)))
      at += 1
    }
    return resolvePlain(foldLines(parts.join('\n').trim()))
  }

  const data = new Map<string, FrontValue>()
  for (let line = peek(); line !== null; line = peek()) {
    const isInline = text[line.start] === '{'
    const map = isInline ? readValue(line.start, { line, parentIndent: -1, depth: 1 }) : readMapping(line.indent, 1)
    if (map instanceof Map) for (const [key, value] of map) if (!data.has(key)) data.set(key, value)
  }
  return { data, warnings }
}

function linesOf(text: string, firstLine: number): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length; ) {
    const lineBreak = text.indexOf('\n', from)
    const end = lineBreak === -1 ? text.length : lineBreak
    let start = from
    while (start < end && text[start] === ' ') start += 1
    lines.push({ number: firstLine + lines.length, from, end, start, indent: start - from })
    from = end + 1
  }
  return lines
}

/** Blank, or only a comment. */
function isSilent(text: string, { start, end }: Line): boolean {
  return skipSpaces(text, start, end) === end || isComment(text, start)
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

/** A bracket that ends an inline list or map may be no deeper than its key. */
function isClosing(text: string, { start }: Line): boolean {
  return text[start] === ']' || text[start] === '}'
}

/** The key of a line and the offset after its colon. */
function findKey(text: string, { start, end }: Line): { readonly name: string; readonly end: number } | null {
  const char = text[start] ?? ''
  if ('\t[{|>*'.includes(char) || (char === '?' && isSpace(text[start + 1]))) return null
  if (char === '"' || char === "'") {
    const quoted = readQuoted(text, start)
    if (quoted === null || quoted.end > end) return null
    const colon = skipSpaces(text, quoted.end, end)
    return text[colon] === ':' ? { name: quoted.value, end: colon + 1 } : null
  }
  const content = text.slice(start, end)
  for (let colon = content.indexOf(':'); colon !== -1; colon = content.indexOf(':', colon + 1)) {
    if (colon + 1 < content.length && !isSpace(content[colon + 1])) continue
    const name = content.slice(0, colon).trim()
    return name === '' || name.includes(' #') ? null : { name, end: start + colon + 1 }
  }
  return null
}

/** Skips white space, an `&anchor` and a `!tag`. */
function skipProperties(text: string, from: number, end: number): number {
  let at = skipSpaces(text, from, end)
  while (text[at] === '&' || text[at] === '!') {
    while (at < end && !isSpace(text[at])) at += 1
    at = skipSpaces(text, at, end)
  }
  return at
}

function skipSpaces(text: string, from: number, end: number): number {
  let at = from
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1
  return at
}

/** Plain words end before a comment. */
function endOfPlain(text: string, from: number, end: number): number {
  const content = text.slice(from, end)
  const comment = content.search(/[ \t]#/)
  return comment === -1 ? end : from + comment
}

function excerpt(text: string, from: number, end: number): string {
  return end - from <= MAX_EXCERPT ? text.slice(from, end) : `${text.slice(from, from + MAX_EXCERPT)}…`
}
