/** Chunks -> a folder of files for a search that runs in the browser, without a server. */
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync, deflateRawSync } from 'node:zlib'
import type { Findable } from '../../search/searcher.ts'
import { type ReadingCost, readingCost } from '../../static/write/reading-cost.ts'
import { writeStaticIndex } from '../../static/write/write-index.ts'
import type { BrowserModules } from './browser-modules.ts'
import { type WrittenFolder, writeStaticFolder } from './static-folder.ts'

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
      overlay: compressed(modules.overlay.get('overlay.js') ?? new Uint8Array(0)),
      search: compressed(index.isEnglish ? modules.englishSearch : modules.search),
    },
    cost: await readingCost(index, chunks),
    needsNoJekyll: basename(resolve(out)).startsWith('_') && !existsSync(join(dirname(resolve(out)), '.nojekyll')),
  }
}
