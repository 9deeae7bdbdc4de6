/** Pages of a site -> its search, kept up to date: only the pages that differ are cut into words again. */
import { isDeepStrictEqual } from 'node:util'
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'
import { tableRows } from '../../content/structure/ranges.ts'
import { createIndexBuilder } from '../../search/build/build.ts'
import { createSearcher, type Searcher } from '../../search/searcher.ts'

/** The sections of a site with their search. */
export interface IndexedPages {
  /** In page order. */
  readonly chunks: readonly Chunk[]
  readonly searcher: Searcher
}

/** The index of a site whose pages change. */
export interface PageIndex {
  /** The search of these pages, the same as if it were built of them alone. */
  readonly update: (pages: readonly Page[]) => IndexedPages
}

/** A page with its sections. */
interface ChunkedPage {
  readonly page: Page
  readonly chunks: readonly Chunk[]
}

/** An index without pages. */
export function createPageIndex(): PageIndex {
  const { replacePage, index } = createIndexBuilder()
  const indexed = new Map<string, ChunkedPage>()

  function put(page: Page): void {
    const { slug } = page
    if (isDeepStrictEqual(indexed.get(slug)?.page, page)) return
    const chunks = chunkPages([page])
    replacePage(slug, chunks)
    indexed.set(slug, { page, chunks })
  }

  function update(pages: readonly Page[]): IndexedPages {
    const slugs = pages.map(({ slug }) => slug)
    const isCurrent = new Set(slugs)
    for (const slug of [...indexed.keys()].filter((slug) => !isCurrent.has(slug))) {
      replacePage(slug, [])
      indexed.delete(slug)
    }
    for (const page of pages) put(page)
    const chunks = slugs.flatMap((slug) => indexed.get(slug)?.chunks ?? [])
    return { chunks, searcher: createSearcher(chunks, { index: index(slugs), rowsOf: tableRows }) }
  }

  return { update }
}
