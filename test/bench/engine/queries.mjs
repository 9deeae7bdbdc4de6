/**
 * Queries for generated sections: the judged Astro queries in the words of one area each (`dialect.mjs`), so that their
 * words are as frequent in the generated text as those of the judged queries in their docs. One third as they are, one
 * third with a typo, one third with a last word that is still being typed.
 */
import { readDocs, readQueries } from '../corpora.mjs'
import { createDialect, findCommonWords } from '../dialect.mjs'
import { SECTIONS_PER_AREA, wordsOf } from '../generate.mjs'
import { createRandom } from '../random.mjs'

const SEED = 18
/** Letters of the shortest word that gets a typo, or is left half-typed. */
const MIN_LETTERS = 5
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** `count` queries for the first `sections` sections generated of the Astro docs; the same every time. */
export function generateQueries(sections, count) {
  const next = createRandom(SEED)
  const below = (end) => Math.floor(next() * end)
  const source = readQueries('astro').map(({ text }) => text)
  const commonWords = findCommonWords(wordsOf(readDocs('astro')))
  const kinds = [(text) => text, (text) => withTypo(text, below), (text) => halfTyped(text, below)]
  return Array.from({ length: count }, (_, i) => {
    const tell = createDialect(below(Math.ceil(sections / SECTIONS_PER_AREA)), commonWords)
    return kinds[i % kinds.length](tell(source[below(source.length)]))
  })
}

/** A letter of one word is left out, doubled, replaced, or changes places with the next. */
function withTypo(text, below) {
  const words = text.split(' ')
  const long = words.flatMap((word, i) => (word.length >= MIN_LETTERS ? [i] : []))
  if (long.length === 0) return text
  const at = long[below(long.length)]
  const letter = below(words[at].length - 1)
  const [head, one, two, tail] = [words[at].slice(0, letter), words[at][letter], words[at][letter + 1], words[at].slice(letter + 2)]
  const typos = [two, one + one + two, LETTERS[below(LETTERS.length)] + two, two + one]
  words[at] = head + typos[below(typos.length)] + tail
  return words.join(' ')
}

/** The last word ends after two letters or more. */
function halfTyped(text, below) {
  const words = text.split(' ')
  const last = words.pop()
  return [...words, last.length < MIN_LETTERS ? last : last.slice(0, 2 + below(last.length - 2))].join(' ')
}
