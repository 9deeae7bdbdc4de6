/**
 * Text -> lines that fit a terminal, by the columns that characters take there.
 */

/** Scripts and emoji that take two columns (Unicode East Asian Width W and F, in ranges). */
const WIDE = new RegExp(
  `[${[
    '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua000-\\ua4cf\\uac00-\\ud7a3',
    '\\uf900-\\ufaff\\ufe30-\\ufe4f\\uff00-\\uff60\\uffe0-\\uffe6',
    '\\u{1f300}-\\u{1f64f}\\u{1f680}-\\u{1f6ff}\\u{1f900}-\\u{1f9ff}\\u{20000}-\\u{3fffd}',
  ].join('')}]`,
  'u',
)
const NO_WIDTH = /[\p{M}\u200c\u200d\ufe0f]/u

/** Columns that a line of text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += char < '\u0300' ? 1 : NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1
  return width
}

/** Breaks at spaces and between wide characters; longer words stay whole, to be copied. Line breaks are kept. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => (widthOf(line) <= columns ? [line] : wrapLine(line, columns)))
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = []
  let open = ''
  let width = 0
  for (const piece of piecesOf(line)) {
    const room = columns - width
    if (width > 0 && widthOf(piece.trimEnd()) > room) {
      lines.push(open.trimEnd())
      open = ''
      width = 0
    }
    open += piece
    width += widthOf(piece)
  }
  return [...lines, open.trimEnd()]
}

/** Words with the spaces behind them; wide characters one by one. */
function piecesOf(line: string): string[] {
  return line.split(/(?<= )(?! )/).flatMap((word) => (WIDE.test(word) ? [...word] : [word]))
}
