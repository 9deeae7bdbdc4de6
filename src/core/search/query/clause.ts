/**
 * The words of a query -> terms of an index with their weights. A clause is one word with its alternatives: its own
 * term in each language, the terms that it forms with a neighbor, the terms of its completions while it is still being
 * typed, and, if the index has few or none of these, the terms, or their beginnings, that it may be a typo of.
 *
 * The idf of a clause's terms is that of all of them together, as for one word with several spellings: a rare
 * completion is a guess, not a rare word. (Synonym operators of retrieval systems do the same: Pirkola, The effects of
 * query structure, SIGIR 1998.)
 *
 * A typo's terms are those of the words the fewest edits away. An edit is a letter inserted, deleted or changed, or two
 * neighbors exchanged (the restricted Damerau-Levenshtein distance).
 */
import { markLike, unmarkedTerm } from '../../text/stemmer.ts'
import { isPair } from '../index/compound-pair.ts'
import type { Lexicon, NearWord, SearchIndex } from '../index/lexicon.ts'
import { idf as idfOf, type TermCandidate } from '../index/score.ts'
import { splitCompound } from './compound.ts'
import { findCompounds } from './linked-words.ts'
import { bytesOf } from './near-words.ts'
import { createTermsOf, type Query, type QueryWord } from './query.ts'

/** Most clauses of a query; a longer query is reduced to its rarest words. */
const MAX_CLAUSES = 64
/** Most words of a query with completions and corrections: a longer query is clear enough without them. */
export const MAX_GUESSED_WORDS = 12

/** Confidence in a term whose language has the word only in other forms, if another language has it as typed. */
const FOREIGN_CONFIDENCE = 0.5

/** Confidence in the word that two neighbors form together, and in a compound that a word is a part of. */
const JOINED_CONFIDENCE = 0.5

/**
 * A word that the index has may be a typo in the texts. It is suspected if at most `MAX_SUSPECT_CHUNKS` chunks have it,
 * and at least `MIN_SUSPECT_RATIO` times as many chunks have a word one or two edits away.
 */
const MAX_SUSPECT_CHUNKS = 2
const MIN_SUSPECT_RATIO = 8
const SUSPECT_CONFIDENCE = 0.5

/** A term of a clause. */
export interface Alternative {
  /** Number of the term. */
  readonly term: number
  /** Factor of the term's score in a chunk. */
  readonly weight: number
  /** Coverage of the query by a chunk that has the term. */
  readonly coverage: number
}

/** One word of the query; a chunk gets the best of its alternatives. */
export interface Clause {
  /** The word, folded. */
  readonly word: string
  /** The word's own terms first, when the index has them. */
  readonly alternatives: readonly Alternative[]
  /** Highest coverage of its alternatives, or the coverage of a word that no chunk has; above 0. */
  readonly coverage: number
  /** 1, less for a function word. */
  readonly wordWeight: number
  /**
   * The word of the docs that was searched instead, the nearest and most frequent; null if it was searched as typed.
   */
  readonly correctedTo: string | null
}

/** One clause for each word, without alternatives if the index has none of its terms. */
export function toClauses(index: SearchIndex, { words }: Query): Clause[] {
  const { lexicon } = index
  const mayGuess = words.length <= MAX_GUESSED_WORDS
  const clauses = words.flatMap((word): Clause[] => {
    lexicon.startWord()
    if (word.isExact || !mayGuess) return [toClause(lexicon, word, { candidates: ownTerms(lexicon, word) })]
    const candidates = candidatesOf(index, word)
    if (candidates.length > 0) {
      return [toClause(lexicon, word, { candidates, typoOf: suspectTypo(lexicon, word.word, candidates) })]
    }
    const corrections = findCorrections(lexicon, word.word)
    const parts = corrections.length > 0 ? null : splitWord(index, word)
    if (parts === null) {
      const correctedTo = corrections[0]?.word ?? null
      const candidates = correctedTo === null && word.isPrefix ? completeTypo(lexicon, word.word) : corrections
      return [{ ...toClause(lexicon, word, { candidates }), correctedTo }]
    }
    return parts.map((part) => toClause(lexicon, part, { candidates: ownTerms(lexicon, part) }))
  })
  if (clauses.length <= MAX_CLAUSES) return clauses
  return clauses.sort((a, b) => b.coverage - a.coverage).slice(0, MAX_CLAUSES)
}

