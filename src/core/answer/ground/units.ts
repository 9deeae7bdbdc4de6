/**
 * The blocks of an answer -> what can be checked of it alone: paragraphs, items, rows of tables and lines of code, with
 * the sections that they cite, and their sentences. A citation marks its paragraph, item or row; an item, a row or code
 * without one rests on those of the text that leads to it.
 */
import type { Redact } from '../../base/redact.ts'
import type { GroundingReport } from './ground.ts'

/** A citation, and a code span, in the text of a unit. */
export const CITED = /\ue000(\d+)\ue001/g
export const SPAN = /\ue002(\d+)\ue003/g
/** The mark of a list's item. */
export const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/
/** The beginning of a table's row. */
export const ROW = /^[ \t]*\|/
const HEADING = /^[ \t]*#/
/** The row of dashes below the head of a table, whose cells are names. */
const DASHES = /^[ \t]*\|[ \t|:-]+$/
/** The end of a sentence with its citations, which is not after `e.g.` and the like. */
const SENTENCE_END = new RegExp(
  '(?<!\\b(?:e\\.g|i\\.e|vs|cf)\\.)(?<=[.!?…](?:["\')\\]]|\ue000\\d{1,3}\ue001|\\s(?=[\ue000\\s])){0,12})\\s+(?![a-z\ue000])' +
    '|(?<=[。！？](?:\ue000\\d{1,3}\ue001){0,4})(?!\ue000)',
  'u',
)
/** Letters and digits of a sentence; shorter ones are fragments, as a cell. */
const MIN_LETTERS = 8

/** A paragraph, an item, a row, or a line of code. */
export interface Unit {
  readonly type: 'prose' | 'code'
  /** Prose with marks for citations and code spans; a line of code as it is. */
  readonly text: string
  /** The sentences of prose, one for code. */
  readonly sentences: readonly string[]
  readonly cited: readonly number[]
  /** Sections that the text before it cites, if it leads to this. */
  readonly lead: readonly number[]
  readonly language: string
}

/** The text of an answer. */
export interface AnswerText {
  readonly units: readonly Unit[]
  /** Code spans by the number of their mark. */
  readonly spans: readonly string[]
}

/** Reads an answer as it is shown, without secrets. */
export function readUnits({ blocks, spans }: Pick<GroundingReport, 'blocks' | 'spans'>, redact: Redact): AnswerText {
  const units: Unit[] = []
  let lead: readonly number[] = []
  for (const { type, text, language } of blocks) {
    const lines = redact(text).trimEnd().split('\n')
    const parts = type === 'code' ? lines : partsOf(lines.map((line) => line.replace(/^[ \t]*(?:>[ \t]?)+/, '')))
    for (const part of parts) {
      const cited = type === 'code' ? [] : citedIn(part)
      if (cited.length > 0 && !ITEM.test(part) && !ROW.test(part)) citeAbove(units, cited)
      units.push({ type, text: part, sentences: type === 'code' ? [part] : part.split(SENTENCE_END), cited, lead, language })
      if (type === 'prose' && !ITEM.test(part) && !ROW.test(part)) lead = cited
    }
  }
  return { units, spans: spans.map(redact) }
}

/** Items and rows directly above that cite none rest on these sections as well: `[1]` in the text below a table. */
function citeAbove(units: Unit[], cited: readonly number[]): void {
  for (let at = units.length - 1; at >= 0; at -= 1) {
    const unit = units[at]
    if (unit === undefined || unit.cited.length > 0 || !(ITEM.test(unit.text) || ROW.test(unit.text))) return
    units[at] = { ...unit, cited: [...unit.lead, ...cited] }
  }
}

/** The paragraphs, items and rows of lines of prose, without headings. */
function partsOf(lines: readonly string[]): readonly string[] {
  const parts: string[] = []
  let isOpen = false
  for (const line of lines) {
    const [isRow, isText] = [ROW.test(line), line.trim() !== '' && !HEADING.test(line)]
    if (isText && isOpen && !isRow && !ITEM.test(line)) parts.push(`${parts.pop() ?? ''}\n${line}`)
    else if (isText) parts.push(line)
    isOpen = isText && !isRow
  }
  return parts
}

/** The sections that a text with marks cites. */
export function citedIn(text: string): readonly number[] {
  return Array.from(text.matchAll(CITED), ([, number]) => Number(number))
}

/** The share of an answer's sentences that rest on a citation; lead-ins (`To install:`) and fragments don't count. */
export function citedShare({ units }: AnswerText): number {
  let [all, cited] = [0, 0]
  for (const [at, unit] of units.entries()) {
    const isNamed = unit.type === 'code' || DASHES.test(units[at + 1]?.text ?? '')
    const count = isNamed ? 0 : unit.sentences.filter((sentence) => {
      const words = sentence.replace(CITED, '')
      return !words.trimEnd().endsWith(':') && (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
    }).length
    all += count
    const isLed = unit.lead.length > 0 && (ITEM.test(unit.text) || ROW.test(unit.text))
    if (unit.cited.length > 0 || isLed) cited += count
  }
  return all === 0 ? 1 : cited / all
}
