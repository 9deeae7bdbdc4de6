/** The pages of a site -> the addresses of their Markdown: `/guides/routing.md` for `/guides/routing/`. */
import { ROOT_SLUG } from '../content/address.ts'
import type { Page } from '../content/page.ts'

/** A page with the address of its Markdown. */
export interface MarkdownPage {
  readonly page: Page
  readonly url: string
}

/**
 * Pages with the addresses of their Markdown. No address is that of a page: beside a page `x.md` the Markdown of the
 * page `x` is `/x/index.md`. A page is left out if both are taken.
 */
export function addressMarkdown(pages: readonly Page[]): MarkdownPage[] {
  const taken = new Set(pages.map(({ url }) => withoutSlash(url)))
  return pages.flatMap((page) => {
    const url = candidatesFor(page).find((candidate) => !taken.has(candidate))
    if (url === undefined) return []
    taken.add(url)
    return [{ page, url }]
  })
}

function candidatesFor({ slug, url }: Page): string[] {
  const address = withoutSlash(url.replace(/\.html?$/i, ''))
  const [inFolder, beside] = [`${address}/index.md`, `${address}.md`]
  return slug === ROOT_SLUG ? [inFolder] : [beside, inFolder]
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
