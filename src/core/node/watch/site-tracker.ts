/**
 * A site on disk -> its pages and the graph of its graph file, kept up to date by reading only what changed. Stamps say
 * which files changed, not events: an editor may write a file in place, or write another one and rename it.
 */
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AskError } from '../../base/errors.ts'
import { groupBy } from '../../base/text.ts'
import { type Chunk, chunkPages } from '../../content/chunk.ts'
import type { Page, Warning } from '../../content/page.ts'
import type { Site } from '../../content/site/site.ts'
import { tableRows } from '../../content/structure/encoding.ts'
import type { Graph } from '../../graph/graph.ts'
import { createIndexBuilder } from '../../search/build/build.ts'
import { createSearcher, type Searcher } from '../../search/searcher.ts'
import { readFileStamp } from '../files/path.ts'
import type { SiteSource } from '../content/content-folder.ts'
import { findGraph } from '../graph/graph-file.ts'

/** Files whose status is requested at once. */
const STAMPS_AT_ONCE = 64
/**
 * Milliseconds within which a file may change twice and keep its stamp: several ticks of a disk's clock. The next
 * update reads a younger file again.
 */
const RECENT_MS = 100
const GONE = 'The configuration of the generator can\'t be read any more'

export interface SiteTrackerDeps {
  /** Opens the site at first, and when one of its configuration files has changed. */
  readonly open: () => Promise<SiteSource>
  /** Takes the folders in which a change is one of the site; the next update finds what changes before that. */
  readonly follow: (folders: ReadonlySet<string>) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A tracker that has read nothing yet. */
export function createSiteTracker({ open, follow, now }: SiteTrackerDeps) {
  let source: SiteSource | null = null
  let site: Site | null = null
  /** Those of the last listing. */
  let warnings: readonly Warning[] = []
  let config: Stamps = new Map()
  let pages: Stamps = new Map()
  let assets: Stamps = new Map()

  /** The source of the site; a new one, with all to be read, after a change of the configuration. */
  async function currentSource(): Promise<SiteSource> {
    const current = source === null ? new Map() : await stampConfig(source)
    if (source !== null && difference(config, current).length === 0) return source
    const opened = await open()
    const stamps = await stampConfig(opened)
    // What was the project of a generator remains one: it would become a plain folder.
    if (config.size > 0 && stamps.size === 0) throw new AskError('content', GONE)
    config = stamps
    pages = new Map()
    source = opened
    return opened
  }

  async function stampConfig({ configFiles }: SiteSource): Promise<Stamps> {
    return readStamps(pathMap(await configFiles()), now())
  }

  /**
   * Reads what has changed since the last update, at first everything; null for no change. The paths are those of new
   * and changed files, then of those that are gone. A file that changes while it runs is read by the next one. Rejects
   * with `AskError` if the folder is missing, and then changes nothing.
   */
  async function update() {
    const current = await currentSource()
    const listing = await current.list()
    const includedPaths = new Set([...current.includes().values()].flat())
    follow(new Set([...listing.folders, ...[...config.keys(), ...includedPaths].map((path) => dirname(path))]))
    // Before the files are read: a change after this moment gives them another stamp.
    const [files, nextAssets] = [await readStamps(listing.files, now()), await readStamps(listing.assets, Infinity)]
    const included = await readStamps(pathMap(includedPaths), now())
    const nextPages = withIncluded(files, included, current)
    const different = difference(pages, nextPages)
    const changed = different.filter((key) => nextPages.has(key))
    const removed = different.filter((key) => !nextPages.has(key))
    // A young file is read again although most often it is the same: nobody changed it.
    const rewritten = changed.filter((key) => pages.get(key)?.text !== nextPages.get(key)?.text)
    const changedAssets = difference(assets, nextAssets)
    const isListedSame = isDeepStrictEqual(listing.warnings, warnings)
    if (site !== null && isListedSame && different.length + changedAssets.length === 0) return null
    for (const key of removed) current.remove(key)
    await current.read(changed)
    const after = await readStamps(new Map(changed.map((key) => [key, listing.files.get(key) ?? key])), Infinity)
    const changedSince = changed.filter((key) => after.get(key)?.text !== files.get(key)?.text)
    for (const key of changed.filter((one) => after.get(one)?.text === '')) {
      // Deleted since it was listed: that is not a file which can't be read.
      current.remove(key)
      files.delete(key)
    }
    const read = await current.finish()
    const isSame = changedAssets.length === 0 && isDeepStrictEqual(read, site)
    site = read
    warnings = listing.warnings
    const newPaths = [...current.includes().values()].flat().filter((path) => !included.has(path))
    for (const [path, stamp] of await readStamps(pathMap(newPaths), now())) included.set(path, stamp)
    pages = withIncluded(files, included, current)
    assets = nextAssets
    if (isSame) return null
    const told = [rewritten, changedSince].find((keys) => keys.length > 0) ?? changed
    return { site: read, paths: [...told, ...removed, ...changedAssets] }
  }

  return { update }
}

/** Keys of files -> their stamps; a young file may change again and keep its stamp. */
type Stamps = Map<string, { readonly text: string; readonly isYoung: boolean }>

/** The stamps of pages, each with those of the files that it includes. */
function withIncluded(pages: Stamps, included: Stamps, source: SiteSource): Stamps {
  const includes = source.includes()
  return new Map([...pages].map(([key, stamp]) => {
    const stamps = [stamp, ...(includes.get(key) ?? []).flatMap((path) => included.get(path) ?? [])]
    return [key, { text: stamps.map(({ text }) => text).join(), isYoung: stamps.some(({ isYoung }) => isYoung) }]
  }))
}

function pathMap(paths: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...paths].map((path) => [path, path]))
}

