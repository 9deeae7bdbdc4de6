/**
 * The words of a text as readers see them, with their inverse document frequency (idf) over the sections of the site,
 * and which words are names, by the way the site spells them inside sentences. Headings are often in title case, so
 * they can't show that.
 */
import type { Chunk } from '../../content/chunk.ts'
import { outsideOfCode } from './sentence.ts'

/** Up to 40 letters and digits with the marks between them; longer runs are split. */
const TOPIC_WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’.-]{0,38}[\p{L}\p{N}\p{M}_])?/gu

/** Stop words of English, the language of most documentation. */
const STOP_WORDS = new Set(`
  a about above after again all allow allows also although always am an and any are aren't as at be because been
  before being below between both but by can can't cannot could did do does doesn't doing don't done each either
  else etc even every example few first following for from further get gets given had has have having here how
  however i if in instead into is isn't it it's its itself just keep know let let's like look made make makes many
  may means might more most much must my need needs never new next no nor not now of off often on once one only or
  other our out over own per please provide provides rather same see set sets several should shown simply since so
  some still such sure take than that that's the their them then there these they they're this those through to
  too two under until up us use used uses using very via want was way we well were what when where whether which
  while who whose why will with within without won't would yes yet you you'd you'll you're you've your anyone
  anything everyone everything nothing someone something e.g i.e
`.trim().split(/\s+/))

/** A word after another one, with nothing but a comma and a space between them: the first of a sentence is none. */
const INNER_WORD = /(?<=[\p{L}\p{N}\p{M}_],? )[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’-]*[\p{L}\p{N}\p{M}_])?/gu
/** Minimum share of capitals for a name: links with the titles of pages have some of any word. */
const NAME_SHARE = 0.8

/** The words of a text in order, in lower case, without marks at their end. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(TOPIC_WORD) ?? []
}

/** True for a word that can be a topic: no stop word, number or single letter. */
export function isContentWord(word: string): boolean {
  if (word.length < 2 || /^[\d_.-]+$/.test(word)) return false
  return !STOP_WORDS.has(word.includes('’') ? word.replaceAll('’', "'") : word)
}

/** Counts the texts that have each word; returns a function: a word's idf, near 0 for one in every text of many. */
export function countWords(texts: Iterable<string>): (word: string) => number {
  const counts = new Map<string, number>()
  let size = 0
  for (const text of texts) {
    size += 1
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return (word) => Math.log((size + 1) / (counts.get(word) ?? 1))
}

/** Spellings that a site uses. Words are given as a heading has them. */
export type Spelling = ReturnType<typeof readSpelling>

/** Occurrences of a word inside sentences. */
interface Counts {
  lower: number
  upper: number
  /** Pages that have it capitalized, the last of them, and its spelling there. */
  pages: number
  lastPage: string
  name: string
}

/** Reads the prose of all sections. */
export function readSpelling(chunks: readonly Chunk[]) {
  /** By word in lower case. */
  const words = new Map<string, Counts>()

  function count(word: string, page: string): void {
    const key = word.toLowerCase()
    const counts = words.get(key) ?? { lower: 0, upper: 0, pages: 0, lastPage: '', name: '' }
    words.set(key, counts)
    if (!isCapitalized(word)) {
      counts.lower += 1
      return
    }
    counts.upper += 1
    if (counts.lastPage !== page) counts.pages += 1
    counts.lastPage = page
    counts.name = word
  }

  for (const chunk of chunks) {
    for (const { start, end } of outsideOfCode(chunk)) {
      for (const [word] of chunk.text.slice(start, end).matchAll(INNER_WORD)) count(word, chunk.page)
    }
  }
  /** True for a word that sentences capitalize, false for one that they mostly don't, null for any other. */
  const isName = (word: string): boolean | null => {
    const [first = word] = word.split('-')
    const { lower, upper } = words.get(word.toLowerCase()) ?? words.get(first.toLowerCase()) ?? { lower: 0, upper: 0 }
    if (upper > 0 && upper >= NAME_SHARE * (lower + upper)) return true
    return lower > upper ? false : null
  }
  return {
    isName,
    /** The names by the number of pages, most first. */
    names() {
      const names = [...words].filter(([key, { upper }]) => upper > 0 && isContentWord(key) && isName(key) === true)
      return names.sort(([, a], [, b]) => b.pages - a.pages || b.upper - a.upper).map(([, { name }]) => name)
    },
  }
}

export function isCapitalized(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}
