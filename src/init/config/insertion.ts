/**
 * A list or an object in a configuration -> the text to insert for one more entry at its end, in the style of the other
 * entries: on the same line or on a new one, with their indentation, line breaks and trailing comma.
 */
import { entriesOf } from './syntax.ts'
import { closerOf, type Script, tokenAt } from './tokens.ts'

/** Indentation of one level in a text without any. */
const DEFAULT_UNIT = '  '

/** Text to insert at an offset. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Makes all insertions; those at the same offset in their order. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, text: added } of [...insertions].sort((a, b) => a.at - b.at)) {
    pieces.push(text.slice(from, at), added)
    from = at
  }
  return pieces.join('') + text.slice(from)
}

/** Line break of a text, taken from its first line. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** Indentation of one level, taken from the first indented line. */
function indentUnit(text: string): string {
  return /^(?:\t+| +)(?=[^\s*])/m.exec(text)?.[0] ?? DEFAULT_UNIT
}

/**
 * The insertions for an entry at the end of the brackets that open at a token. The entry is given as lines; a tab at
 * the start of a line is one level of indentation.
 */
export function appendEntry(script: Script, open: number, lines: readonly string[]): Insertion[] {
  const { text } = script
  const entries = entriesOf(script, open)
  const last = entries.at(-1)
  if (last === undefined) return [fillEmpty(script, open, lines)]
  const close = tokenAt(script, closerOf(script, open))
  const { end } = tokenAt(script, last.last)
  const tail = last.comma === null ? end : tokenAt(script, last.comma).end
  const inline = lines.map((line) => line.trim()).join(' ')
  const newline = nextLineBreak(script, tail, close.start)
  if (newline === null) {
    return [last.comma === null ? { at: end, text: `, ${inline}` } : { at: tail, text: ` ${inline},` }]
  }
  const lastLine = lineIndent(text, tokenAt(script, last.first).start)
  const indent = lastLine.isFirst ? lastLine.indent : lineIndent(text, close.start).indent + indentUnit(text)
  const comma = last.comma === null ? '' : ','
  const added = { at: newline, text: lineBreakOf(text) + indented(text, lines, indent) + comma }
  return last.comma === null ? [{ at: end, text: ',' }, added] : [added]
}

/** The first entry of empty brackets: on the same line in a list, on a new line in an object or beside a comment. */
function fillEmpty(script: Script, open: number, lines: readonly string[]): Insertion {
  const { text } = script
  const { start, end, text: bracket } = tokenAt(script, open)
  const close = tokenAt(script, closerOf(script, open))
  // A text that begins with a brace is JSON, which has no trailing commas.
  const comma = tokenAt(script, 0).text === '{' ? '' : ','
  const inner = text.slice(end, close.start)
  const isMultiline = /[\n\r]/.test(inner)
  if (!isMultiline && bracket === '[') return { at: end, text: lines.map((line) => line.trim()).join(' ') }
  const newline = lineBreakOf(text)
  const { indent, isFirst } = lineIndent(text, isMultiline ? close.start : start)
  const entry = indented(text, lines, indent + indentUnit(text)) + comma
  if (!isMultiline) return { at: end, text: `${newline}${entry}${newline}${indent}` }
  return isFirst
    ? { at: close.start - indent.length, text: entry + newline }
    : { at: close.start, text: newline + entry + newline }
}

function indented(text: string, lines: readonly string[], indent: string): string {
  const unit = indentUnit(text)
  return lines.map((line) => indent + line.replace(/^\t+/, (tabs) => unit.repeat(tabs.length))).join(lineBreakOf(text))
}

/** Offset of the first line break between two offsets and outside of comments, null for none. */
export function nextLineBreak({ text, comments }: Script, from: number, to: number): number | null {
  let at = from
  for (const comment of comments.filter(({ start }) => start >= from && start < to)) {
    const before = text.slice(at, comment.start).search(/\r?\n/)
    if (before !== -1) return at + before
    at = comment.end
  }
  const after = text.slice(at, to).search(/\r?\n/)
  return after === -1 ? null : at + after
}

/** Indentation of the line at an offset; `isFirst` is true when nothing else precedes the offset on its line. */
function lineIndent(text: string, at: number): { readonly indent: string; readonly isFirst: boolean } {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const [indent = ''] = /^[\t ]*/.exec(text.slice(start, at)) ?? []
  return { indent, isFirst: start + indent.length === at }
}
