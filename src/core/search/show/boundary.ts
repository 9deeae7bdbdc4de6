/** The offsets at which a text may be cut: between code points, graphemes, words and sentences. In UTF-16 units. */

/** Most units skipped to cut between words. */
export const MAX_WORD_GAP = 60
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
