/**
 * The pages of a site as Markdown, for agents: each at an address of its own and, where a client prefers Markdown, at the
 * page's; and the indexes `llms.txt` and `llms-full.txt`. All of them are made on request.
 */
import { formatLlmsFull, formatLlmsIndex, LLMS_FILES } from '../agents/llms-txt.ts'
import { addressMarkdown, type MarkdownPage } from '../agents/markdown-address.ts'
import { MARKDOWN_TYPE, prefersMarkdown } from '../agents/negotiation.ts'
import { formatPage } from '../agents/page-markdown.ts'
import { chunkPages } from '../content/chunk.ts'
import type { Page } from '../content/page.ts'
import type { HttpReply } from '../http/wire/message.ts'
import { createReplyCache } from '../http/wire/reply.ts'
import { pathOf } from './layout.ts'
import { type Middleware, pathKey } from './middleware.ts'

/** Texts in the cache, those used last. */
const MAX_CACHED_PAGES = 64

/** The site around the pages. */
export interface MarkdownSite {
  readonly title: string
  /** Path of the site, with a slash at both ends. */
  readonly base: string
  /** Origin of the links of a site whose base names a host, else null. */
  readonly origin: string | null
}

/**
 * Middleware around that of a site: the site's own files and pages come first, except for a client that prefers a page as
 * Markdown. Replies with pages name their Markdown.
 */
export function withMarkdownPages(
  pages: readonly Page[],
  site: MarkdownSite,
  middleware: readonly Middleware[],
): Middleware {
  const reply = createReplyCache(MAX_CACHED_PAGES)
  const markdownPages = addressMarkdown(pages)
  const byPage = new Map(markdownPages.map((entry) => [pathKey(pathOf(entry.page)), entry]))
  const byMarkdown = new Map(markdownPages.map((entry) => [pathKey(pathOf(entry)), entry]))
  const [indexKey, fullKey] = [pathKey(site.base + LLMS_FILES.index), pathKey(site.base + LLMS_FILES.full)]
  let fullText: string | null | undefined

  function full(): string | null {
    if (fullText === undefined) fullText = formatLlmsFull(pages)
    return fullText
  }

  function index(): string {
    const fullUrl = full() === null ? null : `${site.origin ?? ''}${site.base}${LLMS_FILES.full}`
    return formatLlmsIndex(markdownPages, { title: site.title, fullUrl })
  }

  const firstReply: Middleware = async (pageRequest) => {
    for (const run of middleware) {
      const reply = await run(pageRequest)
      if (reply !== null) return reply
    }
    return null
  }

  return async function serveMarkdown(pageRequest) {
    const { request, key, hasSlash } = pageRequest
    const markdownReply = async ({ page }: MarkdownPage) => {
      const text = () => formatPage(chunkPages([page]))
      const ofPage = await reply(request, page.slug, { type: `${MARKDOWN_TYPE}; charset=utf-8`, text })
      return withHeaders(ofPage, { link: `<${page.url}>; rel="canonical"`, vary: 'Accept' })
    }
    const shown = byPage.get(key)
    if (shown !== undefined) {
      if (prefersMarkdown(request.header('accept'))) return markdownReply(shown)
      const ofSite = await firstReply(pageRequest)
      const link = `<${pathOf(shown)}>; rel="alternate"; type="${MARKDOWN_TYPE}"`
      return ofSite === null ? null : withHeaders(ofSite, { link, vary: 'Accept' })
    }
    const markdownPage = hasSlash ? undefined : byMarkdown.get(key)
    const isIndex = !hasSlash && (key === indexKey || (key === fullKey && full() !== null))
    if (markdownPage === undefined && !isIndex) return firstReply(pageRequest)
    const ofSite = await firstReply(pageRequest)
    // A "not found" page of the site is no file of its own.
    if (ofSite !== null && ofSite.status < 400) return ofSite
    if (markdownPage !== undefined) return markdownReply(markdownPage)
    const text = () => (key === indexKey ? index() : (full() ?? ''))
    return reply(request, `/${key}`, { type: 'text/plain; charset=utf-8', text })
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
