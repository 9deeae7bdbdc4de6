/**
 * The parts of a static index that are loaded -> an index of those that a query needs. Its columns for chunks are those
 * of the whole index, filled in as parts are loaded; it has only some of the terms, words and title keys, in the order
 * of the whole index.
 */
import { concatBytes } from '../../../core/base.ts'
import {
  type BitWriter, createBoundPosting, createByteBuffer, createDocumentLength, createScorePosting, createWriteList,
  flushBits, type IndexColumns, writePositions, asPageTitle, COUNT_BITS, createBloomFilter, createStringDictionary,
  INDEX_VERSION, type InvertedIndex, MEASURED_FIELDS, type ShownChunk, writeListHead,
} from '../../../core/search.ts'
import { u32At, unmarkedLength } from '../../../core/text.ts'
import { bytesOf, readNumber, readStrings } from '../byte-reader.ts'
import { type Head, fillRuns, lengthOf } from '../head.ts'
import { type PartName, partPath } from '../layout.ts'
import { type ListPositions, readAllPositions } from '../positions.ts'
import { type PostingList, readPostings } from '../postings.ts'
import { type Ready, decodeReady } from '../ready.ts'
import { type Key, readTermPart } from '../term-part.ts'
import { decodeTexts } from '../texts.ts'

/** Encodes lists. Without positions, no phrase can be looked up in them. */
type EncodeLists = (lists: readonly PostingList[], positions: readonly ListPositions[] | null) => Uint8Array[]

/** An encoder for lists whose measures are in these columns by the time they are encoded. */
function createEncodeLists(
  columns: Pick<IndexColumns, 'lengths' | 'averages' | 'countCodes' | 'pages' | 'headingIdf' | 'titleIdf'>,
): EncodeLists {
  const { countCodes } = columns
  const boundPosting = createBoundPosting(columns, createScorePosting(columns))
  const documentLength = createDocumentLength(columns)

  return function encodeLists(lists, positions) {
    const size = lists.reduce((sum, { chunks }) => sum + chunks.length, 0)
    const [chunks, counts, positionEnds] = [new Uint32Array(size), new Uint16Array(size), new Uint32Array(size)]
    const writer: BitWriter = { buffer: createByteBuffer(), pending: 0, pendingBits: 0 }
    let from = 0
    const starts = lists.map((list, number) => {
      const start = from
      chunks.set(list.chunks, start)
      counts.set(list.counts, start)
      from += list.chunks.length
      positions?.[number]?.forEach((ofPosting, posting) => {
        const range = { positions: ofPosting, from: 0, to: ofPosting.length }
        writePositions(writer, range, documentLength(u32At(chunks, start + posting)))
        positionEnds[start + posting] = 8 * writer.buffer.size + writer.pendingBits
      })
      return start
    })
    flushBits(writer)
    const postings = { chunks, counts, positions: writer.buffer.bytes, positionEnds }
    const writeList = createWriteList(postings, { countCodes, boundPosting, size: columns.pages.length })
    return starts.map((start, number) => {
      const buffer = createByteBuffer()
      writeList(buffer, { from: start, to: starts[number + 1] ?? size })
      return bytesOf(buffer)
    })
  }
}

