/**
 * Text -> words with their UTF-16 offsets. A word is a run of letters, digits
 * and marks; connectors between them keep an identifier, a path or a hyphenated
 * compound in one piece. Scripts without spaces (Han, kana, Thai, Lao, Khmer,
 * Myanmar) go through the dictionary of `Intl.Segmenter`. Hangul has its spaces,
 * but is cut from the Latin word that a particle clings to: "API|를".
 */
import { CharClass, classAt, isLetter, isWordLike, widthAt } from './char-class.ts'
import type { ClassTable } from './char-class.ts'

/** Most UTF-16 units given to `Intl.Segmenter` at once: its time grows with the square of a long run. */
const MAX_UNSPACED_RUN = 512

/** A word of the text; `end` is exclusive. */
export interface Word {
  /** As written, but for half-width kana. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** Has connectors, sigils or capitals inside, so that it may have parts. */
  readonly isCompound: boolean
}

/** A run that needs no dictionary. */
const HANGUL = /^[가-힣]+$/
/** What may stand before a name and be part of it: `--host`, `-D`, `@scope`, `.env`, `$state`, `#id`, `__dir`. */
const SIGIL = /(?:(?<!-)--?|(?<!\.)\.|[@$#]|_+)$/
/** What may stand behind a name and be part of it: `C++`, `C#`. */
const SUFFIX = /^(?:\+\+|#)/

/** A cutter of texts into words. It keeps the one `Intl.Segmenter`, made when it is first needed. */
export function createSegment(table: ClassTable): (text: string) => Word[] {
  let dictionary: Intl.Segmenter | null = null

  return function segment(text) {
    const words: Word[] = []
    let at = 0
    while (at < text.length) {
      const kind = classAt(text, at, table)
      if (kind === CharClass.UNSPACED) {
        dictionary ??= new Intl.Segmenter('und', { granularity: 'word' })
        at = pushUnspaced(words, { text, start: at, table, dictionary })
      } else if (isWordLike(kind) || kind === CharClass.CONNECTOR) {
        at = pushRun(words, { text, start: at, table })
      } else {
        at += widthAt(text, at)
      }
    }
    return words
  }
}

interface Cursor {
  readonly text: string
  readonly start: number
  readonly table: ClassTable
}

/** Reads one run of letters, digits and connectors; returns where it ends. */
function pushRun(words: Word[], { text, start, table }: Cursor): number {
  let first = -1
  let last = -1
  let isCompound = false
  let at = start
  while (at < text.length) {
    const kind = classAt(text, at, table)
    const next = at + widthAt(text, at)
    if (isWordLike(kind)) {
      if (first < 0) first = at
      else if (last < at || kind === CharClass.UPPER) isCompound = true
      last = next
    } else if (kind === CharClass.MARK) {
      if (last === at) last = next
    } else if (kind === CharClass.APOSTROPHE) {
      if (last !== at || !isLetter(classAt(text, next, table))) break
      last = next
    } else if (kind !== CharClass.CONNECTOR) {
      break
    }
    at = next
  }
  if (first >= 0) {
    const sigil = first === start ? 0 : (SIGIL.exec(text.slice(Math.max(start, first - 8), first))?.[0].length ?? 0)
    const suffix = last === at ? 0 : (SUFFIX.exec(text.slice(last, at))?.[0].length ?? 0)
    const end = last + suffix
    const begin = first - sigil
    words.push({ text: text.slice(begin, end), start: begin, end, isCompound: isCompound || sigil + suffix > 0 })
  }
  return at
}

/** Reads one piece of a run without spaces; returns where it ends. */
function pushUnspaced(
  words: Word[],
  { text, start, table, dictionary }: Cursor & { readonly dictionary: Intl.Segmenter },
): number {
  let end = start
  while (end < text.length && end - start < MAX_UNSPACED_RUN) {
    const kind = classAt(text, end, table)
    if (kind !== CharClass.UNSPACED && kind !== CharClass.MARK) break
    end += widthAt(text, end)
  }
  const run = text.slice(start, end)
  if (HANGUL.test(run)) {
    words.push({ text: run, start, end, isCompound: false })
    return end
  }
  const folded = run.normalize('NFKC')
  for (const { index, segment } of dictionary.segment(folded)) {
    // Half-width kana change in length: then each word stands for its whole run.
    const [from, to] = folded.length === run.length ? [start + index, start + index + segment.length] : [start, end]
    words.push({ text: segment, start: from, end: to, isCompound: false })
  }
  return end
}
