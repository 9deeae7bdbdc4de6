/**
 * Text -> words with their UTF-16 offsets. A word is a run of letters, digits and marks; connectors between them keep
 * an identifier, a path or a hyphenated compound in one piece. Scripts without spaces (Han, kana, Thai, Lao, Khmer,
 * Myanmar) are segmented by the dictionary of `Intl.Segmenter`. Hangul is written with spaces, but a particle is cut
 * from the Latin word before it: "API|를".
 */
import {
  APOSTROPHE, BREAK, CONNECTOR, type ClassTable, DIGIT, LOWER, MARK, UNSPACED, UPPER, classAt, isLetter, isWordLike,
  widthAt,
} from './char-class.ts'
import { doubledInts, grown16, i32At, u16At, u8At } from './column.ts'
import { FIRST_HASH, hashOf, nextHash } from './word-table.ts'

/** Most UTF-16 units given to `Intl.Segmenter` in one call: its time grows with the square of a long run. */
const MAX_UNSPACED_RUN = 512

/** Initial capacity of a cutter, in UTF-16 units. */
const INITIAL_UNITS = 1_024
/** Largest capacity, in UTF-16 units, that is kept for the next text. */
const MAX_KEPT_UNITS = 2 ** 20

const SPACE = 0x20
const HASH = 0x23

