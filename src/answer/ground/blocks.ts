/**
 * An answer, character by character -> lines of prose for the filter of links, and
 * lines of code as they are. Only text that every renderer takes for code counts
 * as code: an uncertain fence is written as text, and the end of a block is written
 * so that all renderers see it. Only the start of a line is ever held back.
 */
import {
  afterLine, alignLine, columnAfter, expandTabs, openFence, START, UNCERTAIN, type BlockContext, type Fence,
} from './fences.ts'
import { endInline, pushInline, type InlineLexer } from './inline.ts'
import { writeLineEnd, writeVerbatim, type MarkdownWriter } from './markdown-writer.ts'
import { endSentences } from './sentences.ts'

/** UTF-16 units of the start of a line, or of a fence. */
const MAX_START = 250

const MIN_RUN = 3
/** Columns of indentation, within its container, of a run that may end a block of code. */
const MAX_INDENT = 3

const LEAD = ' \t>-*+.)0123456789'
const ROW = /^[ \t>]*[|:-][|:\- \t>]*$/

/** A line in a block of code: white space, a run of backticks or tildes, other text. */
const INSIDE = /^([ \t]*)([`~]*[ \t]*)([^]*)$/
const INDENT = /^[ \t]*/

/** `start` is at the start of a line, `opening` after backticks there, `inside` at the start of a line of code. */
type State = 'start' | 'opening' | 'prose' | 'inside' | 'code'

/** The state of the lexer, with the text it holds back. */
export interface BlockLexer {
  readonly inline: InlineLexer
  readonly writer: MarkdownWriter
  /** True if white space before all other text is dropped: some clients drop it, and columns would change. */
  readonly isTrimmed: boolean
  context: BlockContext
  state: State
  held: string
  /** Backticks or tildes at the start of the line, and the text before them. */
  run: string
  lead: string
  fence: Fence | null
  /** True if the last line end was a carriage return, so that a line feed would be a part of it. */
  isReturn: boolean
  /** True if the line before was indented code. */
  isIndented: boolean
  /** True if the line before holds a pipe. */
  hasPipe: boolean
}

/** A lexer at the start of an answer. */
export function createBlockLexer(inline: InlineLexer, isTrimmed: boolean): BlockLexer {
  const { writer } = inline.next
  const line = { state: 'start', held: '', run: '', lead: '', fence: null } as const
  const before = { context: START, isReturn: false, isIndented: false, hasPipe: false }
  return { inline, writer, isTrimmed, ...line, ...before }
}

/** Takes text of any length. */
export function pushBlocks(blocks: BlockLexer, text: string): void {
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!
    if (isDropped(blocks, char)) continue
    if (char !== '\n' && char !== '\r') pushChar(blocks, char)
    else if (char !== '\n' || !blocks.isReturn) endLine(blocks)
    blocks.isReturn = char === '\r'
  }
}

/** Ends the answer. Returns the text that closes an open block of code. */
export function endBlocks(blocks: BlockLexer): string {
  const { held, fence, writer, state } = blocks
  if (fence === null) {
    if (state === 'opening') startProse(blocks, blocks.lead, held.slice(blocks.lead.length))
    if (state === 'start') startMarks(blocks)
    endInline(blocks.inline)
    endSentences(writer.sentences)
    return ''
  }
  const closing = closingLine(fence)
  if (state === 'inside' && isCloser(fence, held)) {
    writeVerbatim(writer, closing)
    return ''
  }
  writeVerbatim(writer, held)
  return writer.last === '\n' ? closing : `\n${closing}`
}

function isDropped({ isTrimmed, writer, state, held }: BlockLexer, char: string): boolean {
  return isTrimmed && !writer.isBegun && state === 'start' && held === '' && char.trim() === ''
}

function pushChar(blocks: BlockLexer, char: string): void {
  if (blocks.state === 'prose') pushInline(blocks.inline, char)
  else if (blocks.state === 'code') writeVerbatim(blocks.writer, char)
  else if (blocks.state === 'inside') readInside(blocks, char)
  else if (blocks.state === 'opening') readOpening(blocks, char)
  else readStart(blocks, char)
}

/** At the start of a line outside of code: `  - 1. text`. */
function readStart(blocks: BlockLexer, char: string): void {
  const { held } = blocks
  const isLead = LEAD.includes(char) || (blocks.writer.line.isBelowCode && (char === '|' || char === ':'))
  if (isLead && held.length < MAX_START) {
    blocks.held += char
  } else if (isIndentedCode(blocks)) {
    blocks.held = ''
    blocks.state = 'code'
    writeVerbatim(blocks.writer, held + char)
  } else if (char === '`' || char === '~') {
    blocks.lead = expandTabs(held)
    blocks.run = char
    blocks.held = blocks.lead + char
    blocks.state = 'opening'
  } else {
    startProse(blocks, expandTabs(held), char)
  }
}

