/** The entries of a site's collections -> the files with its pages as Markdown, for Astro's routes. */
import { AskError } from '../../../core/base.ts'
import { addressMarkdown, chunkPages, decodeAddress, formatPage, type Page } from '../../../core/content.ts'
import type { AstroSite } from '../config/astro-site.ts'
import { formatLlms } from '../../agents/llms-txt.ts'
import { type Collections, readPages } from './entries.ts'

export interface MarkdownModule extends Collections {
  readonly settings: AstroSite
  /** Name of the site, null for that of its first page. */
  readonly title: string | null
}

/** A path of a route with a rest parameter, and the text of its file. */
export interface TextPath {
  readonly params: { readonly file: string }
  readonly props: { readonly text: string }
}

/** The Markdown of each page; paths are without the base of the site and `.md`. */
export async function markdownPaths(site: MarkdownModule): Promise<TextPath[]> {
  const pages = await pagesOf(site)
  return addressMarkdown(pages).map(({ page, url }) => {
    const file = decodeAddress(url.slice(site.settings.base.length).replace(/\.md$/, ''))
    return { params: { file }, props: { text: formatPage(chunkPages([page])) } }
  })
}

/** `llms.txt`, and `llms-full.txt` if the texts fit into it. */
export async function llmsPaths(site: MarkdownModule): Promise<TextPath[]> {
  const { settings: { base }, title } = site
  const pages = await pagesOf(site)
  if (pages.length === 0) return []
  const root = pages.find(({ slug }) => slug === 'index') ?? pages[0]
  const texts = formatLlms(pages, { title: title ?? root?.title ?? 'Documentation', base })
  return [...texts].map(([name, text]) => ({ params: { file: name.replace(/\.txt$/, '') }, props: { text } }))
}

/** The pages of the site; none if its collections can't be read, because the build continues without search as well. */
async function pagesOf(site: MarkdownModule): Promise<readonly Page[]> {
  try {
    return await readPages(site.settings, site)
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    console.warn(`ask-service: ${error.message}; no page is published as Markdown`)
    return []
  }
}
