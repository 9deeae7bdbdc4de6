/**
 * The folder of an Astro project -> its collections and their files, without running Astro. Sources, best first: the
 * files that the integration writes to `.astro/` (the addresses of pages on each run, the outline of the entries on
 * each build), plain values in the configuration, Astro's conventions.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseJson } from '../../../core/base.ts'
import { commonFolder, formatOf, type Warning } from '../../../core/content.ts'
import { isFolder, readConfig, readConfigFile, writeFileAtomically } from '../../../core/node.ts'
import {
  type AstroOutline, type AstroSite, type BuiltEntry, decodeAstroOutline, decodeAstroSite, resolveAstroSite,
} from '../config/astro-site.ts'
import {
  ASTRO_CONFIG_FILES, type CollectionGlob, CONTENT_CONFIG_FILES, matchGlob, readAstroConfig, readContentConfig,
  type StaticAstroConfig,
} from '../config/astro-config.ts'

/** Parent folders of collections by convention, Starlight's first. */
const CONTENT_FOLDERS = ['src/content', 'src']
const CONVENTIONAL_PATTERNS = ['**/[^_]*', '!**/_*/**']
/** Folder of the integration; Astro names it after the integration. */
const FOLDER = '.astro/integrations/ask-service'
const SITE_FILE = 'site.json'
const OUTLINE_FILE = 'outline.json'

/** Files that decide how a project is read. */
export const PROJECT_FILES: readonly string[] = [
  ...ASTRO_CONFIG_FILES, ...CONTENT_CONFIG_FILES, ...[SITE_FILE, OUTLINE_FILE].map((name) => `${FOLDER}/${name}`),
]
/** Assumed version of Astro when none is installed. */
const NEWEST_MAJOR = 7
/** Last version in which remark and rehype were the default. */
const LAST_UNIFIED_MAJOR = 6

export interface CollectionFiles {
  /** Folder relative to the project; ids are made from paths relative to it. */
  readonly base: string
  /** The deepest folder that contains all files, relative to the base. */
  readonly folder: string
  /** True for files of the collection, by their path relative to the base. */
  readonly isEntry: (path: string) => boolean
}

export interface AstroProject {
  readonly folder: string
  readonly site: AstroSite
  /** Files by collection, without collections that weren't found. */
  readonly collectionFiles: ReadonlyMap<string, CollectionFiles>
  readonly outline: AstroOutline
  readonly menu: StaticAstroConfig['menu']
  readonly imported: readonly string[]
  /** Folders with Markdown of collections whose addresses nobody gave, if the owner chose no collections. */
  readonly unsearched: readonly string[]
  /** Place of plugins in the configuration that may change ids of headings, null for none. */
  readonly pluginsAt: Pick<Warning, 'path' | 'line'> | null
}

/** The project in a folder, null without an `astro.config` and without a readable collection. */
export async function findAstroProject(folder: string): Promise<AstroProject | null> {
  const config = await readConfig(folder, ASTRO_CONFIG_FILES)
  if (config === null) return null
  const settings = readAstroConfig(config.ownText, config.values)
  const stored = decodeAstroSite(await readJson(join(folder, FOLDER, SITE_FILE)))
  const major = headingMajor(await astroMajor(folder), settings.isUnified)
  const site = stored ?? resolveAstroSite(settings.collections, settings.addresses, major)
  const globs = readContentConfig((await readConfigFile(folder, CONTENT_CONFIG_FILES))?.text ?? '')
  const outline = await readOutline(folder)
  const collectionFiles = new Map<string, CollectionFiles>()
  for (const name of Object.keys(site.collections)) {
    const glob = globs.get(name) ?? (await conventionalGlob(folder, name))
    const files = glob === null ? filesByOutline(outline[name] ?? []) : { base: glob.base, ...matchGlob(glob.patterns) }
    if (files !== null && (await isFolder(join(folder, files.base)))) collectionFiles.set(name, files)
  }
  const pluginsAt = settings.pluginsLine === null ? null : { path: config.path, line: settings.pluginsLine }
  const isChosen = stored !== null || settings.collections !== null
  const searched = new Set([...collectionFiles.values()].map(({ base }) => base))
  const written = [...globs.values()].filter(({ patterns }) => patterns.some((pattern) => pattern.includes('md')))
  const others = isChosen ? [] : written.map(({ base }) => base).filter((base) => !searched.has(base))
  if (collectionFiles.size === 0) return null
  const unsearched = [...new Set(others.map((base) => base.replace(/^\.\//, '')))]
  return { folder, site, collectionFiles, outline, menu: settings.menu, imported: config.imported, unsearched, pluginsAt }
}

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

/** `src/content/docs` without names that start with `_`, null when there is no such folder. */
async function conventionalGlob(folder: string, name: string): Promise<CollectionGlob | null> {
  for (const parent of CONTENT_FOLDERS) {
    const base = `${parent}/${name}`
    if (await isFolder(join(folder, base))) return { base, patterns: CONVENTIONAL_PATTERNS }
  }
  return null
}

/** The files of the last build; their names may look like patterns, for example `[intro].md`. */
function filesByOutline(entries: readonly BuiltEntry[]): CollectionFiles | null {
  const paths = new Set(entries.map(({ path }) => path).filter((path) => formatOf(path) === 'markdown'))
  return paths.size === 0 ? null : { base: '.', folder: commonFolder([...paths]), isEntry: (path) => paths.has(path) }
}

export async function writeSiteFile(codegen: URL, site: AstroSite): Promise<void> {
  await writeFileAtomically(fileURLToPath(new URL(SITE_FILE, codegen)), `${JSON.stringify(site, null, 2)}\n`)
}

/** Moves the outline from the build to the project; does nothing for a build without one. */
export async function moveOutline(built: URL, codegen: URL): Promise<void> {
  const text = await readFile(built, 'utf8').catch(() => null)
  if (text === null) return
  await rm(built)
  await writeFileAtomically(fileURLToPath(new URL(OUTLINE_FILE, codegen)), text)
}

/** Outline of a project's last build, empty without one and when the configuration is newer. */
export async function readOutline(folder: string): Promise<AstroOutline> {
  const path = join(folder, FOLDER, OUTLINE_FILE)
  const config = await readConfigFile(folder, ASTRO_CONFIG_FILES)
  const isOld = config === null || (await modifiedMs(join(folder, config.path))) > (await modifiedMs(path))
  return isOld ? {} : decodeAstroOutline(await readJson(path))
}

async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8').catch(() => ''))
}

/** Time of the last change in milliseconds since 1970, 0 for a missing file. */
function modifiedMs(path: string): Promise<number> {
  return stat(path).then(({ mtimeMs }) => mtimeMs, () => 0)
}

/** The files of variables that Vite reads for a build, and Cloudflare, the last one; `ask` reads none. */
const ENV_FILES = ['.env', '.env.local', '.env.production', '.env.production.local', '.dev.vars']

/** Paths of the files in a folder that give a variable a value. The value is not kept. */
export async function findEnvFiles(folder: string, variable: string): Promise<string[]> {
  const setsIt = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${variable}[ \\t]*=[ \\t]*["']?[^\\s"'#]`, 'm')
  const files = await Promise.all(ENV_FILES.map((name) => readConfigFile(folder, [name])))
  return files.flatMap((file) => (file !== null && setsIt.test(file.text) ? [join(folder, file.path)] : []))
}
