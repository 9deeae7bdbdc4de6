/** What a configuration says of a site besides its addresses: the menu, the dialect of its Markdown, its code. */
import { decodeAddress } from './source-address.ts'

/**
 * What pages have besides Markdown: calls of Liquid, Nunjucks or Jinja, which are read first, the roles, targets and
 * cells of MyST, MDX in files that end in `.md` too, callouts of Docsify, `?> text`, components of Retype, or links by
 * names of pages, `[[page|text]]` of Obsidian and Retype, and `[[text|page]]` of GitHub's wikis.
 */
export type MarkdownDialect =
  'plain' | 'docsify' | 'liquid' | 'myst' | 'mdx' | 'pymdown' | 'retype' | 'wiki' | 'github-wiki'

/** What a site's configuration says of code. */
export interface CodeRule {
  /** The start of lines that readers don't see, by language: mdBook's `output.html.code.hidelines`. */
  readonly hiddenLines: ReadonlyMap<string, string>
  /** True if examples of Python are shown without the flags of their tests: Sphinx' `trim_doctest_flags`. */
  readonly trimsFlags: boolean
  /** Comments that mark lines in the site's own words: Docusaurus' `magicComments`. */
  readonly marks: ReadonlySet<string>
}

/** Code of a site that says nothing of it. */
export const PLAIN_CODE: CodeRule = { hiddenLines: new Map(), trimsFlags: false, marks: new Set() }

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
  /** True if what it doesn't list is in the reverse order: lukasgeiter.github.io/mkdocs-awesome-nav/features/sorting */
  readonly isReversed: boolean
  /** Names of files and folders in their order, `...folder` for one whose pages stand here; `...` is all others. */
  readonly names: readonly string[]
  /** The heading above each of these names, and above what they don't list; null for none. */
  readonly headings: readonly (string | null)[]
  readonly labels: ReadonlyMap<string, string>
}

/** How a generator makes its menu. */
interface MenuForm {
  /** What other pages are ordered by: their folders, the titles of the pages above, or nothing but their slugs. */
  readonly tree: 'folders' | 'titles' | null
  /**
   * What pages of one position are ordered by: names, also files first, titles, the newest first, then titles, or slugs,
   * so that the page of a folder is one of those in it.
   */
  readonly ties: 'names' | 'files' | 'titles' | 'dates' | 'slugs'
  /** True if its labels are the titles of pages that state none. */
  readonly hasTitles: boolean
  /** What pages are that it doesn't list: found like all others, only readable at their addresses, or not published. */
  readonly others: 'found' | 'unlisted' | 'unpublished'
}

/** How a generator makes its menu, and where it is. */
export interface MenuRule extends MenuForm {
  /** Files of the project with the menu, the first that is there counts. Empty: the configuration. */
  readonly files: readonly string[]
  /** Path of keys to the name of another such file, empty for none. */
  readonly fileKey: string
  /** Paths of keys to it; an empty path for the whole file, whose keys are names of menus. */
  readonly keys: readonly string[]
  /** Names of files that order the folder that they are in; null for none. */
  readonly folderFile: RegExp | null
  /** Keys of the configuration with the name of the page at the top. */
  readonly topKeys: readonly string[]
  /** Name of the file in the folder of pages that is the menu, as a list in Markdown; null for none. */
  readonly summary: string | null
  /** What a configuration holds whose menu is not all of it, so that others are found; null for nothing. */
  readonly openedBy: RegExp | null
}

/** A list of pages in the menu, as a page of Sphinx has it. */
export interface Toctree {
  /** Title of the group around them; null for none. */
  readonly caption: string | null
  /** True if names with `*` stand for all that fit. */
  readonly isGlob: boolean
  readonly isReversed: boolean
  readonly entries: readonly { readonly target: string; readonly label: string | null }[]
}

/** A page with lists of those below it. */
export interface TreePage {
  readonly page: { readonly title: string }
  /** Path from the folder of pages. */
  readonly source: string
  readonly toctrees: readonly Toctree[]
}

/** All that is known of a site's menu besides its pages. */
export interface SiteMenu extends MenuForm {
  /** Name of the page at the top of its toctrees. */
  readonly top: string
  /** Pages that are not read, but have such lists. */
  readonly outlines: readonly TreePage[]
  /** The configured menu, empty for none. */
  readonly entries: readonly MenuEntry[]
  /** By path of a folder, empty for that of all pages. */
  readonly folders: ReadonlyMap<string, FolderMenu>
}

/** A site without a menu. */
export const NO_MENU: SiteMenu = {
  top: 'index', outlines: [], entries: [], tree: null, ties: 'names', folders: new Map(), hasTitles: false,
  others: 'found',
}

/** The key by which a path or address of a page is compared: `guide/setup` for `/guide/setup.md`. */
export function menuKey(target: string): string {
  const path = decodeAddress(target.replace(/[?#].*/s, '')).replace(/\.(?:mdx?|markdown|html)$/i, '')
  return path.replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '').replace(/(?:^|\/)(?:_?index|readme)$/i, '')
}
