/** A folder on disk -> the pages of its site, with a warning for each file that can't be read. */
import { formatOf } from '../../content/address.ts'
import type { Warning } from '../../content/page.ts'
import { createSiteBuilder, isPublicName, selectFiles, type Site } from '../../content/site/site.ts'
import { describeMatch, matchSitemap } from '../../content/site/sitemap-match.ts'
import { type ContentOptions, resolveContent } from '../../settings.ts'
import { MAX_TEXT_BYTES, readTexts } from '../files/text-files.ts'
import { fileWarning, listFiles, resolveFolder, WALK_LIMITS } from '../files/walk.ts'
import { isSitemapCandidate, readSitemapFiles, type SiteSitemap } from './sitemap-files.ts'

/** Default limits of reading a folder. */
export const FOLDER_LIMITS = { ...WALK_LIMITS, fileBytes: MAX_TEXT_BYTES }

/** The site of all pages in a folder. Throws `AskError('file')` for a missing folder, and an `OptionError`. */
export async function readFolder(folder: string, options: ContentOptions = {}): Promise<Site> {
  return readFolderWithin(FOLDER_LIMITS, folder, options)
}

/** `readFolder` with limits of its own. */
export async function readFolderWithin(
  limits: typeof FOLDER_LIMITS,
  folder: string,
  options: ContentOptions,
): Promise<Site> {
  const settings = resolveContent(options, 'readFolder()')
  const root = await resolveFolder(folder)
  const isWanted = (path: string) => formatOf(path) !== null || isSitemapCandidate(path)
  const { paths, warnings } = await listFiles(root, { ...limits, isPublicName, isWanted })
  const builder = createSiteBuilder(settings)
  for await (const file of readTexts(root, selectFiles(paths), limits.fileBytes)) {
    if ('text' in file) builder.add(file)
    else warnings.push(file)
  }
  const site = builder.finish()
  const isBuilt = site.pages.some(({ path }) => formatOf(path) === 'html')
  const differences = isBuilt ? checkSitemap(site, await readSitemapFiles(root, paths), settings.base) : []
  return { ...site, warnings: [...differences, ...warnings, ...site.warnings] }
}

/**
 * Warnings about differences between pages and sitemap; addresses of pages are those of their files in any case. No
 * difference counts when the sitemap can't be read completely or is empty: MkDocs writes an empty sitemap for a site
 * without a configured address.
 */
function checkSitemap({ pages }: Site, { paths, locations, warnings }: SiteSitemap, base: string): readonly Warning[] {
  const [path] = paths
  if (path === undefined || locations.length === 0 || warnings.length > 0) return warnings
  const match = matchSitemap(pages.map(({ url }) => url), locations, base)
  return describeMatch(match, pages.length, base).map((message) => fileWarning(path, message))
}
