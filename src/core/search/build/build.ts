/**
 * Chunks -> inverted index, at once or page by page, by batches: all that an index needs of some chunks, with their
 * texts as numbers of words. Batches of one reader share its dictionaries, so a batch is read once and serves any
 * number of indexes.
 */
import { hashText } from '../../base/bytes.ts'
import { groupBy } from '../../base/text.ts'
import { u32At } from '../../text/column.ts'
import { analysisTagOf, type Language, languageOf } from '../../text/language.ts'
import { versionFolder, versionRanks } from '../../text/version-order.ts'
import { fieldNumber, LINKS } from '../index/field.ts'
import { filterableOf, rankedVersion, scopeOf } from '../index/filter.ts'
import {
  type Index, INDEX_VERSION, type IndexColumns, type InvertedIndex, type ListlessColumns, type Searchable,
} from '../index/inverted-index.ts'
import { asPageTitle, createToTitleKey, type TitleKey } from '../query/title-match.ts'
import { createInterner } from './interner.ts'
import type { Dictionaries } from './dictionary.ts'
import { type Postings, writeLists } from './postings.ts'
import { type Collection, createTextColumns } from './text-columns.ts'
import { createStreamWriter, placeField, readOccurrences, type TokenStream } from './token-stream.ts'

/** Replaced words, as a multiple of all words, after which a builder starts again with empty dictionaries. */
const MAX_REPLACED_RATIO = 4

/**
 * Builds the index of a site's chunks; the same chunks give the same index.
 *
 * @example
 * const { pages } = await readFolder('docs')
 * const chunks = chunkPages(pages)
 * createSearcher(chunks, { index: buildIndex(chunks) }).search('getting started')[0].url // '/getting-started/'
 */
export function buildIndex(chunks: Iterable<Searchable>): Index {
  const { read, dictionaries } = createBatchReader()
  return indexOf([read(chunks)], dictionaries)
}

function indexOf(batches: readonly Batch[], dictionaries: Dictionaries): InvertedIndex {
  const { columns, postings } = joinBatches(batches, dictionaries).columnsIn(null)
  return { version: INDEX_VERSION, size: columns.pages.length, ...columns, ...writeLists(postings, columns) }
}

/** A builder for a site whose pages change. */
export interface IndexBuilder {
  /**
   * Replaces the chunks of a page in their place, or appends those of a new page; an empty list removes the page.
   * Throws a RangeError for a chunk of another page, and then changes nothing.
   */
  readonly replacePage: (page: string, chunks: readonly Searchable[]) => void
  /**
   * The index of all chunks, byte for byte the same as `buildIndex` makes of them in this order. `order` lists all
   * pages, if their order is not that of their first `replacePage`; throws a RangeError if it doesn't list all of them.
   */
  readonly index: (order?: readonly string[]) => Index
}

interface Page extends Batch {
  /** Its source, for reading it again. */
  readonly chunks: readonly Searchable[]
}

/**
 * A builder that reads a page when it is replaced, which is most of the work, and inverts all pages for each index.
 *
 * @example
 * const builder = createIndexBuilder()
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * builder.replacePage('a', chunks)
 * createSearcher(chunks, { index: builder.index() }).search('route').length // 1
 */
export function createIndexBuilder(): IndexBuilder {
  const pages = new Map<string, Page>()
  let reader = createBatchReader()
  /** Words of all pages, and of those that were replaced since the dictionaries were empty. */
  let size = 0
  let replaced = 0

  function replacePage(page: string, chunks: readonly Searchable[]): void {
    const stranger = chunks.find((chunk) => chunk.page !== page)
    if (stranger !== undefined) throw new RangeError(`Chunk ${stranger.id} is of page ${stranger.page}, not of ${page}`)
    const before = sizeOf(pages.get(page))
    if (chunks.length === 0) pages.delete(page)
    else pages.set(page, readPage(reader, chunks))
    size += sizeOf(pages.get(page)) - before
    replaced += before
    if (replaced > MAX_REPLACED_RATIO * size) restart()
  }

  function restart(): void {
    reader = createBatchReader()
    replaced = 0
    for (const [page, { chunks }] of pages) pages.set(page, readPage(reader, chunks))
  }

  function index(order: readonly string[] = [...pages.keys()]): Index {
    const ordered = new Set(order)
    const missing = [...pages.keys()].find((page) => !ordered.has(page)) ?? order.find((page) => !pages.has(page))
    if (missing !== undefined || ordered.size < order.length) {
      throw new RangeError(`The order must name every page once: ${missing ?? 'one comes twice'}`)
    }
    return indexOf([...ordered].flatMap((page) => pages.get(page) ?? []), reader.dictionaries)
  }

  return { replacePage, index }
}

function readPage({ read }: BatchReader, chunks: readonly Searchable[]): Page {
  return { ...read(chunks), chunks: [...chunks] }
}

/** Words of a page. */
function sizeOf(page: Page | undefined): number {
  return page?.stream.length ?? 0
}

const WEIGHTS = { min: 0.1, max: 10 }

