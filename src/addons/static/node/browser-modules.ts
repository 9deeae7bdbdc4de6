/**
 * The modules that pages load: the overlay, and the search in a static index. They are those of the build; where nothing
 * is built, such as in a checkout, they are made of the sources.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { AskError } from '../../../core/base.ts'
import { OVERLAY } from '../../overlay/node/overlay-file.ts'

/** Folders of the built package, relative to the built file and to this source file. */
const BUILT = ['../../../', '../../../../dist/']
/** The development script of this package that builds all modules. */
const BUILD = '../../../../bin/build-overlay.js'
const NOT_BUILT = 'The modules for the page are not built; run `npm run build`'

/** The modules. */
export interface BrowserModules {
  readonly overlay: Uint8Array
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

async function readModules(folder: URL): Promise<BrowserModules | null> {
  const read = (name: string) => readFile(new URL(name, folder)).catch(() => null)
  const [overlay, search, englishSearch] = [await read(OVERLAY), await read('search.js'), await read('search-en.js')]
  return overlay === null || search === null || englishSearch === null ? null : { overlay, search, englishSearch }
}
