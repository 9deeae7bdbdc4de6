/**
 * A page whose title stands as its first heading, with nothing above -> the page with the text of that section as its
 * intro. Otherwise the page would be found twice for its title, first as an entry without text. Such a heading is below
 * an h1 that all pages share, or has another depth than an h1.
 */
import { foldSpace } from '../../base/fold-space.ts'
import type { Page, Section } from '../page.ts'

/** The page with the section of its title as its intro. The texts of links to that section become those of the page. */
export function withTitleSection(page: Page): Page {
  const [intro, first, ...others] = page.sections
  const isTitle = intro?.text === '' && isSame(first?.heading ?? '', page.title)
  if (intro === undefined || first === undefined || !isTitle) return page
  const { text, structure, line } = first
  const linkTexts = [...new Set([...intro.linkTexts, ...first.linkTexts])]
  const below = others.map((section): Section => {
    const { parents } = section
    return parents[0] === first.heading ? { ...section, parents: parents.slice(1) } : section
  })
  return { ...page, sections: [{ ...intro, text, structure, linkTexts, line }, ...below] }
}

function isSame(heading: string, title: string): boolean {
  return foldSpace(heading).toLowerCase() === foldSpace(title).toLowerCase()
}
