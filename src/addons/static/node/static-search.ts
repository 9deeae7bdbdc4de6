/**
 * Chunks -> a folder of files for a search that runs in the browser, without a server. Existing files with the same
 * bytes are not written again. The entry is written after all the files that it names, then the files of older builds
 * are removed. A manifest lists the files of the folder that are ours: no other file is overwritten or removed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync, deflateSync } from 'node:zlib'
import { AskError, isString, parseJson, runPool } from '../../../core/base.ts'
import { orWriteError, removeAbandonedFiles, removeEmptyFolders, writeFileAtomically } from '../../../core/node.ts'
import type { Findable } from '../../../core/search.ts'
import { OVERLAY } from '../../overlay/node/overlay-file.ts'
import { LANGUAGE_MODULES } from '../../overlay/text/languages.ts'
import { ENTRY_NAME } from '../layout.ts'
import { type ReadingCost, readingCost } from '../write/reading-cost.ts'
import { entryOf, type StaticIndex, writeStaticIndex } from '../write/write-index.ts'
import type { BrowserModules } from './browser-modules.ts'

export const MANIFEST_NAME = 'ask-manifest.json'
/** Hex digits of a hash in the name of the script. */
const SCRIPT_DIGITS = 12
/** Placeholder in the overlay for the name of the search module (`overlay/client/client.ts`). */
const SEARCH_MODULE = `search-${'#'.repeat(SCRIPT_DIGITS)}.js`
const FILES_AT_ONCE = { concurrency: 16, signal: null }
/** Paths that a manifest may list. Any other file is never removed. */
const OURS = /^(?:index\.json|overlay(?:\/[a-z]{2})?\.js|search-[0-9a-f]{12}\.js|[0-9a-f]{16}\/[a-z]\/\d{1,7}\.bin)$/

/** The folder to write. */
export interface StaticSearchOptions {
  /** Its path. */
  readonly out: string
  /** Number of earlier builds that are kept. Default 0. */
  readonly keep?: number
}

/** The outcome: the files that were written, and the sizes that a reader downloads. */
export interface StaticSearchReport {
  readonly build: string
  readonly script: string
  /** Number of files of this build, and their bytes. */
  readonly files: number
  readonly bytes: number
  /** Number of files that were written, and of files that were removed. */
  readonly written: number
  readonly removed: number
  /** Bytes of the overlay and of the search module, compressed as hosts compress them. */
  readonly modules: { readonly overlay: number; readonly search: number }
  readonly cost: ReadingCost
  /** True for a folder that GitHub Pages does not publish: its name begins with `_`, and there is no `.nojekyll`. */
  readonly needsNoJekyll: boolean
}

/** The files of a folder that are ours: fixed names, and the parts and scripts of builds, the newest first. */
interface Manifest {
  readonly fixed: readonly string[]
  readonly generations: readonly { readonly files: readonly string[] }[]
}

/** The content of a folder that is written. */
interface StaticFolder {
  readonly index: StaticIndex
  readonly modules: BrowserModules
  /** Number of earlier builds that are kept. */
  readonly keep: number
}

/** Writes the static search of chunks, with the browser modules. Throws an `AskError`: `file`, `file-exists`. */
export async function writeStaticSearch(
  chunks: readonly Findable[],
  modules: BrowserModules,
  { out, keep = 0 }: StaticSearchOptions,
): Promise<StaticSearchReport> {
  const index = await writeStaticIndex(chunks, (bytes) => deflateSync(bytes, { level: 9 }))
  const folder = await orWriteError(out, writeStaticFolder(out, { index, modules, keep }))
  const compressed = (bytes: Uint8Array) => brotliCompressSync(bytes).length
  return {
    ...folder,
    modules: {
      overlay: compressed(modules.overlay),
      search: compressed(index.isEnglish ? modules.englishSearch : modules.search),
    },
    cost: await readingCost(index, chunks),
    needsNoJekyll: basename(resolve(out)).startsWith('_') && !existsSync(join(dirname(resolve(out)), '.nojekyll')),
  }
}

