/**
 * The parts of a static index that are loaded -> the index as a search reads it. Its columns for chunks are those of the
 * whole index, filled in as parts are loaded. Its lexicon has the words of the loaded parts, and notes the parts that a
 * look-up needs besides: what a search finds is right if it needed none.
 */
import { partitionPoint } from '../../../core/base.ts'
import {
  asPageTitle, type ChunkColumns, createStringDictionary, createTermsOf, type DecodedList, encodeString, isPair, type Lexicon, MEASURED_FIELDS, type NearWord, openDecoded,
  pairPrefix, type SearchIndex, shortestEndingIn, type ShownChunk,
} from '../../../core/search.ts'
import { unmarkedTerm } from '../../../core/text.ts'
import { DamagedPart, readNumber, readStrings } from '../byte-reader.ts'
import { type Head, fillRuns, lengthOf } from '../head.ts'
import { type PartKind, type PartName, partPath } from '../layout.ts'
import { type ListPositions, type PostingList, readAllPositions, readPostings } from '../postings.ts'
import { LAST, type Ready, decodeReady, rangeOf } from '../ready.ts'
import { type Key, readTermPart } from '../term-part.ts'
import { decodeTexts } from '../texts.ts'
import { backwards, halvesOf, wordsNear } from '../words.ts'

/** Most keys of a part: the number of a term is that of its part times this, and its position in the part. */
const PART_KEYS = 0x1_0000
/** Parts of terms or words that a word may need while it is typed; more are loaded after a pause. */
const MAX_TYPED_PARTS = 7
/** The same for a beginning of one or two UTF-16 units, which says little about the word yet. */
const MAX_SHORT_PARTS = 3
/** Comes after the marks of languages that a word may end in. */
const AFTER_MARKS = '\u0005'
const NO_CHUNKS: Uint32Array = new Uint32Array(0)

/** The parts that a step of a search needs besides the loaded ones. */
export interface Needs {
  readonly parts: Map<string, PartName>
  /** True where a word that may still be being typed needs many parts. */
  isLarge: boolean
}

/** A static index of which some parts are loaded. */
export interface PartIndex {
  readonly index: SearchIndex
  /** Adds a part; positions must be added after their postings. Throws if the bytes are not such a part. */
  readonly add: (name: PartName, bytes: Uint8Array) => void
  /** Begins a step of a search; the record is filled in as it goes on. */
  readonly begin: () => Needs
  /** The part that has the text of a section. */
  readonly textPart: (ordinal: number) => PartName
  /** A section as it is shown; undefined where its part is not loaded. */
  readonly chunkAt: (ordinal: number) => ShownChunk | undefined
  /** The results in a part of precomputed results. */
  readonly readyOf: (part: number) => Ready
}

