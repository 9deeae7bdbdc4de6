/**
 * Words in brackets -> the numbers of the sources that they cite. Models are asked for `[1]`; they also write `[1, 2]`,
 * `[1-3]`, `[^1]`, `[１]`, `[cite: 1, 2]`, `[Source 1, Source 2]`, `[1: Title]`, `[1†L4-L9]` and others.
 */

/** Numbers of one range or list in brackets. */
const MAX_NUMBERS = 10
/** Words for a source, in the languages of the service's own sentences and others. */
const SOURCE = 'citations?|cite|sources?|src|refs?|references?|quellen?|fuentes?|fontes?|来源|出典|источник'
const PART_OF_DOCS =
  'docs?|documents?|sections?|passages?|results?|hits?|contexts?|ctx|chunks?|pages?|id|excerpts?|snippets?|no'
const NOUN = `(?:${SOURCE}|${PART_OF_DOCS})(?!\\p{L})[\\s:._=#-]*`
const WORD = new RegExp(`^(?:${NOUN}|[\\s#^§]+)`, 'iu')
/** A citation in parentheses, which others than a source have as well: `(source 1)`; and its beginning. */
export const IN_PARENTHESES = new RegExp(`^[(（]((?:${SOURCE})[\\s:：#]{0,3}\\d{1,3})[)）]`, 'i')
export const IN_PARENTHESES_BEGUN = /^[(（](?:[cqrsf]\p{L}{0,9}|[来出и]\p{L}{0,9})?[\s:：#]{0,3}\d{0,3}$/iu
/** Marks around all of the words. */
const AROUND = /^[\s()[\]*_]+|(?<![\s()[\]*_.])[\s()[\]*_.]+$/g
const AND = /(?<!\s)\s*(?:[,;](?:\s*and\b)?|&|\b(?:and|und|et|y|e)\b)\s*/i
const RANGE = /^(\d{1,3})\^?(?:\s*[-–]\s*[#^]?(\d{1,3})\^?)?$/
/** `[1†L4-L9]`; Gemini's before a cited sentence; OpenAI's, which models write after any tool that searches. */
const DAGGER = /^(?:(\d{1,3})|[\d:]{1,9})†|^cite_start$|^(?:(?:file)?cite\ue202)?turn\d{1,6}[a-z]{1,9}\d/
/** A number before the title of its section; a slice such as `[1: n]` has no capital, an interval `[1, N]` no word. */
const TITLED =
  /^(?:(?:[Ss]ection|[Ss]ource|[Dd]oc(?:ument)?)\s)?(\d{1,3})(?:\s?[:—–|]\s+[\p{Lu}\p{Lo}]|(?:,|\s-)\s+\p{Lu}\p{Ll})/u

/**
 * The cited numbers; null for other words, an empty list for a citation without a number of ours. Sources count from 1:
 * a lone `[0]` cites an unknown one, and a list with 0 is an interval or an index. Before a title the number must be
 * that of a source: `[404: Not Found]` is none.
 */
export function parseCitation(label: string, isSource: (number: number) => boolean): readonly number[] | null {
  // Full-width digits and such are the same; № becomes No.
  const words = label.normalize('NFKC').replace(AROUND, '')
  const dagger = DAGGER.exec(words)
  if (dagger !== null) return dagger[1] === undefined ? [] : [Number(dagger[1])]
  const title = Number(TITLED.exec(words)?.[1])
  const parts = words.split(AND).map((part) => part.replace(WORD, ''))
  if (parts.length === 1 && parts[0] === '0') return [0]
  const numbers: number[] = []
  for (const part of parts) {
    const [, first, last = first] = RANGE.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    // NaN for other words.
    if (!(from > 0 && to >= from && to - from < MAX_NUMBERS)) return isSource(title) ? [title] : null
    for (let n = from; n <= to; n += 1) numbers.push(n)
  }
  return numbers.length > MAX_NUMBERS ? null : numbers
}