/** After backticks or tildes at the start of a line. */
function readOpening(blocks: BlockLexer, char: string): void {
  const { held, run, lead } = blocks
  const isRun = char === run[0] && held.length === lead.length + run.length
  if (isRun) blocks.run += char
  blocks.held += char
  // A backtick would make it a code span, and a pipe the head of a table to markdown-it.
  const isOpening = isRun || (run.length >= MIN_RUN && char !== '|' && !(char === '`' && run[0] === '`'))
  if (!isOpening || held.length >= MAX_START) startProse(blocks, lead, blocks.held.slice(lead.length))
}

/** Text after white space and marks. */
function startProse(blocks: BlockLexer, lead: string, text: string): void {
  // Other white space is a blank to marked, and text to others.
  blocks.context = text !== '' && text.trimStart() !== text ? UNCERTAIN : afterLine(blocks.context, lead)
  blocks.isIndented = false
  blocks.state = 'prose'
  blocks.held = ''
  if (text.startsWith('#')) blocks.writer.sentences.isHeading = true
  for (const part of [lead, text]) for (let i = 0; i < part.length; i += 1) pushInline(blocks.inline, part[i]!)
}

/** At the start of a line in a block of code, which may end the block or be outside of it. */
function readInside(blocks: BlockLexer, char: string): void {
  const { fence, held } = blocks
  if (fence === null) return
  if (fence.isQuote && held === '' && char !== '>') return leaveFence(blocks, char)
  blocks.held += char
  const [, space = '', run, rest] = INSIDE.exec(bodyOf(fence, blocks.held)) ?? []
  const column = indentOf(fence, space)
  const mayEnd = column <= fence.indent + MAX_INDENT && (run === '' || run?.[0] === fence.run[0])
  if (rest === '' && mayEnd && blocks.held.length < MAX_START) return
  if (column < fence.indent) return leaveFence(blocks, '')
  writeVerbatim(blocks.writer, alignLine(fence, blocks.held))
  blocks.held = ''
  blocks.state = 'code'
}

function endLine(blocks: BlockLexer): void {
  const { state, held, writer } = blocks
  if (state === 'code') {
    writeVerbatim(writer, '\n')
    blocks.state = blocks.fence === null ? 'start' : 'inside'
    if (blocks.fence === null) leaveIndented(blocks)
  } else if (state === 'inside') {
    endInside(blocks)
  } else if (state === 'start' && held.trim() === '') {
    writeVerbatim(writer, `${held}\n`)
    blocks.held = ''
    blocks.context = { ...blocks.context, isBlank: true }
    blocks.isIndented = false
    leaveTable(blocks)
  } else {
    if (state === 'opening' && startFence(blocks)) return
    if (state === 'opening') startProse(blocks, blocks.lead, held.slice(blocks.lead.length))
    if (state === 'start') startMarks(blocks)
    endProse(blocks)
  }
}

