/**
 * The start of a Markdown line -> its lists and quotes if these are certain,
 * and with them whether backticks open a block of code in every renderer. Columns
 * count from 0, tabs end at every fourth. Tabs of the indentation are written as
 * spaces, because renderers treat a partly used tab differently.
 */

/** Columns of indentation, within its container, of a list item or a fence; what is deeper is text or code. */
const MAX_INDENT = 3

const QUOTE = /^> ?( {0,3})$/
const MARKER = /^( *)([-*+]|(\d{1,9})[.)])( {1,4})/
/** A line in a block of code: white space, a run of backticks or tildes, other text. */
const INSIDE = /^([ \t]*)([`~]*[ \t]*)([^]*)$/

/** The state in which the lines so far leave the next one. */
export interface BlockContext {
  /** Columns at which the content of open list items starts, outermost first; empty also if they are uncertain. */
  readonly items: readonly number[]
  /** True if a list may be open, which changes the meaning of indentation. */
  readonly isList: boolean
  /** True if no paragraph can be open. */
  readonly isBlank: boolean
}

/** An open block of code, with the start that its lines must have. */
export interface Fence {
  /** Backticks or tildes that opened it. */
  readonly run: string
  /** Text before the closing run: `> ` and spaces. */
  readonly prefix: string
  readonly isQuote: boolean
  /** Column below which a line is certainly outside. */
  readonly indent: number
}

/** The context at the start of an answer. */
export const START: BlockContext = { items: [], isList: false, isBlank: true }

/** The context after a line that renderers may read differently. */
export const UNCERTAIN: BlockContext = { items: [], isList: true, isBlank: false }

/** The column after white space that starts at `column`. */
function columnAfter(space: string, column = 0): number {
  let at = column
  for (const char of space) at += char === '\t' ? 4 - (at % 4) : 1
  return at
}

/** The start of a line with spaces for its tabs. A quote keeps them: a space after its mark is a part of the mark. */
export function expandTabs(lead: string): string {
  if (!lead.includes('\t') || lead.includes('>')) return lead
  let text = ''
  for (const char of lead) text += char === '\t' ? ' '.repeat(columnAfter(char, text.length) - text.length) : char
  return text
}

/** A line of a block of code with spaces for the tabs of its indentation. Those of the code stay. */
export function alignLine({ isQuote, indent }: Fence, line: string): string {
  if (isQuote || !line.includes('\t')) return line
  let [at, column] = [0, 0]
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column = columnAfter(line.charAt(at), column)
    at += 1
  }
  return ' '.repeat(column) + line.slice(at)
}

/** The context after a line that isn't blank, by its start: white space, `>` and list markers. */
export function afterLine(context: BlockContext, lead: string): BlockContext {
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
export function openFence(
  context: BlockContext,
  lead: string,
  run: string,
): { readonly fence: Fence; readonly after: BlockContext } | null {
  const quote = QUOTE.exec(lead)
  if (quote !== null) {
    const [, space = ''] = quote
    return { fence: { run, prefix: `> ${space}`, isQuote: true, indent: space.length }, after: UNCERTAIN }
  }
  const column = lead.length
  const prefix = ' '.repeat(column)
  if (MARKER.test(lead)) {
    const after = afterLine(context, lead)
    return after.items.at(-1) === column ? { fence: { run, prefix, isQuote: false, indent: column }, after } : null
  }
  if (lead !== prefix) return null
  const items = context.items.filter((item) => item <= column)
  // Three columns in, it is a fence whichever items are open.
  if (column > MAX_INDENT && column - (items.at(-1) ?? 0) > MAX_INDENT) return null
  const isList = context.isList && column > 0
  const after = { items, isList, isBlank: false }
  return { fence: { run, prefix, isQuote: false, indent: isList ? column : 0 }, after }
}

/** True while a line in the block may still become one that ends it. */
export function mayClose(fence: Fence, line: string): boolean {
  const { column, run, rest } = parseInside(fence, line)
  if (fence.isQuote && !line.startsWith('>')) return false
  return rest === '' && column <= fence.indent + MAX_INDENT && (run === '' || run[0] === fence.run[0])
}

/** True if a line closes the block in some renderer; it is then written so that it does in all. */
export function isCloser(fence: Fence, line: string): boolean {
  return mayClose(fence, line) && parseInside(fence, line).run.startsWith(fence.run)
}

/** True if a line is certainly outside of the block's list item or quote. */
export function isOutside(fence: Fence, line: string): boolean {
  const { column, isBlank } = parseInside(fence, line)
  return (fence.isQuote && !line.startsWith('>')) || (!isBlank && column < fence.indent)
}

/** The line that closes a block. */
export function closingLine({ prefix, run }: Fence): string {
  return prefix + run
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
