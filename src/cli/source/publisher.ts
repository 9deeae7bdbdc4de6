/**
 * A site that was read again -> what requests get: search, pages, knowledge and graph, complete before the first
 * request reaches them.
 */
import { randomUUID } from 'node:crypto'
import type { LiveAsk } from '../../ask.ts'
import { failureLine } from '../../base/errors.ts'
import { contentHash } from '../../content/hash.ts'
import type { Warning } from '../../content/page.ts'
import type { Site } from '../../content/site/site.ts'
import { extractGraph } from '../../graph-builder/rules/extract.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Handler } from '../../http/wire/message.ts'
import { createPageIndex } from '../../node/watch/page-index.ts'
import { createReload, withRevalidation } from '../../node/watch/reload.ts'
import { once, type Service } from '../../service.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Io } from '../terminal/io.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { printWarnings } from '../terminal/warnings.ts'
import { chooseGraph } from './chosen-graph.ts'
import { assertPages, type Content } from './content.ts'
import { createServedSite } from './served-site.ts'

/** Delay after a change before the graph of the new content is built by rules, unless a client reads it earlier. */
const GRAPH_DELAY_MS = 1_000

/** A version of a site. */
export interface Version {
  readonly content: Content
  /** Origin of its graph, for people. */
  readonly state: string
  /** Milliseconds in which its index was built. */
  readonly indexed: number
  /** Path of the first page. */
  readonly home: string
  /** The warnings of its content, and of pages that no request reaches. */
  readonly warnings: readonly Warning[]
}

/** Figures of a version, for metrics. */
export interface SiteFigures {
  readonly pages: number
  readonly sections: number
  /** Time at which its index was built, in ms since 1970. */
  readonly indexedAt: number
}

/** Figures of content that has just been indexed. */
export function figuresOf({ site, chunks }: Content): SiteFigures {
  return { pages: site.pages.length, sections: chunks.length, indexedAt: Date.now() }
}

/** A publisher of one version after another. */
export interface Publisher {
  /** Publishes a site with the graph of its file. Throws `AskError('content')` without pages, and changes nothing. */
  readonly publish: (site: Site, file: Graph | null) => Promise<Version>
  /** Figures of the newest version, null before the first. */
  readonly figures: () => SiteFigures | null
  /** Replies from the newest version. */
  readonly handle: Handler
  /** Ends the streams of open pages. */
  readonly close: () => void
}

/** The parts of a site that stay the same in all its versions. */
export interface PublisherParts {
  readonly live: LiveAsk
  readonly folder: string
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
  /** Host names by which the site may be called. */
  readonly allowedHosts: readonly string[]
}

/** A publisher that has published nothing. */
export function createPublisher(parts: PublisherParts, args: Arguments, io: Io): Publisher {
  const { live, folder, overlay, allowedHosts } = parts
  const index = createPageIndex()
  const reload = createReload(randomUUID())
  const log = (line: string) => io.stderr.write(`${sanitizeLine(line)}\n`)
  const { handle: service } = live.ask
  let current: Handler = service
  let newest: Service | null = null
  let figures: SiteFigures | null = null
  /** The newest service whose graph is complete: pages show its data and don't wait for a newer one. */
  let informed: Service | null = null
  let graphTimer: NodeJS.Timeout | undefined
  const printNewWarnings = createWarningPrinter(io)
  const logNew = createNewLines(log)
  /** Graph of the file in the last version; undefined before the first. */
  let lastFile: Graph | null | undefined

  async function publish(site: Site, file: Graph | null): Promise<Version> {
    assertPages(folder, site)
    const started = io.now()
    const { chunks, searcher } = index.update(site.pages)
    const indexed = io.now() - started
    const content = { folder, site, chunks }
    const hash = once(() => contentHash(chunks))
    const { graph, state } = await chooseGraph(file, { chunks, hash }, args)
    const indexedContent = { chunks, searcher, contentHash: hash }
    const makeGraph = () => extractGraph(site.pages)
    const lines: string[] = []
    const sources = { content: async () => indexedContent, graph: async () => graph, makeGraph }
    const version = live.versionOf(sources, (line) => lines.push(line))
    await version.warm()
    if (graph !== null || informed === null) informed = version
    const revision = reload.upcoming()

    async function createHandle(ofGraph: Service) {
      const ask = { handle: service, service: ofGraph }
      const served = { ask, content, graph, allowedHosts, overlay, reload: { ...reload, revision } }
      return createServedSite(served, args)
    }

    /** Builds the graph, and then shows its data without a new revision. */
    async function showGraph(): Promise<void> {
      await version.suggestions()
      const { handle } = await createHandle(version)
      if (version !== newest) return
      informed = version
      current = handle
    }

    const { handle, home, warnings: unreachable } = await createHandle(informed)
    const warnings = [...site.warnings, ...unreachable]
    live.replace(version)
    newest = version
    figures = figuresOf(content)
    current = handle
    reload.advance()
    clearTimeout(graphTimer)
    if (informed !== version) {
      const fail = (error: unknown) => log(failureLine('The graph of the new content can\'t be built', error))
      graphTimer = setTimeout(() => void showGraph().catch(fail), GRAPH_DELAY_MS)
    }
    printNewWarnings(warnings)
    logNew(lines)
    if (lastFile !== undefined && file !== lastFile) io.stdout.write(`Graph: ${sanitizeLine(state)}\n`)
    lastFile = file
    return { content, state, indexed, home, warnings }
  }

  function close(): void {
    clearTimeout(graphTimer)
    reload.close()
  }

  return {
    publish,
    figures: () => figures,
    handle: withRevalidation((request, target) => current(request, target)),
    close,
  }
}

/** A function that prints the warnings that the last call did not have; the first call prints nothing. */
function createWarningPrinter(io: Io): (warnings: readonly Warning[]) => void {
  let last: ReadonlySet<string> | null = null
  const keyOf = ({ path, line, message }: Warning) => JSON.stringify([path, line, message])
  return function printNew(warnings) {
    const before = last
    if (before !== null) printWarnings(warnings.filter((warning) => !before.has(keyOf(warning))), io)
    last = new Set(warnings.map(keyOf))
  }
}

/** A function that passes on the lines that the last call did not have. */
function createNewLines(log: (line: string) => void): (lines: readonly string[]) => void {
  let last: readonly string[] = []
  return function logNew(lines) {
    for (const line of lines) if (!last.includes(line)) log(line)
    last = lines
  }
}
