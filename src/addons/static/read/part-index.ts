/**
 * The parts of a static index that are loaded -> the index as a search reads it. Its columns for chunks are those of
 * the whole index, filled in as parts are loaded. Its lexicon has the words of the loaded parts, and notes the parts
 * that a look-up needs besides: what a search finds is right if it needed none.
 */
import { partitionPoint } from '../../../core/base.ts'
import {
  asPageTitle, type ChunkColumns, createIsNear, type DecodedList, isPair,
  type Lexicon, MEASURED_FIELDS, type NearWord, openDecoded, pairPrefix, type SearchIndex, shortestEndingIn,
  type ShownChunk,
} from '../../../core/search.ts'
import { unmarkedTerm } from '../../../core/text.ts'
import { DamagedPart, decodeStrings } from '../bytes.ts'
import type { Head } from '../head.ts'
import { type PartKind, type PartName, partPath } from '../layout.ts'
import { type ListPositions, type PostingList, readPositions } from '../postings.ts'
import { LAST, type Ready, decodeReady, rangeOf } from '../ready.ts'
import { type Key, readTermPart } from '../term-part.ts'
import { decodeTexts } from '../texts.ts'
import { backwards, halvesOf } from '../words.ts'

/** Most keys of a part: the number of a term is that of its part times this, and its position in the part. */
const PART_KEYS = 0x1_0000
/** Parts of terms or words that a word may need while it is typed; more are loaded after a pause. */
const MAX_TYPED_PARTS = 7
/** The same for a beginning of one or two UTF-16 units, which says little about the word yet. */
const MAX_SHORT_PARTS = 3
/** Comes after the marks of languages that a word may end in. */
const AFTER_MARKS = '\u0005'
const NO_CHUNKS: Uint32Array = new Uint32Array(0)
const NO_POSTINGS: PostingList = { chunks: NO_CHUNKS, counts: new Uint16Array(0) }

/** The parts that a step of a search needs besides the loaded ones. */
export interface Needs {
  readonly parts: Map<string, PartName>
  /** True where a word that may still be being typed needs many parts. */
  isLarge: boolean
}

/** The look-ups of one step after another, in what is loaded. */
interface Lookup {
  readonly head: Head
  /** By the number of their part. */
  readonly keys: Map<number, readonly Key[]>
  readonly positions: Map<PostingList, ListPositions>
  /** By the path of their part. */
  readonly words: Map<string, readonly string[]>
  needs: Needs
  /** True where keys of the word that is looked up may be in parts that are not loaded. */
  lacksKeys: boolean
  /** True where the word would be looked up as an unknown one, though it may be in one of these parts. */
  isBlind: boolean
}

/** The index with this head, without loaded parts. */
export function createPartIndex(head: Head) {
  const columns = createColumns(head)
  const texts = new Map<number, readonly ShownChunk[]>()
  const ready = new Map<number, Ready>()
  const needs = { parts: new Map(), isLarge: false }
  const loaded = { keys: new Map(), positions: new Map(), words: new Map() }
  const lookup: Lookup = { head, ...loaded, needs, lacksKeys: false, isBlind: false }
  const index: SearchIndex = { ...columns, lexicon: createLexicon(lookup, columns) }

  /** Adds a part; positions must be added after their postings. Throws if the bytes are not such a part. */
  function add(name: PartName, bytes: Uint8Array): void {
    const { kind, number } = name
    const reader = { bytes, at: 0 }
    if (kind === 't') {
      const ofPart = readTermPart(reader, columns)
      if (ofPart.length > PART_KEYS) throw new DamagedPart()
      lookup.keys.set(number, ofPart)
    }
    if (kind === 'x') {
      for (const list of (lookup.keys.get(number) ?? []).flatMap((key) => key.list ?? [])) {
        lookup.positions.set(list, readPositions(reader, list))
      }
    }
    if (kind === 'w' || kind === 'r') lookup.words.set(partPath(name), decodeStrings(bytes))
    if (kind === 'f') texts.set(number, decodeTexts(bytes))
    if (kind === 'a') ready.set(number, decodeReady(bytes))
  }

  /** Begins a step of a search; the record is filled in as it goes on. */
  function begin(): Needs {
    lookup.needs = { parts: new Map(), isLarge: false }
    startWord(lookup)
    return lookup.needs
  }

  function textPart(ordinal: number): PartName {
    return { kind: 'f', number: rangeOf(head.texts, ordinal, ordinal)[0] ?? 0 }
  }

  /** A section as it is shown; undefined where its part is not loaded. */
  function chunkAt(ordinal: number): ShownChunk | undefined {
    const { number } = textPart(ordinal)
    return texts.get(number)?.[ordinal - (head.texts[number] ?? 0)]
  }

  function readyOf(part: number): Ready {
    return ready.get(part) ?? new Map()
  }

  return { index, add, begin, textPart, chunkAt, readyOf }
}

