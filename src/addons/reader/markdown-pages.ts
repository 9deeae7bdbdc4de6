/**
 * The pages of a site as Markdown, for agents: each at an address of its own and, if a client prefers Markdown, at
 * the page's; and the indexes `llms.txt` and `llms-full.txt`. All of them are made on request.
 */
import { addressMarkdown, chunkPages, formatPage, type MarkdownPage, type Page } from '../../core/content.ts'
import {
  acceptWeights, createReplyCache, errorReply, type Handler, type HttpReply, isUnknownPath,
} from '../../core/http.ts'
import { once } from '../../core/service.ts'
import { formatLlms, LLMS_FILES } from '../agents/llms-txt.ts'
import { originOf, pathOf } from './html/addresses.ts'
import { isPageMethod, type Middleware, type PageRequest, parsePageRequest, pathKey } from './middleware.ts'

/** Bytes of pages in the cache, those used last. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024
/** Media type of Markdown (RFC 7763). */
const MARKDOWN_TYPE = 'text/markdown'

export interface MarkdownSite {
  readonly title: string
  /** Path of the site, with a slash at both ends. */
  readonly base: string
  /**
   * Loads a page with its sections, if `pages` have none; then there is no `llms-full.txt`. Default: the page itself.
   */
  readonly load?: (page: Page) => Promise<Page>
}

/**
 * A function that replies with Markdown instead of `siteReply`, the reply of the site itself. The site's own files and
 * pages come first, except for a client that prefers a page as Markdown. Replies with pages name their Markdown.
 */
export type ServeMarkdown = (
  pageRequest: PageRequest,
  siteReply: () => Promise<HttpReply | null>,
) => Promise<HttpReply | null>

export function createMarkdownPages(pages: readonly Page[], site: MarkdownSite): ServeMarkdown {
  const reply = createReplyCache(MAX_CACHED_BYTES)
  const markdownPages = addressMarkdown(pages)
  const byPage = new Map(markdownPages.map((entry) => [pathKey(pathOf(entry.page)), entry]))
  const byMarkdown = new Map(markdownPages.map((entry) => [pathKey(pathOf(entry)), entry]))
  const llmsNames = new Map(Object.values(LLMS_FILES).map((name) => [pathKey(site.base + name), name]))
  /** The texts of the indexes by their names, made for the first request that needs one. */
  let llmsTexts: ReadonlyMap<string, string> | null = null

  async function markdownReply({ request }: PageRequest, { page }: MarkdownPage): Promise<HttpReply> {
    const loaded = site.load === undefined ? page : await site.load(page)
    const text = () => formatPage(chunkPages([loaded]))
    const pageReply = await reply(request, page.slug, { type: `${MARKDOWN_TYPE}; charset=utf-8`, text })
    return withHeaders(pageReply, { link: `<${page.url}>; rel="canonical"`, vary: 'Accept' })
  }

  return async function serveMarkdown(pageRequest, siteReply) {
    const { request, key, hasSlash } = pageRequest
    const shown = byPage.get(key)
    if (shown !== undefined && prefersMarkdown(request.header('accept'))) return markdownReply(pageRequest, shown)
    const ofSite = await siteReply()
    if (shown !== undefined) {
      const link = `<${pathOf(shown)}>; rel="alternate"; type="${MARKDOWN_TYPE}"`
      return ofSite && withHeaders(ofSite, { link, vary: 'Accept' })
    }
    // A "not found" page of the site is not a file of its own.
    if (hasSlash || (ofSite !== null && ofSite.status < 400)) return ofSite
    const entry = byMarkdown.get(key)
    if (entry !== undefined) return markdownReply(pageRequest, entry)
    const name = llmsNames.get(key)
    if (name === undefined) return ofSite
    const base = `${originOf(pages) ?? ''}${site.base}`
    llmsTexts ??= formatLlms(pages, { title: site.title, base, hasTexts: site.load === undefined })
    const text = llmsTexts.get(name)
    if (text === undefined) return ofSite
    return reply(request, `/${key}`, { type: 'text/plain; charset=utf-8', text: () => text })
  }
}

/** The middleware of a site with the Markdown of its pages around it. */
export function withMarkdownPages(
  pages: readonly Page[],
  site: MarkdownSite,
  middleware: readonly Middleware[],
): Middleware {
  const serve = createMarkdownPages(pages, site)

  async function siteReply(pageRequest: PageRequest): Promise<HttpReply | null> {
    for (const run of middleware) {
      const reply = await run(pageRequest)
      if (reply !== null) return reply
    }
    return null
  }

  return (pageRequest) => serve(pageRequest, () => siteReply(pageRequest))
}

/** A handler that gives pages as Markdown at paths that `handler` doesn't have; `load` is called for the first one. */
export function withMarkdownFallback(handler: Handler, load: () => Promise<ServeMarkdown>): Handler {
  const serving = once(load)

  return async function handle(request, target) {
    const reply = await handler(request, target)
    const pageRequest = isUnknownPath(reply) ? parsePageRequest(request) : null
    if (pageRequest === null || !isPageMethod(request)) return reply
    const serve = await serving().catch(() => null)
    if (serve === null) return errorReply(500, "The pages can't be read.")
    return (await serve(pageRequest, async () => reply)) ?? reply
  }
}

/** The reply with more headers; values that it has are kept before those. */
function withHeaders(reply: HttpReply, more: Readonly<Record<string, string>>): HttpReply {
  const headers: Record<string, string> = { ...reply.headers }
  for (const [name, value] of Object.entries(more)) {
    const present = headers[name]
    headers[name] = present === undefined ? value : `${present}, ${value}`
  }
  return { ...reply, headers }
}

/**
 * True for a client that names Markdown in its `Accept` header and does not prefer HTML to it (RFC 9110, 12.5.1). A
 * wildcard does not name Markdown, because browsers send wildcards.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const weights = acceptWeights(accept)
  const markdown = weights.get(MARKDOWN_TYPE) ?? 0
  const html = weights.get('text/html') ?? weights.get('text/*') ?? weights.get('*/*') ?? 0
  return markdown > 0 && markdown >= html
}
