/**
 * The directive `toctree` in sources of MyST -> the menu of the site: its pages in order from the root page on, with
 * captions as groups. Source: sphinx-doc.org/en/master/usage/restructuredtext/directives.html#table-of-contents.
 */
import type { MenuEntry } from '../generators/site-menu.ts'
import { fitsPattern, MAX_PATTERNS } from '../generators/path-pattern.ts'
import type { Toctree } from '../document.ts'
import type { Page } from '../page.ts'

/** Pages of one menu; more are not listed. */
const MAX_ENTRIES = 50_000
/** Pages above a page. */
const MAX_DEPTH = 8
/** Directives of one page. */
const MAX_TOCTREES = 100
/** Name of the page at the root. */
const ROOT = 'index'

const START = /^[ \t]*(`{3,}|~{3,}|:{3,})\{toctree\}/
/** A block of code, not a directive. */
const CODE = /^[ \t]*(`{3,}|~{3,})(?![`~{]|[^`]*`)/
const OPTION = /^:(\w+):[ \t]*(.*)$/
/** `Title <path>`, as authors name a page. */
const TITLED = /^([^<>]*\S)\s+<([^<>\s]+)>$/

/** A page with its directives. */
interface TreePage {
  readonly page: Pick<Page, 'title'>
  /** Path from the folder of pages. */
  readonly source: string
  readonly toctrees: readonly Toctree[]
}

/** The directives of a page, and its text with empty lines in their place. */
export function takeToctrees(text: string): { readonly toctrees: readonly Toctree[]; readonly text: string } {
  if (!text.includes('{toctree}')) return { toctrees: [], text }
  const toctrees: Toctree[] = []
  const lines = text.split('\n')
  /** The fence of the code that is open: in it a directive is an example. */
  let code: string | null = null
  let open: { readonly fence: string; readonly start: number } | null = null
  for (const [index, line] of lines.entries()) {
    const fence = START.exec(line)?.[1]
    if (code !== null) code = line.trim().startsWith(code) ? null : code
    else if (open === null && fence === undefined) code = CODE.exec(line)?.[1] ?? null
    else if (open === null && toctrees.length < MAX_TOCTREES) open = { fence: fence ?? '', start: index }
    else if (open !== null && line.trim().startsWith(open.fence)) {
      toctrees.push(readToctree(lines.slice(open.start + 1, index).map((one) => one.trim())))
      lines.fill('', open.start, index + 1)
      open = null
    }
  }
  return { toctrees, text: lines.join('\n') }
}

function readToctree(lines: readonly string[]): Toctree {
  const options = new Map(lines.flatMap((line) => {
    const [, name, value = ''] = OPTION.exec(line) ?? []
    return name === undefined ? [] : [[name, value.trim()] as const]
  }))
  const entries = lines.filter((line) => line !== '' && !OPTION.test(line)).map((line) => {
    const [, label = null, target = line] = TITLED.exec(line) ?? []
    return { target, label }
  })
  return {
    caption: options.get('caption') || null, isGlob: options.has('glob'), isReversed: options.has('reversed'), entries,
  }
}

/** The menu: all pages that the root page leads to by its directives, and theirs. */
export function toctreeEntries(pages: readonly TreePage[]): readonly MenuEntry[] {
  const byName = new Map(pages.map((page) => [nameOf(page.source), page]))
  const names = [...byName.keys()].sort()
  const listed = new Set<string>()
  const entries: MenuEntry[] = []
  let patterns = 0

  function list(name: string, label: string | null, groups: readonly string[]): void {
    const page = byName.get(name)
    if (page === undefined || listed.has(name) || entries.length === MAX_ENTRIES) return
    listed.add(name)
    const isGroup = page.toctrees.length > 0 && groups.length < MAX_DEPTH && name !== ROOT
    const inner = isGroup ? [...groups, label ?? page.page.title] : groups
    entries.push({ target: page.source, isFolder: false, label, groups: inner })
    for (const { caption, isGlob, isReversed, entries: stated } of page.toctrees) {
      const below = caption === null ? inner : [...inner, caption]
      const found = stated.flatMap(({ target, label: title }) => {
        const path = targetOf(name, target)
        const isPattern = isGlob && /[*?[]/.test(path) && patterns < MAX_PATTERNS
        if (isPattern) patterns += 1
        const fitting = isPattern ? names.filter((one) => !listed.has(one) && fits(one, path)) : [path]
        return fitting.map((one) => ({ name: one, title: isPattern ? null : title }))
      })
      const ordered = groups.length >= MAX_DEPTH ? [] : isReversed ? found.toReversed() : found
      for (const { name: one, title } of ordered) list(one, title, below)
    }
  }

  list(ROOT, null, [])
  return entries
}

function fits(name: string, pattern: string): boolean {
  return fitsPattern(name.split('/'), pattern.split('/').map((part) => part.replace(/[?[].*/, '*')))
}

function nameOf(source: string): string {
  return source.replace(/\.(?:md|markdown|rst)$/i, '')
}

/** The name of a page that another one names, from its folder or with a slash from the root. */
function targetOf(from: string, target: string): string {
  const segments = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of nameOf(target).split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '' && part !== '.') segments.push(part)
  }
  return segments.join('/')
}
