/**
 * The pages of a site -> an index for the instructions of coding agents (`AGENTS.md`), of at most 8 kB: each group with
 * its number of pages, then each page that fits, then each section, the most linked first. What is taken is listed in
 * the order of the site, between two marks, so that a later index replaces it.
 */
import { byteLength, count, countBy, foldSpace, shorten } from '../../core/base.ts'
import { chunkPages, type Page, parseElements } from '../../core/content.ts'
import { groupByPage } from './llms-txt.ts'

/** Bytes of the index with its marks. */
export const MAX_INDEX_BYTES = 8_000
/** UTF-16 units of the name of a group or site. */
const MAX_NAME_LENGTH = 80
/** The end of a comment, such as a mark is; it is left out of names. */
const COMMENT_END = /(?<!-)--+>/g
/** Characters that a path or an anchor has encoded: those that end a line or a comment. */
const UNSAFE = /[\u0000-\u001f\u2028\u2029]|(?<=--)>/g

/** Marks around the block; people read the first one before they edit. */
export const MARKS = {
  start: '<!-- ask:index start: `ask agents` writes this part, and replaces it -->',
  end: '<!-- ask:index end -->',
} as const

const START = /<!-- ask:index start\b[^<>]*-->/g
const END = /<!-- ask:index end -->/g

/** The location of the pages, and the sentences about it. */
export interface AgentsSite {
  readonly title: string
  /** The folder or address that all paths are below, as an agent opens it. */
  readonly root: string
  readonly pathOf: (page: Page) => string | null
  /** Sentence that says how to search, empty for none. */
  readonly search: string
}

interface Entry {
  readonly page: Page
  readonly folder: string
  readonly name: string
  /** Links from other pages to the page or one of its sections. */
  readonly links: number
  readonly sections: readonly { readonly anchor: string; readonly links: number }[]
}

/** The index between its marks, without a line break at the end. */
export function formatAgentsIndex(pages: readonly Page[], site: AgentsSite, maxBytes = MAX_INDEX_BYTES): string {
  const entries = entriesOf(pages, site)
  const head = formatHead(entries.length, site)
  let room = maxBytes - byteLength(`${head}\n${MARKS.end}`)

  function take(cost: number): boolean {
    if (cost > room) return false
    room -= cost
    return true
  }

  const shownGroups = [...groupByPage(entries)].filter(([name, members]) => {
    // The heading of a group that may be cut needs the most space.
    return take(byteLength(`\n\n${formatGroup(name, members.length, members.length + 1)}`))
  })
  const listed = new Set(shownGroups.flatMap(([, members]) => members))
  const folders = new Set<string>()
  const shown = new Set(byLinks(entries.filter((entry) => listed.has(entry))).filter((entry) => {
    const key = JSON.stringify([entry.page.group, entry.folder])
    const line = folders.has(key) ? '' : `\n${entry.folder}: `
    if (!take(byteLength(`${line}${entry.name}, `))) return false
    folders.add(key)
    return true
  }))
  const sections = [...shown].flatMap((entry) => entry.sections.map((section) => ({ entry, ...section })))
  const anchors = new Map<Entry, Set<string>>()
  for (const { entry, anchor } of byLinks(sections)) {
    if (!take(byteLength(` #${anchor}`))) continue
    anchors.set(entry, (anchors.get(entry) ?? new Set()).add(anchor))
  }
  const blocks = shownGroups.map(([name, members]) => {
    const shownMembers = members.filter((member) => shown.has(member))
    const lines = new Map<string, string[]>()
    for (const entry of shownMembers) {
      const names = entry.sections.filter(({ anchor }) => anchors.get(entry)?.has(anchor) === true)
      const text = [entry.name, ...names.map(({ anchor }) => `#${anchor}`)].join(' ')
      lines.set(entry.folder, [...(lines.get(entry.folder) ?? []), text])
    }
    const folderLines = [...lines].map(([folder, names]) => `${folder}: ${names.join(', ')}`)
    return [formatGroup(name, shownMembers.length, members.length), ...folderLines].join('\n')
  })
  return `${[head, ...blocks].join('\n\n')}\n${MARKS.end}`
}

function formatHead(pages: number, { title, root, search }: AgentsSite): string {
  const lines = `Each line is a folder below \`${root}\` and its pages`
  const paths = `${lines}; \`#name\` is a section that others link to often.`
  return `${MARKS.start}
## Documentation of ${shortName(title)}

${count(pages, 'page')}. Read those that matter before you answer or write code: they may differ from what you remember.
${[search, paths].filter((sentence) => sentence !== '').join(' ')}`
}

function formatGroup(name: string | null, shown: number, all: number): string {
  return `### ${name === null ? 'Pages' : shortName(name)} (${shown === all ? all : `${shown} of ${all}`})`
}

function entriesOf(pages: readonly Page[], { pathOf }: AgentsSite): Entry[] {
  const links = countLinks(pages)
  return pages.flatMap((page) => {
    const path = pathOf(page)?.replace(UNSAFE, encodeURIComponent)
    if (path === undefined) return []
    const end = path.lastIndexOf('/') + 1
    const counted = chunkPages([page]).map(({ anchor, url }) => ({ anchor, links: links.get(url) ?? 0 }))
    return {
      page,
      folder: path.slice(0, end) || './',
      name: path.slice(end),
      links: counted.reduce((sum, section) => sum + section.links, 0),
      sections: counted.flatMap(({ anchor, links }) => {
        return anchor === null || links === 0 ? [] : { anchor: anchor.replace(UNSAFE, encodeURIComponent), links }
      }),
    }
  })
}

function countLinks(pages: readonly Page[]): ReadonlyMap<string, number> {
  const targets = pages.flatMap(({ url, sections }) => {
    const elements = sections.flatMap(({ structure }) => [...parseElements(structure)])
    const targets = elements.flatMap(({ element }) => (element.type === 'link' ? [element.href] : []))
    return targets.filter((target) => target.replace(/#.*/s, '') !== url)
  })
  return countBy(targets, (target) => target)
}

function byLinks<T extends { readonly links: number }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => b.links - a.links)
}

function shortName(name: string): string {
  return shorten(foldSpace(name).replace(COMMENT_END, ''), MAX_NAME_LENGTH, ' …')
}

/** The text with a block in place of its own, or after it; null for a text whose marks are not one pair in order. */
export function replaceBlock(text: string, block: string): string | null {
  const lineBreak = /\r\n/.test(text) ? '\r\n' : '\n'
  const lines = block.replaceAll('\n', lineBreak)
  const [starts, ends] = [[...text.matchAll(START)], [...text.matchAll(END)]]
  const [[start], [end]] = [starts, ends]
  if (start === undefined && end === undefined) {
    const kept = text.trimEnd()
    const [mark = ''] = /^\uFEFF/.exec(text) ?? []
    const before = kept === '' ? mark : kept + lineBreak.repeat(2)
    return before + lines + lineBreak
  }
  const isPair = starts.length === 1 && ends.length === 1
  if (!isPair || start === undefined || end === undefined || end.index < start.index) return null
  return text.slice(0, start.index) + lines + text.slice(end.index + end[0].length)
}
