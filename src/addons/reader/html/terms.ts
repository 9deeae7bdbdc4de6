/**
 * Prose -> the first occurrence of each glossary term in it. Capital letters of a term must match: `Cursor` is not the
 * word cursor. A term in lower case may have any case in the prose, as at the start of a sentence.
 */
import { foldSpace, groupBy } from '../../../core/base.ts'
import type { GlossaryEntry } from '../../../core/graph.ts'

/** A term at UTF-16 offsets of a text. */
export interface TermMark {
  readonly start: number
  readonly end: number
  readonly entry: GlossaryEntry
}

interface TermName {
  readonly letters: string
  readonly entry: GlossaryEntry
}

export interface TermIndex {
  /** By their letters, in the order of the glossary. */
  readonly names: ReadonlyMap<string, readonly TermName[]>
  /** Lengths of the names that begin with some letters, the longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>
}

/** UTF-16 units of the key of a name. */
const KEY_LENGTH = 2
/** UTF-16 units of one character. */
const MAX_CHARACTER_LENGTH = 2

const WORD = /[\p{L}\p{N}_]/u
/** Letters of scripts without spaces between words, or with suffixes that are written as one word with them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Possible starts of a name: not inside a word. */
const STARTS = new RegExp(String.raw`(?<!${WORD.source})\S|${UNSPACED.source}`, 'gu')

export function indexTerms(glossary: readonly GlossaryEntry[]): TermIndex {
  const all = glossary.flatMap((entry) => {
    return [entry.term, ...entry.aliases].map((name): TermName => ({ letters: normalizeName(name), entry }))
  }).filter(({ letters }) => letters.length >= KEY_LENGTH)
  const lengths = [...groupBy(all, ({ letters }) => keyAt(letters, 0))].map(([key, sameKey]) => {
    return [key, [...new Set(sameKey.map(({ letters }) => letters.length))].sort((a, b) => b - a)] as const
  })
  return { names: groupBy(all, ({ letters }) => letters), lengths: new Map(lengths) }
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
    const mark = at < next ? undefined : markAt(text, { at, end }, index, explained)
    if (mark === undefined) continue
    explained.add(mark.entry)
    next = mark.end
    marks.push(mark)
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

/** The longest name that occurs as a word at an offset; one in small letters has any case there. */
function markAt(
  text: string,
  { at, end }: { readonly at: number; readonly end: number },
  { names, lengths }: TermIndex,
  explained: ReadonlySet<GlossaryEntry>,
): TermMark | undefined {
  for (const length of lengths.get(keyAt(text, at)) ?? []) {
    const piece = text.slice(at, at + length)
    if (at + length > end || !endsWord(piece, text.charAt(at + length))) continue
    const named = [piece, piece.toLowerCase()].flatMap((letters) => names.get(letters) ?? [])
    const name = named.find(({ entry }) => !explained.has(entry))
    if (name !== undefined) return { start: at, end: at + length, entry: name.entry }
  }
  return undefined
}

/** True if a piece of text does not go on as a word in the next character. */
function endsWord(piece: string, next: string): boolean {
  const last = piece.slice(-1)
  return !WORD.test(last) || UNSPACED.test(last) || !WORD.test(next)
}
