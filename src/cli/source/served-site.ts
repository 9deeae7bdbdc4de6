/**
 * Content -> the site of `ask serve` around its routes: Markdown as pages to
 * read, a built site as it is, both with the overlay.
 */
import { basename, resolve } from 'node:path'
import type { Ask } from '../../ask.ts'
import { formatOf } from '../../content/address.ts'
import { EXTRACTIVE } from '../../graph-builder/rules/extract.ts'
import type { Graph } from '../../graph/graph.ts'
import type { Handler } from '../../http/wire/message.ts'
import { readOverlay } from '../../node/server/overlay-file.ts'
import { createPageFiles } from '../../node/server/page-files.ts'
import { createStaticSite } from '../../node/server/static-site.ts'
import { isAsset, overlayTags, type ReaderSite } from '../../reader/layout.ts'
import { withMiddleware } from '../../reader/middleware.ts'
import { createReader } from '../../reader/reader.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FLAGS } from '../command-line/flags.ts'
import { type Content, contentSettings } from './content.ts'

/** Pages and routes together. */
export interface ServedSite {
  readonly handle: Handler
  /** Path of the first page. */
  readonly home: string
}

/** The parts of a served site. */
export interface SiteSources {
  /** Has checked that the endpoint is a path. */
  readonly ask: Ask
  readonly content: Content
  /** Null for a graph that rules build from the content. */
  readonly graph: Graph | null
}

/** Creates the site: reads the overlay, and the list of files of a built site. */
export async function createServedSite({ ask, content, graph }: SiteSources, args: Arguments): Promise<ServedSite> {
  const { handle, service } = ask
  const { pages } = content.site
  const overlay = await readOverlay()
  const { base, trailingSlash } = contentSettings(args)
  // `base` may name the host of another deployment: here the pages are below its path.
  const path = new URL(base, 'http://localhost').pathname
  const site: ReaderSite = {
    title: args.text(FLAGS.siteTitle) ?? titleOf(content),
    home: trailingSlash || path === '/' ? path : path.slice(0, -1),
    endpoint: args.text(FLAGS.basePath).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
    remoteImages: args.has(FLAGS.remoteImages),
  }
  const hasTerms = graph !== null && graph.builtBy !== EXTRACTIVE
  const { suggestions } = service
  const isBuilt = pages.some((page) => formatOf(page.path) === 'html')
  // A built site is served with all of its files.
  const files = isBuilt ? null : await createPageFiles(content.folder, pages, path)
  const keys = files?.keys ?? new Set()
  const middleware = [createReader(site, { pages, knowledge: service, suggestions, hasTerms, overlay, files: keys })]
  if (files !== null) middleware.unshift(files.serve)
  if (isBuilt) {
    const bodyEndHtml = overlayTags(site, 'corner').map(({ markup }) => markup).join('')
    const built = await createStaticSite(content.folder, { base: path, bodyEndHtml })
    // Otherwise a site's own 404 page would hide the files of the overlay.
    middleware.unshift(async (request) => (isAsset(request.key) ? null : built(request)))
  }
  return { handle: withMiddleware(handle, middleware, site.endpoint), home: site.home }
}

/** The title of the root page, else the name of the folder. */
function titleOf({ folder, site }: Content): string {
  return site.pages.find(({ slug }) => slug === 'index')?.title ?? basename(resolve(folder))
}
