/** A text and the terms of a query -> where they stand in it. */
import type { Chain, Token } from '../text/analyze.ts'
import type { WordView } from '../text/segment.ts'
import { createWordTable } from '../text/word-table.ts'

/** Most distinct words that are remembered before memory starts afresh. */
const MAX_REMEMBERED = 20_000
/** Most UTF-16 units of a word that is remembered. */
const MAX_REMEMBERED_LENGTH = 64

/** A word of the query that a term of the text may be. */
export interface Wanted {
  /** Tells the words of the query apart. */
  readonly word: number
  /** How much the word tells. */
  readonly weight: number
}

/** Where a term stands: a half-open UTF-16 range. */
export interface Match {
  readonly start: number
  readonly end: number
  readonly wanted: Wanted
}

/** Part of a text to be shown as found: a half-open UTF-16 range. */
export interface Mark {
  readonly start: number
  readonly end: number
}

/** All places of the terms wanted, in the order of their starts. */
export type FindMatches = (text: string, wanted: ReadonlyMap<string, Wanted>) => Match[]

/** Makes a finder for texts of the chain's language. */
export function createFindMatches({ walk, read }: Chain): FindMatches {
  let table = createWordTable()
  let remembered: (readonly Token[])[] = []

  function recall({ source, from, to, isCompound }: WordView): readonly Token[] {
    if (to - from > MAX_REMEMBERED_LENGTH) return read({ text: source.slice(from, to), isCompound })
    if (remembered.length === MAX_REMEMBERED) {
      table = createWordTable()
      remembered = []
    }
    const number = table.numberOf(source, from, to)
    if (number === remembered.length) remembered.push(read({ text: source.slice(from, to), isCompound }))
    return remembered[number]!
  }

  return function findMatches(text, wanted) {
    const matches: Match[] = []
    if (wanted.size === 0) return matches
    walk(text, (view) => {
      for (const { term, start, end } of recall(view)) {
        const meant = wanted.get(term)
        if (meant === undefined) continue
        // A word of half-width kana is not as long as what it stands for.
        matches.push({ start: view.start + start, end: view.isCompound ? view.start + end : view.end, wanted: meant })
      }
    })
    return matches.sort((a, b) => a.start - b.start)
  }
}

/** What matches cover, without overlaps, in the order of the text. */
export function toMarks(matches: readonly Match[]): Mark[] {
  const marks: Mark[] = []
  for (const { start, end } of matches) {
    const last = marks.at(-1)
    if (last !== undefined && start < last.end) marks[marks.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else marks.push({ start, end })
  }
  return marks
}
