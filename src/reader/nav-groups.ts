/** Pages -> navigation groups, each with the pages by folder. The order of pages is kept, and no page is left out. */
import type { Page } from '../content/page.ts'

/** Pages of a folder; one with fewer pages has no entry, and its pages belong to the group itself. */
const MIN_PAGES = 2

/** Pages of one folder. */
export interface NavFolder {
  /** Title of the folder, null for pages of the group itself. */
  readonly title: string | null
  readonly pages: readonly Page[]
}

/** Pages of one group. */
export interface NavGroup {
  /** Name of the group, null for pages without one. */
  readonly name: string | null
  readonly folders: readonly NavFolder[]
  /** Number of pages in all folders. */
  readonly size: number
}

/** All groups of a site: first the pages without a group, then the groups in the order of their first page. */
export function groupPages(pages: readonly Page[]): NavGroup[] {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]))
  const groups = [...groupBy(pages, ({ group }) => group)].map(([name, members]) => {
    return { name, size: members.length, folders: foldersOf(members, titles) }
  })
  return [...groups.filter(({ name }) => name === null), ...groups.filter(({ name }) => name !== null)]
}

function foldersOf(pages: readonly Page[], titles: ReadonlyMap<string, string>): NavFolder[] {
  const folders = groupBy(pages, ({ slug }) => folderOf(slug))
  const depth = (folder: string) => folder.split('/').length
  const main = [...folders.keys()].reduce((best, folder) => (depth(folder) < depth(best) ? folder : best))
  const listed = new Map([...folders].filter(([folder, members]) => folder !== main && members.length >= MIN_PAGES))
  const direct = pages.filter(({ slug }) => !listed.has(folderOf(slug)))
  return [
    ...(direct.length > 0 ? [{ title: null, pages: direct }] : []),
    ...[...listed].map(([folder, members]) => ({ title: titles.get(folder) ?? folderTitle(folder), pages: members })),
  ]
}

function groupBy<K>(pages: readonly Page[], keyOf: (page: Page) => K): Map<K, Page[]> {
  const groups = new Map<K, Page[]>()
  for (const page of pages) {
    const key = keyOf(page)
    const members = groups.get(key)
    if (members === undefined) groups.set(key, [page])
    else members.push(page)
  }
  return groups
}

function folderOf(slug: string): string {
  return slug.slice(0, Math.max(0, slug.lastIndexOf('/')))
}

/** `reference/error-pages` -> `Error pages`. */
function folderTitle(folder: string): string {
  const words = folder.slice(folder.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
