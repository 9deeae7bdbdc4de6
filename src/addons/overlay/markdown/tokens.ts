/** Code -> its comments, strings and keywords, for a touch of color: no grammar of any language. */

/** A piece of code; plain code has no kind. */
interface Token {
  readonly text: string
  readonly kind: (typeof KINDS)[number]
}

const KEYWORDS = 'async|await|class|const|def|else|export|for|from|fn|func|function|if|import|let|new|return|type|var|while'
/** Comments begin after a space or a line's start, and `#` before a space: addresses, colors and ids are none. */
const COMMENT = '(?<=^|\\s)(?:(?:#|--)(?= )|//).*|/\\*[^]{0,4000}?\\*/'
const STRING = '"(?:[^"\\\\\\n]|\\\\.){0,1000}"|\'(?:[^\'\\\\\\n]|\\\\.){0,1000}\''
/** A group for each kind. */
const TOKEN = new RegExp(`(${COMMENT})|(${STRING})|(?<![\\w.-])(${KEYWORDS})(?![\\w-])`, 'm')
const KINDS = ['', 'comment', 'string', 'keyword'] as const

/** The tokens of a text, which together are the text. */
export function tokensOf(code: string): readonly Token[] {
  return code.split(TOKEN).map((text = '', i) => ({ text, kind: KINDS[i % KINDS.length]! })).filter(({ text }) => text)
}
