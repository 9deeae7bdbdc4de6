/**
 * Text of a result -> its parts; marked are the words that begin like a word of
 * the query, also inside `camelCase`, without function words. In scripts without
 * spaces a match may be anywhere.
 */

/** Words of a query that are marked. */
const MAX_WORDS = 16
/** Endings of words, after at least four letters: "string" has none. */
const ENDING = /(?<=.{4})(?:ing|ed|e?s)$|(?<=.{5})e$/
const WORD = /[\p{L}\p{M}\p{N}]/u
/** The last letter of scripts with spaces, nearly. */
const LAST_SPACED = '\u2e7f'

/**
 * The parts of a text in order; every second one is marked. `functionWords` are in lower case, separated by spaces; they
 * and short words, which would be marked everywhere, are marked for a query without other words only.
 */
export function markWords(text: string, query: string, functionWords: string): readonly string[] {
  const all = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const others = all.filter((word) => (word[2] || word > LAST_SPACED) && !functionWords.split(' ').includes(word))
  const words = (others[0] ? others : all).slice(0, MAX_WORDS)
  const stems = words.map((word) => word.replace(ENDING, ''))
  const parts: string[] = []
  let from = 0
  // Of two words with the same beginning the longer one is first. The last one never matches.
  const either = [...stems.sort().reverse(), '(?!)'].join('|')
  for (const { 0: match, index } of text.matchAll(new RegExp(either, 'giu'))) {
    if (!startsWord(text, index)) continue
    let end = index + match.length
    while (WORD.test(text.charAt(end)) && !startsWord(text, end)) end += 1
    parts.push(text.slice(from, index), text.slice(index, end))
    from = end
  }
  return [...parts, text.slice(from)]
}

function startsWord(text: string, at: number): boolean {
  const [before, first] = [text.charAt(at - 1), text.charAt(at)]
  return !WORD.test(before) || first > LAST_SPACED || (before === before.toLowerCase() && first !== first.toLowerCase())
}
