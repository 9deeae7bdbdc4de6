/**
 * Chunks -> the files of a static index (`layout.ts`). The same chunks, script and packer give the same bytes. The
 * boundaries between parts follow from estimated sizes, so they never depend on the packer.
 */
import { encodeBase64, sha256, toHex } from '../../../core/base.ts'
import { tableRows } from '../../../core/content.ts'
import {
  type IndexReader, type InvertedIndex, openIndex, resolveQuery, search, buildIndex, columnsOf, createOpenList,
  type Findable, isPageTitle, isPair, MAX_READ, nextBlock,
} from '../../../core/search.ts'
import { createByteBuffer, i32At, u32At, unmarkedTerm } from '../../../core/text.ts'
import { encodeJson } from '../bytes.ts'
import { encodeHead } from '../head.ts'
import { type Entry, HEAD_PATH, type Pack, PART_KINDS, type PartKind, partPath, seal, STATIC_VERSION } from '../layout.ts'
import { type ListPositions, type PostingList, writePositions } from '../postings.ts'
import {
  MAX_READY_LENGTH, READY_RESULTS, type Ready, type ReadyResults, isBroad, encodeReady,
} from '../ready.ts'
import { type Key, writeTermPart } from '../term-part.ts'
import { encodeTexts, formatRows } from '../texts.ts'
import { backwards, hasOtherScript } from '../words.ts'

/** Prefixes of lower-case ASCII; others are typed too rarely. */
const BEGINNING = /^[a-z]+$/

/** The results of all such prefixes, sorted by prefix; `firsts` has the first key of each part of terms. */
function readyResults(index: InvertedIndex, words: readonly string[], firsts: readonly string[]): Ready {
  const reader = openIndex(index)
  const lengths = Array.from({ length: MAX_READY_LENGTH }, (_, i) => i + 1)
  const beginnings = new Set(words.flatMap((word) => lengths.map((length) => word.slice(0, length))))
  const broad = [...beginnings].filter((beginning) => BEGINNING.test(beginning) && isBroad(firsts, beginning))
  const ready = broad.sort().flatMap((beginning) => {
    const results = resultsOf(reader, beginning)
    return results === null ? [] : [[beginning, results] as const]
  })
  return new Map(ready)
}

/** The results of a query; null if it has several words, or if something else is searched in its place. */
function resultsOf(reader: IndexReader, query: string): ReadyResults | null {
  const resolved = resolveQuery(reader, query)
  const [clause, ...others] = resolved.clauses
  if (clause === undefined || others.length > 0 || clause.correctedTo !== null) return null
  return {
    ordinals: search(reader, resolved, { limit: READY_RESULTS }).map(({ ordinal }) => ordinal),
    terms: clause.alternatives.map(({ term }) => reader.index.lexicon.textOf(term)),
    weight: clause.coverage,
  }
}

/** Estimated compressed bytes of a key, a posting and a title match in a part of terms. */
const COST = { key: 3.2, posting: 2.2, title: 5 }
/** Sizes of parts. */
export interface PartSizes {
  /** Estimated compressed bytes of a part of terms. */
  readonly terms: number
  readonly words: number
  /** UTF-16 units of a part of texts, before compression. */
  readonly texts: number
}

/** The sizes for most sites, and for large ones, whose parts are larger because hosts limit the number of files. */
const SIZES: PartSizes = { terms: 2_600, words: 500, texts: 3_600 }
const LARGE_SIZES: PartSizes = { terms: 3_200, words: 600, texts: 7_000 }
/** Number of prefixes in a part of precomputed results. */
const READY_IN_PART = 40
/** A site with more sections is a large one. */
const LARGE_SITE = 40_000
/** Hex digits of the name of a build. */
const BUILD_DIGITS = 16

export interface StaticFile {
  /** Path relative to the folder of the build. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface StaticIndex {
  readonly build: string
  readonly head: Uint8Array
  readonly parts: readonly StaticFile[]
  /** True if all texts are English, and no word of them has letters that need another stemmer. */
  readonly isEnglish: boolean
}

/** Writes the index of chunks in static form. */
export async function writeStaticIndex(
  chunks: readonly Findable[],
  pack: Pack,
  sizes: PartSizes = chunks.length > LARGE_SITE ? LARGE_SIZES : SIZES,
): Promise<StaticIndex> {
  const index = columnsOf(buildIndex(chunks))
  const lists = readLists(index)
  const keys = keysOf(index, lists)
  const termParts = cutBySize(keys, sizes.terms, costOf)
  const wordKeys = keys.filter(({ key, list, wordOf }) => list !== null || (wordOf !== null && !isPair(key)))
  const words = [...new Set(wordKeys.map(({ key }) => unmarkedTerm(key)))].sort()
  const one = () => 1
  const wordParts = cutBySize(words, sizes.words, one)
  const backwardParts = cutBySize(words.map(backwards).sort(), sizes.words, one)
  const textParts = cutBySize(chunks.map(shownPart), sizes.texts, lengthOfShown)
  const firsts = boundaries(termParts.map((ofPart) => ofPart.map(({ key }) => key)))
  const readyParts = cutBySize([...readyResults(index, words, firsts)], READY_IN_PART, one)

  const written = (write: (buffer: ReturnType<typeof createByteBuffer>) => void) => {
    const buffer = createByteBuffer()
    write(buffer)
    return buffer.bytes.slice(0, buffer.size)
  }
  const contents: Readonly<Record<PartKind, readonly Uint8Array[]>> = {
    t: termParts.map((ofPart) => written((buffer) => writeTermPart(buffer, ofPart, index))),
    x: termParts.map((ofPart) => written((buffer) => {
      for (const { key } of ofPart) writePositions(buffer, lists.get(key)?.positions ?? [])
    })),
    w: wordParts.map(encodeJson),
    r: backwardParts.map(encodeJson),
    f: textParts.map(encodeTexts),
    a: readyParts.map((ofPart) => encodeReady(new Map(ofPart))),
  }
  const parts = PART_KINDS.flatMap((kind) => {
    return contents[kind].map((bytes, number): StaticFile => ({ path: partPath({ kind, number }), bytes }))
  })
  let sections = 0
  const head = encodeHead({
    ...headOf(index),
    terms: firsts,
    words: boundaries(wordParts),
    backwards: boundaries(backwardParts),
    texts: textParts.map(({ length }) => (sections += length) - length),
    ready: readyParts.map(([[first] = ['']]) => first),
  })
  const build = await buildOf([head, ...parts.map(({ bytes }) => bytes)])
  return {
    build,
    head: seal(head, HEAD_PATH, pack),
    parts: parts.map(({ path, bytes }) => ({ path, bytes: seal(bytes, path, pack) })),
    isEnglish: index.languages.every((language) => language === 'en') && !words.some(hasOtherScript),
  }
}

