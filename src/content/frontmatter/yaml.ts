/**
 * The part of YAML 1.2 that frontmatter is written in -> maps, lists and
 * scalars. Read: block and inline collections, plain and quoted scalars over
 * several lines, `|` and `>` with their indicators, comments. Anchors and tags
 * are passed over. What can't be read is left out with a warning that names its
 * line, and reading goes on behind it.
 */
import { type FrontData, type FrontMap, type FrontValue, MAX_VALUE_DEPTH } from './value.ts'
import { blockScalarText, readBlockScalarHeader } from './yaml-block-scalar.ts'
import { readFlow } from './yaml-flow.ts'
import { foldLines, readQuoted, resolvePlain } from './yaml-scalar.ts'

/** Warnings of one file; more of them say nothing new. */
const MAX_WARNINGS = 20
/** UTF-16 units of the source that a warning shows. */
const MAX_EXCERPT = 40
const UNCLOSED_QUOTE = { problem: 'a quote that never ends' }

/**
 * A line as offsets of the text. `start`, its first character that is no
 * indentation, and `indent` move on when `- ` is read off it.
 */
interface Line {
  readonly number: number
  readonly from: number
  readonly end: number
  start: number
  indent: number
}

/** Where a value stands: what is deeper than `parentIndent` belongs to it. */
interface Place {
  readonly line: Line
  readonly parentIndent: number
  readonly depth: number
}

/** Reads a mapping whose first line has the number `firstLine`. Line breaks must be `\n`. */
export function parseYaml(text: string, firstLine: number): FrontData {
  const lines = linesOf(text, firstLine)
  const warnings: { line: number; message: string }[] = []
  let at = 0

  function warn(line: Line, what: string): undefined {
    if (warnings.length < MAX_WARNINGS) warnings.push({ line: line.number, message: `Frontmatter: ${what}` })
  }

  /** The next line that says something. */
  function peek(): Line | null {
    while (at < lines.length && isSilent(text, lines[at]!)) at += 1
    return lines[at] ?? null
  }

  function skipDeeper(parentIndent: number): void {
    for (let line = peek(); line !== null && line.indent > parentIndent; line = peek()) at += 1
  }

  /** All that stands deeper than `parentIndent`; undefined where it can't be read. */
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
      if (map.has(key.name)) warn(line, `"${key.name}" is there twice, the first counts`)
      else if (value !== undefined) map.set(key.name, value)
    }
    return map
  }

  /** The value that starts at `from` on the current line; leaves all its lines behind. */
  function readValue(from: number, place: Place): FrontValue | undefined {
    const { line, parentIndent, depth } = place
    const start = skipProperties(text, from, line.end)
    at += 1
    if (start === line.end || isComment(text, start)) return readNested(parentIndent, depth + 1)
    const char = text[start]!
    if ('[{"\''.includes(char)) return readDelimited(start, place)
    if (char === '*') return warn(line, `the alias "${excerpt(text, start, line.end)}" isn't followed`)
    const header = char === '|' || char === '>' ? readBlockScalarHeader(text.slice(start, line.end)) : null
    if (header === null) return readPlain(start, place)
    const first = at
    while (at < lines.length && (lines[at]!.start === lines[at]!.end || lines[at]!.indent > parentIndent)) at += 1
    return blockScalarText(lines.slice(first, at).map((one) => text.slice(one.from, one.end)), header, parentIndent)
  }

  /** What stands below a key; a list may stand right below it, no deeper. */
  function readNested(parentIndent: number, depth: number): FrontValue | undefined {
    const line = peek()
    if (line !== null && line.indent === parentIndent && isItem(text, line)) return readSequence(parentIndent, depth)
    return readBlock(parentIndent, depth)
  }

  /** A quoted string, an inline list or map; its lines are deeper, but for closing brackets. */
  function readDelimited(start: number, { line, parentIndent }: Place): FrontValue | undefined {
    const belongs = (one: Line) => one.indent > parentIndent || isSilent(text, one) || isClosing(text, one)
    let last = at
    while (last < lines.length && belongs(lines[last]!)) last += 1
    const source = text.slice(0, lines[last - 1]!.end)
    const isQuoted = source[start] === '"' || source[start] === "'"
    const found = isQuoted ? (readQuoted(source, start) ?? UNCLOSED_QUOTE) : readFlow(source, start)
    if ('problem' in found) {
      at = last
      return warn(line, `"${excerpt(text, line.start, line.end)}" can't be read: ${found.problem}`)
    }
    while (lines[at - 1]!.end < found.end) at += 1
    const rest = skipSpaces(text, found.end, lines[at - 1]!.end)
    if (rest === lines[at - 1]!.end || isComment(text, rest)) return found.value
    return warn(line, `"${excerpt(text, line.start, line.end)}" can't be read: text behind the end of the value`)
  }

  /** Plain words go on over all lines that are deeper. */
  function readPlain(start: number, { line, parentIndent }: Place): FrontValue {
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
    const found = isInline ? readValue(line.start, { line, parentIndent: -1, depth: 1 }) : readMapping(line.indent, 1)
    if (found instanceof Map) for (const [key, value] of found) if (!data.has(key)) data.set(key, value)
  }
  return { data, warnings }
}

function linesOf(text: string, firstLine: number): Line[] {
  const lines: Line[] = []
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
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

/** A `#` counts behind white space only. */
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

/** A bracket that ends an inline list or map may stand no deeper than its key. */
function isClosing(text: string, { start }: Line): boolean {
  return text[start] === ']' || text[start] === '}'
}

/** The key of a line and the offset behind its colon. */
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

/** Passes white space, an `&anchor` and a `!tag`. */
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
