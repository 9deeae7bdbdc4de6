/** The overlay as a file: that of the build, or its sources as one module where nothing is built, as in a checkout. */
import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'

export const OVERLAY = 'overlay.js'
/** Places of the built module, relative to the built file and to this source file. */
const BUILT = [`../../../${OVERLAY}`, `../../../../dist/${OVERLAY}`]
const SOURCE = '../overlay.ts'
/** The compiler that comes with tsx. */
const ESBUILD = '../../../../bin/esbuild.js'
/** A line of a source that imports: the word `type` if it imports nothing else, and the path of the module. */
const IMPORT = /^(?:import|export) (type )?[^']*'(\.[^']*)'\n/gm

/**
 * Text of the overlay's module; null if it is not built and this Node can't strip types. Without a build, its sources
 * are joined, each after those that it imports: they rename no imports, and no two of them declare the same name. So a
 * copy of `bin/` and `src/` serves it without any installed package.
 */
export async function readOverlay(): Promise<string | null> {
  for (const path of BUILT) {
    const built = await readFile(new URL(path, import.meta.url), 'utf8').catch(() => null)
    if (built !== null) return built
  }
  try {
    const joined = await joinSources(new URL(SOURCE, import.meta.url), new Set())
    // The build puts languages in a folder beside the overlay.
    return await stripTypes(joined.replace(/'\.\/text\/(..)\.ts'/g, "'./overlay/$1.js'"))
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