/** The posting list of a term, in the bytes of an index. */
interface LoadedList {
  readonly bytes: Uint8Array
  readonly hasPositions: boolean
}

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
  const encodeLists = createEncodeLists(columns)
  const commonNumbers = new Map(head.common.map((term, number) => [term, number]))
  const languages = createStringDictionary(head.languages)
  const scopes = createStringDictionary(head.scopes)
  const paths = new Set<string>()
  const terms = new Map<number, readonly LoadedKey[]>()
  const common = new Map<number, LoadedList & { readonly postings: PostingList }>()
  const words = new Map<string, readonly string[]>()
  const texts = new Map<number, readonly ShownChunk[]>()
  const ready = new Map<number, Ready>()

  function addTerms(number: number, keys: readonly Key[], positions: Parameters<typeof encodeLists>[1]): void {
    const lists = encodeLists(keys.flatMap(({ term }) => term?.list ?? []), positions).values()
    terms.set(number, keys.map((key) => {
      const bytes = key.term?.list ? lists.next().value : undefined
      return { ...key, loaded: bytes === undefined ? null : { bytes, hasPositions: positions !== null } }
    }))
  }

  function addCommon(number: number, postings: PostingList, positions: Parameters<typeof encodeLists>[1]): void {
    const [bytes] = encodeLists([postings], positions)
    if (bytes !== undefined) common.set(number, { postings, bytes, hasPositions: positions !== null })
  }

  function add(name: PartName, bytes: Uint8Array): void {
    const { kind, number } = name
    const reader = { bytes, at: 0 }
    if (kind === 't') addTerms(number, readTermPart(reader, context), null)
    if (kind === 'x') {
      const keys = terms.get(number) ?? []
      addTerms(number, keys, readAllPositions(reader, keys.flatMap(({ term }) => term?.list ?? []), columns))
    }
    if (kind === 'p') {
      const [postings] = readPostings(reader, [readNumber(reader)], context)
      if (postings !== undefined) addCommon(number, postings, null)
    }
    if (kind === 'y') {
      const { postings } = common.get(number) ?? {}
      if (postings !== undefined) addCommon(number, postings, readAllPositions(reader, [postings], columns))
    }
    if (kind === 'w' || kind === 'r') words.set(partPath(name), readStrings(reader))
    if (kind === 'f') texts.set(number, decodeTexts(bytes))
    if (kind === 'a') ready.set(number, decodeReady(bytes))
    paths.add(partPath(name))
  }

  function listOf({ key, loaded }: LoadedKey): LoadedList | undefined {
    return loaded ?? common.get(commonNumbers.get(key) ?? -1)
  }

  function indexOf(parts: Iterable<number>, watch: IndexWatch): InvertedIndex {
    const keys = mergeKeys([...parts].map((part) => terms.get(part) ?? []))
    const ofTerms = keys.filter(({ term }) => term !== null)
    const lists = ofTerms.map(listOf)
    const bytes = lists.map((list, number) => list?.bytes ?? listHead(ofTerms[number]?.term?.docFreq ?? 0))
    const ofWords = keys.filter(({ wordOf }) => wordOf !== null)
    const ofTitles = keys.filter(({ titled }) => titled.length > 0)
    const numbers = new Map(ofTerms.map(({ key }, number) => [key, number]))
    const dictionary = (strings: readonly Key[]) => {
      return { ...createStringDictionary(strings.map(({ key }) => key)), onLookUp: watch.lookUp }
    }
    const [termStrings, wordStrings] = [dictionary(ofTerms), dictionary(ofWords)]
    const need = (term: number, withPositions: boolean) => {
      const list = lists[term]
      const key = ofTerms[term]?.key
      const isMissing = list === undefined || (withPositions && !list.hasPositions)
      if (key !== undefined && isMissing) watch.list(key, withPositions)
    }
    return {
      ...columns,
      version: INDEX_VERSION,
      size: columns.pages.length,
      ids: createStringDictionary([]),
      scopes,
      languages,
      terms: termStrings,
      starts: startsOf(bytes),
      postings: concatBytes(bytes),
      words: wordStrings,
      wordTerms: Uint32Array.from(ofWords, ({ wordOf }) => numbers.get(wordOf ?? '') ?? 0),
      bloomFilter: createBloomFilter([termStrings, wordStrings], unmarkedLength),
      titleKeys: dictionary(ofTitles),
      titleStarts: startsOf(ofTitles.map(({ titled }) => titled)),
      titleChunks: Uint32Array.from(ofTitles.flatMap(({ titled }) => [...titled])),
      watch: { list: (term) => need(term, false), positions: (term) => need(term, true), near: watch.near },
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

/** All packed counts in numeric order: their frequencies are unknown until all parts are loaded. */
const EVERY_COUNT = Uint16Array.from({ length: 2 ** COUNT_BITS }, (_, packed) => packed)

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
    countCodes: EVERY_COUNT,
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
    loaded: a.loaded?.hasPositions === true ? a.loaded : (b.loaded ?? a.loaded),
    wordOf: a.wordOf ?? b.wordOf,
    titled: a.titled.length > 0 ? a.titled : b.titled,
  }
}

/** The head of a list whose postings are not loaded. */
function listHead(docFreq: number): Uint8Array {
  const buffer = createByteBuffer()
  writeListHead(buffer, docFreq, 0)
  return bytesOf(buffer)
}

/** Offsets at which items of these lengths start, one after another, and the end. */
function startsOf(items: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(items.length + 1)
  items.forEach(({ length }, i) => {
    starts[i + 1] = (starts[i] ?? 0) + length
  })
  return starts
}
