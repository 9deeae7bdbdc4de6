/** The pages of a site -> `llms.txt`, an index of their Markdown (llmstxt.org), and `llms-full.txt`, their texts. */
import { byteLength, foldSpace, groupBy } from '../../core/base.ts'
import { chunkPages, formatPage, inMenuOrder, type MarkdownPage, menuGroup, type Page } from '../../core/content.ts'

/** Names of both files, below the base of the site. */
export const LLMS_FILES = { index: 'llms.txt', full: 'llms-full.txt' } as const

/** Bytes of each file. A longer index has no descriptions; longer texts are not given in one file. */
const MAX_BYTES = 2_000_000
/** UTF-16 units of a description in the index. */
const MAX_DESCRIPTION_LENGTH = 200
const SEPARATOR = '\n---\n\n'

export interface LlmsSite {
  readonly title: string
  /** Address of `llms-full.txt`, null if the texts are too long for one file. */
  readonly fullUrl: string | null
}

/** The text of `llms.txt`: a line for each page, by group, in the order of the menu. */
export function formatLlmsIndex(pages: readonly MarkdownPage[], site: LlmsSite): string {
  const withDescriptions = formatIndex(pages, site, true)
  return byteLength(withDescriptions) <= MAX_BYTES ? withDescriptions : formatIndex(pages, site, false)
}

function formatIndex(pages: readonly MarkdownPage[], { title, fullUrl }: LlmsSite, hasDescriptions: boolean): string {
  const root = pages.find(({ page }) => page.slug === 'index')?.page ?? null
  const summary = root === null ? '' : describe(root)
  const lineOf = ({ page, url }: MarkdownPage) => {
    const description = hasDescriptions ? describe(page) : ''
    return `- [${linkText(page.title)}](${url})${description === '' ? '' : `: ${description}`}`
  }
  const blocks = [`# ${foldSpace(title)}`]
  if (summary !== '') blocks.push(`> ${summary}`)
  if (fullUrl !== null) blocks.push(`All pages in one file: ${fullUrl}`)
  for (const [group, members] of groupByPage(pages)) {
    blocks.push(`## ${group === null ? 'Pages' : foldSpace(group)}`, members.map(lineOf).join('\n'))
  }
  return `${blocks.join('\n\n')}\n`
}

/** The text of `llms-full.txt`, null if it would be longer than 2 MB. */
export function formatLlmsFull(pages: readonly Page[]): string | null {
  const texts: string[] = []
  let size = 0
  for (const { page } of inMenuOrder(pages.map((page) => ({ page })))) {
    const text = formatPage(chunkPages([page]))
    size += byteLength(text) + SEPARATOR.length
    if (size > MAX_BYTES) return null
    texts.push(text)
  }
  return texts.join(SEPARATOR)
}

/** Items of pages by the group of their page, in the order of the menu; without a menu first those without a group. */
export function groupByPage<T extends { readonly page: Page }>(
  items: readonly T[],
): ReadonlyMap<string | null, readonly T[]> {
  const hasMenu = items.some(({ page }) => page.place !== undefined)
  const groups = groupBy(inMenuOrder(items), ({ page }) => menuGroup(page))
  const ungrouped = hasMenu ? undefined : groups.get(null)
  return ungrouped === undefined ? groups : new Map([[null, ungrouped], ...groups])
}

function describe({ description }: Page): string {
  const line = foldSpace(description ?? '')
  if (line.length <= MAX_DESCRIPTION_LENGTH) return line
  return `${line.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed().trimEnd()} …`
}

/** A title that can't end the link around it. */
function linkText(title: string): string {
  return foldSpace(title).replace(/[\\[\]]/g, '\\$&')
}
