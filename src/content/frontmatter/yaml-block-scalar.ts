/**
 * YAML block scalars: the lines below a `|` (kept as they are) or a `>` (folded
 * into paragraphs) -> their text.
 */

/** `|`, `>-`, `|2+`, `>- # comment`. */
const HEADER = /^([|>])(?:([-+])([1-9])?|([1-9])([-+])?)?(?:[ \t]+#.*|[ \t]*)$/

/** The indicators of a block scalar. */
export interface BlockScalarHeader {
  readonly isFolded: boolean
  /** `-` drops the line breaks at the end, `+` keeps all, otherwise one stays. */
  readonly chomping: '-' | '+' | ''
  /** Columns deeper than the parent; 0 if the first line decides. */
  readonly indent: number
}

/** Parses a header such as `>-`; null for any other text. */
export function readBlockScalarHeader(text: string): BlockScalarHeader | null {
  const match = HEADER.exec(text)
  if (match === null) return null
  const sign = match[2] ?? match[5] ?? ''
  return {
    isFolded: match[1] === '>',
    chomping: sign === '-' || sign === '+' ? sign : '',
    indent: Number(match[3] ?? match[4] ?? 0),
  }
}

/** The text of whole `lines` below a parent that is indented by `parentIndent` columns. */
export function blockScalarText(lines: readonly string[], header: BlockScalarHeader, parentIndent: number): string {
  const first = lines.find((line) => spacesOf(line) < line.length)
  const indent = header.indent > 0 ? parentIndent + header.indent : first === undefined ? Infinity : spacesOf(first)
  const body = lines.map((line) => line.slice(Math.min(indent, spacesOf(line))))
  let length = body.length
  while (length > 0 && body[length - 1] === '') length -= 1
  if (length === 0) return header.chomping === '+' ? '\n'.repeat(body.length) : ''
  const text = header.isFolded ? fold(body.slice(0, length)) : body.slice(0, length).join('\n')
  if (header.chomping === '-') return text
  return text + '\n'.repeat(header.chomping === '+' ? 1 + body.length - length : 1)
}

/** One line break is a space and each further one stays, except around lines that are indented. */
function fold(lines: readonly string[]): string {
  let text = lines[0] ?? ''
  let blank = 0
  let isIndentedAbove = /^\s/.test(text)
  for (const line of lines.slice(1)) {
    if (line === '') {
      blank += 1
      continue
    }
    const isIndented = /^\s/.test(line)
    const isKept = isIndented || isIndentedAbove
    text += (isKept ? '\n'.repeat(blank + 1) : blank === 0 ? ' ' : '\n'.repeat(blank)) + line
    isIndentedAbove = isIndented
    blank = 0
  }
  return text
}

/** Spaces at the start of a line; a tab is not indentation in YAML. */
function spacesOf(line: string): number {
  let count = 0
  while (line[count] === ' ') count += 1
  return count
}