/** The keys whose stamps are new, differ or belong to young files, then those that are gone. */
function difference(before: Stamps, after: Stamps): string[] {
  const changed = [...after].flatMap(([key, { text }]) => {
    const old = before.get(key)
    return old === undefined || old.isYoung || old.text !== text ? [key] : []
  })
  return [...changed, ...[...before.keys()].filter((key) => !after.has(key))]
}

/** The stamps of files, a few at a time, so that others can be read in between; a missing file has an empty one. */
async function readStamps(files: ReadonlyMap<string, string>, now: number): Promise<Stamps> {
  const entries = [...files]
  const stamps: Stamps = new Map()
  for (let start = 0; start < entries.length; start += STAMPS_AT_ONCE) {
    const batch = entries.slice(start, start + STAMPS_AT_ONCE)
    const read = await Promise.all(batch.map(async ([key, path]) => [key, await readFileStamp(path)] as const))
    for (const [key, stamp] of read) {
      stamps.set(key, { text: stamp?.text ?? '', isYoung: stamp !== null && stamp.changedMs > now - RECENT_MS })
    }
  }
  return stamps
}

/** The file after a change: its graph, or the reason why it has none. */
export type GraphUpdate =
  | { readonly type: 'read'; readonly graph: Graph | null }
  | { readonly type: 'broken'; readonly message: string }

/** A tracker of the graph file at a path; one that breaks or goes away changes nothing. */
export function createGraphTracker(path: string) {
  /** Null before the first update. */
  let stamp: string | null = null
  let hasGraph = false

  /** The file if it has changed since the last update, at first in any case; else null. */
  async function update(): Promise<GraphUpdate | null> {
    const current = (await readFileStamp(path))?.text ?? ''
    if (current === stamp) return null
    const update = await read()
    // A file at its start that can't be read is an error of the command line, so that no update follows.
    stamp = current
    return update
  }

  async function read(): Promise<GraphUpdate | null> {
    try {
      const graph = await findGraph(path)
      if (graph === null && hasGraph) return { type: 'broken', message: `${path} is gone` }
      if (graph === null && stamp !== null) return null
      hasGraph = graph !== null
      return { type: 'read', graph }
    } catch (error) {
      if (stamp === null || !(error instanceof AskError)) throw error
      return { type: 'broken', message: error.message }
    }
  }

  return { update }
}

/** The index of a site whose pages change; it has none yet. */
export function createPageIndex() {
  const { replacePage, index } = createIndexBuilder()
  let read: ReadonlyMap<string, { readonly page: Page; readonly chunks: readonly Chunk[] }> = new Map()
  let indexed: ReadonlyMap<string, readonly Chunk[]> = new Map()

  /** The sections of these pages, in page order. */
  function chunksOf(pages: readonly Page[]): readonly Chunk[] {
    read = new Map(pages.map((page) => {
      const before = read.get(page.slug)
      const isSame = before !== undefined && isDeepStrictEqual(before.page, page)
      return [page.slug, isSame ? before : { page, chunks: chunkPages([page]) }]
    }))
    return [...read.values()].flatMap(({ chunks }) => chunks)
  }

  /** The search of these sections, the same as if it were built of them alone. */
  function searcherOf(chunks: readonly Chunk[]): Searcher {
    const pages = groupBy(chunks, ({ page }) => page)
    for (const slug of indexed.keys()) if (!pages.has(slug)) replacePage(slug, [])
    for (const [slug, ofPage] of pages) {
      if (!isDeepStrictEqual(indexed.get(slug), ofPage)) replacePage(slug, ofPage)
    }
    indexed = pages
    return createSearcher(chunks, { index: index([...pages.keys()]), rowsOf: tableRows })
  }

  return { chunksOf, searcherOf }
}
