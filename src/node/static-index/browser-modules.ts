/** The browser modules of a static index: the overlay with its languages, and the search. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AskError } from '../../base/errors.ts'

/** Folders of the built package, relative to the built file and to this source file. */
const BUILT = ['../../', '../../../dist/']
/** The development script of this package that bundles the sources. */
const BUILD = '../../../bin/build-overlay.js'
/** Folder of the overlay's texts in other languages. */
const LANGUAGES = 'overlay/'
const LANGUAGE_FILE = /^[a-z]{2}\.js$/
const NOT_BUILT = 'The modules for the page are not built; run `npm run build`'

/** The modules by their names. */
export interface BrowserModules {
  /** The overlay and its languages, by path. */
  readonly overlay: ReadonlyMap<string, Uint8Array>
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
    await promisify(execFile)(process.execPath, [program, join(folder, 'overlay.js')])
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
  const names = ['overlay.js', 'search.js', 'search-en.js']
  const [overlay, search, englishSearch] = await Promise.all(names.map((name) => readBytes(new URL(name, folder))))
  if (overlay == null || search == null || englishSearch == null) return null
  const entries = await readdir(new URL(LANGUAGES, folder)).catch(() => [])
  const files = entries.filter((name) => LANGUAGE_FILE.test(name)).sort()
  const languages = await Promise.all(files.map(async (name) => {
    const bytes = await readBytes(new URL(LANGUAGES + name, folder))
    return [LANGUAGES + name, bytes ?? new Uint8Array(0)] as const
  }))
  return { overlay: new Map([['overlay.js', overlay], ...languages]), search, englishSearch }
}

async function readBytes(url: URL): Promise<Uint8Array | null> {
  return readFile(url).catch(() => null)
}
