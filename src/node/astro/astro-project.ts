/**
 * The folder of an Astro project -> the pages of its site, with the ids and addresses that Astro gives them, without
 * running Astro. Sources, best first: the files of the integration in `.astro/`, plain values in the configuration,
 * Astro's conventions.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, posix, resolve } from 'node:path'
import { formatOf } from '../../content/address.ts'
import { readFrontmatter } from '../../content/frontmatter/frontmatter.ts'
import { readPageFields } from '../../content/frontmatter/page-fields.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import type { ScopeSettings, TitleSettings, WeightSettings } from '../../content/settings.ts'
import {
  type AstroOutline, type AstroSite, type BuiltEntry, builtHeadings, collectionSettings, resolveAstroSite,
} from '../../content/site/astro-site.ts'
import { type CollectionEntry, createCollectionBuilder } from '../../content/site/collection.ts'
import type { Site } from '../../content/site/site.ts'
import { slug } from '../../content/slug.ts'
import { readConfigFile } from '../files/config-file.ts'
import { isFolder } from '../files/path-kind.ts'
import { readSource, type SiteListing, type SiteSource } from '../files/site-source.ts'
import { readTexts, type TextFile } from '../files/text-files.ts'
import { type FileListing, listFiles, resolveFolder, WALK_LIMITS } from '../files/walk.ts'
import { CODEGEN_FILES, readOutline, readSiteFile } from './astro-codegen.ts'
import { readAstroConfig, type StaticAstroConfig } from './astro-config.ts'
import { type CollectionGlob, CONTENT_CONFIG_FILES, readContentConfig } from './content-config.ts'
import { commonFolder, createGlobMatcher, globParent } from './glob-patterns.ts'

const CONFIG_FILES = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((extension) => `astro.config.${extension}`)
/** Parent folders of collections by convention, Starlight's first. */
const CONTENT_FOLDERS = ['src/content', 'src']
const CONVENTIONAL_PATTERNS = ['**/[^_]*', '!**/_*/**']
/** Assumed version of Astro when none is installed. */
const NEWEST_MAJOR = 7
/** Last version in which remark and rehype were the default. */
const LAST_UNIFIED_MAJOR = 6

/** The files of a collection. */
interface CollectionFiles {
  /** Folder relative to the project; ids are made from paths relative to it. */
  readonly base: string
  /** The deepest folder that contains all files, relative to the base. */
  readonly folder: string
  /** True for files of the collection, by their path relative to the base. */
  readonly isEntry: (path: string) => boolean
}

/** An Astro project on disk. */
export interface AstroProject {
  readonly folder: string
  readonly site: AstroSite
  /** Files by collection, without collections that weren't found. */
  readonly collectionFiles: ReadonlyMap<string, CollectionFiles>
  /** Outline of the collections' entries in the last build. */
  readonly outline: AstroOutline
  /** Place of plugins in the configuration that may change ids of headings, null for none. */
  readonly pluginsAt: Pick<Warning, 'path' | 'line'> | null
}

/** The project in a folder, null without an `astro.config` and without a readable collection. */
export async function findAstroProject(folder: string): Promise<AstroProject | null> {
  const config = await readConfigFile(folder, CONFIG_FILES)
  if (config === null) return null
  const settings = readAstroConfig(config.text)
  const site = (await readSiteFile(folder)) ?? (await siteFromConfig(folder, settings))
  const globs = readContentConfig((await readConfigFile(folder, CONTENT_CONFIG_FILES))?.text ?? '')
  const outline = await readOutline(folder, config.path)
  const collectionFiles = new Map<string, CollectionFiles>()
  for (const name of Object.keys(site.collections)) {
    const glob = globs.get(name) ?? (await conventionalGlob(folder, name))
    const files = glob === null ? filesByOutline(outline[name] ?? []) : filesByGlob(glob)
    if (files !== null && (await isFolder(join(folder, files.base)))) collectionFiles.set(name, files)
  }
  const pluginsAt = settings.pluginsLine === null ? null : { path: config.path, line: settings.pluginsLine }
  return collectionFiles.size === 0 ? null : { folder, site, collectionFiles, outline, pluginsAt }
}

/** Settings for entries that the project's configuration doesn't have. */
type EntrySettings = Partial<TitleSettings & WeightSettings & Pick<ScopeSettings, 'defaultVersion'>>

/** Reads the collections of a project. */
export async function readAstroProject(project: AstroProject, settings: EntrySettings = {}): Promise<Site> {
  return readSource(createAstroSource(project, settings))
}

