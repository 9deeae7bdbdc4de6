/**
 * A section's text and the terms of a query -> the excerpt to show: a passage with its white space folded, cut between
 * words, with an ellipsis at each cut. It is cut from the lines of the text: without indents and empty lines, with
 * cells of tables joined by a dot. Prose is preferred to code and tables, and no excerpt starts in a header row.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import type { FindMatches, Match, QueryTerms } from './match.ts'
import { advance, bestPassage, createBoundaries, hasAtMost, isSentenceStart, type Passage, retreat } from './passage.ts'

/** Most code points of an excerpt, its ellipses included. */
export const MAX_EXCERPT_LENGTH = 240
/** Most UTF-16 units of a text that are read for one. */
export const MAX_READ = 20_000
/** Fraction of the space around the matches that is shown before them, if no sentence starts there. */
const LEAD = 1 / 3
/** Most UTF-16 units before the first match that are shown from the start of the text on. */
const MAX_OPENING = 60
/** Weight that a passage needs to be preferred to one with code or tables, as a fraction of the other's. */
const PROSE_PREFERENCE = 0.75

const ELLIPSIS = '…'
const SPACE = /\s/
/** Code points of an excerpt that is cut at both ends. */
const ROOM = MAX_EXCERPT_LENGTH - 2 * ELLIPSIS.length
/** Characters that end the previous line rather than begin a new one. */
const CLOSERS = ')]}>;, \n'
/** The separator between two cells. */
const CELL_SEPARATOR = ' · '

/** A half-open UTF-16 range. */
interface Range {
  readonly start: number
  readonly end: number
}

/** A row of a table in a text: a half-open UTF-16 range. */
export interface RowRange {
  readonly start: number
  readonly end: number
  readonly isHeader: boolean
  /** The cells that have text, in order. */
  readonly cells: readonly { readonly start: number; readonly end: number }[]
}

/** The parts of a text that are not prose; those of each list in order, without overlap. */
export interface Layout {
  readonly code: readonly (Range & { readonly isBlock: boolean })[]
  readonly rows: readonly RowRange[]
}

/** A code block or a row of a table in lines. */
export interface Zone extends Range {
  readonly isHeader: boolean
}

/** Lines, and their zones in order, without overlap. */
export interface Lines {
  readonly text: string
  readonly zones: readonly Zone[]
}

/** The layout of a text that is all prose. */
export const PROSE: Layout = { code: [], rows: [] }

/** Cuts the excerpt of a text for the terms of a query; its beginning when it has none. Default layout: all prose. */
export type Excerpt = (text: string, queryTerms: QueryTerms, layout?: Layout) => string

/** Creates the function for texts of the finder's language. */
export function createExcerpt(findMatches: FindMatches): Excerpt {
  const { graphemeAt, wordStart, wordEnd } = createBoundaries()

  /** Start of the excerpt that shows a passage. */
  function startOf({ text, zones }: Lines, { sentenceStart, from, to }: Passage): number {
    const isLikeOpening = zoneAt(zones, 0) === null || zoneAt(zones, from) !== null
    if (from <= MAX_OPENING && to <= ROOM && isLikeOpening) return 0
    if (sentenceStart !== null) return withoutClosers(text, sentenceStart, from)
    const lead = wordStart(text, from - Math.floor(Math.max(0, ROOM - (to - from)) * LEAD))
    return Math.min(lead, from)
  }

  /** The same, or an earlier start near the end of the text, where there is room for more; in prose, if possible. */
  function filledStart({ text, zones }: Lines, start: number): number {
    if (!hasAtMost(text, start, MAX_EXCERPT_LENGTH - ELLIPSIS.length)) return start
    const first = retreat(text, MAX_EXCERPT_LENGTH - ELLIPSIS.length)
    const isProse = zoneAt(zones, start) === null
    const isShort = text.length - start <= ROOM / 2
    let [earliest, earliestProse] = [start, start]
    for (let at = start - 1; at >= Math.max(first, 1); at -= 1) {
      if (!isSentenceStart(text, at)) continue
      earliest = at
      if (zoneAt(zones, at) === null) earliestProse = at
    }
    if (isProse && earliestProse < start) return withoutClosers(text, earliestProse, start)
    if (earliest < start && (isShort || !isProse)) return withoutClosers(text, earliest, start)
    return isShort ? Math.min(start, wordStart(text, first)) : start
  }

  /** The same, or a start outside of the header row there: above it if the passage is in it, else below. */
  function outsideHeader({ text, zones }: Lines, start: number, passage: Passage | null): number {
    const header = zoneAt(zones, start)
    if (header === null || !header.isHeader) return start
    const below = endOfHeaders(text, zones, header)
    if (passage !== null && passage.from < below && header.start > 0) {
      const first = Math.max(0, passage.to - ROOM)
      let above = header.start - 1
      while (above > first && !isSentenceStart(text, above)) above -= 1
      const shown = above > first || first === 0 ? above : wordStart(text, first)
      if (shown < header.start && zoneAt(zones, shown)?.isHeader !== true) return shown
    }
    return below < text.length ? below : start
  }

  function startFor(lines: Lines, passage: Passage | null): number {
    const start = passage === null ? proseStart(lines) : filledStart(lines, startOf(lines, passage))
    return graphemeAt(lines.text, outsideHeader(lines, start, passage))
  }

  return function excerpt(text, queryTerms, layout = PROSE) {
    const isWhole = text.length <= MAX_READ
    const read = isWhole ? text : text.slice(0, graphemeAt(text.slice(0, 2 * MAX_READ), MAX_READ))
    const shown = toLines(read, layout)
    const { text: lines, zones } = shown
    if (isWhole && lines.length <= 2 * MAX_EXCERPT_LENGTH && outsideHeader(shown, 0, null) === 0) {
      const line = toSingleSpaces(lines)
      if (hasAtMost(line, 0, MAX_EXCERPT_LENGTH)) return line
    }
    const passage = choosePassage(lines, zones, findMatches(lines, queryTerms))
    const start = startFor(shown, passage)
    const before = start > 0 ? ELLIPSIS : ''
    const room = MAX_EXCERPT_LENGTH - before.length
    if (isWhole && hasAtMost(lines, start, room)) return before + toSingleSpaces(lines.slice(start))
    const last = advance(lines, start, room - ELLIPSIS.length)
    // Without spaces between words, the last word shown may end after the last space.
    const end = Math.max(wordEnd(lines, last), graphemeAt(lines, Math.min(passage?.to ?? 0, last)))
    return before + toSingleSpaces(lines.slice(start, end)) + ELLIPSIS
  }
}

