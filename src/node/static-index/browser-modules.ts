/**
 * The modules that pages load: the overlay with its languages, and the search in a static index. They are those of the
 * build; where nothing is built, such as in a checkout, they are made of the sources.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AskError } from '../../base/errors.ts'

/** Folders of the built package, relative to the built file and to this source file. */
const BUILT = ['../../', '../../../dist/']
/** Name of the overlay. */
export const OVERLAY = 'overlay.js'
/** The first module of the overlay's sources. */
const OVERLAY_SOURCE = '../../overlay/overlay.ts'
/** The development scripts of this package: the build of all modules, and the compiler that comes with tsx. */
const BUILD = '../../../bin/build-overlay.js'
const ESBUILD = '../../../bin/esbuild.js'
/** Folder of the overlay's texts in other languages. */
const LANGUAGES = 'overlay/'
const LANGUAGE_FILE = /^[a-z]{2}\.js$/
const NOT_BUILT = 'The modules for the page are not built; run `npm run build`'
/** A line of a source that imports: the word `type` if it imports nothing else, and the path of the module. */
const IMPORT = /^(?:import|export) (type )?[^']*'(\.[^']*)'\n/gm

/** The modules. */
export interface BrowserModules {
  readonly overlay: Uint8Array
  /** Its texts in other languages, by path beside it. */
  readonly languages: ReadonlyMap<string, Uint8Array>
  /** The search, for all languages and for English alone. */
  readonly search: Uint8Array
  readonly englishSearch: Uint8Array
}

/** Reads the built modules, or bundles them from the sources. Throws `AskError('file')` if neither is possible. */
export async function readBrowserModules(): Promise<BrowserModules> {
  for (const path of BUILT) {
    const modules = await readModules(new URL(path, import.meta.url))
    if (modules !== null) return modules
  }
  const folder = await mkdtemp(join(tmpdir(), 'ask-modules-'))
  try {
    const program = fileURLToPath(new URL(BUILD, import.meta.url))
    await promisify(execFile)(process.execPath, [program, join(folder, OVERLAY)])
    const modules = await readModules(pathToFileURL(`${folder}/`))
    if (modules !== null) return modules
  } catch (cause) {
    throw new AskError('file', NOT_BUILT, { cause })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  throw new AskError('file', NOT_BUILT)
}

/** The modules in a folder; null if one is missing. */
async function readModules(folder: URL): Promise<BrowserModules | null> {
  const read = (name: string) => readBytes(new URL(name, folder))
  const [overlay, search, englishSearch] = [await read(OVERLAY), await read('search.js'), await read('search-en.js')]
  if (overlay === null || search === null || englishSearch === null) return null
  const languages = new Map<string, Uint8Array>()
  for (const name of (await readdir(new URL(LANGUAGES, folder)).catch(() => [])).sort()) {
    const bytes = LANGUAGE_FILE.test(name) ? await read(LANGUAGES + name) : null
    if (bytes !== null) languages.set(LANGUAGES + name, bytes)
  }
  return { overlay, languages, search, englishSearch }
}

async function readBytes(url: URL): Promise<Uint8Array | null> {
  return readFile(url).catch(() => null)
}

/**
 * Text of the overlay's module; null if it is not built and this Node can't strip types. Without a build, its sources
 * are joined, each after those that it imports: they rename no imports, and no two of them declare the same name. So a
 * copy of `bin/` and `src/` serves it without any installed package.
 */
export async function readOverlay(): Promise<string | null> {
  for (const path of BUILT) {
    const built = await readBytes(new URL(path + OVERLAY, import.meta.url))
    if (built !== null) return new TextDecoder().decode(built)
  }
  try {
    const joined = await joinSources(new URL(OVERLAY_SOURCE, import.meta.url), new Set())
    // The build puts languages in a folder beside the overlay.
    return await stripTypes(joined.replace(/'\.\/text\/(..)\.ts'/g, `'./${LANGUAGES}$1.js'`))
  } catch {
    return null
  }
}

/** The text of a module and of all that it imports, without imports and without the word `export`. */
async function joinSources(url: URL, joined: Set<string>): Promise<string> {
  if (joined.has(url.href)) return ''
  joined.add(url.href)
  const source = await readFile(url, 'utf8')
  let text = ''
  for (const [, isType, path = ''] of source.matchAll(IMPORT)) {
    if (isType === undefined) text += await joinSources(new URL(path, url), joined)
  }
  return text + source.replace(IMPORT, '').replace(/^export (?=\w)/gm, '')
}

/** JavaScript of TypeScript, by Node itself, or by the compiler of tsx, without which an older Node runs no sources. */
async function stripTypes(source: string): Promise<string> {
  const strip: unknown = Reflect.get(nodeModule, 'stripTypeScriptTypes')
  if (typeof strip !== 'function') {
    const esbuild: Esbuild = await import(new URL(ESBUILD, import.meta.url).href)
    return (await esbuild.transform(source, { loader: 'ts' })).code
  }
  // Node warns that its function is experimental, which no owner of a site has to know.
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return String(strip(source))
  } finally {
    process.emitWarning = emitWarning
  }
}

interface Esbuild {
  readonly transform: (source: string, options: { readonly loader: 'ts' }) => Promise<{ readonly code: string }>
}
