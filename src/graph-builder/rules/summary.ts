/**
 * A section -> at most 400 characters that say what it says, in its own words:
 * its opening sentence, then those of its sentences that carry the heading's
 * and the section's rarest words, in the order of the text.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { Sentence } from './sentence.ts'
import type { Topic } from './topics.ts'
import { wordsOf } from './words.ts'

/** UTF-16 units of a whole summary. */
export const MAX_SUMMARY_LENGTH = 400
const MAX_SENTENCES = 3
/** Sentences weighed: what a section says stands near its start. */
const MAX_CANDIDATES = 60
/** UTF-16 units of a list item that is named in a summary. */
const MAX_ITEM_LENGTH = 60
/** Topics that a sentence is weighed by. */
const MAX_TOPICS = 12
/** UTF-16 units, with the space behind. */
const LETTERS_PER_WORD = 6

export interface SummaryContext {
  /** The section's first sentences. */
  readonly sentences: readonly Sentence[]
  /** What the section is about, heaviest first. */
  readonly topics: readonly Topic[]
  /** What the page's author says of the page; null for a section below a heading. */
  readonly description: string | null
  /** Headings right below this one. */
  readonly children: readonly string[]
}

interface Candidate {
  readonly text: string
  readonly order: number
  readonly score: number
  /** The same with the whole list it announces, null where it announces none that is left out. */
  readonly withList: string | null
}

/** Empty only for a section that has neither sentences nor sections below it. */
export function summarize(chunk: Chunk, { sentences, topics, description, children }: SummaryContext): string {
  const first = sentences.slice(0, MAX_CANDIDATES)
  const own = ownSentences(chunk.text, first, topics)
  const opening = description === null ? [] : [{ text: endSentence(fold(description)), order: -1, score: Infinity, withList: null }]
  const candidates = [...opening, ...own.filter(({ text }) => !opening.some((one) => isNear(one.text, text)))]
  return choose(candidates) || cut(fold(listed(first))) || cut(joinWhile(children, ' · '))
}

/** Best first as long as they fit; told in the order of the text. */
function choose(candidates: readonly Candidate[]): string {
  const taken: Candidate[] = []
  let length = 0
  for (const one of [...candidates].sort((a, b) => b.score - a.score || a.order - b.order)) {
    if (taken.length === MAX_SENTENCES || (taken.length > 0 && one.score < 0)) break
    if (length + one.text.length > MAX_SUMMARY_LENGTH || taken.some(({ text }) => text === one.text)) continue
    taken.push(one)
    length += one.text.length + 1
  }
  if (taken.length === 0 && candidates.length > 0) return cut(candidates[0]!.text)
  const [only] = taken
  if (taken.length === 1 && only!.withList !== null) return cut(only!.withList)
  return taken.sort((a, b) => a.order - b.order).map(({ text }) => text).join(' ')
}

function ownSentences(text: string, sentences: readonly Sentence[], topics: readonly Topic[]): Candidate[] {
  const shares = sharesOf(topics)
  return sentences.flatMap((sentence, order) => {
    if (sentence.isListed) return []
    const items = /[:：]$/.test(sentence.text) ? itemsAfter(order, sentences, text) : null
    const told = fold(items === null ? endSentence(sentence.text) : introduce(sentence, items))
    if (SCRAP.test(told) || LABEL.test(told)) return []
    const place = order === 0 ? 4 : 1 / (order + 1)
    const isAside = ASIDE.test(told) || (items?.length === 0 && DANGLING.test(sentence.text))
    const isBare = items !== null && items.length > 0 && told.length <= sentence.text.length
    const withList = isBare ? `${fold(sentence.text)} ${joinWhile(items.map((item) => fold(item).replace(/[.;,]$/, '')), '; ')}` : null
    return [{ text: told, order, score: scoreOf(told, shares) + place - (isAside ? ASIDE_PENALTY : 0), withList }]
  })
}

