/**
 * What a site repeats on most of its pages -> pages without it, decided for the site as a whole.
 *
 * Menus around the content, on pages whose content has no known element. What an author repeats must not vanish, so
 * only a run of labels counts: short lines that are no sentences, in the intro or at the end of the page, where they
 * don't stand directly below its heading; and of one list only the first block of the page and the last.
 *
 * Titles, which many pages share because the site shows its own on each of them: they get other titles. A page that is
 * read alone gets the decision as a setting. A title that stands as the first heading of its page, with nothing above,
 * makes that section the intro: otherwise the page would be found twice for its title, first as an entry without text.
 * Such a heading is below an h1 that all pages share, or has another depth than an h1.
 */
import { countBy, foldSpace } from '../../base/text.ts'
import { ROOT_SLUG, titleOfSlug } from '../address.ts'
import type { TitleCandidates } from '../document.ts'
import type { Page, Section } from '../page.ts'
import type { ContentSettings } from '../settings.ts'
import { formatToken, parseElements, replaceTexts, type TextRange } from '../structure/encoding.ts'

/** Pages that make a repetition, and the share of all such pages that must have it. */
const MIN_PAGES = 5
const MIN_SHARE = 0.8
/** Labels in a row that are a menu. */
const MIN_LABELS = 3
/** UTF-16 units of a line that is a label. */
const MAX_LABEL = 60
const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/

/** A page, whether its content is in an element that is known, and the titles that its file shows. */
export interface ShownPage {
  readonly page: Page
  readonly hasRoot: boolean
  readonly titles: TitleCandidates
}

interface Block extends TextRange {
  readonly text: string
}

/** The pages without menus. */
export function withoutFrames<P extends ShownPage>(pages: readonly P[]): readonly P[] {
  const unframed = pages.filter(({ hasRoot }) => !hasRoot)
  if (unframed.length < MIN_PAGES) return pages
  const labels = unframed.flatMap(({ page: { sections } }) => {
    return [...new Set(outerSections(sections).flatMap((section) => labelsOf(section).map(({ text }) => text)))]
  })
  const counts = countBy(labels, (label) => label)
  const isCommon = ({ text }: Block) => (counts.get(text) ?? 0) >= MIN_SHARE * unframed.length
  return pages.map((file) => {
    const { page, hasRoot } = file
    const outer = new Set(hasRoot ? [] : outerSections(page.sections))
    const cut = (section: Section) => (outer.has(section) ? withoutMenus(section, isCommon) : section)
    return hasRoot ? file : { ...file, page: { ...page, sections: page.sections.map(cut) } }
  })
}

/** The intro, and the sections that may have the last text of the page: the last and those around it. */
function outerSections(sections: readonly Section[]): readonly Section[] {
  const around: Section[] = []
  for (const section of sections.toReversed()) {
    if (section.depth < (around.at(-1)?.depth ?? Infinity)) around.push(section)
  }
  return [...sections.slice(0, 1), ...around]
}

function withoutMenus(section: Section, isCommon: (block: Block) => boolean): Section {
  const runs: { readonly start: number; end: number; readonly texts: string[] }[] = []
  for (const { text, start, end } of labelsOf(section).filter(isCommon)) {
    const run = runs.at(-1)
    if (run?.end === start) {
      run.end = end
      run.texts.push(text)
    } else runs.push({ start, end, texts: [text] })
  }
  const menus = runs.filter(({ start, end, texts }) => {
    const isAtEdge = start === 0 || end === section.text.length
    const labels = isAtEdge ? texts.flatMap((text) => text.split('\n')) : texts
    return labels.length >= MIN_LABELS && (start > 0 || section.heading === null)
  })
  const { text } = section
  const cuts = menus.map(({ start, end }) => {
    return { start: end === text.length ? text.slice(0, start).trimEnd().length : start, end, text: '' }
  })
  return { ...section, ...replaceTexts(section, cuts) }
}

