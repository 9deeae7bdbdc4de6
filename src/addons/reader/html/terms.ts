/**
 * Prose -> the first occurrence of each glossary term in it. Capital letters of a term must match: `Cursor` is not the
 * word cursor. A term in lower case may have any case in the prose, as at the start of a sentence.
 */
import { foldSpace } from '../../../core/base.ts'
import type { GlossaryEntry } from '../../../core/graph.ts'

/** A term at UTF-16 offsets of a text. */
export interface TermMark {
  readonly start: number
  readonly end: number
  readonly entry: GlossaryEntry
}

/** A term or alias. */
interface TermName {
  readonly letters: string
  readonly entry: GlossaryEntry
}

/** Terms and aliases by their first letters, the longest first. */
export type TermIndex = ReadonlyMap<string, readonly TermName[]>

/** UTF-16 units of the key of a name. */
const KEY_LENGTH = 2
/** UTF-16 units of one character. */
const MAX_CHARACTER_LENGTH = 2

const WORD = /[\p{L}\p{N}_]/u
/** Letters of scripts without spaces between words, or with suffixes that are written as one word with them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Possible starts of a name: not inside a word. */
const STARTS = new RegExp(String.raw`(?<!${WORD.source})\S|${UNSPACED.source}`, 'gu')

/** The terms and aliases of a glossary. */
export function indexTerms(glossary: readonly GlossaryEntry[]): TermIndex {
  const index = new Map<string, TermName[]>()
  for (const entry of glossary) {
    for (const name of [entry.term, ...entry.aliases]) {
      const letters = normalizeName(name)
      if (letters.length < KEY_LENGTH) continue
      const sameKey = index.get(keyAt(letters, 0)) ?? []
      index.set(keyAt(letters, 0), sameKey)
      sameKey.push({ letters, entry })
    }
  }
  for (const sameKey of index.values()) sameKey.sort((a, b) => b.letters.length - a.letters.length)
  return index
}

/**
 * The terms in a range of a text; the longest name at a position counts. Entries in `explained` are skipped, and those
 * that are found are added to it.
 */
export function findTerms(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  index: TermIndex,
  explained: Set<GlossaryEntry>,
): readonly TermMark[] {
  const marks: TermMark[] = []
  // The range with the character before it, a word's or not. A search that goes on past a range would read the rest of
  // the text for each of its ranges.
  const from = Math.max(0, start - MAX_CHARACTER_LENGTH)
  let next = start
  for (const found of text.slice(from, end).matchAll(STARTS)) {
    const at = from + found.index
    const name = at < next ? undefined : index.get(keyAt(text, at))?.find(({ letters, entry }) => {
      return !explained.has(entry) && at + letters.length <= end && matchesAt(text, at, letters)
    })
    if (name === undefined) continue
    explained.add(name.entry)
    next = at + name.letters.length
    marks.push({ start: at, end: next, entry: name.entry })
  }
  return marks
}

/** A name of several words loses a capital first letter if all other letters are small: it marks only a sentence. */
function normalizeName(name: string): string {
  const letters = foldSpace(name)
  const tail = letters.slice(1)
  return tail.includes(' ') && tail === tail.toLowerCase() ? letters.charAt(0).toLowerCase() + tail : letters
}

function keyAt(text: string, at: number): string {
  return text.slice(at, at + KEY_LENGTH).toLowerCase()
}

/** True if a name occurs as a word at an offset; a name in small letters has any case there. */
function matchesAt(text: string, at: number, letters: string): boolean {
  const piece = text.slice(at, at + letters.length)
  if ((letters === letters.toLowerCase() ? piece.toLowerCase() : piece) !== letters) return false
  const last = letters.slice(-1)
  const next = text.charAt(at + letters.length)
  return !WORD.test(last) || UNSPACED.test(last) || !WORD.test(next)
}
