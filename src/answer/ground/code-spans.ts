/**
 * Markdown prose -> the code spans that are certain. Renderers pair backticks
 * within a block, and many rules decide where blocks end in lists, quotes and
 * tables. When every line pairs its own backticks, it makes no difference which
 * lines make a block. Otherwise, and if a backtick is escaped or a span holds a
 * `|` that may separate cells, no span of the paragraph counts.
 */

interface Span {
  readonly start: number
  readonly end: number
}

/** The spans of a text: start -> end. */
export function findCodeSpans(text: string): ReadonlyMap<number, number> {
  const spans = new Map<number, number>()
  let start = 0
  for (const paragraph of text.split(/(?<=\n[ \t]*\n)/)) {
    for (const span of spansOf(paragraph) ?? []) spans.set(start + span.start, start + span.end)
    start += paragraph.length
  }
  return spans
}

/** Null if the spans are uncertain. */
function spansOf(paragraph: string): readonly Span[] | null {
  if (paragraph.includes('\\`')) return null
  const spans: Span[] = []
  let lineStart = 0
  for (const line of paragraph.split(/(?<=\n)/)) {
    const pairs = pairBackticks(line)
    if (pairs === null || pairs.some(({ start, end }) => line.slice(start, end).includes('|'))) return null
    for (const { start, end } of pairs) spans.push({ start: lineStart + start, end: lineStart + end })
    lineStart += line.length
  }
  return spans
}

/** Pairs each run of backticks with the next run of the same length, from left to right; null if one has no partner. */
function pairBackticks(line: string): readonly Span[] | null {
  const runs = findRuns(line)
  const next = new Map<number, number>()
  const last = new Map<number, number>()
  for (const [i, { start, end }] of runs.entries()) {
    next.set(last.get(end - start) ?? -1, i)
    last.set(end - start, i)
  }
  const pairs: Span[] = []
  for (let i = 0; i < runs.length; i += 1) {
    const closer = next.get(i)
    if (closer === undefined) return null
    pairs.push({ start: runs[i]!.start, end: runs[closer]!.end })
    i = closer
  }
  return pairs
}

function findRuns(line: string): readonly Span[] {
  const runs: Span[] = []
  for (let start = line.indexOf('`'); start !== -1; start = line.indexOf('`', start)) {
    let end = start
    while (line[end] === '`') end += 1
    runs.push({ start, end })
    start = end
  }
  return runs
}
