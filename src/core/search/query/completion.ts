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
 * that is a word is more likely meant as it is: its completions cover half of it, so that a section with the word
 * itself comes before those with longer words alone, even where it is the longer section.
 */
export function findCompletions(lexicon: Lexicon, { word, ownTerms }: Beginning): TermCandidate[] {
  const typed = encodeString(word).length
  /** For each term the length of its shortest word. */
  const lengths = new Map<number, number>()
  lexicon.eachBeginning(word, (term, length) => {
    lengths.set(term, Math.min(lengths.get(term) ?? Infinity, Math.max(typed, length)))
  })
  for (const term of ownTerms) lengths.delete(term)
  const covers = ownTerms.length > 0 ? COVERS_BESIDE_WORD : 1
  return chooseTerms(lexicon, lengths.keys()).map((term) => {
    return { term, confidence: Math.sqrt(typed / (lengths.get(term) ?? typed)), covers }
  })
}

/** The most frequent terms that fit into the bound on postings, most frequent first. */
function chooseTerms(lexicon: Lexicon, terms: Iterable<number>): number[] {
  const best: { readonly term: number; readonly chunks: number }[] = []
  for (const term of terms) {
    const chunks = lexicon.docFreq(term)
    // A short beginning has thousands of terms, and few of them enter the list.
    if (chunks < (best[MAX_COMPLETIONS - 1]?.chunks ?? 0)) continue
    best.push({ term, chunks })
    best.sort((a, b) => b.chunks - a.chunks || a.term - b.term).splice(MAX_COMPLETIONS)
  }
  let postings = 0
  return best.flatMap(({ term, chunks }) => {
    if (postings + chunks > MAX_COMPLETION_POSTINGS) return []
    postings += chunks
    return [term]
  })
}
