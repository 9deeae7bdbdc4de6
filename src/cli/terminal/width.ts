/** Columns that characters take in a terminal. */

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

/** Where a word may be broken: wide characters one by one, all other words stay whole, to be copied. */
export function breakWide(word: string): readonly string[] {
  return WIDE.test(word) ? [...word] : [word]
}
