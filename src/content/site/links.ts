/**
 * The links of a site's pages -> the sections that they open, in the document
 * trees of the pages; the broken ones as warnings; and for each section the
 * texts by which other sections link to it.
 */
import { sectionUrl } from '../address.ts'
import type { Page, Section, Warning } from '../page.ts'
import { mapAddresses } from '../structure/encoding.ts'
import { type BrokenLinks, createBrokenLinks } from './broken-links.ts'
import { type LinkedPage, type LinkTarget, type LinkTargets, createLinkTargets } from './link-targets.ts'
import { type LinkTexts, createLinkTexts } from './link-texts.ts'

/** Pages whose links are resolved, in the order given. */
export interface ResolvedLinks {
  readonly pages: readonly Page[]
  readonly warnings: readonly Warning[]
}

/** The site around the pages. */
export interface LinkContext {
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** Pages that exist and can't be searched: drafts and what their author excluded. */
  readonly hidden: readonly LinkTarget[]
}

/** Resolves the links of all pages of a site. */
export function resolveLinks(linked: readonly LinkedPage[], { base, hidden }: LinkContext): ResolvedLinks {
  const targets = createLinkTargets([...linked, ...hidden], base)
  const texts = createLinkTexts()
  const report = createBrokenLinks(targets)
  const pages = linked.map((from) => {
    const sections = from.page.sections.map((section) => resolveSection(section, from, { targets, report, texts }))
    return { ...from.page, sections }
  })
  return { pages: pages.map((page) => withLinkTexts(page, texts)), warnings: report.warnings() }
}

interface SectionContext {
  readonly targets: LinkTargets
  readonly report: BrokenLinks
  readonly texts: LinkTexts
}

function resolveSection(section: Section, from: LinkedPage, { targets, report, texts }: SectionContext): Section {
  const ownAddress = sectionUrl(from.page, section.anchor)
  const structure = mapAddresses(section.structure, ({ element, start, end }) => {
    if (element.type === 'image') return targets.resolveFile(element.src, from)
    const { href, line } = element
    const link = targets.resolve(href, from)
    if (link === null) return href
    const { kind, url, problem } = link
    if (kind !== null) report.add({ ...link, kind }, { href, path: from.path, line })
    if (problem === null && url !== ownAddress) texts.add(url, section.text.slice(start, end), from.page.lang)
    return url
  })
  return structure === section.structure ? section : { ...section, structure }
}

function withLinkTexts(page: Page, texts: LinkTexts): Page {
  const sections = page.sections.map((section) => {
    const linkTexts = texts.of(sectionUrl(page, section.anchor))
    return linkTexts.length === 0
      ? section
      : { ...section, linkTexts: [...new Set([...section.linkTexts, ...linkTexts])] }
  })
  return { ...page, sections }
}