const BODY = fieldNumber('body')
const HEADING = fieldNumber('heading')
const TITLE = fieldNumber('title')
const PARENTS = fieldNumber('parents')

/** The data of a chunk besides its words. */
export interface Entry {
  readonly id: string
  readonly page: string
  /** Its values for filters (`filter.ts`). */
  readonly scope: string
  /** Keys that it shares with its copies. */
  readonly copyKeys: readonly number[]
  readonly weight: number
  /** Key and spelling of its heading, or of the title (`title-match.ts`); an empty key for none. */
  readonly title: TitleKey
}

/** Chunks that were read together, without their texts. */
export interface Batch {
  readonly entries: readonly Entry[]
  readonly stream: TokenStream
}

/** A reader of chunks that keeps a dictionary of the words it has met. */
interface BatchReader {
  readonly read: (chunks: Iterable<Searchable>) => Batch
  /** The dictionaries of the words in its batches. */
  readonly dictionaries: Dictionaries
}

function createBatchReader(): BatchReader {
  const keyReaders = new Map<Language, (text: string) => TitleKey>()
  const { add, endChunk, take, dictionaries } = createStreamWriter()

  function titleKeyOf({ heading, title, lang }: Searchable): TitleKey {
    const language = languageOf(lang)
    const toTitleKey = keyReaders.get(language) ?? createToTitleKey(language)
    keyReaders.set(language, toTitleKey)
    if (heading) return toTitleKey(heading)
    const { key, spelling } = toTitleKey(title)
    return { key, spelling: asPageTitle(spelling) }
  }

  function readChunk(chunk: Searchable): Entry {
    const language = analysisTagOf(chunk.lang)
    add(chunk.title, { language, field: TITLE })
    add(chunk.heading ?? '', { language, field: HEADING })
    for (const parent of chunk.parents ?? []) add(parent, { language, field: PARENTS })
    add(chunk.text, { language, field: BODY, code: chunk.code ?? [] })
    for (const text of chunk.linkTexts ?? []) add(text, { language, field: LINKS })
    for (const text of chunk.queries ?? []) add(text, { language, field: LINKS })
    endChunk()
    const { id, page } = chunk
    const [scope, copyKeys] = [scopeOf(chunk), copyKeysOf(chunk)]
    return { id, page, scope, copyKeys, weight: weightOf(chunk), title: titleKeyOf(chunk) }
  }

  function read(chunks: Iterable<Searchable>): Batch {
    // If a chunk throws, its words must not become part of the next batch.
    take()
    const entries = Array.from(chunks, readChunk)
    return { entries, stream: take() }
  }

  return { read, dictionaries }
}

/** Most terms and chunks in the caches of a bounded reader, about 300 bytes each; full caches are cleared. */
const MAX_CACHED = 65_536

/** A function that gives a reader for so many chunks more: one with empty dictionaries once they are large. */
export function createBoundedReader(): (chunks: number) => BatchReader {
  let reader = createBatchReader()
  let count = 0
  return function readerFor(chunks) {
    count += chunks
    if (count > MAX_CACHED || reader.dictionaries.terms.strings.length > MAX_CACHED) {
      reader = createBatchReader()
      count = chunks
    }
    return reader
  }
}

/** Joins the chunks of batches, in their order. Other batches of their reader have no effect on their index. */
export function joinBatches(batches: readonly Batch[], dictionaries: Dictionaries) {
  const entries = batches.flatMap((batch) => batch.entries)
  const occurrences = readOccurrences(batches.map(({ stream }) => stream), dictionaries)
  const pages = createInterner()
  const columns = {
    ids: entries.map(({ id }) => id),
    pages: Uint32Array.from(entries, ({ page }) => pages.intern(page)),
    ...scopeColumns(entries),
    copies: copiesOf(entries),
    weights: weightsOf(entries),
    ...titleColumns(entries),
    spellings: Int32Array.from(entries, ({ title }) => title.spelling),
  }

  /** The terms of their headings and titles: an index has sums of the idf of these. */
  function fieldTerms(): readonly string[] {
    const { terms, places, ends } = occurrences
    const inFields = terms.subarray(0, ends.at(-1)).filter((_, at) => {
      const field = placeField(u32At(places, at))
      return field === HEADING || field === TITLE
    })
    return Array.from(new Set(inFields), (term) => dictionaries.terms.strings[term] ?? '')
  }

  /** The columns of their index in a collection, without its lists, and their postings; null if they are all of it. */
  function columnsIn(
    collection: Collection | null,
  ): { readonly columns: ListlessColumns; readonly postings: Postings } {
    const { columns: ofText, postings } = createTextColumns(occurrences, dictionaries, collection)
    return { columns: { ...columns, ...ofText }, postings }
  }

  return { fieldTerms, columnsIn }
}

