/**
 * Text, whole or word by word -> lines that fit a terminal. Lines break at spaces
 * and between wide characters, and continue below their first word; words that
 * are longer stay whole, to be copied.
 */
import { breakWide, widthOf } from './width.ts'

/** `1.`, `-`: what stands before the words of a list's item. */
const MARKER = /^(?:[-*+]|\d{1,3}[.)])$/

/** Takes text. */
export interface WordWrap {
  /** Prose: whole words with the white space behind them. */
  readonly words: (text: string) => void
  /** A line, or a part of one, that is never broken. */
  readonly line: (text: string) => void
  /** Ends a line that has begun. */
  readonly end: () => void
}

/** The lines of a text; its own line breaks are kept. */
export function wrap(text: string, columns: number): string[] {
  let wrapped = ''
  createWordWrap((part) => (wrapped += part), columns).words(text)
  return wrapped.split('\n')
}

/** A wrap that writes as words come; `columns` may be infinite. */
export function createWordWrap(write: (text: string) => void, columns: number): WordWrap {
  /** Where the next word goes, without the space before it. */
  let column = 0
  /** Where broken lines go on. */
  let indent = 0
  let space = ''
  let isFirst = true

  function endLine(): void {
    write('\n')
    column = 0
    isFirst = true
    space = ''
  }

  function line(text: string): void {
    const isWhole = text.endsWith('\n')
    const shown = isWhole ? text.slice(0, -1) : text
    write(shown)
    column += widthOf(shown)
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

  return {
    words(text) {
      for (const part of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
        if (part === '\n') endLine()
        else if (/^\s/.test(part)) space += part
        else breakWide(part).forEach(word)
      }
    },
    line,
    end() {
      if (column > 0) endLine()
    },
  }
}
