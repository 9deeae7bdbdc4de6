/**
 * Text -> words with their UTF-16 offsets. A word is a run of letters, digits and marks; connectors between them keep
 * an identifier, a path or a hyphenated compound in one piece, and so do the signs between groups of digits. An elided
 * article is no part of the word after it. A run of symbols that stands alone is a word, too. Scripts without spaces
 * (Han, kana, Thai, Lao, Khmer, Myanmar) are segmented by the dictionary of `Intl.Segmenter`. Hangul is written with
 * spaces, but a particle is cut from the Latin word before it: "API|를".
 */
import {
  APOSTROPHE, BREAK, classAt, type ClassTable, CONNECTOR, DIGIT, groupedEnd, isElided, isHebrewLetter, isHebrewSign,
  isLetter, isWordLike, LOWER, MARK, MAX_ELIDED, SYMBOL, symbolEnd, UNSPACED, UPPER, widthAt,
} from './character.ts'
import { grown16, u16At, u8At } from './column.ts'
import { FIRST_HASH, hashOf, nextHash } from './word-table.ts'

/** Most UTF-16 units given to `Intl.Segmenter` in one call: its time grows with the square of a long run. */
const MAX_UNSPACED_RUN = 512

/** Initial capacity of a cutter, in UTF-16 units. */
const INITIAL_UNITS = 1_024
/** Largest capacity, in UTF-16 units, that is kept for the next text. */
const MAX_KEPT_UNITS = 2 ** 20

const SPACE = 0x20
const HASH = 0x23
const FIRST_BEYOND_ASCII = 0x80

