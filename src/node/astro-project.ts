/**
 * The folder of an Astro project -> the pages of its site, with the ids and
 * addresses that Astro gives them. Where pages are is known from the file that
 * the integration leaves in `.astro/`, else from the plain lines of the configuration.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { formatOf } from '../content/address.ts'
import { type AstroSite, collectionSettings, decodeAstroSite, resolveAstroSite } from '../content/astro-site.ts'
import { type CollectionEntry, createCollectionReader } from '../content/collection.ts'
import { readFrontmatter } from '../content/frontmatter.ts'
import { readPageFields } from '../content/frontmatter/page-fields.ts'
import type { SourceFile, Warning } from '../content/page.ts'
import { isPublicName, type Site } from '../content/site.ts'
import { slug } from '../content/slug.ts'
import { readTexts } from './pages.ts'
import { findFolder, listFiles, WALK_LIMITS } from './walk.ts'

const CONFIG_FILES = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'].map((ending) => `astro.config.${ending}`)
/** Where collections are by convention, the usual place first. */
const CONTENT_FOLDERS = ['src/content', 'src']
/** Name of the integration, which is that of its folder in `.astro/integrations`. */
const CODEGEN_FOLDER = '.astro/integrations/ask-service'
const SITE_FILE = 'site.json'
/** Of Astro, where none is installed. */
const NEWEST_MAJOR = 7

/** An Astro project on disk. */
export interface AstroProject {
  readonly folder: string
  readonly site: AstroSite
}

/** The project in a folder, null where it has no `astro.config` or no collection to read. */
export async function findAstroProject(folder: string): Promise<AstroProject | null> {
  const texts = await Promise.all(CONFIG_FILES.map((name) => readText(join(folder, name))))
  const config = texts.find((text) => text !== null)
  if (config === undefined || config === null) return null
  const written = parseSite(await readText(join(folder, CODEGEN_FOLDER, SITE_FILE)))
  const site = written ?? resolveAstroSite(null, plainLines(config), await astroMajor(folder))
  const paths = await Promise.all(Object.keys(site.collections).map((name) => findCollection(folder, name)))
  return paths.some((path) => path !== null) ? { folder, site } : null
}

/** Reads the collections of a project. */
export async function readAstroProject({ folder, site }: AstroProject): Promise<Site> {
  const reader = createCollectionReader(collectionSettings(site))
  const warnings: Warning[] = []
  for (const [name, pattern] of Object.entries(site.collections)) {
    const path = await findCollection(folder, name)
    if (path === null) {
      const message = `The collection ${name} is left out: it is not in ${CONTENT_FOLDERS.join(' or ')}`
      warnings.push({ path: 'src/content.config.ts', line: 1, message })
      continue
    }
    const root = await findFolder(join(folder, path))
    const isWanted = (file: string) => formatOf(file) === 'markdown'
    const found = await listFiles(root, { ...WALK_LIMITS, isPublicName, isWanted })
    warnings.push(...found.warnings)
    for await (const read of readTexts(root, [...found.paths].sort())) {
      if ('text' in read) reader.add(entryOf(read, path), pattern)
      else warnings.push(read)
    }
  }
  const { warnings: own, ...rest } = reader.finish()
  return { ...rest, warnings: [...warnings, ...own] }
}

/** Folder of a collection, relative to its project. */
async function findCollection(folder: string, name: string): Promise<string | null> {
  for (const place of CONTENT_FOLDERS) {
    if (await isFolder(join(folder, place, name))) return `${place}/${name}`
  }
  return null
}

/** Leaves what is known of a site's addresses for the command line. */
export async function writeSiteFile(codegen: URL, site: AstroSite): Promise<void> {
  await mkdir(codegen, { recursive: true })
  await writeFile(new URL(SITE_FILE, codegen), `${JSON.stringify(site, null, 2)}\n`)
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

/** The id is the frontmatter's `slug`, else the path made as ids of headings are; `index` stands for its folder. */
function entryOf({ path, text }: SourceFile, folder: string): CollectionEntry {
  const source = readFrontmatter(text)
  const segments = path.replace(/\.[^./]+$/, '').split('/').map(slug)
  const id = segments.join('/').replace(/\/index$/, '')
  return { id: readPageFields(source.data).slug ?? id, path: `${folder}/${path}`, source, html: null, headings: [] }
}

/** What stands in the configuration as text, on a line of its own. */
function plainLines(config: string): { base?: string | undefined; trailingSlash?: string | undefined } {
  const base = /^\s*base:\s*['"](\/[^'"]*)['"]/m.exec(config)?.[1]
  const trailingSlash = /^\s*trailingSlash:\s*['"](\w+)['"]/m.exec(config)?.[1]
  return { base, trailingSlash }
}

function parseSite(text: string | null): AstroSite | null {
  try {
    return decodeAstroSite(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

function readText(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then((found) => found.isDirectory(), () => false)
}
