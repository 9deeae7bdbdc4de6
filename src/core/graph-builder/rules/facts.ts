/**
 * A section -> its facts: the exact strings that a reader would look up or copy, found by rules alone. A literal is
 * always a range of the section's text.
 *
 * Every candidate has a weight by its form (`code-facts`, and the patterns for prose and tables here). Its position
 * adds to it: the start of a list item or table row 18, the heading 25, each further occurrence 2, at most 8. A value
 * that the text calls the default has 90, one below the heading "Default" of a table 84. Candidates below 30 are noise
 * (any word in backticks). Of the others the 24 heaviest become facts, in order of weight, then of the text.
 */
import type { Chunk } from '../../content/chunk.ts'
import type { CodeSpan } from '../../content/structure/ranges.ts'
import type { Fact, FactKind } from '../../graph/graph.ts'
import {
  blockFacts, type Candidate, candidateOf, type Form, formOf, MAX_LITERAL_LENGTH, MIN_WEIGHT,
} from './code-facts.ts'

/** Facts of one section. */
export const MAX_FACTS = 24
/** Candidates of one section. */
const MAX_CANDIDATES = 4_000
const DEFAULT_WEIGHT = 90
/** A single word in backticks: noise unless its position raises it. */
const WORD_KEY: Form = { kind: 'key', weight: 14 }
const WORD_VALUE: Form = { kind: 'value', weight: 14 }
/** UTF-16 units before code that may call it a default. */
const MAX_LEAD = 100

const UNITS = /(?:ms|(?:millisecond|second|minute|hour|day|byte)s?|[KMGT]i?B|[kmg]b|px|rem|fps|dpi)/.source
/** `30 seconds`, `5 MB` */
const QUANTITY = new RegExp(`(?<![\\w.,])\\d[\\d,.]{0,15}[ \\u00a0-]?${UNITS}\\b`, 'g')
const LIMIT_WORDS = /(?:at most|at least|up to|(?:max|min)imum of|no more than|limit(?:ed to| of))/.source
/** `at most 24 facts` */
const LIMIT = new RegExp(`\\b${LIMIT_WORDS} (\\d[\\d,.]{0,15}(?:[ -]?[A-Za-z%]{1,12})?)(?![\\w%])`, 'gi')
/** `v1.2`, `1.2.3-beta.1` */
const VERSION =
  /(?<![\w.])v\d{1,4}(?:\.\d{1,6}){1,3}(?:-[\w.]{1,30})?\b|(?<![\w.@])\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g
