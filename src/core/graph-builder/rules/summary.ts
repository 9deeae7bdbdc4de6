/**
 * A section -> its terms, and a summary of at most 400 characters in its own words. Terms are words that are frequent
 * in it and rare on the site (tf-idf), those of its heading first; words of code blocks are many, and mostly not
 * specific. The summary is the description of a page, and the first sentences: they say what a section is about (the
 * baseline of Nallapati et al., SummaRuNNer, 2017).
 */
import { firstUnits, foldSpace } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { isAside, outsideOfCode, type Sentence } from '../prose/sentence.ts'
import { isContentWord, wordsOf } from '../prose/spelling.ts'

/** Terms of one section. */
export const MAX_TERMS = 8
/** UTF-16 units of the text that are read. */
const MAX_READ_LENGTH = 20_000
/** Letters of a word in scripts without spaces: longer runs are clauses. */
const MAX_UNSPACED_LENGTH = 8
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Occurrences that a word of the heading counts for. */
const HEADING_COUNT = 4

/** UTF-16 units of a whole summary. */
export const MAX_SUMMARY_LENGTH = 400
/** Sentences of a summary. */
const MAX_SENTENCES = 3

/** `Yes.`, a link, the title of a code block: up to three words of ASCII, or six characters of any script. */
const SCRAP = /^(?:[!-~]+(?: [!-~]+){0,2}|.{0,6})$/u
/** Lines such as `Type: string | undefined`, which are facts. */
const LABEL = /^(?:type|default|added in|see also|required|example|version|since)\b[^.!?]{0,20}:/i
/** "Check your version using:" says nothing without the code after it. */
const DANGLING = /\b(?:using|with|like|as|is|are|be|by|of|for|in|to|includes?|contains?|run|following)\s*[:：]$/i
/** Sentences that lead to an example or to the text around them, besides asides. */
const EXAMPLE = /^(?:if you|for example|this example|the (?:following|example)|here(?: is|'s))\b/i
const POINTER = /\b(?:examples?|below|above|following)\b[^.]{0,40}\.$/i

/** At most 8 words that are typical of a section, the surest first; `idf` is that of a word over the site. */
export function findTerms(chunk: Chunk, idf: (word: string) => number): string[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(chunk.heading ?? chunk.title)) counts.set(word, (counts.get(word) ?? 0) + HEADING_COUNT)
  for (const word of wordsOf(proseOf(chunk).slice(0, MAX_READ_LENGTH))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isClause = (word: string) => word.length > MAX_UNSPACED_LENGTH && UNSPACED.test(word)
  const weighed = [...counts].filter(([word]) => isContentWord(word) && !isClause(word)).map(([word, count]) => {
    return { word, weight: Math.log(1 + count) * idf(word) }
  })
  const terms = new Map<string, string>()
  for (const { word } of weighed.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))) {
    // Of words that differ by an ending only, the first.
    const root = word.replace(/(?:ies|y|es|s|ed|ing|e)$/, '')
    if (!terms.has(root)) terms.set(root, word)
    if (terms.size === MAX_TERMS) break
  }
  return [...terms.values()]
}

/** The text outside of code blocks. */
export function proseOf(source: Pick<Chunk, 'text' | 'code'>): string {
  const parts = Array.from(outsideOfCode(source, ({ isBlock }) => isBlock))
  return parts.map(({ start, end }) => source.text.slice(start, end)).join('\n')
}

export interface SummaryContext {
  /** The first sentences of the section. */
  readonly sentences: readonly Sentence[]
  /** The description in the page's frontmatter; null for a section below a heading. */
  readonly description: string | null
  /** Headings one level below this one. */
  readonly children: readonly string[]
}

/** The summary; empty only for a section without sentences and without sections below it. */
export function summarize(chunk: Chunk, { sentences, description, children }: SummaryContext): string {
  const opening = description === null ? [] : [endSentence(foldSpace(description))]
  const isNew = ({ text }: { readonly text: string }) => !opening.some((one) => isRepeated(text, one))
  const statements = statementsOf(chunk.text, sentences).filter(isNew)
  const own = new Set([...opening, ...statements.filter(({ leadsOn }) => !leadsOn).map(({ text }) => text)])
  const shown = own.size > 0 ? [...own].slice(0, MAX_SENTENCES) : statements.slice(0, 1).map(({ text }) => text)
  // A section of lists and tables only is summarized by these, else by its child headings.
  return cut(joinWhile(shown, ' ')) || cut(foldSpace(joinItems(sentences))) || cut(joinWhile(children, ' · '))
}

/** The sentences outside of lists, and whether each leads elsewhere: then it is the last choice. */
function statementsOf(text: string, sentences: readonly Sentence[]) {
  return sentences.flatMap((sentence, order) => {
    if (sentence.isListed) return []
    const isOpen = /[:：]$/.test(sentence.text)
    const items = isOpen ? itemsAfter(sentence, sentences.slice(order + 1), text) : []
    const statement = foldSpace(isOpen ? introduce(sentence.text, items) : endSentence(sentence.text))
    if (SCRAP.test(statement) || LABEL.test(statement)) return []
    const isCutOff = isOpen && items.length === 0 && DANGLING.test(sentence.text)
    const leadsOn = isCutOff || isAside(statement) || EXAMPLE.test(statement) || POINTER.test(statement)
    return [{ text: statement, leadsOn }]
  })
}

/** A sentence that ends in a colon, with the beginnings of the items that it introduces. */
function introduce(text: string, items: readonly string[]): string {
  const heads = items.map((item) => item.replace(/(?:\t|:\s|\s[-–—]\s)[^]*|[.;,]$/, ''))
  return `${heads.length === 0 ? text.slice(0, -1) : joinWhile([text, ...heads], ', ')}.`
}

/** The lines of the list directly after a sentence. */
function itemsAfter({ end }: Sentence, following: readonly Sentence[], text: string): string[] {
  const items: string[] = []
  let from = end
  for (const next of following) {
    if (!next.isListed || text.slice(from, next.start).trim() !== '') break
    from = next.end
    if (next.isLead) items.push(next.text)
  }
  return items
}

/** The items and rows of lists and tables. */
function joinItems(sentences: readonly Sentence[]): string {
  const lines = sentences.filter(({ isLead }) => isLead)
  return joinWhile(lines.map(({ text }) => text.replace(/\t+/g, ': ').replace(/\.$/, '')), '; ')
}

function joinWhile(parts: readonly string[], separator: string): string {
  let whole = ''
  for (const part of parts) {
    const next = whole === '' ? part : `${whole}${/[:：]$/.test(whole) ? ' ' : separator}${part}`
    // A full stop may follow.
    if (whole !== '' && next.length >= MAX_SUMMARY_LENGTH) break
    whole = next
  }
  return whole
}

/** The text, cut after a word with `…` if it is too long. */
function cut(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text
  const end = Math.max(text.lastIndexOf(' ', MAX_SUMMARY_LENGTH - 2), MAX_SUMMARY_LENGTH / 2)
  return `${firstUnits(text, end).trimEnd()}…`
}

function endSentence(text: string): string {
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N})\]"'”’]$/u.test(text) ? `${text}.` : text
}

/** True for a sentence whose words are in an opening, or that begins with all of its words. */
function isRepeated(sentence: string, opening: string): boolean {
  const [words, all] = [wordsOf(sentence).join(' '), wordsOf(opening).join(' ')]
  return all.includes(words) || words.startsWith(all)
}