/** A file of a collection. */
interface EntryFile {
  readonly collection: string
  /** Pattern of the collection's addresses. */
  readonly pattern: string
  /** Folder relative to the project; ids are made from paths relative to it. */
  readonly base: string
  /** Relative to the base. */
  readonly path: string
  /** The folder of all files of the collection, a real path: no link leads out of it. */
  readonly root: string
  /** Relative to the root. */
  readonly pathInRoot: string
}

/** The files of a project's collections; they are read when they are asked for. */
export function createAstroSource(project: AstroProject, settings: EntrySettings = {}): SiteSource {
  const { folder, site, collectionFiles, outline, pluginsAt } = project
  const { siteTitle = null, commonTitles = null, defaultVersion = null, weights = [] } = settings
  const builder = createCollectionBuilder({
    ...collectionSettings(site),
    siteTitle,
    commonTitles,
    defaultVersion,
    weights,
  })
  const built = new Map(Object.entries(outline).map(([name, entries]) => {
    return [name, new Map(entries.map((entry) => [entry.path, entry]))] as const
  }))
  let entryFiles: ReadonlyMap<string, EntryFile> = new Map()
  let walkWarnings: readonly Warning[] = []
  /** Warnings of files that can't be read, or were read with doubts. */
  const warningsByFile = new Map<string, readonly Warning[]>()
  /** Files that are not as they were in the last build: ids of their headings follow Astro's rules. */
  const unbuilt = new Set<string>()
  /** The entries that were read, to be removed. */
  const entries = new Map<string, { readonly path: string; readonly pattern: string }>()

  async function list(): Promise<SiteListing> {
    const files = new Map<string, string>()
    const listed = new Map<string, EntryFile>()
    const folders = new Set<string>()
    const warnings: Warning[] = []
    for (const [collection, pattern] of Object.entries(site.collections)) {
      const place = collectionFiles.get(collection)
      if (place === undefined) {
        warnings.push(missingCollectionWarning(collection))
        continue
      }
      const { root, ...listing } = await listEntryFiles(folder, place)
      warnings.push(...listing.warnings)
      for (const real of listing.folders) folders.add(real)
      for (const pathInRoot of listing.paths) {
        const path = posix.join(place.folder, pathInRoot)
        const key = `${collection}:${path}`
        files.set(key, join(root, pathInRoot))
        listed.set(key, { collection, pattern, base: place.base, path, root, pathInRoot })
      }
    }
    entryFiles = listed
    walkWarnings = warnings
    return { files, assets: new Map(), folders, warnings }
  }

  async function read(keys: readonly string[]): Promise<void> {
    const files = keys.flatMap((key) => {
      const file = entryFiles.get(key)
      return file === undefined ? [] : { key, file }
    })
    for (const root of new Set(files.map(({ file }) => file.root))) {
      const inRoot = files.filter(({ file }) => file.root === root)
      let at = 0
      for await (const text of readTexts(root, inRoot.map(({ file }) => file.pathInRoot))) {
        const entry = inRoot[at]
        at += 1
        if (entry !== undefined) await readEntryFile(entry.key, entry.file, text)
      }
    }
  }

  async function readEntryFile(key: string, file: EntryFile, text: TextFile | Warning): Promise<void> {
    const { collection, base, path, pattern } = file
    remove(key)
    const warnings = 'text' in text ? text.warnings : [text]
    warningsByFile.set(key, warnings.map((warning) => ({ ...warning, path })))
    if (!('text' in text)) return
    const { isBuilt, ...entry } = await toEntry({ path, text: text.text }, base, built.get(collection) ?? new Map())
    if (!isBuilt) unbuilt.add(key)
    entries.set(key, { path: entry.path, pattern })
    builder.add(entry, pattern)
  }

  function remove(key: string): void {
    const entry = entries.get(key)
    if (entry !== undefined) builder.remove(entry.path, entry.pattern)
    entries.delete(key)
    warningsByFile.delete(key)
    unbuilt.delete(key)
  }

  async function finish(): Promise<Site> {
    const pages = builder.finish()
    const warnings = [...walkWarnings, ...[...warningsByFile.values()].flat()]
    const message = guessedIdsMessage(unbuilt.size)
    if (pluginsAt !== null && unbuilt.size > 0) warnings.push({ ...pluginsAt, message })
    return { ...pages, warnings: [...warnings, ...pages.warnings] }
  }

  const configFiles = [...CONFIG_FILES, ...CONTENT_CONFIG_FILES, ...CODEGEN_FILES].map((path) => join(folder, path))
  return { list, read, remove, finish, configFiles }
}

