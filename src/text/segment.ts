/**
 * Text -> words with their UTF-16 offsets. A word is a run of letters, digits
 * and marks; connectors between them keep an identifier, a path or a hyphenated
 * compound in one piece. Scripts without spaces (Han, kana, Thai, Lao, Khmer,
 * Myanmar) go through the dictionary of `Intl.Segmenter`. Hangul has its spaces,
 * but is cut from the Latin word that a particle clings to: "API|를".
 */
import {
  APOSTROPHE, BREAK, CONNECTOR, type ClassTable, DIGIT, LOWER, MARK, UNSPACED, UPPER, classAt, isLetter, isWordLike,
  widthAt,
} from './char-class.ts'
import { u16At, u8At } from './column.ts'

/** Most UTF-16 units given to `Intl.Segmenter` at once: its time grows with the square of a long run. */
const MAX_UNSPACED_RUN = 512

/** Units that a walk has room for at first, and up to which it keeps the room for the next text. */
const INITIAL_UNITS = 1_024
const MAX_KEPT_UNITS = 2 ** 20

const SPACE = 0x20
const HASH = 0x23

/** A run that needs no dictionary. */
const HANGUL = /^[가-힣]+$/
/** Characters before a name that are part of it: `--host`, `-D`, `@scope`, `.env`, `$state`, `#id`, `__dir`. */
const SIGIL = /(?:(?<!-)--?|(?<!\.)\.|[@$#]|_+)$/

/** Visits each word of a text in turn. A walk is in one text at a time. */
export type Walk = (text: string, visit: Visit) => void

/** Is given a word: the same record each time, valid until it returns. */
export type Visit = (word: WordView) => void

/** A word in place, so that a reader of many texts need not cut it out. */
export interface WordView {
  /** The text, or the folded run when kana changed their width. */
  source: string
  /** The units of `source` and further ones: faster to read than the string. */
  units: Uint16Array
  /** Half-open range of `source`. */
  from: number
  to: number
  /** Half-open range of the text. */
  start: number
  end: number
  /** True for a word with connectors, sigils or capitals inside, so that it may have parts. */
  isCompound: boolean
}

/** A cutter of texts into words. It keeps the one `Intl.Segmenter`, made when it is first needed. */
export function createWalk(table: ClassTable): Walk {
  let dictionary: Intl.Segmenter | null = null
  let kept: Uint16Array = new Uint16Array(INITIAL_UNITS)

  function unitsOf(text: string): Uint16Array {
    const units = text.length < kept.length ? kept : new Uint16Array(text.length + INITIAL_UNITS)
    if (units.length <= MAX_KEPT_UNITS) kept = units
    for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i)
    units[text.length] = SPACE
    return units
  }

  return function walk(text, visit) {
    const units = unitsOf(text)
    const view: WordView = { source: text, units, from: 0, to: 0, start: 0, end: 0, isCompound: false }
    const cursor: Cursor = { text, units, table, view, visit }
    let at = 0
    while (at < text.length) {
      const kind = u8At(table, u16At(units, at))
      if (kind === BREAK) {
        at += 1
        continue
      }
      if (isWordLike(kind)) {
        const end = lettersEnd(units, at + 1, table)
        if (endsWord(units, end, table)) {
          show(view, { from: at, to: end, isCompound: false })
          visit(view)
          at = end + 1
          continue
        }
      }
      const charClass = kind === 0 ? classAt(text, at, table) : kind
      if (charClass === UNSPACED) {
        dictionary ??= new Intl.Segmenter('und', { granularity: 'word' })
        at = walkUnspaced(cursor, at, dictionary)
      } else if (isWordLike(charClass) || charClass === CONNECTOR) {
        at = walkRun(cursor, at)
      } else {
        at += widthAt(text, at)
      }
    }
  }
}

interface Cursor {
  readonly text: string
  readonly units: Uint16Array
  readonly table: ClassTable
  readonly view: WordView
  readonly visit: Visit
}

/** The end of small letters and digits. Most words end there. */
function lettersEnd(units: Uint16Array, start: number, table: ClassTable): number {
  let at = start
  for (;;) {
    const kind = u8At(table, u16At(units, at))
    if (kind !== LOWER && kind !== DIGIT) return at
    at += 1
  }
}

/** True when a word surely ends after its letters: at white space, or a full stop before it. */
function endsWord(units: Uint16Array, end: number, table: ClassTable): boolean {
  const kind = u8At(table, u16At(units, end))
  if (kind === BREAK) return true
  return kind === CONNECTOR && units[end] !== HASH && u8At(table, u16At(units, end + 1)) === BREAK
}

/** Reads one run of letters, digits and connectors; returns its end. */
function walkRun({ text, units, table, view, visit }: Cursor, start: number): number {
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
    show(view, { from: first - sigil, to: last + suffix, isCompound: isCompound || sigil + suffix > 0 })
    visit(view)
  }
  return at
}

/** Units after a name that are part of it: `C++`, `C#`. */
function suffixLength(text: string, end: number): number {
  if (text.startsWith('#', end)) return 1
  return text.startsWith('++', end) ? 2 : 0
}

/** Sets a view to a range of the text itself. */
function show(view: WordView, { from, to, isCompound }: { from: number; to: number; isCompound: boolean }): void {
  view.from = from
  view.to = to
  view.start = from
  view.end = to
  view.isCompound = isCompound
}

/** Reads one piece of a run without spaces; returns its end. */
function walkUnspaced({ text, units, table, view, visit }: Cursor, start: number, dictionary: Intl.Segmenter): number {
  let end = start
  while (end < text.length && end - start < MAX_UNSPACED_RUN) {
    const kind = classAt(text, end, table)
    if (kind !== UNSPACED && kind !== MARK) break
    end += widthAt(text, end)
  }
  const run = text.slice(start, end)
  if (HANGUL.test(run)) {
    show(view, { from: start, to: end, isCompound: false })
    visit(view)
    return end
  }
  const folded = run.normalize('NFKC')
  view.source = folded
  view.units = Uint16Array.from({ length: folded.length }, (_, i) => folded.charCodeAt(i))
  for (const { index, segment } of dictionary.segment(folded)) {
    show(view, { from: index, to: index + segment.length, isCompound: false })
    // Half-width kana change in length: then each word has the range of its whole run.
    view.start = folded.length === run.length ? start + index : start
    view.end = folded.length === run.length ? start + index + segment.length : end
    visit(view)
  }
  view.source = text
  view.units = units
  return end
}