/** The index with this head, without loaded parts. */
export function createPartIndex(head: Head): PartIndex {
  const columns = createColumns(head)
  const context = { measures: columns, codes: head.codes, spellings: columns.spellings }
  const termsOf = createTermsOf(columns)
  const commonNumbers = new Map(head.common.map((term, number) => [term, number]))
  const keys = new Map<number, readonly Key[]>()
  const common = new Map<number, PostingList>()
  const positions = new Map<PostingList, ListPositions>()
  const words = new Map<string, readonly string[]>()
  const texts = new Map<number, readonly ShownChunk[]>()
  const ready = new Map<number, Ready>()
  let needs: Needs = { parts: new Map(), isLarge: false }
  /** True where keys of the word that is looked up may be in parts that are not loaded. */
  let lacksKeys = false
  /** True where the word would be looked up as an unknown one, though it may be in one of these parts. */
  let isBlind = false

  function begin(): Needs {
    needs = { parts: new Map(), isLarge: false }
    startWord()
    return needs
  }

  function startWord(): void {
    lacksKeys = false
    isBlind = false
  }

  function need(kind: PartKind, number: number): void {
    needs.parts.set(partPath({ kind, number }), { kind, number })
  }

  /** Visits the keys from one to another, with their numbers; returns the number of parts that are not loaded. */
  function eachKey(from: string, to: string, visit: (key: Key, number: number) => void): number {
    let missing = 0
    for (const part of isBlind ? [] : rangeOf(head.terms, from, to)) {
      const ofPart = keys.get(part)
      if (ofPart === undefined) {
        need('t', part)
        missing += 1
        continue
      }
      const isBefore = (at: number) => (ofPart[at]?.key ?? from) < from
      for (let at = partitionPoint({ from: 0, to: ofPart.length }, isBefore); at < ofPart.length; at += 1) {
        const key = ofPart[at]
        if (key === undefined || key.key > to) break
        visit(key, part * PART_KEYS + at)
      }
    }
    if (missing > 0) lacksKeys = true
    return missing
  }

  function eachWithPrefix(prefix: string, visit: (key: Key, number: number) => void): void {
    const missing = eachKey(prefix, prefix + LAST, visit)
    if (missing > (prefix.length > 2 ? MAX_TYPED_PARTS : MAX_SHORT_PARTS)) needs.isLarge = true
  }

  function keyAt(term: number): Key | undefined {
    return keys.get(Math.floor(term / PART_KEYS))?.[term % PART_KEYS]
  }

  /** Notes that the postings of a term are needed, if they have a part of their own. */
  function needCommon(term: string): void {
    const number = commonNumbers.get(term)
    if (number !== undefined && !common.has(number) && !isBlind) need('p', number)
  }

  function find(term: string): number {
    let found = -1
    eachKey(term, term, (key, number) => {
      if (key.term !== null) found = number
    })
    needCommon(term)
    return found
  }

  /** Visits the term of a word. */
  function visitTermOf({ wordOf }: Key, visit: (term: number) => void): void {
    let found = -1
    if (wordOf !== null) eachKey(wordOf, wordOf, (_, number) => (found = number))
    if (found >= 0) visit(found)
  }

  function compoundsOf(part: string): number[] {
    const terms: number[] = []
    eachWithPrefix(pairPrefix(part), (key) => visitTermOf(key, (term) => terms.push(term)))
    return terms
  }

  /** The words in parts of words; null, and the missing ones are needed, if some are not loaded. */
  function wordsIn(names: readonly PartName[]): string[] | null {
    const missing = names.filter((name) => !words.has(partPath(name)))
    for (const { kind, number } of missing) need(kind, number)
    if (missing.length > MAX_TYPED_PARTS) needs.isLarge = true
    return missing.length > 0 ? null : names.flatMap((name) => {
      const ofPart = words.get(partPath(name)) ?? []
      return name.kind === 'r' ? ofPart.map(backwards) : ofPart
    })
  }

  /** The parts of words reversed that have an ending. */
  function partsEndingIn(ending: string): PartName[] {
    const reversed = backwards(ending)
    return rangeOf(head.backwards, reversed, reversed + LAST).map((number) => ({ kind: 'r', number }))
  }

  /** Visits the keys of a word, in any language. */
  function eachOfWord(word: string, visit: (key: Key, number: number) => void): void {
    eachKey(word, word + AFTER_MARKS, (key, number) => {
      if (unmarkedTerm(key.key) === word) visit(key, number)
    })
  }

  function endingIn(endings: readonly string[]): number[] {
    // A word that seems to be unknown may be in a part that is not loaded.
    if (lacksKeys) return []
    const found = new Set<number>()
    for (const ending of endings) {
      for (const word of shortestEndingIn(wordsIn(partsEndingIn(ending)) ?? [], ending)) {
        eachOfWord(word, (key, number) => {
          if (key.term !== null) found.add(number)
          visitTermOf(key, (term) => found.add(term))
        })
      }
    }
    return [...found]
  }

  /** The words near a word, from parts of words; null where these are not loaded. */
  function nearWords({ word, start: shared, edits }: NearWord): string[] | null {
    const { start, end, exchanged } = halvesOf(word)
    // Two edits may be one in each half, but then all near words share a beginning with the word.
    const beginning = shared === '' ? start : shared
    const all = wordsIn([
      ...rangeOf(head.words, beginning, beginning + LAST).map((number): PartName => ({ kind: 'w', number })),
      ...(shared === '' ? partsEndingIn(end) : []),
    ])
    if (all === null && edits > 1) needs.isLarge = true
    return all === null ? null : [exchanged, ...wordsNear(all, word, edits)].filter((other) => other.startsWith(shared))
  }

  function eachNear(near: NearWord, visit: (term: number, word: string) => void): void {
    // A word that seems to be unknown may be in a part that is not loaded.
    isBlind ||= lacksKeys
    const found = isBlind ? null : nearWords(near)
    isBlind ||= found === null
    const nearKeys = new Map<number, Key>()
    for (const word of new Set(found)) {
      termsOf(word).forEach(needCommon)
      eachOfWord(word, (key, number) => nearKeys.set(number, key))
    }
    isBlind ||= lacksKeys
    const ascending = [...nearKeys].sort(([a], [b]) => a - b)
    for (const [number, { key, term }] of ascending) if (term !== null) visit(number, key)
    for (const [, key] of ascending) visitTermOf(key, (term) => visit(term, key.key))
  }

  function titled(key: string): Uint32Array {
    let chunks = NO_CHUNKS
    eachKey(key, key, (found) => (chunks = found.titled))
    return chunks
  }

  function listOf(term: number): DecodedList {
    const key = keyAt(term)
    const name = key?.key ?? ''
    const number = commonNumbers.get(name)
    const list = number === undefined ? key?.term?.list : common.get(number)
    if (!list) needCommon(name)
    const { chunks, counts } = list ?? { chunks: NO_CHUNKS, counts: new Uint16Array(0) }
    const positionsAt = (at: number) => {
      const ofList = list ? positions.get(list) : undefined
      if (ofList === undefined) need(number === undefined ? 'x' : 'y', number ?? Math.floor(term / PART_KEYS))
      return ofList?.[at] ?? NO_CHUNKS
    }
    return { chunks, counts, docFreq: key?.term?.docFreq ?? 0, positionsAt }
  }

  function addPositions(reader: { readonly bytes: Uint8Array; at: number }, lists: readonly PostingList[]): void {
    readAllPositions(reader, lists).forEach((ofList, i) => {
      const list = lists[i]
      if (list !== undefined) positions.set(list, ofList)
    })
  }

  function add(name: PartName, bytes: Uint8Array): void {
    const { kind, number } = name
    const reader = { bytes, at: 0 }
    if (kind === 't') {
      const ofPart = readTermPart(reader, context)
      if (ofPart.length > PART_KEYS) throw new DamagedPart()
      keys.set(number, ofPart)
    }
    if (kind === 'p') {
      const [list] = readPostings(reader, [readNumber(reader)], context)
      if (list !== undefined) common.set(number, list)
    }
    if (kind === 'x') addPositions(reader, (keys.get(number) ?? []).flatMap(({ term }) => term?.list ?? []))
    if (kind === 'y') addPositions(reader, [common.get(number)].flatMap((list) => list ?? []))
    if (kind === 'w' || kind === 'r') words.set(partPath(name), readStrings(reader))
    if (kind === 'f') texts.set(number, decodeTexts(bytes))
    if (kind === 'a') ready.set(number, decodeReady(bytes))
  }

  function textPart(ordinal: number): PartName {
    return { kind: 'f', number: rangeOf(head.texts, ordinal, ordinal)[0] ?? 0 }
  }

  const lexicon: Lexicon = {
    size: columns.pages.length,
    startWord,
    find,
    textOf: (term) => keyAt(term)?.key ?? '',
    hasWord(word) {
      let isThere = false
      eachKey(word, word, ({ wordOf }) => (isThere = wordOf !== null))
      return isThere
    },
    eachBeginning: (prefix, visit) => eachWithPrefix(prefix, (key, number) => {
      const { length } = encodeString(key.key)
      if (key.term !== null) visit(number, length)
      if (!isPair(key.key)) visitTermOf(key, (term) => visit(term, length))
    }),
    compoundsOf,
    endingIn,
    eachNear,
    titled,
    docFreq: (term) => keyAt(term)?.term?.docFreq ?? 0,
    open: (term) => openDecoded(listOf(term)),
  }
  return {
    index: { ...columns, lexicon },
    add,
    begin,
    textPart,
    chunkAt(ordinal) {
      const { number } = textPart(ordinal)
      return texts.get(number)?.[ordinal - (head.texts[number] ?? 0)]
    },
    readyOf: (part) => ready.get(part) ?? new Map(),
  }
}

/** The columns with a number for each chunk, and those of the head. */
function createColumns(head: Head): ChunkColumns {
  const { averages, pages, intros, scopes, scopeOf, scopeRanks, copies, weights, languages } = head
  const size = lengthOf(pages)
  const columns = {
    averages,
    ids: createStringDictionary([]),
    scopes: createStringDictionary(scopes),
    languages: createStringDictionary(languages),
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
  for (const first of intros) columns.spellings[first] = asPageTitle(0)
  return columns
}
