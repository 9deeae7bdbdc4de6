/** Code -> its comments, strings and keywords, for a touch of colour: no grammar of any language. */

/** Kinds of tokens, in the order of the expression's groups. */
export type TokenKind = 'comment' | 'string' | 'keyword'

/** A piece of code; plain code has no kind. */
export interface Token {
  readonly text: string
  readonly kind: TokenKind | ''
}

const KEYWORDS = 'async await class const def else export for from fn func function if import let new return type var while'
/** Comments begin after a space or a line's start, so that addresses and colours are no comments. */
const TOKEN = new RegExp(
  [
    '(?<comment>(?<=^|\\s)(?:#|//|--(?= )).*|/\\*[^]{0,4000}?\\*/)',
    '(?<string>(?<quote>["\'])(?:(?!\\k<quote>)[^\\\\\\n]|\\\\.){0,1000}\\k<quote>)',
    `(?<keyword>(?<![\\w.-])(?:${KEYWORDS.replaceAll(' ', '|')})(?![\\w-]))`,
  ].join('|'),
  'gm',
)

/** The tokens of a text, which together are the text. */
export function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const { 0: text, index, groups = {} } of code.matchAll(TOKEN)) {
    const { comment, string } = groups
    const kind = comment === undefined ? (string === undefined ? 'keyword' : 'string') : 'comment'
    tokens.push({ text: code.slice(from, index), kind: '' }, { text, kind })
    from = index + text.length
  }
  return [...tokens, { text: code.slice(from), kind: '' as const }].filter(({ text }) => text)
}
