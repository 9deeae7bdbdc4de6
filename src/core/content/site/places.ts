/**
 * The pages of a site -> the same with their places in its menu. A configured menu comes first; what it doesn't list
 * follows in the order of its folders, by the positions that pages and folders state: Docusaurus (`sidebar_position`),
 * Hugo (`weight`), Starlight (`sidebar.order`), Just the Docs (`nav_order`, `parent`), Eleventy (`eleventyNavigation`).
 * Pages of one position: gohugo.io/quick-reference/page-collections, just-the-docs.com/docs/navigation/main/order.
 */
import { readable, ROOT_SLUG } from '../address.ts'
import type { MenuFields } from '../document.ts'
import { type MenuEntry, menuKey, type SiteMenu } from '../generators/site-rules.ts'
import type { Page } from '../page.ts'

/** Pages above a page by their titles, and pages of one title that are looked at. */
const MAX_ANCESTORS = 8
const MAX_SAME_TITLES = 100
/** Folders above a page; those that are deeper are one with it. */
const MAX_FOLDERS = 100
/** A folder that only groups its files, `(group)`, and one whose pages stand in that around it, `...folder`. */
const UNNAMED = /^\([^()]+\)$/
const SPREAD = /^\.{3}(?=[^ ])/
const NUMBER = /^(\d{1,9})[-_. ]/

/** A page, and what it says of its place. */
interface MenuPage extends MenuFields {
  readonly page: Page
  /** Path of its source from the folder of pages. */
  readonly source: string
}

/** A folder, a page, or both: the page of the folder. */
interface MenuNode {
  readonly name: string
  readonly children: Map<string, MenuNode>
  own: MenuPage | null
}

interface Placed {
  readonly page: Page
  readonly source: string
  readonly label: string | null
  readonly groups: readonly string[]
}

/** The pages with their places, in the order that they came in; without a menu as they are. */
export function withPlaces(pages: readonly MenuPage[], menu: SiteMenu): readonly Page[] {
  const { entries, tree } = menu
  const isStated = pages.some(({ position, parent }) => position !== null || parent !== null)
  const isTree = tree === 'folders' || (tree === 'titles' && isStated)
  if (!isTree && entries.length === 0) return pages.map(({ page }) => page)
  const inTree = isTree ? inTreeOrder(pages, menu) : pages.map(({ page, source, label }) => {
    return { page, source, label, groups: page.group === null ? [] : [page.group] }
  })
  const listed = listedPages(entries, inTree)
  if (!isTree && listed.length === 0) return pages.map(({ page }) => page)
  const isListed = new Set(listed.map(({ page }) => page))
  const ordered = [...listed, ...inTree.filter(({ page }) => !isListed.has(page))]
  const placed = new Map(ordered.map(({ page, label, groups }, order) => {
    return [page, { ...page, place: { order, label, groups } }]
  }))
  return pages.map(({ page }) => placed.get(page) ?? page)
}

function listedPages(entries: readonly MenuEntry[], pages: readonly Placed[]): Placed[] {
  const keyed = pages.flatMap((placed) => [...keysOf(placed)].map((key) => [key, placed] as const))
  /** The first page of each key. */
  const byKey = new Map(keyed.toReversed())
  const taken = new Set<Page>()
  return entries.flatMap(({ target, isFolder, label, groups }) => {
    const key = menuKey(target)
    const found = isFolder
      ? pages.filter(({ source }) => key === '' || key === '.' || source.startsWith(`${key}/`))
      : [byKey.get(target) ?? byKey.get(key) ?? byKey.get(key || ROOT_SLUG) ?? []].flat()
    const depth = isFolder ? key.split('/').length : 0
    return found.filter(({ page }) => !taken.has(page)).map((placed) => {
      taken.add(placed.page)
      const inner = isFolder ? placed.groups.slice(depth) : []
      return { ...placed, label: label ?? placed.label, groups: [...groups, ...inner] }
    })
  })
}

