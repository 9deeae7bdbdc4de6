/**
 * The code spans of Markdown that are certain. Renderers pair backticks within a block, and many rules decide where
 * blocks end in lists, quotes and tables. When every line pairs its own backticks, it makes no difference which lines
 * make a block. Otherwise, and if a backtick is escaped or a span holds a `|` that may separate cells, no span of the
 * paragraph counts.
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
  const runs = Array.from(line.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, end: index + run.length }))
  const pairs: Span[] = []
  let opener: Span | null = null
  for (const run of runs) {
    if (opener === null) opener = run
    else if (run.end - run.start === opener.end - opener.start) {
      pairs.push({ start: opener.start, end: run.end })
      opener = null
    }
  }
  return opener === null ? pairs : null
}
