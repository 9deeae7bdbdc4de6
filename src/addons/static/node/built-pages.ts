/** The pages of a built site on disk: the overlay's tag is added to them, and the search that they have is found. */
import { join } from 'node:path'
import { formatOf } from '../../../core/content.ts'
import {
  listFiles, MAX_TEXT_BYTES, readBoundedFile, resolveFolder, WALK_LIMITS, writeFileAtomically,
} from '../../../core/node.ts'
import { addOverlayTag } from '../../reader/node/overlay-tag.ts'
import { searchInPage, type SiteSearch } from '../site-search.ts'

/** Counts of the pages of a site. */
export interface InjectReport {
  readonly added: number
  /** Pages that are not changed: they have an overlay, are fragments of pages, have a wide encoding, or can't be read. */
  readonly unchanged: number
}

/** Adds HTML to the end of the body of each page in a folder, unless it has an overlay. Throws `AskError('file')`. */
export async function injectOverlay(folder: string, html: string): Promise<InjectReport> {
  const root = await resolveFolder(folder)
  const isWanted = (path: string) => formatOf(path) === 'html'
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName: (name) => name !== 'node_modules', isWanted })
  let added = 0
  for (const path of paths) {
    const file = join(root, path)
    // A page that can't be read, or is too long, is not searched either: a warning has said so.
    const text = await readBoundedFile(file, MAX_TEXT_BYTES).catch(() => null)
    const page = text === null ? null : addOverlayTag(text, html)
    if (page === null) continue
    await writeFileAtomically(file, page)
    added += 1
  }
  return { added, unchanged: paths.length - added }
}

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
