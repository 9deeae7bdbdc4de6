/**
 * Title matches: a query that is just the heading of a section, or the title of a page for its intro, is navigational
 * and asks for just that section. Texts are compared by title keys.
 */
import { hashText } from '../../base/bytes.ts'
import { foldSpace } from '../../base/text.ts'
import { createChain, type SplitWord, type Token } from '../../text/analyze.ts'
import { i32At } from '../../text/column.ts'
import type { Language } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { stemmerFor } from '../../text/stemmer.ts'
import { createWordTable } from '../../text/word-table.ts'
import type { SearchIndex } from '../index/lexicon.ts'

/** Most UTF-16 units of a title; nobody types a longer one. */
const MAX_TITLE_LENGTH = 400

/** Parts of a spelling: a hash of the folded text, one of the text as written, and a flag for a page's title. */
const FOLDED = 0xffff_0000 | 0
const WRITTEN = 0x0000_fffe
const PAGE_TITLE = 1

/** A heading, title or query in the form in which they are compared, and its spelling. */
export interface TitleKey {
  /**
   * The terms of its words with spaces between them, so that "view transition" matches "View transitions" and "what is
   * astro" matches "What is Astro?". Identifiers are whole, so that "env" does not match ".env". A text without words
   * is folded. Empty for no key.
   */
  readonly key: string
  /** Hashes of the text with its punctuation: `image()` differs from `<Image />` and, less, from `Image()`. */
  readonly spelling: number
}

/** A query as titles are matched with it. */
export interface TitleQuery {
  readonly titleKeys: readonly TitleKey[]
  /** True for words with symbols, which keys don't have: a title must be spelled like them, but for case. */
  readonly mustBeSpelled: boolean
  readonly pageTitlesOnly: boolean
}

/**
 * Chunks with a title match, and a bonus that puts them above all others, whose score is at most `maxScore`, in the
 * order of their exactness. With `pageTitlesOnly` only titles of pages match: of the many sections called
 * "Installation" or "Deploy", the ranking knows better which is meant.
 */
export function findTitleMatches(
  { lexicon, spellings }: Pick<SearchIndex, 'lexicon' | 'spellings'>,
  { titleKeys, mustBeSpelled, pageTitlesOnly }: TitleQuery,
  maxScore: number,
): Map<number, number> {
  const matches = new Map<number, number>()
  for (const { key, spelling: asked } of titleKeys) {
    if (key === '') continue
    for (const ordinal of lexicon.titled(key)) {
      const spelling = i32At(spellings, ordinal)
      const isSpelled = !mustBeSpelled || isFoldedAlike(spelling, asked)
      if (!isSpelled || (pageTitlesOnly && !isPageTitle(spelling))) continue
      matches.set(ordinal, (1 + maxScore) * exactness(spelling, asked))
    }
  }
  return matches
}

/** The keys of a text in each of some languages, equal keys once, given its tokens. */
export function titleKeysOf(text: string, tokens: readonly Token[], languages: readonly Language[]): TitleKey[] {
  const words = outermost(tokens).map(({ word }) => word)
  const byKey = new Map<string, TitleKey>()
  for (const language of languages) {
    const titleKey = titleKeyOf(text, words.map(stemmerFor(language)))
    if (!byKey.has(titleKey.key)) byKey.set(titleKey.key, titleKey)
  }
  return [...byKey.values()]
}

/** A reader of the keys of many texts of one language. It caches keys and words, as many of them are the same. */
export function createToTitleKey(language: Language): (text: string) => TitleKey {
  const { walk, split } = createChain(language)
  const stem = stemmerFor(language)
  const table = createWordTable()
  /** Terms of each word that are part of a key, with spaces between them; empty for none. */
  const termsByWord: string[] = []
  const keys = new Map<string, TitleKey>()

  function readKey(text: string): TitleKey {
    const words: string[] = []
    if (text.length > MAX_TITLE_LENGTH) return titleKeyOf(text, words)
    let end = 0
    walk(text, ({ source, units, from, to, start, end: wordEnd, isCompound }) => {
      const number = table.numberOf(units, from, to)
      if (number === termsByWord.length) {
        const parts = split({ text: source.slice(from, to), isCompound }).filter(({ word }) => word !== '')
        termsByWord.push(outermost(parts).map(({ word }) => stem(word)).join(' '))
      }
      const terms = termsByWord[number]
      // Words of half-width kana all have the range of their run.
      if (start >= end && terms) words.push(terms)
      end = wordEnd
    })
    return titleKeyOf(text, words)
  }

  return function toTitleKey(text) {
    const key = keys.get(text) ?? readKey(text)
    keys.set(text, key)
    return key
  }
}

/** The key of a text whose words have these terms. */
function titleKeyOf(text: string, words: readonly string[]): TitleKey {
  if (text.length > MAX_TITLE_LENGTH) return { key: '', spelling: 0 }
  const written = foldSpace(text)
  const folded = foldText(written)
  const key = words.join(' ')
  return { key: key === '' ? folded : key, spelling: (hashText(folded) & FOLDED) | (hashText(written) & WRITTEN) }
}

export function asPageTitle(spelling: number): number {
  return spelling | PAGE_TITLE
}

/** True for the spelling of a page's title, which its intro has. */
export function isPageTitle(spelling: number): boolean {
  return (spelling & PAGE_TITLE) === PAGE_TITLE
}

/**
 * Exactness of a title match, 1 to 8: best is a title spelled as asked but for case, then that of a page, then one in
 * the same case.
 */
export function exactness(spelling: number, asked: number): number {
  const folded = isFoldedAlike(spelling, asked) ? 4 : 0
  return 1 + folded + (isPageTitle(spelling) ? 2 : 0) + (((spelling ^ asked) & WRITTEN) === 0 ? 1 : 0)
}

function isFoldedAlike(a: number, b: number): boolean {
  return ((a ^ b) & FOLDED) === 0
}

/** Words that are not part of another: a compound as a whole, without its parts. Symbols are in the spelling alone. */
function outermost(tokens: readonly SplitWord[]): SplitWord[] {
  const outer: SplitWord[] = []
  const words = tokens.filter(({ kind }) => kind !== 'symbol')
  for (const token of words.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (token.start >= (outer.at(-1)?.end ?? 0)) outer.push(token)
  }
  return outer
}
