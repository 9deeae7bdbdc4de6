/**
 * A list or an object in a configuration -> the text to insert for one more entry at its end: on the line of the last
 * entry, or on a line of its own if the last entry begins one. A package.json -> the same with more in its scripts.
 */
import { closerOf, entriesOf, propertyOf, readScript, type Script, tokenAt } from '../../astro/config/script.ts'

/** Indentation of one level in a text without any. */
const DEFAULT_UNIT = '  '
/** The rest of a line that has only a comment, up to the line break. */
const LINE_END = /[ \t]*(?:\/\/.*|\/\*.*?\*\/[ \t]*)?(?=\r?\n|$)/y

/** Text to insert at an offset. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Makes all insertions; those at the same offset in their order. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, text: added } of insertions.toSorted((a, b) => a.at - b.at)) {
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
export function indentUnit(text: string): string {
  return /^(?:\t+| +)(?=[^\s*])/m.exec(text)?.[0] ?? DEFAULT_UNIT
}

/** Indentation of the line at an offset. */
export function lineIndent(text: string, at: number): string {
  return /^[\t ]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))?.[0] ?? ''
}

/** Offset of the end of a line after an offset if only a comment is between them, else the offset itself. */
export function afterComment(text: string, at: number): number {
  LINE_END.lastIndex = at
  return at + (LINE_END.exec(text)?.[0].length ?? 0)
}

/** The insertions for an entry, which is one line, at the end of the brackets that open at a token. */
export function appendEntry(script: Script, open: number, entry: string): Insertion[] {
  const { text } = script
  const last = entriesOf(script, open).at(-1)
  if (last === undefined) return [fillEmpty(script, open, entry)]
  const { start } = tokenAt(script, last.first)
  const { end } = tokenAt(script, last.last)
  const indent = lineIndent(text, start)
  const isOwnLine = text[start - indent.length - 1] === '\n'
  const separator = isOwnLine ? lineBreakOf(text) + indent : ' '
  const tail = last.comma === null ? end : tokenAt(script, last.comma).end
  const at = isOwnLine ? afterComment(text, tail) : tail
  return last.comma === null
    ? [{ at: end, text: ',' }, { at, text: separator + entry }]
    : [{ at, text: `${separator}${entry},` }]
}

/** The first entry of empty brackets: on a line of its own if they have more than one, else on the same line. */
function fillEmpty(script: Script, open: number, entry: string): Insertion {
  const { text } = script
  const { start, end, text: bracket } = tokenAt(script, open)
  const inner = text.slice(end, tokenAt(script, closerOf(script, open)).start)
  if (inner.includes('\n')) {
    return { at: end, text: lineBreakOf(text) + lineIndent(text, start) + indentUnit(text) + entry }
  }
  return { at: end, text: bracket === '[' ? entry : ` ${entry}${inner === '' ? ' ' : ''}` }
}

/** Adds a script to a package.json, which is valid JSON without a script of this name. */
export function addScript(text: string, name: string, command: string): string {
  const script = scriptOf(text)
  const entry = `${JSON.stringify(name)}: ${JSON.stringify(command)}`
  const scripts = propertyOf(script, 0, 'scripts')?.value ?? null
  return insert(text, scripts === null
    ? appendEntry(script, 0, `"scripts": { ${entry} }`)
    : appendEntry(script, scripts, entry))
}

/** Adds a command to the end of a script of a package.json, which is valid JSON with a script of this name. */
export function appendToScript(text: string, name: string, command: string): string {
  const script = scriptOf(text)
  const scripts = propertyOf(script, 0, 'scripts')?.value ?? null
  const value = scripts === null ? null : (propertyOf(script, scripts, name)?.value ?? null)
  if (value === null) throw new TypeError(`The package.json has no script ${name}`)
  // Before the quote that ends the string; as JSON, without quotes of its own.
  const added = JSON.stringify(` && ${command}`).slice(1, -1)
  return insert(text, [{ at: tokenAt(script, value).end - 1, text: added }])
}

/** JSON is valid as a script; its one object opens with the first token. */
function scriptOf(text: string): Script {
  const script = readScript(text)
  if (script === null) throw new TypeError('The text is not a package.json')
  return script
}
