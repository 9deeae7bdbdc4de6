/**
 * Prose -> the first occurrence of each glossary term in it. Capital letters of a term must match: `Cursor` is not the
 * word cursor. A term in lower case may start with a capital letter in the prose, as at the start of a sentence.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { GlossaryEntry } from '../../graph/graph.ts'

/** A part of prose: a term with its entry, or other text with null. */
export interface TextRun {
  readonly text: string
  readonly entry: GlossaryEntry | null
}

/**
 * A function that splits prose at its terms. It skips the entries in `explained`, and adds those it finds. Only the
 * ranges that `isAllowed` takes can be terms; it is called with ascending starts.
 */
export type FindTerms = (
  prose: string,
  explained: Set<GlossaryEntry>,
  isAllowed?: (start: number, end: number) => boolean,
) => readonly TextRun[]

/** A term or alias. */
interface TermName {
  readonly letters: string
  readonly entry: GlossaryEntry
}

/** UTF-16 units of the key of a name. */
const KEY_LENGTH = 2

const WORD = /[\p{L}\p{N}_]/u
/** Letters of scripts without spaces between words, or with suffixes that are written as one word with them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Possible starts of a name: not inside a word. */
const STARTS = new RegExp(String.raw`(?<!${WORD.source})\S|${UNSPACED.source}`, 'gu')

/** A finder for the terms and aliases of a glossary; the longest name at a position counts. */
export function createTermFinder(glossary: readonly GlossaryEntry[]): FindTerms {
  const names = new Map<string, TermName[]>()
  for (const entry of glossary) {
    for (const name of [entry.term, ...entry.aliases]) {
      const letters = normalizeName(name)
      if (letters.length < KEY_LENGTH) continue
      const sameKey = names.get(keyAt(letters, 0)) ?? []
      names.set(keyAt(letters, 0), sameKey)
      sameKey.push({ letters, entry })
    }
  }
  for (const sameKey of names.values()) sameKey.sort((a, b) => b.letters.length - a.letters.length)

  return function findTerms(prose, explained, isAllowed = () => true) {
    const runs: TextRun[] = []
    let end = 0
    for (const { index } of prose.matchAll(STARTS)) {
      if (index < end) continue
      const candidates = names.get(keyAt(prose, index)) ?? []
      const name = candidates.find(({ letters, entry }) => {
        const isName = !explained.has(entry) && matchesAt(prose, index, letters)
        return isName && isAllowed(index, index + letters.length)
      })
      if (name === undefined) continue
      explained.add(name.entry)
      if (index > end) runs.push({ text: prose.slice(end, index), entry: null })
      end = index + name.letters.length
      runs.push({ text: prose.slice(index, end), entry: name.entry })
    }
    if (end < prose.length) runs.push({ text: prose.slice(end), entry: null })
    return runs
  }
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

/** True if a name occurs as a word at an offset; the first letter of each of its words may be a capital. */
function matchesAt(prose: string, at: number, letters: string): boolean {
  const piece = prose.slice(at, at + letters.length)
  if (piece.toLowerCase() !== letters.toLowerCase() || lowerInitials(piece, letters) !== letters) return false
  const last = letters.slice(-1)
  const next = prose.charAt(at + letters.length)
  return !WORD.test(last) || UNSPACED.test(last) || !WORD.test(next)
}

/** A piece of prose whose capital initials are made small if the name has lower-case letters. */
function lowerInitials(piece: string, letters: string): string {
  return piece.replace(/(?<![\p{L}\p{N}_])\p{Lu}/gu, (letter, at: number) => {
    const small = letter.toLowerCase()
    return letters.startsWith(small, at) ? small : letter
  })
}
