/**
 * The text of a configuration (JavaScript, TypeScript or JSON) -> its tokens. This is not a parser: it finds the ends
 * of
 * strings, templates, comments and regular expressions, and the pairs of brackets, so that an edit never lands inside
 * one of them. An uncertain text gives no script.
 *
 * Lexical grammar: ECMA-262, chapter 12.
 */

/** UTF-16 units of a configuration. */
const MAX_LENGTH = 1_048_576
/** Nesting of templates. */
const MAX_DEPTH = 32

const SPACE = /[\s\ufeff]+/y
const COMMENT = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//y
const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /(?:\d|\.\d)[\w.]*/y
const STRING = /'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"/y
const REGEX = /\/(?!\*)(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[a-z]*/y
const MARK = /\.\.\.|=>|[=!]==?|[<>]=|&&|\|\||\?\?|\?\.|\+\+|--|[-{}()[\];,<>+*%&|^!~?:=.@/\\]/y
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[^]|\$(?!\{))+/y

/** Words before a regular expression; after any other word a slash divides. */
const OPERATOR_WORDS = new Set(
  'return typeof case in of delete void instanceof new do else yield await throw default'.split(' '),
)
/** Marks before either a regular expression or a division. */
const AMBIGUOUS = new Set([')', '}', '++', '--'])
const CLOSERS: ReadonlyMap<string, string> = new Map([['{', '}'], ['(', ')'], ['[', ']']])
const CLOSING = new Set(CLOSERS.values())

type TokenKind = 'word' | 'number' | 'string' | 'template' | 'regex' | 'mark'

/** A piece of a configuration that is neither space nor comment. */
export interface Token {
  readonly kind: TokenKind
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
  /** Comments, in order. */
  readonly comments: readonly Pick<Token, 'start' | 'end'>[]
  /** Index of each opening bracket's token -> index of its closing bracket's token. */
  readonly closers: ReadonlyMap<number, number>
}

/** Reads the tokens of a text, null for an uncertain text. */
export function readScript(text: string): Script | null {
  if (text.length > MAX_LENGTH) return null
  const comments: Pick<Token, 'start' | 'end'>[] = []
  const firstLine = /^\ufeff?#![^\n\r]*/.exec(text)?.[0].length ?? 0
  const scanned = scan({ text, comments }, firstLine, 0)
  if (scanned === null || scanned.end !== text.length) return null
  const closers = matchBrackets(scanned.tokens)
  return closers === null ? null : { text, tokens: scanned.tokens, comments, closers }
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

/** A text with the comments found so far. */
interface ScanSource {
  readonly text: string
  readonly comments: Pick<Token, 'start' | 'end'>[]
}

/** Scans to the end of the text, or in a template's expression (depth above 0) to its closing brace. */
function scan(source: ScanSource, from: number, depth: number): { tokens: Token[]; end: number } | null {
  const { text, comments } = source
  const tokens: Token[] = []
  let braces = 0
  let at = from
  while (at < text.length) {
    const space = match(SPACE, text, at)
    const comment = match(COMMENT, text, at)
    if (comment !== null) comments.push({ start: at, end: at + comment.length })
    const skipped = space ?? comment
    if (skipped !== null) {
      at += skipped.length
      continue
    }
    const token = readToken(source, at, { previous: tokens.at(-1), depth })
    if (token === null) return null
    if (depth > 0 && token.text === '}' && braces === 0) return { tokens, end: at }
    if (token.text === '{') braces += 1
    if (token.text === '}') braces -= 1
    tokens.push(token)
    at = token.end
  }
  return depth > 0 ? null : { tokens, end: at }
}

/** The place of a token: the one before it, and the depth of templates around it. */
interface TokenContext {
  readonly previous: Token | undefined
  readonly depth: number
}

function readToken(source: ScanSource, start: number, { previous, depth }: TokenContext): Token | null {
  const { text } = source
  const token = (kind: TokenKind, piece: string): Token => ({ kind, text: piece, start, end: start + piece.length })
  if (text[start] === '`') {
    const end = templateEnd(source, start, depth)
    return end === null ? null : token('template', text.slice(start, end))
  }
  // Complete comments have been skipped: this one has no end.
  if (text.startsWith('/*', start)) return null
  if (text[start] === '/') {
    const slash = slashMeaning(text, start, previous)
    const regex = slash === 'regex' ? match(REGEX, text, start) : null
    if (slash === 'divide') return token('mark', '/')
    return regex === null ? null : token('regex', regex)
  }
  for (const [kind, pattern] of [['word', WORD], ['number', NUMBER], ['string', STRING], ['mark', MARK]] as const) {
    const piece = match(pattern, text, start)
    if (piece !== null) return token(kind, piece)
  }
  return null
}

/** Offset after a template, null for one without its end. */
function templateEnd(source: ScanSource, start: number, depth: number): number | null {
  const { text } = source
  let at = start + 1
  while (at < text.length && depth < MAX_DEPTH) {
    at += match(TEMPLATE_TEXT, text, at)?.length ?? 0
    if (text[at] === '`') return at + 1
    if (text[at] !== '$') return null
    const expression = scan(source, at + 2, depth + 1)
    if (expression === null) return null
    at = expression.end + 1
  }
  return null
}

/** Meaning of a slash. After a closing bracket it divides if the line has no other slash; else only a parser knows. */
function slashMeaning(text: string, at: number, before: Token | undefined): 'regex' | 'divide' | 'unknown' {
  if (before === undefined) return 'regex'
  if (AMBIGUOUS.has(before.text)) return text.slice(at + 1, lineEnd(text, at)).includes('/') ? 'unknown' : 'divide'
  if (before.kind === 'word') return OPERATOR_WORDS.has(before.text) ? 'regex' : 'divide'
  return before.kind === 'mark' && before.text !== ']' ? 'regex' : 'divide'
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function matchBrackets(tokens: readonly Token[]): Map<number, number> | null {
  const closers = new Map<number, number>()
  const open: number[] = []
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== 'mark') continue
    if (CLOSERS.has(text)) open.push(i)
    if (!CLOSING.has(text)) continue
    const opener = open.pop()
    if (opener === undefined || CLOSERS.get(tokens[opener]?.text ?? '') !== text) return null
    closers.set(opener, i)
  }
  return open.length === 0 ? closers : null
}

/** The match of a sticky pattern at an offset, null for none. */
function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
