/**
 * The browser overlay as one module: the built file, or in a checkout its sources, joined in import order. Joining
 * needs no bundler, because the overlay's modules rename no imports and no two of them declare the same name.
 */
import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'

const BUILT = ['../../overlay.js', '../../../dist/overlay.js']
const SOURCE = '../../overlay/overlay.ts'
/** Most modules that are joined. */
const MAX_MODULES = 64

const IMPORT = /^(?:import|export) (type )?[^']*'(\.[^']*)'\n/gm

/** Text of a module that defines `<ask-overlay>`; null if there is no built file and no way to strip types. */
export async function readOverlay(): Promise<string | null> {
  for (const path of BUILT) {
    const built = await readText(new URL(path, import.meta.url))
    if (built !== null) return built
  }
  const stripTypes = await findTypeStripper()
  const sources = new Map<string, string>()
  await collectModules(new URL(SOURCE, import.meta.url), sources)
  if (stripTypes === null || sources.size === 0) return null
  return stripTypes([...sources.values()].join('\n'))
}

/** Adds a module after the modules it imports, without its `import` lines and without the word `export`. */
async function collectModules(url: URL, sources: Map<string, string>): Promise<void> {
  if (sources.has(url.href) || sources.size >= MAX_MODULES) return
  const text = await readText(url)
  if (text === null) return
  for (const [, isType, specifier = ''] of text.matchAll(IMPORT)) {
    if (isType === undefined) await collectModules(new URL(specifier, url), sources)
  }
  const isolated = text.replace(IMPORT, '').replace(/^export (?=\w)/gm, '')
  // The texts of other languages are loaded from where the build puts them.
  sources.set(url.href, isolated.replace(/'\.\/text\/(..)\.ts'/g, "'./overlay/$1.js'"))
}

async function readText(url: URL): Promise<string | null> {
  return readFile(url, 'utf8').catch(() => null)
}

type StripTypes = (source: string) => string

/** Type stripping by Node itself or by tsx's compiler; null if neither is available. */
async function findTypeStripper(): Promise<StripTypes | null> {
  const strip: unknown = Reflect.get(nodeModule, 'stripTypeScriptTypes')
  if (typeof strip === 'function') return (source) => withoutWarning(() => String(strip(source)))
  try {
    const require = nodeModule.createRequire(import.meta.url)
    const { transformSync } = nodeModule.createRequire(require.resolve('tsx'))('esbuild')
    return (source) => transformSync(source, { loader: 'ts', format: 'esm' }).code
  } catch {
    return null
  }
}

/** Runs `call` without Node's warning that type stripping is experimental. */
function withoutWarning<T>(call: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return call()
  } finally {
    process.emitWarning = emitWarning
  }
}
