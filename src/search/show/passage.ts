/**
 * Matches in a text -> the passage that has most of the query: each word counts
 * once, by how much it tells, and two words that follow each other as in the
 * query count for more than apart. One that starts with a sentence is preferred
 * where it has nearly as much as the best.
 *
 * A passage from the start of a sentence has no more than the one of the same
 * length that starts with its first match, so only sentences of the best of these
 * are looked at.
 */
import { MAX_WORD_GAP, isSentenceStart } from './boundary.ts'
import type { Match } from './match.ts'

/** What two words that follow each other as in the query count beside the one of them that tells less. */
const PAIR_SHARE = 0.5
/** Share of the best passage's worth that one from the start of a sentence needs to be preferred. */
const SENTENCE_SHARE = 0.85
/** Sums that differ by less, as a share, are equal: they are taken in different orders. */
const ROUNDING = 1e-9

/** A stretch of text with matches in it, in UTF-16 units. */
export interface Passage {
  /** Where it starts, if that is the start of a sentence; null for one that starts with its first match. */
  readonly sentenceStart: number | null
  /** Where the word of the first match starts, and that of the last one ends. */
  readonly from: number
  readonly to: number
}

/** What of a query is found somewhere: a word, or two that follow each other. */
interface Find {
  readonly from: number
  readonly to: number
  /** Tells words and pairs of the query apart: a small whole number. */
  readonly key: number
  readonly worth: number
}

/**
 * The best passage of at most `room` units, the first of equals; null for a text without matches. The text has single
 * spaces and line breaks for white space.
 */
export function bestPassage(text: string, matches: readonly Match[], room: number): Passage | null {
  const finds = toFinds(matches)
  const worths = freeWorths(finds, room)
  const most = (1 - ROUNDING) * worths.reduce((a, b) => Math.max(a, b), 0)
  const first = worths.findIndex((worth) => worth >= most)
  if (first < 0) return null
  const { from } = finds[first]!
  const free = { sentenceStart: null, from, to: finds[endOf(finds, first, from + room) - 1]!.to }
  return bestSentence(text, finds, { room, worths, most }) ?? free
}

/** Matches with the words that they are in, in the order of the text, each followed by the pair that it begins. */
function toFinds(matches: readonly Match[]): Find[] {
  const finds: Find[] = []
  for (let i = 0; i < matches.length; i += 1) {
    const match = matches[i]!
    const { word, weight } = match.wanted
    const from = Math.max(match.wordStart, match.start - MAX_WORD_GAP)
    finds.push({ from, to: wordEndOf(match), key: 2 * word, worth: weight })
    const next = followerOf(matches, i)
    if (next === null) continue
    const worth = PAIR_SHARE * Math.min(weight, next.wanted.weight)
    finds.push({ from, to: wordEndOf(next), key: 2 * word + 1, worth })
  }
  return finds
}

/** The match behind one, with a space or nothing between them, if it is of the next word of the query. */
function followerOf(matches: readonly Match[], number: number): Match | null {
  const { end, wanted } = matches[number]!
  let start = end + 1
  for (let i = number + 1; i < matches.length && matches[i]!.start <= start; i += 1) {
    const next = matches[i]!
    if (next.start < end) continue
    start = next.start
    if (next.wanted.word === wanted.word + 1) return next
  }
  return null
}

/** Where the word of a match ends, if it is near. */
function wordEndOf({ end, wordEnd }: Match): number {
  return Math.min(wordEnd, end + MAX_WORD_GAP)
}

/** Number of the first find behind `first` that ends beyond `limit`; `first` itself is shown as far as it fits. */
function endOf(finds: readonly Find[], first: number, limit: number): number {
  let end = first + 1
  while (end < finds.length && finds[end]!.to <= limit) end += 1
  return end
}

/** For each find what the passage that starts with it tells. */
function freeWorths(finds: readonly Find[], room: number): number[] {
  const counts: number[] = []
  let worth = 0
  let end = 0
  return finds.map(({ from, key, worth: own }, first) => {
    for (const last = endOf(finds, Math.max(first, end - 1), from + room); end < last; end += 1) {
      const added = finds[end]!
      const before = counts[added.key] ?? 0
      counts[added.key] = before + 1
      if (before === 0) worth += added.worth
    }
    const told = worth
    counts[key]! -= 1
    if (counts[key] === 0) worth -= own
    return told
  })
}

/** The best passage from the start of a sentence; null where none tells nearly as much as the best of all. */
function bestSentence(
  text: string,
  finds: readonly Find[],
  { room, worths, most }: { readonly room: number; readonly worths: readonly number[]; readonly most: number },
): Passage | null {
  const seen: number[] = []
  let best = SENTENCE_SHARE * most
  let found: Passage | null = null
  let start = 0
  let known = 0
  for (let first = 0; first < finds.length && best < most; first += 1) {
    if (worths[first]! < best) continue
    const { from } = finds[first]!
    const near = Math.max(known, from - room)
    let at = from
    while (at > near && !isSentenceStart(text, at)) at -= 1
    if (at > near) start = at
    known = from
    let worth = 0
    let end = first
    for (; end < finds.length && finds[end]!.to <= start + room; end += 1) {
      const { key, worth: own } = finds[end]!
      if (seen[key] !== first) worth += own
      seen[key] = first
    }
    if (end === first || worth < best) continue
    best = worth * (1 + ROUNDING)
    found = { sentenceStart: start, from, to: finds[end - 1]!.to }
  }
  return found
}
