/**
 * One line of Markdown, read from its left: which part of its white space
 * belongs to which container. Columns count a tab up to the next multiple of
 * four, and a container may take a part of a tab (CommonMark 2.2).
 */

const TAB_WIDTH = 4
/** Columns that make a line code, where the dialect has indented code. */
export const CODE_INDENT = 4

export interface MarkdownLine {
  readonly text: string
  /** Offset of what is not read yet. */
  at: number
  column: number
  /** Columns of the tab before `at` that are not taken yet. */
  spare: number
  /** First character at or behind `at` that is no space or tab, and its column. */
  contentAt: number
  contentColumn: number
}

export function createLine(text: string): MarkdownLine {
  const line = { text, at: 0, column: 0, spare: 0, contentAt: 0, contentColumn: 0 }
  findContent(line)
  return line
}

export function isBlank({ text, contentAt }: MarkdownLine): boolean {
  return contentAt === text.length
}

/** Columns of white space before the content. */
export function indentOf(line: MarkdownLine): number {
  return line.contentColumn - line.column
}

/** What is left, without the white space before it. */
export function contentOf({ text, contentAt }: MarkdownLine): string {
  return text.slice(contentAt)
}

/** What is left with its white space, but for up to `indent` columns of it. */
export function remainderOf(line: MarkdownLine, indent = 0): string {
  const kept = { ...line }
  takeIndent(kept, Math.min(indent, indentOf(line)))
  return ' '.repeat(kept.spare) + kept.text.slice(kept.at)
}

/** Takes `columns` of the white space before the content, at most all of it. */
export function takeIndent(line: MarkdownLine, columns: number): void {
  let left = columns
  while (left > 0 && (line.spare > 0 || line.at < line.contentAt)) {
    if (line.spare === 0) {
      line.spare = line.text[line.at] === '\t' ? TAB_WIDTH - (line.column % TAB_WIDTH) : 1
      line.at += 1
    }
    const taken = Math.min(left, line.spare)
    line.spare -= taken
    line.column += taken
    left -= taken
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
  let at = line.at
  let column = line.column
  for (; at < line.text.length; at += 1) {
    const char = line.text[at]
    if (char === ' ') column += 1
    else if (char === '\t') column += TAB_WIDTH - (column % TAB_WIDTH)
    else break
  }
  line.contentAt = at
  line.contentColumn = column
}