/** What a menu may call a page: its source, its address, or its id, in which no number orders names (Docusaurus). */
function keysOf({ page, source }: Placed): ReadonlySet<string> {
  const unnumbered = menuKey(source).split('/').map((name) => name.replace(NUMBER, ''))
  const ofId = [...unnumbered.slice(0, -1), page.slug.slice(page.slug.lastIndexOf('/') + 1)]
  return new Set([source, menuKey(source), unnumbered.join('/'), ofId.join('/'), menuKey(page.slug), menuKey(page.url)])
}

/** The pages in the order of a tree of their folders, or of the titles of the pages above them. */
function inTreeOrder(pages: readonly MenuPage[], { tree, ties, folders }: SiteMenu): Placed[] {
  const root: MenuNode = { name: '', children: new Map(), own: null }
  const taken = takenNames(folders)
  const byTitle = tree === 'titles' ? pagesByTitle(pages) : new Map<string, readonly MenuPage[]>()
  for (const page of pages) {
    let node = root
    for (const name of tree === 'titles' ? ancestorsOf(page, byTitle) : nodeNamesOf(menuKey(page.source), taken)) {
      if (name === '') continue
      const child: MenuNode = node.children.get(name) ?? { name, children: new Map(), own: null }
      node.children.set(name, child)
      node = child
    }
    if (node.own === null) node.own = page
    else node.children.set(page.source, { name: page.source, children: new Map(), own: page })
  }
  const placed: Placed[] = []

  /** `above`: the path of the folder around it. */
  function visit(node: MenuNode, above: string, groups: readonly string[]): void {
    const { own, children } = node
    const path = pathIn(above, node.name)
    const folder = folders.get(path)
    const title = titleOf(node, above)
    const isUnnamed = node === top || SPREAD.test(node.name) || (UNNAMED.test(node.name) && folder?.label == null)
    const inner = isUnnamed || children.size === 0 ? groups : [...groups, title]
    const isInside = (ties === 'slugs' && children.size > 0) || folder?.names.includes('index') === true
    if (own !== null && !isInside) {
      const ofMenu = children.size === 0 ? labelIn(above, node.name) : null
      placed.push({ page: own.page, source: own.source, label: own.label ?? ofMenu, groups: inner })
    }
    const index: MenuNode = { name: ties === 'slugs' ? '' : 'index', children: new Map(), own }
    const nodes = isInside && own !== null ? [index, ...children.values()] : [...children.values()]
    for (const { node: child, heading } of sortedNodes(nodes, path)) {
      visit(child, path, heading === null ? inner : [...inner, heading])
    }
  }

  /** What a folder calls a page or folder in it. */
  function labelIn(folder: string, name: string): string | null {
    return folders.get(folder)?.labels.get(name) ?? null
  }

  function titleOf({ name, own }: MenuNode, above: string): string {
    const label = folders.get(pathIn(above, name))?.label ?? labelIn(above, name)
    return label ?? own?.label ?? own?.page.title ?? readable(name)
  }

  function sortedNodes(nodes: readonly MenuNode[], path: string) {
    const { names = [], headings = [], isReversed = false } = folders.get(path) ?? {}
    const rest = names.indexOf('...')
    const keyed = nodes.map((node) => {
      const at = names.indexOf(node.name)
      const position = positionOf(node, pathIn(path, node.name))
      const listed = at !== -1 ? at : rest === -1 ? names.length : rest
      const kind = Number(ties === 'files' && node.children.size > 0)
      const date = ties === 'dates' ? -(node.own?.date ?? -Infinity) : 0
      const title = ties === 'titles' || ties === 'dates' ? titleOf(node, path) : ''
      const key = [listed, kind, position ?? Infinity, date, title, node.name] as const
      return { node, heading: headings[listed] ?? null, key }
    })
    return keyed.sort((a, b) => {
      const at = a.key.findIndex((part, i) => part !== b.key[i])
      const isDown = isReversed && at > 1
      return (a.key[at] ?? 0) < (b.key[at] ?? 0) === isDown ? 1 : -1
    })
  }

  /** The position that a folder or page states; of a folder without one that of its first page. */
  function positionOf({ name, own, children }: MenuNode, path: string): number | null {
    const stated = folders.get(path)?.position ?? own?.position ?? null
    // A weight of 0 is none in Hugo.
    if (ties === 'dates') return stated === 0 ? null : stated
    if (tree === 'titles' || (stated !== null && ties !== 'slugs')) return stated
    const number = NUMBER.exec(name)?.[1]
    if (number !== undefined) return Number(number)
    const inside = [...children.values()].flatMap((child) => positionOf(child, pathIn(path, child.name)) ?? [])
    if (stated !== null) inside.push(stated)
    return inside.length === 0 ? null : inside.reduce((least, one) => Math.min(least, one))
  }

  const [only] = root.children.values()
  // The folder that is read may be one below that of the pages: `content/en`, with the home page.
  const isBelow = root.children.size === 1 && root.own === null && only?.own?.page.slug === ROOT_SLUG
  const top = isBelow ? only : root
  visit(top, '', [])
  return placed
}

