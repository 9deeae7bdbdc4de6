/**
 * All words of an index in their order, and all of them read backwards, in parts: a word with one typo has one half as
 * it should be, so the words near it begin as it does or end as it does.
 */
import { unmarkedLength } from '../text/stemmer.ts'
import { encodeString } from '../search/strings/front-coded-dictionary.ts'
import { type DistanceTable, createDistanceTable } from '../search/query/distance-table.ts'
import { u8At } from '../text/column.ts'

/** True for a text with letters of the languages that are recognised by them (`text/stemmer.ts`): Russian and Korean. */
export function hasStemmedScript(text: string): boolean {
  return /[\p{Script=Cyrillic}\p{Script=Hangul}]/u.test(text)
}

/** A string read backwards, by its UTF-16 units. */
export function backwards(word: string): string {
  let text = ''
  for (let at = word.length - 1; at >= 0; at -= 1) text += word.charAt(at)
  return text
}

/** A term or word without the marks of its language, which are a byte each. */
export function unmarked(word: string): string {
  const bytes = encodeString(word)
  return word.slice(0, word.length - (bytes.length - unmarkedLength(bytes, bytes.length)))
}

/** The words among some that are at most so many edits from a word. */
export function wordsNear(words: Iterable<string>, word: string, edits: number): string[] {
  const table = createDistanceTable(encodeString(word), edits)
  return [...words].filter((other) => isNear(table, encodeString(other), edits))
}

/** True for the bytes of a word at most so many edits from the one that a table is of. */
export function isNear(table: DistanceTable, word: Uint8Array, edits: number): boolean {
  table.cut(0)
  while (table.length() < word.length && table.leastDistance() <= edits) table.add(u8At(word, table.length()))
  return table.length() === word.length && table.distance() <= edits
}

/** The beginning and the end of a word, one of which all words one edit away have, and those that have neither. */
export function halvesOf(word: string): { readonly start: string; readonly end: string; readonly exchanged: string } {
  const middle = word.length >>> 1
  const [start, end] = [word.slice(0, middle), word.slice(middle)]
  return { start, end, exchanged: start.slice(0, -1) + end.charAt(0) + start.slice(-1) + end.slice(1) }
}
