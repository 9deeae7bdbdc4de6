/**
 * The words of an index and their postings, as a search asks for them. An index in memory has all of them
 * (`query/index-lexicon.ts`). A lexicon of which only a part is loaded gives what it has, notes what is missing, and
 * the search is done again when that is loaded: the static form of an index and a search engine are searched in this
 * way.
 */
import type { ChunkColumns } from './inverted-index.ts'
import type { OpenList } from './posting-list.ts'

/** A word whose neighbors are looked for. */
export interface NearWord {
  /** Folded. */
  readonly word: string
  /** The beginning that its neighbors share with it; empty for neighbors with any beginning. */
  readonly start: string
  /** Most edits. */
  readonly edits: number
}

/** A budget of the chunks that are compared for a query. */
export interface Budget {
  remaining: number
}

/** The words of an index. Numbers of terms are in the order of the terms. */
export interface Lexicon {
  /** Number of chunks of the collection that the index is a part of, or of the index. */
  readonly size: number
  /** Called before the words of a query are looked up, one after another. */
  readonly startWord: () => void
  /** Number of a term; -1 if no chunk has it. */
  readonly find: (term: string) => number
  readonly textOf: (term: number) => string
  /** True for a folded word that is not its term, with the mark of its language. */
  readonly hasWord: (word: string) => boolean
  /** Visits some of the terms and words that begin with a prefix: the term of each, and its own UTF-16 units. */
  readonly eachBeginning: (prefix: string, visit: (term: number, length: number) => void) => void
  /** Some terms of compounds that have a term as a part (`compound-pair.ts`). */
  readonly compoundsOf: (part: string) => readonly number[]
  /** Some terms of the shortest words that end in one of some last parts (`compound-pair.ts`). */
  readonly endingIn: (endings: readonly string[]) => readonly number[]
  /** Visits the terms at most some edits away from a word, then the other words, each in order, with their marks. */
  readonly eachNear: (near: NearWord, visit: (term: number, word: string) => void) => void
  /** The chunks with a title key, ascending. */
  readonly titled: (key: string) => Uint32Array
  /** Number of chunks of the collection that have a term. */
  readonly docFreq: (term: number) => number
  /** Opens the postings of a term; `seek` moves to the first. */
  readonly open: OpenList
}

export interface SearchIndex extends ChunkColumns {
  readonly lexicon: Lexicon
}
