/** Pages of a site -> their sections, and sections -> their search: only what differs is read again. */
import { isDeepStrictEqual } from 'node:util'
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'
import { tableRows } from '../../content/structure/ranges.ts'
import { createIndexBuilder } from '../../search/build/build.ts'
import { createSearcher, type Searcher } from '../../search/searcher.ts'

/** The index of a site whose pages change; it has none yet. */
export function createPageIndex() {
  const { replacePage, index } = createIndexBuilder()
  let read: ReadonlyMap<string, { readonly page: Page; readonly chunks: readonly Chunk[] }> = new Map()
  let indexed: ReadonlyMap<string, readonly Chunk[]> = new Map()

  /** The sections of these pages, in page order. */
  function chunksOf(pages: readonly Page[]): readonly Chunk[] {
    read = new Map(pages.map((page) => {
      const before = read.get(page.slug)
      const isSame = before !== undefined && isDeepStrictEqual(before.page, page)
      return [page.slug, isSame ? before : { page, chunks: chunkPages([page]) }]
    }))
    return [...read.values()].flatMap(({ chunks }) => chunks)
  }

  /** The search of these sections, the same as if it were built of them alone. */
  function searcherOf(chunks: readonly Chunk[]): Searcher {
    const pages = new Map<string, Chunk[]>()
    for (const chunk of chunks) {
      const ofPage = pages.get(chunk.page)
      if (ofPage === undefined) pages.set(chunk.page, [chunk])
      else ofPage.push(chunk)
    }
    for (const slug of indexed.keys()) if (!pages.has(slug)) replacePage(slug, [])
    for (const [slug, ofPage] of pages) {
      if (!isDeepStrictEqual(indexed.get(slug), ofPage)) replacePage(slug, ofPage)
    }
    indexed = pages
    return createSearcher(chunks, { index: index([...pages.keys()]), rowsOf: tableRows })
  }

  return { chunksOf, searcherOf }
}
