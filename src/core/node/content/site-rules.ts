/**
 * A folder of sources -> the rules of the generator that they are written for: the nearest project at or above the
 * folder whose configuration or packages name one, if the folder is the root of the project or within its pages. The
 * files of the project also have the menu of its pages, and the pages that are left out.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { foldSpace } from '../../base/fold-space.ts'
import type { FrontValue } from '../../content/frontmatter/value.ts'
import { ignoredPaths } from '../../content/generators/path-pattern.ts'
import {
  DATA, defaultLanguage, files, PLAIN_RULES, type Profile, profileNamed, PROFILES, rulesOf, settingOf, type SiteRules,
  type SourceGenerator,
} from '../../content/generators/profile.ts'
import type { FolderMenu, MenuEntry } from '../../content/generators/site-menu.ts'
import type { ContentMount } from '../../content/generators/source-address.ts'
import { parseConfig, valueAt } from '../../content/menus/config-values.ts'
import { contentMounts } from '../../content/menus/content-mounts.ts'
import { excludedByExpressions, excludedPaths } from '../../content/menus/exclusions.ts'
import { readFolderMenu, readMenu, readSummary } from '../../content/menus/menu.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { isPublicName } from '../../content/site/site.ts'
import { isFolder } from '../files/path-kind.ts'
import { isBelow, readConfigFile } from '../files/regular-file.ts'
import type { SiteSource } from '../files/site-source.ts'
import { fileWarning, listFiles, WALK_LIMITS } from '../files/walk.ts'

/** Folders above that of the pages in which the configuration may be, and those beside them. */
const MAX_LEVELS = 4
const BESIDE = ['website', 'site', 'www']
/** The configuration inside a folder: `.vitepress/config.mts`, `config/_default/hugo.toml`. */
const INNER_CONFIGS = ['config', 'config/index'].flatMap((name) => {
  return files(name, ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'])
})
const HUGO_CONFIGS = ['hugo', 'config'].flatMap((name) => files(name, DATA))
const DEPENDENCY = /"(?:dependencies|devDependencies)"\s*:\s*\{([^{}]*)\}/g

/** The rules, and the file that they come from. */
interface FoundRules {
  readonly rules: SiteRules
  readonly configFiles: SiteSource['configFiles']
  readonly warnings: readonly Warning[]
}

/** Finds the rules for a folder; `named` is the generator that its owner names, null to recognize it. */
export async function findSiteRules(folder: string, named: SourceGenerator | null): Promise<FoundRules> {
  if (named === 'plain') return { rules: PLAIN_RULES, configFiles: NO_FILES, warnings: [] }
  const pages = resolve(folder)
  let root = pages
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const names = new Set(await readdir(root).catch(() => []))
    const beside = BESIDE.filter((name) => names.has(name)).map((name) => join(root, name))
    for (const folder of [root, ...beside]) {
      const found = await findProject(pages, folder, named)
      if (found !== null) return found
    }
    if (names.has('.git') || dirname(root) === root) break
    root = dirname(root)
  }
  const profile = named === null ? null : profileNamed(named)
  return { rules: profile === null ? PLAIN_RULES : rulesOf(profile, '', []), configFiles: NO_FILES, warnings: [] }
}

/** The rules for a folder of pages by the project in the folder `root`; null for none. */
async function findProject(pages: string, root: string, named: SourceGenerator | null): Promise<FoundRules | null> {
  const names = new Set(await readdir(root).catch(() => []))
  const packages = names.has('package.json') ? await readPackages(join(root, 'package.json')) : ''
  for (const profile of PROFILES) {
    if (named !== null && profile.name !== named) continue
    const config = await readConfig(root, { names, packages }, profile)
    const place = config === null ? null : await pagesBelow(pages, root, profile, config)
    if (config === null || place === null) continue
    const { mounts, within } = place
    const folder = mounts[0]?.folder ?? ''
    const source = resolve(pages, folder, within.replace(/[^/]+/g, '..'))
    const { siteTitle, menu, excluded, warnings } = await readMenuFiles(root, source, profile, config)
    const plain = rulesOf(profile, config.text, mounts)
    const rules = { ...plain, siteTitle, within, menu: { ...plain.menu, ...menu }, excluded }
    const outside = fileWarning(basename(config.path), `The pages are in ${folder}: read that folder`)
    const all = folder.startsWith('..') ? [outside, ...warnings] : warnings
    return { rules, configFiles: () => findConfigFiles(root, source, profile), warnings: all }
  }
  return null
}

const NO_FILES = async () => []

