/** The pages of a site -> `llms.txt`, an index of their Markdown (llmstxt.org), and `llms-full.txt`, their texts. */
import { byteLength, foldSpace, groupBy, shorten } from '../../core/base.ts'
import {
  addressMarkdown, chunkPages, formatPage, inMenuOrder, type MarkdownPage, menuGroup, type Page,
} from '../../core/content.ts'

/** Names of both files, below the base of the site. */
export const LLMS_FILES = { index: 'llms.txt', full: 'llms-full.txt' } as const

/** Bytes of each file. A longer index has no descriptions; longer texts are not given in one file. */
const MAX_BYTES = 2_000_000
/** UTF-16 units of a description in the index. */
const MAX_DESCRIPTION_LENGTH = 200
const SEPARATOR = '\n---\n\n'

interface LlmsSite {
  readonly title: string
  /** Address that both files are below, ending with `/`. */
  readonly base: string
  /** False where `pages` have no sections: then there is no `llms-full.txt`. Default true. */
  readonly hasTexts?: boolean
}

/** The texts of both files by their names; without `llms-full.txt` if it would be longer than 2 MB. */
export function formatLlms(
  pages: readonly Page[],
  { title, base, hasTexts = true }: LlmsSite,
): ReadonlyMap<string, string> {
  const full = hasTexts ? formatFull(pages) : null
  const root = pages.find(({ slug }) => slug === 'index')
  const summary = root === undefined ? '' : describe(root)
  const head = [
    `# ${foldSpace(title)}`,
    ...(summary === '' ? [] : [`> ${summary}`]),
    ...(full === null ? [] : [`All pages in one file: ${base}${LLMS_FILES.full}`]),
  ]
  const groups = groupByPage(addressMarkdown(pages))
  const blocksWith = (descriptionOf: typeof describe) => [...head, ...formatGroups(groups, descriptionOf)].join('\n\n')
  const described = blocksWith(describe)
  const blocks = byteLength(described) < MAX_BYTES ? described : blocksWith(() => '')
  return new Map([[LLMS_FILES.index, `${blocks}\n`], ...(full === null ? [] : [[LLMS_FILES.full, full] as const])])
}

/** The heading of each group and its lines, one for each page. */
function formatGroups(groups: ReadonlyMap<string | null, readonly MarkdownPage[]>, descriptionOf: typeof describe) {
  const lineOf = ({ page, url }: MarkdownPage) => {
    const description = descriptionOf(page)
    return `- [${linkText(page.title)}](${url})${description === '' ? '' : `: ${description}`}`
  }
  return [...groups].flatMap(([group, members]) => {
    return [`## ${group === null ? 'Pages' : foldSpace(group)}`, members.map(lineOf).join('\n')]
  })
}

function formatFull(pages: readonly Page[]): string | null {
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
  return shorten(foldSpace(description ?? ''), MAX_DESCRIPTION_LENGTH, ' …')
}

/** A title that can't end the link around it. */
function linkText(title: string): string {
  return foldSpace(title).replace(/[\\[\]]/g, '\\$&')
}
