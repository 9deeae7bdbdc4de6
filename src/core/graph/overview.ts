/**
 * Sections -> a grouped table of contents as Markdown, small enough for a prompt. A large site is cut evenly: the same
 * number of sections on every page, then the same number of pages in every group, then groups. Each cut names the
 * number that it leaves out.
 */
import { partitionPoint } from '../base/partition-point.ts'
import { count, foldSpace, shorten } from '../base/text.ts'
import type { SectionSummary } from './knowledge.ts'

/** UTF-16 units of the whole text: about 10,000 tokens. */
export const MAX_OVERVIEW_LENGTH = 40_000
/** UTF-16 units of one title or heading. */
const MAX_LABEL_LENGTH = 120

interface Entry {
  readonly title: string
  readonly url: string
  readonly headings: string[]
}

interface Group {
  /** Null for pages of no group. */
  readonly name: string | null
  readonly pages: Entry[]
}

interface Cut {
  readonly groups: number
  readonly pagesPerGroup: number
  readonly sectionsPerPage: number
}

/** The table of contents. Groups and pages are in the order of their first section. */
export function formatOverview(sections: readonly SectionSummary[], maxLength = MAX_OVERVIEW_LENGTH): string {
  const groups = groupPages(sections)
  const whole: Cut = {
    groups: groups.length,
    pagesPerGroup: longest(groups.map(({ pages }) => pages)),
    sectionsPerPage: longest(groups.flatMap(({ pages }) => pages.map(({ headings }) => headings))),
  }
  const fits = (cut: Cut) => {
    let room = maxLength + 1
    for (const line of linesOf(groups, cut)) {
      room -= line.length + 1
      // A large site has far more, and is cut many times.
      if (room < 0) return false
    }
    return true
  }
  const sectionsPerPage = largest(whole.sectionsPerPage, (n) => fits({ ...whole, sectionsPerPage: n }))
  const pagesPerGroup = largest(whole.pagesPerGroup, (n) => fits({ ...whole, sectionsPerPage, pagesPerGroup: n }))
  const shownGroups = largest(whole.groups, (n) => fits({ groups: n, pagesPerGroup, sectionsPerPage }))
  return [...linesOf(groups, { groups: shownGroups, pagesPerGroup, sectionsPerPage })].join('\n')
}

function groupPages(sections: readonly SectionSummary[]): readonly Group[] {
  const groups = new Map<string | null, Group>()
  const pages = new Map<string, Entry>()
  for (const { id, title, heading, group: name, url } of sections) {
    const [page = id] = id.split('#', 1)
    let entry = pages.get(page)
    if (entry === undefined) {
      entry = { title, url, headings: [] }
      pages.set(page, entry)
      const group = groups.get(name) ?? { name, pages: [] }
      groups.set(name, group)
      group.pages.push(entry)
    }
    if (heading !== null) entry.headings.push(heading)
  }
  return [...groups.values()]
}

function longest(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((max, list) => Math.max(max, list.length), 0)
}

/** The largest number up to `max` that fits, 0 if no other does; a smaller number must fit if a larger does. */
function largest(max: number, fits: (n: number) => boolean): number {
  return fits(max) ? max : partitionPoint({ from: 0, to: max - 1 }, (n) => fits(n + 1))
}

function* linesOf(groups: readonly Group[], { groups: most, pagesPerGroup, sectionsPerPage }: Cut): Generator<string> {
  for (const [i, { name, pages }] of groups.slice(0, most).entries()) {
    if (i > 0) yield ''
    if (name !== null) yield `## ${label(name)}\n`
    for (const { title, url, headings } of pages.slice(0, pagesPerGroup)) {
      const hidden = Math.max(0, headings.length - sectionsPerPage)
      const isBare = hidden > 0 && sectionsPerPage === 0
      const [pageUrl = url] = url.split('#', 1)
      yield `- [${label(title)}](${target(pageUrl)})${isBare ? ` (${count(hidden, 'section')})` : ''}`
      for (const heading of headings.slice(0, sectionsPerPage)) yield `  - ${label(heading)}`
      if (hidden > 0 && !isBare) yield `  - … and ${count(hidden, 'more section')}`
    }
    const hiddenPages = pages.slice(pagesPerGroup)
    if (hiddenPages.length > 0) yield `- ${formatHidden(hiddenPages)}`
  }
  const hidden = groups.length - most
  if (hidden > 0) yield `${most > 0 ? '\n' : ''}… and ${count(hidden, 'more group')}`
}

function formatHidden(pages: readonly Entry[]): string {
  const sections = pages.reduce((sum, { headings }) => sum + headings.length, 0)
  const more = `… and ${count(pages.length, 'more page')}`
  return sections === 0 ? more : `${more} with ${count(sections, 'section')}`
}

/** One line, with the characters that would end a Markdown link escaped. */
function label(words: string): string {
  return shorten(foldSpace(words), MAX_LABEL_LENGTH).replace(/[\\[\]]/g, '\\$&')
}

function target(url: string): string {
  return url.replace(/[()<>\s]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}
