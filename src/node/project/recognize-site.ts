/**
 * A folder -> the site in it and the generator or framework that makes it: recognized by a configuration file, else by
 * a dependency, else by the pages in the folder. Paths are relative to the folder, with `/` between segments.
 */
import { join, posix } from 'node:path'
import { type ContentFormat, formatOf } from '../../content/address.ts'
import { isPublicName, selectFiles } from '../../content/site/site.ts'
import { readConfigValues, type ReadValue } from '../../init/config/config-values.ts'
import { type SiteGenerator, GENERATORS } from '../../init/generators.ts'
import { executeCommand, runCommand } from '../../init/package-manager.ts'
import type { Manifest, RecognizedSite } from '../../init/recognized-site.ts'
import { readConfigFile } from '../files/bounded-file.ts'
import { firstExistingFile, isFolder } from '../files/path-kind.ts'
import { listFiles, resolveFolder } from '../files/walk.ts'
import { findPackageManager, readManifest } from './manifest.ts'

/** Limits of the search for pages: the first page decides. */
const PAGES_WALK = { depth: 4, entries: 2_000 }
/** Folders of Markdown by convention. */
const CONTENT_FOLDERS = ['docs', 'content', 'documentation']
/** Folders of built pages by convention. */
const OUTPUT_FOLDERS = ['dist', 'build', '_site', 'site', 'out', 'public']

/** Scripts that build documentation; the first one builds nothing else. */
const BUILD_SCRIPTS = ['docs:build', 'build']
const STARLIGHT = '@astrojs/starlight'

/**
 * The site in a folder, null when nothing is recognized or when it is in a package below. Throws `AskError('file')` for
 * a missing folder and for an invalid package.json.
 */
export async function recognizeSite(folder: string): Promise<RecognizedSite | null> {
  await resolveFolder(folder)
  const manifest = await readManifest(folder)
  const packageManager = await findPackageManager(folder, manifest?.packageManager ?? null)
  const shared = { folder, manifest, packageManager, moreContent: [] }
  const recognition = (await findByConfig(folder)) ?? (await findByDependency(folder, manifest))
  if (recognition === 'nested') return null
  if (recognition === null) {
    const pages = await findPageFolder(folder)
    return pages === null ? null : { ...shared, ...pages }
  }
  const { generator, configFile, evidence } = recognition
  const config = configFile === null ? '' : ((await readConfigFile(folder, [configFile]))?.text ?? '')
  const valueAt = readConfigValues(configFile ?? '', config)
  const docs = generator.name === 'docusaurus' ? await docusaurusFolders(folder, valueAt) : {}
  const content = generator.content ?? (await firstContentFolder(folder))
  const paths = sitePaths({ ...generator, content }, valueAt)
  const buildCommand = buildCommandOf(generator, shared)
  const identity = identify(generator, { manifest, config, valueAt })
  return { ...shared, configFile, evidence, buildCommand, ...paths, ...docs, ...identity }
}

/** A generator with the file or dependency that it was recognized by. */
interface Recognition {
  readonly generator: SiteGenerator
  readonly configFile: string | null
  readonly evidence: string
}

/** The generator whose configuration is in the folder; `nested` if that is in a package below it. */
async function findByConfig(folder: string): Promise<Recognition | 'nested' | null> {
  for (const generator of GENERATORS.filter(({ provenBy }) => provenBy !== null)) {
    const configFile = await firstExistingFile(folder, generator.configs)
    if (configFile !== null && (await isOwnPackage(folder, generator))) return 'nested'
    if (configFile !== null && (await isProven(folder, configFile, generator))) {
      return { generator, configFile, evidence: configFile }
    }
  }
  return null
}

/** True if the site below the folder is a package of its own, as `docs` of a workspace. */
async function isOwnPackage(folder: string, { name, root }: SiteGenerator): Promise<boolean> {
  const manifest = root === undefined ? null : await readManifest(join(folder, root))
  return manifest?.dependencies.has(name) === true
}

/** True for a configuration that is the generator's by its name or by its key, whose case Hugo ignores. */
async function isProven(folder: string, path: string, { provenBy = null }: SiteGenerator): Promise<boolean> {
  if (provenBy === null) return true
  const text = (await readConfigFile(folder, [path]))?.text ?? ''
  const valueAt = readConfigValues(path, text)
  return [provenBy, provenBy.toLowerCase()].some((key) => valueAt(key) !== null)
}

async function findByDependency(folder: string, manifest: Manifest | null): Promise<Recognition | null> {
  const generator = GENERATORS.find(({ dependency }) => dependency !== null && manifest?.dependencies.has(dependency))
  if (generator === undefined) return null
  const configFile = await firstExistingFile(folder, generator.configs)
  return { generator, configFile, evidence: `${generator.dependency} in package.json` }
}

type SitePaths = Pick<RecognizedSite, 'contentFolder' | 'outputFolder' | 'base'>

