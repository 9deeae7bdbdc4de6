/**
 * The text of a configuration (JavaScript, TypeScript or JSON) -> its tokens.
 * No parser: it knows where strings, templates, comments and regular
 * expressions begin and end, and which brackets belong together, so that an
 * edit never lands inside one of them. Where that can't be told for certain
 * there is no script.
 *
 * Lexical grammar: ECMA-262, chapter 12.
 */

/** UTF-16 units of a configuration. */
const MAX_LENGTH = 1_048_576
/** Templates inside each other. */
const MAX_DEPTH = 32

const SPACE = /[\s\ufeff]+/y
const COMMENT = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//y
const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /(?:\d|\.\d)[\w.]*/y
const STRING = /'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"/y
const REGEX = /\/(?!\*)(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[a-z]*/y
const MARK = /\.\.\.|=>|[=!]==?|[<>]=|&&|\|\||\?\?|\?\.|\+\+|--|[-{}()[\];,<>+*%&|^!~?:=.@/\\]/y
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[^]|\$(?!\{))+/y

/** Words behind which a slash opens a regular expression; behind any other it divides. */
const OPERATOR_WORDS = new Set(
  'return typeof case in of delete void instanceof new do else yield await throw default'.split(' '),
)
/** Marks behind which a slash may be either. */
const AMBIGUOUS = new Set([')', '}', '++', '--'])
const CLOSERS: ReadonlyMap<string, string> = new Map([['{', '}'], ['(', ')'], ['[', ']']])
const CLOSING = new Set(CLOSERS.values())

type TokenKind = 'word' | 'number' | 'string' | 'template' | 'regex' | 'mark'

/** A piece of a configuration that is neither space nor comment. */
export interface Token {
  readonly kind: TokenKind
  /** As it stands in the text. */
  readonly text: string
  /** Offsets into the text, the second behind the last unit. */
  readonly start: number
  readonly end: number
}

/** A configuration's text with its tokens. */
export interface Script {
  readonly text: string
  readonly tokens: readonly Token[]
  /** Comments, in order. */
  readonly comments: readonly Pick<Token, 'start' | 'end'>[]
  /** Place of each opening bracket among the tokens -> that of the one that closes it. */
  readonly closers: ReadonlyMap<number, number>
}

/** The tokens of a text, null where they can't be told for certain. */
export function readScript(text: string): Script | null {
  if (text.length > MAX_LENGTH) return null
  const comments: Pick<Token, 'start' | 'end'>[] = []
  const firstLine = /^\ufeff?#![^\n\r]*/.exec(text)?.[0].length ?? 0
  const found = scan({ text, comments }, firstLine, 0)
  if (found === null || found.end !== text.length) return null
  const closers = matchBrackets(found.tokens)
  return closers === null ? null : { text, tokens: found.tokens, comments, closers }
}

interface ScanSource {
  readonly text: string
  readonly comments: Pick<Token, 'start' | 'end'>[]
}

/** Reads to the end of the text, or, inside a template (depth over 0), to the brace that closes its expression. */
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
    const read = readToken(source, at, { previous: tokens.at(-1), depth })
    if (read === null) return null
    if (depth > 0 && read.text === '}' && braces === 0) return { tokens, end: at }
    if (read.text === '{') braces += 1
    if (read.text === '}') braces -= 1
    tokens.push(read)
    at = read.end
  }
  return depth > 0 ? null : { tokens, end: at }
}

interface TokenContext {
  /** The token before. */
  readonly previous: Token | undefined
  readonly depth: number
}

function readToken(source: ScanSource, start: number, { previous, depth }: TokenContext): Token | null {
  const { text } = source
  const token = (kind: TokenKind, found: string): Token => ({ kind, text: found, start, end: start + found.length })
  if (text[start] === '`') {
    const end = templateEnd(source, start, depth)
    return end === null ? null : token('template', text.slice(start, end))
  }
  // A comment that closes has been passed over, so this one doesn't.
  if (text.startsWith('/*', start)) return null
  if (text[start] === '/') {
    const slash = slashMeaning(text, start, previous)
    const regex = slash === 'regex' ? match(REGEX, text, start) : null
    if (slash === 'divide') return token('mark', '/')
    return regex === null ? null : token('regex', regex)
  }
  for (const [kind, pattern] of [['word', WORD], ['number', NUMBER], ['string', STRING], ['mark', MARK]] as const) {
    const found = match(pattern, text, start)
    if (found !== null) return token(kind, found)
  }
  return null
}

/** Offset behind a template, null for one that isn't closed. */
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

/** Behind a closing bracket a slash divides when no other follows on its line; else only a parser could tell. */
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
    if (opener === undefined || CLOSERS.get(tokens[opener]!.text) !== text) return null
    closers.set(opener, i)
  }
  return open.length === 0 ? closers : null
}

/** What a sticky pattern finds at an offset. */
function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