/** Scopes and their ranks: first that of their version; of equal ones, translations come last. */
function scopeColumns(entries: readonly Entry[]): Pick<IndexColumns, 'scopes' | 'scopeOf' | 'scopeRanks'> {
  const interner = createInterner()
  const numbers = entries.map(({ scope }) => interner.intern(scope))
  const { sorted: scopes, ranks } = interner.sort()
  const originals = new Set(entries.filter((entry) => !isTranslation(entry)).map(({ scope }) => scope))
  const versions = versionRanks(scopes.map(rankedVersion))
  return {
    scopes,
    scopeOf: Uint32Array.from(numbers, (number) => u32At(ranks, number)),
    scopeRanks: Uint32Array.from(versions, (rank, scope) => 2 * rank + Number(!originals.has(scopes[scope] ?? ''))),
  }
}

/** True for a page in a folder of its language: sites have the pages of their first language elsewhere, or all so. */
function isTranslation({ page, scope }: Entry): boolean {
  const { lang } = filterableOf(scope)
  return lang !== '' && page.toLowerCase().startsWith(`${lang.toLowerCase()}/`)
}

/** The weight of a chunk. Throws a RangeError for one out of range. */
function weightOf({ id, weight = 1 }: Searchable): number {
  if (weight >= WEIGHTS.min && weight <= WEIGHTS.max) return weight
  const { min, max } = WEIGHTS
  throw new RangeError(`The weight of chunk ${id} must be a number from ${min} to ${max}, not ${weight}`)
}

/** Weights as parts of the highest, so that no weight raises the bounds of scores; empty when all are the same. */
function weightsOf(entries: readonly Entry[]): Float32Array {
  const highest = entries.reduce((most, { weight }) => Math.max(most, weight), 0)
  const isWeighted = entries.some(({ weight }) => weight < highest)
  return Float32Array.from(isWeighted ? entries : [], ({ weight }) => weight / highest)
}

/** Ordinals by their title key, ascending within each. */
function titleColumns(entries: readonly Entry[]): Pick<IndexColumns, 'titleKeys' | 'titleStarts' | 'titleChunks'> {
  const byKey = groupBy(entries.keys(), (ordinal) => entries[ordinal]?.title.key ?? '')
  const keys = [...byKey.keys()].filter((key) => key !== '').sort()
  const lists = keys.map((key) => byKey.get(key) ?? [])
  let end = 0
  const titleStarts = Uint32Array.from([0, ...lists.map(({ length }) => (end += length))])
  return { titleKeys: keys, titleStarts, titleChunks: Uint32Array.from(lists.flat()) }
}

const SEPARATOR = '\0'
/** Bits of a key's lower half: the whole is a safe integer, and two of a million chunks share one in 1 of 10⁴ cases. */
const LOW_BITS = 32
const HIGH_MASK = 0x1f_ffff

/**
 * Keys of a chunk: another one that has one of them is its copy. Two chunks are copies if they have the same language,
 * the same text and the same heading path, the page's title among it; or, with other titles, if they are the same
 * section of a page in two versions of the docs. A text that is empty says nothing, so chunks without one also need the
 * same page. Without versions chunks also need the same group: `save()` of a user and of a post are two things.
 */
function copyKeysOf(chunk: Searchable): readonly number[] {
  const { page, title, heading, parents = [], text, lang, version, group } = chunk
  const folder = versionFolder(page)
  const inAnyVersion = page.split('/').filter((segment) => segment !== folder && segment !== version).join('/')
  const path = [lang ?? '', ...parents, heading ?? '']
  const scope = (version || folder) === null ? [group ?? ''] : []
  const byTitle = hashOf([title, ...path, text, ...(text === '' ? [inAnyVersion] : []), ...scope])
  return heading ? [byTitle, hashOf(['', inAnyVersion, ...path, text])] : [byTitle]
}

/** For each chunk its distance from the first of its copies, 0 for that one; empty if no chunk has a copy. */
function copiesOf(entries: readonly Entry[]): Uint32Array {
  const firsts = Uint32Array.from(entries, (_, ordinal) => ordinal)
  const firstOf = (ordinal: number): number => {
    let first = ordinal
    // Each step halves the way for the next call.
    while (u32At(firsts, first) !== first) first = firsts[first] = u32At(firsts, u32At(firsts, first))
    return first
  }
  const byKey = new Map<number, number>()
  let hasCopies = false
  entries.forEach(({ copyKeys }, ordinal) => {
    for (const key of copyKeys) {
      const [one, other] = [firstOf(ordinal), firstOf(byKey.get(key) ?? ordinal)]
      byKey.set(key, Math.min(one, other))
      firsts[Math.max(one, other)] = Math.min(one, other)
      hasCopies ||= one !== other
    }
  })
  return hasCopies ? firsts.map((_, ordinal) => ordinal - firstOf(ordinal)) : new Uint32Array(0)
}

/** A hash of texts with 53 bits: FNV-1a and, above its 32 bits, one with another prime. */
function hashOf(texts: readonly string[]): number {
  const text = texts.join(SEPARATOR)
  let high = 0x9747_b28c
  for (let i = 0; i < text.length; i += 1) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x85eb_ca6b)
    high ^= high >>> 13
  }
  return (high & HIGH_MASK) * 2 ** LOW_BITS + (hashText(text) >>> 0)
}
