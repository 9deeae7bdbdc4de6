/**
 * Text of a result -> its parts; marked are the words that begin like a word of the query, also inside `camelCase`,
 * without function words. In scripts without spaces a match may be anywhere.
 */

/** Endings of words, after at least four letters: "string" has none, nor has "state". */
const ENDING = /(?<=.{4})(ations?|ments?|ing|e?[ds])$|(?<=.{5})e$/
/** Two letters of one word; an upper-case letter after another one begins a word, and so does each without spaces. */
const INSIDE = /(?!\P{Lu}\p{Lu}|.[\u2e80-\uffff])[\p{L}\p{M}\p{N}]{2}/u

/**
 * The parts of a text in order; every second one is marked. `stopWords` are in lower case, separated by spaces; they
 * and short words, which would be marked everywhere, are marked for a query without other words only.
 */
export function markWords(text: string, query: string, stopWords: string): readonly string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const others = all.filter((word) => (word.length > 2 || word > '\u2e7f') && !stopWords.split(' ').includes(word))
  const words = others[0] ? others : all
  const parts: string[] = []
  let from = 0
  // The expression for a query without words never matches.
  const beginnings = words.map((word) => word.replace(ENDING, '')).join('|') || '(?!)'
  const isInside = (at: number) => INSIDE.test(text.slice(at - 1, at + 1))
  for (const { 0: match, index } of text.matchAll(new RegExp(beginnings, 'giu'))) {
    if (!isInside(index)) {
      let end = index + match.length
      while (isInside(end)) end += 1
      parts.push(text.slice(from, index), text.slice(index, end))
      from = end
    }
  }
  return [...parts, text.slice(from)]
}
