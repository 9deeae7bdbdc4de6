/**
 * Folders of a content folder -> the languages and versions of the pages in them, for pages that state none. Names such
 * as `fr` or `1.x` are conventions: those of Docusaurus (`i18n/fr/…`, `versioned_docs/version-1.x/…`), and first
 * folders that translate the others, as with Starlight and VitePress.
 */
import { countBy, groupBy } from '../../base/text.ts'
import { folderLanguage } from '../../text/language.ts'
import { isNamedVersion, isRelease } from '../../text/version-order.ts'
import { pathSlug, readable, ROOT_SLUG } from '../address.ts'
import type { Page } from '../page.ts'
import type { ContentSettings } from '../settings.ts'

const TRANSLATIONS = /(?:^|\/)i18n\/([^/]+)\//
const DOCUSAURUS_VERSION = /(?:^|[/_])(?:versioned_docs|docusaurus-plugin-content-docs[^/]{0,100})\/version-([^/]+)\//
/** `v2`, `v2.1`, `1.x`, `4x`, `2.0.3`; not `2024`. Other names are versions only beside each other. */
const VERSION_FOLDER = /^(?:v\d+(?:\.(?:\d+|x))*|\d+x|\d+(?:\.(?:\d+|x))+)$/i
/** `2026-07-28`, `2026-07`: a version only beside another one with the same pages. */
const DATE_FOLDER = /^\d{4}-\d\d(?:-\d\d)?$/

/**
 * The first folders of paths that hold a language. Such a folder has the name of a language, and one of these is true:
 * it is a translation (at least half of its pages, besides the first, have the same path in another such folder or
 * outside of all); it is the original (it has at least half of all pages of the translations); it has only a first page
 * and is next to such folders. So `docs/cs` about C# is no language.
 */
export function findLocales(paths: readonly string[]): Readonly<Record<string, string>> {
  const slugsByFolder = slugsBy(paths.map((path) => {
    const folder = folderLanguage(firstFolder(path)) === null ? '' : firstFolder(path)
    return { folder, below: folder === '' ? path : path.slice(folder.length + 1) }
  }))
  const isTranslation = sharedBy(slugsByFolder.values())
  slugsByFolder.delete('')
  const translated = new Set([...slugsByFolder.values()].filter(isTranslation).flat())
  if (translated.size === 0) return {}
  const isOriginal = (slugs: readonly string[]) => {
    return 2 * slugs.filter((slug) => translated.has(slug)).length >= translated.size
  }
  const locales = [...slugsByFolder].filter(([, slugs]) => {
    return slugs.length === 0 || isTranslation(slugs) || isOriginal(slugs)
  })
  return Object.fromEntries(locales.map(([folder]) => [folder, folderLanguage(folder) ?? folder]))
}

/**
 * The folders of paths that hold versions, each with its name: `specification/2026-07-28`. Such a folder has the name
 * of a release, a date or a name such as `draft`, and at least half of its pages, besides the first, have the same path
 * in another such folder beside it, one of them a release or a date.
 */
export function findVersions(paths: readonly string[]): ReadonlyMap<string, string> {
  const versioned = paths.flatMap((path) => {
    const segments = path.split('/')
    const around = segments.slice(0, -1)
    const numbered = around.findIndex(isNumbered)
    const at = numbered === -1 ? around.findIndex(isNamedVersion) : numbered
    if (at === -1) return []
    const [parent, below] = [segments.slice(0, at).join('/'), segments.slice(at + 1).join('/')]
    return { parent, folder: segments[at] ?? '', below }
  })
  return new Map([...groupBy(versioned, ({ parent }) => parent)].flatMap(([parent, inParent]) => {
    const folders = slugsBy(inParent)
    if (folders.size < 2 || ![...folders.keys()].some(isNumbered)) return []
    const isShared = sharedBy(folders.values())
    const versions = [...folders].filter(([, slugs]) => isShared(slugs)).map(([name]) => name)
    return versions.map((name) => [parent === '' ? name : `${parent}/${name}`, name] as const)
  }))
}

function isNumbered(name: string): boolean {
  return DATE_FOLDER.test(name) || isRelease(name)
}

/** The slugs of the pages in each folder, but the first one of it, by their paths below. */
function slugsBy(pages: readonly Record<'folder' | 'below', string>[]): Map<string, readonly string[]> {
  return new Map([...groupBy(pages, ({ folder }) => folder)].map(([folder, inFolder]) => {
    return [folder, inFolder.map(({ below }) => pathSlug(below)).filter((slug) => slug !== ROOT_SLUG)]
  }))
}

/** Of lists of slugs: a test that is true for one of which at least half are in another, too. */
function sharedBy(lists: Iterable<readonly string[]>): (slugs: readonly string[]) => boolean {
  const counts = countBy([...lists].flat(), (slug) => slug)
  return (slugs) => {
    const shared = slugs.filter((slug) => (counts.get(slug) ?? 0) > 1)
    return shared.length > 0 && 2 * shared.length >= slugs.length
  }
}

/** See `findLocales` and `findVersions`. */
interface FolderScopes extends Pick<ContentSettings, 'defaultLang' | 'defaultVersion'> {
  readonly locales: Readonly<Record<string, string>>
  readonly versions: ReadonlyMap<string, string>
}

/**
 * The pages with the languages and versions that they state, else those of their folders, else those of the site.
 * `pathOf`: the path from the folder of pages.
 */
export function withScopes(
  pages: readonly Page[],
  { defaultLang, defaultVersion, locales, versions }: FolderScopes,
  pathOf = ({ path }: Page) => path,
): Page[] {
  const siteLang = defaultLang ?? pages.find(({ slug }) => slug === ROOT_SLUG)?.lang ?? null
  return pages.map((page) => {
    const { lang, version } = page
    const path = pathOf(page)
    const folder = firstFolder(path)
    const locale = Object.hasOwn(locales, folder) ? locales[folder] : undefined
    const inFolder = locale === undefined ? path : path.slice(folder.length + 1)
    const ofPath = versionOfPath(inFolder) ?? versionOfPath(page.path) ?? versionIn(path, versions)
    // The folder of a language is no group.
    const isLanguage = locale !== undefined && page.group === readable(folder)
    const below = firstFolder(inFolder)
    return {
      ...page,
      ...(isLanguage && { group: below === '' ? null : readable(below) }),
      lang: lang ?? locale ?? folderLanguage(TRANSLATIONS.exec(page.path)?.[1] ?? '') ?? siteLang,
      ...versionFields(version ?? ofPath, defaultVersion),
    }
  })
}

/** The version of a page: that which it or its folders state, else the site's default one. */
export function versionFields(
  stated: string | null,
  defaultVersion: string | null,
): Pick<Page, 'version' | 'isDefaultVersion'> {
  const version = stated ?? defaultVersion
  return { version, ...(version !== null && version === defaultVersion && { isDefaultVersion: true }) }
}

/** The version of a path, without its language's folder, by its folders; null if they name none. */
export function versionOfPath(path: string): string | null {
  const folder = firstFolder(path)
  return DOCUSAURUS_VERSION.exec(path)?.[1] ?? (VERSION_FOLDER.test(folder) ? folder : null)
}

/** The version of the folder around a path that holds one; null for none. */
function versionIn(path: string, versions: ReadonlyMap<string, string>): string | null {
  if (versions.size === 0) return null
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const version = versions.get(path.slice(0, end))
    if (version !== undefined) return version
  }
  return null
}

/** The first folder of a path, empty for a file outside of all. */
function firstFolder(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')))
}
