/**
 * Files on disk -> the site of `ask serve --watch`: read, published and watched. Each version of it is complete before
 * the first request reaches it. If files can't be read any more, the last version stays, and one line says so.
 */
import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { type Ask, createLiveAsk, type MountOptions } from '../../../core/ask.ts'
import { count } from '../../../core/base/text.ts'
import { AskError, failureLine } from '../../../core/base/errors.ts'
import { contentHash } from '../../../core/content/chunk.ts'
import type { Warning } from '../../../core/content/page.ts'
import { describeSite, type Site } from '../../../core/content/site/site.ts'
import { extractGraph } from '../../../core/graph-builder/rules/extract.ts'
import type { Graph } from '../../../core/graph/graph.ts'
import { withQueries } from '../../../core/graph/queries.ts'
import type { Handler } from '../../../core/http/wire/message.ts'
import { errorReply, isUnknownPath } from '../../../core/http/wire/reply.ts'
import type { SiteFigures } from '../../../core/node/server/observers.ts'
import { createGraphTracker, createPageIndex, createSiteTracker } from '../../../core/node/watch/site-tracker.ts'
import { createWatcher } from '../../../core/node/watch/watcher.ts'
import { once, type Service } from '../../../core/service.ts'
import { findAddon, missingAddon } from '../../package-copy.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { chooseGraph } from '../../source/knowledge.ts'
import { assertPages, type Content, openSource, placeName } from '../../source/content.ts'
import { type Io, ownerLog } from '../../terminal/io.ts'
import { type Printer, printWarnings } from '../../terminal/printer.ts'
import { nameIfSlow } from '../../terminal/progress.ts'
import { sanitizeLine, sanitizePath } from '../../terminal/sanitize.ts'

/** Delay after a change before the graph of the new content is built by rules, unless a client reads it earlier. */
const GRAPH_DELAY_MS = 1_000
/** Files named in the line about a change. */
const MAX_NAMED = 3

export interface OpenSite extends ServedSite {
  readonly ask: Ask
  readonly warnings: readonly Warning[]
  /** What is served at first, for people. */
  readonly rows: Parameters<Printer['table']>[0]
  /** Figures of the content that is served now; null for a store. */
  readonly figures: () => SiteFigures | null
  readonly close: () => Promise<void>
}

/** The parts of a site that never change. */
export interface WatchSources {
  readonly folder: string
  readonly mount: MountOptions
  readonly allowedHosts: readonly string[]
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
  /** In the place of those that a graph built by rules has; not for a watched site. */
  readonly suggestions?: readonly string[] | undefined
}

/** Figures of content that has just been indexed. */
export function figuresOf({ site, chunks }: Content): SiteFigures {
  return { pages: site.pages.length, sections: chunks.length, indexedAt: Date.now() }
}

/** Rows on the content of a folder, on the origin of its graph, and on the time in which its index was built. */
export function describeContent({ site }: Content, state: string, indexMs: number): OpenSite['rows'] {
  return [['Content', describeSite(site)], ['Index', `built in ${(indexMs / 1000).toFixed(2)} s`], ['Graph', state]]
}

const NO_SITE: Site = { title: null, pages: [], unlisted: [], warnings: [], hidden: 0, commonTitles: [], locales: {} }

interface Published extends ServedSite {
  readonly content: Content
  readonly service: Service
  /** The newest service whose graph is complete: pages show its data and don't wait for a newer one. */
  readonly shown: Service
  /** Name of its revision, for open pages. */
  readonly revision: string
  readonly figures: SiteFigures
  /** Origin of its graph, for people. */
  readonly state: string
  readonly rows: OpenSite['rows']
  readonly file: Graph | null
  /** Lines of the service for the site's owner. */
  readonly lines: readonly string[]
}

