/**
 * Comments in code that mark its lines -> the code without them, and the marked
 * lines: `[!code ++]`, `[!code --]`, `[!code focus:2]` and their like of Shiki
 * and VitePress, `highlight-next-line` of Docusaurus, `[tl! add:start]` of Torchlight
 * (https://torchlight.dev/docs/annotations). A comment on a line of its own marks the
 * lines after it.
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
const TORCHLIGHT_OPEN = '[tl! '
/** One annotation; `:2` and the next two lines, `:1,3` from the next line three lines. */
const TORCHLIGHT_MARK =
  /^\[tl! ([^\s:\]]{1,40})(?::(?:(start|end)|(-?\d{1,9})(?:,(\d{1,9}))?|))?[^\]]{0,200}\](.*)$/
const MEANING: Readonly<Record<string, LineMark>> = {
  '++': 'inserted', add: 'inserted', insert: 'inserted', '--': 'deleted', remove: 'deleted', delete: 'deleted',
}
/** Annotations of Torchlight that mark no line. */
const NO_MARK = /^(?:autolink|class|collapse|reindex|[.#])/
const COMMENT_STARTS = ['{/*', '<!--', '//', '/*', '--', '{#', '#', ';', '%', '"', "'"]
/** The start of a comment with words. */
const COMMENT = /(?:^|\s)(?:\/\/|\/\*|<!--|#)\s.*\S/
const COMMENT_ENDS = new Set(['', '*/', '*/}', '-->', '#}'])
const HIGHLIGHT =
  /^(?:\/\/|#|--|;|%|REM|<!--|\/\*|\{\s*\/\*)\s*highlight-(next-line|start|end)\s*(?:-->|\*\/|\*\/\s*\})?$/

/**
 * The code without comments that mark lines. `lines`: those that the info string marks in the source. `shown`: the
 * lines of the source as readers see them, null for each that they don't.
 */
export function takeCodeMarks(
  source: string,
  lines: readonly MarkedLines[],
  shown: readonly (string | null)[] | null = null,
): { readonly text: string } & Readonly<Record<LineMark, LineRanges>> {
  if (lines.length === 0 && shown === null && !hasComments(source)) {
    return { text: source, inserted: [], deleted: [], marked: [] }
  }
  const { kept, keptBefore, marks } = takeComments(shown ?? source.split('\n'))
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
  return source.includes(SHIKI_OPEN) || source.includes('highlight-') || source.includes(TORCHLIGHT_OPEN)
}

function takeComments(lines: readonly (string | null)[]) {
  /** The lines that stay. */
  const kept: string[] = []
  /** By line of the source: the number of lines before it that stay. One more than there are lines. */
  const keptBefore: number[] = []
  const marks: MarkedLines[] = []
  /** First lines of the ranges that are open. */
  const starts = new Map<LineMark, number>()
  function endRange(mark: LineMark, last: number): void {
    const first = starts.get(mark)
    if (first !== undefined) marks.push({ mark, first, last })
    starts.delete(mark)
  }
  for (const source of lines) {
    keptBefore.push(kept.length)
    if (source === null || !hasComments(source)) {
      if (source !== null) kept.push(source)
      continue
    }
    const next = kept.length + 1
    const highlight = highlightOf(source)
    if (highlight === 'next-line') marks.push({ mark: 'marked', first: next, last: next })
    else if (highlight === 'start') starts.set('marked', starts.get('marked') ?? next)
    else if (highlight === 'end') endRange('marked', kept.length)
    if (highlight !== null) continue
    const { text, marks: found } = takeMarks(source)
    for (const { mark, offset, count, edge } of found) {
      if (mark === null) continue
      if (edge === 'start') starts.set(mark, starts.get(mark) ?? next)
      else if (edge === 'end') endRange(mark, next)
      else marks.push({ mark, first: next + offset, last: next + offset + count - 1 })
    }
    if (found.length === 0 || text.trim() !== '') kept.push(text)
  }
  keptBefore.push(kept.length)
  for (const mark of [...starts.keys()]) endRange(mark, kept.length)
  return { kept, keptBefore, marks }
}

function highlightOf(source: string): string | null {
  const comment = source.trim()
  return comment.length > MAX_COMMENT_LENGTH ? null : (HIGHLIGHT.exec(comment)?.[1] ?? null)
}

interface CodeMark {
  /** Null for a mark of words. */
  readonly mark: LineMark | null
  /** Lines from that with the mark to the first. */
  readonly offset: number
  /** Number of lines. */
  readonly count: number
  /** Set at the first or last line of a range. */
  readonly edge: string | undefined
}

/** The line without the comments at its end that hold marks. A comment may hold several. */
function takeMarks(source: string): { readonly text: string; readonly marks: readonly CodeMark[] } {
  let text = source
  let marks: CodeMark[] = []
  let remaining = source
  let pending: CodeMark[] = []
  for (let count = 0; count < MAX_MARKS_PER_LINE; count += 1) {
    const at = Math.max(remaining.lastIndexOf(SHIKI_OPEN), remaining.lastIndexOf(TORCHLIGHT_OPEN))
    const found = at === -1 ? null : shikiMark(remaining.slice(at)) ?? torchlightMark(remaining.slice(at))
    if (found === null) break
    const { after, ...mark } = found
    const before = remaining.slice(0, at)
    const isAnywhere = found.isAnywhere || (COMMENT.test(before) && !before.endsWith('\\'))
    const isAtEnd = COMMENT_ENDS.has(after.trim())
    if (!isAtEnd && !isAnywhere) break
    const { isAnywhere: _, ...own } = mark
    pending.push(own)
    remaining = remaining.slice(0, at).trimEnd()
    const start = isAtEnd ? COMMENT_STARTS.find((mark) => remaining.endsWith(mark)) : undefined
    // Marks may be beside other words of a comment; those of Torchlight also where the language has no comments.
    if (start === undefined && !isAnywhere) continue
    remaining = start === undefined ? remaining + after : remaining.slice(0, -start.length).trimEnd()
    text = remaining
    marks = [...marks, ...pending]
    pending = []
  }
  return { text, marks }
}

/** A mark at the start of a text. */
interface FoundMark extends CodeMark {
  /** The text after it. */
  readonly after: string
  /** True if it need not be at the end of a comment. */
  readonly isAnywhere: boolean
}

function shikiMark(text: string): FoundMark | null {
  const [source, name, count = '1', after = ''] = SHIKI_MARK.exec(text) ?? []
  if (source === undefined) return null
  return { mark: meaningOf(name), offset: 0, count: Number(count), edge: undefined, after, isAnywhere: false }
}

function torchlightMark(text: string): FoundMark | null {
  const [source, name = '', edge, more = '0', length, after = ''] = TORCHLIGHT_MARK.exec(text) ?? []
  if (source === undefined) return null
  const [offset, count] = length === undefined ? [0, Number(more) + 1] : [Number(more), Number(length)]
  return { mark: NO_MARK.test(name) ? null : meaningOf(name), offset, count, edge, after, isAnywhere: true }
}

function meaningOf(name: string | undefined): LineMark | null {
  return name === undefined ? null : (MEANING[name] ?? 'marked')
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
