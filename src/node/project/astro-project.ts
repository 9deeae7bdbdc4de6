/**
 * The folder of an Astro project -> the pages of its site, with the ids and
 * addresses that Astro gives them, without running it. What is known comes from
 * what the integration leaves in `.astro/`, else from what stands in the
 * configuration in plain words, else from where things are by convention.
 */
import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, posix, resolve } from 'node:path'
import { formatOf } from '../../content/address.ts'
import { type AstroOutline, bodyHash, type BuiltEntry } from '../../content/site/astro-outline.ts'
import { type AstroSite, collectionSettings, resolveAstroSite } from '../../content/site/astro-site.ts'
import { type CollectionEntry, createCollectionBuilder } from '../../content/site/collection.ts'
import { readFrontmatter } from '../../content/frontmatter/frontmatter.ts'
import { readPageFields } from '../../content/frontmatter/page-fields.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import type { Site } from '../../content/site/site.ts'
import { slug } from '../../content/slug.ts'
import { readOutline, readSiteFile } from './astro-codegen.ts'
import { type PlainConfig, readAstroConfig } from './astro-config.ts'
import { readConfigFile } from './config-file.ts'
import { type CollectionPlace, readContentConfig } from './content-config.ts'
import { createGlobTest, fixedFolder, sharedFolder } from './glob-patterns.ts'
import { readTexts } from '../files/text-files.ts'
import { findFolder, listFiles, WALK_LIMITS } from '../files/walk.ts'

const CONFIG_FILES = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((ending) => `astro.config.${ending}`)
const CONTENT_CONFIG_FILES = ['ts', 'mjs', 'js', 'mts'].map((ending) => `src/content.config.${ending}`)
/** Where collections are by convention, the usual place first. */
const CONTENT_FOLDERS = ['src/content', 'src']
const USUAL_PATTERNS = ['**/[^_]*', '!**/_*/**']
/** Of Astro, where none is installed. */
const NEWEST_MAJOR = 7
const LAST_UNIFIED_MAJOR = 6

/** Where a collection's files are. */
interface EntryPlace {
  /** Relative to the project; ids are made of what follows. */
  readonly base: string
  /** The deepest folder that holds all of them, relative to the base. */
  readonly folder: string
  /** Whether a file is of the collection, by its path relative to the base. */
  readonly isEntry: (path: string) => boolean
}

/** An Astro project on disk. */
export interface AstroProject {
  readonly folder: string
  readonly site: AstroSite
  /** Collection -> where its files are; without those that weren't found. */
  readonly places: ReadonlyMap<string, EntryPlace>
  /** What the last build made of the collections' entries. */
  readonly outline: AstroOutline
  /** Where the configuration names plugins that may give headings other ids, null where it names none. */
  readonly plugins: Pick<Warning, 'path' | 'line'> | null
}

/** The project in a folder, null where it has no `astro.config` or no collection to read. */
export async function findAstroProject(folder: string): Promise<AstroProject | null> {
  const config = await readConfigFile(folder, CONFIG_FILES)
  if (config === null) return null
  const plain = readAstroConfig(config.text)
  const site = (await readSiteFile(folder)) ?? (await plainSite(folder, plain))
  const written = readContentConfig((await readConfigFile(folder, CONTENT_CONFIG_FILES))?.text ?? '')
  const outline = await readOutline(folder, config.path)
  const places = new Map<string, EntryPlace>()
  for (const name of Object.keys(site.collections)) {
    const matched = written.get(name) ?? (await usualPlace(folder, name))
    const place = matched === null ? builtPlace(outline[name] ?? []) : matchedPlace(matched)
    if (place !== null && (await isFolder(join(folder, place.base)))) places.set(name, place)
  }
  const plugins = plain.pluginsLine === null ? null : { path: config.path, line: plain.pluginsLine }
  return places.size === 0 ? null : { folder, site, places, outline, plugins }
}

/** Reads the collections of a project. */
export async function readAstroProject({ folder, site, places, outline, plugins }: AstroProject): Promise<Site> {
  const reader = createCollectionBuilder(collectionSettings(site))
  const warnings: Warning[] = []
  let guessed = 0
  for (const [name, pattern] of Object.entries(site.collections)) {
    const place = places.get(name)
    if (place === undefined) {
      warnings.push(lostCollection(name))
      continue
    }
    const built = new Map((outline[name] ?? []).map((entry) => [entry.path, entry]))
    for await (const read of readPlace(folder, place)) {
      if (!('text' in read)) {
        warnings.push(read)
        continue
      }
      const { isBuilt, ...entry } = await entryOf(read, place.base, built)
      if (!isBuilt) guessed += 1
      reader.add(entry, pattern)
    }
  }
  if (plugins !== null && guessed > 0) warnings.push({ ...plugins, message: guessedIds(guessed) })
  const { warnings: own, ...rest } = reader.finish()
  return { ...rest, warnings: [...warnings, ...own] }
}

