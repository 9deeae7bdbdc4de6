/**
 * Content -> the site of `ask serve` around its routes: Markdown as pages to
 * read, a built site as it is, both with the overlay.
 */
import { ASSETS, isAsset, overlayTags, type ReaderSite, reloadTags } from '../../../addons/reader/layout.ts'
import { withMarkdownPages } from '../../../addons/reader/markdown-pages.ts'
import { servicePaths, withMiddleware } from '../../../addons/reader/middleware.ts'
import { EVENTS_PATH, type Reload } from '../../../addons/reader/node/reload.ts'
import { createReader, findUnreachablePages } from '../../../addons/reader/reader.ts'
import { createPageFiles } from '../../../addons/reader/site-files/page-files.ts'
import { createStaticSite } from '../../../addons/reader/site-files/static-site.ts'
import type { Ask } from '../../../core/ask.ts'
import { outOfRange } from '../../../core/base/option.ts'
import { formatOf } from '../../../core/content/address.ts'
import { parseTarget } from '../../../core/http/wire/path.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import type { ServedSite } from '../../commands/serve/pages.ts'
import { type Content, contentSettings, siteTitle } from '../../source/content.ts'

/** The parts of a served site. */
interface SiteSources {
  /** Has checked that the endpoint is a path. Pages get the graph from its service. */
  readonly ask: Pick<Ask, 'handle' | 'service'>
  readonly content: Content
  /** Host names by which the site may be called. */
  readonly allowedHosts: readonly string[]
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
  /** Reloads open pages when the site has another revision. Default: it has none. */
  readonly reload?: Pick<Reload, 'middleware'> & { readonly revision: string }
}

/** Creates the site: reads the list of files of a built site. */
export async function createServedSite(sources: SiteSources, args: Arguments): Promise<ServedSite> {
  const { ask, content, allowedHosts, overlay, reload } = sources
  const { handle, service } = ask
  const { pages } = content.site
  const { base, trailingSlash } = contentSettings(args)
  // `base` may name the host of another deployment: here the pages are below its path.
  const path = new URL(base, 'http://localhost').pathname
  const site: ReaderSite = {
    title: siteTitle(content, args),
    home: trailingSlash || path === '/' ? path : path.slice(0, -1),
    endpoint: args.text(FLAGS.basePath).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
    remoteImages: settingsOf(args).remoteImages === true,
    revision: reload?.revision,
  }
  const assets = [...Object.values(ASSETS), EVENTS_PATH].map((path) => parseTarget(path).segments)
  if (assets.some(servicePaths(site.endpoint))) {
    const rule = 'must be a path such as /api/ask'
    throw outOfRange('endpoint', `${rule}, not ${JSON.stringify(site.endpoint)}, which holds the files of the pages`)
  }
  const { suggestions } = service
  const isBuilt = pages.some((page) => formatOf(page.path) === 'html')
  // A built site is served with all of its files.
  const files = isBuilt ? null : await createPageFiles(content.folder, pages, path)
  const keys = files?.keys ?? new Set()
  const middleware = [createReader(site, { pages, knowledge: service, suggestions, overlay, files: keys })]
  if (files !== null) middleware.unshift(files.serve)
  if (isBuilt) {
    const bodyEndHtml = [...overlayTags(site, 'corner'), ...reloadTags(site)].map(({ markup }) => markup).join('')
    const built = await createStaticSite(content.folder, { base: path, bodyEndHtml })
    // Otherwise a site's own 404 page would hide the files of the overlay.
    middleware.unshift(async (request) => (isAsset(request.key) ? null : built(request)))
  }
  const { endpoint, home, title } = site
  const withMarkdown = withMarkdownPages(pages, { title, base: path }, middleware)
  const outermost = reload === undefined ? [withMarkdown] : [reload.middleware, withMarkdown]
  return {
    handle: withMiddleware(handle, outermost, { endpoint, allowedHosts }),
    home,
    warnings: findUnreachablePages(pages, endpoint),
  }
}
