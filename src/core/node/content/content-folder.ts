/**
 * A folder on disk -> the pages of its site, all of them at first, later those that changed, with a warning for each file
 * that can't be read. The files that pages include -> their texts. They may be outside of the content folder, but not
 * outside of its project; links that lead out of the project are not followed, and hidden files not read.
 */
import { join, relative, sep } from 'node:path'
import { count } from '../../base/text.ts'
import { formatOf } from '../../content/address.ts'
import type { SourceGenerator } from '../../content/generators/profile.ts'
import { PROFILES } from '../../content/generators/profiles.ts'
import { type SiteRules, sourcePath } from '../../content/generators/rules.ts'
import { includedPaths, MAX_INCLUDE_DEPTH } from '../../content/includes/includes.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { choosePages, createSiteBuilder, isPublicName, isPublicPath, type Site } from '../../content/site/site.ts'
import { describeMatch, matchSitemap } from '../../content/site/sitemap.ts'
import { type ContentOptions, resolveContent } from '../../settings.ts'
import { isBelow } from '../files/regular-file.ts'
import {
  type FileListing, fileWarning, foldersAround, listFiles, MAX_TEXT_BYTES, readTexts, resolveFolder, WALK_LIMITS,
} from '../files/walk.ts'
import { findSiteRules } from './site-rules.ts'
import { readSitemapFiles, type SiteSitemap } from './sitemap-files.ts'

/** The files that make a site at one moment. */
export interface SiteListing {
  /** Key of each file that holds a page -> its path on disk. */
  readonly files: ReadonlyMap<string, string>
  /** The same of files that pages show or link, such as images. They are not read. */
  readonly assets: ReadonlyMap<string, string>
  /** Real paths of the folders in which files can be added, changed or removed. */
  readonly folders: ReadonlySet<string>
  /** Files and folders that are left out unread. */
  readonly warnings: readonly Warning[]
}

/** A site on disk that is read file by file. */
export interface SiteSource {
  /** Lists the files without reading them. Throws `AskError('file')` for a missing folder. */
  readonly list: () => Promise<SiteListing>
  /** Reads files of the last listing by their keys; a file that was read before is replaced. */
  readonly read: (keys: readonly string[]) => Promise<void>
  readonly remove: (key: string) => void
  /** The site of the files that were read. */
  readonly finish: () => Promise<Site>
  /** By the key of a page that was read: where on disk its includes are, or would be. */
  readonly includes: () => ReadonlyMap<string, readonly string[]>
  /**
   * Lists the files that decide how all others are read, also of files that are missing: when one changes, comes or
   * goes, the site needs a new source. None for plain files.
   */
  readonly configFiles: () => Promise<readonly string[]>
}

export async function readSource(source: SiteSource): Promise<Site> {
  const { files } = await source.list()
  await source.read([...files.keys()])
  return source.finish()
}

export const FOLDER_LIMITS = { ...WALK_LIMITS, fileBytes: MAX_TEXT_BYTES }

const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

/**
 * The site of all pages in a folder. Throws `AskError('file')` for a missing folder, and an `OptionError`.
 *
 * @example
 * const { pages, warnings } = await readFolder('docs', { base: '/docs' })
 * pages.some(({ url }) => url === '/docs/search/') // true
 * warnings // []
 */
export async function readFolder(folder: string, options: ContentOptions = {}): Promise<Site> {
  return readSource(await openFolder(folder, options))
}

