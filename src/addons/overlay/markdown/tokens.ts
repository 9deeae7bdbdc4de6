/** Code -> its comments, strings and keywords, for a touch of color: no grammar of any language. */

export type TokenKind = 'comment' | 'string' | 'keyword'

/** A piece of code; plain code has no kind. */
export interface Token {
  readonly text: string
  readonly kind: TokenKind | ''
}

const KEYWORDS = 'async|await|class|const|def|else|export|for|from|fn|func|function|if|import|let|new|return|type|var|while'
/** Comments begin after a space or a line's start, and `#` before a space: addresses, colors and ids are none. */
const TOKEN = new RegExp(
  [
    '(?<=^|\\s)(?:(?:#|--)(?= )|//).*|/\\*[^]{0,4000}?\\*/',
    '(["\'])(?:(?!\\1)[^\\\\\\n]|\\\\.){0,1000}\\1',
    `(?<![\\w.-])(?:${KEYWORDS})(?![\\w-])`,
  ].join('|'),
  'gm',
)

/** The tokens of a text, which together are the text. */
export function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const { 0: text, 1: quote, index } of code.matchAll(TOKEN)) {
    const kind = quote ? 'string' : /^\w/.test(text) ? 'keyword' : 'comment'
    tokens.push({ text: code.slice(from, index), kind: '' }, { text, kind })
    from = index + text.length
  }
  return [...tokens, { text: code.slice(from), kind: '' as const }].filter(({ text }) => text)
}
