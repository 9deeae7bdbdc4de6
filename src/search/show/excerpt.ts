/**
 * A section's text and the terms of a query -> the passage to show, white space
 * folded, cut between words, and marked with an ellipsis where it is cut.
 */
import { advance, createBoundaries, hasAtMost, isSentenceStart, retreat } from './boundary.ts'
import type { FindMatches, Wanted } from './match.ts'
import { bestPassage } from './passage.ts'
import type { Passage } from './passage.ts'

/** Most code points of an excerpt, its ellipses included. */
export const MAX_EXCERPT_LENGTH = 240
/** Most UTF-16 units of a text that are read for one. */
const MAX_READ = 20_000
/** Share of the room beside the matches that goes before them, where no sentence starts there. */
const LEAD_SHARE = 1 / 3
/** Most UTF-16 units before the first match that are shown from the start of the text on. */
const MAX_OPENING = 60

const ELLIPSIS = '…'
/** Code points of an excerpt that is cut at both ends. */
const ROOM = MAX_EXCERPT_LENGTH - 2 * ELLIPSIS.length
/** What closes the line before rather than begins one. */
const CLOSERS = ')]}>;, \n'

/** Cuts the excerpt of a text for the terms wanted; its beginning where none of them is in it. */
export type Excerpt = (text: string, wanted: ReadonlyMap<string, Wanted>) => string

/** A cutter for texts that the finder reads. */
export function createExcerpt(findMatches: FindMatches): Excerpt {
  const { graphemeAt, wordStart, wordEnd } = createBoundaries()

  /** Where the excerpt starts that shows a passage. */
  function startOf(text: string, { sentenceStart, from, to }: Passage): number {
    if (from <= MAX_OPENING && to <= ROOM) return 0
    if (sentenceStart !== null) return withoutClosers(text, sentenceStart, from)
    const lead = wordStart(text, from - Math.floor(Math.max(0, ROOM - (to - from)) * LEAD_SHARE))
    return Math.min(lead, from)
  }

  /** The same, but earlier near the end of the text, where there is room for more before it. */
  function filledStart(text: string, start: number): number {
    if (!hasAtMost(text, start, MAX_EXCERPT_LENGTH - ELLIPSIS.length)) return start
    const first = retreat(text, MAX_EXCERPT_LENGTH - ELLIPSIS.length)
    for (let at = Math.max(first, 1); at < start; at += 1) {
      if (isSentenceStart(text, at)) return withoutClosers(text, at, start)
    }
    return text.length - start > ROOM / 2 ? start : Math.min(start, wordStart(text, first))
  }

  return function excerpt(text, wanted) {
    const isWhole = text.length <= MAX_READ
    const read = isWhole ? text : text.slice(0, graphemeAt(text.slice(0, 2 * MAX_READ), MAX_READ))
    // Indents and empty lines take no room. What other white space there is to fold is too little to count.
    const lines = read.replace(/\n\s+/g, '\n').trim()
    if (isWhole && lines.length <= 2 * MAX_EXCERPT_LENGTH) {
      const line = foldSpace(lines)
      if (hasAtMost(line, 0, MAX_EXCERPT_LENGTH)) return line
    }
    const passage = bestPassage(lines, findMatches(lines, wanted), ROOM)
    const start = passage === null ? 0 : graphemeAt(lines, filledStart(lines, startOf(lines, passage)))
    const before = start > 0 ? ELLIPSIS : ''
    const room = MAX_EXCERPT_LENGTH - before.length
    if (isWhole && hasAtMost(lines, start, room)) return before + foldSpace(lines.slice(start))
    const last = advance(lines, start, room - ELLIPSIS.length)
    // Where words aren't parted by spaces, the last one shown may end behind the last space.
    const end = Math.max(wordEnd(lines, last), graphemeAt(lines, Math.min(passage?.to ?? 0, last)))
    return before + foldSpace(lines.slice(start, end)) + ELLIPSIS
  }
}

/** Where a line that starts at `start` begins to tell something, at most `end`. */
function withoutClosers(text: string, start: number, end: number): number {
  let at = start
  while (at < end && CLOSERS.includes(text.charAt(at))) at += 1
  return at
}

/** White space as single spaces. */
function foldSpace(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}
