/**
 * The parts of a static index that are loaded -> an index of those that a query needs. Its columns for chunks are those
 * of the whole index, filled in as parts are loaded; it has only some of the terms, words and title keys, in the order
 * of the whole index.
 */
import {
  asPageTitle, createBloomFilter, createBoundPosting, createScorePosting, createStringDictionary, type DecodedList,
  INDEX_VERSION, type InvertedIndex, joinRangeMax, MEASURED_FIELDS, type ShownChunk,
} from '../../../core/search.ts'
import { u16At, unmarkedLength } from '../../../core/text.ts'
import { readNumber, readStrings } from '../byte-reader.ts'
import { type Head, fillRuns, lengthOf } from '../head.ts'
import { type PartName, partPath } from '../layout.ts'
import { type ListPositions, readAllPositions } from '../positions.ts'
import { type PostingList, readPostings } from '../postings.ts'
import { type Ready, decodeReady } from '../ready.ts'
import { type Key, readTermPart } from '../term-part.ts'
import { decodeTexts } from '../texts.ts'

/** A list that is loaded, and its positions; null for none yet. */
interface LoadedList extends DecodedList {
  readonly positions: ListPositions | null
}

/** A list as an index has it in place of one that is not loaded. */
const NO_LIST: DecodedList = { chunks: new Uint32Array(0), counts: new Uint16Array(0), listMax: 0 }

/** A key with its list; null if it is not a term, or a term whose list is in a part of its own. */
interface LoadedKey extends Key {
  readonly loaded: LoadedList | null
}

/** Receives the look-ups of a search in an index of some parts. */
export interface IndexWatch {
  /** The look-up of a string, or of all strings with a prefix. */
  readonly lookUp: (key: string, isPrefix: boolean) => void
  /** The look-up of a list that is not loaded, or (`withPositions`) whose positions are not loaded. */
  readonly list: (term: string, withPositions: boolean) => void
  readonly near: (word: string, edits: number) => void
}

/** The parts that are loaded. */
export interface LoadedParts {
  readonly has: (name: PartName) => boolean
  /** Adds a part; positions must be added after their postings. Throws if the bytes are not such a part. */
  readonly add: (name: PartName, bytes: Uint8Array) => void
  /** An index of some parts of terms; those that are not loaded are left out. */
  readonly indexOf: (termParts: Iterable<number>, watch: IndexWatch) => InvertedIndex
  /** The words of a part, in order or reversed. */
  readonly wordsOf: (name: PartName) => readonly string[]
  /** The sections of a part of texts. */
  readonly textsOf: (part: number) => readonly ShownChunk[]
  /** The results in a part of precomputed results. */
  readonly readyOf: (part: number) => Ready
}

