/** Chunks -> inverted index, at once or page by page. */
import { createBatchReader, joinBatches } from './batch.ts'
import type { Batch, BatchReader } from './batch.ts'
import type { InvertedIndex, Searchable } from '../index/inverted-index.ts'

/** Chunks read at once: few enough that what grows while they are read stays small. */
const BATCH_CHUNKS = 256
/**
 * How many times all that there is may be replaced before a builder starts afresh,
 * since its dictionaries keep every word they have met.
 */
const MAX_REPLACED_SHARE = 4

/** Builds the index of a site's chunks; the same chunks give the same index. */
export function buildIndex(chunks: Iterable<Searchable>): InvertedIndex {
  const { read, dictionaries } = createBatchReader()
  const batches: Batch[] = []
  let waiting: Searchable[] = []
  for (const chunk of chunks) {
    waiting.push(chunk)
    if (waiting.length < BATCH_CHUNKS) continue
    batches.push(read(waiting))
    waiting = []
  }
  batches.push(read(waiting))
  return joinBatches(batches, dictionaries)
}

/** Keeps the index of a site whose pages change. */
export interface IndexBuilder {
  /**
   * Puts chunks of a page where those that it had were, or behind all others for a page that had none; no chunks
   * take it out. Throws a RangeError for a chunk of another page, and then changes nothing.
   */
  readonly replacePage: (page: string, chunks: readonly Searchable[]) => void
  /** The index of all chunks, the same to the byte as `buildIndex` makes of them in their order. */
  readonly index: () => InvertedIndex
}

interface Page extends Batch {
  /** What it was read from. */
  readonly chunks: readonly Searchable[]
}

/**
 * A builder that reads a page when it is replaced, and keeps its words for all
 * indexes: each costs what is left of a build, which is to write the lists of terms.
 */
export function createIndexBuilder(): IndexBuilder {
  const pages = new Map<string, Page>()
  let reader = createBatchReader()
  /** Words of all pages, and of those that were replaced since the dictionary was new. */
  let size = 0
  let replaced = 0

  function replacePage(page: string, chunks: readonly Searchable[]): void {
    const stranger = chunks.find((chunk) => chunk.page !== page)
    if (stranger !== undefined) throw new RangeError(`Chunk ${stranger.id} is of page ${stranger.page}, not of ${page}`)
    const before = pages.get(page)?.words.length ?? 0
    if (chunks.length === 0) pages.delete(page)
    else pages.set(page, readPage(reader, chunks))
    size += (pages.get(page)?.words.length ?? 0) - before
    replaced += before
    if (replaced > MAX_REPLACED_SHARE * size) startAfresh()
  }

  function startAfresh(): void {
    reader = createBatchReader()
    replaced = 0
    for (const [page, { chunks }] of pages) pages.set(page, readPage(reader, chunks))
  }

  return { replacePage, index: () => joinBatches([...pages.values()], reader.dictionaries) }
}

function readPage({ read }: BatchReader, chunks: readonly Searchable[]): Page {
  return { ...read(chunks), chunks: [...chunks] }
}