/** `Yes.`, a link, the title of a code block: up to three words of English, or some letters of any script. */
const SCRAP = /^(?:[!-~]+(?: [!-~]+){0,2}|.{0,6})$/u
/** Lines such as `Type: string | undefined` that facts carry. */
const LABEL = /^(?:type|default|added in|see also|required|example|version|since)\b[^.!?]{0,20}:/i
/** More than any sentence earns: such a one is told only where there is no other. */
const ASIDE_PENALTY = 10
/** "Check your version using:" says nothing without the code behind it. */
const DANGLING = /\b(?:using|with|like|as|is|are|be|by|of|for|in|to|includes?|contains?|run|following)\s*[:：]$/i
/** Sentences that lead elsewhere, or on to an example. */
const ASIDE = new RegExp(
  [
    /^(?:see|read|learn|check out|visit|refer to|find|if you|note|tip|caution|warning|danger)\b/,
    /^(?:for more|for example|for details|this example|the following|the example|here is|here's)\b/,
    /\b(?:examples?|below|above|following)\b[^.]{0,40}\.$/,
  ].map(({ source }) => source).join('|'),
  'i',
)

/** The topics a sentence names, weighed against its length. */
function scoreOf(text: string, shares: ReadonlyMap<string, number>): number {
  const words = text.toLowerCase()
  let sum = 0
  for (const [word, share] of shares) if (words.includes(word)) sum += share
  return (4 * sum) / Math.sqrt(8 + text.length / LETTERS_PER_WORD)
}

/** The heaviest topics, each with its share of their weight. */
function sharesOf(topics: readonly Topic[]): ReadonlyMap<string, number> {
  const best = topics.slice(0, MAX_TOPICS)
  const whole = best.reduce((sum, { weight }) => sum + weight, 0)
  return new Map(best.map(({ word, weight }) => [word, weight / (whole || 1)]))
}

/** A sentence that ends in a colon, with the items it announces where they are short. */
function introduce({ text }: Sentence, items: readonly string[]): string {
  const heads = items.map((item) => fold(/^(.*?)(?:\t|:\s|\s[-–—]\s|$)/.exec(item)![1]!).replace(/[.;,]$/, ''))
  const room = MAX_SUMMARY_LENGTH - text.length - 2
  if (heads.length === 0 || heads.some((head) => head.length > MAX_ITEM_LENGTH) || heads.join(', ').length > room) {
    return `${text.slice(0, -1)}.`
  }
  return `${text} ${heads.join(', ')}.`
}

/** The lines of the list right behind a sentence. */
function itemsAfter(order: number, sentences: readonly Sentence[], text: string): string[] {
  const items: string[] = []
  let from = sentences[order]!.end
  for (const next of sentences.slice(order + 1)) {
    if (!next.isListed || text.slice(from, next.start).trim() !== '') break
    from = next.end
    if (next.isLead) items.push(next.text)
  }
  return items
}

/** What a section of nothing but lists and tables holds. */
function listed(sentences: readonly Sentence[]): string {
  return joinWhile(sentences.filter(({ isLead }) => isLead).map(({ text }) => text.replace(/\t+/g, ': ').replace(/\.$/, '')), '; ')
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

/** A text too long is cut at a word, and says so. */
function cut(text: string): string {
  if (text.length <= MAX_SUMMARY_LENGTH) return text
  const head = text.slice(0, MAX_SUMMARY_LENGTH - 1)
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), MAX_SUMMARY_LENGTH / 2)).toWellFormed().trimEnd()}…`
}

function endSentence(text: string): string {
  return /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N})\]"'”’]$/u.test(text) ? `${text}.` : text
}

/** Whether one says what the other says, give or take its end. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one).join(' '), wordsOf(other).join(' ')]
  return a === b || a.startsWith(b) || b.startsWith(a)
}

/** One line. Most text is so already, and replacing each space of a site takes its time. */
function fold(text: string): string {
  return /[^\S ]| {2}/.test(text) ? foldSpace(text) : text.trim()
}
