/**
 * Chunks -> a folder of files for a search that runs in the browser, without a server. Existing files with the same
 * bytes are not written again. The entry is written after all the files that it names, then the files of older builds
 * are removed. A manifest lists the files of the folder that are ours: no other file is overwritten or removed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync, deflateRawSync } from 'node:zlib'
import { AskError, isObject, parseJson, runPool } from '../../../core/base.ts'
import { orWriteError, removeAbandonedFiles, removeEmptyFolders, writeFileAtomically } from '../../../core/node.ts'
import type { Findable } from '../../../core/search.ts'
import { OVERLAY } from '../../overlay/node/overlay-file.ts'
import { ENTRY_NAME, PART_KINDS, type PartKind, partPath } from '../layout.ts'
import { type ReadingCost, readingCost } from '../write/reading-cost.ts'
import { entryOf, type StaticIndex, writeStaticIndex } from '../write/write-index.ts'
import type { BrowserModules } from './browser-modules.ts'

/** Name of the manifest. */
export const MANIFEST_NAME = 'ask-manifest.json'
const MANIFEST_VERSION = 1
/** Hex digits of a hash in the name of the script. */
const SCRIPT_DIGITS = 12
/** Placeholder in the overlay for the name of the search module (`overlay/client/client.ts`). */
const SEARCH_MODULE = `search-${'#'.repeat(SCRIPT_DIGITS)}.js`
/** Most parts of a kind that a manifest may list. */
const MAX_PARTS = 1_000_000
const FILES_AT_ONCE = { concurrency: 16, signal: null }
/** Names that a manifest may list. A file with any other name is never removed. */
const BUILD = /^[0-9a-f]{16}$/
const SCRIPT = /^search-[0-9a-f]{12}\.js$/
const MODULE = /^overlay(?:\/[a-z]{2})?\.js$/

/** The folder to write. */
export interface StaticSearchOptions {
  /** Its path. */
  readonly out: string
  /** Number of earlier builds that are kept. Default 0. */
  readonly keep?: number
}

/** The outcome: the files that were written, and the sizes that a reader downloads. */
export interface StaticSearchReport extends WrittenFolder {
  /** Bytes of the overlay and of the search module, compressed as hosts compress them. */
  readonly modules: { readonly overlay: number; readonly search: number }
  readonly cost: ReadingCost
  /** True for a folder that GitHub Pages does not publish: its name begins with `_`, and there is no `.nojekyll`. */
  readonly needsNoJekyll: boolean
}

/** The files of one build: its folder with the number of its parts of each kind, and its scripts. */
interface Generation {
  readonly build: string
  readonly scripts: readonly string[]
  readonly parts: Readonly<Partial<Record<PartKind, number>>>
}

/** The files of a folder that are ours: fixed names, and builds, the newest first. */
interface Manifest {
  readonly fixed: readonly string[]
  readonly generations: readonly Generation[]
}

/** The content of a folder that is written. */
export interface StaticFolder {
  readonly index: StaticIndex
  readonly modules: BrowserModules
  /** Number of earlier builds that are kept. */
  readonly keep: number
}

/** The outcome of writing a folder. */
export interface WrittenFolder {
  readonly build: string
  readonly script: string
  /** Number of files of this build, and their bytes. */
  readonly files: number
  readonly bytes: number
  /** Number of files that were written, and of files that were removed. */
  readonly written: number
  readonly removed: number
}