/** The terms that a word of very few chunks may be a typo of. */
function suspectTypo(lexicon: Lexicon, word: string, candidates: readonly TermCandidate[]): TermCandidate[] {
  const chunks = chunksWithAny(lexicon, candidates)
  if (chunks > MAX_SUSPECT_CHUNKS) return []
  const terms = new Set(candidates.map(({ term }) => term))
  return findCorrections(lexicon, word)
    .filter(({ term }) => !terms.has(term) && lexicon.docFreq(term) >= MIN_SUSPECT_RATIO * chunks)
    .map(({ term, confidence }) => ({ term, confidence: SUSPECT_CONFIDENCE * confidence }))
}

function splitWord(index: SearchIndex, query: QueryWord): QueryWord[] | null {
  const termsOf = createTermsOf(index)
  const parts = splitCompound(index, query.word, termsOf)
  if (parts === null) return null
  return parts.map((word) => ({ ...query, word, terms: termsOf(word), joined: [], isPrefix: false }))
}

/** Alternatives of a word, and terms that it may be a typo of, which don't lower its idf. */
interface Meanings {
  readonly candidates: readonly TermCandidate[]
  readonly typoOf?: readonly TermCandidate[]
}

function toClause(lexicon: Lexicon, { word, weight }: QueryWord, { candidates, typoOf = [] }: Meanings): Clause {
  const wordWeight = Math.min(weight, 1)
  const idfFor = (terms: readonly TermCandidate[]) => idfOf(lexicon.size, chunksWithAny(lexicon, terms))
  const toAlternatives = (terms: readonly TermCandidate[], idf: number) => {
    return terms.map(({ term, confidence, covers = confidence }): Alternative => {
      return { term, weight: weight * confidence * idf, coverage: wordWeight * covers * idf }
    })
  }
  const idf = idfFor(candidates)
  const highest = candidates.reduce((most, { confidence, covers = confidence }) => Math.max(most, covers), 0)
  const alternatives = [
    ...toAlternatives(candidates, idf),
    ...toAlternatives(typoOf, idfFor([...candidates, ...typoOf])),
  ]
  return { word, alternatives, coverage: wordWeight * idf * (highest || 1), wordWeight, correctedTo: null }
}

/** Upper bound of the number of chunks that have any of the terms. */
function chunksWithAny(lexicon: Lexicon, candidates: readonly TermCandidate[]): number {
  return candidates.reduce((sum, { term }) => sum + lexicon.docFreq(term), 0)
}

/** The alternatives that the index has: own terms, joined words, compounds, and completions. */
function candidatesOf(index: SearchIndex, query: QueryWord): TermCandidate[] {
  const own = ownTerms(index.lexicon, query)
  const terms = new Set(own.map(({ term }) => term))
  const joined: TermCandidate[] = []
  const joinedTerms = query.joined.map(index.lexicon.find).filter((term) => term >= 0)
  for (const term of [...joinedTerms, ...findCompounds(index, query)]) {
    if (terms.has(term)) continue
    terms.add(term)
    joined.push({ term, confidence: JOINED_CONFIDENCE })
  }
  const completions = query.isPrefix ? findCompletions(index.lexicon, query.word, [...terms]) : []
  return [...own, ...joined, ...completions]
}

