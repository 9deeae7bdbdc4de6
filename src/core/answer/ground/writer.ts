/**
 * Safe pieces of Markdown -> the text that may be shown, and the same text as blocks that can be checked. Pieces that
 * are safe alone must not make a link together: `]` and `(`, `!` and a link. Nor may the row of dashes below the head
 * of a table make cells of the code in that head.
 */

import type { Piece } from './inline.ts'

/** Characters that lists, quotes, headings, rules and tables are made of. */
const MARKS = /^[ \t>\-+*#=|:.)\d]*$/
/** Characters of the row of dashes under the head of a table. */
const ROW = /^[ \t>|:-]*$/
/** UTF-16 units of such a row that are held back. */
const MAX_ROW_LENGTH = 250
/** A pipe, or a character that a backslash escapes. */
const PIPE = /\\[^]|\|/g
/** Characters that stand for citations and code spans in the text that is checked. */
const RESERVED = /[\ue000-\ue003]/

/** A paragraph as a reader sees it, with marks for citations and code spans; or a block of code. */
export interface Block {
  readonly type: 'prose' | 'code'
  text: string
  /** Language of a block of code, as its fence has it. */
  readonly language: string
}

/** The written text, with the state that decides how the next piece is written. */
export interface Writer {
  /** Text that was not taken yet. */
  readonly parts: string[]
  /** The last UTF-16 unit of the output; a blank for one after a backslash. */
  last: string
  /** True if anything but white space was written. */
  isBegun: boolean
  /** True if a pipe separates cells here, even within code. */
  isTable: boolean
  line: Line
  /** The line before in the same paragraph, an empty one at its start. */
  before: Line
  /** All that was written: the text of the last one may still grow. */
  readonly blocks: Block[]
  /** The block that is open: its paragraph, or its code. */
  block: Block | null
  /** Code spans -> the numbers of their marks, in order. */
  readonly spans: Map<string, number>
  /** The sources of links, in the order of their first citation. */
  readonly cited: Set<number>
}

/** The line being written. */
export interface Line {
  isVisible: boolean
  isMarks: boolean
  /** True if text was removed while only marks were on it, so that renderers may read its start differently. */
  isUncertain: boolean
  hasPipe: boolean
  /** True if it has code with a pipe that a row of dashes below it would split. */
  hasSplitCode: boolean
  /** Its text if it may be a row of dashes, else null. Below code that it would split, the row is held back. */
  row: string | null
  /** Its text as a reader sees it, with marks. */
  readonly seen: string[]
}

/** A writer that has written nothing. */
export function createWriter(): Writer {
  const state = { last: '\n', isBegun: false, isTable: false, line: emptyLine(), before: emptyLine() }
  return { parts: [], ...state, blocks: [], block: null, spans: new Map<string, number>(), cited: new Set<number>() }
}

function emptyLine(): Line {
  const flags = { isVisible: false, isUncertain: false, hasPipe: false, hasSplitCode: false }
  return { ...flags, isMarks: true, row: '', seen: [] }
}

/** Writes one character of prose in its source form, `<` as `\<`; a reader sees `char`. */
export function writeChar(writer: Writer, raw: string, char: string): void {
  const isTarget = writer.last === ']' && (raw === '(' || raw === ':')
  const source = isTarget ? `\\${raw}` : raw
  put(writer, source, /^\\./.test(source) ? ' ' : source.slice(-1))
  see(writer, { type: 'char', raw, char })
}

/** Writes a code span. In a table its pipes get a backslash, outside of one a reader would see that. */
export function writeCode(writer: Writer, raw: string): void {
  const escaped = raw.replace(PIPE, (mark) => (mark === '|' ? '\\|' : mark))
  if (escaped !== raw && !writer.isTable) writer.line.hasSplitCode = true
  // Two of them side by side would be one run of backticks.
  writeWhole(writer, writer.isTable ? escaped : raw, '`')
  see(writer, { type: 'code', raw })
}

/** Writes an allowed link. A citation without words has the number of its source among those that are cited. */
export function writeLink(writer: Writer, { raw, words, cites }: Extract<Piece, { readonly type: 'link' }>): void {
  if (cites !== null) writer.cited.add(cites)
  const number = words.length > 0 || cites === null ? null : [...writer.cited].indexOf(cites) + 1
  writeWhole(writer, number === null ? raw : raw.replace(/\d+/, `${number}`), '!')
  for (const word of words) see(writer, word)
  if (cites !== null) writer.line.seen.push(`\ue000${cites}\ue001`)
}

/** Notes what a reader sees of a piece that is no link. */
function see({ line, spans }: Writer, piece: Piece): void {
  if (piece.type === 'char') line.seen.push(RESERVED.test(piece.char) ? ' ' : piece.char)
  if (piece.type !== 'code') return
  const code = piece.raw.replace(/^`+|(?<!`)`+$/g, '').trim()
  if (!spans.has(code)) spans.set(code, spans.size)
  line.seen.push(`\ue002${spans.get(code)}\ue003`)
}

/** Writes a whole construct, with a space between it and `apart`. */
function writeWhole(writer: Writer, raw: string, apart: string): void {
  put(writer, writer.last === apart ? ` ${raw}` : raw, raw.slice(-1))
}

function put(writer: Writer, raw: string, last: string): void {
  const { line, before, parts } = writer
  const { row } = line
  line.row = row !== null && ROW.test(raw) ? row + raw : null
  if (!before.hasSplitCode || row === null) parts.push(raw)
  else if (line.row === null) parts.push(row, raw)
  else if (line.row.length > MAX_ROW_LENGTH) {
    parts.push(escapeRow(line.row))
    line.row = null
  }
  line.isVisible ||= raw.trim() !== ''
  line.isMarks &&= MARKS.test(raw)
  line.hasPipe ||= raw.includes('|')
  writer.last = last
  writer.isBegun ||= raw.trim() !== ''
}

/** A row of dashes that makes no table. */
function escapeRow(row: string): string {
  return row.includes('-') ? row.replace(/[|:-]/, '\\$&') : row
}

/** Notes that text was removed here. */
export function noteGap(writer: Writer): void {
  writer.line.isUncertain ||= writer.line.isMarks
}

/** Writes lines of code, or a part of one, as they are. */
export function writeVerbatim(writer: Writer, raw: string): void {
  if (raw === '') return
  writer.parts.push(raw)
  writer.last = raw.slice(-1)
  writer.isBegun ||= raw.trim() !== ''
  if (writer.block?.type === 'code') writer.block.text += raw
}

/** Begins a block of code. */
export function startCode(writer: Writer, language: string): void {
  writer.block = { type: 'code', text: '', language }
  writer.blocks.push(writer.block)
}

/** Ends a block, of code or prose: what is written next is another one. */
export function endBlock(writer: Writer): void {
  writer.block = null
}

/** Ends a line of prose. Returns its shape. */
export function endLine(writer: Writer): Line {
  const { line, before } = writer
  endText(writer)
  writeVerbatim(writer, '\n')
  const isRow = line.row?.includes('-') === true && !before.hasSplitCode
  writer.isTable ||= isRow && (before.hasPipe || /[|:]/.test(line.row ?? ''))
  writer.before = line
  writer.line = emptyLine()
  return line
}

/** Ends the text of a line without its line end, at the end of an answer. */
export function endText(writer: Writer): void {
  const { line, before, parts } = writer
  if (before.hasSplitCode && line.row !== null) parts.push(escapeRow(line.row))
  if (writer.block?.type !== 'prose') writer.blocks.push((writer.block = { type: 'prose', text: '', language: '' }))
  writer.block.text += `${line.seen.splice(0).join('')}\n`
}

/** Ends a paragraph, and with it any table. */
export function endParagraph(writer: Writer): void {
  endBlock(writer)
  writer.isTable = false
  writer.before = emptyLine()
}

/** Takes the written text out. The first half of a surrogate pair is kept until its second half comes. */
export function takeWritten(writer: Writer): string {
  const text = writer.parts.splice(0).join('')
  const last = text.charCodeAt(text.length - 1)
  if (!(last >= 0xd800 && last <= 0xdbff)) return text
  writer.parts.push(text.slice(-1))
  return text.slice(0, -1)
}
