/** Text -> lines that fit a terminal, by the columns that characters take there, at once or while the text arrives. */

/** Scripts and emoji that take two columns (Unicode East Asian Width W and F, in ranges). */
const WIDE_CHARACTERS = [
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua000-\\ua4cf\\uac00-\\ud7a3',
  '\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6',
  '\\u{1f300}-\\u{1f64f}\\u{1f680}-\\u{1f6ff}\\u{1f900}-\\u{1f9ff}\\u{20000}-\\u{3fffd}',
].join('')
const WIDE = new RegExp(`[${WIDE_CHARACTERS}]`, 'u')
const NO_WIDTH = /[\p{M}\u200c\u200d\ufe0f]/u
/** A wide character, or what stands between two of them. */
const PIECES = new RegExp(`[${WIDE_CHARACTERS}]${NO_WIDTH.source}*|[^${WIDE_CHARACTERS}]+`, 'gu')
/** The marker of a list item: `1.`, `-`. */
const MARKER = /^(?:[-*+]|\d{1,3}[.)])$/

/** Number of columns of a line of text. */
export function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += char < '\u0300' ? 1 : NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1
  return width
}

/** Wraps text at spaces and between wide characters. Longer words stay whole, to be copied. */
export function wrap(text: string, columns: number): string[] {
  let wrapped = ''
  createWordWrap((part) => (wrapped += part), columns).words(text)
  return wrapped.split('\n')
}

/** Creates a wrapper; `columns` may be infinite. Wrapped lines are indented like the first word of the paragraph. */
export function createWordWrap(write: (text: string) => void, columns: number) {
  /** Column of the next word, without the space before it. */
  let column = 0
  /** Column of wrapped lines. */
  let indent = 0
  let space = ''
  let isFirst = true

  function endLine(): void {
    write('\n')
    column = 0
    isFirst = true
    space = ''
  }

  /** Takes a line, or a part of a line, that is never wrapped. */
  function line(text: string): void {
    const isWhole = text.endsWith('\n')
    const content = isWhole ? text.slice(0, -1) : text
    write(content)
    column += widthOf(content)
    if (isWhole) endLine()
  }

  function word(text: string): void {
    const width = widthOf(text)
    if (isFirst) indent = column + space.length
    const isFull = !isFirst && column + space.length + width > columns
    write(isFull ? `\n${' '.repeat(indent)}${text}` : space + text)
    column = (isFull ? indent : column + space.length) + width
    isFirst &&= MARKER.test(text)
    space = ''
  }

  /** Takes prose: whole words with the white space after them. */
  function words(text: string): void {
    for (const part of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (part === '\n') endLine()
      else if (/^\s/.test(part)) space += part
      else for (const [piece] of part.matchAll(PIECES)) word(piece)
    }
  }

  function end(): void {
    if (column > 0) endLine()
  }

  return { words, line, end }
}
