/** The menu of a site's pages, as its generator is told to make it. */
import { decodeAddress } from './source-address.ts'

/** A page of a menu, or all pages of a folder. */
export interface MenuEntry {
  /** Path of the page's source below the folder of pages, or its address: see `menuKey`. */
  readonly target: string
  readonly isFolder: boolean
  readonly label: string | null
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[]
}

/** What a file in a folder says of the menu. */
export interface FolderMenu {
  readonly label: string | null
  readonly position: number | null
  /** Names of files and folders in their order; `...` stands for all others. */
  readonly names: readonly string[]
  /** The heading above each of these names, and above what they don't list; null for none. */
  readonly headings: readonly (string | null)[]
  /** Folders whose pages stand in this one. */
  readonly spread: ReadonlySet<string>
  readonly labels: ReadonlyMap<string, string>
}

/** How a generator makes its menu. */
export interface MenuForm {
  /** What other pages are ordered by: their folders, the titles of the pages above, or nothing but their slugs. */
  readonly tree: 'folders' | 'titles' | null
  /** What pages of one position are ordered by: their names, their titles, or the newest first, then titles. */
  readonly ties: 'names' | 'titles' | 'dates'
  /** True if its labels are the titles of pages that state none. */
  readonly hasTitles: boolean
  /** What pages are that it doesn't list: found like all others, only readable at their addresses, or not published. */
  readonly others: 'found' | 'unlisted' | 'unpublished'
}

/** All that is known of a site's menu besides its pages. */
export interface SiteMenu extends MenuForm {
  /** Name of the page at the top of its toctrees. */
  readonly top: string
  /** The configured menu, empty for none. */
  readonly entries: readonly MenuEntry[]
  /** By path of a folder, empty for that of all pages. */
  readonly folders: ReadonlyMap<string, FolderMenu>
}

/** A site without a menu. */
export const NO_MENU: SiteMenu = {
  top: 'index', entries: [], tree: null, ties: 'names', folders: new Map(), hasTitles: false, others: 'found',
}

/** The key by which a path or address of a page is compared: `guide/setup` for `/guide/setup.md`. */
export function menuKey(target: string): string {
  const path = decodeAddress(target.replace(/[?#].*/s, '')).replace(/\.(?:mdx?|markdown|html)$/i, '')
  return path.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '').replace(/(?:^|\/)(?:_?index|readme)$/i, '')
}