/** The files that decide, and those that would if they were there. */
async function findConfigFiles(root: string, source: string, profile: Profile): Promise<readonly string[]> {
  const { configs, packages, menu: { folderFile }, ignoreFile } = profile
  const manifest = packages.length > 0 ? ['package.json'] : []
  const names = [...configs.flatMap(configPaths), ...manifest, ...(ignoreFile === null ? [] : [ignoreFile])]
  const ofFolders = folderFile === null ? [] : await listFolderFiles(source, folderFile)
  return [...names.map((name) => join(root, name)), ...menuPlaces(root, source, profile), ...ofFolders]
}

/** The places of the menu, the first that is there counts. */
function menuPlaces(root: string, source: string, { menu: { files: names, hasSummary } }: Profile): readonly string[] {
  return hasSummary ? [join(source, SUMMARY)] : names.map((name) => join(root, name))
}

/** What a folder has: the names in it, and the dependencies of its manifest as JSON. */
interface Project {
  readonly names: ReadonlySet<string>
  readonly packages: string
}

async function readPackages(path: string): Promise<string> {
  return [...((await readConfigFile('', [path]))?.text ?? '').matchAll(DEPENDENCY)].map(([, list]) => list).join()
}

/** The configuration of a generator in a folder, with its path below that; null for none. */
export async function readProfileConfig(root: string, profile: Profile): Promise<SourceFile | null> {
  const names = new Set(await readdir(root).catch(() => []))
  const config = await readConfig(root, { names, packages: '' }, profile)
  return config === null ? null : { ...config, path: relative(root, config.path).split(sep).join('/') }
}

/** The configuration of a generator in a folder, else the manifest that depends on it; null for neither. */
async function readConfig(root: string, { names, packages }: Project, profile: Profile): Promise<SourceFile | null> {
  for (const name of profile.configs) {
    if (!names.has(name.split('/')[0] ?? name)) continue
    for (const file of configPaths(name)) {
      const config = await readConfigFile('', [join(root, file)])
      const isOwnName = basename(file).startsWith(profile.name) || profile.proof === null
      if (config !== null && (isOwnName || profile.proof?.test(config.text))) return config
    }
    if (isConfigFolder(name)) return { path: join(root, name), text: '' }
  }
  const isUsed = profile.packages.some((name) => packages.includes(`"${name}"`))
  return isUsed ? { path: join(root, 'package.json'), text: '' } : null
}

function isConfigFolder(name: string): boolean {
  return name.startsWith('.') && !name.includes('.', 1)
}

/** The paths of a configuration: those in a folder of its own, else its name. */
function configPaths(name: string): readonly string[] {
  const inner = isConfigFolder(name) ? INNER_CONFIGS : name.endsWith('_default') ? HUGO_CONFIGS : []
  return inner.length === 0 ? [name] : inner.map((file) => `${name}/${file}`)
}

/** Where the pages are. */
interface PagesPlace {
  /** The folders of the pages below the folder that is read; none if that is within one of them. */
  readonly mounts: readonly ContentMount[]
  /** The folder that is read below that of the pages, with a slash at its end; empty if that is within it. */
  readonly within: string
}

/** Null if the folder that is read is another one. */
async function pagesBelow(
  pages: string,
  root: string,
  profile: Profile,
  config: SourceFile,
): Promise<PagesPlace | null> {
  const { content, hasMounts, route } = profile
  const stated = statedFolder(profile, config)
  const named = hasMounts ? contentMounts(parseConfig(config.path, config.text), defaultLanguage(config.text)) : []
  const usual = stated === null ? content : [stated]
  const folders = named.length > 0 ? named.map(({ folder }) => folder) : usual
  const around = folders.map((folder) => resolve(root, folder)).find((source) => isBelow(source, pages))
  if (around !== undefined) return { mounts: [], within: pathBetween(around, pages) }
  const below = named.filter(({ folder }) => pages === root || isBelow(pages, resolve(root, folder)))
  if (below.length === 0 && pages !== root) return null
  const ownRoute = route === null ? '' : (settingOf(config.text, 'routeBasePath') ?? route)
  const areThere = await Promise.all(usual.map((folder) => isFolder(resolve(root, folder))))
  const folder = usual[Math.max(0, areThere.indexOf(true))] ?? '.'
  const mounts = below.length > 0 ? below : [{ folder, route: ownRoute, lang: null }]
  const fromPages = (path: string) => pathBetween(pages, resolve(root, path))
  return { mounts: mounts.map((mount) => ({ ...mount, folder: fromPages(mount.folder) })), within: '' }
}

/** The folder of pages that a configuration names. */
function statedFolder({ contentKey }: Profile, { path, text }: SourceFile): string | null {
  if (contentKey === null || !contentKey.includes('.')) return contentKey === null ? null : settingOf(text, contentKey)
  const value = valueAt(parseConfig(path, text), contentKey)
  return typeof value === 'string' ? value : null
}

