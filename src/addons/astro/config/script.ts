/**
 * The text of a configuration (JavaScript, TypeScript or JSON) -> its tokens and pairs of brackets; from these its
 * imports, the object that it exports, and the entries of lists and objects. This is not a parser: it finds the ends of
 * strings, templates, comments and regular expressions, so that nothing inside one of them is read or edited. Uncertain
 * text gives no script, uncertain syntax is not found. Where nothing else is said, numbers are indexes of tokens.
 *
 * Lexical grammar: ECMA-262, chapter 12.
 */

/** UTF-16 units of a configuration. */
const MAX_LENGTH = 1_048_576
/** Steps from the exported expression to its literal. */
const MAX_STEPS = 4
/** Tokens of the type arguments of a call. */
const MAX_TYPE_TOKENS = 16

const FIRST_LINE = /^\ufeff?#![^\n\r]*/
const SPACE = /\s+/y
const COMMENT = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//y
const REGEX = /\/(?!\*)(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[a-z]*/y
const STRING = /'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"/y
/** A template without expressions. */
const PLAIN_TEMPLATE = /`(?:[^`\\$]|\\[^]|\$(?!\{))*`/y
/** A name, a keyword or a number. */
const WORD = /[\p{ID_Continue}$#\u200c\u200d]+/uy
const MARK = /\+\+|--|[-{}()[\];,<>+*%&|^!~?:=.@\\`]/y
/** The text of a template up to an expression or its end. */
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[^]|\$(?!\{))+/y
const TEMPLATE_MARK = /\$\{|`/y

/** A slash with another one on its line. */
const TWO_SLASHES = /\/.*\//y
/** Words before a regular expression; after any other word a slash divides. */
const OPERATOR_WORDS = /^(?:return|typeof|case|in|of|delete|void|instanceof|new|do|else|yield|await|throw|default)$/
const CLOSERS: ReadonlyMap<string, string> = new Map([['{', '}'], ['(', ')'], ['[', ']'], ['${', '}'], ['`', '`']])
/** Functions that return their argument: `defineConfig`, `defineNuxtConfig`, `defineConfigWithTheme`. */
const DEFINE_CALL = /^define\w*Config(?:WithTheme)?$/

/** A piece of a configuration that is neither space nor comment. Of a template with expressions, each mark is one. */
export interface Token {
  readonly text: string
  /** Offset of the first UTF-16 unit. */
  readonly start: number
  /** Offset after the last UTF-16 unit. */
  readonly end: number
}

/** A configuration's text with its tokens. */
export interface Script {
  readonly text: string
  readonly tokens: readonly Token[]
  /** Opening bracket -> closing bracket, also of templates with expressions. */
  readonly closers: ReadonlyMap<number, number>
}

/** An entry between two brackets, separated by commas. */
export interface Entry {
  readonly first: number
  readonly last: number
  /** Comma after it, null for none. */
  readonly comma: number | null
}

/** A property of an object. */
interface Property extends Entry {
  /** Null for unknown keys: a spread, a computed key. */
  readonly key: string | null
  /** First token of its value, null for a method. */
  readonly value: number | null
}

/** An import declaration. */
interface Import {
  readonly specifier: string
  /** Local name of its default import, null for none. */
  readonly local: string | null
  readonly last: number
}

/** Reads the tokens of a text, null for an uncertain text. */
export function readScript(text: string): Script | null {
  if (text.length > MAX_LENGTH) return null
  const tokens: Token[] = []
  const closers = new Map<number, number>()
  const open: { readonly index: number; readonly closer: string | undefined }[] = []
  let at = FIRST_LINE.exec(text)?.[0].length ?? 0
  while (at < text.length) {
    const innermost = open.at(-1)
    const isTemplate = innermost?.closer === '`'
    const skipped = isTemplate ? match(TEMPLATE_TEXT, text, at) : (match(SPACE, text, at) ?? match(COMMENT, text, at))
    if (skipped !== null) {
      at += skipped.length
      continue
    }
    const piece = isTemplate ? match(TEMPLATE_MARK, text, at) : readToken(text, at, tokens.at(-1)?.text)
    if (piece === null) return null
    if (innermost?.closer === piece) {
      closers.set(innermost.index, tokens.length)
      open.pop()
    } else if (CLOSERS.has(piece)) open.push({ index: tokens.length, closer: CLOSERS.get(piece) })
    else if (/^[)\]}]$/.test(piece)) return null
    tokens.push({ text: piece, start: at, end: at + piece.length })
    at += piece.length
  }
  return open.length === 0 ? { text, tokens, closers } : null
}