function startWord(lookup: Lookup): void {
  lookup.lacksKeys = false
  lookup.isBlind = false
}

function need({ needs }: Lookup, kind: PartKind, number: number): void {
  needs.parts.set(partPath({ kind, number }), { kind, number })
}

type VisitKey = (key: Key, number: number) => void

/** Visits the keys from one to another; returns the number of parts that are not loaded. */
function eachKey(lookup: Lookup, from: string, to: string, visit: VisitKey): number {
  let missing = 0
  for (const part of lookup.isBlind ? [] : rangeOf(lookup.head.terms, from, to)) {
    const ofPart = lookup.keys.get(part)
    if (ofPart === undefined) {
      need(lookup, 't', part)
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
  if (missing > 0) lookup.lacksKeys = true
  return missing
}

function eachWithPrefix(lookup: Lookup, prefix: string, visit: VisitKey): void {
  const missing = eachKey(lookup, prefix, prefix + LAST, visit)
  if (missing > (prefix.length > 2 ? MAX_TYPED_PARTS : MAX_SHORT_PARTS)) lookup.needs.isLarge = true
}

function eachOfWord(lookup: Lookup, word: string, visit: VisitKey): void {
  eachKey(lookup, word, word + AFTER_MARKS, (key, number) => {
    if (unmarkedTerm(key.key) === word) visit(key, number)
  })
}

function visitTermOf(lookup: Lookup, { wordOf }: Key, visit: (term: number) => void): void {
  let found = -1
  if (wordOf !== null) eachKey(lookup, wordOf, wordOf, (_, number) => (found = number))
  if (found >= 0) visit(found)
}

function keyAt({ keys }: Lookup, term: number): Key | undefined {
  return keys.get(Math.floor(term / PART_KEYS))?.[term % PART_KEYS]
}

/** The words in parts of words; null, and the missing ones are needed, if some are not loaded. */
function wordsIn(lookup: Lookup, names: readonly PartName[]): string[] | null {
  const missing = names.filter((name) => !lookup.words.has(partPath(name)))
  for (const { kind, number } of missing) need(lookup, kind, number)
  if (missing.length > MAX_TYPED_PARTS) lookup.needs.isLarge = true
  return missing.length > 0 ? null : names.flatMap((name) => {
    const ofPart = lookup.words.get(partPath(name)) ?? []
    return name.kind === 'r' ? ofPart.map(backwards) : ofPart
  })
}

function partsEndingIn({ head }: Lookup, ending: string): PartName[] {
  const reversed = backwards(ending)
  return rangeOf(head.backwards, reversed, reversed + LAST).map((number) => ({ kind: 'r', number }))
}

/** The words near a word, from parts of words; null where these are not loaded. */
function nearWords(lookup: Lookup, { word, start: shared, edits }: NearWord): string[] | null {
  const { start, end, exchanged } = halvesOf(word)
  // Two edits may be one in each half, but then all near words share a beginning with the word.
  const beginning = shared === '' ? start : shared
  const all = wordsIn(lookup, [
    ...rangeOf(lookup.head.words, beginning, beginning + LAST).map((number): PartName => ({ kind: 'w', number })),
    ...(shared === '' ? partsEndingIn(lookup, end) : []),
  ])
  if (all === null && edits > 1) lookup.needs.isLarge = true
  const isNear = createIsNear(word, edits)
  return all === null ? null : [exchanged, ...all.filter(isNear)].filter((other) => other.startsWith(shared))
}

function listOf(lookup: Lookup, term: number): DecodedList {
  const list = keyAt(lookup, term)?.list ?? NO_POSTINGS
  const positionsAt = (at: number) => {
    const ofList = lookup.positions.get(list)
    if (ofList === undefined) need(lookup, 'x', Math.floor(term / PART_KEYS))
    return ofList?.[at] ?? NO_CHUNKS
  }
  return { ...list, docFreq: list.chunks.length, positionsAt }
}

function createLexicon(lookup: Lookup, columns: ChunkColumns): Lexicon {
  function titled(key: string): Uint32Array {
    let chunks = NO_CHUNKS
    eachKey(lookup, key, key, (found) => (chunks = found.titled))
    return chunks
  }

  return {
    size: columns.pages.length,
    startWord: () => startWord(lookup),
    find(term: string): number {
      let found = -1
      eachKey(lookup, term, term, (key, number) => {
        if (key.list !== null) found = number
      })
      return found
    },
    textOf: (term) => keyAt(lookup, term)?.key ?? '',
    hasWord(word: string): boolean {
      let isThere = false
      eachKey(lookup, word, word, ({ wordOf }) => (isThere = wordOf !== null))
      return isThere
    },
    eachBeginning: (prefix, visit) => eachWithPrefix(lookup, prefix, (key, number) => {
      const { length } = key.key
      if (key.list !== null) visit(number, length)
      if (!isPair(key.key)) visitTermOf(lookup, key, (term) => visit(term, length))
    }),
    compoundsOf(part: string): number[] {
      const terms: number[] = []
      eachWithPrefix(lookup, pairPrefix(part), (key) => visitTermOf(lookup, key, (term) => terms.push(term)))
      return terms
    },
    endingIn(endings: readonly string[]): number[] {
      // A word that seems to be unknown may be in a part that is not loaded.
      if (lookup.lacksKeys) return []
      const found = new Set<number>()
      for (const ending of endings) {
        for (const word of shortestEndingIn(wordsIn(lookup, partsEndingIn(lookup, ending)) ?? [], ending)) {
          eachOfWord(lookup, word, (key, number) => {
            if (key.list !== null) found.add(number)
            visitTermOf(lookup, key, (term) => found.add(term))
          })
        }
      }
      return [...found]
    },
    eachNear(near: NearWord, visit: (term: number, word: string) => void): void {
      // A word that seems to be unknown may be in a part that is not loaded.
      lookup.isBlind ||= lookup.lacksKeys
      const found = lookup.isBlind ? null : nearWords(lookup, near)
      lookup.isBlind ||= found === null
      const nearKeys = new Map<number, Key>()
      for (const word of new Set(found)) eachOfWord(lookup, word, (key, number) => nearKeys.set(number, key))
      lookup.isBlind ||= lookup.lacksKeys
      const ascending = [...nearKeys].sort(([a], [b]) => a - b)
      for (const [number, { key, list }] of ascending) if (list !== null) visit(number, key)
      for (const [, key] of ascending) visitTermOf(lookup, key, (term) => visit(term, key.key))
    },
    titled,
    docFreq: (term) => listOf(lookup, term).docFreq,
    open: (term) => openDecoded(listOf(lookup, term)),
  }
}

function createColumns(head: Head): ChunkColumns {
  const { averages, pages, intros, scopes, scopeOf, scopeRanks, copies, weights, languages } = head
  const size = pages.length
  const columns = {
    averages,
    ids: [],
    scopes,
    languages,
    pages: Uint32Array.from(pages),
    scopeOf: Uint32Array.from(scopeOf),
    scopeRanks: Uint32Array.from(scopeRanks),
    copies: Uint32Array.from(copies),
    weights: new Float32Array(Uint32Array.from(weights).buffer),
    lengths: new Uint16Array(MEASURED_FIELDS.length * size),
    headingIdf: new Float32Array(size),
    titleIdf: new Float32Array(size),
    spellings: new Int32Array(size),
  }
  for (const first of intros) columns.spellings[first] = asPageTitle(0)
  return columns
}
