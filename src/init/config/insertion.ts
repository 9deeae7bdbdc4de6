/**
 * A list or an object in a configuration -> the text to insert for one more
 * entry at its end, written as its neighbours are: on their line or on one of
 * its own, with their indentation, line breaks and trailing comma.
 */
import { entriesOf } from './syntax.ts'
import type { Script } from './tokens.ts'

const DEFAULT_UNIT = '  '

/** Text to insert at an offset. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** The text with all insertions made; those at one offset in their order. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, text: added } of [...insertions].sort((a, b) => a.at - b.at)) {
    pieces.push(text.slice(from, at), added)
    from = at
  }
  return pieces.join('') + text.slice(from)
}

/** Line break of a text: that of its first line. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** How far one level is indented: as the first indented line is. */
export function indentUnit(text: string): string {
  return /^(?:\t+| +)(?=[^\s*])/m.exec(text)?.[0] ?? DEFAULT_UNIT
}

/**
 * What to insert for an entry at the end of the brackets that open at a token.
 * The entry is given line by line; a tab at the start of a line stands for one level.
 */
export function appendEntry(script: Script, open: number, lines: readonly string[]): Insertion[] {
  const { text, tokens, closers } = script
  const entries = entriesOf(script, open)
  const last = entries.at(-1)
  const close = tokens[closers.get(open)!]!
  if (last === undefined) return [fillEmpty(script, open, lines)]
  const end = tokens[last.last]!.end
  const tail = last.comma === null ? end : tokens[last.comma]!.end
  const inline = lines.map((line) => line.trim()).join(' ')
  const newline = nextLineBreak(script, tail, close.start)
  if (newline === null) {
    return [last.comma === null ? { at: end, text: `, ${inline}` } : { at: tail, text: ` ${inline},` }]
  }
  const own = lineIndent(text, tokens[last.first]!.start)
  const indent = own.isFirst ? own.indent : lineIndent(text, close.start).indent + indentUnit(text)
  const comma = last.comma === null ? '' : ','
  const added = { at: newline, text: lineBreakOf(text) + indented(text, lines, indent) + comma }
  return last.comma === null ? [{ at: end, text: ',' }, added] : [added]
}

/** An empty list stays on its line, an empty object is opened; comments in it stay where they are. */
function fillEmpty({ text, tokens, closers }: Script, open: number, lines: readonly string[]): Insertion {
  const [{ end, text: bracket }, close] = [tokens[open]!, tokens[closers.get(open)!]!]
  // A text that begins with a brace is JSON, which has no trailing commas.
  const comma = tokens[0]!.text === '{' ? '' : ','
  const inner = text.slice(end, close.start)
  const isOpen = /[\n\r]/.test(inner)
  if (!isOpen && bracket === '[') return { at: end, text: lines.map((line) => line.trim()).join(' ') }
  const newline = lineBreakOf(text)
  const { indent, isFirst } = lineIndent(text, isOpen ? close.start : tokens[open]!.start)
  const entry = indented(text, lines, indent + indentUnit(text)) + comma
  if (!isOpen) return { at: end, text: `${newline}${entry}${newline}${indent}` }
  return isFirst
    ? { at: close.start - indent.length, text: entry + newline }
    : { at: close.start, text: newline + entry + newline }
}

function indented(text: string, lines: readonly string[], indent: string): string {
  const unit = indentUnit(text)
  return lines.map((line) => indent + line.replace(/^\t+/, (tabs) => unit.repeat(tabs.length))).join(lineBreakOf(text))
}

/** Offset of the first line break between two offsets that is in no comment, null where there is none. */
export function nextLineBreak({ text, comments }: Script, from: number, to: number): number | null {
  let at = from
  for (const comment of comments.filter(({ start }) => start >= from && start < to)) {
    const found = text.slice(at, comment.start).search(/\r?\n/)
    if (found !== -1) return at + found
    at = comment.end
  }
  const found = text.slice(at, to).search(/\r?\n/)
  return found === -1 ? null : at + found
}

/** What a line begins with, and whether nothing else stands in front of the offset. */
function lineIndent(text: string, at: number): { readonly indent: string; readonly isFirst: boolean } {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const indent = /^[\t ]*/.exec(text.slice(start, at))![0]
  return { indent, isFirst: start + indent.length === at }
}
