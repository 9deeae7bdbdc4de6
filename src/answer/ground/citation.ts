/**
 * Words in brackets -> the numbers of the sources they cite. Models are asked
 * for `[1]`; they also write `[1, 2]`, `[1-3]`, `[^1]`, `[#1]`,
 * `[Source 1]`, `[citation:1]`, `[cite: 1, 2]`, `[1†L4-L9]`. Sources count from 1: a
 * lone `[0]` cites an unknown one, and a list with 0 is an interval or an index.
 */

/** Numbers of one range or list. */
const MAX_NUMBERS = 10

const WORD =
  /^(?:(?:citations?|cite|sources?|refs?|references?|docs?|documents?|sections?|passages?)[\s:_=#-]*|[\s#^]+)/i
const LIST = /^\^?\d{1,3}\^?(?:\s*(?:[,;&-]|–|and)\s*[#^]?\d{1,3}\^?)*\s*$/i
const DAGGER = /^\s*(?:(\d{1,3})|[\d:]{1,9})†/
const PART = /(\d+)\^?(?:\s*[-–]\s*[#^]?(\d+))?/g

/** The cited numbers in order; null for other words, an empty list for a citation without a number of ours. */
export function parseCitation(label: string): readonly number[] | null {
  const dagger = DAGGER.exec(label)
  if (dagger !== null) return dagger[1] === undefined ? [] : [Number(dagger[1])]
  const list = label.replace(WORD, '')
  if (list === '0') return [0]
  if (!LIST.test(list)) return null
  const numbers: number[] = []
  for (const [, first, last = first] of list.matchAll(PART)) {
    const [from, to] = [Number(first), Number(last)]
    if (from === 0 || to < from || to - from >= MAX_NUMBERS) return null
    for (let n = from; n <= to; n += 1) numbers.push(n)
  }
  return numbers.length > MAX_NUMBERS ? null : numbers
}
