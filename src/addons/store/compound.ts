/**
 * Compounds of sections in a language that writes them as one word: the keys by which an engine finds those that begin
 * or end in some letters, and whether what they begin with is a part of theirs (`core/search/index/compound-pair.ts`).
 */
import { linkingForms, mayBeCompound, minPartOf, type WordOfTerm } from '../../core/search.ts'
import { analysisTagOf, hasCompounds, languageOf, markLike, stemmerFor, unmarkedTerm } from '../../core/text.ts'

/** Between the letters and the term in a key; no word has it. */
const SEPARATOR = '\u0006'
/** The beginning of a key whose letters are in reverse, so that words with an ending stand together. */
const REVERSED = '\u0007'

/** The keys of the words of a section that are long enough for compounds; none in other languages. */
export function compoundKeys(words: readonly string[], lang: string | null): readonly string[] {
  if (!hasCompounds(analysisTagOf(lang))) return []
  const stem = stemmerFor(languageOf(lang))
  return words.filter(isLongEnough).flatMap((word) => {
    const term = stem(word)
    // A part may have lost its ending, and so has the stem of its compound.
    const endings = new Set([word, unmarkedTerm(term)])
    return [word + SEPARATOR + term, ...Array.from(endings, (ending) => endingKey(ending) + SEPARATOR + term)]
  })
}

/** The beginnings of the keys of words that begin or end in some letters. */
export function keyStarts(letters: string): readonly string[] {
  return [letters, endingKey(letters)]
}

export function wordOfKey(key: string): WordOfTerm {
  const [letters = '', term = ''] = key.split(SEPARATOR)
  return { word: letters.startsWith(REVERSED) ? reversed(letters.slice(REVERSED.length)) : letters, term }
}

/** What is known of the words of a site. */
export interface KnownWords {
  readonly termsOf: (word: string) => readonly string[]
  readonly isTerm: (term: string) => boolean
}

/** True for a compound whose last part is some letters, in any language. */
export function endsInPart({ word }: WordOfTerm, part: string): boolean {
  const { first, last } = minPartOf(word)
  return part.length >= last && word.length >= first + part.length && word.endsWith(part)
}

/** True for a compound that has a term of its language as a part. */
export function hasPart(compound: WordOfTerm, part: string, known: KnownWords): boolean {
  if (markLike('', part) !== markLike('', compound.term)) return false
  return endsInPart(compound, unmarkedTerm(part)) || hasFirstPart(compound, part, known)
}

/** True for a compound whose first part has a term, and whose last part is a word of the site. */
function hasFirstPart({ word, term }: WordOfTerm, part: string, { termsOf, isTerm }: KnownWords): boolean {
  const stem = unmarkedTerm(term)
  const { first, last } = minPartOf(word)
  for (let at = first; at <= word.length - last; at += 1) {
    if (!linkingForms(word.slice(0, at)).some((form) => termsOf(form).includes(part))) continue
    // The last part as it is written, or another form of it.
    const written = termsOf(word.slice(at)).filter((one) => markLike('', one) === markLike('', term))
    const inflected = stem.length - at < last ? [] : [markLike(stem.slice(at), term)]
    if ([...written, ...inflected].some(isTerm)) return true
  }
  return false
}

function isLongEnough(word: string): boolean {
  const { first, last } = minPartOf(word)
  return word.length >= first + last && mayBeCompound(word)
}

function endingKey(letters: string): string {
  return REVERSED + reversed(letters)
}

/** Its code points in reverse: an engine takes no half of a character. */
function reversed(letters: string): string {
  return [...letters].reverse().join('')
}
