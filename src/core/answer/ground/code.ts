/**
 * The code in an answer -> what is in no section that the answer rests on, for the reports of its owner: an invented
 * flag, a command that is not in the documentation. Literals are code spans, lines of code blocks, and `--flags` in the
 * text; a literal is supported if it occurs as it is, apart from white space.
 *
 * Only code spans that are certain count. Renderers pair backticks within a block, and many rules decide where blocks
 * end in lists, quotes and tables. When every line pairs its own backticks, it makes no difference which lines make a
 * block. Otherwise, and if a backtick is escaped or a span holds a `|` that may separate cells, no span of the
 * paragraph counts.
 */
import { foldSpace } from '../../base/fold-space.ts'

/** Distinct literals of one answer that are checked. */
const MAX_LITERALS = 500

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/
const FLAG = /(?<![\w-])--[A-Za-z][\w-]*/g
/** The minimum content of a literal: a line of brackets is not one. */
const WORD = /[\p{L}\p{N}]{2}/u
/** The distinct literals of a Markdown answer that occur in none of the texts, with single spaces. */
export function unsupportedLiterals(answer: string, texts: readonly string[]): readonly string[] {
  const sources = texts.map(foldSpace)
  return [...literalsOf(answer)].filter((literal) => !sources.some((text) => text.includes(literal)))
}

function literalsOf(answer: string): ReadonlySet<string> {
  const literals = new Set<string>()
  const parts = codeOf(answer)
  for (const { type, text } of parts) if (type === 'block') addLiteral(literals, text)
  for (const { type, text } of parts) if (type === 'span') addLiteral(literals, text)
  const plain = parts.filter(({ type }) => type === 'text').map(({ text }) => text).join(' ')
  for (const [flag] of plain.matchAll(FLAG)) addLiteral(literals, flag)
  return literals
}

function addLiteral(literals: Set<string>, code: string): void {
  const literal = foldSpace(code)
  if (WORD.test(literal) && literals.size < MAX_LITERALS) literals.add(literal)
}

/** A part of an answer: text outside of code, one code span without its backticks, or one line of a code block. */
interface CodePart {
  readonly type: 'text' | 'span' | 'block'
  readonly text: string
}

/** The parts of a Markdown answer; lines of code blocks come when their block ends the prose before it. */
function codeOf(answer: string): readonly CodePart[] {
  const parts: CodePart[] = []
  const prose: string[] = []
  let fence = ''

  function endProse(): void {
    const text = prose.splice(0).map((line) => `${line}\n`).join('')
    let at = 0
    for (const [start, end] of findCodeSpans(text)) {
      parts.push({ type: 'text', text: text.slice(at, start) })
      parts.push({ type: 'span', text: text.slice(start, end).replace(/^`+|`+$/g, '') })
      at = end
    }
    parts.push({ type: 'text', text: text.slice(at) })
  }

  for (const line of answer.split('\n')) {
    const run = FENCE.exec(line)?.[1] ?? ''
    if (fence === '' && run === '') prose.push(line)
    else if (fence === '') {
      endProse()
      fence = run
    } else if (run.startsWith(fence)) fence = ''
    else parts.push({ type: 'block', text: line.replace(/^[ \t]*>[ \t]?/, '') })
  }
  endProse()
  return parts
}

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