function ownTerms(lexicon: Lexicon, { terms, word }: QueryWord): TermCandidate[] {
  const present = terms
    .map((string) => ({ term: lexicon.find(string), isNative: isWritten(lexicon, word, string) }))
    .filter(({ term }) => term >= 0)
  const hasNative = present.some(({ isNative }) => isNative)
  return present.map(({ term, isNative }) => {
    return { term, confidence: isNative || !hasNative ? 1 : FOREIGN_CONFIDENCE }
  })
}

/** True when texts in the language of a term have the word in just this form, or as its stem. */
function isWritten(lexicon: Lexicon, word: string, term: string): boolean {
  const entry = markLike(word, term)
  return entry === term || lexicon.hasWord(entry)
}

/** Most completions: those that most chunks have. */
const MAX_COMPLETIONS = 16
/** Most postings that completions may add to the work of a query. */
const MAX_COMPLETION_POSTINGS = 65_536
/** Fraction of a word that its completions cover if the index has the word itself. */
const COVERS_BESIDE_WORD = 0.5

/**
 * Terms of the words that begin with a word, except its own terms, one for each language of the index. Confidence
 * decreases with the length of the part still to be typed. But a completion of a text that is no word covers it
 * completely, however much is missing. A text that is a word is more likely meant as it is: its completions cover half
 * of it, so that a section with the word itself comes before those with longer words alone, even where it is the longer
 * section. The work has three bounds: in words visited (`index-lexicon.ts`), in terms, and in postings.
 */
export function findCompletions(lexicon: Lexicon, word: string, ownTerms: readonly number[]): TermCandidate[] {
  const covers = ownTerms.length > 0 ? COVERS_BESIDE_WORD : 1
  return completionsOf(lexicon, { word, beginning: word, isMeant: (term) => !ownTerms.includes(term) })
    .map((each) => ({ ...each, covers }))
}

interface Completed {
  readonly word: string
  /** What the completions begin with. */
  readonly beginning: string
  readonly isMeant: (term: number) => boolean
}

function completionsOf(lexicon: Lexicon, { word, beginning, isMeant }: Completed): TermCandidate[] {
  const typed = word.length
  /** For each term the length of its shortest word. */
  const lengths = new Map<number, number>()
  lexicon.eachBeginning(beginning, (term, length) => {
    lengths.set(term, Math.min(lengths.get(term) ?? Infinity, Math.max(typed, length)))
  })
  return chooseTerms(lexicon, [...lengths.keys()].filter(isMeant)).map((term) => {
    return { term, confidence: Math.sqrt(typed / (lengths.get(term) ?? typed)) }
  })
}

/** Least UTF-16 units of a beginning with a typo, and of its part before that, which is its first half at least. */
const MIN_BEGINNING = 5
const MIN_SHARED = 3

/** Completions of the beginning of which a text is a typo: one edit away, but not by its last letter. */
function completeTypo(lexicon: Lexicon, word: string): TermCandidate[] {
  if (word.length < MIN_BEGINNING || !SINGLE_NAME.test(word)) return []
  const beginning = word.slice(0, Math.max(MIN_SHARED, Math.floor(word.length / 2)))
  const isMeant = (term: number) => isNearBeginning(word, lexicon.textOf(term))
  return completionsOf(lexicon, { word, beginning, isMeant })
    .map((each) => ({ ...each, confidence: each.confidence * CONFIDENCE_PER_EDIT }))
}

