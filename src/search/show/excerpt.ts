/**
 * A section's text and the terms of a query -> the excerpt to show: a passage with its white space folded, cut between
 * words, with an ellipsis at each cut.
 */
import { advance, createBoundaries, hasAtMost, isSentenceStart, retreat } from './boundary.ts'
import type { FindMatches, QueryTerms } from './match.ts'
import { type Passage, bestPassage } from './passage.ts'

/** Most code points of an excerpt, its ellipses included. */
export const MAX_EXCERPT_LENGTH = 240
/** Most UTF-16 units of a text that are read for one. */
const MAX_READ = 20_000
/** Part of the room beside the matches that goes before them, when no sentence starts there. */
const LEAD = 1 / 3
/** Most UTF-16 units before the first match that are shown from the start of the text on. */
const MAX_OPENING = 60

const ELLIPSIS = '…'
/** Code points of an excerpt that is cut at both ends. */
const ROOM = MAX_EXCERPT_LENGTH - 2 * ELLIPSIS.length
/** Characters that close the line before rather than begin one. */
const CLOSERS = ')]}>;, \n'

/** Cuts the excerpt of a text for the terms of a query; its beginning when it has none of them. */
export type Excerpt = (text: string, queryTerms: QueryTerms) => string

/** Creates the function for texts of the finder's language. */
export function createExcerpt(findMatches: FindMatches): Excerpt {
  const { graphemeAt, wordStart, wordEnd } = createBoundaries()

  /** Start of the excerpt that shows a passage. */
  function startOf(text: string, { sentenceStart, from, to }: Passage): number {
    if (from <= MAX_OPENING && to <= ROOM) return 0
    if (sentenceStart !== null) return withoutClosers(text, sentenceStart, from)
    const lead = wordStart(text, from - Math.floor(Math.max(0, ROOM - (to - from)) * LEAD))
    return Math.min(lead, from)
  }

  /** The same, or an earlier start near the end of the text, where there is room for more. */
  function filledStart(text: string, start: number): number {
    if (!hasAtMost(text, start, MAX_EXCERPT_LENGTH - ELLIPSIS.length)) return start
    const first = retreat(text, MAX_EXCERPT_LENGTH - ELLIPSIS.length)
    for (let at = Math.max(first, 1); at < start; at += 1) {
      if (isSentenceStart(text, at)) return withoutClosers(text, at, start)
    }
    return text.length - start > ROOM / 2 ? start : Math.min(start, wordStart(text, first))
  }

  return function excerpt(text, queryTerms) {
    const isWhole = text.length <= MAX_READ
    const read = isWhole ? text : text.slice(0, graphemeAt(text.slice(0, 2 * MAX_READ), MAX_READ))
    // Indents and empty lines take no room. Other white space to fold is too little to count.
    const lines = read.replace(/\n\s+/g, '\n').trim()
    if (isWhole && lines.length <= 2 * MAX_EXCERPT_LENGTH) {
      const line = foldSpace(lines)
      if (hasAtMost(line, 0, MAX_EXCERPT_LENGTH)) return line
    }
    const passage = bestPassage(lines, findMatches(lines, queryTerms), ROOM)
    const start = passage === null ? 0 : graphemeAt(lines, filledStart(lines, startOf(lines, passage)))
    const before = start > 0 ? ELLIPSIS : ''
    const room = MAX_EXCERPT_LENGTH - before.length
    if (isWhole && hasAtMost(lines, start, room)) return before + foldSpace(lines.slice(start))
    const last = advance(lines, start, room - ELLIPSIS.length)
    // Without spaces between words, the last word shown may end after the last space.
    const end = Math.max(wordEnd(lines, last), graphemeAt(lines, Math.min(passage?.to ?? 0, last)))
    return before + foldSpace(lines.slice(start, end)) + ELLIPSIS
  }
}

/** The first offset from `start` on, at most `end`, that has more than punctuation. */
function withoutClosers(text: string, start: number, end: number): number {
  let at = start
  while (at < end && CLOSERS.includes(text.charAt(at))) at += 1
  return at
}

/** White space as single spaces. */
function foldSpace(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}
