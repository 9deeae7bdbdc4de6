/**
 * Chunks of a large collection -> an index for one query, with the statistics of the collection and only the terms that
 * the query may look up. Of a chunk nothing is kept but a number for each of its words.
 */
import { i32At } from '../../text/column.ts'
import { markLike } from '../../text/stemmer.ts'
import { expansionOffset, isExpansion } from '../../text/word-entry.ts'
import { fieldNumber } from '../index/field.ts'
import { idf } from '../index/idf.ts'
import type { InvertedIndex, Searchable } from '../index/inverted-index.ts'
import { createStringDictionary } from '../strings/front-coded-dictionary.ts'
import { sortSome } from '../strings/interner.ts'
import { type BatchReader, type CutChunk, toIndex } from './batch.ts'
import type { Dictionaries } from './dictionary.ts'
import { findPostings } from './merge.ts'
import type { FoldedId, LanguageId, TermId } from './numbers.ts'
import type { WordsInUse } from './occurrences.ts'
import { writeLists } from './posting-lists.ts'
import { CHUNK_END, type TokenStream, fieldOf, isTextMark, languageOf } from './token-stream.ts'

const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')

/** A word of texts and its term. */
export interface WordOfTerm {
  readonly word: string
  readonly term: string
}

/** A collection that the chunks of an index are a part of, by its terms. */
export interface CollectionTerms {
  readonly size: number
  /** Mean length of each field with a length. */
  readonly averages: Float64Array
  /** Languages of its texts. */
  readonly languages: readonly string[]
  /** Number of its chunks that have a term. */
  readonly docFreq: (term: string) => number
  /** Words of it that may be in none of the chunks. */
  readonly words: readonly WordOfTerm[]
  /** True for a word of the chunks, with its term, that the query may look up. */
  readonly isWanted: (word: string, term: string) => boolean
}

/** A chunk that was cut into words, with what each query asks of it. */
export interface QueryChunk extends CutChunk {
  /** Its words that have a term, each once in a language. */
  readonly words: readonly WordsInUse[]
  /** The distinct terms of its heading and title, sorted. */
  readonly headingTerms: readonly string[]
  readonly titleTerms: readonly string[]
}

/** The reader of the chunks of an index. */
type CutReader = Pick<BatchReader, 'cut' | 'invert' | 'dictionaries'>

/** Cuts a chunk. */
export function cutChunk(chunk: Searchable, { cut, dictionaries }: CutReader): QueryChunk {
  const { entry, stream } = cut(chunk)
  const terms: Record<number, Set<string>> = { [HEADING]: new Set(), [TITLE]: new Set() }
  const inUse = dictionaries.languages.map(() => new Set<FoldedId>())
  eachWord(stream, dictionaries, ({ word, term, language, field }) => {
    inUse[language]?.add(word)
    terms[field]?.add(dictionaries.terms.strings[term] ?? '')
  })
  const words = inUse.map((folded, language) => ({ language, folded: [...folded] })).filter(({ folded }) => folded.length > 0)
  const sorted = (field: number) => [...(terms[field] ?? [])].sort()
  return { entry, stream, words, headingTerms: sorted(HEADING), titleTerms: sorted(TITLE) }
}

/** The index of chunks of a collection in their order. Terms that are not wanted only count in the lengths of texts. */
export function indexOfQuery(
  chunks: readonly QueryChunk[],
  reader: CutReader,
  collection: CollectionTerms,
): InvertedIndex {
  const { dictionaries: { terms }, invert } = reader
  const { size, averages } = collection
  const stream = joinStreams(chunks)
  const { wanted, numbers: all, inflected } = findWanted(chunks, reader.dictionaries, collection)
  const inverted = invert(stream, { wanted }).segment
  const { dictionary, ranks, numbers } = sortSome(terms, all)
  const { merge } = findPostings([{ segment: inverted, from: 0, to: inverted.chunkCount }], terms.strings.length)
  const segment = merge({ terms: numbers, ranks })
  const measures = { lengths: segment.lengths, averages }
  const idfOf = (term: string) => idf(size, collection.docFreq(term))
  const sumOf = (of: readonly string[]) => of.reduce((sum, term) => sum + idfOf(term), 0)
  const fieldIdf = {
    headingIdf: Float32Array.from(chunks, ({ headingTerms }) => sumOf(headingTerms)),
    titleIdf: Float32Array.from(chunks, ({ titleTerms }) => sumOf(titleTerms)),
  }
  const columns = {
    ...measures,
    languages: createStringDictionary([...collection.languages].sort()),
    terms: dictionary,
    ...writeLists(segment, measures, fieldIdf),
    ...wordColumns(inflected, ranks),
  }
  const docFreq = (term: number) => collection.docFreq(terms.strings[numbers[term] ?? -1] ?? '')
  return { ...toIndex(chunks.map(({ entry }) => entry), columns), collection: { size, docFreq } }
}

