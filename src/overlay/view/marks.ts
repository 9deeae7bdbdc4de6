/**
 * Text of a result -> its parts, marked where they begin like a word of the
 * query. A match must be at the start of a word, also in `camelCase`; in scripts
 * without spaces it may be anywhere.
 */

/** Words of a query that are marked. */
const MAX_WORDS = 16
const ENDING = /(?:ing|ed|es|s|e)$/
const WORD = /[\p{L}\p{N}]/u

/** A part of a text. */
export interface Part {
  readonly text: string
  readonly isMarked: boolean
}

/** The parts of a text, in order and without empty ones. */
export function markWords(text: string, query: string): readonly Part[] {
  const all = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // In a query of several words, the short ones would be marked everywhere.
  const words = all.filter((word) => all.length === 1 || word.length > 2 || word > '\u2e7f').slice(0, MAX_WORDS)
  const stems = words.map((word) => (word.length > 5 ? word.replace(ENDING, '(?:$&)?') : word))
  const parts: Part[] = []
  let from = 0

  function add(end: number, isMarked: boolean): void {
    if (end > from) parts.push({ text: text.slice(from, end), isMarked })
    from = end
  }

  // Longest first, so that the longer of two words with the same beginning is marked. The last one never matches.
  const either = [...stems.toSorted((a, b) => b.length - a.length), '(?!)'].join('|')
  for (const { 0: match, index } of text.matchAll(new RegExp(either, 'giu'))) {
    if (!startsWord(text, index)) continue
    add(index, false)
    add(index + match.length, true)
  }
  add(text.length, false)
  return parts
}

function startsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  const first = text.charAt(at)
  if (!WORD.test(before) || first > '\u2e7f') return true
  return before === before.toLowerCase() && first !== first.toLowerCase()
}
