/**
 * The menus that site generators are configured with -> one list of pages, in order, with the titles of the groups
 * around each. Sources: mkdocs.org/user-guide/configuration#nav, vitepress.dev/reference/default-theme-sidebar,
 * vuepress.vuejs.org (theme, sidebar), docusaurus.io/docs/sidebar/items, mintlify.com/docs/organize/navigation,
 * starlight.astro.build/guides/sidebar, rust-lang.github.io/mdBook/format/summary.html, jupyterbook.org/v1/structure/toc.html.
 * The directives `toctree` of a site's pages (`markdown/generators/myst.ts`) -> the same list, from the root page on.
 */
import { type FrontMap, type FrontValue, itemsAt, textAt, valueAt } from '../frontmatter/value.ts'
import { createGlobTest, MAX_PATTERNS } from '../generators/path-pattern.ts'
import { type FolderMenu, type MenuEntry, menuKey, type TreePage } from '../generators/site-rules.ts'
import { decodeAddress, pathWithin } from '../generators/source-address.ts'

/** Pages of one menu; more are not listed. */
const MAX_ENTRIES = 50_000
/** Groups around a page; those of deeper ones are not named. */
const MAX_GROUPS = 8

/**
 * `[Title](path.md)` of a table of contents; a chapter without a path is a draft. A line of `#` names a part, an item
 * without a link the chapters below it.
 */
