/**
 * What `ask serve` serves in front of its routes: Markdown as pages to read, a
 * built site as it is, both with the overlay.
 */
import { basename, resolve } from 'node:path'
import type { Ask } from '../../ask.ts'
import { formatOf } from '../../content/address.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Handler } from '../../http/wire/message.ts'
import { readOverlay } from '../../node/server/overlay-file.ts'
import { createStaticSite } from '../../node/server/static-site.ts'
import { isAsset, overlayTags, type ReaderSite } from '../../reader/layout.ts'
import { withMiddleware } from '../../reader/middleware.ts'
import { createReader } from '../../reader/reader.ts'
import type { Arguments } from '../command-line/arguments.ts'
import type { Content } from './content.ts'
import { contentSettings, DEFAULT_ENDPOINT } from '../command-line/flags.ts'

/** What a graph that no model wrote says it was built by. */
const BY_RULES = 'extractive'

/** Pages and routes together. */
export interface ServedSite {
  readonly handle: Handler
  /** Path of the first page. */
  readonly home: string
}

/** What is served. */
export interface SiteSources {
  /** Has settled that the endpoint is a path. */
  readonly ask: Ask
  readonly content: Content
  /** Null where rules make one from the content. */
  readonly graph: Graph | null
}

/** Reads the overlay, and the list of files of a built site. */
export async function createSite({ ask, content, graph }: SiteSources, args: Arguments): Promise<ServedSite> {
  const { handle, service } = ask
  const { pages } = content.site
  const overlay = await readOverlay()
  const { base, trailingSlash } = contentSettings(args)
  // Links may name the host of another deployment; its path is where the pages are here.
  const path = new URL(base, 'http://localhost').pathname
  const site: ReaderSite = {
    title: args.text('site-title') ?? titleOf(content),
    home: trailingSlash || path === '/' ? path : path.slice(0, -1),
    endpoint: (args.text('endpoint') ?? DEFAULT_ENDPOINT).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
  }
  const hasTerms = graph !== null && graph.builtBy !== BY_RULES
  const { suggestions } = service
  const middleware = [createReader(site, { pages, knowledge: service, suggestions, hasTerms, overlay })]
  if (pages.some((page) => formatOf(page.path) === 'html')) {
    const bodyEndHtml = overlayTags(site, 'corner').map(({ markup }) => markup).join('')
    const built = await createStaticSite(content.folder, { base: path, bodyEndHtml })
    // Else a site's own 404 page would be served instead of the overlay.
    middleware.unshift(async (request) => (isAsset(request.key) ? null : built(request)))
  }
  return { handle: withMiddleware(handle, middleware, site.endpoint), home: site.home }
}

/** What the page at the root says, else the name of the folder. */
function titleOf({ folder, site }: Content): string {
  return site.pages.find(({ slug }) => slug === 'index')?.title ?? basename(resolve(folder))
}