/** Reads and mounts a site, and watches it from then on. Throws as `readContent` and `findGraph` do. */
export async function openWatchedSite(
  { folder, mount, allowedHosts, overlay }: WatchSources,
  args: Arguments,
  io: Io,
): Promise<OpenSite> {
  const log = ownerLog(io)
  const graphPath = args.text(FLAGS.kgPath)
  const live = createLiveAsk(mount)
  const { handle: service } = live.ask
  const pages = await loadPages()
  const reload = pages.createReload(randomUUID())
  const index = createPageIndex()
  const watcher = createWatcher(look)
  const follow = (folders: ReadonlySet<string>) => watcher.follow(new Set([...folders, dirname(graphPath)]))
  const siteTracker = createSiteTracker({ open: () => openSource(folder, args), follow, now: Date.now })
  const graphTracker = createGraphTracker(graphPath)
  /** The site and the graph as they were last read, and whether one of them isn't published yet. */
  const read: { site: Site; graph: Graph | null; isPending: boolean } = { site: NO_SITE, graph: null, isPending: false }
  let published: Published | null = null
  let graphTimer: NodeJS.Timeout | undefined
  let problem = ''

  async function readChanges(): Promise<readonly string[]> {
    const siteUpdate = await siteTracker.update()
    const graphUpdate = await graphTracker.update()
    if (graphUpdate?.type === 'broken') log(`${graphUpdate.message}; the last valid graph is still served`)
    if (graphUpdate?.type === 'read') read.graph = graphUpdate.graph
    if (siteUpdate !== null) read.site = siteUpdate.site
    read.isPending ||= siteUpdate !== null || graphUpdate?.type === 'read'
    return [...(siteUpdate?.paths ?? []), ...(graphUpdate?.type === 'read' ? [graphPath] : [])]
  }

  /** The site with the graph of `shown`. */
  function serve(content: Content, { shown, revision }: Pick<Published, 'shown' | 'revision'>): Promise<ServedSite> {
    const ask = { handle: service, service: shown }
    return pages.createServedSite({ ask, content, allowedHosts, overlay, reload: { ...reload, revision } }, args)
  }

  async function createVersion(before: Published | null): Promise<Published> {
    const { site, graph: file } = read
    assertPages(folder, site)
    const started = io.now()
    const chunks = index.chunksOf(site.pages)
    const hash = once(() => contentHash(chunks))
    const content = { folder, site, chunks, hash }
    const { graph, state } = await chooseGraph(file, content, args)
    const searcher = index.searcherOf(graph === null ? chunks : withQueries(chunks, graph, await hash()))
    const indexed = io.now() - started
    const indexedContent = { chunks, searcher, contentHash: hash }
    const makeGraph = () => extractGraph(site.pages)
    const lines: string[] = []
    const sources = { content: async () => indexedContent, graph: async () => graph, makeGraph }
    const version = live.versionOf(sources, (line) => lines.push(line))
    await version.warm()
    const shown = graph !== null || before === null ? version : before.shown
    const revision = reload.upcoming()
    const served = await serve(content, { shown, revision })
    const rows = describeContent(content, state, indexed)
    const ofContent = { content, figures: figuresOf(content), state, rows, file, lines }
    return { ...ofContent, service: version, shown, revision, ...served }
  }

  /** Builds the graph of a version, and then shows its data without a new revision. */
  async function showGraph(version: Published): Promise<void> {
    await version.service.suggestions()
    const shown = version.service
    const { handle } = await serve(version.content, { ...version, shown })
    if (published === version) published = { ...version, shown, handle }
  }

  /** Publishes what was read. Throws `AskError('content')` without pages, and changes nothing. */
  async function publish(): Promise<Published> {
    const before = published
    const next = await createVersion(before)
    live.replace(next.service)
    published = next
    read.isPending = false
    reload.advance()
    clearTimeout(graphTimer)
    if (next.shown !== next.service) {
      const fail = (error: unknown) => log(failureLine('The graph of the new content can\'t be built', error))
      graphTimer = setTimeout(() => void showGraph(next).catch(fail), GRAPH_DELAY_MS)
    }
    reportVersion(next, before, io)
    return next
  }

  async function publishChanges(): Promise<void> {
    const started = io.now()
    const paths = await readChanges()
    if (!read.isPending) return
    await publish()
    io.stdout.write(`Changed: ${describePaths(paths)} (${((io.now() - started) / 1000).toFixed(2)} s)\n`)
  }

  async function look(): Promise<void> {
    // The first version is being read; a check for changes follows.
    if (published === null) return
    try {
      await publishChanges()
      if (problem !== '') log('The site can be read again')
      problem = ''
    } catch (error) {
      const line = error instanceof AskError ? error.message : failureLine('The changes can\'t be shown', error)
      if (line !== problem) log(`${line}; the last valid version is still served`)
      problem = line
    }
  }

  try {
    await nameIfSlow(readChanges(), `Reading ${placeName(folder)}`, io)
    const { home, content, rows } = await publish()
    // What changed since the first version was read.
    watcher.wake()
    return {
      home,
      warnings: content.site.warnings,
      rows,
      ask: live.ask,
      handle: withRevalidation((request, target) => (published?.handle ?? service)(request, target)),
      figures: () => published?.figures ?? null,
      async close() {
        await watcher.stop()
        clearTimeout(graphTimer)
        reload.close()
      },
    }
  } catch (error) {
    await watcher.stop()
    throw error
  }
}