/** Outline of a project's last build, empty without one and when the configuration is newer. */
export async function readProjectOutline(folder: string): Promise<AstroOutline> {
  const config = await readConfigFile(folder, CONFIG_FILES)
  return config === null ? {} : readOutline(folder, config.path)
}

/** Major version of a project's installed Astro. */
export async function astroMajor(folder: string): Promise<number> {
  try {
    const path = createRequire(resolve(folder, 'package.json')).resolve('astro/package.json')
    return Number.parseInt(Object(JSON.parse(await readFile(path, 'utf8'))).version, 10) || NEWEST_MAJOR
  } catch {
    return NEWEST_MAJOR
  }
}

/** The Astro version whose rule makes ids of headings: Astro 7 has a new rule, remark and rehype kept the old one. */
export function headingMajor(major: number, isUnified: boolean): number {
  return isUnified ? Math.min(major, LAST_UNIFIED_MAJOR) : major
}

async function siteFromConfig(folder: string, config: StaticAstroConfig): Promise<AstroSite> {
  const major = headingMajor(await astroMajor(folder), config.isUnified)
  return resolveAstroSite(config.collections, config.addresses, major)
}

/** `src/content/docs` without names that start with `_`, null when there is no such folder. */
async function conventionalGlob(folder: string, name: string): Promise<CollectionGlob | null> {
  for (const parent of CONTENT_FOLDERS) {
    const base = `${parent}/${name}`
    if (await isFolder(join(folder, base))) return { base, patterns: CONVENTIONAL_PATTERNS }
  }
  return null
}

function filesByGlob({ base, patterns }: CollectionGlob): CollectionFiles {
  return { base, folder: globParent(patterns), isEntry: createGlobMatcher(patterns) }
}

/** The files of the last build; their names may look like patterns, for example `[intro].md`. */
function filesByOutline(entries: readonly BuiltEntry[]): CollectionFiles | null {
  const paths = new Set(entries.map(({ path }) => path).filter((path) => formatOf(path) === 'markdown'))
  return paths.size === 0 ? null : { base: '.', folder: commonFolder([...paths]), isEntry: (path) => paths.has(path) }
}

/** The Markdown files of a collection in a folder. */
interface EntryListing extends FileListing {
  /** Real path of the folder; the paths are relative to it. */
  readonly root: string
}

/** The Markdown files of a collection in the order of their paths. */
async function listEntryFiles(project: string, { base, folder, isEntry }: CollectionFiles): Promise<EntryListing> {
  const place = join(project, base, folder)
  // The folder may come later.
  if (!(await isFolder(place))) return { root: place, paths: [], folders: new Set([join(project, base)]), warnings: [] }
  const root = await resolveFolder(place)
  const relative = (path: string) => posix.join(folder, path)
  const isWanted = (path: string) => formatOf(path) === 'markdown' && isEntry(relative(path))
  const listing = await listFiles(root, { ...WALK_LIMITS, isPublicName: isVisibleName, isWanted })
  const warnings = listing.warnings.map((warning) => ({ ...warning, path: relative(warning.path) }))
  return { ...listing, root, warnings, paths: [...listing.paths].sort() }
}

/** True for names that Astro's own globs visit: unlike in a site's folder, `_` at the start is not a reason to skip. */
function isVisibleName(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

/** An entry as Astro gives it: with the ids of the last build if the text is the same, else by Astro's rules. */
async function toEntry(
  { path, text }: SourceFile,
  base: string,
  built: ReadonlyMap<string, BuiltEntry>,
): Promise<CollectionEntry & { readonly isBuilt: boolean }> {
  const source = readFrontmatter(text)
  const file = posix.join(base, path)
  const builtEntry = built.get(file)
  const headings = await builtHeadings(builtEntry, source.body)
  const id = readPageFields(source.data).slug ?? builtEntry?.id ?? defaultId(path)
  return { id, path: file, source, html: null, headings: headings ?? [], isBuilt: headings !== null }
}

/** Id from the path, by the rule for ids of headings; `index` gives the id of its folder. */
function defaultId(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/').map(slug)
  return segments.join('/').replace(/\/index$/, '')
}

function missingCollectionWarning(name: string): Warning {
  const remedy = 'build the site with ask-service/astro, or write base and pattern of its glob() as plain strings'
  const message = `The collection ${name} is left out: its folder is unknown; ${remedy}`
  return { path: 'src/content.config.ts', line: 1, message }
}

function guessedIdsMessage(pages: number): string {
  const what = pages === 1 ? 'the headings of 1 page' : `the headings of ${pages} pages`
  return (
    `Plugins named here may give ${what} other ids than Astro does: build the site with ask-service/astro first, ` +
    'or read the built pages (ask kg build dist)'
  )
}
