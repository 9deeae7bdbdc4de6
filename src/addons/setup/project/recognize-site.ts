/**
 * A folder -> the site in it and the generator or framework that makes it: recognized by a configuration file, else by
 * a dependency, else by the pages in the folder. A folder without a site -> the folders below that contain one, as in a
 * monorepo. Paths are relative to the folder, with `/` between segments.
 */
import { readdir } from 'node:fs/promises'
import { join, posix, resolve } from 'node:path'
import { AskError, isObject, parseJson } from '../../../core/base.ts'
import {
  type ContentFormat, formatOf, type FrontValue, isPublicName, PROFILES, selectFiles, textAt,
} from '../../../core/content.ts'
import {
  type ConfigFile, findProfileConfig, findSiteRules, foldersAround, isFolder, listFiles, readBoundedFile, readConfig,
  resolveFolder,
} from '../../../core/node.ts'
import { searchInConfig } from '../../static/site-search.ts'
import { type Generator, GENERATORS, SVELTE_CONFIG } from '../init/generators.ts'
import type { Manifest, PackageManager, RecognizedSite } from '../init/plan.ts'

/** Limits of the search for pages: the first page decides. */
const PAGES_WALK = { depth: 4, entries: 2_000 }
const CONTENT_FOLDERS = ['docs', 'content', 'documentation']
const OUTPUT_FOLDERS = ['dist', 'build', '_site', 'site', 'out', 'public']

/** Folders that are searched for sites below a folder. */
const MAX_FOLDERS = 200
/** Folders of sites that only show or test something; they count if there is no other. */
const SAMPLES = /^(?:examples?|playgrounds?|templates?|tests?|fixtures?)(?=\/|$)/

/** Parent folders that are searched for a lock file. */
const MAX_PARENTS = 32
/** Bytes of a package.json: the limit of a script that is read to be edited. */
const MAX_MANIFEST_BYTES = 1_048_576
const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

const LOCK_FILES: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
]

/**
 * The site in a folder, null when nothing is recognized or when it is in a package below. Throws `AskError('file')` for
 * a missing folder and for an invalid package.json.
 */
export async function recognizeSite(folder: string): Promise<RecognizedSite | null> {
  await resolveFolder(folder)
  const manifest = await readManifest(folder)
  const packageManager = await findPackageManager(folder, manifest?.packageManager ?? null)
  const shared = { folder, manifest, packageManager, ownSearch: null }
  const recognition = await findGenerator(folder, manifest)
  if (recognition === 'nested') return null
  if (recognition === null) {
    const pages = await findPageFolder(folder)
    return pages === null ? null : { ...shared, ...pages }
  }
  const { generator, config, evidence } = recognition
  const { name, title, kind } = generator
  const { text, values } = config ?? { text: '', values: undefined }
  const variant = variantOf(generator, manifest, text, values)
  return {
    ...shared,
    generator: name,
    title,
    kind,
    configFile: config?.path ?? null,
    evidence,
    ...(await sitePaths(recognition, folder, values)),
    ownSearch: searchInConfig(variant.generator ?? name, text),
    ...variant,
  }
}

/** The package.json of a folder, null for none. Throws `AskError('file-format')` for an invalid one. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const path = join(folder, 'package.json')
  const bytes = await readBoundedFile(path, MAX_MANIFEST_BYTES)
  return bytes === null ? null : decodeManifest(parseJson(bytes.toString('utf8').replace(/^\ufeff/, '')), path)
}

/** The manager of the nearest lock file up to the repository's root, else the one that package.json names, else npm. */
async function findPackageManager(folder: string, named: PackageManager | null): Promise<PackageManager> {
  for await (const { names } of foldersAround(resolve(folder), MAX_PARENTS)) {
    const [, manager] = LOCK_FILES.find(([file]) => names.has(file)) ?? []
    if (manager !== undefined) return manager
  }
  return named ?? 'npm'
}

function decodeManifest(value: unknown, path: string): Manifest {
  if (!isObject(value)) {
    const wanted = value === undefined ? 'valid JSON' : 'a JSON object'
    throw new AskError('file-format', `${path} is not ${wanted}; correct it first`)
  }
  const { scripts = {}, packageManager } = value
  // `pnpm@9.1.0`
  const manager = typeof packageManager === 'string' ? packageManager.replace(/@.*/s, '') : ''
  const dependencies = DEPENDENCY_FIELDS.map((field) => value[field]).filter(isObject).flatMap(Object.keys)
  if (!isObject(scripts)) throw new AskError('file-format', `${path}: "scripts" is not an object; correct it first`)
  return {
    dependencies: new Set(dependencies),
    scripts: new Map(Object.entries(scripts).flatMap(([name, text]) => {
      return typeof text === 'string' ? [[name, text] as const] : []
    })),
    hasSettings: value['ask'] !== undefined,
    isModule: value['type'] === 'module',
    main: typeof value['main'] === 'string' ? value['main'] : null,
    packageManager: LOCK_FILES.find(([, name]) => name === manager)?.[1] ?? null,
  }
}

interface Recognition {
  readonly generator: Generator
  readonly root: string
  /** Null without a configuration; its path is that below the site. */
  readonly config: ConfigFile | null
  readonly evidence: string
}

/**
 * The generator whose configuration is in one of these places in the folder, else on which its package depends;
 * `nested` if a package below has the configuration.
 */
