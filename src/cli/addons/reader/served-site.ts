/**
 * Content or a store -> the site of `ask serve` around its routes: Markdown and the sections of a store as pages to
 * read, a built site as it is, all with the overlay.
 */
import { ASSETS, isAsset, overlayTags, type ReaderSite, reloadTags } from '../../../addons/reader/layout.ts'
import { withMarkdownPages } from '../../../addons/reader/markdown-pages.ts'
import { type Middleware, servicePaths, withMiddleware } from '../../../addons/reader/middleware.ts'
import { EVENTS_PATH, type Reload } from '../../../addons/reader/node/reload.ts'
import { createPageFiles, createStaticSite } from '../../../addons/reader/node/served-files.ts'
import { createReader } from '../../../addons/reader/reader.ts'
import type { Ask } from '../../../core/ask.ts'
import { outOfRange } from '../../../core/base/option.ts'
import { formatOf } from '../../../core/content/address.ts'
import type { Chunk } from '../../../core/content/chunk.ts'
import type { Page } from '../../../core/content/page.ts'
import { parseTarget } from '../../../core/http/wire/request.ts'
import type { Service, StoreReads } from '../../../core/service.ts'
import { type Arguments, settingsOf } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import type { ServedSite, WatchSources } from '../../commands/serve/watched-site.ts'
import { type Content, contentSettings, siteTitle } from '../../source/content.ts'

interface SiteSources extends Pick<WatchSources, 'allowedHosts' | 'overlay'> {
  /** Has checked that the endpoint is a path. Pages get the graph from its service. */
  readonly ask: Pick<Ask, 'handle' | 'service'>
  readonly content: Content
  /** Reloads open pages when the site has another revision. Default: it has none. */
  readonly reload?: Pick<Reload, 'middleware'> & { readonly revision: string }
}

/** Creates the site: reads the list of files of a built site. */
export async function createServedSite(sources: SiteSources, args: Arguments): Promise<ServedSite> {
  const { ask, content, allowedHosts, overlay, reload } = sources
  const { handle, service } = ask
  const { pages, unlisted, locales } = content.site
  const { base, trailingSlash } = contentSettings(args)
  // `base` may name the host of another deployment: here the pages are below its path.
  const path = new URL(base, 'http://localhost').pathname
  const site: ReaderSite = {
    ...readerSettings(sources, args),
    title: siteTitle(content, args),
    home: trailingSlash || path === '/' ? path : path.slice(0, -1),
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
  const files = isBuilt ? null : await createPageFiles(content.folder, [...pages, ...unlisted], path)
  const keys = files?.keys ?? new Set()
  const shown = { pages, unlisted, translations: new Set(Object.values(locales)), files: keys }
  const middleware = [createReader(site, { ...shown, knowledge: service, suggestions, overlay })]
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
  return { handle: withMiddleware(handle, outermost, { endpoint, allowedHosts }), home }
}

/** Pages that the reader lists; a site with more is served without it. */
const MAX_PAGES = 50_000
const PAGES_AT_ONCE = 5_000
/** Title of a site that has no other. */
const TITLE = 'Documentation'

/** The site over a store. Reads the list of its pages when the first is opened, and again when the content changes. */
export function createStoreSite(
  sources: { readonly ask: Ask } & Pick<SiteSources, 'allowedHosts' | 'overlay'>,
  args: Arguments,
): ServedSite {
  const { ask: { handle, service }, allowedHosts, overlay } = sources
  const { store } = service
  if (store === undefined) throw new TypeError('service.store is missing')
  const title = args.text(FLAGS.siteTitle) ?? TITLE
  const site: ReaderSite = { ...readerSettings(sources, args), title, home: '/', revision: undefined }
  const reader = createStoreReader(site, { service, store, overlay })
  const whole = withMiddleware(handle, [reader], { endpoint: site.endpoint, allowedHosts })
  return { handle: whole, home: '/' }
}

/** The settings of pages that are the same for a folder and a store. */
function readerSettings({ ask: { service }, overlay }: Pick<SiteSources, 'ask' | 'overlay'>, args: Arguments) {
  return {
    endpoint: args.text(FLAGS.basePath).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
    remoteImages: settingsOf(args).remoteImages === true,
  } as const
}

function createStoreReader(
  site: ReaderSite,
  sources: { readonly service: Service; readonly store: StoreReads } & Pick<SiteSources, 'overlay'>,
): Middleware {
  const { service, store, overlay } = sources
  let current: { readonly revision: string; readonly reader: Promise<Middleware> } | null = null

  async function open(): Promise<Middleware> {
    const pages: Page[] = []
    for (let after: string | null = null; ; ) {
      const part = await store.pages(after, PAGES_AT_ONCE)
      pages.push(...part.map(({ slug, title, url, group }) => ({ ...EMPTY_PAGE, slug, title, url, group })))
      if (pages.length > MAX_PAGES) return async () => null
      after = part.at(-1)?.slug ?? null
      if (part.length < PAGES_AT_ONCE || after === null) break
    }
    const { suggestions } = service
    const load = async (page: Page) => withSections(page, await service.chunks(page.slug))
    const sources = { pages, load, knowledge: service, suggestions, overlay, files: new Set<string>() }
    return withMarkdownPages(pages, { title: site.title, base: '/', load }, [createReader(site, sources)])
  }

  return async function readStore(request) {
    const revision = await store.revision()
    if (current?.revision !== revision) current = { revision, reader: open() }
    const { reader } = current
    reader.catch(() => {
      if (current?.reader === reader) current = null
    })
    return (await reader)(request)
  }
}

const EMPTY_PAGE: Omit<Page, 'slug' | 'title' | 'url' | 'group'> = {
  path: '', description: null, lang: null, version: null, sections: [],
}

/** A page with the sections that its chunks are. */
function withSections(page: Page, chunks: readonly Chunk[]): Page {
  const [intro] = chunks
  if (intro === undefined) return page
  const { path, lang, version } = intro
  const sections = chunks.map(({ heading, anchor, parents, text, structure, linkTexts, line }) => {
    const depth = heading === null ? 1 : parents.length + 2
    return { heading, depth, anchor, parents, text, structure, linkTexts, line }
  })
  return { ...page, path, lang, version, sections }
}