/** `Default: 5 minutes` */
const DEFAULT = /\bDefault(?: value)?: ([^\s`,;()\ufffc][^\n`,;()\ufffc]{0,40}?)(?=\.?(?:\n|$)|\.\s|[,;(])/g

/** Patterns for text outside of code; the literal is group 1, else the whole match. */
const PROSE: readonly (readonly [RegExp, FactKind, number])[] = [
  [DEFAULT, 'default', DEFAULT_WEIGHT],
  [/\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,60}\b/g, 'key', 70],
  [/(?:^|[\s(])(--[a-z][\w-]{1,60})(?![\w-])/g, 'flag', 64],
  [/\bport (\d{2,5})\b/gi, 'value', 60],
  [LIMIT, 'value', 58],
  [QUANTITY, 'value', 54],
  [/(?<![\w.,])\d[\d.,]{0,15}\s?%(?!\w)/g, 'value', 46],
  [VERSION, 'value', 42],
  [/\b[\w@/-]{1,60}@\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g, 'value', 48],
  [/\bhttps?:\/\/[^\s<>()"'`\ufffc]{1,180}[\w/]/g, 'value', 44],
]

/** UTF-16 units of a default; more is an explanation. */
const MAX_DEFAULT_LENGTH = 60
/** Rows of one section. */
const MAX_ROWS = 1_000
/** A dash, an empty cell or "none", which is not a default. */
const NO_DEFAULT = /^(?:[^\p{L}\p{N}'"/[{]*|\s*(?:none|n\/a|required)\s*)$/iu
/** Less than the weight of a default in a sentence, because the row's key already names the setting. */
const TABLE_WEIGHT = 84

function proseFacts(prose: string): Candidate[] {
  return PROSE.flatMap(([pattern, kind, weight]) => {
    const candidates: Candidate[] = []
    for (const match of prose.matchAll(pattern)) {
      if (candidates.push(candidateOf(kind, weight, { match, offset: 0 })) === MAX_CANDIDATES) break
    }
    return candidates
  })
}

/** The text with every character of code replaced, so that offsets stay the same. */
function withoutCode({ text, code }: Chunk): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of code) {
    parts.push(text.slice(from, start), '\ufffc'.repeat(end - start))
    from = end
  }
  return [...parts, text.slice(from)].join('')
}

interface WeighedLiteral {
  readonly kind: FactKind
  readonly literal: string
  readonly start: number
  readonly weight: number
  /** Occurrences after the first. */
  repeats: number
}

/** The heaviest literals. The heaviest candidate of a literal decides its kind. */
function bestOf(candidates: readonly Candidate[], { text }: Chunk): readonly WeighedLiteral[] {
  const literals = new Map<string, WeighedLiteral>()
  for (const { kind, start, end, weight } of candidates) {
    const literal = text.slice(start, end).trim()
    if (literal === '' || literal.length > MAX_LITERAL_LENGTH) continue
    const first = literals.get(literal)
    const repeats = first === undefined ? 0 : first.repeats + 1
    if (first === undefined || first.weight < weight) literals.set(literal, { kind, literal, start, weight, repeats })
    else first.repeats = repeats
  }
  const totalWeight = ({ weight, repeats }: WeighedLiteral) => weight + Math.min(8, 2 * repeats)
  return [...literals.values()]
    .filter((literal) => totalWeight(literal) >= MIN_WEIGHT)
    .sort((a, b) => totalWeight(b) - totalWeight(a) || a.start - b.start)
    .slice(0, MAX_FACTS)
}

/** The candidates in the order of the text. */
function tableDefaults(text: string, code: readonly CodeSpan[]): Candidate[] {
  if (!/\bdefault/i.test(text) || !text.includes('\t')) return []
  const candidates: Candidate[] = []
  // Null outside of a table, -1 in a table without such a column.
  let column: number | null = null
  let rows = 0
  for (const { start, cells } of tablesOf(text, code)) {
    if (cells === null) column = null
    else if (column === null) column = cells.findIndex((cell) => /^default(?:s| value)?$/i.test(cell.trim()))
    else if ((rows += 1) <= MAX_ROWS) candidates.push(...cellAt(cells, column, start))
  }
  return candidates
}

interface TableRow {
  readonly start: number
  /** Null for a line between two tables. */
  readonly cells: readonly string[] | null
}

/** The lines of a text. Lines with a tab outside of code blocks are rows; all others separate tables. */
function* tablesOf(text: string, code: readonly CodeSpan[]): Generator<TableRow> {
  const blocks = code.filter((span) => span.isBlock).values()
  let block = blocks.next().value
  for (let start = 0; start < text.length; ) {
    while (block !== undefined && block.end <= start) block = blocks.next().value
    const lineBreak = text.indexOf('\n', start)
    const end = lineBreak === -1 ? text.length : lineBreak
    const isCode = block !== undefined && block.start <= start
    const line = text.slice(start, end)
    yield { start, cells: !isCode && line.includes('\t') ? line.split('\t') : null }
    start = end + 1
  }
}

function cellAt(cells: readonly string[], column: number, start: number): Candidate[] {
  const cell = cells[column]
  if (cell === undefined || cell.length > MAX_DEFAULT_LENGTH || NO_DEFAULT.test(cell)) return []
  const at = start + cells.slice(0, column).reduce((sum, one) => sum + one.length + 1, 0)
  return [{ kind: 'default', weight: TABLE_WEIGHT, start: at, end: at + cell.length }]
}

/** The facts of a section, heaviest first, without duplicates. */
export function findFacts(chunk: Chunk): Fact[] {
  const prose = withoutCode(chunk)
  const candidates = [
    ...chunk.code.slice(0, MAX_CANDIDATES).flatMap((span) => codeFacts(chunk, span)),
    ...proseFacts(prose),
    ...tableDefaults(chunk.text, chunk.code),
  ]
  const best = bestOf(candidates.slice(0, MAX_CANDIDATES), chunk)
  return best.map(({ kind, literal }) => ({ kind, literal, chunkId: chunk.id }))
}

function codeFacts({ text, heading }: Chunk, { start, end, isBlock, lang }: CodeSpan): Candidate[] {
  if (isBlock) return blockFacts({ text: text.slice(start, end), offset: start, lang })
  const code = text.slice(start, end)
  if (code.trim() === '' || code.length > MAX_LITERAL_LENGTH) return []
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start)
  if (isCalledDefault(lead, text.slice(end, end + 12))) return [{ kind: 'default', weight: DEFAULT_WEIGHT, start, end }]
  const isLineStart = start === 0 || lead.endsWith('\n')
  const isInHeading = (heading ?? '').includes(code)
  const isKey = isInHeading || (text[end] === '\t' && isLineStart)
  const form = formOf(code) ?? (/^[\w$@][\w$-]*$/.test(code) ? (isKey ? WORD_KEY : WORD_VALUE) : null)
  if (form === null) return []
  return [{ ...form, start, end, weight: form.weight + (isLineStart ? 18 : 0) + (isInHeading ? 25 : 0) }]
}

/** "Default: `x`", "defaults to `x`", "the default port is `x`", "`x` (default)". */
function isCalledDefault(before: string, after: string): boolean {
  return (
    /\bdefaults?(?:\s+values?)?\s*(?::|is|to|=)\s*$/i.test(before) ||
    /\bdefault\b[^.:;\n]{1,80}\sis\s(?:set to\s)?$/i.test(before) ||
    /^\s?\(default\b/i.test(after)
  )
}
