/**
 * The sections of a page -> the page as one Markdown text, the same on every interface; and the addresses of these
 * texts: `/guides/routing.md` for `/guides/routing/`.
 */
import { foldSpace } from '../base/text.ts'
import { ROOT_SLUG } from './address.ts'
import type { Chunk } from './chunk.ts'
import type { Page } from './page.ts'
import { formatMarkdown } from './structure/markdown.ts'

/** Level of the headings directly below the title. */
const FIRST_LEVEL = 2
/** Deepest level of a heading. */
const LAST_LEVEL = 6

/** Title, address and all sections of a page, with a line break at the end. */
export function formatPage(
  sections: readonly Pick<Chunk, 'title' | 'heading' | 'parents' | 'url' | 'text' | 'structure'>[],
): string {
  const [first] = sections
  if (first === undefined) return ''
  const blocks = sections.flatMap((section) => {
    const marks = '#'.repeat(Math.min(LAST_LEVEL, FIRST_LEVEL + section.parents.length))
    return [section.heading === null ? '' : `${marks} ${foldSpace(section.heading)}`, formatMarkdown(section)]
  })
  const url = first.url.replace(/#.*/s, '')
  const head = [`# ${foldSpace(first.title)}`, `Address: ${url}`]
  return `${[...head, ...blocks].filter((block) => block !== '').join('\n\n')}\n`
}

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