/** Writes the static search of chunks, with the browser modules. Throws `AskError('file')`. */
export async function writeStaticSearch(
  chunks: readonly Findable[],
  modules: BrowserModules,
  { out, keep = 0 }: StaticSearchOptions,
): Promise<StaticSearchReport> {
  const index = await writeStaticIndex(chunks, (bytes) => deflateRawSync(bytes, { level: 9 }))
  const folder = await writeStaticFolder(out, { index, modules, keep })
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

/** Writes a static index into a folder. If it throws `AskError('file')`, the entry is unchanged. */
export function writeStaticFolder(folder: string, content: StaticFolder): Promise<WrittenFolder> {
  return orWriteError(folder, write(folder, content))
}

async function write(folder: string, { index, modules, keep }: StaticFolder): Promise<WrittenFolder> {
  const full = scriptOf(modules.search)
  const first = index.isEnglish ? scriptOf(modules.englishSearch) : full
  const searches = index.isEnglish ? [first, full] : [full]
  const scripts = searches.map(({ path }) => path)
  const parts = index.parts.map(({ path, bytes }) => ({ path: `${index.build}/${path}`, bytes }))
  const entry = entryOf(index, { script: first.path, ...(index.isEnglish && { fullScript: full.path }) })
  // The names of these files stay the same, so they come after all that they name.
  const last = [
    ...[[OVERLAY, modules.overlay] as const, ...modules.languages].map(([path, bytes]) => {
      return { path, bytes: Buffer.from(Buffer.from(bytes).toString().replaceAll(SEARCH_MODULE, first.path)) }
    }),
    { path: ENTRY_NAME, bytes: new TextEncoder().encode(`${JSON.stringify(entry)}\n`) },
  ]
  const files = [...parts, ...searches, ...last]

  const before = await readManifest(folder)
  const generation = { build: index.build, scripts, parts: countParts(index) }
  const others = before.generations.filter(({ build }) => build !== index.build)
  const manifest = { fixed: last.map(({ path }) => path), generations: [generation, ...others] }
  await assertOurs(folder, before, manifest)
  const kept = { ...manifest, generations: manifest.generations.slice(0, keep + 1) }

  let written = 0
  const put = async (path: string, bytes: Uint8Array): Promise<void> => {
    const file = join(folder, path)
    if ((await readFile(file).catch(() => null))?.equals(bytes) === true) return
    await writeFileAtomically(file, bytes)
    written += 1
  }
  const isNew = !before.generations.some((one) => one.build === index.build && one.scripts.join() === scripts.join())
  // An interrupted build leaves files behind; the manifest lists them, so that the next build can remove them.
  const fixed = [...new Set([...before.fixed, ...manifest.fixed])]
  if (isNew) await put(MANIFEST_NAME, encodeManifest({ ...manifest, fixed }))
  await runPool([...parts, ...searches], FILES_AT_ONCE, ({ path, bytes }) => put(path, bytes))
  for (const { path, bytes } of last) await put(path, bytes)
  const stays = new Set(pathsOf(kept))
  const old = pathsOf({ fixed: before.fixed, generations: manifest.generations }).filter((path) => !stays.has(path))
  await removeAbandonedFiles([MANIFEST_NAME, ...stays, ...old].map((path) => dirname(join(folder, path))))
  const removed = await removeFiles(folder, old)
  await put(MANIFEST_NAME, encodeManifest(kept))
  return {
    build: index.build,
    script: first.path,
    files: files.length + 1,
    bytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    written,
    removed,
  }
}

/** Refuses to overwrite files that no manifest lists. */
async function assertOurs(folder: string, before: Manifest, next: Manifest): Promise<void> {
  const ours = new Set(pathsOf(before))
  const [generation] = next.generations
  const paths = [...next.fixed, ...(generation?.scripts ?? []), MANIFEST_NAME]
  const hasManifest = before.fixed.length > 0
  for (const path of paths) {
    if (ours.has(path) || (hasManifest && path === MANIFEST_NAME)) continue
    const entry = await readFile(join(folder, path)).catch(() => null)
    if (entry !== null) {
      throw new AskError('file', `${join(folder, path)}: is not from \`ask static\`; choose another --out`)
    }
  }
}

/** A search module, with the hash of its bytes in its name. */
function scriptOf(bytes: Uint8Array): { readonly path: string; readonly bytes: Uint8Array } {
  return { path: `search-${createHash('sha256').update(bytes).digest('hex').slice(0, SCRIPT_DIGITS)}.js`, bytes }
}

function countParts({ parts }: StaticIndex): Generation['parts'] {
  const countOf = (kind: PartKind) => parts.filter(({ path }) => path.startsWith(`${kind}/`)).length
  return Object.fromEntries(PART_KINDS.map((kind) => [kind, countOf(kind)] as const).filter(([, count]) => count > 0))
}

function pathsOf({ fixed, generations }: Manifest): string[] {
  return [...fixed, ...generations.flatMap(({ build, scripts, parts }) => [
    ...scripts,
    ...PART_KINDS.flatMap((kind) => {
      return Array.from({ length: parts[kind] ?? 0 }, (_, number) => `${build}/${partPath({ kind, number })}`)
    }),
  ])]
}

function encodeManifest(manifest: Manifest): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ version: MANIFEST_VERSION, ...manifest }, null, 1)}\n`)
}

/** The manifest of a folder; an empty one if it has none. Names that no build uses are left out. */
async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(() => null)
  const value = text === null ? null : parseJson(text)
  if (!isObject(value) || value['version'] !== MANIFEST_VERSION) return { fixed: [], generations: [] }
  const listOf = (name: string): readonly unknown[] => {
    const list = value[name]
    return Array.isArray(list) ? list : []
  }
  const fixed = listOf('fixed')
    .filter((path) => typeof path === 'string')
    .filter((path) => path === ENTRY_NAME || MODULE.test(path))
  const generations = listOf('generations').flatMap((one): Generation[] => {
    const { build, scripts, parts } = isObject(one) ? one : {}
    if (typeof build !== 'string' || !BUILD.test(build) || !Array.isArray(scripts)) return []
    const counts = PART_KINDS.flatMap((kind) => {
      const count = isObject(parts) ? parts[kind] : 0
      return Number.isSafeInteger(count) ? [[kind, Math.min(Number(count), MAX_PARTS)] as const] : []
    })
    const isScript = (name: unknown): name is string => typeof name === 'string' && SCRIPT.test(name)
    return [{ build, scripts: scripts.filter(isScript), parts: Object.fromEntries(counts) }]
  })
  return { fixed, generations }
}

async function removeFiles(folder: string, paths: readonly string[]): Promise<number> {
  let removed = 0
  await runPool(paths, FILES_AT_ONCE, async (path) => {
    await rm(join(folder, path)).then(() => (removed += 1), () => undefined)
  })
  await removeEmptyFolders(folder, new Set(paths.map((path) => dirname(path))))
  return removed
}
