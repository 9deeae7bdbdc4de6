/**
 * Safe pieces of Markdown -> the text that may be shown. Keeps pieces that are safe
 * alone from making a link together (`]` and `(`, `!` and a link, the text on both
 * sides of a gap), and records the shape of the line it writes, by which renderers
 * find blocks.
 */
import {
  createSentenceCounter, endSentences, readChar, readCitation, readCode, type SentenceCounter,
} from './sentences.ts'

/** Characters that may begin a construct together with the text after a gap. */
const GLUE = '<!~'
/** Characters that lists, quotes, headings, rules and tables are made of. */
const MARKS = ' \t>-+*#=|:.)0123456789'
const ROW = ' \t>|:-'

/** The written text, with the state that decides how the next piece is written. */
export interface MarkdownWriter {
  /** Written text that was not taken yet. */
  readonly parts: string[]
  /** The last UTF-16 unit, a line end in the beginning. */
  last: string
  /** True if a backslash is before it. */
  isEscaped: boolean
  /** True if text was removed right here. */
  isGap: boolean
  /** True if a character reference may be in progress: `&colon`. */
  isReference: boolean
  /** True if anything but white space was written. */
  isBegun: boolean
  line: Line
  readonly sentences: SentenceCounter
}

/** The line being written. */
export interface Line {
  isVisible: boolean
  /** True if only marks are on it. */
  isMarks: boolean
  /** True if text was removed while only marks were on it, so that renderers may read its start differently. */
  isUncertain: boolean
  /** True if it may be the row of dashes under the head of a table. */
  isRow: boolean
  hasDash: boolean
  hasPipe: boolean
  hasColon: boolean
  /** True if such a row would turn the line before into the head of a table and split its code. */
  isBelowCode: boolean
}

/** A writer that has written nothing. */
export function createMarkdownWriter(): MarkdownWriter {
  const state = { last: '\n', isEscaped: false, isGap: false, isReference: false, isBegun: false }
  return { parts: [], ...state, line: emptyLine(), sentences: createSentenceCounter() }
}

/** Writes one character of prose in its source form: `<` as `\<`. */
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

/** Writes a code span. */
export function writeCode(writer: MarkdownWriter, raw: string): void {
  // Two of them side by side would be one run of backticks.
  writeWhole(writer, raw, '`')
  readCode(writer.sentences, raw.length)
}

/** Writes an allowed link. */
export function writeLink(writer: MarkdownWriter, raw: string, isCitation: boolean): void {
  writeWhole(writer, raw, '!')
  if (isCitation) readCitation(writer.sentences)
}

/** Marks that text was removed here. */
export function writeGap(writer: MarkdownWriter): void {
  writer.isGap = true
  const { line } = writer
  if (line.isMarks) line.isUncertain = true
  if (!line.isBelowCode || !line.isRow) return
  // The text around the gap would be the row.
  writeVerbatim(writer, '&nbsp;')
  line.isRow = line.isMarks = false
}

/** Writes lines of code, or a part of one, as they are. */
export function writeVerbatim(writer: MarkdownWriter, raw: string): void {
  if (raw === '') return
  writer.parts.push(raw)
  writer.last = raw[raw.length - 1]!
  writer.isEscaped = writer.isReference = false
  writer.isGap = false
  writer.isBegun ||= raw.trim() !== ''
}

/** Ends a line of prose. Returns its shape. */
export function writeLineEnd(writer: MarkdownWriter): Line {
  writeVerbatim(writer, '\n')
  endSentences(writer.sentences)
  const { line } = writer
  writer.line = emptyLine()
  return line
}

/** Takes the written text out. The first half of a surrogate pair is kept until its second half comes. */
export function takeWritten(writer: MarkdownWriter): string {
  const text = writer.parts.splice(0).join('')
  if (!isLead(text.charCodeAt(text.length - 1))) return text
  writer.parts.push(text.slice(-1))
  return text.slice(0, -1)
}

/** Writes a whole construct, with a space between it and `apart`. */
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
  const content = { isVisible: false, isUncertain: false, hasDash: false, hasPipe: false, hasColon: false }
  return { ...content, isBelowCode: false, isMarks: true, isRow: true }
}

/** True if this is the first half of a surrogate pair. */
function isLead(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
