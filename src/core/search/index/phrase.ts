/** Words next to each other, in their order -> the chunks that have them so, by the positions that postings hold. */
import type { Budget, Lexicon } from './lexicon.ts'
import { type PostingCursor, currentChunk, hasPositions, seek } from './posting-list.ts'

/** The terms that may be at one position of a phrase: those of its word in each language. */
export type PhrasePosition = readonly number[]

/**
 * Ordinals of the chunks that have a phrase, ascending; empty for a phrase without words, or with a word that no chunk
 * has. When the budget ends, the chunks up to there.
 */
export function findPhrase(lexicon: Lexicon, phrase: readonly PhrasePosition[], budget: Budget): number[] {
  const chunks: number[] = []
  if (phrase.length === 0) return chunks
  const words = phrase.map((terms) => terms.map((term) => lexicon.open(term)))
  for (let ordinal = firstCommon(words, 0); ordinal < Infinity; ordinal = firstCommon(words, ordinal + 1)) {
    if (words.length > 1) {
      if (budget.remaining === 0) return chunks
      budget.remaining -= 1
    }
    const has = (cursor: PostingCursor) => currentChunk(cursor) === ordinal && hasPositions(cursor, cursor.at)
    if (words.length === 1 ? words[0]?.some(has) : isAdjacent(words, ordinal)) chunks.push(ordinal)
  }
  return chunks
}

type WordCursors = readonly PostingCursor[]

/** The first ordinal, `from` or above, that all words have; Infinity at the end. */
function firstCommon(words: readonly WordCursors[], from: number): number {
  let ordinal = from
  for (let agreed = 0; ; ) {
    for (const alternatives of words) {
      let next = Infinity
      for (const cursor of alternatives) if (seek(cursor, ordinal)) next = Math.min(next, currentChunk(cursor))
      if (next === Infinity) return Infinity
      agreed = next === ordinal ? agreed + 1 : 1
      ordinal = next
      if (agreed >= words.length) return ordinal
    }
  }
}

function isAdjacent(words: readonly WordCursors[], ordinal: number): boolean {
  let starts: number[] = []
  for (const [distance, alternatives] of words.entries()) {
    const positions = positionsOfAny(alternatives, ordinal)
    starts = distance === 0 ? positions : followed(starts, positions, distance)
    if (starts.length === 0) return false
  }
  return true
}

/** The ascending starts that have a position at a distance after them. */
function followed(starts: readonly number[], positions: readonly number[], distance: number): number[] {
  let at = 0
  return starts.filter((start) => {
    while ((positions[at] ?? Infinity) < start + distance) at += 1
    return positions[at] === start + distance
  })
}

/** Positions of any of the terms in a chunk, ascending. */
function positionsOfAny(alternatives: WordCursors, ordinal: number): number[] {
  const [first, ...others] = alternatives
  if (first !== undefined && others.length === 0) return positionsIn(first, ordinal)
  return alternatives.flatMap((one) => positionsIn(one, ordinal)).sort((a, b) => a - b)
}

/** Positions of the term in a chunk; empty when its cursor is at another. */
function positionsIn(cursor: PostingCursor, ordinal: number): number[] {
  const isThere = currentChunk(cursor) === ordinal && hasPositions(cursor, cursor.at)
  return isThere ? Array.from(cursor.positionsAt(cursor.at)) : []
}