/** Paths of what folders name that is further below -> the folder and the name that it has there, such as `in/a`. */
function takenNames(folders: SiteMenu['folders']): ReadonlyMap<string, readonly [folder: string, name: string]> {
  return new Map([...folders].flatMap(([folder, { names }]) => {
    const below = names.filter((name) => name.includes('/') || SPREAD.test(name))
    return below.map((name) => [pathIn(folder, name), [folder, name] as const] as const)
  }))
}

/** The path of what a folder names. */
function pathIn(folder: string, name: string): string {
  const plain = name.replace(SPREAD, '')
  return folder === '' ? plain : `${folder}/${plain}`
}

/** The names of the folders above a page, and its own. */
function nodeNamesOf(path: string, taken: ReturnType<typeof takenNames>): string[] {
  for (let end = path.length; taken.size > 0 && end > 0; end = path.lastIndexOf('/', end - 1)) {
    const [folder, name] = taken.get(path.slice(0, end)) ?? []
    if (folder === undefined || name === undefined) continue
    return [...nodeNamesOf(folder, taken), name, ...path.slice(end + 1).split('/')]
  }
  const names = path.split('/')
  return [...names.slice(0, MAX_FOLDERS), names.slice(MAX_FOLDERS).join('/')]
}

/** Pages by what others may call their parent. */
function pagesByTitle(pages: readonly MenuPage[]): ReadonlyMap<string, readonly MenuPage[]> {
  const byTitle = new Map<string, MenuPage[]>()
  for (const page of pages) {
    for (const name of new Set([page.key ?? page.page.title, page.page.title])) {
      const same = byTitle.get(name) ?? []
      if (same.length < MAX_SAME_TITLES) byTitle.set(name, [...same, page])
    }
  }
  return byTitle
}

/** The pages above a page, and itself, by their sources; the title of one that is not there. */
function ancestorsOf(page: MenuPage, byTitle: ReadonlyMap<string, readonly MenuPage[]>): readonly string[] {
  const names = [page.source]
  for (let child = page; child.parent !== null && names.length <= MAX_ANCESTORS; ) {
    const above = parentOf(child, byTitle.get(child.parent) ?? [])
    const name = above?.source ?? child.parent
    if (names.includes(name)) break
    names.unshift(name)
    if (above === undefined) break
    child = above
  }
  return names
}

/** Of several pages with the name of the parent that below the stated ancestor, else with that key, else the nearest. */
function parentOf({ source, ancestor, parent }: MenuPage, named: readonly MenuPage[]): MenuPage | undefined {
  const others = named.filter((one) => one.source !== source)
  const stated = others.filter((one) => ancestor !== null && (one.parent === ancestor || one.ancestor === ancestor))
  const folders = source.split('/')
  const shared = (one: MenuPage) => one.source.split('/').findIndex((name, i) => name !== folders[i])
  const keyed = others.filter(({ key }) => key === parent)
  return (stated.length > 0 ? stated : keyed.length > 0 ? keyed : others).toSorted((a, b) => shared(b) - shared(a))[0]
}

/** Items of pages in the order of the site's menu; without one in their own. */
export function inMenuOrder<T extends { readonly page: Pick<Page, 'place'> }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (a.page.place?.order ?? 0) - (b.page.place?.order ?? 0))
}

/** The group of a page in the menu, else its own. */
export function menuGroup({ place, group }: Pick<Page, 'place' | 'group'>): string | null {
  return place === undefined ? group : (place.groups[0] ?? null)
}
