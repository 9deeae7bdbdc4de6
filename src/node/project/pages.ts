/**
 * A folder on disk -> the pages of its site; what can't be read is left out
 * with a warning.
 */
import { formatOf } from '../../content/address.ts'
import type { Warning } from '../../content/page.ts'
import { createSiteBuilder, isPublicName, selectFiles } from '../../content/site/site.ts'
import type { Site } from '../../content/site/site.ts'
import { describeMatch, matchSitemap } from '../../content/site/sitemap-match.ts'
import { type ContentOptions, resolveContent } from '../../settings.ts'
import { maySaySitemap, readSitemapFiles, type SiteSitemap } from './sitemap-file.ts'
import { MAX_TEXT_BYTES, readTexts } from '../files/text-files.ts'
import { findFolder, listFiles, warning, WALK_LIMITS } from '../files/walk.ts'

/** How much of a folder is read. */
export const FOLDER_LIMITS = { ...WALK_LIMITS, fileBytes: MAX_TEXT_BYTES }

/** Reads all pages of a folder; rejects when there is no such folder. */
export async function readFolder(folder: string, options: ContentOptions = {}, limits = FOLDER_LIMITS): Promise<Site> {
  const root = await findFolder(folder)
  const isWanted = (path: string) => formatOf(path) !== null || maySaySitemap(path)
  const { paths, warnings } = await listFiles(root, { ...limits, isPublicName, isWanted })
  const settings = resolveContent(options)
  const reader = createSiteBuilder(settings)
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