/** The blocks of a text that may be labels, each with the empty line after it. */
function labelsOf({ text, structure }: Section): Block[] {
  const code = parseElements(structure).filter(({ element: { type } }) => type === 'code')
  const blocks: Block[] = []
  let nextCode = 0
  for (let start = 0; start < text.length; ) {
    const gap = text.indexOf('\n\n', start)
    const end = gap === -1 ? text.length : gap + 2
    const block = { text: text.slice(start, end).trim(), start, end }
    // Blocks and code are in the order of the text.
    while ((code[nextCode]?.end ?? Infinity) <= block.start) nextCode += 1
    const isInCode = (code[nextCode]?.start ?? Infinity) < end
    const isLabel = (line: string) => line.length <= MAX_LABEL && !SENTENCE_END.test(line)
    if (block.text !== '' && block.text.split('\n').every(isLabel) && !isInCode) blocks.push(block)
    start = end
  }
  return blocks
}

/** Pages that make a title common; on fewer pages it may be a coincidence. */
const MIN_TITLED = 3

/**
 * The titles that no page may have, in the form in which they are compared: the title of the site by settings or by the
 * heads of more than half of all pages, and each title that more than half of all pages show.
 */
export function findCommonTitles(
  pages: readonly ShownPage[],
  { siteTitle, commonTitles }: Pick<ContentSettings, 'commonTitles' | 'siteTitle'>,
): ReadonlySet<string> {
  const stated = siteTitle === null ? [] : [siteTitle]
  if (commonTitles !== null) return new Set([...stated, ...commonTitles].map(keyOf))
  const shared = [
    ...sharedTexts(pages.map(({ titles }) => (titles.siteName === null ? [] : [titles.siteName]))),
    ...sharedTexts(pages.map(({ titles }) => titles.shown)),
  ]
  return new Set([...stated.map(keyOf), ...shared])
}

/**
 * The page with another title if its own is a common one: the next title that it shows, its next heading, or the name
 * of its file. The root page keeps the title of the site, and every page that of its frontmatter.
 */
export function withoutCommonTitle({ page, titles }: ShownPage, common: ReadonlySet<string>): Page {
  const isCommon = (title: string) => common.has(keyOf(title))
  const [first] = titles.shown
  if (titles.isFixed || page.slug === ROOT_SLUG || first === undefined || !isCommon(first)) return page
  const title = titles.shown.find((text) => !isCommon(text))
  if (title !== undefined) return { ...page, title }
  const heading = titles.nextHeading
  if (heading === null || isCommon(heading)) return { ...page, title: titleOfSlug(page.slug) }
  return { ...page, title: heading, sections: withoutParent(page.sections, heading) }
}

/**
 * The page with the section of its title as its intro, which keeps the place that links to that section lead to. Their
 * texts become those of the page.
 */
export function withTitleSection(page: Page): Page {
  const [intro, first, ...others] = page.sections
  const heading = first?.heading ?? null
  if (intro?.text !== '' || first === undefined || heading === null || keyOf(heading) !== keyOf(page.title)) return page
  const { text, anchor, line } = first
  const place = anchor === null ? '' : formatToken({ type: 'anchor', id: anchor }, 0) + formatToken(null, 0)
  const structure = intro.structure + place + first.structure
  const linkTexts = [...new Set([...intro.linkTexts, ...first.linkTexts])]
  return { ...page, sections: [{ ...intro, text, structure, linkTexts, line }, ...withoutParent(others, heading)] }
}

/** The texts that more than half of all pages have, each page counted once for a text. */
function sharedTexts(pages: readonly (readonly string[])[]): string[] {
  const counts = countBy(pages.flatMap((texts) => [...new Set(texts.map(keyOf))]), (key) => key)
  const shared = [...counts].filter(([, count]) => count >= MIN_TITLED && 2 * count > pages.length)
  return shared.map(([key]) => key)
}

function keyOf(title: string): string {
  return foldSpace(title).toLowerCase()
}

/** The sections without a heading above them that is the title of the page. */
function withoutParent(sections: readonly Section[], heading: string): Section[] {
  return sections.map((section) => {
    const { parents } = section
    return parents[0] === heading ? { ...section, parents: parents.slice(1) } : section
  })
}
