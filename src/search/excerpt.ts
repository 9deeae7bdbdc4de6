/**
 * A section's text and the terms of a query -> the passage to show: where most
 * of the query's words stand together, white space folded, cut between words,
 * and marked with an ellipsis where it is cut.
 */
import { createFindMatches } from './match.ts'
import type { Match, Wanted } from './match.ts'
import type { Chain } from '../text/analyze.ts'

/** Most code points of an excerpt, its ellipses included. */
export const MAX_EXCERPT_LENGTH = 240
/** Most UTF-16 units of a text that are read for one. */
const MAX_READ = 20_000
/** Most UTF-16 units given up at either end to cut between words. */
const MAX_WORD_GAP = 30
/** What a further occurrence of a word counts beside its first. */
const REPEAT_SHARE = 0.1
/** Share of the room beside the matches that goes before them, where no sentence starts there. */
const LEAD_SHARE = 1 / 3

/** Sums that differ by less, as a share, are equal: they are taken in different orders. */
const ROUNDING = 1e-9

const ELLIPSIS = '…'
/** Ends of sentences, in text whose white space is single spaces. */
const SENTENCE_ENDS = ['. ', '! ', '? ', '。', '！', '？']

/** Cuts the excerpt of a text for the terms wanted; its beginning where none of them is in it. */
export type Excerpt = (text: string, wanted: ReadonlyMap<string, Wanted>) => string

/** An excerpt cutter that makes its grapheme rules once, when they are first needed. */
export function createExcerpt(chain: Chain): Excerpt {
  const findMatches = createFindMatches(chain)
  let graphemes: Intl.Segmenter | null = null

  /** Start of the grapheme that an offset lies in. */
  function graphemeAt(text: string, offset: number): number {
    if (offset <= 0 || offset >= text.length) return offset
    if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return offset
    graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
    return graphemes.segment(text).containing(offset)?.index ?? offset
  }

  /** The first word from `offset` on, if one starts near, else the grapheme there. */
  function wordStart(text: string, offset: number): number {
    if (offset <= 0) return 0
    const space = text.indexOf(' ', offset - 1)
    return graphemeAt(text, space >= 0 && space < offset + MAX_WORD_GAP ? space + 1 : offset)
  }

  /** Start of the word that an offset lies in, if it is near, else the grapheme there. */
  function wordBefore(text: string, offset: number): number {
    const start = text.lastIndexOf(' ', offset - 1) + 1
    return graphemeAt(text, start > offset - MAX_WORD_GAP ? start : offset)
  }

  /** The end of the last word up to `offset`, if one ends near, else the grapheme there. */
  function wordEnd(text: string, offset: number): number {
    const space = text.lastIndexOf(' ', offset)
    return graphemeAt(text, space > offset - MAX_WORD_GAP ? space : offset)
  }

  /** Where to start so that the span stands in its sentence, or has some words before it. */
  function leadingStart(text: string, { from, to }: Span): number {
    const room = Math.max(0, MAX_EXCERPT_LENGTH - 2 * ELLIPSIS.length - (to - from))
    const lead = wordStart(text, from - Math.floor(room * LEAD_SHARE))
    const words = lead <= from ? lead : wordBefore(text, from)
    const start = lastSentenceStart(text, { from: from - room, to: from }) ?? words
    // Near the end of the text there is room for more before it.
    return Math.min(start, wordStart(text, retreat(text, MAX_EXCERPT_LENGTH - ELLIPSIS.length)))
  }

  return function excerpt(text, wanted) {
    const isWhole = text.length <= MAX_READ
    const read = isWhole ? text : text.slice(0, graphemeAt(text.slice(0, 2 * MAX_READ), MAX_READ))
    const folded = read.replace(/\s+/g, ' ').trim()
    if (isWhole && advance(folded, 0, MAX_EXCERPT_LENGTH) === folded.length) return folded
    const span = bestSpan(findMatches(folded, wanted))
    const start = span === null ? 0 : graphemeAt(folded, leadingStart(folded, span))
    const room = MAX_EXCERPT_LENGTH - (start > 0 ? ELLIPSIS.length : 0)
    const isLast = isWhole && advance(folded, start, room) === folded.length
    const end = isLast ? folded.length : wordEnd(folded, advance(folded, start, room - ELLIPSIS.length))
    return (start > 0 ? ELLIPSIS : '') + folded.slice(start, end) + (isLast ? '' : ELLIPSIS)
  }
}

/** A stretch of text in UTF-16 units. */
interface Span {
  readonly from: number
  readonly to: number
}

/** The stretch of matches, in the order of the text, that fits into an excerpt and tells most, the first of equals. */
function bestSpan(matches: readonly Match[]): Span | null {
  const room = MAX_EXCERPT_LENGTH - 2 * ELLIPSIS.length
  const counts = new Map<number, number>()
  let worth = 0
  let best = 0
  let span: Span | null = null
  let next = 0

  function count({ wanted: { word, weight } }: Match, step: 1 | -1): void {
    const others = (counts.get(word) ?? 0) - (step === 1 ? 0 : 1)
    counts.set(word, others + (step === 1 ? 1 : 0))
    worth += step * weight * (others === 0 ? 1 : REPEAT_SHARE)
  }

  matches.forEach((match, first) => {
    const { start } = match
    while (next < matches.length && (next === first || matches[next]!.end - start <= room)) {
      count(matches[next]!, 1)
      next += 1
    }
    if (worth > best * (1 + ROUNDING)) {
      best = worth
      span = { from: start, to: matches[next - 1]!.end }
    }
    count(match, -1)
  })
  return span
}

/** Start of the last sentence that starts within a span, null where none does. */
function lastSentenceStart(text: string, { from, to }: Span): number | null {
  const first = Math.max(0, from)
  const before = text.slice(first, to)
  const ends = SENTENCE_ENDS.filter((end) => before.includes(end))
  const last = Math.max(0, ...ends.map((end) => before.lastIndexOf(end) + end.length))
  return last > 0 ? first + last : from <= 0 ? 0 : null
}

/** The offset so many code points on, or the end of the text. */
function advance(text: string, offset: number, codePoints: number): number {
  let at = offset
  for (let passed = 0; passed < codePoints && at < text.length; passed += 1) {
    at += text.codePointAt(at)! > 0xffff ? 2 : 1
  }
  return at
}

/** The offset so many code points before the end, or 0. */
function retreat(text: string, codePoints: number): number {
  let at = text.length
  for (let passed = 0; passed < codePoints && at > 0; passed += 1) {
    at -= at > 1 && text.codePointAt(at - 2)! > 0xffff ? 2 : 1
  }
  return at
}

/** Whether a unit is printable ASCII: between two of them graphemes always part. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x7f
}
