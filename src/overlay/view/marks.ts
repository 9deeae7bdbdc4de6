/**
 * Text of a result -> its parts, told apart by whether they begin as a word of
 * the query does. Words count as such at their start, in `camelCase` too; in scripts without
 * spaces anywhere.
 */

/** Words of a query that are looked for. */
const MAX_WORDS = 16
const ENDING = /(?:ing|ed|es|s|e)$/
const WORD = /[\p{L}\p{N}]/u

export interface Part {
  readonly text: string
  readonly isMarked: boolean
}

/** The parts make up the text; empty ones are left out. */
export function markWords(text: string, query: string): readonly Part[] {
  const all = query.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // Of several words the small ones of a sentence stand everywhere.
  const words = all.filter((word) => all.length === 1 || word.length > 2 || word > '\u2e7f').slice(0, MAX_WORDS)
  const stems = words.map((word) => (word.length > 5 ? word.replace(ENDING, '(?:$&)?') : word))
  const parts: Part[] = []
  let from = 0

  function add(end: number, isMarked: boolean): void {
    if (end > from) parts.push({ text: text.slice(from, end), isMarked })
    from = end
  }

  // Longest first: of two words where one begins as the other, the longer is marked. The last one stands for no words.
  const either = [...stems.toSorted((a, b) => b.length - a.length), '(?!)'].join('|')
  for (const { 0: found, index } of text.matchAll(new RegExp(either, 'giu'))) {
    if (!startsWord(text, index)) continue
    add(index, false)
    add(index + found.length, true)
  }
  add(text.length, false)
  return parts
}

function startsWord(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  const first = text[at]!
  if (!WORD.test(before) || first > '\u2e7f') return true
  return before === before.toLowerCase() && first !== first.toLowerCase()
}
