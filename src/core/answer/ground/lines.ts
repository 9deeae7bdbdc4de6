/**
 * An answer as it streams in -> lines of prose for the filter of links, and lines of code as they are. Only text that
 * every renderer takes for code counts as code: an uncertain fence is written as text, and the end of a block is
 * written so that all renderers see it. Only the start of a line is ever held back.
 *
 * The start of a line gives its lists and quotes if these are certain, and with them whether backticks open a block of
 * code in every renderer. Columns count from 0, tabs end at every fourth. Tabs of the indentation are written as
 * spaces, because renderers treat a partly used tab differently.
 */
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

/** Columns of indentation, within its container, of a list item or a fence; what is deeper is text or code. */
const MAX_INDENT = 3

const QUOTE = /^> ?( {0,3})$/
const MARKER = /^( *)([-*+]|(\d{1,9})[.)])( {1,4})/
/** A line in a block of code: white space, a run of backticks or tildes, other text. */
const INSIDE = /^([ \t]*)([`~]*[ \t]*)([^]*)$/

/** The state in which the lines so far leave the next one. */
interface BlockContext {
  /** Columns at which the content of open list items starts, outermost first; empty also if they are uncertain. */
  readonly items: readonly number[]
  /** True if a list may be open, which changes the meaning of indentation. */
  readonly isList: boolean
  /** True if no paragraph can be open. */
  readonly isBlank: boolean
}

/** An open block of code, with the start that its lines must have. */
interface Fence {
  /** Backticks or tildes that opened it. */
  readonly run: string
  /** The line that closes it: `> ` and spaces, then the run. */
  readonly closing: string
  readonly isQuote: boolean
  /** Column below which a line is certainly outside. */
  readonly indent: number
}

/** The fence around a whole answer, which is no code then; around an example of Markdown it has four backticks. */
const WRAPPER = /^```(?:markdown|md)$/i

const START: BlockContext = { items: [], isList: false, isBlank: true }

/** The context after a line that renderers may read differently. */
const UNCERTAIN: BlockContext = { items: [], isList: true, isBlank: false }

/** The lines of one answer. */
export interface Lines {
  readonly prose: Prose
  /** True if white space before all other text is dropped: some clients drop it, and columns would change. */
  readonly isTrimmed: boolean
  context: BlockContext
  /** The kind of the line at hand, `start` while that is open; the rest of a `definition` is dropped. */
  state: 'start' | 'prose' | 'code' | 'definition'
  /** The start of a line that is not decided. */
  held: string
  /** The open block of code; null outside of one, and in code that is indented. */
  fence: Fence | null
  /** True within such a fence. */
  isWrapped: boolean
  /** True if the text so far ends in a carriage return, so that a line feed would be a part of it. */
  isReturn: boolean
  isIndented: boolean
}

/** Lines at the start of an answer. */
export function createLines(prose: Prose, isTrimmed: boolean): Lines {
  const none = { held: '', fence: null, isWrapped: false, isReturn: false, isIndented: false }
  return { prose, isTrimmed, context: START, state: 'start', ...none }
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
  const { held, fence, prose } = lines
  const { writer } = prose
  if (fence === null) {
    if (lines.state === 'start') startProse(lines)
    if (lines.isTrimmed) dropCut(prose)
    endProse(prose)
    endText(writer)
    return ''
  }
  if (isCloser(fence, held)) {
    endBlock(writer)
    writeVerbatim(writer, fence.closing)
    return ''
  }
  writeVerbatim(writer, held)
  return writer.last === '\n' ? fence.closing : `\n${fence.closing}`
}

function pushPart(lines: Lines, part: string): void {
  const { prose, state, isTrimmed, held, fence } = lines
  if (part === '' || state === 'definition') return
  if (state === 'prose') return pushProse(prose, part)
  if (state === 'code') return writeVerbatim(prose.writer, part)
  lines.held += isTrimmed && held === '' && !prose.writer.isBegun ? part.trimStart() : part
  if (fence === null) readStart(lines)
  else readInside(lines, fence)
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
    lines.state = 'start'
    if (fence !== null) return
    lines.isIndented = true
    endBlock(writer)
    // To micromark, a list that starts with 2 can't follow indented code at once.
    lines.context = { ...lines.context, isBlank: false }
  } else if (fence !== null) {
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
  const { held, context, prose, isTrimmed } = lines
  const { lead, run, info } = startOf(held)
  const opensAll = isTrimmed && !prose.writer.isBegun && WRAPPER.test(run + info.trim())
  if (lead === '' && (opensAll || (lines.isWrapped && run + info === '```'))) {
    lines.isWrapped = opensAll
    endStart(lines)
    return true
  }
  const start = expandTabs(lead)
  const opened = run.length < MIN_RUN ? null : openFence(context, start, run)
  if (opened === null) return false
  writeVerbatim(prose.writer, `${start}${run}${info}\n`)
  lines.fence = opened.fence
  lines.context = opened.after
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

function closeFence(lines: Lines, fence: Fence): void {
  const { writer } = lines.prose
  endBlock(writer)
  writeVerbatim(writer, `${fence.closing}\n`)
  lines.fence = null
  lines.held = ''
}

/** Ends the block at a line outside of its list item or quote: writes the closing line and reads the line again. */
function leaveFence(lines: Lines, fence: Fence): void {
  const { held } = lines
  closeFence(lines, fence)
  pushPart(lines, held)
}

/** The column after white space that starts at `column`. */
function columnAfter(space: string, column = 0): number {
  let at = column
  for (const char of space) at += char === '\t' ? 4 - (at % 4) : 1
  return at
}

/** The start of a line with spaces for its tabs. A quote keeps them: a space after its mark is a part of the mark. */
function expandTabs(lead: string): string {
  if (!lead.includes('\t') || lead.includes('>')) return lead
  return [...lead].reduce((text, char) => (char === '\t' ? text.padEnd(columnAfter(char, text.length)) : text + char), '')
}

/** A line of a block of code with spaces for the tabs of its indentation. Those of the code stay. */
function alignLine({ isQuote, indent }: Fence, line: string): string {
  if (isQuote || !line.includes('\t')) return line
  let [at, column] = [0, 0]
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column = columnAfter(line.charAt(at), column)
    at += 1
  }
  return ' '.repeat(column) + line.slice(at)
}

/** The context after a line that isn't blank, by its start: white space, `>` and list markers. */
function afterLine(context: BlockContext, lead: string): BlockContext {
  if (lead.includes('>') || lead.includes('\t')) return UNCERTAIN
  if (MARKER.test(lead)) return afterMarkers(context, lead)
  const { items, isList, isBlank } = context
  const indent = lengthOfIndent(lead)
  if (indent === 0 && isBlank) return { items: [], isList: false, isBlank: false }
  const open = items.filter((item) => item <= indent)
  // A line further left continues with the item's paragraph, or ends the item.
  return { items: isBlank || open.length === items.length ? open : [], isList, isBlank: false }
}

/** `- 1. text` */
function afterMarkers(context: BlockContext, lead: string): BlockContext {
  const indent = lengthOfIndent(lead)
  const items = context.items.filter((item) => item <= indent)
  const canStart = context.isBlank || context.items.length > 0
  let column = 0
  let tail = lead
  for (let marker = MARKER.exec(tail); marker !== null; marker = MARKER.exec(tail)) {
    const [whole, space = '', , number] = marker
    if (column + space.length - (items.at(-1) ?? 0) > MAX_INDENT) return UNCERTAIN
    // Only a first item can end a paragraph.
    if (!canStart && number !== undefined && Number(number) !== 1) return UNCERTAIN
    column += whole.length
    items.push(column)
    tail = tail.slice(whole.length)
  }
  // Five spaces after a marker are one, and indented code.
  return tail.startsWith(' ') ? UNCERTAIN : { items, isList: true, isBlank: false }
}

/**
 * The block that a run of backticks or tildes after `lead` opens in every renderer, and the context after it; null if
 * that is uncertain.
 */
function openFence(
  context: BlockContext,
  lead: string,
  run: string,
): { readonly fence: Fence; readonly after: BlockContext } | null {
  const quote = QUOTE.exec(lead)
  if (quote !== null) {
    const [, space = ''] = quote
    return { fence: { run, closing: `> ${space}${run}`, isQuote: true, indent: space.length }, after: UNCERTAIN }
  }
  const column = lead.length
  const indent = ' '.repeat(column)
  const fence = { run, closing: indent + run, isQuote: false }
  if (MARKER.test(lead)) {
    const after = afterLine(context, lead)
    return after.items.at(-1) === column ? { fence: { ...fence, indent: column }, after } : null
  }
  if (lead !== indent) return null
  const items = context.items.filter((item) => item <= column)
  // Three columns in, it is a fence whichever items are open.
  if (column > MAX_INDENT && column - (items.at(-1) ?? 0) > MAX_INDENT) return null
  const isList = context.isList && column > 0
  return { fence: { ...fence, indent: isList ? column : 0 }, after: { items, isList, isBlank: false } }
}

/** True while a line in the block may still become one that ends it. */
function mayClose(fence: Fence, line: string): boolean {
  const { column, run, rest } = parseInside(fence, line)
  if (fence.isQuote && !line.startsWith('>')) return false
  return rest === '' && column <= fence.indent + MAX_INDENT && (run === '' || run[0] === fence.run[0])
}

/** True if a line closes the block in some renderer; it is then written so that it does in all. */
function isCloser(fence: Fence, line: string): boolean {
  return mayClose(fence, line) && parseInside(fence, line).run.startsWith(fence.run)
}

/** True if a line is certainly outside of the block's list item or quote. */
function isOutside(fence: Fence, line: string): boolean {
  const { column, isBlank } = parseInside(fence, line)
  return (fence.isQuote && !line.startsWith('>')) || (!isBlank && column < fence.indent)
}

/** A line in a block, without the mark of its quote, which is two columns wide. */
function parseInside({ isQuote }: Fence, line: string) {
  const [, space = '', run = '', rest = ''] = INSIDE.exec(isQuote ? line.replace(/^> ?/, '') : line) ?? []
  const column = isQuote ? columnAfter(space, 2) - 2 : columnAfter(space)
  return { column, run, rest, isBlank: run + rest === '' }
}

function lengthOfIndent(lead: string): number {
  return lead.length - lead.trimStart().length
}