/** An index with this head, without loaded parts. */
export function createLoadedParts(head: Head): LoadedParts {
  const columns = createColumns(head)
  const context = { measures: columns, codes: head.codes, spellings: columns.spellings }
  const boundPosting = createBoundPosting(columns, createScorePosting(columns))
  const commonNumbers = new Map(head.common.map((term, number) => [term, number]))
  const languages = createStringDictionary(head.languages)
  const scopes = createStringDictionary(head.scopes)
  const paths = new Set<string>()
  const terms = new Map<number, readonly LoadedKey[]>()
  const common = new Map<number, LoadedList>()
  const words = new Map<string, readonly string[]>()
  const texts = new Map<number, readonly ShownChunk[]>()
  const ready = new Map<number, Ready>()

  /** A list whose measures are in the columns. */
  function toLoaded({ chunks, counts }: PostingList, positions: ListPositions | null): LoadedList {
    let listMax = 0
    // The bound of a score does not depend on the idf.
    chunks.forEach((chunk, at) => (listMax = joinRangeMax(listMax, boundPosting(u16At(counts, at), chunk, 1))))
    return { chunks, counts, listMax, positions }
  }

  function add(name: PartName, bytes: Uint8Array): void {
    const { kind, number } = name
    const reader = { bytes, at: 0 }
    if (kind === 't') {
      const keys = readTermPart(reader, context)
      terms.set(number, keys.map((key) => ({ ...key, loaded: key.term?.list ? toLoaded(key.term.list, null) : null })))
    }
    if (kind === 'x') {
      const keys = terms.get(number) ?? []
      const positions = readAllPositions(reader, keys.flatMap(({ loaded }) => loaded ?? [])).values()
      terms.set(number, keys.map((key) => {
        return key.loaded === null ? key : { ...key, loaded: { ...key.loaded, positions: positions.next().value ?? [] } }
      }))
    }
    if (kind === 'p') {
      const [postings] = readPostings(reader, [readNumber(reader)], context)
      if (postings !== undefined) common.set(number, toLoaded(postings, null))
    }
    if (kind === 'y') {
      const list = common.get(number)
      if (list !== undefined) common.set(number, { ...list, positions: readAllPositions(reader, [list])[0] ?? [] })
    }
    if (kind === 'w' || kind === 'r') words.set(partPath(name), readStrings(reader))
    if (kind === 'f') texts.set(number, decodeTexts(bytes))
    if (kind === 'a') ready.set(number, decodeReady(bytes))
    paths.add(partPath(name))
  }

  function loadedOf({ key, loaded }: LoadedKey): LoadedList | undefined {
    return loaded ?? common.get(commonNumbers.get(key) ?? -1)
  }

  function indexOf(parts: Iterable<number>, watch: IndexWatch): InvertedIndex {
    const keys = mergeKeys([...parts].map((part) => terms.get(part) ?? []))
    const ofTerms = keys.filter(({ term }) => term !== null)
    const lists = ofTerms.map(loadedOf)
    const ofWords = keys.filter(({ wordOf }) => wordOf !== null)
    const ofTitles = keys.filter(({ titled }) => titled.length > 0)
    const numbers = new Map(ofTerms.map(({ key }, number) => [key, number]))
    const dictionary = (strings: readonly Key[]) => {
      return { ...createStringDictionary(strings.map(({ key }) => key)), onLookUp: watch.lookUp }
    }
    const [termStrings, wordStrings] = [dictionary(ofTerms), dictionary(ofWords)]
    const missing = (term: number, withPositions: boolean) => {
      const key = ofTerms[term]?.key
      if (key !== undefined) watch.list(key, withPositions)
    }
    const docFreq = (term: number) => lists[term]?.chunks.length ?? ofTerms[term]?.term?.docFreq ?? 0
    const listOf = (term: number) => {
      if (lists[term] === undefined) missing(term, false)
      return lists[term] ?? NO_LIST
    }
    const positionsOf = (term: number) => {
      const positions = lists[term]?.positions ?? null
      if (positions === null) missing(term, true)
      return positions ?? []
    }
    return {
      ...columns,
      version: INDEX_VERSION,
      size: columns.pages.length,
      ids: createStringDictionary([]),
      scopes,
      languages,
      terms: termStrings,
      starts: new Uint32Array(0),
      postings: new Uint8Array(0),
      lists: { docFreq, listOf, positionsOf },
      words: wordStrings,
      wordTerms: Uint32Array.from(ofWords, ({ wordOf }) => numbers.get(wordOf ?? '') ?? 0),
      bloomFilter: createBloomFilter([termStrings, wordStrings], unmarkedLength),
      titleKeys: dictionary(ofTitles),
      titleStarts: startsOf(ofTitles.map(({ titled }) => titled)),
      titleChunks: Uint32Array.from(ofTitles.flatMap(({ titled }) => [...titled])),
      watch: { near: watch.near },
    }
  }

  return {
    has: (name) => paths.has(partPath(name)),
    add,
    indexOf,
    wordsOf: (name) => words.get(partPath(name)) ?? [],
    textsOf: (part) => texts.get(part) ?? [],
    readyOf: (part) => ready.get(part) ?? new Map(),
  }
}

type ChunkColumns = Pick<
  InvertedIndex,
  | 'pages' | 'scopeOf' | 'scopeRanks' | 'copies' | 'weights' | 'lengths' | 'averages' | 'countCodes' | 'headingIdf'
  | 'titleIdf' | 'spellings'
>

/** The columns with a number for each chunk, and those of the head. */
function createColumns({ averages, pages, intros, scopeOf, scopeRanks, copies, weights }: Head): ChunkColumns {
  const size = lengthOf(pages)
  const columns = {
    averages,
    countCodes: new Uint16Array(0),
    pages: new Uint32Array(size),
    scopeOf: new Uint32Array(size),
    scopeRanks: Uint32Array.from(scopeRanks),
    copies: new Uint32Array(lengthOf(copies)),
    weights: new Float32Array(lengthOf(weights)),
    lengths: new Uint16Array(MEASURED_FIELDS.length * size),
    headingIdf: new Float32Array(size),
    titleIdf: new Float32Array(size),
    spellings: new Int32Array(size),
  }
  fillRuns(columns.pages, pages)
  fillRuns(columns.scopeOf, scopeOf)
  fillRuns(columns.copies, copies)
  fillRuns(new Uint32Array(columns.weights.buffer), weights)
  let first = 0
  pages.forEach(({ length }, page) => {
    if (intros[page] === 1) columns.spellings[first] = asPageTitle(0)
    first += length
  })
  return columns
}

/** The keys of parts, merged and sorted. A key in several parts gets the data of all of them. */
function mergeKeys(parts: readonly (readonly LoadedKey[])[]): LoadedKey[] {
  const merged = new Map<string, LoadedKey>()
  for (const part of parts) {
    for (const key of part) {
      const other = merged.get(key.key)
      merged.set(key.key, other === undefined ? key : joinKeys(other, key))
    }
  }
  return [...merged.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Merges the same key of two parts. One of them may be a copy, which has only the term. */
function joinKeys(a: LoadedKey, b: LoadedKey): LoadedKey {
  return {
    key: a.key,
    term: a.term ?? b.term,
    loaded: a.loaded !== null && a.loaded.positions !== null ? a.loaded : (b.loaded ?? a.loaded),
    wordOf: a.wordOf ?? b.wordOf,
    titled: a.titled.length > 0 ? a.titled : b.titled,
  }
}

/** Offsets at which items of these lengths start, one after another, and the end. */
function startsOf(items: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(items.length + 1)
  items.forEach(({ length }, i) => {
    starts[i + 1] = (starts[i] ?? 0) + length
  })
  return starts
}
