/**
 * All words of an index, sorted, and all words reversed, sorted, in parts. If a word has one typo, one of its halves is
 * correct, so the words near it begin or end like it.
 */
import { encodeString } from '../../core/search.ts'
import { u16At } from '../../core/text.ts'

/**
 * True for a text with letters that are read by rules of their script, whatever its language is: the scripts of
 * stemmers (`text/stemmer.ts`), and those of `text/fold-script.ts`.
 */
export function hasOtherScript(text: string): boolean {
  return /[\p{sc=Cyrillic}\p{sc=Hangul}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\u0900-\u0cff]/u.test(text)
}

/** A string read backwards, by its UTF-16 units. */
export function backwards(word: string): string {
  let text = ''
  for (let at = word.length - 1; at >= 0; at -= 1) text += word.charAt(at)
  return text
}

/** The words of a list that are at most the given number of edits away from a word. */
export function wordsNear(words: Iterable<string>, word: string, edits: number): string[] {
  const key = encodeString(word)
  return [...words].filter((other) => isNear(key, encodeString(other), edits))
}

/**
 * True if two words are at most the given number of edits apart, by the restricted Damerau-Levenshtein distance of
 * their bytes, as in a search (`search/query/near-words.ts`), whose table for walks through a dictionary is many times
 * as much code for a page to load.
 */
function isNear(key: Uint8Array, word: Uint8Array, edits: number): boolean {
  if (Math.abs(key.length - word.length) > edits) return false
  let last = Uint16Array.from({ length: key.length + 1 }, (_, j) => j)
  let secondLast = last
  word.forEach((byte, i) => {
    const row = new Uint16Array(last.length).fill(i + 1, 0, 1)
    key.forEach((other, j) => {
      const changed = u16At(last, j) + (byte === other ? 0 : 1)
      const isExchange = i > 0 && j > 0 && byte === key[j - 1] && word[i - 1] === other
      const exchanged = isExchange ? u16At(secondLast, j - 1) + 1 : changed
      row[j + 1] = Math.min(changed, exchanged, u16At(last, j + 1) + 1, u16At(row, j) + 1)
    })
    secondLast = last
    last = row
  })
  return u16At(last, key.length) <= edits
}

/**
 * The halves of a word. Every word one edit away begins or ends with one of them, except `exchanged`: the word with the
 * two letters around the middle exchanged.
 */
export function halvesOf(word: string): { readonly start: string; readonly end: string; readonly exchanged: string } {
  const middle = word.length >>> 1
  const [start, end] = [word.slice(0, middle), word.slice(middle)]
  return { start, end, exchanged: start.slice(0, -1) + end.charAt(0) + start.slice(-1) + end.slice(1) }
}
