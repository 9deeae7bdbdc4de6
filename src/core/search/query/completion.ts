/**
 * The beginning of a word -> terms of the words that it may become. The work has three bounds: in words visited
 * (`index-lexicon.ts`), in terms, and in postings.
 */
import type { Lexicon } from '../index/lexicon.ts'
import type { TermCandidate } from '../index/score.ts'
import { encodeString } from '../strings/front-coded-dictionary.ts'

/** Most completions: those that most chunks have. */
const MAX_COMPLETIONS = 16
/** Most postings that completions may add to the work of a query. */
const MAX_COMPLETION_POSTINGS = 65_536
/** Fraction of a word that its completions cover if the index has the word itself. */
const COVERS_BESIDE_WORD = 0.5

/** A prefix, and its own terms as a word, one for each language of the index. */
export interface Beginning {
  readonly word: string
  readonly ownTerms: readonly number[]
}

/**
 * Terms of the words that begin with a word, except its own terms. Confidence decreases with the length of the part
 * still to be typed. But a completion of a text that is no word covers it completely, however much is missing. A text
 * that is a word is more likely meant as it is: its completions cover half of it, so that a section with the word itself
 * comes before those with longer words alone, even where it is the longer section.
 */
export function findCompletions(lexicon: Lexicon, { word, ownTerms }: Beginning): TermCandidate[] {
  const typed = encodeString(word).length
  /** For each chosen term the typed part of its shortest word, 0 to 1. */
  const typedRatios = new Map<number, number>()
  const raise = (term: number, length: number) => {
    typedRatios.set(term, Math.max(typedRatios.get(term) ?? 0, typed / Math.max(typed, length)))
  }
  for (const term of chooseTerms(lexicon, { word, ownTerms })) {
    typedRatios.set(term, 0)
    const string = lexicon.textOf(term)
    if (string.startsWith(word)) raise(term, encodeString(string).length)
  }
  lexicon.eachWord(word, (term, length) => {
    if (typedRatios.has(term)) raise(term, length)
  })
  const covers = ownTerms.length > 0 ? COVERS_BESIDE_WORD : 1
  return [...typedRatios].map(([term, ratio]) => ({ term, confidence: Math.sqrt(ratio), covers }))
}

/** A term and the number of chunks that have it. */
interface CountedTerm {
  readonly term: number
  readonly chunks: number
}

/** The most frequent terms that fit into the bound on postings, most frequent first. */
function chooseTerms(lexicon: Lexicon, { word, ownTerms }: Beginning): number[] {
  const best: CountedTerm[] = []

  function offer(term: number): void {
    const chunks = lexicon.docFreq(term)
    const isWorse = (one: CountedTerm) => one.chunks < chunks || (one.chunks === chunks && one.term > term)
    const last = best.length === MAX_COMPLETIONS ? best.at(-1) : undefined
    if (last !== undefined && !isWorse(last)) return
    if (ownTerms.includes(term) || best.some((one) => one.term === term)) return
    const worse = best.findIndex(isWorse)
    best.splice(worse < 0 ? best.length : worse, 0, { term, chunks })
    best.length = Math.min(best.length, MAX_COMPLETIONS)
  }

  lexicon.eachTerm(word, offer)
  lexicon.eachWord(word, offer)
  let postings = 0
  return best.flatMap(({ term, chunks }) => {
    if (postings + chunks > MAX_COMPLETION_POSTINGS) return []
    postings += chunks
    return [term]
  })
}