/** True if a term begins like the word but for one edit. */
function isNearBeginning(word: string, term: string): boolean {
  let at = 0
  while (at < word.length && word[at] === term[at]) at += 1
  const [here, left] = [word.slice(at), word.slice(at + 1)]
  const isMissing = term.startsWith(here, at + 1)
  const isExchanged = here[0] === term[at + 1] && left[0] === term[at] && term.startsWith(left.slice(1), at + 2)
  return isMissing || isExchanged || (left !== '' && (term.startsWith(left, at) || term.startsWith(left, at + 1)))
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

/** Least bytes of a word that is corrected: a shorter one is near too many words. */
const MIN_LENGTH = 4
/** Least bytes of a word that may have two edits. */
const LONG_LENGTH = 8
/** Most bytes of a word that is corrected: nobody types longer names from memory, and time grows with the length. */
const MAX_LENGTH = 32
/** Most corrections of one word: those that most chunks have. */
const MAX_CORRECTIONS = 16
/** Confidence in a word one edit away; the square for two. */
const CONFIDENCE_PER_EDIT = 0.9
/** Factor of the confidence if one letter was replaced: letters are more often left out, doubled or exchanged. */
const CHANGED_LETTER = 0.8
/**
 * Words that may have at most one edit: a path of names, because its names are also words of the query and corrected on
 * their own, and a name with digits, because it has few letters.
 */
const SINGLE_NAME = /^[\p{L}\p{M}]+$/u
/** Symbols are exact. */
const WORD = /[\p{L}\p{N}]/u
/** Digits and keys are exact: `E_CONN_43` is not `E_CONN_42`, `ctrl+s` not `ctrl+k`. */
const EXACT = /\p{N}+|(?<=[+-])\p{L}$/gu

/** A term that a word may be a typo of. */
interface Correction extends TermCandidate {
  /** A word of the index with this term, near the typo. */
  readonly word: string
}

/** The nearest terms, all at the same distance: 1, or 2 for long words. Empty for short words. */
export function findCorrections(lexicon: Lexicon, word: string): Correction[] {
  const { length } = bytesOf(word)
  if (length < MIN_LENGTH || length > MAX_LENGTH || !WORD.test(word)) return []
  // Most typos are one edit, which takes a fraction of the time of two.
  const mostEdits = length < LONG_LENGTH || !SINGLE_NAME.test(word) ? 1 : 2
  for (let edits = 1; edits <= mostEdits; edits += 1) {
    const terms = findTerms(lexicon, { word, start: startOf(word, edits), edits })
    if (terms.length === 0) continue
    const confidence = CONFIDENCE_PER_EDIT ** edits
    const factorOf = (near: string) => (hasOtherLetter(word, near) ? CHANGED_LETTER : 1)
    return terms
      .map((one) => ({ ...one, confidence: confidence * factorOf(one.word) }))
      .sort((a, b) => b.confidence - a.confidence)
  }
  return []
}

/**
 * The beginning that a word must share with its neighbors at a number of edits. With two edits the first letter must be
 * right: it is hardly ever mistyped together with another one, and allowing it would multiply the visited words by
 * five. (Yannakoudakis and Fawthrop, The rules of spelling errors, 1983.) So it must in a word of `MIN_LENGTH`, which
 * has other words all around it: `mode` is no typo of `node`.
 */
function startOf(word: string, edits: number): string {
  const [first = ''] = word
  return edits > 1 || bytesOf(word).length <= MIN_LENGTH ? first : ''
}

/** True for words of equal length whose letters are not a permutation of each other: one letter was replaced. */
function hasOtherLetter(typed: string, word: string): boolean {
  return typed.length === word.length && [...typed].sort().join('') !== [...word].sort().join('')
}

function findTerms(lexicon: Lexicon, typo: NearWord): Omit<Correction, 'confidence'>[] {
  const near = new Map<number, string>()
  const exact = exactOf(typo.word)
  // A term may be a stem, and no word.
  lexicon.eachNear(typo, (term, entry) => {
    const word = unmarkedTerm(entry)
    if (exactOf(word) !== exact || isPair(entry)) return
    if (!near.has(term) || !hasOtherLetter(typo.word, word)) near.set(term, word)
  })
  return [...near]
    .map(([term, word]) => ({ term, word, chunks: lexicon.docFreq(term) }))
    .sort((a, b) => b.chunks - a.chunks || a.term - b.term)
    .slice(0, MAX_CORRECTIONS)
}

function exactOf(word: string): string {
  return (word.match(EXACT) ?? []).join(' ')
}