const CHAPTER = new RegExp(
  /^[ \t]*#{1,6}[ \t]+(?<part>[^\n]{1,400})$/.source +
    /|(?<above>^[ \t]*)[-*+][ \t]+(?<name>[^\][\n]{1,400})$|(?<indent>^[ \t]*)?(?:[-*+][ \t]+)?/.source +
    /\[(?<title>(?:[^\][\\\n]|\\[^\n]|\[[^\][\n]{0,200}\]){1,400})\]/.source +
    /\([ \t]{0,20}<?(?<href>(?:[^()<>\s][^()<>\n]{0,1000}?)?)>?(?:[ \t]{1,20}(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'))?[ \t]{0,20}\)/.source,
  'gm',
)
/** What readers don't see, which may hold chapters. */
const COMMENT = /<!--[^]*?(?:-->|$)/g
const LINK = /\[([^\][]*)\]\([^()]*\)/g
/** Where a link to the root of a site leads. */
const HOME = 'README.md'
const FOREIGN = /^[A-Za-z][A-Za-z\d+.-]*:|\.html?$/
const MARKS = /\\(?=[^\w\s])|(?:[*`]|(?<![^\W_])_)+(?=\S)|(?<=\S)(?:[*`]|_(?![^\W_]))+/g

/** Keys of an item with its title, its page and what is below it, in any of the generators. */
const TITLES = ['text', 'label', 'title', 'group', 'tab', 'item', 'anchor', 'dropdown', 'product', 'caption']
const TARGETS = ['link', 'slug', 'id', 'path', 'root', 'page', 'file', 'url']
const CHILDREN = [
  'items', 'children', 'pages', 'groups', 'tabs', 'menu', 'anchors', 'dropdowns', 'products', 'versions', 'languages',
  'parts', 'chapters', 'sections', 'subtrees', 'entries',
]
const ITEM_KEYS = [...TITLES, ...TARGETS, ...CHILDREN, 'type', 'autogenerate']

/** The menu of a configuration's value; `isTitled`: each of its maps is a title with its page or group (MkDocs). */
export function readMenu(value: FrontValue | undefined, isTitled: boolean): readonly MenuEntry[] {
  const entries: MenuEntry[] = []

  function add(target: string, label: string | null, groups: readonly string[], isFolder = false): void {
    if (entries.length < MAX_ENTRIES) entries.push({ target, isFolder, label: plainTitle(label), groups })
  }

  function read(item: FrontValue | undefined, groups: readonly string[], base: string): void {
    if (typeof item === 'string') add(under(base, item), null, groups)
    else if (Array.isArray(item)) for (const one of item) readItem(one, groups, base)
    else if (item instanceof Map) readMap(item, groups, base)
  }

  /** An item of a list; a list in it is an address with its title (VuePress). */
  function readItem(item: FrontValue, groups: readonly string[], base: string): void {
    const [target, label] = Array.isArray(item) ? item : []
    if (typeof target === 'string' && typeof label === 'string') add(under(base, target), label, groups)
    else read(item, groups, base)
  }

  function readMap(item: FrontMap, groups: readonly string[], base: string): void {
    if (isTitled || !ITEM_KEYS.some((key) => item.has(key))) {
      for (const [title, below] of item) {
        if (typeof below === 'string') add(below, title, groups)
        else if (title.startsWith('/')) read(below, groups, title.replace(/\/?$/, '/'))
        else read(below, inGroup(groups, title), base)
      }
      return
    }
    // Mintlify: what is below is not in the menu, and not found.
    if (item.get('hidden') === true && item.get('searchable') !== true) return
    const label = textOf(item, TITLES)
    const link = item.get('link')
    const target = (link instanceof Map ? textOf(link, ['id']) : null) ?? textOf(item, TARGETS)
    const folder = item.get('autogenerate')
    const directory = folder instanceof Map ? textOf(folder, ['directory']) : textOf(item, ['dirName'])
    const below = CHILDREN.flatMap((key) => item.get(key) ?? [])
    const inner = below.length > 0 || directory !== null ? inGroup(groups, label) : groups
    const nextBase = textOf(item, ['base']) ?? base
    if (target !== null) add(under(base, target), below.length > 0 ? null : label, inner)
    if (directory !== null) add(directory, null, inner, true)
    for (const one of below) readItem(one, inner, nextBase)
  }

  read(value, [], '')
  return entries
}

function inGroup(groups: readonly string[], title: string | null): readonly string[] {
  const plain = plainTitle(title)
  return plain === null || groups.length === MAX_GROUPS ? groups : [...groups, plain]
}

/** A title without its tags, such as icons; null if there is nothing else. */
function plainTitle(title: string | null): string | null {
  const plain = title?.includes('<') === true ? title.replace(/<[^<>]{0,1000}>/g, '').trim() : title
  return plain === '' ? null : plain
}

/** An address behind what all in its menu begin with, unless it starts at the root. */
function under(base: string, target: string): string {
  return target.startsWith('/') ? target : base + target
}

function textOf(map: FrontMap, keys: readonly string[]): string | null {
  return keys.map((key) => map.get(key)).find((value) => typeof value === 'string') ?? null
}

/** The menu of a table of contents: `SUMMARY.md` of mdBook, HonKit and GitBook, `_sidebar.md` of Docsify. */
export function readSummary(text: string): readonly MenuEntry[] {
  const entries = new Map<string, MenuEntry>()
  /** The chapters around the next one. */
  const above: { readonly indent: number; readonly title: string }[] = []
  let parts: readonly string[] = []
  for (const { groups: found = {} } of text.replace(COMMENT, '').matchAll(CHAPTER)) {
    const { part, name, title = '', href = '' } = found
    const indent = found['above'] ?? found['indent'] ?? ''
    const label = (part ?? name ?? title).replace(LINK, '$1').replace(MARKS, '').trim()
    if (part !== undefined) {
      // The first heading is that of the table.
      parts = entries.size === 0 ? [] : [label]
      continue
    }
    const path = decodeAddress(href.replace(/[#?].*/s, '')).replace(/^(?:\.?\/)+/, '')
    const target = path === '' && href.startsWith('/') ? HOME : path
    while ((above.at(-1)?.indent ?? -1) >= indent.length) above.pop()
    const groups = [...parts, ...above.map((one) => one.title)].slice(0, MAX_GROUPS)
    above.push({ indent: indent.length, title: label })
    if (entries.size < MAX_ENTRIES && target !== '' && !FOREIGN.test(target) && !entries.has(target)) {
      entries.set(target, { target, isFolder: false, label, groups })
    }
  }
  const keyOf = (groups: readonly string[]) => JSON.stringify(groups)
  const named = new Set([...entries.values()].map(({ groups }) => keyOf(groups)))
  // A chapter with others below it is the first of its group.
  return [...entries.values()].map((entry) => {
    const own = [...entry.groups, entry.label ?? '']
    return named.has(keyOf(own)) ? { ...entry, groups: own } : entry
  })
}

/** `---Label---`, `---[Icon]Label---`: a heading between pages. */
const SEPARATOR = /^-{3,9}(?:\[[^\][]{0,100}\])?([^\n]{0,400}?)-{0,9}$/
/** `...`, `*` and, for them backwards, `z...a`: all that are not named. */
const REST = /^(?:z\.{3}a|\*{1,2}|\.{3}(?: \|.*)?)$/

/** Reads what a file says of its folder: `_category_.json`, `meta.json`, `.pages`; `_meta.js` maps names to titles. */
export function readFolderMenu(name: string, stated: FrontValue | undefined): FolderMenu | null {
  // A list of names, or maps with them: Rspress.
  const listed = Array.isArray(stated) ? stated.map((one: FrontValue) => [textAt(one, 'name') ?? one, one] as const) : []
  const named = listed.flatMap(([name, one]) => (typeof name !== 'string' ? [] : [[name, one === name ? null : one] as const]))
  const value = named.length > 0 ? new Map(named) : stated
  if (!(value instanceof Map)) return null
  const names: string[] = []
  const headings: (string | null)[] = []
  const labels = new Map<string, string>()
  const others: string[] = []
  let heading: string | null = null
  if (name.startsWith('_meta.')) {
    for (const [key, one] of value) {
      const title = one instanceof Map ? textOf(one, ['title', 'label']) : typeof one === 'string' ? one : null
      if (one instanceof Map && one.get('type') === 'separator') heading = title
      else headings[names.push(key) - 1] = heading
      if (title !== null && title !== '') labels.set(key, title)
    }
    return { label: null, position: null, isReversed: false, names, headings: [...headings, heading], labels }
  }
  const list = itemsAt(value, value.has('pages') ? 'pages' : 'nav')
  for (const item of list) {
    // MkDocs: `Title: page.md`.
    const [[title, page] = ['', item]] = item instanceof Map ? item : []
    if (typeof page !== 'string') continue
    if (title !== '') labels.set(menuKey(page), title)
    const separator = SEPARATOR.exec(page)
    if (separator !== null) heading = separator[1]?.trim() || null
    else {
      const plain = page.replace(/^(?:!(?=.)|\.\/)|\.mdx?$|\/$/g, '')
      // `!name` is none of the rest.
      if (/^!./.test(page)) others.push(plain)
      else headings[names.push(REST.test(page) ? '...' : plain) - 1] = heading
    }
  }
  const position = value.get('position')
  return {
    label: textOf(value, ['label', 'title']),
    position: typeof position === 'number' ? position : null,
    isReversed: (textOf(value, ['order']) ?? textAt(value, 'sort.direction')) === 'desc' || list.includes('z...a'),
    names: [...names, ...others], headings: [...headings, null], labels,
  }
}

/** The same for all folders by one file, as pairs: nextra.site/docs/file-conventions/meta-file */
export function readGlobalMenu(value: FrontValue | undefined, folder = ''): (readonly [string, FolderMenu])[] {
  const menu = readFolderMenu('_meta.', value)
  if (menu === null) return []
  const below = menu.names.flatMap((name) => {
    return readGlobalMenu(valueAt(value, `${name}.items`), folder === '' ? name : `${folder}/${name}`)
  })
  return [[folder, menu], ...below]
}

/** Pages above a page. */
const MAX_DEPTH = 8

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
