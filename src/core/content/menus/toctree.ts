/**
 * The directives `toctree` of a site's pages (`markdown/generators/myst.ts`) -> its menu: the pages in order from the
 * root page on, with captions as groups.
 */
import type { MenuEntry } from '../generators/site-menu.ts'
import { createGlobTest, MAX_PATTERNS } from '../generators/path-pattern.ts'
import { pathWithin } from '../generators/source-address.ts'
import type { Toctree } from '../document.ts'
import type { Page } from '../page.ts'

/** Pages of one menu; more are not listed. */
const MAX_ENTRIES = 50_000
/** Pages above a page. */
const MAX_DEPTH = 8

/** A page with its directives. */
interface TreePage {
  readonly page: Pick<Page, 'title'>
  /** Path from the folder of pages. */
  readonly source: string
  readonly toctrees: readonly Toctree[]
}

/** The menu: all pages that the page named `top` leads to by its directives, and theirs; empty if it has none. */
export function toctreeEntries(pages: readonly TreePage[], top: string): readonly MenuEntry[] {
  const byName = new Map(pages.map((page) => [nameOf(page.source), page]))
  if ((byName.get(top)?.toctrees ?? []).length === 0) return []
  const names = [...byName.keys()].sort()
  const listed = new Set<string>()
  const entries: MenuEntry[] = []
  let patterns = 0

  function list(name: string, label: string | null, groups: readonly string[]): void {
    const page = byName.get(name)
    if (page === undefined || listed.has(name) || entries.length === MAX_ENTRIES) return
    listed.add(name)
    const isGroup = page.toctrees.length > 0 && groups.length < MAX_DEPTH && name !== top
    const inner = isGroup ? [...groups, label ?? page.page.title] : groups
    entries.push({ target: page.source, isFolder: false, label, groups: inner })
    for (const { caption, isGlob, isReversed, entries: stated } of page.toctrees) {
      const below = caption === null ? inner : [...inner, caption]
      const found = stated.flatMap(({ target, label: title }) => {
        const path = pathWithin(target.startsWith('/') ? '' : name, nameOf(target))
        const isPattern = isGlob && /[*?[]/.test(path) && patterns < MAX_PATTERNS
        if (isPattern) patterns += 1
        const fits = isPattern ? createGlobTest(path, 'sphinx') : null
        const fitting = fits === null ? [path] : names.filter((one) => !listed.has(one) && fits(one))
        return fitting.map((one) => ({ name: one, title: isPattern ? null : title }))
      })
      const ordered = groups.length >= MAX_DEPTH ? [] : isReversed ? found.toReversed() : found
      for (const { name: one, title } of ordered) list(one, title, below)
    }
  }

  list(top, null, [])
  return entries
}

function nameOf(source: string): string {
  return source.replace(/\.(?:md|markdown|rst)$/i, '')
}
