/**
 * A folder on disk -> the pages of its site; what can't be read is left out
 * with a warning.
 */
import { formatOf } from '../../content/address.ts'
import type { Warning } from '../../content/page.ts'
import { createSiteReader, isPublicName, selectFiles } from '../../content/site/site.ts'
import type { Site } from '../../content/site/site.ts'
import { describeMatch, matchSitemap } from '../../content/site/sitemap-match.ts'
import { type ContentOptions, resolveContent } from '../../settings.ts'
import { maySaySitemap, readSitemapFiles, type SiteSitemap } from './sitemap-file.ts'
import { MAX_TEXT_BYTES, readTexts } from '../files/text-files.ts'
import { findFolder, listFiles, warning, WALK_LIMITS } from '../files/walk.ts'

/** Limits of reading one folder. */
export const FOLDER_LIMITS = { ...WALK_LIMITS, fileBytes: MAX_TEXT_BYTES }

/** The site of all pages in a folder; rejects with an `OptionError`, or an `AskError` when there is no such folder. */
export async function readFolder(folder: string, options: ContentOptions = {}): Promise<Site> {
  return readFolderWithin(FOLDER_LIMITS, folder, options)
}

/** `readFolder` with limits of its own. */
export async function readFolderWithin(limits: typeof FOLDER_LIMITS, folder: string, options: ContentOptions): Promise<Site> {
  const settings = resolveContent(options, 'readFolder()')
  const root = await findFolder(folder)
  const isWanted = (path: string) => formatOf(path) !== null || maySaySitemap(path)
  const { paths, warnings } = await listFiles(root, { ...limits, isPublicName, isWanted })
  const reader = createSiteReader(settings)
  for await (const read of readTexts(root, selectFiles(paths), limits.fileBytes)) {
    if ('text' in read) reader.add(read)
    else warnings.push(read)
  }
  const site = reader.finish()
  const isBuilt = site.pages.some(({ path }) => formatOf(path) === 'html')
  const differences = isBuilt ? checkSitemap(site, await readSitemapFiles(root, paths), settings.base) : []
  return { ...site, warnings: [...differences, ...warnings, ...site.warnings] }
}

/**
 * Pages stay where their files are, whatever the sitemap says. What it lacks
 * proves nothing where it could not be read as a whole, or lists nothing at
 * all: MkDocs writes such a one for a site that has not said its address.
 */
function checkSitemap({ pages }: Site, { paths, locations, warnings }: SiteSitemap, base: string): readonly Warning[] {
  const [path] = paths
  if (path === undefined || locations.length === 0 || warnings.length > 0) return warnings
  const match = matchSitemap(pages.map(({ url }) => url), locations, base)
  return describeMatch(match, pages.length, base).map((message) => warning(path, message))
}
