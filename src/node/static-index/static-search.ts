/** Chunks -> a folder that searches them in the page, without a server. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync, deflateRawSync } from 'node:zlib'
import type { Findable } from '../../search/searcher.ts'
import { type ReadingCost, readingCost } from '../../static/write/reading-cost.ts'
import { writeStaticIndex } from '../../static/write/write-index.ts'
import type { BrowserModules } from './browser-modules.ts'
import { type WrittenFolder, writeStaticFolder } from './static-folder.ts'

/** The folder that is written. */
export interface StaticSearchOptions {
  /** Its path. */
  readonly out: string
  /** Number of earlier builds that stay. Default 0. */
  readonly keep?: number
}

/** The outcome: what was written, and what a reader downloads. */
export interface StaticSearchReport extends WrittenFolder {
  /** Bytes of the overlay and of the search module, compressed as hosts do. */
  readonly modules: { readonly overlay: number; readonly search: number }
  readonly cost: ReadingCost
  /** True for a folder that GitHub Pages leaves out: its name begins with `_`, and the site has no `.nojekyll`. */
  readonly needsNoJekyll: boolean
}

/** Writes the static search of chunks, with the modules for the page. Throws `AskError('file')`. */
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
      overlay: compressed(modules.overlay.get('overlay.js') ?? new Uint8Array(0)),
      search: compressed(index.isEnglish ? modules.englishSearch : modules.search),
    },
    cost: await readingCost(index, chunks),
    needsNoJekyll: basename(resolve(out)).startsWith('_') && !existsSync(join(dirname(resolve(out)), '.nojekyll')),
  }
}
