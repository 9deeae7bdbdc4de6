/**
 * The words of another subject: a large site is not one subject told thirty times, so sections of another area share
 * the common words and some others with the source and have most words of their own. Such a word is one of the source
 * with another beginning, so that what was the same stem is the same stem again.
 */
import { createRandom } from './random.mjs'

const VOWELS = 'aeiou'
const CONSONANTS = 'bcdfghjklmnpqrstvwxyz'
/** Letters at the start of a word that are changed, and that decide whether the word is. */
const HEAD_LETTERS = 3
/** Words of this share of the source's sections are everybody's. */
const COMMON_SHARE = 0.2
/** Share of the other words, by their beginnings, that an area has in common with the source. */
const SHARED_SHARE = 0.25
const WORD = /[A-Za-z]{3,}/g

/** Words, in lower case, that no area replaces. `texts` are the source's sections as lists of words. */
export function findCommonWords(texts) {
  const counts = new Map()
  for (const text of texts) {
    const words = new Set(text.flatMap((word) => word.toLowerCase().match(WORD) ?? []))
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count > COMMON_SHARE * texts.length).map(([word]) => word))
}

/** A function that tells a piece of the source's text in the words of area `area`; area 0 is the source's own. */
export function createDialect(area, commonWords) {
  if (area === 0) return (text) => text
  const next = createRandom(area)
  const letters = new Map([...permute(VOWELS, next), ...permute(CONSONANTS, next)])
  const isShared = new Map()
  const told = new Map()

  function tellWord(word) {
    const lower = word.toLowerCase()
    const head = lower.slice(0, HEAD_LETTERS)
    if (!isShared.has(head)) isShared.set(head, next() < SHARED_SHARE)
    if (commonWords.has(lower) || isShared.get(head)) return word
    const changed = [...head].map((letter) => letters.get(letter)).map((letter, i) => {
      return word[i] === head[i] ? letter : letter.toUpperCase()
    })
    return changed.join('') + word.slice(HEAD_LETTERS)
  }

  return function tell(text) {
    if (!told.has(text)) told.set(text, text.replace(WORD, tellWord))
    return told.get(text)
  }
}

function permute(alphabet, next) {
  const left = [...alphabet]
  return [...alphabet].map((letter) => [letter, left.splice(Math.floor(next() * left.length), 1)[0]])
}
