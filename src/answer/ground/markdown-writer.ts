/**
 * Safe pieces of Markdown -> the text that may be shown. Sees to it that two
 * pieces which are safe alone make no link together (`]` and `(`, `!` and a link,
 * what is left on both sides of something removed), and knows what the line that
 * it wrote looks like, which is what a renderer goes by.
 */
import { createSentenceCounter, endSentences, readChar, readCitation, readCode, type SentenceCounter } from './sentences.ts'

/** What starts something together with a character that once stood further off. */
const GLUE = '<!~'
/** Characters that lists, quotes, headings, rules and tables are made of. */
const MARKS = ' \t>-+*#=|:.)0123456789'
const ROW = ' \t>|:-'

/** What was written, and what of it matters to what comes next. */
export interface MarkdownWriter {
  /** Written and not yet taken. */
  readonly parts: string[]
  /** The last UTF-16 unit, a line end in the beginning. */
  last: string
  /** Whether a backslash stands before it. */
  isEscaped: boolean
  /** Whether something was removed right here. */
  isGap: boolean
  /** Whether a reference to a character may be under way: `&colon`. */
  isReference: boolean
  /** Whether anything but white space was written. */
  isBegun: boolean
  line: Line
  readonly sentences: SentenceCounter
}

/** The line being written. */
export interface Line {
  isVisible: boolean
  /** Whether nothing but marks is on it. */
  isMarks: boolean
  /** Whether something was removed while it was but marks, so that it may begin otherwise than it was read. */
  isUncertain: boolean
  /** Whether it may be the row of dashes under the head of a table. */
  isRow: boolean
  hasDash: boolean
  hasPipe: boolean
  hasColon: boolean
  /** Whether such a row would part code of the line before, which then would be the head of a table. */
  isBelowCode: boolean
}

/** A writer that has written nothing. */
export function createMarkdownWriter(): MarkdownWriter {
  const nothing = { last: '\n', isEscaped: false, isGap: false, isReference: false, isBegun: false }
  return { parts: [], ...nothing, line: emptyLine(), sentences: createSentenceCounter() }
}

/** One character of prose, and how it is written: `<` as `\<`. */
export function writeChar(writer: MarkdownWriter, raw: string, char: string): void {
  if (writer.isGap) closeGap(writer, raw)
  const isTarget = writer.last === ']' && (raw === '(' || raw === ':')
  writer.parts.push(isTarget ? `\\${raw}` : raw)
  writer.last = raw[raw.length - 1]!
  writer.isEscaped = raw.length > 1 && raw[0] === '\\'
  writer.isReference = raw === '&' || (writer.isReference && /^[A-Za-z0-9#]$/.test(raw))
  writer.isBegun ||= raw.trim() !== ''
  look(writer.line, raw)
  readChar(writer.sentences, char)
}

/** A code span. */
export function writeCode(writer: MarkdownWriter, raw: string): void {
  // Two of them side by side would be one run of backticks.
  writeWhole(writer, raw, '`')
  readCode(writer.sentences, raw.length)
}

/** A link that may stand. */
export function writeLink(writer: MarkdownWriter, raw: string, isCitation: boolean): void {
  writeWhole(writer, raw, '!')
  if (isCitation) readCitation(writer.sentences)
}

/** In the place of something removed. */
export function writeGap(writer: MarkdownWriter): void {
  writer.isGap = true
  const { line } = writer
  if (line.isMarks) line.isUncertain = true
  if (!line.isBelowCode || !line.isRow) return
  // What is left would be the row.
  writeVerbatim(writer, '&nbsp;')
  line.isRow = line.isMarks = false
}

/** Lines of code, or a part of one, as they are. */
export function writeVerbatim(writer: MarkdownWriter, raw: string): void {
  if (raw === '') return
  writer.parts.push(raw)
  writer.last = raw[raw.length - 1]!
  writer.isEscaped = writer.isReference = false
  writer.isGap = false
  writer.isBegun ||= raw.trim() !== ''
}

/** Ends a line of prose, and says what it looked like. */
export function writeLineEnd(writer: MarkdownWriter): Line {
  writeVerbatim(writer, '\n')
  endSentences(writer.sentences)
  const { line } = writer
  writer.line = emptyLine()
  return line
}

/** What may be shown. Half of a character is kept back for its other half. */
export function takeWritten(writer: MarkdownWriter): string {
  const text = writer.parts.splice(0).join('')
  if (!isLead(text.charCodeAt(text.length - 1))) return text
  writer.parts.push(text.slice(-1))
  return text.slice(0, -1)
}

/** With a space in between where `apart` stands before it. */
function writeWhole(writer: MarkdownWriter, raw: string, apart: string): void {
  if (writer.isGap) closeGap(writer, raw)
  writer.parts.push(writer.last === apart && !writer.isEscaped ? ` ${raw}` : raw)
  writer.last = raw[raw.length - 1]!
  writer.isEscaped = writer.isReference = false
  writer.isBegun = true
  const { line } = writer
  line.isVisible = true
  line.isMarks = line.isRow = false
  line.hasPipe ||= raw.includes('|')
}

function closeGap(writer: MarkdownWriter, raw: string): void {
  writer.isGap = false
  if ((GLUE.includes(writer.last) || writer.isReference) && raw !== ' ') writeVerbatim(writer, ' ')
}

function look(line: Line, raw: string): void {
  if (raw.trim() !== '') line.isVisible = true
  if (line.isMarks && !MARKS.includes(raw)) line.isMarks = false
  if (line.isRow && !ROW.includes(raw)) line.isRow = false
  if (raw === '-') line.hasDash = true
  else if (raw === '|') line.hasPipe = true
  else if (raw === ':') line.hasColon = true
}

function emptyLine(): Line {
  const nothing = { isVisible: false, isUncertain: false, hasDash: false, hasPipe: false, hasColon: false, isBelowCode: false }
  return { ...nothing, isMarks: true, isRow: true }
}

/** Whether this is the first half of a surrogate pair. */
function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
