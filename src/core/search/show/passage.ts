/**
 * Matches in a text -> the passage that has most of the query: each word counts once, by its weight, and two words that
 * follow each other as in the query count more than separate ones. A passage that starts with a sentence is preferred
 * when its weight is nearly that of the best.
 *
 * A passage from the start of a sentence has no more weight than the one of the same length that starts with its first
 * match, so only sentences of the best of these are examined.
 */
import { MAX_WORD_GAP, isSentenceStart } from './boundary.ts'
import type { Match } from './match.ts'

/** Additional weight of two words that follow each other as in the query, as a fraction of the lower weight. */
const PAIR_WEIGHT = 0.5
/** Weight that a passage from the start of a sentence needs to be preferred, as a fraction of the best. */
const SENTENCE_PREFERENCE = 0.85
/** Sums that differ by less, as a fraction, are equal: they are added in different orders. */
const ROUNDING = 1e-9

/** A stretch of text with matches in it, in UTF-16 units. */
export interface Passage {
  /** Start of the sentence that it starts with; null for a passage that starts with its first match. */
  readonly sentenceStart: number | null
  /** Start of the word of the first match, and end of the word of the last. */
  readonly from: number
  readonly to: number
  /** Weight of the best passage of the text; this one has almost the same. */
  readonly weight: number
}

/** A word of the query in the text, or a pair of words that follow each other. */
interface Occurrence {
  readonly from: number
  readonly to: number
  /** Identifies the word or pair: a small whole number. */
  readonly key: number
  readonly weight: number
}

/** A passage that starts with an occurrence: the number of the next one after it, and its weight. */
interface Candidate {
  readonly occurrence: Occurrence
  readonly end: number
  readonly weight: number
}

/**
 * The best passage of at most `room` units, the first of equals; null for a text without matches. The text has single
 * spaces and line breaks for white space.
 */
export function bestPassage(text: string, matches: readonly Match[], room: number): Passage | null {
  const occurrences = toOccurrences(matches)
  const candidates = candidatesOf(occurrences, room)
  const most = (1 - ROUNDING) * candidates.reduce((highest, { weight }) => Math.max(highest, weight), 0)
  const best = candidates.find(({ weight }) => weight >= most)
  if (best === undefined) return null
  const { from } = best.occurrence
  const to = occurrences[best.end - 1]?.to ?? from
  return bestSentence(text, candidates, { room, most }) ?? { sentenceStart: null, from, to, weight: most }
}

/** Matches with the words that they are in, in the order of the text, each followed by the pair that it begins. */
function toOccurrences(matches: readonly Match[]): Occurrence[] {
  return matches.flatMap((match, i) => {
    const { word, weight } = match.queryTerm
    const from = Math.max(match.wordStart, match.start - MAX_WORD_GAP)
    const single = { from, to: wordEndOf(match), key: 2 * word, weight }
    const next = followerOf(match, matches, i + 1)
    if (next === null) return [single]
    const pairWeight = PAIR_WEIGHT * Math.min(weight, next.queryTerm.weight)
    return [single, { from, to: wordEndOf(next), key: 2 * word + 1, weight: pairWeight }]
  })
}

/** The match after one, with at most a space between them, if it is of the next word of the query. */
function followerOf({ end, queryTerm }: Match, matches: readonly Match[], first: number): Match | null {
  let start = end + 1
  for (let i = first; i < matches.length; i += 1) {
    const next = matches[i]
    if (next === undefined || next.start > start) return null
    if (next.start < end) continue
    start = next.start
    if (next.queryTerm.word === queryTerm.word + 1) return next
  }
  return null
}

/** End of the word of a match, if it is near. */
function wordEndOf({ end, wordEnd }: Match): number {
  return Math.min(wordEnd, end + MAX_WORD_GAP)
}

/** For each occurrence the passage that starts with it; the occurrence itself may be cut off at its end. */
function candidatesOf(occurrences: readonly Occurrence[], room: number): Candidate[] {
  const counts: number[] = []
  let weight = 0
  let end = 0
  return occurrences.map((occurrence, first) => {
    const limit = occurrence.from + room
    for (let next = occurrences[end]; next !== undefined; next = occurrences[end]) {
      if (end > first && next.to > limit) break
      const count = counts[next.key] ?? 0
      counts[next.key] = count + 1
      if (count === 0) weight += next.weight
      end += 1
    }
    const candidate = { occurrence, end, weight }
    const count = (counts[occurrence.key] ?? 0) - 1
    counts[occurrence.key] = count
    if (count === 0) weight -= occurrence.weight
    return candidate
  })
}

/** The best passage from the start of a sentence; null if its weight is far below `most`, that of the best of all. */
function bestSentence(
  text: string,
  candidates: readonly Candidate[],
  { room, most }: { readonly room: number; readonly most: number },
): Passage | null {
  const seen: number[] = []
  let least = SENTENCE_PREFERENCE * most
  let best: Passage | null = null
  let start = 0
  let searched = 0
  for (const [first, { occurrence: { from }, weight: upperBound }] of candidates.entries()) {
    if (least >= most) break
    if (upperBound < least) continue
    const near = Math.max(searched, from - room)
    let at = from
    while (at > near && !isSentenceStart(text, at)) at -= 1
    if (at > near) start = at
    searched = from
    let weight = 0
    let to: number | null = null
    for (let i = first; i < candidates.length; i += 1) {
      const next = candidates[i]?.occurrence
      if (next === undefined || next.to > start + room) break
      if (seen[next.key] !== first) weight += next.weight
      seen[next.key] = first
      to = next.to
    }
    if (to === null || weight < least) continue
    least = weight * (1 + ROUNDING)
    best = { sentenceStart: start, from, to, weight: most }
  }
  return best
}
