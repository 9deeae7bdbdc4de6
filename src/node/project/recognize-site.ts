/**
 * A folder -> what makes the site in it: known by a configuration file, else by
 * a package it depends on, else by the pages that lie there. The paths it gives
 * are relative to the folder, with `/` between their segments.
 */
import { stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ContentFormat, formatOf } from '../../content/address.ts'
import { isPublicName, selectFiles } from '../../content/site/site.ts'
import { type ReadValue, readConfigValues } from '../../init/config/config-values.ts'
import { type Generator, GENERATORS } from '../../init/generators.ts'
import { executeCommand, runCommand } from '../../init/package-manager.ts'
import type { Manifest, RecognizedSite } from '../../init/recognized-site.ts'
import { readConfigFile } from '../files/config-file.ts'
import { findPackageManager, readManifest } from './manifest.ts'
import { findFolder, listFiles } from '../files/walk.ts'

/** How far pages are looked for: enough to know that there are some. */
const PAGES_WALK = { depth: 4, entries: 2_000 }
/** Folders that hold a site's Markdown by convention. */
const CONTENT_FOLDERS = ['docs', 'content', 'documentation']
/** Folders that hold a built site by convention. */
const OUTPUT_FOLDERS = ['dist', 'build', '_site', 'site', 'out', 'public']

/** Scripts that build documentation, the one for nothing else first. */
const BUILD_SCRIPTS = ['docs:build', 'build']
const STARLIGHT = '@astrojs/starlight'

/**
 * The site in a folder, null where nothing is recognised. Throws
 * `AskError('content')` where there is no such folder, or its package.json can't be read.
 */
export async function recognizeSite(folder: string): Promise<RecognizedSite | null> {
  await findFolder(folder)
  const manifest = await readManifest(folder)
  const packageManager = await findPackageManager(folder, manifest?.packageManager ?? null)
  const shared = { folder, manifest, packageManager }
  const found = (await findByConfig(folder)) ?? (await findByDependency(folder, manifest))
  if (found === null) {
    const pages = await findPages(folder)
    return pages === null ? null : { ...shared, ...pages }
  }
  const { generator, configFile, evidence } = found
  const config = configFile === null ? '' : ((await readConfigFile(folder, [configFile]))?.text ?? '')
  const read = readConfigValues(configFile ?? '', config)
  const content = generator.content ?? (await firstContentFolder(folder))
  const places = placesOf({ ...generator, content }, read)
  const buildCommand = buildCommandOf(generator, shared)
  return { ...shared, configFile, evidence, buildCommand, ...places, ...kindOf(generator, { manifest, config, read }) }
}

/** The first of these files that is there. */
export async function firstFile(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    if (await stat(join(folder, name)).then((found) => found.isFile(), () => false)) return name
  }
  return null
}

interface Found {
  readonly generator: Generator
  readonly configFile: string | null
  readonly evidence: string
}

async function findByConfig(folder: string): Promise<Found | null> {
  for (const generator of GENERATORS.filter(({ isSharedConfig }) => isSharedConfig === undefined)) {
    const configFile = await firstFile(folder, generator.configs)
    if (configFile !== null) return { generator, configFile, evidence: configFile }
  }
  return null
}

async function findByDependency(folder: string, manifest: Manifest | null): Promise<Found | null> {
  const generator = GENERATORS.find(({ dependency }) => dependency !== null && manifest?.dependencies.has(dependency))
  if (generator === undefined) return null
  const configFile = await firstFile(folder, generator.configs)
  return { generator, configFile, evidence: `${generator.dependency} in package.json` }
}

type Places = Pick<RecognizedSite, 'contentFolder' | 'outputFolder' | 'base'>