async function findGenerator(
  folder: string,
  manifest: Manifest | null,
  isPlace = (_: string) => true,
): Promise<Recognition | 'nested' | null> {
  for (const generator of GENERATORS) {
    for (const root of Object.keys(generator.places).filter(isPlace)) {
      const config = await findConfig(join(folder, root), generator)
      if (config === null || config.path === SVELTE_CONFIG) continue
      const own = root === '.' ? null : await readManifest(join(folder, root))
      if (own?.dependencies.has(generator.name)) return 'nested'
      const path = posix.join(root, config.path)
      return { generator, root, config: { ...config, path }, evidence: path }
    }
  }
  const isUsed = ({ dependency }: Generator) => dependency !== null && manifest?.dependencies.has(dependency) === true
  const generator = GENERATORS.find(isUsed)
  if (generator === undefined) return null
  const evidence = `${generator.dependency} in package.json`
  return { generator, root: '.', config: await findConfig(folder, generator), evidence }
}

function findConfig(folder: string, { profile, configs }: Generator): Promise<ConfigFile | null> {
  return profile === null ? readConfig(folder, configs) : findProfileConfig(folder, profile)
}

/** Paths that the configuration contains as plain values, else the usual ones. */
async function sitePaths({ generator, root }: Recognition, folder: string, values: FrontValue | undefined) {
  const { keys, content, places } = generator
  const folderOf = (key: string | undefined, usual: string | null) => {
    const path = (key === undefined ? null : textAt(values, key)) || usual
    return path === null ? null : posix.join(root, path).replace(/(?<=.)\/$/, '')
  }
  return {
    contentFolder: folderOf(keys.content, content) ?? (await firstContentFolder(folder)),
    outputFolder: folderOf(keys.output, places[root] ?? null),
    base: basePath((keys.base === undefined ? null : textAt(values, keys.base)) ?? '/'),
  }
}

/** Base path: `/docs/` for `https://acme.dev/docs`, `docs` and `/docs/`; `/` for an invalid value. */
function basePath(value: string): string {
  const address = URL.canParse(value, 'http://localhost/') ? value : '/'
  const { pathname } = new URL(address, 'http://localhost/')
  if (!pathname.startsWith('/')) return '/'
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

/** What is different in the form that a site has; empty for the usual one. */
function variantOf({ variants }: Generator, manifest: Manifest | null, config: string, values: FrontValue | undefined) {
  const variant = variants.find(({ dependency = null, setting }) => {
    if (dependency !== null && (config.includes(dependency) || manifest?.dependencies.has(dependency))) return true
    return setting !== undefined && textAt(values, setting[0]) === setting[1]
  })
  return variant?.site ?? {}
}

type PageFolder = Omit<RecognizedSite, 'folder' | 'manifest' | 'packageManager' | 'ownSearch'>

/** A folder of pages: that of a generator without a build here, else one with a usual name, else the folder itself. */
async function findPageFolder(folder: string): Promise<PageFolder | null> {
  const shared = { kind: 'folder', base: '/', outputFolder: null } as const
  for (const profile of PROFILES.filter(({ isEditor }) => !isEditor)) {
    const site = { ...shared, generator: 'markdown', title: profile.title, contentFolder: '.' } as const
    const path = (await findProfileConfig(folder, profile))?.path
    if (path !== undefined) return { ...site, configFile: path, evidence: path }
  }
  for (const path of [...CONTENT_FOLDERS, ...OUTPUT_FOLDERS, '.']) {
    const format = await pageFormat(join(folder, path))
    if (format === null) continue
    const title = format === 'markdown' ? 'Markdown' : 'HTML'
    const evidence = `${title} files${path === '.' ? '' : ` in ${path}`}`
    const place = format === 'markdown' ? { contentFolder: path } : { contentFolder: null, outputFolder: path }
    return { ...shared, generator: format, title, configFile: null, evidence, ...place }
  }
  return null
}

/** The first folder with pages of those with a usual name, and of the source generator that a framework shows. */
async function firstContentFolder(folder: string): Promise<string | null> {
  const { rules: { mounts } } = await findSiteRules(folder, null)
  for (const path of [...CONTENT_FOLDERS, ...mounts.map((mount) => posix.join('.', mount.folder, '.'))]) {
    if ((await pageFormat(join(folder, path))) === 'markdown') return path
  }
  return null
}

/** Format of a folder's pages as they would be read, null without pages and without a folder. */
async function pageFormat(folder: string): Promise<ContentFormat | null> {
  if (!(await isFolder(folder))) return null
  const walk = { ...PAGES_WALK, isPublicName, isWanted: (path: string) => formatOf(path) !== null }
  const { paths } = await listFiles(await resolveFolder(folder), walk)
  const [first] = selectFiles(paths)
  return first === undefined ? null : formatOf(first)
}

/**
 * The sites at most two levels below a folder, by their sorted paths there; `areSamples` if all of them only show or
 * test something.
 */
export async function findNestedSites(folder: string) {
  const sites: string[] = []
  const queue = await foldersIn(folder, '')
  for (const path of queue) {
    const isDeepest = path.includes('/')
    // `docs` in it is searched itself, unless that is too deep.
    const isPlace = (place: string) => isDeepest || !place.startsWith('docs')
    if ((await findGenerator(join(folder, path), null, isPlace)) !== null) sites.push(path)
    else if (!isDeepest) queue.push(...(await foldersIn(folder, path)).slice(0, MAX_FOLDERS - queue.length))
  }
  const documentation = sites.filter((path) => !SAMPLES.test(path))
  const areSamples = documentation.length === 0
  return { paths: (areSamples ? sites : documentation).sort(), areSamples }
}

async function foldersIn(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && isPublicName(entry.name)).map(({ name }) => name)
  return names.slice(0, MAX_FOLDERS).map((name) => (path === '' ? name : `${path}/${name}`))
}
