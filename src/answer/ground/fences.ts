/**
 * Where a line of Markdown stands in lists and quotes, as far as that is beyond
 * doubt, and with it whether backticks at its start open a block of code in every
 * renderer. Columns count from 0, tabs end at every fourth.
 */

/** A list item more than three columns deep in another is text or code. */
const MAX_INDENT = 3

const QUOTE = /^> ?( {0,3})$/
const MARKER = /^( *)([-*+]|(\d{1,9})[.)])( {1,4})/

/** What the lines so far mean to the next one. */
export interface BlockContext {
  /** Columns at which the content of open list items starts, outermost first; empty also where that is in doubt. */
  readonly items: readonly number[]
  /** Whether a list may be open, in which indentation means other things. */
  readonly isList: boolean
  /** Whether a paragraph has surely ended. */
  readonly isBlank: boolean
}

/** A block of code that is open: how its lines must start to be in it. */
export interface Fence {
  /** Backticks or tildes that opened it. */
  readonly run: string
  /** In front of the closing ones: `> ` and spaces. */
  readonly prefix: string
  readonly isQuote: boolean
  /** Column below which a line is certainly outside. */
  readonly indent: number
}

/** At the start of an answer. */
export const START: BlockContext = { items: [], isList: false, isBlank: true }

/** Behind a line of which one can't say what it is. */
export const UNCERTAIN: BlockContext = { items: [], isList: true, isBlank: false }

/** Column behind white space that starts at `column`. */
export function columnAfter(space: string, column = 0): number {
  let at = column
  for (const char of space) at += char === '\t' ? 4 - (at % 4) : 1
  return at
}

/** Behind a line that isn't blank, by its start: white space, `>` and list markers. */
export function afterLine(context: BlockContext, lead: string): BlockContext {
  if (lead.includes('>') || lead.includes('\t')) return UNCERTAIN
  if (MARKER.test(lead)) return afterMarkers(context, lead)
  const { items, isList, isBlank } = context
  const indent = lengthOfIndent(lead)
  if (indent === 0 && isBlank) return { items: [], isList: false, isBlank: false }
  const open = items.filter((item) => item <= indent)
  // A line further left goes on with the item's paragraph, or ends the item.
  return { items: isBlank || open.length === items.length ? open : [], isList, isBlank: false }
}

/** `- 1. text` */
function afterMarkers(context: BlockContext, lead: string): BlockContext {
  const indent = lengthOfIndent(lead)
  const items = context.items.filter((item) => item <= indent)
  const canStart = context.isBlank || context.items.length > 0
  let column = 0
  let rest = lead
  for (let marker = MARKER.exec(rest); marker !== null; marker = MARKER.exec(rest)) {
    const [whole, space = '', , number] = marker
    if (column + space.length - (items.at(-1) ?? 0) > MAX_INDENT) return UNCERTAIN
    // Only a first item can end a paragraph.
    if (!canStart && number !== undefined && Number(number) !== 1) return UNCERTAIN
    column += whole.length
    items.push(column)
    rest = rest.slice(whole.length)
  }
  // Five spaces behind a marker are one, and code.
  return rest.startsWith(' ') ? UNCERTAIN : { items, isList: true, isBlank: false }
}

/** The block that a run of backticks or tildes behind `lead` opens for every renderer, and what follows it; null in doubt. */
export function openFence(context: BlockContext, lead: string, run: string): { readonly fence: Fence; readonly after: BlockContext } | null {
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
  return { fence: { run, prefix, isQuote: false, indent: isList ? column : 0 }, after: { items, isList, isBlank: false } }
}

function lengthOfIndent(lead: string): number {
  return lead.length - lead.trimStart().length
}