/** The token at an offset outside of templates, null for an uncertain one; `before` is the token before it. */
function readToken(text: string, at: number, before = ''): string | null {
  if (text[at] !== '/') {
    const literal = match(STRING, text, at) ?? match(PLAIN_TEMPLATE, text, at)
    return literal ?? match(WORD, text, at) ?? match(MARK, text, at)
  }
  // Complete comments have been skipped: this one has no end.
  if (text[at + 1] === '*') return null
  // After these a slash divides if the line has no other one; else only a parser knows.
  if (/^(?:[)}]|\+\+|--)$/.test(before)) return match(TWO_SLASHES, text, at) === null ? '/' : null
  const isValue = (isName(before) && !OPERATOR_WORDS.test(before)) || /^(?:['"`\]]|\/.)/.test(before)
  return isValue ? '/' : match(REGEX, text, at)
}

/** The match of a sticky pattern at an offset, null for none. */
function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** True for a name, a keyword or a number. */
function isName(text: string): boolean {
  return match(WORD, text, 0) !== null
}

/** The token at an index; throws `RangeError` for an index outside of the script. */
export function tokenAt({ tokens }: Script, index: number): Token {
  const token = tokens[index]
  if (token === undefined) throw new RangeError(`No token ${index}`)
  return token
}

/** Index of the token that closes the bracket at an index; throws `RangeError` for any other token. */
export function closerOf({ closers }: Script, open: number): number {
  const close = closers.get(open)
  if (close === undefined) throw new RangeError(`No bracket at token ${open}`)
  return close
}

/** Value of a string literal without escapes, null for any other token. */
export function stringOf(text: string | undefined): string | null {
  return text !== undefined && /^['"`]./.test(text) && !text.includes('\\') ? text.slice(1, -1) : null
}

/** The entries between an opening bracket and the one that closes it. */
export function entriesOf(script: Script, open: number): Entry[] {
  const { tokens, closers } = script
  const entries: Entry[] = []
  const close = closerOf(script, open)
  for (let i = open + 1; i < close; i += 1) {
    const first = i
    while (i < close && tokens[i]?.text !== ',') i = (closers.get(i) ?? i) + 1
    entries.push({ first, last: i - 1, comma: i < close ? i : null })
  }
  return entries
}

/** The properties of an object that opens at a token. */
export function propertiesOf(script: Script, open: number): Property[] {
  return entriesOf(script, open).map((entry) => ({ ...entry, ...propertyAt(script, entry) }))
}

function propertyAt({ tokens }: Script, { first, last }: Entry): Pick<Property, 'key' | 'value'> {
  const [name, next] = [tokens[first]?.text ?? '', tokens[first + 1]?.text]
  const key = isName(name) ? name : stringOf(name)
  if (first === last && isName(name)) return { key, value: first }
  if (next === ':') return { key, value: first + 2 }
  return { key: next === '(' ? key : null, value: null }
}

/** The last property with a key of an object, as JSON counts them; null for none. */
export function propertyOf(script: Script, open: number, key: string): Property | null {
  return propertiesOf(script, open).findLast((property) => property.key === key) ?? null
}

/** The import declarations of a module. */
export function importsOf(script: Script): Import[] {
  const { tokens, closers } = script
  const textAt = (index: number) => tokens[index]?.text ?? ''
  const imports: Import[] = []
  for (const first of topLevel(script)) {
    if (textAt(first) !== 'import' || /^[(.]?$/.test(textAt(first + 1))) continue
    let last = first + 1
    while (last < tokens.length && stringOf(textAt(last)) === null) last = (closers.get(last) ?? last) + 1
    const specifier = stringOf(textAt(last))
    if (specifier === null) continue
    const isDefault = isName(textAt(first + 1)) && /^(?:from|,)$/.test(textAt(first + 2))
    if (/^(?:with|assert)$/.test(textAt(last + 1))) last = closers.get(last + 2) ?? last
    if (textAt(last + 1) === ';') last += 1
    imports.push({ specifier, local: isDefault ? textAt(first + 1) : null, last })
  }
  return imports
}

/**
 * Opening brace of the exported object: a literal, a constant or the argument of a function whose name fits; null if
 * uncertain.
 */
export function exportedObject(script: Script, calls = DEFINE_CALL): number | null {
  const { tokens } = script
  const [start, ...others] = topLevel(script).flatMap((i) => {
    const words = tokens.slice(i, i + 4).map(({ text }) => text).join(' ')
    if (/^export default\b/.test(words)) return [i + 2]
    return words === 'module . exports =' ? [i + 4] : []
  })
  return start === undefined || others.length > 0 ? null : literalAt(script, start, '{', calls)
}

/** Opening bracket of the literal of an expression, found in the same ways; null if uncertain. */
export function literalAt(script: Script, from: number, bracket: '{' | '[', calls = DEFINE_CALL): number | null {
  let at = from
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const text = script.tokens[at]?.text ?? ''
    if (text === bracket) return isComplete(script, closerOf(script, at) + 1) ? at : null
    const open = calls.test(text) ? argumentsOf(script, at) : null
    if (open !== null) {
      if (entriesOf(script, open).length !== 1 || !isComplete(script, closerOf(script, open) + 1)) return null
      at = open + 1
      continue
    }
    const constant = isComplete(script, at + 1) ? constantValue(script, text) : null
    if (constant === null) return null
    at = constant
  }
  return null
}

/**
 * The bracket that opens the arguments of a call, after the name of the function and type arguments; null for no call.
 */
function argumentsOf({ tokens }: Script, name: number): number | null {
  const [next, ...others] = tokens.slice(name + 1, name + 1 + MAX_TYPE_TOKENS).map(({ text }) => text)
  if (next === '(') return name + 1
  const typesEnd = next === '<' ? others.findIndex((text, i) => text === '>' && others[i + 1] === '(') : -1
  return typesEnd === -1 ? null : name + 3 + typesEnd
}

/** True if an expression ends before a token: no call, member access or operator continues it. */
function isComplete(script: Script, next: number): boolean {
  const [last, token] = [tokenAt(script, next - 1), script.tokens[next]]
  if (token === undefined) return true
  if (/^(?:[;,)\]}]|satisfies|as)$/.test(token.text)) return true
  return isName(token.text) && /[\n\r]/.test(script.text.slice(last.end, token.start))
}

/** First token of a top-level constant's value, null when code may change its members and for any other name. */
function constantValue(script: Script, name: string): number | null {
  const { tokens } = script
  const indexes = topLevel(script)
  const textOf = (index: number) => tokenAt(script, index).text
  const [declaration, ...others] = indexes.filter((i) => textOf(i) === 'const' && tokens[i + 1]?.text === name)
  const hasMemberAccess = tokens.some(({ text }, i) => {
    return text === name && /^(?:\.|\[|\?\.)/.test(tokens.slice(i + 1, i + 3).map((token) => token.text).join(''))
  })
  if (declaration === undefined || others.length > 0 || hasMemberAccess) return null
  const afterName = indexes.slice(indexes.indexOf(declaration) + 2)
  const end = afterName.find((i) => /^(?:=|;|,|const|let|export)$/.test(textOf(i)))
  return end !== undefined && textOf(end) === '=' ? end + 1 : null
}

/** Indexes of the tokens outside of all brackets, opening brackets included. */
function topLevel({ tokens, closers }: Script): number[] {
  const indexes: number[] = []
  for (let i = 0; i < tokens.length; i = (closers.get(i) ?? i) + 1) indexes.push(i)
  return indexes
}
