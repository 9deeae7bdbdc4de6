/**
 * A list or an object in a configuration -> the text to insert for one more entry at its start. JSON -> the same with a
 * change.
 */
import { type JsonObject, parseJsonObject } from '../../../core/base.ts'
import { entriesOf, type Script } from '../../astro/config/script.ts'

const DEFAULT_UNIT = '  '

export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Makes all insertions, which are at different offsets. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  const fromEnd = insertions.toSorted((a, b) => b.at - a.at)
  return fromEnd.reduce((before, { at, text: added }) => before.slice(0, at) + added + before.slice(at), text)
}

/** Line break of a text, taken from its first line. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

function lineStart(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
}

/** The insertion of an entry, which is one line, at the start of the brackets that open at an offset. */
export function prependEntry(script: Script, open: number, entry: string): Insertion {
  const { text, mask, closers } = script
  const [first] = entriesOf(script, open)
  if (first !== undefined) {
    const before = lineStart(text, first.start)
    const isOwnLine = before.trim() === ''
    return { at: first.start, text: `${entry},${isOwnLine ? lineBreakOf(text) + before : ' '}` }
  }
  const inner = text.slice(open + 1, closers.get(open))
  if (!inner.includes('\n')) {
    return { at: open + 1, text: mask[open] === '[' ? entry : ` ${entry}${inner === '' ? ' ' : ''}` }
  }
  const [indent = ''] = /^[\t ]*/.exec(lineStart(text, open)) ?? []
  return { at: open + 1, text: lineBreakOf(text) + indent + indentUnit(text) + entry }
}

function indentUnit(text: string): string {
  return /^(?:\t| {1,8})(?=\S)/m.exec(text)?.[0] ?? DEFAULT_UNIT
}

/**
 * JSON with a change, in its own indentation and line breaks, as package managers write it; null for text that is no
 * JSON object, as with comments in it, and for one with values that would change: longer numbers than JavaScript has,
 * members of one name.
 */
export function editJson(text: string, edit: (json: JsonObject) => JsonObject): string | null {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const plain = text.slice(mark.length).trimEnd()
  const end = text.slice(mark.length + plain.length)
  const json = parseJsonObject(plain)
  if (json === undefined || shapeOf(JSON.stringify(json)) !== shapeOf(plain)) return null
  const edited = JSON.stringify(edit(json), null, indentUnit(text))
  return mark + edited.replaceAll('\n', lineBreakOf(text)) + end
}

/** JSON without white space, and without what is in its strings. */
function shapeOf(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[^])*"?|\s+/g, (piece) => (piece.startsWith('"') ? '""' : ''))
}

/** A package.json with a script, new or in place of the one of its name; null for one that `editJson` can't edit. */
export function setScript(text: string, name: string, command: string): string | null {
  return editJson(text, (json) => ({ ...json, scripts: { ...Object(json['scripts']), [name]: command } }))
}