/** Half-width kana and Hangul, which no dictionary has. */
const HALF_WIDTH = /[\uff61-\uffdc]/
/** A run of Hangul syllables, which needs no dictionary. */
const HANGUL = /^[가-힣]+$/
/** Characters before a name that are part of it: `--host`, `-D`, `@scope`, `.env`, `$state`, `#id`, `__dir`. */
const SIGIL = /(?:(?<!-)--?|(?<!\.)\.|[@$#]|_+)$/

/**
 * Visits each word of a text in order. All words share one record, which is valid only during the call. Walks of one
 * function must not overlap.
 */
export type Walk = (text: string, visit: (word: WordView) => void) => void

/** A word as a range of its text, for readers that need no string of it. */
export interface WordView {
  /** The text, followed by the folded form of each run that has half-width kana. */
  source: string
  /** The units of `source`, then unused ones: faster to read than the string. */
  units: Uint16Array
  /** Half-open range of `source`. */
  from: number
  to: number
  /** Half-open range of the text. */
  start: number
  end: number
  /** Its hash for a word table. */
  hash: number
  /** True for a word with connectors, sigils, capitals or digits inside, which may have parts, and for symbols. */
  isCompound: boolean
  /** True for a run of ASCII symbols, which in prose may be punctuation. */
  isOperator: boolean
}

/** The state of a walk: the text, and the word at hand. */
interface Cutter extends WordView {
  readonly table: ClassTable
  text: string
  visit: (word: WordView) => void
  /** Created when it is first needed. */
  dictionary: Intl.Segmenter | null
}

/** A function that cuts texts into words; `table` caches the classes of characters. */
export function createWalk(table: ClassTable): Walk {
  const cutter: Cutter = {
    table, text: '', source: '', units: new Uint16Array(INITIAL_UNITS),
    from: 0, to: 0, start: 0, end: 0, hash: 0, isCompound: false, isOperator: false,
    visit: () => undefined, dictionary: null,
  }
  return function walk(text, visit) {
    prepare(cutter, text)
    cutter.visit = visit
    const { units } = cutter
    let at = 0
    while (at < text.length) {
      const kind = u8At(table, u16At(units, at))
      if (kind === BREAK) {
        at += 1
        continue
      }
      if (isWordLike(kind)) {
        // The fast path: most words are lower-case letters or digits, then white space or a full stop and white space.
        const inner = kind === DIGIT ? DIGIT : LOWER
        let hash = nextHash(FIRST_HASH, u16At(units, at))
        let end = at + 1
        for (;;) {
          const unit = u16At(units, end)
          if (u8At(table, unit) !== inner) break
          hash = nextHash(hash, unit)
          end += 1
        }
        if (endsWord(units, end, table)) {
          visit(wordAt(cutter, at, end, hash))
          at = end + 1
          continue
        }
      }
      const charClass = kind === 0 ? classAt(text, at, table) : kind
      if (charClass === UNSPACED) at = cutUnspaced(cutter, at)
      else if (isWordLike(charClass) || charClass === CONNECTOR) at = cutRun(cutter, at)
      else if (charClass === SYMBOL) at = cutSymbol(cutter, at, at + widthAt(text, at))
      else at += widthAt(text, at)
    }
  }
}

/** Starts a new text: copies its units. */
function prepare(cutter: Cutter, text: string): void {
  // The room of a very long text is not kept, since few texts need it.
  const isLarge = cutter.units.length > MAX_KEPT_UNITS
  if (isLarge || text.length >= cutter.units.length) cutter.units = new Uint16Array(text.length + INITIAL_UNITS)
  const { units } = cutter
  for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i)
  units[text.length] = SPACE
  cutter.text = text
  cutter.source = text
}

/** The word without parts that is a range of the text. */
function wordAt(cutter: Cutter, from: number, to: number, hash = hashOf(cutter.units, from, to)): WordView {
  cutter.from = from
  cutter.to = to
  cutter.start = from
  cutter.end = to
  cutter.hash = hash
  cutter.isCompound = false
  cutter.isOperator = false
  return cutter
}

/**
 * True if a word certainly ends here, and its end is no word: at white space or a symbol of ASCII, or at a full stop (or
 * other connector) before white space. It may go on after a single sign if a digit or, unless the sign is a space, a
 * Hebrew letter follows.
 */
function endsWord(units: Uint16Array, end: number, table: ClassTable): boolean {
  const kind = u8At(table, u16At(units, end))
  const unit = u16At(units, end + 1)
  const next = u8At(table, unit)
  if (kind === BREAK) return next !== DIGIT && next !== 0 && (units[end] === SPACE || !isHebrewLetter(unit))
  if (kind === SYMBOL) return u16At(units, end) < FIRST_BEYOND_ASCII
  return kind === CONNECTOR && units[end] !== HASH && next === BREAK
}

/** Reads one run of letters, digits and connectors and visits its word, if it has one. Returns the end of the run. */
function cutRun(cutter: Cutter, start: number): number {
  const { text, units, table } = cutter
  let first = -1
  let last = -1
  let lastKind = BREAK
  let isCompound = false
  let at = start
  while (at < text.length) {
    const cached = u8At(table, u16At(units, at))
    const kind = cached === 0 ? classAt(text, at, table) : cached
    let next = cached === 0 ? at + widthAt(text, at) : at + 1
    if (isWordLike(kind)) {
      if (first < 0) first = at
      else if (last < at || kind === UPPER || (kind === DIGIT) !== (lastKind === DIGIT)) isCompound = true
      last = next
      lastKind = kind
    } else if (kind === MARK) {
      if (last === at) last = next
    } else if (kind !== CONNECTOR) {
      next = last === at ? signEnd(cutter, at, lastKind) : 0
      if (next === 0) break
      last = next
      if (lastKind === DIGIT) {
        isCompound = true
      } else if (kind === APOSTROPHE && at - first <= MAX_ELIDED && isElided(text, first, at)) {
        first = -1
        isCompound = false
      }
    }
    at = next
  }
  if (first < 0) return cutSymbol(cutter, start, at)
  const sigil = first === start ? 0 : (SIGIL.exec(text.slice(Math.max(start, first - 8), first))?.[0].length ?? 0)
  const suffix = last === at ? 0 : suffixLength(text, last)
  const word = wordAt(cutter, first - sigil, last + suffix)
  word.isCompound = isCompound || sigil + suffix > 0
  cutter.visit(word)
  return at
}

/**
 * The end of a sign inside of a word, or of the groups of digits after it; 0 if the word ends before the sign. The last
 * letter or digit before it is of this class.
 */
function signEnd({ text, table }: Cutter, at: number, lastKind: number): number {
  // No such sign is outside of the basic plane.
  const next = classAt(text, at + 1, table)
  // A group has at least two digits.
  if (lastKind === DIGIT) return next === DIGIT && classAt(text, at + 2, table) === DIGIT ? groupedEnd(text, at) : 0
  const isInside = isLetter(next) && (classAt(text, at, table) === APOSTROPHE || isHebrewSign(text, at))
  return isInside ? at + 1 : 0
}

/** Visits the symbol at an offset, if it is a word. Returns its end, or `next`. */
function cutSymbol(cutter: Cutter, start: number, next: number): number {
  const { text, units, table } = cutter
  const isAscii = u16At(units, start) < FIRST_BEYOND_ASCII
  // Most symbols in code touch a word: no pattern is tried for them.
  if (isAscii && start > 0 && isWordLike(u8At(table, u16At(units, start - 1)))) return next
  if (isAscii && isWordLike(u8At(table, u16At(units, next)))) return next
  const end = symbolEnd(text, start)
  if (end <= start) return next
  const word = wordAt(cutter, start, end)
  word.isCompound = true
  word.isOperator = isAscii
  cutter.visit(word)
  return Math.max(end, next)
}

/** Number of UTF-16 units after a name that are part of it: `C++`, `C#`. */
function suffixLength(text: string, end: number): number {
  if (text.startsWith('#', end)) return 1
  return text.startsWith('++', end) ? 2 : 0
}

/**
 * Reads a run without spaces, or the first part of a long one, and visits its words. Returns the end of what it read.
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
    cutter.visit(wordAt(cutter, start, end))
    return end
  }
  // NFKC would take vowels of Thai and Lao apart that the dictionary has as one: ำ.
  const folded = run.normalize(HALF_WIDTH.test(run) ? 'NFKC' : 'NFC')
  const first = folded === run ? start : appendFolded(cutter, folded)
  cutter.dictionary ??= new Intl.Segmenter('und', { granularity: 'word' })
  for (const { index, segment } of cutter.dictionary.segment(folded)) {
    const word = wordAt(cutter, first + index, first + index + segment.length)
    // If folding changed the length of the run (half-width kana), each word gets the range of the whole run.
    const isAligned = folded.length === run.length
    word.start = isAligned ? start + index : start
    word.end = isAligned ? word.start + segment.length : end
    cutter.visit(word)
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
