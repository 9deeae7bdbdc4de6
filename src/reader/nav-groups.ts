/**
 * Pages -> groups, and in each group shelves: the pages of one folder. Order is
 * that of the pages; no page is left out.
 */
import type { Page } from '../content/page.ts'

/** A folder with fewer pages than this is part of its group's first shelf. */
const MIN_PAGES = 2

/** Pages that stand together. */
export interface NavFolder {
  /** Null for the pages of the group itself. */
  readonly title: string | null
  readonly pages: readonly Page[]
}

/** Pages of one group. */
export interface NavGroup {
  /** Null for pages of no group. */
  readonly name: string | null
  readonly folders: readonly NavFolder[]
  /** In all shelves. */
  readonly size: number
}

/** All groups of a site, in order of their first page; what belongs to none comes first. */
export function groupPages(pages: readonly Page[]): NavGroup[] {
  const titles = new Map(pages.map(({ slug, title }) => [slug, title]))
  const groups = [...groupBy(pages, ({ group }) => group)].map(([name, own]) => {
    return { name, size: own.length, shelves: foldersOf(own, titles) }
  })
  return [...groups.filter(({ name }) => name === null), ...groups.filter(({ name }) => name !== null)]
}

function foldersOf(pages: readonly Page[], titles: ReadonlyMap<string, string>): NavFolder[] {
  const folders = groupBy(pages, ({ slug }) => folderOf(slug))
  const depth = (folder: string) => folder.split('/').length
  const main = [...folders.keys()].reduce((best, folder) => (depth(folder) < depth(best) ? folder : best))
  const isOwn = (folder: string) => folder !== main && folders.get(folder)!.length >= MIN_PAGES
  const first = pages.filter(({ slug }) => !isOwn(folderOf(slug)))
  const others = [...folders].filter(([folder]) => isOwn(folder))
  return [
    ...(first.length > 0 ? [{ title: null, pages: first }] : []),
    ...others.map(([folder, own]) => ({ title: titles.get(folder) ?? folderTitle(folder), pages: own })),
  ]
}

function groupBy<K>(pages: readonly Page[], keyOf: (page: Page) => K): Map<K, Page[]> {
  const collected = new Map<K, Page[]>()
  for (const page of pages) {
    const key = keyOf(page)
    const own = collected.get(key)
    if (own === undefined) collected.set(key, [page])
    else own.push(page)
  }
  return collected
}

function folderOf(slug: string): string {
  return slug.slice(0, Math.max(0, slug.lastIndexOf('/')))
}

/** `reference/error-pages` -> `Error pages`. */
function folderTitle(folder: string): string {
  const words = folder.slice(folder.lastIndexOf('/') + 1).replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
