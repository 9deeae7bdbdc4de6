/**
 * An answer as it streams in -> lines of prose for the filter of links, and lines of code as they are. Only text that
 * every renderer takes for code counts as code: an uncertain fence is written as text, and the end of a block is
 * written so that all renderers see it. Only the start of a line is ever held back.
 */
import {
  afterLine, alignLine, type BlockContext, closingLine, expandTabs, type Fence, isCloser, isOutside, mayClose,
  openFence, START, UNCERTAIN,
} from './fences.ts'
import { dropCut, endProse, type Prose, pushMarks, pushProse } from './prose.ts'
import { endBlock, endLine, endParagraph, endText, startCode, writeVerbatim } from './writer.ts'

/** UTF-16 units of the start of a line, or of a fence. */
const MAX_START = 250
const MIN_RUN = 3

/** Marks at the start of a line, at most as many as are held back. */
const LEAD = /^[ \t>\-*+.)0-9]{0,250}/

/** The definition of a link's label, which shows nothing: `[1]: https://…`; and its beginning. */
const DEFINITION = /^ {0,3}\[[^[\]`]{1,200}\]:[ \t]{0,9}(?:<|(?:https?|ftp):\/\/|www\.|mailto:|\/\/)/i
const DEFINITION_BEGUN = /^ {0,3}\[[^[\]`]{0,200}(?:\](?::[ \t]{0,9}\S{0,7})?)?$/

/** The lines of one answer. */
export interface Lines {
  readonly prose: Prose
  /** True if white space before all other text is dropped: some clients drop it, and columns would change. */
  readonly isTrimmed: boolean
  context: BlockContext
  /**
   * `start` is at the start of a line, `inside` at the start of a line of code in a block, `code` after it; the rest of a
   * `definition` is dropped.
   */
  state: 'start' | 'prose' | 'inside' | 'code' | 'definition'
  /** The start of a line that is not decided. */
  held: string
  /** The open block of code; null outside of one, and in code that is indented. */
  fence: Fence | null
  /** True if the text so far ends in a carriage return, so that a line feed would be a part of it. */
  isReturn: boolean
  /** True if the line before was indented code. */
  isIndented: boolean
}

/** Lines at the start of an answer. */
export function createLines(prose: Prose, isTrimmed: boolean): Lines {
  return { prose, isTrimmed, context: START, state: 'start', held: '', fence: null, isReturn: false, isIndented: false }
}

/** Takes text of any length. A null character is what renderers make of it, U+FFFD (CommonMark 0.31, 2.3). */
export function pushText(lines: Lines, text: string): void {
  const rest = lines.isReturn && text.startsWith('\n') ? text.slice(1) : text
  if (text !== '') lines.isReturn = text.endsWith('\r')
  for (const [i, part] of rest.replaceAll('\0', '\ufffd').split(/\r\n?|\n/).entries()) {
    if (i > 0) endOfLine(lines)
    pushPart(lines, part)
  }
}

/** Ends the answer. Returns the text that closes an open block of code. */
export function endLines(lines: Lines): string {
  const { held, fence, state, prose } = lines
  const { writer } = prose
  if (fence === null) {
    if (state === 'start') startProse(lines)
    if (lines.isTrimmed) dropCut(prose)
    endProse(prose)
    endText(writer)
    return ''
  }
  if (state === 'inside' && isCloser(fence, held)) {
    endBlock(writer)
    writeVerbatim(writer, closingLine(fence))
    return ''
  }
  writeVerbatim(writer, held)
  return writer.last === '\n' ? closingLine(fence) : `\n${closingLine(fence)}`
}

/** Takes a part of a line. */
function pushPart(lines: Lines, part: string): void {
  const { prose, state, isTrimmed, held } = lines
  if (part === '' || state === 'definition') return
  if (state === 'prose') return pushProse(prose, part)
  if (state === 'code') return writeVerbatim(prose.writer, part)
  lines.held += isTrimmed && held === '' && !prose.writer.isBegun ? part.trimStart() : part
  if (state === 'start') readStart(lines)
  else if (lines.fence !== null) readInside(lines, lines.fence)
}

/** At the start of a line outside of code: waits while it may be marks alone, or the opening of a block of code. */
function readStart(lines: Lines): void {
  const { held, isTrimmed } = lines
  const { lead, run, info } = startOf(held)
  if (lead === held || (isTrimmed && DEFINITION_BEGUN.test(held))) return
  if (isTrimmed && DEFINITION.test(held)) {
    lines.held = ''
    lines.state = 'definition'
    return
  }
  if (isIndentedCode(lines)) {
    startCode(lines.prose.writer, '')
    writeVerbatim(lines.prose.writer, held)
    lines.held = ''
    lines.state = 'code'
  } else if (run === '' || held.length > MAX_START || !mayOpen(run, info)) {
    startProse(lines)
  }
}

