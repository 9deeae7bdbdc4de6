/**
 * A store -> the site of `ask serve` without a content folder: its routes, and its pages to read, which come from the
 * store.
 */
import type { ReaderSite } from '../../../addons/reader/layout.ts'
import { withMarkdownPages } from '../../../addons/reader/markdown-pages.ts'
import { type Middleware, withMiddleware } from '../../../addons/reader/middleware.ts'
import { createReader } from '../../../addons/reader/reader.ts'
import type { Ask } from '../../../core/ask.ts'
import type { Chunk } from '../../../core/content/chunk.ts'
import type { Page } from '../../../core/content/page.ts'
import type { Service, StoreReads } from '../../../core/service.ts'
import type { Arguments } from '../../command-line/arguments.ts'
import { FLAGS } from '../../command-line/flags.ts'
import { settingsOf } from '../../command-line/settings.ts'
import type { ServedSite } from '../../commands/serve/pages.ts'

/** Pages that the reader lists; a site with more is served without it. */
const MAX_PAGES = 50_000
/** Pages of one request for that list. */
const PAGES_AT_ONCE = 5_000
/** Title of a site that has no other. */
const TITLE = 'Documentation'

/** The parts of a site that do not come from the store. */
interface StoreSiteOptions {
  /** Host names by which the site may be called. */
  readonly allowedHosts: readonly string[]
  /** Text of the overlay's module, null for none. */
  readonly overlay: string | null
}

/** The site over a store. Reads the list of its pages when the first is opened, and again when the content changes. */
export function createStoreSite(
  ask: Ask,
  { allowedHosts, overlay }: StoreSiteOptions,
  args: Arguments,
): ServedSite {
  const { service, handle } = ask
  const { store } = service
  if (store === undefined) throw new TypeError('service.store is missing')
  const site: ReaderSite = {
    title: args.text(FLAGS.siteTitle) ?? TITLE,
    home: '/',
    endpoint: args.text(FLAGS.basePath).replace(/\/$/, ''),
    overlay: overlay === null ? 'none' : service.canAnswer ? 'answers' : 'search',
    remoteImages: settingsOf(args).remoteImages === true,
    revision: undefined,
  }
  const reader = createStoreReader({ site, service, store, overlay })
  const whole = withMiddleware(handle, [reader], { endpoint: site.endpoint, allowedHosts })
  return { handle: whole, home: '/', warnings: [] }
}

interface StoreReaderParts {
  readonly site: ReaderSite
  readonly service: Service
  readonly store: StoreReads
  readonly overlay: string | null
}

/** A reader of each version of the content. */
function createStoreReader({ site, service, store, overlay }: StoreReaderParts): Middleware {
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
