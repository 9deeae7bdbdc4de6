/**
 * The text of a configuration (JavaScript, TypeScript or JSON) -> its pairs of brackets; from these its imports, the
 * object that it exports, and the entries of lists and objects. This is not a parser: comments, strings, templates and
 * regular expressions are blanked, so that nothing inside one of them is read or edited, and all else is found by
 * patterns. Uncertain text gives no script, uncertain syntax is not found. Numbers are offsets in UTF-16 units.
 */

/** UTF-16 units of a configuration. */
const MAX_LENGTH = 1_048_576

/** Pieces without code; one that has no end reaches to the end of its line, or of the text. */
const PIECE = new RegExp([
  String.raw`^\ufeff?#!.*`,
  String.raw`\/\/.*|\/\*(?:[^]*?\*\/|[^]*)`,
  String.raw`'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?|\x60(?:[^\x60\\]|\\[^])*\x60?`,
  // After these a slash begins a regular expression.
  String.raw`\/(?<=[(,=:[!&|?{;]\s*\/)(?![/*])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*`,
].join('|'), 'g')
const BRACKETS = /[()[\]{}]/g
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Functions that return their argument: `defineConfig`, `defineNuxtConfig`, `defineConfigWithTheme`. */
const DEFINE_CALL = /^define\w*Config(?:WithTheme)?$/
const EXPORT = /\bexport\s+default\s+|\bmodule\s*\.\s*exports\s*=\s*/g
/** The name of a function and the bracket of its call, after type arguments. */
const CALL = /([\w$]+)(?:\s*<[^()]*>)?\s*\(/y
/** What follows the end of an expression: no call, member access or operator continues it. */
const END = /\s*(?:$|[;,)\]}]|(?:satisfies|as)\b)|[^\S\n]*\n\s*[\w$]/y
const IMPORT = new RegExp([
  String.raw`(?:^\ufeff?|;)[ \t]*import\s+(?:([\w$]+)\s*(?:,[^'"]*?)?\bfrom\s*|[^'"();]*?\bfrom\s*)?`,
  String.raw`(['"])[^'"]*\2(?:\s*(?:with|assert)\s*\{[^}]*\})?;?`,
].join(''), 'gm')
const KEY = /^(?:([\p{ID_Continue}$]+)|'([^'\\]*)'|"([^"\\]*)")\s*:/u
const SHORT_KEY = /^[\w$]+(?=\s*\(|$)/
const STRING = /^(?:'([^'\\]*)'|"([^"\\]*)"|`([^`\\$]*)`)$/

export interface Script {
  readonly text: string
  /** The text with blanks in place of comments, and inside of strings, templates and regular expressions. */
  readonly mask: string
  /** Opening bracket -> closing bracket. */
  readonly closers: ReadonlyMap<number, number>
}

export interface Range {
  readonly start: number
  readonly end: number
}

interface Property extends Range {
  /** Null for unknown keys: a spread, a computed key. */
  readonly key: string | null
  /** Start of its value, null for a method. */
  readonly value: number | null
}

interface Import {
  readonly start: number
  readonly declaration: string
  readonly specifier: string
  readonly local: string | null
}

/** Reads a text, null for one whose brackets are no pairs. */
export function readScript(text: string): Script | null {
  if (text.length > MAX_LENGTH) return null
  const mask = text.replace(PIECE, blank)
  const closers = new Map<number, number>()
  const open: number[] = []
  for (const { 0: bracket, index } of mask.matchAll(BRACKETS)) {
    if (OPENERS[bracket] === undefined) open.push(index)
    else {
      const opener = open.pop()
      if (opener === undefined || mask[opener] !== OPENERS[bracket]) return null
      closers.set(opener, index)
    }
  }
  return open.length === 0 ? { text, mask, closers } : null
}

/** A comment as blanks, anything else between its first and last character; line breaks stay. */
function blank(piece: string): string {
  const blanks = piece.replace(/[^\n\r]/g, ' ')
  return /^(?:\/[/*]|\ufeff?#)/.test(piece) ? blanks : piece.charAt(0) + blanks.slice(1, -1) + piece.slice(1).slice(-1)
}

/** The entries between an opening bracket and the one that closes it, which commas separate. */
export function entriesOf({ mask, closers }: Script, open: number): Range[] {
  const close = closers.get(open) ?? open
  const entries: Range[] = []
  let from = open + 1
  for (let at = from; at <= close; at += 1) {
    if (at !== close && mask[at] !== ',') {
      at = closers.get(at) ?? at
      continue
    }
    const piece = mask.slice(from, at)
    const size = piece.trimStart().length
    if (size > 0) entries.push({ start: at - size, end: from + piece.trimEnd().length })
    from = at + 1
  }
  return entries
}

/** The properties of an object that opens at an offset. */
export function propertiesOf(script: Script, open: number): Property[] {
  return entriesOf(script, open).map(({ start, end }) => {
    const text = script.text.slice(start, end)
    const [whole, ...keys] = KEY.exec(text) ?? []
    if (whole !== undefined) {
      const from = start + whole.length
      return { start, end, key: keys.find((key) => key !== undefined) ?? null, value: skipBlanks(script, from) }
    }
    const key = SHORT_KEY.exec(text)?.[0] ?? null
    return { start, end, key, value: key === text ? start : null }
  })
}

function skipBlanks({ mask }: Script, from: number): number {
  const blanks = /\s*/y
  blanks.lastIndex = from
  blanks.exec(mask)
  return blanks.lastIndex
}

/** The string that a range holds and nothing else, without escapes and expressions; null for any other value. */
export function stringIn({ text }: Pick<Script, 'text'>, { start, end }: Range): string | null {
  return STRING.exec(text.slice(start, end))?.slice(1).find((value) => value !== undefined) ?? null
}

export function importsOf({ text, mask }: Script): Import[] {
  return [...mask.matchAll(IMPORT)].map(({ 0: masked, 1: local = null, index }) => {
    const start = index + masked.indexOf('import')
    const declaration = text.slice(start, index + masked.length)
    const [, , specifier = ''] = /(['"])([^'"]*)\1/.exec(declaration) ?? []
    return { start, declaration, specifier, local }
  })
}

/** Opening brace of the exported object: a literal, or the argument of a `defineConfig`; null if uncertain. */
export function exportedObject(script: Script): number | null {
  const { mask } = script
  const [exported, ...others] = mask.matchAll(EXPORT)
  if (exported === undefined || others.length > 0) return null
  const start = exported.index + exported[0].length
  CALL.lastIndex = start
  const [call, name = ''] = CALL.exec(mask) ?? []
  if (call === undefined) return literalAt(script, start, '{')
  const argument = DEFINE_CALL.test(name) ? argumentOf(script, start + call.length - 1) : null
  return argument === null ? null : literalAt(script, argument, '{')
}

/** The offset if the opening bracket of a literal is there, which is all of the expression; else null. */
export function literalAt({ mask, closers }: Script, at: number, bracket: '{' | '['): number | null {
  return mask[at] === bracket && isEnd(mask, (closers.get(at) ?? at) + 1) ? at : null
}

/** The only argument of a call whose brackets open at an offset; null for another number, and for more after it. */
function argumentOf(script: Script, open: number): number | null {
  const [argument, ...others] = entriesOf(script, open)
  const isWhole = others.length === 0 && isEnd(script.mask, (script.closers.get(open) ?? open) + 1)
  return isWhole ? (argument?.start ?? null) : null
}

function isEnd(mask: string, at: number): boolean {
  END.lastIndex = at
  return END.test(mask)
}
