/**
 * A section -> its topics, and a summary of at most 400 characters in its own words. Topics are words that are frequent
 * in it and rare on the site (tf-idf), those of its heading first; words of code blocks are many, and mostly not
 * specific. The summary is the first sentence, and the sentences with most of the topics, in the order of the text.
 */
import { foldSpace } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import { outsideOfCode, type Sentence } from '../prose/sentence.ts'
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
/** Sentences of a section that are scored: the subject of a section is near its start. */
const MAX_CANDIDATES = 60
/** UTF-16 units of a list item that is named in a summary. */
const MAX_ITEM_LENGTH = 60
/** Topics that count for the score of a sentence. */
const MAX_TOPICS = 12
/** UTF-16 units of a word and the space after it. */
const LETTERS_PER_WORD = 6

/** `Yes.`, a link, the title of a code block: up to three words of ASCII, or six characters of any script. */
const SCRAP = /^(?:[!-~]+(?: [!-~]+){0,2}|.{0,6})$/u
/** Lines such as `Type: string | undefined`, which are facts. */
const LABEL = /^(?:type|default|added in|see also|required|example|version|since)\b[^.!?]{0,20}:/i
/** More than the score of any sentence, so that an aside is the last choice. */
const ASIDE_PENALTY = 10
/** "Check your version using:" says nothing without the code after it. */
const DANGLING = /\b(?:using|with|like|as|is|are|be|by|of|for|in|to|includes?|contains?|run|following)\s*[:：]$/i
/** Sentences that refer to another section or an example. */
const ASIDE = new RegExp(
  [
    /^(?:see|read|learn|check out|visit|refer to|find|if you|note|tip|caution|warning|danger)\b/,
    /^(?:for more|for example|for details|this example|the following|the example|here is|here's)\b/,
    /\b(?:examples?|below|above|following)\b[^.]{0,40}\.$/,
  ].map(({ source }) => source).join('|'),
  'i',
)

export interface Topic {
  readonly word: string
  readonly weight: number
}

/** The topics of a section, heaviest first; `idf` is that of a word over the site. */
export function findTopics(chunk: Chunk, idf: (word: string) => number): Topic[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(chunk.heading ?? chunk.title)) counts.set(word, (counts.get(word) ?? 0) + HEADING_COUNT)
  for (const word of wordsOf(proseOf(chunk, MAX_READ_LENGTH))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const topics: Topic[] = []
  for (const [word, count] of counts) {
    const isClause = word.length > MAX_UNSPACED_LENGTH && UNSPACED.test(word)
    if (isContentWord(word) && !isClause) topics.push({ word, weight: Math.log(1 + count) * idf(word) })
  }
  return topics.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
}

/** The text outside of code blocks, at most `maxLength` UTF-16 units of it. */
export function proseOf(source: Pick<Chunk, 'text' | 'code'>, maxLength: number): string {
  const parts: string[] = []
  let left = maxLength
  for (const { start, end } of outsideOfCode(source, ({ isBlock }) => isBlock)) {
    parts.push(source.text.slice(start, Math.min(end, start + left)))
    left -= end - start
    if (left <= 0) break
  }
  return parts.join('\n').slice(0, maxLength)
}

/** The first of topics that differ by an ending only, at most 8. */
export function termsOf(topics: readonly Topic[]): string[] {
  const terms = new Map<string, string>()
  for (const { word } of topics) {
    const root = word.replace(/(?:ies|y|es|s|ed|ing|e)$/, '')
    if (!terms.has(root)) terms.set(root, word)
    if (terms.size === MAX_TERMS) break
  }
  return [...terms.values()]
}

export interface SummaryContext {
  /** The first sentences of the section. */
  readonly sentences: readonly Sentence[]
  /** The topics of the section, heaviest first. */
  readonly topics: readonly Topic[]
  /** The description in the page's frontmatter; null for a section below a heading. */
  readonly description: string | null
  /** Headings one level below this one. */
  readonly children: readonly string[]
}

interface Candidate {
  readonly text: string
  readonly order: number
  readonly score: number
  /** The sentence with the whole list that it introduces, if `text` lacks the list; else null. */
  readonly withList: string | null
}

/** The summary; empty only for a section without sentences and without sections below it. */
export function summarize(chunk: Chunk, { sentences, topics, description, children }: SummaryContext): string {
  const first = sentences.slice(0, MAX_CANDIDATES)
  const candidates = scoreSentences(chunk.text, first, topics)
  const summary = choose(description === null ? candidates : withOpening(description, candidates))
  // A section of lists and tables only is summarized by these, else by its child headings.
  return summary || cut(foldSpace(joinItems(first))) || cut(joinWhile(children, ' · '))
}

/** The candidates with the description as their first, without sentences that repeat it. */
function withOpening(description: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const opening = endSentence(foldSpace(description))
  const others = candidates.filter(({ text }) => !isSimilar(opening, text))
  return [{ text: opening, order: -1, score: Infinity, withList: null }, ...others]
}

/** The sentences with the highest scores that fit, in the order of the text. */
function choose(candidates: readonly Candidate[]): string {
  const chosen: Candidate[] = []
  let length = 0
  for (const candidate of [...candidates].sort((a, b) => b.score - a.score || a.order - b.order)) {
    if (chosen.length === MAX_SENTENCES || (chosen.length > 0 && candidate.score < 0)) break
    const isRepeated = chosen.some(({ text }) => text === candidate.text)
    if (length + candidate.text.length > MAX_SUMMARY_LENGTH || isRepeated) continue
    chosen.push(candidate)
    length += candidate.text.length + 1
  }
  const [first = candidates[0], second] = chosen
  if (chosen.length === 0) return cut(first?.text ?? '')
  if (second === undefined && first !== undefined && first.withList !== null) return cut(first.withList)
  return chosen.sort((a, b) => a.order - b.order).map(({ text }) => text).join(' ')
}

function scoreSentences(text: string, sentences: readonly Sentence[], topics: readonly Topic[]): Candidate[] {
  const shares = sharesOf(topics)
  return sentences.flatMap((sentence, order) => {
    if (sentence.isListed) return []
    const items = /[:：]$/.test(sentence.text) ? itemsAfter(sentence, sentences.slice(order + 1), text) : null
    const statement = foldSpace(items === null ? endSentence(sentence.text) : introduce(sentence, items))
    if (SCRAP.test(statement) || LABEL.test(statement)) return []
    const position = order === 0 ? 4 : 1 / (order + 1)
    const isAside = ASIDE.test(statement) || (items?.length === 0 && DANGLING.test(sentence.text))
    const score = scoreOf(statement, shares) + position - (isAside ? ASIDE_PENALTY : 0)
    const lacksList = items !== null && items.length > 0 && statement.length <= sentence.text.length
    return [{ text: statement, order, score, withList: lacksList ? withItems(sentence, items) : null }]
  })
}

function withItems({ text }: Sentence, items: readonly string[]): string {
  return `${foldSpace(text)} ${joinWhile(items.map((item) => foldSpace(item).replace(/[.;,]$/, '')), '; ')}`
}

/** The weight of the topics in a sentence, divided by the root of its length. */
function scoreOf(text: string, shares: ReadonlyMap<string, number>): number {
  const words = text.toLowerCase()
  let sum = 0
  for (const [word, share] of shares) if (words.includes(word)) sum += share
  return (4 * sum) / Math.sqrt(8 + text.length / LETTERS_PER_WORD)
}

/** The heaviest topics, each with its share of their total weight. */
function sharesOf(topics: readonly Topic[]): ReadonlyMap<string, number> {
  const best = topics.slice(0, MAX_TOPICS)
  const total = best.reduce((sum, { weight }) => sum + weight, 0)
  return new Map(best.map(({ word, weight }) => [word, weight / (total || 1)]))
}

/** A sentence that ends in a colon, with the items that it introduces if they are short. */
function introduce({ text }: Sentence, items: readonly string[]): string {
  const heads = items.map((item) => {
    const [, head = ''] = /^(.*?)(?:\t|:\s|\s[-–—]\s|$)/.exec(item) ?? []
    return foldSpace(head).replace(/[.;,]$/, '')
  })
  const room = MAX_SUMMARY_LENGTH - text.length - 2
  if (heads.length === 0 || heads.some((head) => head.length > MAX_ITEM_LENGTH) || heads.join(', ').length > room) {
    return `${text.slice(0, -1)}.`
  }
  return `${text} ${heads.join(', ')}.`
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
    const next = whole === '' ? part : `${whole}${whole.endsWith(':') ? ' ' : separator}${part}`
    if (whole !== '' && next.length > MAX_SUMMARY_LENGTH) break
    whole = next
  }
  return whole
}

/** The text, cut after a word with `…` if it is too long. */
function cut(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text
  const head = text.slice(0, MAX_SUMMARY_LENGTH - 1)
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), MAX_SUMMARY_LENGTH / 2)).toWellFormed().trimEnd()}…`
}

function endSentence(text: string): string {
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N})\]"'”’]$/u.test(text) ? `${text}.` : text
}

/** True for two texts of which one starts with all words of the other. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one).join(' '), wordsOf(other).join(' ')]
  return a === b || a.startsWith(b) || b.startsWith(a)
}
