/**
 * The browser overlay as one module, wherever this runs: the built file where
 * there is one, else its sources, joined in the order of their imports. Joining takes no bundler, since
 * the overlay's modules import by plain names and no two of them use a name twice.
 */
import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'

const BUILT = ['../../overlay.js', '../../../dist/overlay.js']
const SOURCE = '../../overlay/overlay.ts'
/** Modules that are joined at most. */
const MAX_MODULES = 64

const IMPORT = /^import (type )?[^']*'(\.[^']*)'\n/gm

/** Text of a module that defines `<ask-overlay>`; null where there is neither a built file nor something that reads types. */
export async function readOverlay(): Promise<string | null> {
  for (const place of BUILT) {
    const built = await readText(new URL(place, import.meta.url))
    if (built !== null) return built
  }
  const strip = await findStripper()
  const sources = new Map<string, string>()
  await collect(new URL(SOURCE, import.meta.url), sources)
  if (strip === null || sources.size === 0) return null
  return strip([...sources.values()].join('\n'))
}

/** Adds a module behind all that it imports, without its imports and, but for the first asked for, its exports. */
async function collect(url: URL, sources: Map<string, string>): Promise<void> {
  if (sources.has(url.href) || sources.size >= MAX_MODULES) return
  const text = await readText(url)
  if (text === null) return
  for (const [, isType, specifier = ''] of text.matchAll(IMPORT)) {
    if (isType === undefined) await collect(new URL(specifier, url), sources)
  }
  sources.set(url.href, text.replace(IMPORT, '').replace(/^export (?=\w)/gm, ''))
}

async function readText(url: URL): Promise<string | null> {
  return readFile(url, 'utf8').catch(() => null)
}

type Strip = (source: string) => string

/** Node's own stripping of types, or the compiler that tsx brings along; null where there is neither. */
async function findStripper(): Promise<Strip | null> {
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

/** Node warns that the call may change; its command line does the same thing without a word. */
function withoutWarning<T>(call: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return call()
  } finally {
    process.emitWarning = emitWarning
  }
}
