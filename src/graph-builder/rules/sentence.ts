/**
 * A section's text -> its first sentences, by rules that need no locale and no
 * version of Unicode data beyond letter case. Code inside a sentence is never
 * split, code blocks belong to no sentence.
 */
import type { CodeSpan } from '../../content/page.ts'

export interface Sentence {
  /** On one line; cells of a table row stay parted by tabs. */
  readonly text: string
  /** Half-open UTF-16 offsets into the section's text. */
  readonly start: number
  readonly end: number
  /** Line of a list or table: its block has several lines. */
  readonly isListed: boolean
  /** First sentence of its line. */
  readonly isLead: boolean
}

interface Text {
  readonly text: string
  readonly code: readonly CodeSpan[]
}

interface Line {
  readonly start: number
  readonly end: number
  readonly isListed: boolean
}

/** Ends of sentences with the quotes and brackets that close behind them. */
const ENDS = /[.!?…؟۔।]{1,8}[)\]"'”’»]{0,4}(?=\s)|[。！？｡]{1,8}[)\]"'”’」』）]{0,4}/g
/** Words whose full stop ends no sentence; single letters (initials) are left out by their form. */
const ABBREVIATIONS = new Set(`
  e.g i.e etc vs cf approx nos fig figs eq sec ch vol p pp al mr mrs ms dr prof st jr sr inc ltd co corp dept est
  resp incl excl min max esp z.b d.h usw bzw ca p.ex
`.trim().split(/\s+/))
/** UTF-16 units in front of a full stop that are looked at for an abbreviation. */
const MAX_ABBREVIATION_LENGTH = 12

/** At most `most` sentences, in order. */
export function firstSentences(source: Text, most: number): Sentence[] {
  const found: Sentence[] = []
  for (const line of linesOf(source)) {
    for (const sentence of sentencesOf(source, line)) {
      if (found.length === most) return found
      found.push(sentence)
    }
  }
  return found
}

/** The lines outside of code blocks. */
function* linesOf({ text, code }: Text): Generator<Line> {
  let from = 0
  for (const { start, end, isBlock } of code) {
    if (!isBlock) continue
    yield* linesBetween(text, from, start)
    from = end
  }
  yield* linesBetween(text, from, text.length)
}

function* linesBetween(text: string, from: number, to: number): Generator<Line> {
  for (let start = from; start < to; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 || found > to ? to : found
    const isBelow = start - 2 >= from && text[start - 2] !== '\n'
    const isAbove = end + 1 < to && text[end + 1] !== '\n'
    if (end > start) yield { start, end, isListed: isBelow || isAbove }
    start = end + 1
  }
}

function* sentencesOf(source: Text, { start, end, isListed }: Line): Generator<Sentence> {
  let isLead = true
  for (const [from, to] of rangesOf(source, { start, end })) {
    const raw = source.text.slice(from, to)
    const text = foldSpace(raw.trim())
    if (text === '') continue
    yield { text, start: to - raw.trimStart().length, end: from + raw.trimEnd().length, isListed, isLead }
    isLead = false
  }
}

/** White space but tabs as single spaces. Most text is so already, and replacing each space of a site takes its time. */
function foldSpace(text: string): string {
  return /[^\S \t]| {2}/.test(text) ? text.replace(/[^\S\t]+/g, ' ') : text
}

function* rangesOf(source: Text, { start, end }: Pick<Line, 'start' | 'end'>): Generator<readonly [number, number]> {
  let from = start
  for (const match of source.text.slice(start, end).matchAll(ENDS)) {
    const stop = start + match.index
    const next = stop + match[0].length
    if (!isEnd(source, { stop, next, from })) continue
    yield [from, next]
    from = next
  }
  yield [from, end]
}

interface Stop {
  /** Offset of the full stop, and of what follows it. */
  readonly stop: number
  readonly next: number
  /** Start of the sentence. */
  readonly from: number
}

function isEnd({ text, code }: Text, { stop, next, from }: Stop): boolean {
  if (isCode(code, stop)) return false
  if (/[。！？｡]/.test(text[stop]!)) return true
  const gap = /^\s{0,4}/.exec(text.slice(next, next + 4))![0].length
  const opener = String.fromCodePoint(text.codePointAt(next + gap) ?? 0x20)
  if (opener !== opener.toUpperCase() && !isCode(code, next + gap)) return false
  if (text[stop] !== '.') return true
  const before = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(from, stop - MAX_ABBREVIATION_LENGTH), stop))![0]
  const isNumbering = stop - from < MAX_ABBREVIATION_LENGTH && /^\s*\d{1,3}$/.test(text.slice(from, stop))
  return !isNumbering && !ABBREVIATIONS.has(before.toLowerCase()) && !/^\p{Lu}$/u.test(before)
}

/** Whether an offset lies in code, found by halving: a section may hold very many spans. */
function isCode(code: readonly CodeSpan[], offset: number): boolean {
  let [low, high] = [0, code.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (code[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  const span = code[low]
  return span !== undefined && span.start <= offset
}