/** Writes a static index into a folder. If it throws, the entry is unchanged. */
export async function writeStaticFolder(folder: string, { index, modules, keep }: StaticFolder) {
  const full = scriptOf(modules.search)
  const first = index.isEnglish ? scriptOf(modules.englishSearch) : full
  const searches = index.isEnglish ? [first, full] : [full]
  const parts = index.parts.map(({ path, bytes }) => ({ path: `${index.build}/${path}`, bytes }))
  const entry = entryOf(index, { script: first.path, ...(index.isEnglish && { fullScript: full.path }) })
  // The names of these files stay the same, so they come after all that they name.
  const overlay = Buffer.from(modules.overlay).toString().replaceAll(SEARCH_MODULE, first.path)
  const texts = [[OVERLAY, overlay], ...LANGUAGE_MODULES, [ENTRY_NAME, `${JSON.stringify(entry)}\n`]] as const
  const last = texts.map(([path, text]) => ({ path, bytes: Buffer.from(text) }))

  const before = await readManifest(folder)
  const own = [...parts, ...searches]
  const generation = { files: own.map(({ path }) => path) }
  const others = before.generations.filter(({ files }) => files.join() !== generation.files.join())
  const manifest = { fixed: last.map(({ path }) => path), generations: [generation, ...others] }
  await assertOurs(folder, before, [...searches, ...last].map(({ path }) => path))
  const kept = { ...manifest, generations: manifest.generations.slice(0, keep + 1) }

  const written = new Set<string>()
  const put = async (path: string, bytes: Uint8Array): Promise<void> => {
    const file = join(folder, path)
    if ((await readFile(file).catch(() => null))?.equals(bytes) === true) return
    await writeFileAtomically(file, bytes)
    written.add(path)
  }
  const isNew = others.length === before.generations.length
  const fixed = [...new Set([...before.fixed, ...manifest.fixed])]
  const begun = { fixed: [...fixed, ...generation.files], generations: before.generations }
  // An interrupted build leaves files that no page has loaded: the next build removes them, and does not count it.
  if (isNew) await put(MANIFEST_NAME, encodeManifest(begun))
  await runPool(own, FILES_AT_ONCE, ({ path, bytes }) => put(path, bytes))
  for (const { path, bytes } of last) await put(path, bytes)
  if (isNew) await put(MANIFEST_NAME, encodeManifest({ ...manifest, fixed }))
  const stays = new Set(pathsOf(kept))
  const old = pathsOf({ fixed: before.fixed, generations: manifest.generations }).filter((path) => !stays.has(path))
  await removeAbandonedFiles([MANIFEST_NAME, ...stays, ...old].map((path) => dirname(join(folder, path))))
  const removed = await removeFiles(folder, old)
  await put(MANIFEST_NAME, encodeManifest(kept))
  return {
    build: index.build,
    script: first.path,
    files: own.length + last.length + 1,
    bytes: [...own, ...last].reduce((sum, { bytes }) => sum + bytes.length, 0),
    written: written.size,
    removed,
  }
}

/** Refuses to overwrite files that no manifest lists. */
async function assertOurs(folder: string, before: Manifest, paths: readonly string[]): Promise<void> {
  const ours = new Set(pathsOf(before))
  const hasManifest = before.fixed.length > 0
  for (const path of hasManifest ? paths : [...paths, MANIFEST_NAME]) {
    const entry = ours.has(path) ? null : await readFile(join(folder, path)).catch(() => null)
    if (entry !== null) {
      throw new AskError('file-exists', `${join(folder, path)}: is not from \`ask static\`; choose another --out`)
    }
  }
}

/** A search module, with the hash of its bytes in its name. */
function scriptOf(bytes: Uint8Array): { readonly path: string; readonly bytes: Uint8Array } {
  return { path: `search-${createHash('sha256').update(bytes).digest('hex').slice(0, SCRIPT_DIGITS)}.js`, bytes }
}

function pathsOf({ fixed, generations }: Manifest): string[] {
  return [...fixed, ...generations.flatMap(({ files }) => files)]
}

function encodeManifest(manifest: Manifest): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 1)}\n`)
}

/** The manifest of a folder; an empty one if it has none. Paths that no build uses are left out. */
async function readManifest(folder: string): Promise<Manifest> {
  const { fixed, generations } = Object(parseJson(await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => '')))
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  const oursIn = (paths: unknown) => listOf(paths).filter(isString).filter((path) => OURS.test(path))
  return { fixed: oursIn(fixed), generations: listOf(generations).map((one) => ({ files: oursIn(Object(one).files) })) }
}

async function removeFiles(folder: string, paths: readonly string[]): Promise<number> {
  let removed = 0
  await runPool(paths, FILES_AT_ONCE, async (path) => {
    await rm(join(folder, path)).then(() => (removed += 1), () => undefined)
  })
  await removeEmptyFolders(folder, new Set(paths.map((path) => dirname(path))))
  return removed
}