/** Major version of the Astro that a project has installed. */
export async function astroMajor(folder: string): Promise<number> {
  try {
    const path = createRequire(resolve(folder, 'package.json')).resolve('astro/package.json')
    return Number.parseInt(Object(JSON.parse(await readFile(path, 'utf8'))).version, 10) || NEWEST_MAJOR
  } catch {
    return NEWEST_MAJOR
  }
}

/** The version by whose rule ids of headings are made: remark and rehype kept theirs when Astro 7 brought another. */
export function headingMajor(major: number, isUnified: boolean): number {
  return isUnified ? Math.min(major, LAST_UNIFIED_MAJOR) : major
}

async function plainSite(folder: string, { addresses, collections, isUnified }: PlainConfig): Promise<AstroSite> {
  return resolveAstroSite(collections, addresses, headingMajor(await astroMajor(folder), isUnified))
}

/** `src/content/docs`, without what starts with `_`. */
async function usualPlace(folder: string, name: string): Promise<CollectionPlace | null> {
  for (const place of CONTENT_FOLDERS) {
    if (await isFolder(join(folder, place, name))) return { base: `${place}/${name}`, patterns: USUAL_PATTERNS }
  }
  return null
}

function matchedPlace({ base, patterns }: CollectionPlace): EntryPlace {
  return { base, folder: fixedFolder(patterns), isEntry: createGlobTest(patterns) }
}

/** The files that a build had, where nothing else tells; their names may look like patterns, as `[intro].md` does. */
function builtPlace(entries: readonly BuiltEntry[]): EntryPlace | null {
  const paths = new Set(entries.map(({ path }) => path).filter((path) => formatOf(path) === 'markdown'))
  return paths.size === 0 ? null : { base: '.', folder: sharedFolder([...paths]), isEntry: (path) => paths.has(path) }
}

/** The Markdown of a collection, in the order of its paths, each relative to the base. */
async function* readPlace(project: string, place: EntryPlace): AsyncGenerator<SourceFile | Warning> {
  const { base, folder, isEntry } = place
  if (!(await isFolder(join(project, base, folder)))) return
  const root = await findFolder(join(project, base, folder))
  const relative = (path: string) => posix.join(folder, path)
  const isPublic = (name: string) => !name.startsWith('.') && name !== 'node_modules'
  const isWanted = (path: string) => formatOf(path) === 'markdown' && isEntry(relative(path))
  const { paths, warnings } = await listFiles(root, { ...WALK_LIMITS, isPublicName: isPublic, isWanted })
  yield* warnings
  for await (const read of readTexts(root, [...paths].sort())) yield { ...read, path: relative(read.path) }
}

/** As Astro gives it: by what a build made of the same text, else by its rules. */
async function entryOf(
  { path, text }: SourceFile,
  base: string,
  built: ReadonlyMap<string, BuiltEntry>,
): Promise<CollectionEntry & { readonly isBuilt: boolean }> {
  const source = readFrontmatter(text)
  const file = posix.join(base, path)
  const known = built.get(file)
  const isBuilt = known !== undefined && known.hash === (await bodyHash(source.body))
  const id = readPageFields(source.data).slug ?? known?.id ?? defaultId(path)
  return { id, path: file, source, html: null, headings: isBuilt ? known.headings : [], isBuilt }
}

/** The path made as ids of headings are; `index` stands for its folder. */
function defaultId(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/').map(slug)
  return segments.join('/').replace(/\/index$/, '')
}

function lostCollection(name: string): Warning {
  const remedy = 'build the site with ask-service/astro, or name base and pattern of its glob() in plain text'
  const message = `The collection ${name} is left out: its folder is not known; ${remedy}`
  return { path: 'src/content.config.ts', line: 1, message }
}

function guessedIds(pages: number): string {
  const what = pages === 1 ? 'the headings of 1 page' : `the headings of ${pages} pages`
  return (
    `Plugins named here may give ${what} other ids than Astro does: build the site with ask-service/astro first, ` +
    'or read what was built (ask kg build dist)'
  )
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then((found) => found.isDirectory(), () => false)
}