/** A run of Hangul syllables, which needs no dictionary. */
const HANGUL = /^[가-힣]+$/
/** Characters before a name that are part of it: `--host`, `-D`, `@scope`, `.env`, `$state`, `#id`, `__dir`. */
const SIGIL = /(?:(?<!-)--?|(?<!\.)\.|[@$#]|_+)$/

/** The words of a text as columns of numbers, which loops read without a call for each word. */
export interface WordCuts {
  /** The text, followed by the folded form of each run whose half-width kana were replaced. */
  readonly source: string
  /** The units of `source`, then unused ones: faster to read than the string. */
  readonly units: Uint16Array
  /** `CUT` numbers for each word. */
  readonly cuts: Int32Array
  /** Number of entries of `cuts` in use, for all words together. */
  readonly size: number
}

/** Number of entries that a word has in `cuts`. The constants below are their offsets. */
export const CUT = 6
/** Half-open range of the word in `source`. */
export const CUT_FROM = 0
export const CUT_TO = 1
/** Half-open range of the word in the text. */
export const CUT_START = 2
const CUT_END = 3
/** Hash of the word for a word table. */
export const CUT_HASH = 4
/** 1 for a word with connectors, sigils or capitals inside, which may have parts; otherwise 0. */
export const CUT_COMPOUND = 5

/** Cuts a text into its words. The result is valid until the next text is cut. */
export type Cut = (text: string) => WordCuts

/** Visits each word of a text in order. Walks of one cutter must not overlap. */
export type Walk = (text: string, visit: Visit) => void

/** Receives one word. All words share one record, which is valid only during the call. */
export type Visit = (word: WordView) => void

/** A word as a range of its text, for readers that need no string of it. */
export interface WordView {
  /** The text, followed by the folded form of each run whose half-width kana were replaced. */
  source: string
  /** The units of `source`, then unused ones: faster to read than the string. */
  units: Uint16Array
  /** Half-open range of `source`. */
  from: number
  to: number
  /** Half-open range of the text. */
  start: number
  end: number
  /** True for a word with connectors, sigils or capitals inside, which may have parts. */
  isCompound: boolean
}

/** A walk over the words that `cut` finds. */
export function createWalk(cut: Cut): Walk {
  return function walk(text, visit) {
    const { source, units, cuts, size } = cut(text)
    const view: WordView = { source, units, from: 0, to: 0, start: 0, end: 0, isCompound: false }
    for (let at = 0; at < size; at += CUT) {
      view.from = i32At(cuts, at + CUT_FROM)
      view.to = i32At(cuts, at + CUT_TO)
      view.start = i32At(cuts, at + CUT_START)
      view.end = i32At(cuts, at + CUT_END)
      view.isCompound = i32At(cuts, at + CUT_COMPOUND) === 1
      visit(view)
    }
  }
}

/** The state of a cutter: the text and the words found so far. */
interface Cutter extends WordCuts {
  readonly table: ClassTable
  text: string
  source: string
  units: Uint16Array
  cuts: Int32Array
  size: number
  /** Created when it is first needed. */
  dictionary: Intl.Segmenter | null
}

/** A function that cuts texts into words; `table` caches the classes of characters. */
export function createCut(table: ClassTable): Cut {
  const cutter: Cutter = {
    table,
    text: '',
    source: '',
    units: new Uint16Array(INITIAL_UNITS),
    cuts: new Int32Array(CUT * INITIAL_UNITS),
    size: 0,
    dictionary: null,
  }
  return function cut(text) {
    prepare(cutter, text)
    const { units } = cutter
    let at = 0
    while (at < text.length) {
      const kind = u8At(table, u16At(units, at))
      if (kind === BREAK) {
        at += 1
        continue
      }
      if (isWordLike(kind)) {
        // The fast path: most words are lower-case letters and digits, then white space or a full stop and white space.
        let hash = nextHash(FIRST_HASH, u16At(units, at))
        let end = at + 1
        for (;;) {
          const unit = u16At(units, end)
          const next = u8At(table, unit)
          if (next !== LOWER && next !== DIGIT) break
          hash = nextHash(hash, unit)
          end += 1
        }
        if (endsWord(units, end, table)) {
          pushWord(cutter, at, end, hash)
          at = end + 1
          continue
        }
      }
      const charClass = kind === 0 ? classAt(text, at, table) : kind
      if (charClass === UNSPACED) at = cutUnspaced(cutter, at)
      else if (isWordLike(charClass) || charClass === CONNECTOR) at = cutRun(cutter, at)
      else at += widthAt(text, at)
    }
    return cutter
  }
}

/** Starts a new text: copies its units and makes room for its words. */
function prepare(cutter: Cutter, text: string): void {
  // The room of a very long text is not kept, since few texts need it.
  const isLarge = cutter.units.length > MAX_KEPT_UNITS
  if (isLarge || text.length >= cutter.units.length) cutter.units = new Uint16Array(text.length + INITIAL_UNITS)
  if (isLarge) cutter.cuts = new Int32Array(CUT * INITIAL_UNITS)
  const { units } = cutter
  for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i)
  units[text.length] = SPACE
  cutter.text = text
  cutter.source = text
  cutter.size = 0
}

/** Appends a word that is a range of the text. */
function pushWord(cutter: Cutter, from: number, to: number, hash: number): void {
  if (cutter.size === cutter.cuts.length) cutter.cuts = doubledInts(cutter.cuts)
  const { cuts, size } = cutter
  cuts[size + CUT_FROM] = from
  cuts[size + CUT_TO] = to
  cuts[size + CUT_START] = from
  cuts[size + CUT_END] = to
  cuts[size + CUT_HASH] = hash
  cuts[size + CUT_COMPOUND] = 0
  cutter.size = size + CUT
}

/** True if a word certainly ends here: at white space, or at a full stop (or other connector) before white space. */
function endsWord(units: Uint16Array, end: number, table: ClassTable): boolean {
  const kind = u8At(table, u16At(units, end))
  if (kind === BREAK) return true
  return kind === CONNECTOR && units[end] !== HASH && u8At(table, u16At(units, end + 1)) === BREAK
}

/** Reads one run of letters, digits and connectors and appends its word, if it has one. Returns the end of the run. */
function cutRun(cutter: Cutter, start: number): number {
  const { text, units, table } = cutter
  let first = -1
  let last = -1
  let isCompound = false
  let at = start
  while (at < text.length) {
    const cached = u8At(table, u16At(units, at))
    const kind = cached === 0 ? classAt(text, at, table) : cached
    const next = cached === 0 ? at + widthAt(text, at) : at + 1
    if (isWordLike(kind)) {
      if (first < 0) first = at
      else if (last < at || kind === UPPER) isCompound = true
      last = next
    } else if (kind === MARK) {
      if (last === at) last = next
    } else if (kind === APOSTROPHE) {
      if (last !== at || !isLetter(classAt(text, next, table))) break
      last = next
    } else if (kind !== CONNECTOR) {
      break
    }
    at = next
  }
  if (first >= 0) {
    const sigil = first === start ? 0 : (SIGIL.exec(text.slice(Math.max(start, first - 8), first))?.[0].length ?? 0)
    const suffix = last === at ? 0 : suffixLength(text, last)
    const [from, to] = [first - sigil, last + suffix]
    pushWord(cutter, from, to, hashOf(units, from, to))
    if (isCompound || sigil + suffix > 0) cutter.cuts[cutter.size - CUT + CUT_COMPOUND] = 1
  }
  return at
}

/** Number of UTF-16 units after a name that are part of it: `C++`, `C#`. */
function suffixLength(text: string, end: number): number {
  if (text.startsWith('#', end)) return 1
  return text.startsWith('++', end) ? 2 : 0
}

/**
 * Reads a run without spaces, or the first part of a long one, and appends its words. Returns the end of what it read.
 */
function cutUnspaced(cutter: Cutter, start: number): number {
  const { text, table } = cutter
  let end = start
  while (end < text.length && end - start < MAX_UNSPACED_RUN) {
    const kind = classAt(text, end, table)
    if (kind !== UNSPACED && kind !== MARK) break
    end += widthAt(text, end)
  }
  const run = text.slice(start, end)
  if (HANGUL.test(run)) {
    pushWord(cutter, start, end, hashOf(cutter.units, start, end))
    return end
  }
  const folded = run.normalize('NFKC')
  const first = folded === run ? start : appendFolded(cutter, folded)
  cutter.dictionary ??= new Intl.Segmenter('und', { granularity: 'word' })
  for (const { index, segment } of cutter.dictionary.segment(folded)) {
    const [from, to] = [first + index, first + index + segment.length]
    pushWord(cutter, from, to, hashOf(cutter.units, from, to))
    // If folding changed the length of the run (half-width kana), each word gets the range of the whole run.
    const isAligned = folded.length === run.length
    cutter.cuts[cutter.size - CUT + CUT_START] = isAligned ? start + index : start
    cutter.cuts[cutter.size - CUT + CUT_END] = isAligned ? start + index + segment.length : end
  }
  return end
}

/** Appends a folded run to the source; returns its offset there. */
function appendFolded(cutter: Cutter, folded: string): number {
  // After the space that ends the text.
  const first = cutter.source.length + 1
  if (first + folded.length > cutter.units.length) cutter.units = grown16(cutter.units, first + folded.length)
  for (let i = 0; i < folded.length; i += 1) cutter.units[first + i] = folded.charCodeAt(i)
  cutter.source += ` ${folded}`
  return first
}