/** The entry of an index, with the names of its modules. */
export function entryOf({ build, head }: StaticIndex, scripts: Pick<Entry, 'script' | 'fullScript'>): Entry {
  return { version: STATIC_VERSION, build, ...scripts, head: encodeBase64(head) }
}

function headOf(index: InvertedIndex) {
  const { averages, languages, pages, spellings, scopes, scopeOf, scopeRanks, copies, weights } = index
  const weightBits = new Uint32Array(weights.buffer, weights.byteOffset, weights.length)
  return {
    averages,
    languages,
    pages: [...pages],
    intros: [...pages.keys()].filter((i) => pages[i] !== pages[i - 1] && isPageTitle(i32At(spellings, i))),
    scopes,
    scopeOf: [...scopeOf],
    scopeRanks: [...scopeRanks],
    copies: [...copies],
    weights: [...weightBits],
  }
}

function readLists(index: InvertedIndex): Map<string, PostingList & { readonly positions: ListPositions }> {
  const openList = createOpenList(index)
  return new Map(index.terms.map((term, number) => {
    const cursor = openList(number)
    const chunks = new Uint32Array(cursor.docFreq)
    const counts = new Uint16Array(cursor.docFreq)
    const positions: Uint32Array[] = []
    for (let more = cursor.size > 0 || nextBlock(cursor); more; more = nextBlock(cursor)) {
      chunks.set(cursor.chunks.subarray(0, cursor.size), positions.length)
      counts.set(cursor.counts.subarray(0, cursor.size), positions.length)
      for (let i = 0; i < cursor.size; i += 1) positions.push(cursor.positionsAt(i).slice())
    }
    return [term, { chunks, counts, positions }]
  }))
}

/** All keys of an index, sorted. */
function keysOf(index: InvertedIndex, lists: ReadonlyMap<string, PostingList>): Key[] {
  const { terms } = index
  const words = new Map(index.words.map((word, number) => [word, terms[u32At(index.wordTerms, number)] ?? '']))
  const titles = new Map(index.titleKeys.map((key, number) => {
    return [key, index.titleChunks.slice(index.titleStarts[number], index.titleStarts[number + 1])]
  }))
  const none = new Uint32Array(0)
  return [...new Set([...terms, ...words.keys(), ...titles.keys()])].sort().map((key): Key => {
    return { key, list: lists.get(key) ?? null, wordOf: words.get(key) ?? null, titled: titles.get(key) ?? none }
  })
}

/** Estimated compressed bytes of a key in a part of terms. */
function costOf({ list, titled }: Key): number {
  return COST.key + COST.posting * (list?.chunks.length ?? 0) + COST.title * titled.length
}

/** Divides items into parts; each but the last ends with the item by which it exceeds a size. A larger one is alone. */
function cutBySize<T>(items: readonly T[], limit: number, sizeOf: (item: T) => number): T[][] {
  const parts: T[][] = []
  let size = Infinity
  for (const item of items) {
    const own = sizeOf(item)
    if (size > limit || own > limit) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(item)
    size += own
  }
  return parts
}

/** The shortest strings that separate neighboring parts of ascending strings: each is a prefix of its part's first. */
function boundaries(parts: readonly (readonly string[])[]): string[] {
  return parts.map(([first = ''], part) => {
    const last = parts[part - 1]?.at(-1) ?? ''
    let length = 0
    while (length < first.length && first.charAt(length) === last.charAt(length)) length += 1
    const isHalf = /[\ud800-\udbff]/.test(first.charAt(length))
    return first.slice(0, length + (isHalf ? 2 : 1))
  })
}

function shownPart(chunk: Findable): Findable {
  const { structure, code = [] } = chunk
  const rows = structure === undefined ? '' : formatRows(tableRows(structure, MAX_READ))
  const text = chunk.text.slice(0, 2 * MAX_READ)
  return { ...chunk, text, code: code.filter(({ isBlock }) => isBlock), structure: rows }
}

function lengthOfShown({ text, title, heading, url, id }: Findable): number {
  return text.length + title.length + (heading?.length ?? 0) + url.length + id.length
}

/** The name of a build: a hash of its contents and of the version of the format. */
async function buildOf(contents: readonly Uint8Array[]): Promise<string> {
  const lengths = Uint32Array.from([STATIC_VERSION, ...contents.map(({ length }) => length)])
  return toHex(await sha256(new Uint8Array(lengths.buffer), ...contents)).slice(0, BUILD_DIGITS)
}
