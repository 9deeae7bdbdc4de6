/** A text with a block between two marks -> the text with the block replaced. */

/** Marks around the block; people read the first one before they edit. */
export const MARKS = {
  start: '<!-- ask:index start: `ask agents` writes this part, and replaces it -->',
  end: '<!-- ask:index end -->',
} as const

const START = /<!-- ask:index start\b[^>]*-->/g
const END = /<!-- ask:index end -->/g

/** The text with its new block; `unclear` for a text whose marks are not one pair in order. */
export type MarkedText = { readonly type: 'text'; readonly text: string } | { readonly type: 'unclear' }

/** Replaces the current block with a new one, which includes its marks; appends it to a text without marks. */
export function replaceBlock(text: string, block: string): MarkedText {
  const lineBreak = /\r\n/.test(text) ? '\r\n' : '\n'
  const lines = block.replaceAll('\n', lineBreak)
  const [starts, ends] = [[...text.matchAll(START)], [...text.matchAll(END)]]
  const [[start], [end]] = [starts, ends]
  if (start === undefined && end === undefined) {
    const kept = text.replace(/\s+$/, '')
    const [mark = ''] = /^\uFEFF/.exec(text) ?? []
    const before = kept === '' ? mark : kept + lineBreak.repeat(2)
    return { type: 'text', text: before + lines + lineBreak }
  }
  const isPair = starts.length === 1 && ends.length === 1
  if (!isPair || start === undefined || end === undefined || end.index < start.index) return { type: 'unclear' }
  return { type: 'text', text: text.slice(0, start.index) + lines + text.slice(end.index + end[0].length) }
}