/** Paths that the configuration contains as plain values, else the generator's defaults. */
function sitePaths({ root = '.', content, output, keys }: SiteGenerator, valueAt: ReadValue): SitePaths {
  const configured = (key: string | undefined) => {
    const value = key === undefined ? null : valueAt(key)
    return value === null || value === '' ? null : posix.join(root, value).replace(/(?<=.)\/$/, '')
  }
  return {
    contentFolder: configured(keys.content) ?? content,
    outputFolder: configured(keys.output) ?? output,
    base: basePath((keys.base === undefined ? null : valueAt(keys.base)) ?? '/'),
  }
}

/** Entries of Docusaurus' presets and of its plugins that are read. */
const MAX_PLUGINS = 16
const DOCS_PLUGIN = /^(?:@docusaurus\/plugin-)?content-docs$/
const CLASSIC_PRESET = /^(?:@docusaurus\/preset-)?classic$/

/** The sources of Docusaurus: of its preset and each instance of its plugin, with their older versions. */
async function docusaurusFolders(folder: string, valueAt: ReadValue): Promise<Partial<RecognizedSite>> {
  const entries = [...Array(MAX_PLUGINS).keys()]
  const presets = entries
    .filter((i) => CLASSIC_PRESET.test(valueAt(`presets.${i}.0`) ?? ''))
    .map((i) => `presets.${i}.1.docs`)
  const plugins = entries.filter((i) => DOCS_PLUGIN.test(valueAt(`plugins.${i}.0`) ?? '')).map((i) => `plugins.${i}.1`)
  const [contentFolder, ...others] = [...presets, ...plugins].map((key) =>
    posix.normalize(valueAt(`${key}.path`) ?? 'docs'),
  )
  const ids = ['', ...plugins.flatMap((key) => valueAt(`${key}.id`) ?? []).map((id) => `${id}_`)]
  const versions: string[] = []
  for (const path of ids.map((id) => `${id}versioned_docs`)) if (await isFolder(join(folder, path))) versions.push(path)
  return { ...(contentFolder !== undefined && { contentFolder }), moreContent: [...others, ...versions] }
}

/** Base path: `/docs/` for `https://acme.dev/docs`, `docs` and `/docs/`; `/` for an invalid value. */
function basePath(value: string): string {
  const address = URL.canParse(value, 'http://localhost/') ? value : '/'
  const { pathname } = new URL(address, 'http://localhost/')
  if (!pathname.startsWith('/')) return '/'
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

type PackageInfo = Pick<RecognizedSite, 'manifest' | 'packageManager'>

/**
 * The package's script that builds the site, else the generator's own command. The script `build` counts only for a
 * site in the root of its package.
 */
function buildCommandOf(
  { build, isNode, root }: SiteGenerator,
  { manifest, packageManager }: PackageInfo,
): string | null {
  const names = isNode && root === undefined ? BUILD_SCRIPTS : BUILD_SCRIPTS.slice(0, 1)
  const script = names.find((name) => manifest?.scripts.has(name))
  if (build === null) return null
  if (script !== undefined) return runCommand(packageManager, script)
  return isNode ? executeCommand(packageManager, build) : build
}

/** Facts that decide the identity of a site. */
interface IdentityEvidence {
  readonly manifest: Manifest | null
  /** Text of the configuration. */
  readonly config: string
  readonly valueAt: ReadValue
}

type Identity = Pick<RecognizedSite, 'generator' | 'title' | 'kind'> & Partial<RecognizedSite>

/** Name and kind of a site: Starlight is a kind of Astro site, a framework that exports files is a static site. */
function identify({ name, title, kind }: SiteGenerator, { manifest, config, valueAt }: IdentityEvidence): Identity {
  const has = (dependency: string) => manifest?.dependencies.has(dependency) === true
  if (name === 'astro' && (has(STARLIGHT) || config.includes(STARLIGHT))) {
    return { generator: 'starlight', title: 'Starlight', kind, contentFolder: 'src/content/docs' }
  }
  const exported = { generator: name, title, kind: 'static' } as const
  if (name === 'next' && valueAt('output') === 'export') return { ...exported, outputFolder: 'out' }
  if (name === 'sveltekit' && has('@sveltejs/adapter-static')) return { ...exported, outputFolder: 'build' }
  return { generator: name, title, kind }
}

type PageFolder = Omit<RecognizedSite, 'folder' | 'manifest' | 'packageManager' | 'moreContent'>

/** A plain folder of pages: a conventional subfolder, else the folder itself. */
async function findPageFolder(folder: string): Promise<PageFolder | null> {
  for (const path of [...CONTENT_FOLDERS, ...OUTPUT_FOLDERS, '.']) {
    const format = await pageFormat(join(folder, path))
    if (format === null) continue
    const where = path === '.' ? '' : ` in ${path}`
    const shared = { generator: format, kind: 'folder', configFile: null, buildCommand: null, base: '/' } as const
    return format === 'markdown'
      ? { ...shared, title: 'Markdown', evidence: `Markdown files${where}`, contentFolder: path, outputFolder: null }
      : { ...shared, title: 'HTML', evidence: `HTML files${where}`, contentFolder: null, outputFolder: path }
  }
  return null
}

async function firstContentFolder(folder: string): Promise<string | null> {
  for (const path of CONTENT_FOLDERS) {
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
