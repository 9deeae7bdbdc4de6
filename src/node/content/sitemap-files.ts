/**
 * Files of a built site -> what its sitemaps list. Starts from those that
 * robots.txt names and from the usual names, and follows an index to its
 * sitemaps, by the paths of their addresses, as long as they are in the folder.
 */
import type { Warning } from '../../content/page.ts'
import { isPublicName } from '../../content/site/site.ts'
import { plainPath } from '../../content/site/sitemap-match.ts'
import { readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES } from '../../content/site/sitemap.ts'
import { readText } from '../files/text-files.ts'
import { findFolder, listFiles, warning, WALK_LIMITS } from '../files/walk.ts'

/** How much is read of all sitemaps of a site together. */
export const SITE_SITEMAP_LIMITS = {
  files: 1_000,
  /** Addresses of pages. */
  locations: 500_000,
}

/** Length of a sitemap's path. */
const MAX_SEGMENTS = 32
const ROBOTS = 'robots.txt'

/** What the sitemaps of a site list together. */
export interface SiteSitemap {
  /** The files that were read, relative to the folder; none where the site has no sitemap. */
  readonly paths: readonly string[]
  /** Addresses of pages, as written. */
  readonly locations: readonly string[]
  /** What could not be read, or is named and not there: the site may list more. */
  readonly warnings: readonly Warning[]
}

/** Whether a file may say what a site lists; `path` is relative to the folder of the site. */
export function maySaySitemap(path: string): boolean {
  return path === ROBOTS || /\.xml$/i.test(path)
}

/** Reads the sitemaps of a folder; rejects when there is no such folder. */
export async function readFolderSitemap(folder: string): Promise<SiteSitemap> {
  const root = await findFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName, isWanted: maySaySitemap })
  return readSitemapFiles(root, paths)
}

/** Reads the sitemaps among the files at `paths`, which are those of the folder `root`. */
export async function readSitemapFiles(root: string, paths: readonly string[], limits = SITE_SITEMAP_LIMITS): Promise<SiteSitemap> {
  const files = new Set(paths.filter(maySaySitemap))
  const named = new Set(USUAL_NAMES.filter((name) => files.has(name)))
  const locations: string[] = []
  const warnings: Warning[] = []

  /** Adds to the sitemaps that are being read, one after the other; one warning for all that aren't there. */
  function follow(addresses: readonly string[], from: string): void {
    const places = addresses.map((address) => fileOf(address, files))
    const lost = addresses.filter((_, i) => places[i] === null)
    const more = lost.length > 1 ? ` and ${lost.length - 1} more are` : ' is'
    if (lost.length > 0) warnings.push(warning(from, `The sitemap ${lost[0]}${more} not in the folder`))
    for (const path of places.filter((place) => place !== null)) {
      if (named.has(path) || named.size < limits.files) named.add(path)
      else return void warnings.push(warning(path, `Left out with all that follow: more than ${limits.files} sitemaps`))
    }
  }

  /** Null, with a warning, for a file that can't be read. */
  async function read(path: string): Promise<string | null> {
    const file = await readText(root, path, SITEMAP_LIMITS.bytes)
    if ('text' in file) return file.text
    warnings.push(file)
    return null
  }

  if (files.has(ROBOTS)) follow(readRobotsSitemaps((await read(ROBOTS)) ?? ''), ROBOTS)
  for (const path of named) {
    const text = await read(path)
    if (text === null) continue
    const sitemap = readSitemap(text)
    warnings.push(...sitemap.warnings.map((found) => ({ path, ...found })))
    follow(sitemap.sitemaps, path)
    const room = limits.locations - locations.length
    if (sitemap.pages.length > room) warnings.push(warning(path, `Left out: more than ${limits.locations} addresses in all`))
    for (const location of sitemap.pages.slice(0, room)) locations.push(location)
  }
  return { paths: [...named], locations, warnings }
}

/**
 * The file at an address, null where none of `files` is. The folder may be
 * served below any base path, so leading segments count as far as they name
 * folders; of a compressed sitemap the plain one beside it is taken.
 */
function fileOf(address: string, files: ReadonlySet<string>): string | null {
  const segments = plainPath(address)?.replace(/\.gz$/i, '').split('/').slice(0, MAX_SEGMENTS) ?? []
  const paths = segments.map((_, start) => segments.slice(start).join('/'))
  return paths.find((path) => files.has(path)) ?? null
}
