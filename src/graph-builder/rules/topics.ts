/**
 * A section -> its topics by tf-idf: words that are frequent in it and rare on
 * the site, those of its heading first. Words of code blocks don't count: they
 * are many, and mostly not specific to the section.
 */
import type { Chunk } from '../../content/chunk.ts'
import { isContentWord, type WordStats, wordsOf } from '../prose/words.ts'

/** Terms of one section. */
const MAX_TERMS = 8
/** UTF-16 units of the text that are read. */
const MAX_READ_LENGTH = 20_000
/** Letters of a word in scripts without spaces: longer runs are clauses. */
const MAX_UNSPACED_LENGTH = 8
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Occurrences that a word of the heading counts for. */
const HEADING_COUNT = 4

/** A word and its weight. */
export interface Topic {
  readonly word: string
  readonly weight: number
}

/** The topics of a section, heaviest first. */
export function findTopics(chunk: Chunk, stats: WordStats): Topic[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(chunk.heading ?? chunk.title)) counts.set(word, (counts.get(word) ?? 0) + HEADING_COUNT)
  for (const word of wordsOf(proseOf(chunk, MAX_READ_LENGTH))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const topics: Topic[] = []
  for (const [word, count] of counts) {
    if (isContentWord(word) && !isClause(word)) topics.push({ word, weight: Math.log(1 + count) * stats.idf(word) })
  }
  return topics.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
}

/** The text outside of code blocks, at most `maxLength` UTF-16 units of it. */
export function proseOf({ text, code }: Pick<Chunk, 'text' | 'code'>, maxLength: number): string {
  const parts: string[] = []
  let from = 0
  let length = 0
  for (const { start, end, isBlock } of code) {
    if (!isBlock) continue
    parts.push(text.slice(from, start))
    length += start - from
    from = end
    if (length >= maxLength) break
  }
  parts.push(text.slice(from, from + Math.max(0, maxLength - length)))
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

function isClause(word: string): boolean {
  return word.length > MAX_UNSPACED_LENGTH && UNSPACED.test(word)
}