/** The marks at the start of a line, a run of backticks or tildes after them, and the text after it. */
function startOf(line: string): { readonly lead: string; readonly run: string; readonly info: string } {
  const lead = LEAD.exec(line)?.[0] ?? ''
  const run = /^(?:`+|~+)/.exec(line.slice(lead.length))?.[0] ?? ''
  return { lead, run, info: line.slice(lead.length + run.length) }
}

/** A backtick after backticks would make a code span, and a pipe the head of a table to markdown-it. */
function mayOpen(run: string, info: string): boolean {
  return info === '' || (run.length >= MIN_RUN && !info.includes('|') && !(run.startsWith('`') && info.includes('`')))
}

/** Code after a blank line, if no list is open: four columns in. */
function isIndentedCode({ context, isIndented, held }: Lines): boolean {
  return (context.isBlank || isIndented) && !context.isList && /^(?: {4}| {0,3}\t)/.test(held)
}

/** Begins the prose of the line that is held. */
function startProse(lines: Lines): void {
  const { held, prose, context } = lines
  const { lead } = startOf(held)
  const text = held.slice(lead.length)
  // A line of marks alone is a rule, an empty item or a row of dashes. Other white space is a blank to marked only.
  lines.context = text === '' || text.trimStart() !== text ? UNCERTAIN : afterLine(context, expandTabs(lead))
  lines.isIndented = false
  lines.state = 'prose'
  lines.held = ''
  pushMarks(prose, expandTabs(lead))
  pushProse(prose, text)
}

function endOfLine(lines: Lines): void {
  const { state, held, fence, prose, isTrimmed } = lines
  const { writer } = prose
  if (state === 'definition') {
    lines.state = 'start'
  } else if (state === 'code') {
    writeVerbatim(writer, '\n')
    lines.state = fence === null ? 'start' : 'inside'
    lines.isIndented = fence === null
    if (fence === null) endBlock(writer)
    // To micromark, a list that starts with 2 can't follow indented code at once.
    if (fence === null) lines.context = { ...lines.context, isBlank: false }
  } else if (state === 'inside' && fence !== null) {
    endInside(lines, fence)
  } else if (state === 'start' && held.trim() === '') {
    if (isTrimmed && held === '' && !writer.isBegun) return
    writeVerbatim(writer, `${held}\n`)
    lines.context = { ...lines.context, isBlank: true }
    endStart(lines)
  } else if (state === 'prose' || !startFence(lines)) {
    if (state === 'start') startProse(lines)
    endProse(prose)
    const { isUncertain, isVisible } = endLine(writer)
    if (isUncertain || !isVisible) lines.context = UNCERTAIN
    lines.state = 'start'
  }
}

/** Opens a block of code; false if the line does not certainly open one. */
function startFence(lines: Lines): boolean {
  const { held, context, prose } = lines
  const { lead, run, info } = startOf(held)
  const start = expandTabs(lead)
  const opened = run.length < MIN_RUN ? null : openFence(context, start, run)
  if (opened === null) return false
  writeVerbatim(prose.writer, `${start}${run}${info}\n`)
  lines.fence = opened.fence
  lines.context = opened.after
  lines.state = 'inside'
  endStart(lines)
  startCode(prose.writer, /[\w+-]*/.exec(info.trimStart())?.[0] ?? '')
  return true
}

/** After a line that ends a paragraph. */
function endStart(lines: Lines): void {
  lines.held = ''
  lines.isIndented = false
  endParagraph(lines.prose.writer)
}

/** At the start of a line in a block of code: waits while the line may end the block or be outside of it. */
function readInside(lines: Lines, fence: Fence): void {
  const { held, prose } = lines
  if (held.length < MAX_START && mayClose(fence, held)) return
  if (isOutside(fence, held)) return leaveFence(lines, fence)
  writeVerbatim(prose.writer, alignLine(fence, held))
  lines.held = ''
  lines.state = 'code'
}

function endInside(lines: Lines, fence: Fence): void {
  const { held, prose } = lines
  if (isCloser(fence, held)) return closeFence(lines, fence)
  if (isOutside(fence, held)) {
    leaveFence(lines, fence)
    endOfLine(lines)
  } else {
    writeVerbatim(prose.writer, `${held}\n`)
  }
  lines.held = ''
}

/** Writes the line that closes a block. */
function closeFence(lines: Lines, fence: Fence): void {
  const { writer } = lines.prose
  endBlock(writer)
  writeVerbatim(writer, `${closingLine(fence)}\n`)
  lines.fence = null
  lines.held = ''
  lines.state = 'start'
}

/** Ends the block at a line outside of its list item or quote: writes the closing line and reads the line again. */
function leaveFence(lines: Lines, fence: Fence): void {
  const { held } = lines
  closeFence(lines, fence)
  pushPart(lines, held)
}
