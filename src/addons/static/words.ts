/**
 * All words of an index, sorted, and all words reversed, sorted, in parts. If a word has one typo, one of its halves is
 * correct, so the words near it begin or end like it.
 */

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

/**
 * The halves of a word. Every word one edit away begins or ends with one of them, except `exchanged`: the word with the
 * two letters around the middle exchanged.
 */
export function halvesOf(word: string): { readonly start: string; readonly end: string; readonly exchanged: string } {
  const middle = word.length >>> 1
  const [start, end] = [word.slice(0, middle), word.slice(middle)]
  return { start, end, exchanged: start.slice(0, -1) + end.charAt(0) + start.slice(-1) + end.slice(1) }
}
