/**
 * One line of Markdown, read from the left: containers take their part of its white space. Columns count a tab up to
 * the next multiple of four, and a container may take a part of a tab (CommonMark 2.2).
 */

const SPACE = 0x20
const TAB = 0x09
const TAB_WIDTH = 4
/** Columns that make a line code, where the dialect has indented code. */
export const CODE_INDENT = 4

/** A line and the position up to which containers took it. */
export interface MarkdownLine {
  readonly text: string
  /** Offset of the first character that is not taken. */
  at: number
  column: number
  /** Columns of the tab before `at` that are not taken. */
  spare: number
  /** Offset of the first character from `at` on that is not a space or tab, and its column. */
  contentAt: number
  contentColumn: number
}

/** A line of which nothing is taken. */
export function createLine(text: string): MarkdownLine {
  const line = { text, at: 0, column: 0, spare: 0, contentAt: 0, contentColumn: 0 }
  findContent(line)
  return line
}

/** True for a line without content. */
export function isBlank({ text, contentAt }: MarkdownLine): boolean {
  return contentAt === text.length
}

/** Columns of white space before the content. */
export function indentOf(line: MarkdownLine): number {
  return line.contentColumn - line.column
}

/** The content of the line, without the white space before it. */
export function contentOf({ text, contentAt }: MarkdownLine): string {
  return text.slice(contentAt)
}

/** The remainder of the line with its white space, without up to `indent` columns of it. */
export function remainderOf(line: MarkdownLine, indent = 0): string {
  if (line.spare === 0 && (indent === 0 || line.at === line.contentAt)) return line.text.slice(line.at)
  const remainder = { ...line }
  takeIndent(remainder, Math.min(indent, indentOf(line)))
  return ' '.repeat(remainder.spare) + remainder.text.slice(remainder.at)
}

/** Takes `columns` of the white space before the content, at most all of it. */
export function takeIndent(line: MarkdownLine, columns: number): void {
  let remaining = columns
  while (remaining > 0 && (line.spare > 0 || line.at < line.contentAt)) {
    if (line.spare === 0) {
      line.spare = line.text[line.at] === '\t' ? TAB_WIDTH - (line.column % TAB_WIDTH) : 1
      line.at += 1
    }
    const taken = Math.min(remaining, line.spare)
    line.spare -= taken
    line.column += taken
    remaining -= taken
  }
}

/** Takes the white space and `length` characters of the content. */
export function takeContent(line: MarkdownLine, length: number): void {
  line.at = line.contentAt + length
  line.column = line.contentColumn + length
  line.spare = 0
  findContent(line)
}

function findContent(line: MarkdownLine): void {
  const { text } = line
  let { at, column } = line
  for (; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === SPACE) column += 1
    else if (char === TAB) column += TAB_WIDTH - (column % TAB_WIDTH)
    else break
  }
  line.contentAt = at
  line.contentColumn = column
}
