/** Markdown tables, aligned so that they read as plain text too. */

/** `rows` are lists of strings like `head`; the first column is flush left, the others are figures and flush right. */
export function formatTable(head, rows) {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)))
  const align = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))
  const formatRow = (cells) => `| ${cells.map(align).join(' | ')} |`
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [head, rule, ...rows].map(formatRow).join('\n')
}

/** Three figures or so: `0.043`, `1.24`, `38.1`, `512`; `–` for what isn't there. */
export function formatFigure(value) {
  if (value === undefined || value === null) return '–'
  if (value < 0.1) return value.toFixed(3)
  if (value < 10) return value.toFixed(2)
  return value < 100 ? value.toFixed(1) : value.toFixed(0)
}
