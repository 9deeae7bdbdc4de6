/**
 * How many sections have the same text in Markdown and in the HTML that a
 * generator builds of it: `node --import tsx same-text.mjs MARKDOWN HTML`.
 * Sections are paired by page and by their order; white space, quotes and
 * dashes, which generators set in their own way, count as equal.
 */
import { readFolder } from '../../src/core/node/content/content-folder.ts'

const SHOWN = 10
const [markdown, html] = process.argv.slice(2)
if (markdown === undefined || html === undefined) throw new Error('usage: same-text.mjs MARKDOWN HTML: two folders')

const slugOf = ({ slug }) => slug.replace(/(^|\/)index$/, '').replace(/\.html$/, '').toLowerCase()
const fold = (text) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/…/g, '...').replace(/[–—]|--+/g, '-').replace(/\s+/g, ' ').trim()

const built = new Map((await readFolder(html, {})).pages.map((page) => [slugOf(page), page.sections]))
const { pages } = await readFolder(markdown, {})
let [all, unpaired, same] = [0, 0, 0]
const others = []
for (const page of pages) {
  const sections = built.get(slugOf(page)) ?? []
  all += page.sections.length
  if (sections.length !== page.sections.length) {
    unpaired += page.sections.length
    continue
  }
  page.sections.forEach(({ text, heading }, i) => {
    const other = sections[i]?.text ?? ''
    if (fold(other) === fold(text)) same += 1
    else others.push(`${page.path} › ${heading ?? 'intro'}`)
  })
}
console.log(`${all} sections: ${same} the same (${((100 * same) / all).toFixed(1)} %), ${others.length} differ, ${unpaired} on pages with other sections`)
for (const place of others.slice(0, SHOWN)) console.log(`  ${place}`)