function describePaths(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${count(paths.length - MAX_NAMED, 'more file')}` : ''
  return `${paths.slice(0, MAX_NAMED).map(sanitizePath).join(', ')}${more}`
}

/** The handler of a site that changes: `no-cache` in place of a time for copies; entity tags keep replies short. */
export function withRevalidation(handle: Handler): Handler {
  return async function revalidated(request, target) {
    const reply = await handle(request, target)
    const isReusable = /\bmax-age=[1-9]/.test(reply.headers['cache-control'] ?? '')
    return isReusable ? { ...reply, headers: { ...reply.headers, 'cache-control': 'no-cache' } } : reply
  }
}

/** Prints what the version before did not have: warnings, lines of the service, another graph file. */
function reportVersion({ content, lines, file, state }: Published, before: Published | null, io: Io): void {
  const keyOf = ({ path, line, message }: Warning) => JSON.stringify([path, line, message])
  const known = new Set(before?.content.site.warnings.map(keyOf))
  if (before !== null) printWarnings(content.site.warnings.filter((warning) => !known.has(keyOf(warning))), io)
  for (const line of lines) if (before?.lines.includes(line) !== true) ownerLog(io)(line)
  if (before !== null && file !== before.file) io.stdout.write(`Graph: ${sanitizeLine(state)}\n`)
}

export interface ServedSite {
  readonly handle: Handler
  /** Path of the first page; null without pages. */
  readonly home: string | null
}

/** The functions that make pages of content, of a store, and of content that changes. */
export type Pages = Pick<typeof import('../../addons/reader/served-site.ts'), 'createServedSite' | 'createStoreSite'>
  & Pick<typeof import('../../../addons/reader/node/reload.ts'), 'createReload'>

/** Loads them; in a copy without the add-on, there are only routes. */
export async function loadPages(): Promise<Pages> {
  const pages = await findAddon(async () => ({
    ...(await import('../../addons/reader/served-site.ts')),
    ...(await import('../../../addons/reader/node/reload.ts')),
  }))
  return pages ?? ROUTES_ALONE
}

/** The line on a copy without the add-on. */
export const NO_PAGES = missingAddon('reader', 'No pages are served: they need')

/** Sites without pages: the reply to a path that is no route says what is missing. */
const ROUTES_ALONE: Pages = {
  createServedSite: async ({ ask }) => routesOf(ask.handle),
  createStoreSite: ({ ask }) => routesOf(ask.handle),
  createReload: () => ({
    upcoming: () => '', advance: () => undefined, middleware: async () => null, close: () => undefined,
  }),
}

function routesOf(handle: Handler): ServedSite {
  async function reply(...request: Parameters<Handler>) {
    const ofRoute = await handle(...request)
    return isUnknownPath(ofRoute) ? errorReply(404, `${NO_PAGES}.`) : ofRoute
  }
  return { handle: reply, home: null }
}
