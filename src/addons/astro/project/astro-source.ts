/**
 * The files of an Astro project's collections -> the pages of its site, with the ids and addresses that Astro gives
 * them, without running Astro.
 */
import { join, posix } from 'node:path'
import { count } from '../../../core/base.ts'
import {
  type CollectionBuilder, type CollectionEntry, createCollectionBuilder, formatOf, type PublicationSettings,
  readFrontmatter, readPageFields, type ScopeSettings, type Site, slug, type SourceFile, type TitleSettings,
  type Warning, type WeightSettings,
} from '../../../core/content.ts'
import { type BuiltEntry, builtHeadings, collectionSettings } from '../config/astro-site.ts'
import {
  isFolder, listFiles, readTexts, resolveFolder, type SiteListing, type SiteSource, type TextFile,
  WALK_LIMITS,
} from '../../../core/node.ts'
import { type AstroProject, type CollectionFiles, PROJECT_FILES } from './astro-project.ts'

/** What the owner can do about collections without folders, and about those without addresses. */
const GIVE_FOLDER = 'build the site with ask-service/astro, or write base and pattern of its glob() as plain strings'
const GIVE_ADDRESSES = 'give the addresses of their pages in `collections` of ask-service/astro, or read the built site'
const collectionWarning = (message: string): Warning => ({ path: 'src/content.config.ts', line: 1, message })

/** Settings for entries that the project's configuration doesn't have. */
type EntrySettings = Partial<
  TitleSettings & WeightSettings & PublicationSettings & Pick<ScopeSettings, 'defaultVersion'>
>