/** The best passage of prose if it has nearly the weight of the best of all, else one without header rows, else any. */
function choosePassage(lines: string, zones: readonly Zone[], matches: readonly Match[]): Passage | null {
  const best = bestPassage(lines, matches, ROOM)
  if (best === null || zones.length === 0) return best
  const inProse = matches.filter(({ start }) => zoneAt(zones, start) === null)
  const belowHeaders = matches.filter(({ start }) => zoneAt(zones, start)?.isHeader !== true)
  for (const preferred of [inProse, belowHeaders]) {
    if (preferred.length === matches.length) break
    const passage = bestPassage(lines, preferred, ROOM)
    if (passage !== null && passage.weight >= PROSE_PREFERENCE * best.weight) return passage
  }
  return best
}

/** Start of the first prose, 0 for a text without any. */
function proseStart({ text, zones }: Lines): number {
  let at = 0
  for (const zone of zones) {
    if (zone.start > at) break
    at = skipSpace(text, zone.end)
  }
  return at < text.length ? at : 0
}

/** End of a header row and of those that follow it. */
function endOfHeaders(text: string, zones: readonly Zone[], header: Zone): number {
  let end = header.end
  for (let next: Zone | null = header; next?.isHeader; next = zoneAt(zones, end)) {
    end = skipSpace(text, next.end)
  }
  return end
}

/** The first offset from `start` on, at most `end`, that has more than punctuation. */
function withoutClosers(text: string, start: number, end: number): number {
  let at = start
  while (at < end && CLOSERS.includes(text.charAt(at))) at += 1
  return at
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && SPACE.test(text.charAt(at))) at += 1
  return at
}

function toSingleSpaces(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}

/** The lines of a text. Parts of the layout beyond its end are left out. */
export function toLines(text: string, layout: Layout): Lines {
  const parts = partsOf(layout, text.length)
  if (parts.length === 0) return { text: foldLines(text).trim(), zones: [] }
  const pieces: string[] = []
  const zones: Zone[] = []
  let length = 0
  let isLineStart = true
  let at = 0

  function add(piece: string): void {
    if (piece === '') return
    pieces.push(piece)
    length += piece.length
    isLineStart = piece.endsWith('\n')
  }

  function copyTo(end: number): void {
    const piece = foldLines(text.slice(at, end))
    add(isLineStart ? piece.trimStart() : piece)
    at = Math.max(at, end)
  }

  for (const { start, end, isHeader, cells } of parts) {
    copyTo(start)
    const zoneStart = length
    for (const [i, cell] of cells.entries()) {
      if (i > 0) {
        add(CELL_SEPARATOR)
        at = cell.start
      }
      copyTo(cell.end)
    }
    copyTo(end)
    if (length > zoneStart) zones.push({ start: zoneStart, end: length, isHeader })
  }
  copyTo(text.length)
  return { text: pieces.join('').trimEnd(), zones }
}

/** The zone that an offset lies in, null for prose. */
export function zoneAt(zones: readonly Zone[], offset: number): Zone | null {
  const zone = zones[partitionPoint({ from: 0, to: zones.length }, (at) => (zones[at]?.end ?? 0) <= offset)]
  return zone !== undefined && zone.start <= offset ? zone : null
}

/** Rows and code blocks up to `limit`, in order; those inside another one are left out. */
function partsOf({ code, rows }: Layout, limit: number): RowRange[] {
  const parts: RowRange[] = []
  for (const row of rows) {
    if (row.start >= limit) break
    parts.push(row.end <= limit ? row : { ...row, end: limit, cells: row.cells.filter(({ end }) => end <= limit) })
  }
  const rowCount = parts.length
  for (const { start, end, isBlock } of code) {
    if (start >= limit) break
    if (isBlock) parts.push({ start, end: Math.min(end, limit), isHeader: false, cells: [] })
  }
  if (rowCount > 0 && rowCount < parts.length) parts.sort((a, b) => a.start - b.start)
  let last = 0
  return parts.filter(({ start, end }) => {
    if (start < last) return false
    last = end
    return true
  })
}

/** Indents and empty lines take no space in excerpts. Other white space to fold is too little to matter. */
function foldLines(text: string): string {
  return text.includes('\n') ? text.replace(/\n\s+/g, '\n') : text
}
