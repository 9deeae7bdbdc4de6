/**
 * The files of an Astro project's collections -> the pages of its site, with the ids and addresses that Astro gives
 * them, without running Astro.
 */
import { join, posix } from 'node:path'
import { count } from '../../../core/base.ts'
import {
  type ContentSettings, createCollectionBuilder, formatOf, readFrontmatter, readPageFields, slug, type Warning,
} from '../../../core/content.ts'
import { type BuiltEntry, builtHeadings, collectionSettings } from '../config/astro-site.ts'
import {
  isFolder, listFiles, readTexts, resolveFolder, type SiteListing, type SiteSource, WALK_LIMITS,
} from '../../../core/node.ts'
import { type AstroProject, type CollectionFiles, PROJECT_FILES } from './astro-project.ts'

/** What the owner can do about collections without folders, and about those without addresses. */
const GIVE_FOLDER = 'build the site with ask-service/astro, or write base and pattern of its glob() as plain strings'
const GIVE_ADDRESSES = 'give the addresses of their pages in `collections` of ask-service/astro, or read the built site'
const collectionWarning = (message: string): Warning => ({ path: 'src/content.config.ts', line: 1, message })

/** Settings for entries that the project's configuration doesn't have. */
type EntrySettings = Partial<Pick<ContentSettings, 'commonTitles' | 'defaultVersion' | 'now' | 'siteTitle' | 'weights'>>

interface EntryFile {
  readonly collection: string
  /** Relative to the folder that ids are made from paths in. */
  readonly path: string
  /** Relative to the project. */
  readonly pathInProject: string
  /** The folder of all files of the collection, a real path: no link leads out of it. */
  readonly root: string
  /** Relative to the root. */
  readonly pathInRoot: string
}

interface ReadFile {
  readonly file: EntryFile
  readonly warnings: readonly Warning[]
  /** True if it is not as it was in the last build: ids of its headings follow Astro's rules. */
  readonly isUnbuilt: boolean
}

/** The files of a project's collections; they are read when they are asked for. Their keys are `collection:path`. */
export function createAstroSource(project: AstroProject, settings: EntrySettings = {}): SiteSource {
  const { siteTitle = null, commonTitles = null, defaultVersion = null, weights = [], now = Date.now } = settings
  const { folder, site, menu, outline, imported, pluginsAt } = project
  const own = { siteTitle, commonTitles, defaultVersion, weights }
  const builder = createCollectionBuilder({ ...collectionSettings(site, now), menu, ...own })
  const patternOf = ({ collection }: EntryFile) => site.collections[collection] ?? ''
  /** The entries of the last build, by the keys of their files. */
  const built = new Map<string, BuiltEntry>(Object.entries(outline).flatMap(([collection, entries]) => {
    return entries.map((entry) => [`${collection}:${entry.path}`, entry] as const)
  }))
  let files: ReadonlyMap<string, EntryFile> = new Map()
  let warnings: readonly Warning[] = []
  const readFiles = new Map<string, ReadFile>()

  async function list(): Promise<SiteListing> {
    const listing = await listCollections(project)
    files = new Map(listing.files.map((file) => [`${file.collection}:${file.pathInProject}`, file]))
    warnings = listing.warnings
    const onDisk = new Map([...files].map(([key, { root, pathInRoot }]) => [key, join(root, pathInRoot)]))
    return { ...listing, files: onDisk, assets: new Map() }
  }

  async function read(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const file = files.get(key)
      if (file !== undefined) await readFile(key, file)
    }
  }

  /** Adds the entry as Astro gives it: with the ids of the last build if the text is the same, else by its rules. */
  async function readFile(key: string, file: EntryFile): Promise<void> {
    remove(key)
    const { path, pathInProject } = file
    for await (const text of readTexts(file.root, [file.pathInRoot])) {
      const ofFile = ('text' in text ? text.warnings : [text]).map((warning) => ({ ...warning, path: pathInProject }))
      readFiles.set(key, { file, warnings: ofFile, isUnbuilt: false })
      if (!('text' in text)) continue
      const source = readFrontmatter(text.text)
      const entry = built.get(key)
      const headings = await builtHeadings(entry, source.body)
      const id = readPageFields(source.data).slug ?? entry?.id ?? defaultId(path)
      builder.add({ id, path: pathInProject, source, html: null, headings: headings ?? [] }, patternOf(file))
      readFiles.set(key, { file, warnings: ofFile, isUnbuilt: headings === null })
    }
  }

  function remove(key: string): void {
    const file = readFiles.get(key)?.file
    if (file !== undefined) builder.remove(file.pathInProject, patternOf(file))
    readFiles.delete(key)
  }

  return {
    list,
    read,
    remove,
    includes: () => new Map(),
    finish: async () => {
      const pages = builder.finish()
      const all = [...readFiles.values()]
      const unbuilt = all.filter(({ isUnbuilt }) => isUnbuilt).length
      const doubt = pluginsAt === null || unbuilt === 0 ? [] : [{ ...pluginsAt, message: guessedIdsMessage(unbuilt) }]
      return { ...pages, warnings: [...warnings, ...all.flatMap((file) => file.warnings), ...doubt, ...pages.warnings] }
    },
    configFiles: async () => [...PROJECT_FILES.map((path) => join(folder, path)), ...imported],
  }
}

/** The files of all collections, with the folders that they are in. */
async function listCollections({ folder, site, collectionFiles, unsearched }: AstroProject) {
  const files: EntryFile[] = []
  const folders = new Set<string>()
  const others = unsearched.join(', ')
  const warnings = unsearched.length === 0 ? [] : [collectionWarning(`Not searched: ${others}; ${GIVE_ADDRESSES}`)]
  for (const collection of Object.keys(site.collections)) {
    const place = collectionFiles.get(collection)
    if (place === undefined) {
      const problem = `The collection ${collection} is left out: its folder is unknown`
      warnings.push(collectionWarning(`${problem}; ${GIVE_FOLDER}`))
      continue
    }
    const { root, ...listing } = await listEntryFiles(folder, place)
    for (const warning of listing.warnings) warnings.push(warning)
    for (const real of listing.folders) folders.add(real)
    for (const pathInRoot of listing.paths) {
      const path = posix.join(place.folder, pathInRoot)
      files.push({ collection, path, pathInProject: posix.join(place.base, path), root, pathInRoot })
    }
  }
  return { files, folders, warnings }
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
  const warnings = listing.warnings.map((warning) => ({ ...warning, path: posix.join(base, relative(warning.path)) }))
  return { ...listing, root, warnings, paths: [...listing.paths].sort() }
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
