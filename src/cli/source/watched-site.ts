/**
 * Files on disk -> the site of `ask serve --watch`: read, published and watched. If files can't be read any more, the
 * last version stays, and one line says so.
 */
import { type Ask, createLiveAsk, type MountOptions } from '../../ask.ts'
import { count } from '../../base/count.ts'
import { AskError, failureLine } from '../../base/errors.ts'
import type { Site } from '../../content/site/site.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Handler } from '../../http/wire/message.ts'
import type { SiteSource } from '../../node/files/site-source.ts'
import { createGraphTracker, createSiteTracker } from '../../node/watch/site-tracker.ts'
import { createWatcher } from '../../node/watch/watcher.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import type { Io } from '../terminal/io.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { openSource } from './content.ts'
import { createPublisher, type SiteFigures, type Version } from './publisher.ts'

/** Files named in the line about a change. */
const MAX_NAMED = 3

/** A site that is served and watched, with its first version. */
export interface WatchedSite extends Version {
  readonly ask: Ask
  readonly handle: Handler
  /** Figures of the content that is served now. */
  readonly figures: () => SiteFigures | null
  /** Ends the watch and the streams of open pages. */
  readonly close: () => Promise<void>
}

/** The parts of a watched site that never change. */
export interface WatchSources {
  readonly folder: string
  readonly mount: MountOptions
  /** Host names by which the site may be called. */
  readonly allowedHosts: readonly string[]
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
}

/** Reads and mounts a site, and watches it from then on. Throws as `readContent` and `findGraph` do. */
export async function openWatchedSite(sources: WatchSources, args: Arguments, io: Io): Promise<WatchedSite> {
  const { folder, mount, allowedHosts, overlay } = sources
  const log = (line: string) => io.stderr.write(`${sanitizeLine(line)}\n`)
  const live = createLiveAsk(mount)
  const publisher = createPublisher({ live, folder, overlay, allowedHosts }, args, io)
  let isOpen = false
  let isPending = false
  let site: Site | null = null
  let graph: Graph | null = null
  let problem = ''

  /** Reads what changed and gives the paths of the files; null if there is nothing to publish. */
  async function readChanges(): Promise<readonly string[] | null> {
    const siteUpdate = await siteTracker.update()
    const graphUpdate = await graphTracker.update()
    if (graphUpdate?.type === 'broken') log(`${graphUpdate.message}; the last valid graph is still served`)
    if (graphUpdate?.type === 'read') graph = graphUpdate.graph
    if (siteUpdate !== null) site = siteUpdate.site
    if (siteUpdate === null && graphUpdate?.type !== 'read' && !isPending) return null
    isPending = true
    return [...(siteUpdate?.paths ?? []), ...(graphUpdate?.type === 'read' ? [args.text(FLAGS.kgPath)] : [])]
  }

  async function publishChanges(): Promise<void> {
    const started = io.now()
    const paths = await readChanges()
    if (paths === null || site === null) return
    await publisher.publish(site, graph)
    isPending = false
    io.stdout.write(`Changed: ${sanitizeLine(describePaths(paths))} (${((io.now() - started) / 1000).toFixed(2)} s)\n`)
  }

  async function look(): Promise<boolean> {
    // The first version is being read; a check for changes follows.
    if (!isOpen) return true
    try {
      await publishChanges()
      if (problem !== '') log('The site can be read again')
      problem = ''
      return true
    } catch (error) {
      const line = error instanceof AskError ? error.message : failureLine('The changes can\'t be shown', error)
      if (line !== problem) log(`${line}; the last valid version is still served`)
      problem = line
      return false
    }
  }

  const watcher = await createWatcher(folder, { look, log })
  const open = keepKind(() => openSource(folder, args))
  const follow = (folders: ReadonlySet<string>) => watcher.follow('content', folders)
  const siteTracker = createSiteTracker({ open, follow, now: Date.now })
  const graphTracker = createGraphTracker(args.text(FLAGS.kgPath), (folders) => watcher.follow('graph', folders))
  try {
    await readChanges()
    const first = await publisher.publish(
      site ?? { pages: [], warnings: [], hidden: 0, commonTitles: [], locales: {} },
      graph,
    )
    isPending = false
    isOpen = true
    // What changed since the first version was read.
    watcher.wake()
    const { handle, figures, close } = publisher
    return {
      ask: live.ask,
      ...first,
      handle,
      figures,
      close: async () => {
        await watcher.stop()
        close()
      },
    }
  } catch (error) {
    await watcher.stop()
    throw error
  }
}

/**
 * A source that remains an Astro project once it was one. Otherwise an unreadable configuration would turn it into the
 * whole folder.
 */
function keepKind(open: () => Promise<SiteSource>): () => Promise<SiteSource> {
  let wasProject = false
  return async function openSame() {
    const source = await open()
    const isProject = source.configFiles.length > 0
    if (wasProject && !isProject) throw new AskError('content', 'The Astro configuration can\'t be read any more')
    wasProject = isProject
    return source
  }
}

function describePaths(paths: readonly string[]): string {
  const more = paths.length > MAX_NAMED ? ` and ${count(paths.length - MAX_NAMED, 'more file')}` : ''
  return `${paths.slice(0, MAX_NAMED).join(', ')}${more}`
}
