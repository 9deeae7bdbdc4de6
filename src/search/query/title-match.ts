/**
 * What a section is called: its heading, or the page's title for the intro of a
 * page. A query that is the name of a section asks for just that section.
 */
import { foldSpace } from '../../base/fold-space.ts'
import { createChain } from '../../text/analyze.ts'
import type { SplitWord, Token } from '../../text/analyze.ts'
import type { Language } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { stemmerFor } from '../../text/stemmer.ts'
import { createWordTable } from '../../text/word-table.ts'

/** Most UTF-16 units of a name; a longer heading is text, nobody types it as a name. */
const MAX_NAME_LENGTH = 400

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** Parts of a spelling: a hash of the folded text, one of the text as it is written, and whether it is a page's title. */
const FOLDED = 0xffff_0000 | 0
const WRITTEN = 0x0000_fffe
const TITLE = 1

/** A name and how it is spelled. */
export interface Name {
  /**
   * The terms of its words parted by spaces, so that "view transition" is the name
   * of "View transitions" and "what is astro" that of "What is Astro?", with
   * identifiers as wholes, so that "env" is not the name of ".env"; without words,
   * its folded text. Empty for no name.
   */
  readonly key: string
  /** Hashes of the text, punctuation and all, which tell `image()` from `<Image />` and, by itself, from `Image()`. Lowest bit 0. */
  readonly spelling: number
}

/** The names that a text is in each of some languages, those of one key once, given the tokens of it. */
export function toNames(text: string, tokens: readonly Token[], languages: readonly Language[]): Name[] {
  const words = outermost(tokens).map(({ word }) => word)
  const names = languages.map((language) => nameOf(text, words.map(stemmerFor(language))))
  return names.filter(({ key }, i) => names.findIndex((name) => name.key === key) === i)
}

/** A reader of the names of many texts of one language, with a memory for their words. */
export function createToName(language: Language): (text: string) => Name {
  const { walk, split } = createChain(language)
  const stem = stemmerFor(language)
  const table = createWordTable()
  /** What of each word is part of a name, parted by spaces; null for nothing. */
  const known: (string | null)[] = []

  return function toName(text) {
    const words: string[] = []
    if (text.length > MAX_NAME_LENGTH) return nameOf(text, words)
    let end = 0
    walk(text, ({ source, units, from, to, start, end: wordEnd, isCompound }) => {
      const number = table.numberOf(units, from, to)
      if (number === known.length) {
        const parts = outermost(split({ text: source.slice(from, to), isCompound }).filter(({ word }) => word !== '')).map(({ word }) => stem(word))
        known.push(parts.length === 0 ? null : parts.join(' '))
      }
      const own = known[number]!
      // Words of half-width kana all stand where their run does.
      if (start >= end && own !== null) words.push(own)
      end = wordEnd
    })
    return nameOf(text, words)
  }
}

/** The name of a text whose words have these terms. */
function nameOf(text: string, words: readonly string[]): Name {
  if (text.length > MAX_NAME_LENGTH) return { key: '', spelling: 0 }
  const written = foldSpace(text)
  const folded = foldText(written)
  const key = words.join(' ')
  return { key: key === '' ? folded : key, spelling: (hash(folded) & FOLDED) | (hash(written) & WRITTEN) }
}

/** The spelling of a page's title. */
export function asTitle(spelling: number): number {
  return spelling | TITLE
}

/** Whether a spelling is that of a page's title. */
export function isTitle(spelling: number): boolean {
  return (spelling & TITLE) === TITLE
}

/** How well one of several chunks of a name answers to it, 1 to 8: best spelled as asked but for case, then the page itself, then case and all. */
export function fitness(spelling: number, asked: number): number {
  const differs = spelling ^ asked
  return 1 + ((differs & FOLDED) === 0 ? 4 : 0) + ((spelling & TITLE) === TITLE ? 2 : 0) + ((differs & WRITTEN) === 0 ? 1 : 0)
}

/** Words that are not part of another: a compound as a whole, without its parts. */
function outermost(tokens: readonly SplitWord[]): SplitWord[] {
  const found: SplitWord[] = []
  for (const token of [...tokens].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (token.start >= (found.at(-1)?.end ?? 0)) found.push(token)
  }
  return found
}

/** FNV-1a over UTF-16 units, as a signed number of 32 bits. */
function hash(text: string): number {
  let state = FNV_OFFSET
  for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), FNV_PRIME)
  return state
}
