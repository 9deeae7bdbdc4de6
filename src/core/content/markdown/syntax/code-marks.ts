/**
 * Comments in code that mark its lines -> the code without them, and the marked
 * lines: `[!code ++]`, `[!code --]`, `[!code focus:2]` and their like of Shiki
 * and VitePress, `highlight-next-line` of Docusaurus. A comment on a line of its
 * own marks the lines after it.
 */
import type { LineRanges } from '../../structure/element.ts'
import type { LineMark, MarkedLines } from './code-info.ts'

/** Marks of one line that are read. */
const MAX_MARKS_PER_LINE = 8
/** UTF-16 units of a comment of Docusaurus. */
const MAX_COMMENT_LENGTH = 200

const SHIKI_OPEN = '[!code '
const SHIKI_MARK =
  /^\[!code (?:(\+\+|--|highlight|hl|focus|warning|error|info)|word:[^\]]{1,200}?)(?::(\d{1,9}))?\](.*)$/
const SHIKI_MEANING: Readonly<Record<string, LineMark>> = { '++': 'inserted', '--': 'deleted' }
const COMMENT_STARTS = ['{/*', '<!--', '//', '/*', '--', '{#', '#', ';', '%', '"', "'"]
const COMMENT_ENDS = new Set(['', '*/', '*/}', '-->', '#}'])
const HIGHLIGHT =
  /^(?:\/\/|#|--|;|%|REM|<!--|\/\*|\{\s*\/\*)\s*highlight-(next-line|start|end)\s*(?:-->|\*\/|\*\/\s*\})?$/

/** Code without its comments for marks, and its marked lines. */
export interface MarkedCode {
  readonly text: string
  readonly inserted: LineRanges
  readonly deleted: LineRanges
  readonly marked: LineRanges
}

/** The code without comments that mark lines; `lines` are those that the info string marks in the source. */
export function takeCodeMarks(source: string, lines: readonly MarkedLines[]): MarkedCode {
  if (lines.length === 0 && !hasComments(source)) {
    return { text: source, inserted: [], deleted: [], marked: [] }
  }
  const { kept, keptBefore, marks } = takeComments(source.split('\n'))
  const shifted = lines.map(({ mark, first, last }) => ({
    mark,
    first: (keptBefore[first - 1] ?? kept.length) + 1,
    last: keptBefore[last] ?? kept.length,
  }))
  const rangesOf = (mark: LineMark) => toRanges([...shifted, ...marks].filter((one) => one.mark === mark), kept.length)
  return {
    text: kept.join('\n'),
    inserted: rangesOf('inserted'), deleted: rangesOf('deleted'), marked: rangesOf('marked'),
  }
}

/** True for code that may have comments for marks. */
function hasComments(source: string): boolean {
  return source.includes(SHIKI_OPEN) || source.includes('highlight-')
}

interface TakenComments {
  /** The lines that stay. */
  readonly kept: readonly string[]
  /** By line of the source: the number of lines before it that stay. One more than there are lines. */
  readonly keptBefore: readonly number[]
  readonly marks: readonly MarkedLines[]
}

function takeComments(lines: readonly string[]): TakenComments {
  const kept: string[] = []
  const keptBefore: number[] = []
  const marks: MarkedLines[] = []
  let highlightStart = 0
  for (const source of lines) {
    keptBefore.push(kept.length)
    if (!hasComments(source)) {
      kept.push(source)
      continue
    }
    const next = kept.length + 1
    const highlight = highlightOf(source)
    if (highlight === 'next-line') marks.push({ mark: 'marked', first: next, last: next })
    else if (highlight === 'start') highlightStart ||= next
    else if (highlight === 'end' && highlightStart > 0) {
      marks.push({ mark: 'marked', first: highlightStart, last: kept.length })
      highlightStart = 0
    }
    if (highlight !== null) continue
    const { text, marks: found } = takeShikiMarks(source)
    for (const { mark, count } of found) if (mark !== null) marks.push({ mark, first: next, last: next + count - 1 })
    if (found.length === 0 || text.trim() !== '') kept.push(text)
  }
  keptBefore.push(kept.length)
  if (highlightStart > 0) marks.push({ mark: 'marked', first: highlightStart, last: kept.length })
  return { kept, keptBefore, marks }
}

function highlightOf(source: string): string | null {
  const comment = source.trim()
  return comment.length > MAX_COMMENT_LENGTH ? null : (HIGHLIGHT.exec(comment)?.[1] ?? null)
}

interface ShikiMark {
  /** Null for a mark of words. */
  readonly mark: LineMark | null
  /** Number of lines. */
  readonly count: number
}

/** The line without the comments at its end that hold marks. A comment may hold several. */
function takeShikiMarks(source: string): { readonly text: string; readonly marks: readonly ShikiMark[] } {
  let text = source
  let marks: ShikiMark[] = []
  let remaining = source
  let pending: ShikiMark[] = []
  for (let count = 0; count < MAX_MARKS_PER_LINE; count += 1) {
    const at = remaining.lastIndexOf(SHIKI_OPEN)
    const match = at === -1 ? null : SHIKI_MARK.exec(remaining.slice(at))
    if (match === null || !COMMENT_ENDS.has((match[3] ?? '').trim())) break
    pending.push({ mark: meaningOf(match[1]), count: Number(match[2] ?? 1) })
    remaining = remaining.slice(0, at).trimEnd()
    const start = COMMENT_STARTS.find((mark) => remaining.endsWith(mark))
    if (start === undefined) continue
    remaining = remaining.slice(0, -start.length).trimEnd()
    text = remaining
    marks = [...marks, ...pending]
    pending = []
  }
  return { text, marks }
}

function meaningOf(name: string | undefined): LineMark | null {
  return name === undefined ? null : (SHIKI_MEANING[name] ?? 'marked')
}

/** Ranges in order and without overlap, up to the last line. */
function toRanges(lines: readonly MarkedLines[], lineCount: number): LineRanges {
  const ranges: [number, number][] = []
  for (const { first, last } of lines.toSorted((a, b) => a.first - b.first)) {
    const [from, to] = [Math.max(1, first), Math.min(last, lineCount)]
    const previous = ranges.at(-1)
    if (to < from) continue
    if (previous !== undefined && from <= previous[1] + 1) previous[1] = Math.max(previous[1], to)
    else ranges.push([from, to])
  }
  return ranges
}
