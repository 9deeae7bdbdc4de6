/**
 * Matches in a text -> the passage that has most of the query: each word counts once, by its weight, and two words that
 * follow each other as in the query count more than separate ones. A passage that starts with a sentence is preferred
 * when its weight is nearly that of the best.
 *
 * A passage from the start of a sentence has no more weight than the one of the same length that starts with its first
 * match, so only sentences of the best of these are examined.
 *
 * A text may be cut between code points, graphemes, words and sentences. All offsets are in UTF-16 units.
 */
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

/** Most units skipped to cut between words. */
const MAX_WORD_GAP = 60
/** Most quotes and brackets that close a sentence. */
const MAX_CLOSERS = 4

const TAB = 0x09
const LINE_FEED = 0x0a
const SPACE = 0x20
/** The first unit of the scripts whose sentences end without a space. */
const FIRST_UNSPACED = 0x3000

const STOPS = '.!?…؟۔।'
const UNSPACED_STOPS = '。！？｡'
const CLOSERS = ')]"\'”’»」』）'
const LETTER = /\p{L}/u
const WORD = /[\p{L}\p{N}]/u

/**
 * Beyond ASCII, units with a grapheme boundary between any two of them: Latin and Cyrillic letters, kana, Han and
 * Hangul, as texts usually have them. Most cuts are between two of these, and need no segmenter.
 */
const PLAIN_RANGES = [
  [0xae, 0x2ff], [0x400, 0x482], [0x48a, 0x52f], [0x3001, 0x3029], [0x3041, 0x3096], [0x30a1, 0x30ff],
  [0x4e00, 0x9fff], [0xac00, 0xd7a3],
] as const

/** Units of scripts without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han. They are cut anywhere. */
const UNSPACED_RANGES = [
  [0xe00, 0xeff], [0x1000, 0x109f], [0x1780, 0x17ff], [0x2e80, 0xabff], [0xf900, 0xfaff], [0xff00, 0xff9f],
] as const

/** Functions that cut between graphemes and words; their segmenter is created when it is first needed. */
export function createBoundaries() {
  let graphemes: Intl.Segmenter | null = null

  /** Start of the grapheme that an offset lies in, in text whose runs of white space are shown as one space each. */
  function graphemeAt(text: string, offset: number): number {
    if (offset <= 0 || offset >= text.length) return offset
    if (isInSpace(text, offset)) return graphemeAt(text, startOfSpace(text, offset))
    if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return offset
    graphemes ??= new Intl.Segmenter('und', { granularity: 'grapheme' })
    const start = graphemes.segment(text.replace(/\s/g, ' ')).containing(offset)?.index ?? offset
    return isInSpace(text, start) ? graphemeAt(text, start) : start
  }

  /** Start of the first word from an offset on, if one starts near, else that of the grapheme there. */
  function wordStart(text: string, offset: number): number {
    let at = offset
    while (at > 0 && at < text.length && at < offset + MAX_WORD_GAP && !isWordStart(text, at)) at += 1
    return graphemeAt(text, isWordStart(text, at) ? at : offset)
  }

  /** End of the last word up to an offset, if one ends near, else the start of the grapheme there. */
  function wordEnd(text: string, offset: number): number {
    let at = offset
    while (at > 0 && at > offset - MAX_WORD_GAP && !isWordEnd(text, at)) at -= 1
    return graphemeAt(text, isWordEnd(text, at) ? at : offset)
  }

  return { graphemeAt, wordStart, wordEnd }
}

/**
 * True when a line or a sentence starts at an offset above 0, in text whose white space is single spaces and line
 * breaks. A full stop after a single letter is one of `e.g.`, and ends no sentence.
 */
export function isSentenceStart(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1)
  if (before === LINE_FEED) return true
  if (before !== SPACE && before < FIRST_UNSPACED) return false
  let at = before === SPACE ? offset - 2 : offset - 1
  for (let closers = 0; closers < MAX_CLOSERS && at > 0 && CLOSERS.includes(text.charAt(at)); closers += 1) at -= 1
  if (UNSPACED_STOPS.includes(text.charAt(at))) return !CLOSERS.includes(text.charAt(offset))
  return before === SPACE && STOPS.includes(text.charAt(at)) && !isSingleLetter(text, at - 1)
}

/** The offset a number of code points later, or the end of the text. */
export function advance(text: string, offset: number, codePoints: number): number {
  let at = offset
  for (let passed = 0; passed < codePoints && at < text.length; passed += 1) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
  }
  return at
}

/** True when the text from an offset on has at most a number of code points. */
export function hasAtMost(text: string, offset: number, codePoints: number): boolean {
  return text.length - offset <= 2 * codePoints && advance(text, offset, codePoints) === text.length
}

/** The offset a number of code points before the end, or 0. */
export function retreat(text: string, codePoints: number): number {
  let at = text.length
  for (let passed = 0; passed < codePoints && at > 0; passed += 1) {
    at -= at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1
  }
  return at
}

function isSingleLetter(text: string, offset: number): boolean {
  return LETTER.test(text.charAt(offset)) && !WORD.test(text.charAt(offset - 1))
}

/** True between two characters of a run of white space. */
function isInSpace(text: string, offset: number): boolean {
  return offset > 0 && isSpace(text.charCodeAt(offset - 1)) && isSpace(text.charCodeAt(offset))
}

function startOfSpace(text: string, offset: number): number {
  let at = offset
  while (at > 0 && isSpace(text.charCodeAt(at - 1))) at -= 1
  return at
}

function isPlain(unit: number): boolean {
  if (unit < 0x7f) return unit >= SPACE || isSpace(unit)
  return PLAIN_RANGES.some(([first, last]) => unit >= first && unit <= last)
}

function isWordStart(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset)
  return (isSpace(text.charCodeAt(offset - 1)) && !isSpace(unit)) || isUnspaced(unit)
}

function isWordEnd(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1)
  return (isSpace(text.charCodeAt(offset)) && !isSpace(before)) || isUnspaced(before)
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === LINE_FEED || unit === TAB
}

function isUnspaced(unit: number): boolean {
  return unit >= UNSPACED_RANGES[0][0] && UNSPACED_RANGES.some(([first, last]) => unit >= first && unit <= last)
}