function pathBetween(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path === '' ? '' : `${path}/`
}

/** Files that order their folders; more are not read. */
const MAX_FOLDER_FILES = 5_000
const SUMMARY = 'SUMMARY.md'
const WIDENED = 'An exclusion by choices or an expression is read widely: it may leave out more pages than it should'
const UNREAD = 'The menu can\'t be read without running it: pages are in the order of their addresses'

/** Reads the name of a project, its menu and its exclusions; `source`: the folder of its pages. At most one warning of each. */
async function readMenuFiles(root: string, source: string, profile: Profile, config: SourceFile) {
  const { menu: { files: names, keys, folderFile, hasSummary, hasTitles } } = profile
  const { titleKey, excludes, excludeExpressions, ignoreFile } = profile
  const ignored = ignoreFile === null ? null : await readConfigFile('', [join(root, ignoreFile)])
  const own = await readConfigFile('', menuPlaces(root, source, profile))
  const values = parseConfig(config.path, config.text)
  const title = valueAt(values, titleKey)
  const ofMenu = own === null || hasSummary ? values : parseConfig(own.path, own.text)
  const entries = own !== null && hasSummary
    ? readSummary(own.text)
    : keys.flatMap((key) => entriesAt(ofMenu, key, hasTitles))
  const isUnread = keys.length > 0 && entries.length === 0 && hasMenu(own ?? config, names.length > 0 ? [] : keys)
  const folderFiles = folderFile === null ? [] : await readFolderFiles(source, folderFile)
  const isWhole = hasSummary && entries.length > 0
  const ofConfig = excludes.flatMap((key) => excludedPaths(valueAt(values, key)))
  const byExpressions = excludeExpressions.flatMap((key) => excludedByExpressions(valueAt(values, key)))
  const excluded = [...ofConfig, ...byExpressions, ...ignoredPaths(ignored?.text ?? '')]
  const isWidened = excluded.some((pattern) => pattern.isWidened)
  const warn = ({ path }: SourceFile, message: string) => fileWarning(pathBetween(source, path).slice(0, -1), message)
  return {
    siteTitle: typeof title === 'string' && title.trim() !== '' ? foldSpace(title) : null,
    menu: { entries, folders: foldersOf(folderFiles, source), isWhole },
    excluded,
    warnings: [
      ...(isUnread ? [warn(own ?? config, UNREAD)] : []), ...(isWidened ? [warn(ignored ?? config, WIDENED)] : []),
    ],
  }
}

/** The menu at a path of keys, and those of the languages beside it; of a whole file all of its menus. */
function entriesAt(values: FrontValue | undefined, key: string, isTitled: boolean): readonly MenuEntry[] {
  if (key === '') return values instanceof Map ? [...values.values()].flatMap((menu) => readMenu(menu, isTitled)) : []
  const locales = valueAt(values, 'locales')
  const languages = locales instanceof Map ? [...locales.values()] : []
  return [values, ...languages].flatMap((one) => readMenu(valueAt(one, key), isTitled))
}

/** True for a configuration that has a menu, whether it can be read or not. */
function hasMenu({ text }: SourceFile, keys: readonly string[]): boolean {
  return keys.length === 0
    ? /\bitems\b|\bid\b|\[/.test(text)
    : keys.some((key) => new RegExp(`^[ \\t]*["']?${key.replace(/^.*\./, '')}["']?[ \\t]*[:(]`, 'm').test(text))
}

/** Paths of the files that order the folders that they are in. */
async function listFolderFiles(source: string, folderFile: RegExp): Promise<readonly string[]> {
  const isName = (name: string) => folderFile.test(name) || isPublicName(name)
  const walk = { ...WALK_LIMITS, isPublicName: isName, isWanted: (path: string) => folderFile.test(basename(path)) }
  const { paths } = await listFiles(source, walk)
  return paths.slice(0, MAX_FOLDER_FILES).map((path) => join(source, path))
}

async function readFolderFiles(source: string, folderFile: RegExp): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = []
  for (const path of await listFolderFiles(source, folderFile)) {
    const file = await readConfigFile('', [path])
    if (file !== null) files.push(file)
  }
  return files
}

function foldersOf(files: readonly SourceFile[], source: string): ReadonlyMap<string, FolderMenu> {
  return new Map(files.flatMap((file) => {
    const menu = readFolderMenu(basename(file.path), parseConfig(file.path, file.text))
    return menu === null ? [] : [[relative(source, dirname(file.path)).split(sep).join('/'), menu] as const]
  }))
}