interface EntryFile {
  readonly key: string
  readonly collection: string
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

interface ReadFile {
  /** Its entry, to be removed; null for a file that can't be read. */
  readonly entry: { readonly path: string; readonly pattern: string } | null
  /** True if it is not as it was in the last build: ids of its headings follow Astro's rules. */
  readonly isUnbuilt: boolean
  readonly warnings: readonly Warning[]
}

/** A project with what was listed and read of it. Files have keys, `collection:path`. */
interface State {
  readonly project: AstroProject
  readonly builder: CollectionBuilder
  /** The last build: collection -> path -> entry. */
  readonly built: ReadonlyMap<string, ReadonlyMap<string, BuiltEntry>>
  /** Files of the last listing. */
  files: ReadonlyMap<string, EntryFile>
  warnings: readonly Warning[]
  readonly readFiles: Map<string, ReadFile>
}

/** The files of a project's collections; they are read when they are asked for. */
export function createAstroSource(project: AstroProject, settings: EntrySettings = {}): SiteSource {
  const { siteTitle = null, commonTitles = null, defaultVersion = null, weights = [], now = Date.now } = settings
  const own = { siteTitle, commonTitles, defaultVersion, weights }
  const state: State = {
    project,
    builder: createCollectionBuilder({ ...collectionSettings(project.site, now), menu: project.menu, ...own }),
    built: new Map(Object.entries(project.outline).map(([name, entries]) => {
      return [name, new Map(entries.map((entry) => [entry.path, entry]))] as const
    })),
    files: new Map(),
    warnings: [],
    readFiles: new Map(),
  }
  return {
    list: () => list(state),
    read: (keys) => read(state, keys),
    remove: (key) => remove(state, key),
    finish: async () => finish(state),
    configFiles: async () => [...PROJECT_FILES.map((path) => join(project.folder, path)), ...project.imported],
  }
}

async function list(state: State): Promise<SiteListing> {
  const { folder, site, collectionFiles, unsearched } = state.project
  const files = new Map<string, EntryFile>()
  const folders = new Set<string>()
  const others = unsearched.join(', ')
  const warnings = unsearched.length === 0 ? [] : [collectionWarning(`Not searched: ${others}; ${GIVE_ADDRESSES}`)]
  for (const [collection, pattern] of Object.entries(site.collections)) {
    const place = collectionFiles.get(collection)
    if (place === undefined) {
      const problem = `The collection ${collection} is left out: its folder is unknown`
      warnings.push(collectionWarning(`${problem}; ${GIVE_FOLDER}`))
      continue
    }
    const { root, ...listing } = await listEntryFiles(folder, place)
    warnings.push(...listing.warnings)
    for (const real of listing.folders) folders.add(real)
    for (const pathInRoot of listing.paths) {
      const path = posix.join(place.folder, pathInRoot)
      const key = `${collection}:${path}`
      files.set(key, { key, collection, pattern, base: place.base, path, root, pathInRoot })
    }
  }
  state.files = files
  state.warnings = warnings
  const onDisk = new Map([...files].map(([key, { root, pathInRoot }]) => [key, join(root, pathInRoot)]))
  return { files: onDisk, assets: new Map(), folders, warnings }
}

async function read(state: State, keys: readonly string[]): Promise<void> {
  const files = keys.flatMap((key) => state.files.get(key) ?? [])
  for (const root of new Set(files.map((file) => file.root))) {
    const inRoot = files.filter((file) => file.root === root)
    const entries = inRoot.values()
    for await (const text of readTexts(root, inRoot.map(({ pathInRoot }) => pathInRoot))) {
      const next = entries.next()
      if (next.done !== true) await readEntryFile(state, next.value, text)
    }
  }
}

async function readEntryFile(
  state: State,
  { key, collection, base, path, pattern }: EntryFile,
  file: TextFile | Warning,
): Promise<void> {
  remove(state, key)
  const warnings = ('text' in file ? file.warnings : [file]).map((warning) => ({ ...warning, path }))
  if (!('text' in file)) {
    state.readFiles.set(key, { entry: null, isUnbuilt: false, warnings })
    return
  }
  const { isBuilt, ...entry } = await toEntry({ path, text: file.text }, base, state.built.get(collection))
  state.readFiles.set(key, { entry: { path: entry.path, pattern }, isUnbuilt: !isBuilt, warnings })
  state.builder.add(entry, pattern)
}

function remove({ builder, readFiles }: State, key: string): void {
  const entry = readFiles.get(key)?.entry ?? null
  if (entry !== null) builder.remove(entry.path, entry.pattern)
  readFiles.delete(key)
}

function finish({ project: { pluginsAt }, builder, warnings, readFiles }: State): Site {
  const pages = builder.finish()
  const files = [...readFiles.values()]
  const unbuilt = files.filter(({ isUnbuilt }) => isUnbuilt).length
  const doubt = pluginsAt === null || unbuilt === 0 ? [] : [{ ...pluginsAt, message: guessedIdsMessage(unbuilt) }]
  return { ...pages, warnings: [...warnings, ...files.flatMap((file) => file.warnings), ...doubt, ...pages.warnings] }
}

/** The Markdown files of a collection in the order of their paths, relative to `root`, the real path of its folder. */
async function listEntryFiles(project: string, { base, folder, isEntry }: CollectionFiles) {
  const place = join(project, base, folder)
  // The folder may come later.
  if (!(await isFolder(place))) return { root: place, paths: [], folders: new Set([join(project, base)]), warnings: [] }
  const root = await resolveFolder(place)
  const relative = (path: string) => posix.join(folder, path)
  const isWanted = (path: string) => formatOf(path) === 'markdown' && isEntry(relative(path))
  // Unlike in a site's folder, `_` at the start is no reason for Astro's own globs to skip a name.
  const isPublicName = (name: string) => !name.startsWith('.') && name !== 'node_modules'
  const listing = await listFiles(root, { ...WALK_LIMITS, isPublicName, isWanted })
  const warnings = listing.warnings.map((warning) => ({ ...warning, path: relative(warning.path) }))
  return { ...listing, root, warnings, paths: [...listing.paths].sort() }
}

/** An entry as Astro gives it: with the ids of the last build if the text is the same, else by Astro's rules. */
async function toEntry(
  { path, text }: SourceFile,
  base: string,
  built: ReadonlyMap<string, BuiltEntry> | undefined,
): Promise<CollectionEntry & { readonly isBuilt: boolean }> {
  const source = readFrontmatter(text)
  const file = posix.join(base, path)
  const builtEntry = built?.get(file)
  const headings = await builtHeadings(builtEntry, source.body)
  const id = readPageFields(source.data).slug ?? builtEntry?.id ?? defaultId(path)
  return { id, path: file, source, html: null, headings: headings ?? [], isBuilt: headings !== null }
}

/** Id from the path, by the rule for ids of headings; `index` gives the id of its folder. */
function defaultId(path: string): string {
  const segments = path.replace(/\.[^./]+$/, '').split('/').map(slug)
  return segments.join('/').replace(/\/index$/, '')
}

function guessedIdsMessage(pages: number): string {
  const remedy = 'build the site with ask-service/astro first, or read the built pages (ask kg build dist)'
  return `Plugins named here may give the headings of ${count(pages, 'page')} other ids than Astro does: ${remedy}`
}
