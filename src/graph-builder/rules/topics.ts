/**
 * A section -> the words it is about: frequent in it and rare elsewhere, those
 * of its heading first. Words of code blocks don't count: they are many, and
 * mostly not the section's own.
 */
import type { Chunk } from '../../content/chunk.ts'
import { isTelling, type WordStats, wordsOf } from './words.ts'

/** Terms of one section. */
const MAX_TERMS = 8
/** UTF-16 units of the text that is read. */
const MAX_READ = 20_000
/** Letters of scripts without spaces: longer runs are clauses. */
const MAX_UNSPACED_LENGTH = 8
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** How often a word of the heading counts. */
const HEADING_COUNT = 4

export interface Topic {
  readonly word: string
  readonly weight: number
}

/** Heaviest first. */
export function findTopics(chunk: Chunk, stats: WordStats): Topic[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(chunk.heading ?? chunk.title)) counts.set(word, (counts.get(word) ?? 0) + HEADING_COUNT)
  for (const word of wordsOf(proseOf(chunk, MAX_READ))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const topics: Topic[] = []
  for (const [word, count] of counts) {
    if (isTelling(word) && !isClause(word)) topics.push({ word, weight: Math.log(1 + count) * stats.rareness(word) })
  }
  return topics.sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
}

/** The text outside of code blocks, at most `most` UTF-16 units of it. */
export function proseOf({ text, code }: Pick<Chunk, 'text' | 'code'>, most: number): string {
  const parts: string[] = []
  let from = 0
  let length = 0
  for (const { start, end, isBlock } of code) {
    if (!isBlock) continue
    parts.push(text.slice(from, start))
    length += start - from
    from = end
    if (length >= most) break
  }
  parts.push(text.slice(from, from + Math.max(0, most - length)))
  return parts.join('\n').slice(0, most)
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
