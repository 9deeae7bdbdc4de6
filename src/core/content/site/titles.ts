/**
 * The titles of a site's pages. Many pages share a title because the site shows its own on each of them: they get other
 * titles. Which titles these are is decided for the whole site; a page that is read alone gets the decision as a
 * setting. A title that stands as the first heading of its page, with nothing above, makes that section the intro:
 * otherwise the page would be found twice for its title, first as an entry without text. Such a heading is below an h1
 * that all pages share, or has another depth than an h1.
 */
import { countBy, foldSpace } from '../../base/text.ts'
import { ROOT_SLUG, titleOfSlug } from '../address.ts'
import type { TitleCandidates } from '../document.ts'
import type { Page, Section } from '../page.ts'
import type { TitleSettings } from '../settings.ts'
import { formatToken } from '../structure/encoding.ts'

/** Pages that make a title common; on fewer pages it may be a coincidence. */
const MIN_PAGES = 3

/** A page and the titles that its file shows. */
export interface TitledPage {
  readonly page: Page
  readonly titles: TitleCandidates
}

/**
 * The titles that no page may have, in the form in which they are compared: the title of the site by settings or by the
 * heads of more than half of all pages, and each title that more than half of all pages show.
 */
export function findCommonTitles(
  pages: readonly TitledPage[],
  { siteTitle, commonTitles }: TitleSettings,
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
export function withoutCommonTitle({ page, titles }: TitledPage, common: ReadonlySet<string>): Page {
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
  const shared = [...counts].filter(([, count]) => count >= MIN_PAGES && 2 * count > pages.length)
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
