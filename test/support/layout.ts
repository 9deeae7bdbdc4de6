/** Texts with rows and code, for tests of snippets. */
import type { Layout } from '../../src/core/search/show/excerpt.ts'

/** A text whose rows are between two `|`, those of headers between two `=`, and whose code is between two `~`. */
export function laidOut(marked: string): { readonly text: string; readonly layout: Layout } {
  const rows: Layout['rows'][number][] = []
  const code: Layout['code'][number][] = []
  let text = ''
  for (const part of marked.split(/(\|[^|]*\||=[^=]*=|~[^~]*~)/)) {
    const start = text.length
    const shown = part.replace(/[|=~]/g, '')
    text += shown
    if (part.startsWith('~')) code.push({ start, end: text.length, isBlock: true })
    if (!/^[|=]/.test(part)) continue
    let at = start
    const cells = shown.split('\t').map(({ length }) => {
      const cell = { start: at, end: at + length }
      at = cell.end + 1
      return cell
    })
    rows.push({ start, end: text.length, isHeader: part.startsWith('='), cells })
  }
  return { text, layout: { code, rows } }
}
