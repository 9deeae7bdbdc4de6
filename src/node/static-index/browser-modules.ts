/** The modules that a static index needs in the page: the overlay with its languages, and the search. */
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { AskError } from '../../base/errors.ts'

/** Folders of the built package, as seen from it and from its sources. */
const BUILT = ['../../', '../../../dist/']
const SOURCES = { overlay: '../../overlay/overlay.ts', search: '../../static/read/reply.ts' }
/** Folder of the overlay's texts in other languages. */
const LANGUAGES = 'overlay/'
const LANGUAGE_FILE = /^[a-z]{2}\.js$/

/** The modules by their names. */
export interface BrowserModules {
  /** The overlay and its languages, by path. */
  readonly overlay: ReadonlyMap<string, Uint8Array>
  readonly search: Uint8Array
}

/** Reads the built modules, or bundles them from the sources. Throws `AskError('file')` where neither is possible. */
export async function readBrowserModules(): Promise<BrowserModules> {
  for (const path of BUILT) {
    const folder = new URL(path, import.meta.url)
    const [overlay, search] = await Promise.all(['overlay.js', 'search.js'].map((name) => readBytes(new URL(name, folder))))
    if (overlay == null || search == null) continue
    const names = (await readdir(new URL(LANGUAGES, folder)).catch(() => [])).filter((name) => LANGUAGE_FILE.test(name)).sort()
    const languages = await Promise.all(names.map(async (name) => {
      const bytes = await readBytes(new URL(LANGUAGES + name, folder))
      return [LANGUAGES + name, bytes ?? new Uint8Array(0)] as const
    }))
    return { overlay: new Map([['overlay.js', overlay], ...languages]), search }
  }
  const [overlay, search] = await Promise.all([bundle(SOURCES.overlay), bundle(SOURCES.search)])
  return { overlay: new Map([['overlay.js', overlay]]), search }
}

async function readBytes(url: URL): Promise<Uint8Array | null> {
  return readFile(url).catch(() => null)
}

/** A module and all it imports in one, by the bundler that the development of this package has. */
async function bundle(path: string): Promise<Uint8Array> {
  const require = createRequire(import.meta.url)
  try {
    const { build } = createRequire(require.resolve('tsx'))('esbuild')
    const entry = fileURLToPath(new URL(path, import.meta.url))
    const { outputFiles } = await build({
      entryPoints: [entry], bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8', write: false, logLevel: 'silent',
    })
    return outputFiles[0].contents
  } catch (cause) {
    throw new AskError('file', 'The modules for the page are not built; run `npm run build`', { cause })
  }
}
