/**
 * Files of a built site -> the addresses in its sitemaps. Starts with the usual names and the sitemaps that robots.txt
 * names. From a sitemap index it continues to the sitemaps that are in the folder, found by the paths of their
 * addresses.
 */
import type { Warning } from '../../content/page.ts'
import { isPublicName } from '../../content/site/site.ts'
import { plainPath, readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, USUAL_NAMES } from '../../content/site/sitemap.ts'
import { fileWarning, listFiles, readText, resolveFolder, WALK_LIMITS } from '../files/walk.ts'

/** Limits for all sitemaps of a site together. */
export const SITE_SITEMAP_LIMITS = {
  files: 1_000,
  /** Addresses of pages. */
  locations: 500_000,
}

/** Segments of a sitemap's path. */
const MAX_SEGMENTS = 32
const ROBOTS = 'robots.txt'

/** The sitemaps of a site. */
export type SiteSitemap = Awaited<ReturnType<typeof readSitemapFiles>>

/** True for files that may be a sitemap or name one; `path` is relative to the folder of the site. */
export function isSitemapCandidate(path: string): boolean {
  return path === ROBOTS || /\.xml$/i.test(path)
}

/** Reads the sitemaps of a folder. Throws `AskError('file')` for a missing folder. */
export async function readFolderSitemap(folder: string) {
  const root = await resolveFolder(folder)
  const { paths } = await listFiles(root, { ...WALK_LIMITS, isPublicName, isWanted: isSitemapCandidate })
  return readSitemapFiles(root, paths)
}

/**
 * Reads the sitemaps among `paths`, the files of the folder `root`: their paths, the addresses of pages as written, and
 * warnings of those that are missing or can't be read: the site may list more. Only tests give other limits.
 */
export async function readSitemapFiles(root: string, paths: readonly string[], limits = SITE_SITEMAP_LIMITS) {
  const files = new Set(paths.filter(isSitemapCandidate))
  const queue = new Set(USUAL_NAMES.filter((name) => files.has(name)))
  const locations: string[] = []
  const warnings: Warning[] = []

  /** Queues the sitemaps at these addresses; one warning for all that are missing. */
  function follow(addresses: readonly string[], from: string): void {
    const paths = addresses.map((address) => fileAtAddress(address, files))
    const missing = addresses.filter((_, i) => paths[i] === null)
    const more = missing.length > 1 ? ` and ${missing.length - 1} more are` : ' is'
    if (missing.length > 0) warnings.push(fileWarning(from, `The sitemap ${missing[0]}${more} not in the folder`))
    for (const path of paths.filter((path) => path !== null)) {
      if (queue.size >= limits.files && !queue.has(path)) {
        warnings.push(fileWarning(path, `Left out with all that follow: more than ${limits.files} sitemaps`))
        return
      }
      queue.add(path)
    }
  }

  /** Text of a file; null, with a warning, for one that can't be read. */
  async function read(path: string): Promise<string | null> {
    const file = await readText(root, path, SITEMAP_LIMITS.bytes)
    if ('text' in file) return file.text
    warnings.push(file)
    return null
  }

  if (files.has(ROBOTS)) follow(readRobotsSitemaps((await read(ROBOTS)) ?? ''), ROBOTS)
  for (const path of queue) {
    const text = await read(path)
    if (text === null) continue
    const sitemap = readSitemap(text)
    warnings.push(...sitemap.warnings.map((warning) => ({ path, ...warning })))
    follow(sitemap.sitemaps, path)
    const room = limits.locations - locations.length
    if (sitemap.pages.length > room) {
      warnings.push(fileWarning(path, `Left out: more than ${limits.locations} addresses in total`))
    }
    for (const location of sitemap.pages.slice(0, room)) locations.push(location)
  }
  return { paths: [...queue], locations, warnings }
}

/**
 * The file at an address, null for none. The folder may be served below any base path, so leading segments of the
 * address may be missing in the path of the file. For a compressed sitemap the plain file next to it is taken.
 */
function fileAtAddress(address: string, files: ReadonlySet<string>): string | null {
  const segments = plainPath(address)?.replace(/\.gz$/i, '').split('/').slice(0, MAX_SEGMENTS) ?? []
  const paths = segments.map((_, start) => segments.slice(start).join('/'))
  return paths.find((path) => files.has(path)) ?? null
}
