/**
 * Text -> lines that fit a terminal, at once or while the text arrives. A column is a UTF-16 unit: lines of characters
 * that take two columns, or none, are broken by the terminal itself.
 */

/** The marker of a list item: `1.`, `-`. */
const MARKER = /^(?:[-*+]|\d{1,3}[.)])$/

/** Wraps text at spaces. Longer words stay whole, to be copied. */
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
    column += content.length
    if (isWhole) endLine()
  }

  function word(text: string): void {
    if (isFirst) indent = column + space.length
    const isFull = !isFirst && column + space.length + text.length > columns
    write(isFull ? `\n${' '.repeat(indent)}${text}` : space + text)
    column = (isFull ? indent : column + space.length) + text.length
    isFirst &&= MARKER.test(text)
    space = ''
  }

  /** Takes prose: whole words with the white space after them. */
  function words(text: string): void {
    for (const part of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
      if (part === '\n') endLine()
      else if (/^\s/.test(part)) space += part
      else word(part)
    }
  }

  function end(): void {
    if (column > 0) endLine()
  }

  return { words, line, end }
}
