/** Chunks -> inverted index, at once or page by page. */
import { type Index, INDEX_VERSION, type InvertedIndex, type Searchable } from '../index/inverted-index.ts'
import { type Batch, type BatchReader, createBatchReader, joinBatches } from './batch.ts'
import type { Dictionaries } from './dictionary.ts'
import { writeLists } from './postings.ts'

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
