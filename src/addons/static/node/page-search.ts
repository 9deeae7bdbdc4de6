/** Built pages on disk -> the search that they have of their own. */
import { join } from 'node:path'
import { readBoundedFile } from '../../../core/node.ts'
import { searchInPage, type SiteSearch } from '../site-search.ts'

/** Bytes of a page that is looked at. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** Looks at the first, middle and last of these pages: a home page may have another layout. Null for none. */
export async function findPageSearch(folder: string, paths: readonly string[]): Promise<SiteSearch | null> {
  const last = paths.length - 1
  for (const at of new Set([0, last >> 1, last])) {
    const path = paths[at]
    const page = path === undefined ? null : await readBoundedFile(join(folder, path), MAX_PAGE_BYTES).catch(() => null)
    const search = page === null ? null : searchInPage(page.toString('utf8'))
    if (search !== null) return search
  }
  return null
}