/** The columns of words that are not their term, with the mark of its language, by the term of each. */
function wordColumns(
  inflected: ReadonlyMap<string, TermId>,
  ranks: Uint32Array,
): Pick<InvertedIndex, 'words' | 'wordTerms'> {
  const sorted = [...inflected.keys()].sort()
  return {
    words: createStringDictionary(sorted),
    wordTerms: Uint32Array.from(sorted, (word) => ranks[inflected.get(word) ?? -1] ?? 0),
  }
}

function joinStreams(chunks: readonly CutChunk[]): TokenStream {
  const joined = new Int32Array(chunks.reduce((sum, { stream }) => sum + stream.length, 0))
  let at = 0
  for (const { stream } of chunks) {
    joined.set(stream, at)
    at += stream.length
  }
  return joined
}

/** Terms that an index holds. */
interface WantedTerms {
  /** By `TermId` 1 for each of them. */
  readonly wanted: Uint8Array
  readonly numbers: readonly TermId[]
  /** Words that are not their term, with the mark of its language. */
  readonly inflected: ReadonlyMap<string, TermId>
}

function findWanted(
  chunks: readonly QueryChunk[],
  dictionaries: Dictionaries,
  { words, isWanted }: CollectionTerms,
): WantedTerms {
  const { strings, intern } = dictionaries.terms
  const others = words.map(({ word, term }) => ({ word, term: intern(term) }))
  const wanted = new Uint8Array(strings.length)
  const numbers: TermId[] = []
  const want = (term: TermId) => {
    if (wanted[term] === 0) numbers.push(term)
    wanted[term] = 1
  }
  const inUse = distinctWords(chunks, dictionaries)
  for (const { term } of others) want(term)
  for (const { word, term } of inUse) if (isWanted(word, strings[term] ?? '')) want(term)
  const inflected = new Map<string, TermId>()
  for (const { word, term } of [...inUse, ...others]) {
    if (wanted[term] === 0) continue
    const marked = markLike(word, strings[term] ?? '')
    if (marked !== strings[term]) inflected.set(marked, term)
  }
  return { wanted, numbers, inflected }
}

/** A folded word and its term. */
interface FoldedWord {
  readonly word: string
  readonly term: TermId
}

/** The words of chunks, each once in a language. */
function distinctWords(chunks: readonly QueryChunk[], { languages }: Dictionaries): FoldedWord[] {
  const distinct: FoldedWord[] = []
  const resolved = languages.map(({ resolve }) => resolve())
  const seen = resolved.map(({ folded }) => new Uint8Array(folded.length))
  for (const { words } of chunks) {
    for (const { language, folded } of words) {
      const [ofLanguage, own] = [seen[language], resolved[language]]
      if (ofLanguage === undefined || own === undefined) continue
      for (const id of folded) {
        if (ofLanguage[id] === 1) continue
        ofLanguage[id] = 1
        distinct.push({ word: own.folded[id] ?? '', term: own.terms[id] ?? 0 })
      }
    }
  }
  return distinct
}

/** A folded word of a stream. */
interface StreamWord {
  word: FoldedId
  term: TermId
  language: LanguageId
  /** Position in `FIELDS`. */
  field: number
}

/** Visits all folded words that have a term: the same record each time, valid until the visit returns. */
function eachWord(stream: TokenStream, { languages }: Dictionaries, visit: (word: Readonly<StreamWord>) => void): void {
  const resolved = languages.map(({ resolve }) => resolve())
  const current: StreamWord = { word: 0, term: 0, language: 0, field: 0 }

  function visitWord(word: FoldedId): void {
    current.word = word
    current.term = resolved[current.language]?.terms[word] ?? -1
    if (current.term >= 0) visit(current)
  }

  for (let at = 0; at < stream.length; at += 1) {
    const number = i32At(stream, at)
    if (number === CHUNK_END) continue
    if (number < 0) {
      if (isTextMark(number)) current.language = languageOf(number)
      current.field = fieldOf(number)
      continue
    }
    const language = resolved[current.language]
    if (language === undefined) continue
    const { words, expansions } = language
    const entry = i32At(words, number)
    if (!isExpansion(entry)) {
      visitWord(entry)
      continue
    }
    const parts = expansionOffset(entry) + 2
    const end = parts + 3 * i32At(expansions, parts - 1)
    for (let part = parts; part < end; part += 3) visitWord(i32At(expansions, part))
  }
}