/** The files of a folder; they are read when they are asked for. Throws an `OptionError`. */
export async function openFolder(folder: string, options: ContentOptions, limits = FOLDER_LIMITS): Promise<SiteSource> {
  const plain = resolveContent(options, 'readFolder()')
  const { rules, configFiles, warnings: ofRules } = await findSiteRules(folder, options.generator ?? null, plain.base)
  const settings = { ...plain, rules }
  const chapters = new Set(rules.menu.entries.map(({ target }) => target))
  const builder = createSiteBuilder(settings)
  /** Warnings of files that can't be read, or were read with doubts. */
  const warningsByFile = new Map<string, readonly Warning[]>()
  /** Paths on disk at which pages look for the files that they include, by page. */
  const includesByFile = new Map<string, readonly string[]>()
  let root = ''
  let project = ''
  let listing: FileListing = { paths: [], folders: new Set(), warnings: [] }

  async function list(): Promise<SiteListing> {
    root = await resolveFolder(folder)
    project = await projectRoot(root)
    const named = new Set(rules.mounts.flatMap((mount) => mount.folder.split('/')))
    const isRead = (name: string) => isPublicName(name) || named.has(name) || rules.underscored?.test(name) === true
    const isWanted = (path: string) => isPublicPath(path, rules)
    listing = await listFiles(root, { ...limits, isPublicName: isRead, isWanted })
    const pages = choosePages(listing.paths.filter(isInFolder), rules)
    const isPage = new Set(pages)
    // The other files of a built site are served as they are.
    const isBuilt = pages.some((path) => formatOf(path) === 'html')
    const assets = listing.paths.filter((path) => !isPage.has(path) && (isBuilt || IMAGE.test(path)))
    const onDisk = (paths: readonly string[]) => new Map(paths.map((path) => [path, join(root, path)]))
    const { folders, warnings } = listing
    return { files: onDisk(pages), assets: onDisk(assets), folders, warnings }
  }

  /** True for a file in the folder of the pages, if that is within this one. */
  function isInFolder(path: string): boolean {
    const { mounts, otherFolders, menu } = rules
    const isPage = mounts.length === 0 || mounts.some((one) => one.isOfOthers !== true && path.startsWith(one.folder))
    const project = mounts.find((one) => one.isOfOthers)?.folder ?? ''
    if (menu.others === 'unpublished' && formatOf(path) === 'markdown') {
      const source = sourcePath(path, rules)
      // The first page of a book, whatever its menu lists: github.com/honkit/honkit (`parseSummary`)
      return isPage && (chapters.has(source) || (rules.generator === 'honkit' && source === 'README.md'))
    }
    return isPage || (path.startsWith(project) && otherFolders?.test(path.slice(project.length)) === true)
  }

  async function read(paths: readonly string[]): Promise<void> {
    const place = { contentRoot: root, project, rules }
    for await (const file of readTexts(root, paths, limits.fileBytes)) {
      remove(file.path)
      if ('text' in file) {
        const seen = new Set<string>()
        builder.add(formatOf(file.path) === 'html' ? file : await withIncludes(file, seen, place))
        if (seen.size > 0) includesByFile.set(file.path, [...seen].map((path) => join(root, path)))
      }
      warningsByFile.set(file.path, 'text' in file ? file.warnings : [file])
    }
  }

  function remove(path: string): void {
    builder.remove(path)
    warningsByFile.delete(path)
    includesByFile.delete(path)
  }

  async function finish(): Promise<Site> {
    const site = builder.finish()
    const isBuilt = site.pages.some(({ path }) => formatOf(path) === 'html')
    const differences = isBuilt ? checkSitemap(site, await readSitemapFiles(root, listing.paths), settings.base) : []
    const ofFiles = [...warningsByFile.values()].flat()
    const ofListing = [...listing.warnings, ...unreadWarnings(listing.paths, rules.generator)]
    return { ...site, warnings: [...ofRules, ...differences, ...ofListing, ...ofFiles, ...site.warnings] }
  }

  return { list, read, remove, finish, configFiles, includes: () => includesByFile }
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

/** One warning about the pages of each form that is not read; text in `.rst` is a page in Sphinx alone. */
function unreadWarnings(paths: readonly string[], generator: SourceGenerator): readonly Warning[] {
  return [['.rst', 'reStructuredText'] as const, ['.adoc', 'AsciiDoc'] as const].flatMap(([ending, form]) => {
    const [first, ...others] = paths.filter((path) => path.endsWith(ending))
    if (first === undefined || (ending === '.rst' && generator !== 'sphinx')) return []
    const files = others.length === 0 ? 'it is' : `it and ${count(others.length, 'other file')} are`
    return fileWarning(first, `Left out: ${files} ${form}; give the folder of built HTML to read all pages`)
  })
}

/** The content folder, and folders around it that may be that of its project. */
const MAX_LEVELS = 5
/** Bytes of one included file. */
const MAX_FILE_BYTES = 1024 * 1024
/** UTF-16 units of all files that one page includes. */
const MAX_PAGE_LENGTH = 8 * 1024 * 1024
/** Places at which one page looks for files. */
const MAX_PATHS = 2_000
/** Sphinx has its configuration among the pages, which include files of the project around: `../README.md`. */
const AMONG_PAGES = 'conf.py'
/** What the folder of a project has, or that of a repository. */
const MARKERS = [
  ...PROFILES.filter(({ proof }) => proof === null).flatMap(({ configs }) => configs),
  '.git', 'package.json', 'config.toml', 'hugo.toml', 'Cargo.toml', 'go.mod', 'pyproject.toml', 'composer.json',
]

/**
 * Real path of the project's folder: the nearest around the content folder that looks like one, else that itself. A
 * project right inside of another, such as a book in its repository, is a part of that.
 */
async function projectRoot(contentRoot: string): Promise<string> {
  let ofPages = contentRoot
  let project: string | null = null
  for await (const { path, names } of foldersAround(contentRoot, MAX_LEVELS)) {
    const isProject = MARKERS.some((name) => names.has(name))
    if (project !== null && !isProject) return project
    if (isProject) project = path
    if (names.has(AMONG_PAGES)) ofPages = path
  }
  return project ?? ofPages
}

interface IncludePlace {
  readonly rules: SiteRules
  readonly contentRoot: string
  readonly project: string
}

/** The page with the texts of the files that it includes, and those that they include; adds where it looks for them. */
async function withIncludes(file: SourceFile, seen: Set<string>, place: IncludePlace): Promise<SourceFile> {
  const { contentRoot, project, rules } = place
  const includes = new Map<string, string>()
  let wanted = includedPaths(file.text, file.path, rules)
  if (wanted === null) return file
  let lengthLeft = MAX_PAGE_LENGTH
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && wanted.length > 0; depth += 1) {
    const paths = new Map(wanted.flatMap((path) => {
      const onDisk = join(contentRoot, path)
      const isRead = !seen.has(path) && seen.size < MAX_PATHS && isBelow(project, onDisk)
      if (isRead) seen.add(path)
      return isRead ? [[relative(project, onDisk).split(sep).join('/'), path] as const] : []
    }))
    const next: (readonly string[])[] = []
    for await (const included of readTexts(project, [...paths.keys()], MAX_FILE_BYTES)) {
      const path = paths.get(included.path)
      if (path === undefined || !('text' in included) || included.text.length > lengthLeft) continue
      lengthLeft -= included.text.length
      includes.set(path, included.text)
      next.push(includedPaths(included.text, path, rules) ?? [])
    }
    wanted = next.flat()
  }
  return { ...file, includes }
}