/** What the configuration says in plain words, else what is usual. */
function placesOf({ root = '.', content, output, keys }: Generator, read: ReadValue): Places {
  const named = (key: string | undefined) => {
    const value = key === undefined ? null : read(key)
    return value === null || value === '' ? null : posix.join(root, value).replace(/(?<=.)\/$/, '')
  }
  return {
    contentFolder: named(keys.content) ?? content,
    outputFolder: named(keys.output) ?? output,
    base: basePath((keys.base === undefined ? null : read(keys.base)) ?? '/'),
  }
}

/** `https://acme.dev/docs`, `docs` and `/docs/` are all `/docs/`; what is no path is `/`. */
function basePath(value: string): string {
  const address = URL.canParse(value, 'http://localhost/') ? value : '/'
  const { pathname } = new URL(address, 'http://localhost/')
  if (!pathname.startsWith('/')) return '/'
  return pathname.endsWith('/') ? pathname : `${pathname}/`
}

type Package = Pick<RecognizedSite, 'manifest' | 'packageManager'>

/** The script for it, else the generator's own command; `build` is that script only where the site is all there is to build. */
function buildCommandOf({ build, isNode, root }: Generator, { manifest, packageManager }: Package): string | null {
  const names = isNode && root === undefined ? BUILD_SCRIPTS : BUILD_SCRIPTS.slice(0, 1)
  const script = names.find((name) => manifest?.scripts.has(name))
  if (build === null) return null
  if (script !== undefined) return runCommand(packageManager, script)
  return isNode ? executeCommand(packageManager, build) : build
}

interface Known {
  readonly manifest: Manifest | null
  /** Text of the configuration. */
  readonly config: string
  readonly read: ReadValue
}

type Kind = Pick<RecognizedSite, 'generator' | 'title' | 'kind'> & Partial<RecognizedSite>

/** Starlight is an Astro site; a framework that writes its pages as files is served as such. */
function kindOf({ name, title, kind }: Generator, { manifest, config, read }: Known): Kind {
  const has = (dependency: string) => manifest?.dependencies.has(dependency) === true
  if (name === 'astro' && (has(STARLIGHT) || config.includes(STARLIGHT))) {
    return { generator: 'starlight', title: 'Starlight', kind, contentFolder: 'src/content/docs' }
  }
  const exported = { generator: name, title, kind: 'static' } as const
  if (name === 'next' && read('output') === 'export') return { ...exported, outputFolder: 'out' }
  if (name === 'sveltekit' && has('@sveltejs/adapter-static')) return { ...exported, outputFolder: 'build' }
  return { generator: name, title, kind }
}

type Pages = Omit<RecognizedSite, 'folder' | 'manifest' | 'packageManager'>

/** A folder that is nothing but pages: in the usual subfolder, else in itself. */
async function findPages(folder: string): Promise<Pages | null> {
  for (const place of [...CONTENT_FOLDERS, ...OUTPUT_FOLDERS, '.']) {
    const format = await formatIn(join(folder, place))
    if (format === null) continue
    const where = place === '.' ? '' : ` in ${place}`
    const shared = { generator: format, kind: 'folder', configFile: null, buildCommand: null, base: '/' } as const
    return format === 'markdown'
      ? { ...shared, title: 'Markdown', evidence: `Markdown files${where}`, contentFolder: place, outputFolder: null }
      : { ...shared, title: 'HTML', evidence: `HTML files${where}`, contentFolder: null, outputFolder: place }
  }
  return null
}

async function firstContentFolder(folder: string): Promise<string | null> {
  for (const place of CONTENT_FOLDERS) {
    if ((await formatIn(join(folder, place))) === 'markdown') return place
  }
  return null
}

/** What the pages of a folder are written in, as they would be read; null where there are none, or no folder. */
async function formatIn(folder: string): Promise<ContentFormat | null> {
  if (!(await stat(folder).then((found) => found.isDirectory(), () => false))) return null
  const walk = { ...PAGES_WALK, isPublicName, isWanted: (path: string) => formatOf(path) !== null }
  const { paths } = await listFiles(await findFolder(folder), walk)
  const [first] = selectFiles(paths)
  return first === undefined ? null : formatOf(first)
}