/** Returns false if the line does not certainly open a block of code. */
function startFence(blocks: BlockLexer): boolean {
  const { context, lead, run, held, writer } = blocks
  const opened = run.length < MIN_RUN ? null : openFence(context, lead, run)
  if (opened === null) return false
  writeVerbatim(writer, `${held}\n`)
  blocks.fence = opened.fence
  blocks.context = opened.after
  blocks.held = ''
  blocks.state = 'inside'
  blocks.isIndented = false
  leaveTable(blocks)
  return true
}

/** To micromark, a list that starts with 2 can't follow at once. */
function leaveIndented(blocks: BlockLexer): void {
  blocks.context = { ...blocks.context, isBlank: false }
  blocks.isIndented = true
}

function leaveTable(blocks: BlockLexer): void {
  blocks.inline.isTable = blocks.writer.line.isBelowCode = blocks.hasPipe = false
}

/** A line of marks alone: a rule, an empty item, the row under the head of a table. */
function startMarks(blocks: BlockLexer): void {
  const { held, writer } = blocks
  startProse(blocks, writer.line.isBelowCode && ROW.test(held) ? held.replace(/[|:-]/, '\\$&') : held, '')
  blocks.context = UNCERTAIN
}

function endProse(blocks: BlockLexer): void {
  const { inline, writer } = blocks
  endInline(inline)
  const line = writeLineEnd(writer)
  if (line.isUncertain || !line.isVisible) blocks.context = UNCERTAIN
  inline.isTable ||= line.isRow && line.hasDash && (line.hasPipe || line.hasColon || blocks.hasPipe)
  writer.line.isBelowCode = inline.hasPipe
  blocks.hasPipe = line.hasPipe
  inline.hasPipe = false
  blocks.state = 'start'
}

function endInside(blocks: BlockLexer): void {
  const { fence, held, writer } = blocks
  if (fence === null) return
  const body = bodyOf(fence, held)
  const isOutside = fence.isQuote && held === ''
  if (isCloser(fence, held)) {
    writeVerbatim(writer, `${closingLine(fence)}\n`)
    blocks.held = ''
    blocks.fence = null
    blocks.state = 'start'
  } else if (isOutside || (body.trim() !== '' && indentOf(fence, INDENT.exec(body)![0]) < fence.indent)) {
    leaveFence(blocks, '')
    endLine(blocks)
  } else {
    writeVerbatim(writer, `${held}\n`)
    blocks.held = ''
  }
}

/** Ends the block at a line outside of its list item or quote: writes the closing line and reads the line again. */
function leaveFence(blocks: BlockLexer, char: string): void {
  const { fence, held, writer } = blocks
  if (fence === null) return
  writeVerbatim(writer, `${closingLine(fence)}\n`)
  blocks.fence = null
  blocks.held = ''
  blocks.state = 'start'
  for (const again of held + char) pushChar(blocks, again)
}

/** Code after a blank line, if no list is open: four columns in. */
function isIndentedCode({ context, isIndented, held }: BlockLexer): boolean {
  return (context.isBlank || isIndented) && !context.isList && /^(?: {4}| {0,3}\t)/.test(held)
}

/** True if a line closes the block in some renderer; it is then written so that it does in all. */
function isCloser(fence: Fence, line: string): boolean {
  const [, space = '', run = '', rest] = INSIDE.exec(bodyOf(fence, line)) ?? []
  return rest === '' && run.startsWith(fence.run) && indentOf(fence, space) <= fence.indent + MAX_INDENT
}

function closingLine({ prefix, run }: Fence): string {
  return prefix + run
}

/** A line without the mark of its quote. */
function bodyOf({ isQuote }: Fence, line: string): string {
  return isQuote ? line.replace(/^> ?/, '') : line
}

/** Columns of white space in a line without the mark of its quote, which is two wide. */
function indentOf({ isQuote }: Fence, space: string): number {
  return isQuote ? columnAfter(space, 2) - 2 : columnAfter(space)
}
