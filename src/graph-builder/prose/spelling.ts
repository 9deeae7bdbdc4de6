/**
 * The prose of a site -> the way it spells words inside sentences: which words
 * are names, and which nouns need an article. Headings are often in title case
 * and without articles, so they can't show either.
 */
import type { Chunk } from '../../content/chunk.ts'
import { isContentWord } from './words.ts'

/** Spellings that a site uses. Words are given as a heading has them. */
export interface Spelling {
  /** True for a word that sentences capitalise, false for one that they mostly don't, null for any other. */
  readonly isName: (word: string) => boolean | null
  /** True for two capitalised words that are mostly capitalised together inside sentences. */
  readonly isNamePair: (first: string, second: string) => boolean
  /** True for a singular noun in lower case, except one that sentences often use without an article. */
  readonly needsArticle: (noun: string) => boolean
  /** The names by the number of pages, most first. */
  readonly names: () => readonly string[]
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’-]*[\p{L}\p{N}\p{M}_])?/gu
/** Words that take the place of an article. */
const DETERMINER = /^(?:an?|the|my|your|our|its|their|his|her|this|that|each|every|any|no|one|another|which|what)$/
/** Least number of phrases without any for a noun that needs none. */
const MIN_BARE = 3
/** Least share of capitals for a name: links with the titles of pages have some of any word. */
const NAME_SHARE = 0.8
/** Words between a determiner and its noun. */
const MAX_PHRASE_WORDS = 3
/** Those of one thing of many. */
const INDEFINITE = /^(?:an?|each|every|one|another)$/i
/** Least share of these in a noun's indefinite phrases for a noun that is counted: "a server", but not "a content". */
const INDEFINITE_SHARE = 0.15

interface Counts {
  lower: number
  upper: number
  /** Phrases that end in the word in lower case, by their determiner. */
  definite: number
  indefinite: number
  bare: number
  /** Pages that have it capitalised inside a sentence. */
  pages: number
  lastPage: string
}

/** Reads the prose of all sections. */
export function readSpelling(chunks: readonly Chunk[]): Spelling {
  /** By word in lower case. */
  const words = new Map<string, Counts>()
  const pairs = headingPairs(chunks)
  /** Capitalised forms by word in lower case. */
  const forms = new Map<string, string>()

  function count(run: readonly string[], page: string): void {
    let determiner = -Infinity
    for (const [i, word] of run.entries()) {
      const key = word.toLowerCase()
      const counts = words.get(key) ?? { lower: 0, upper: 0, definite: 0, indefinite: 0, bare: 0, pages: 0, lastPage: '' }
      words.set(key, counts)
      if (DETERMINER.test(key)) determiner = i
      else if (!isContentWord(key)) determiner = -Infinity
      const next = run[i + 1]
      if (word === key && (next === undefined || !isContentWord(next.toLowerCase()))) {
        if (i - determiner > MAX_PHRASE_WORDS) counts.bare += 1
        else counts[INDEFINITE.test(run[determiner] ?? '') ? 'indefinite' : 'definite'] += 1
      }
      const previous = run[i - 1]
      // The first word of a sentence is capitalised in any case.
      if (previous === undefined) continue
      const isUpper = isCapitalised(word)
      counts[isUpper ? 'upper' : 'lower'] += 1
      if (isUpper) {
        forms.set(key, word)
        if (counts.lastPage !== page) counts.pages += 1
        counts.lastPage = page
      }
      const pair = `${previous.toLowerCase()} ${key}`
      const pairCount = pairs.get(pair)
      if (pairCount !== undefined) pairs.set(pair, pairCount + (isUpper && isCapitalised(previous) ? 1 : -1))
    }
  }

  for (const chunk of chunks) for (const run of runsOf(chunk)) count(run, chunk.page)
  const isName = (word: string): boolean | null => {
    const [first = word] = word.split('-')
    const { lower, upper } = words.get(word.toLowerCase()) ?? words.get(first.toLowerCase()) ?? { lower: 0, upper: 0 }
    if (upper > 0 && upper >= NAME_SHARE * (lower + upper)) return true
    return lower > upper ? false : null
  }
  return {
    isName,
    isNamePair: (first, second) => (pairs.get(`${first} ${second}`.toLowerCase()) ?? 0) > 0,
    needsArticle(noun) {
      const { definite, indefinite, bare } = words.get(noun) ?? { definite: 0, indefinite: 0, bare: 0 }
      const isCounted = indefinite >= INDEFINITE_SHARE * (indefinite + bare)
      return isCounted || bare < MIN_BARE || definite + indefinite > bare
    },
    names() {
      const names = [...forms].filter(([key]) => isContentWord(key) && isName(key) === true)
      return names.sort(([a], [b]) => (words.get(b)?.pages ?? 0) - (words.get(a)?.pages ?? 0)).map(([, form]) => form)
    },
  }
}

/**
 * The pairs of neighbours in headings, in lower case, for the number of sentences that capitalise both minus that of
 * all others.
 */
function headingPairs(chunks: readonly Chunk[]): Map<string, number> {
  const pairs = new Map<string, number>()
  for (const { title, heading } of chunks) {
    const words = (heading ?? title).toLowerCase().match(WORD) ?? []
    for (const [i, word] of words.entries()) if (i > 0) pairs.set(`${words[i - 1]} ${word}`, 0)
  }
  return pairs
}

/** True for a word whose first letter is upper case. */
export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** Runs of words with nothing but spaces and commas between them; code ends a run. */
function* runsOf({ text, code }: Chunk): Generator<readonly string[]> {
  let from = 0
  for (const { start, end } of [...code, { start: text.length, end: text.length }]) {
    yield* runsIn(text.slice(from, start))
    from = end
  }
}

function* runsIn(text: string): Generator<readonly string[]> {
  let run: string[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    if (!/^,? $/.test(text.slice(end, match.index)) && run.length > 0) {
      yield run
      run = []
    }
    run.push(match[0])
    end = match.index + match[0].length
  }
  if (run.length > 0) yield run
}
