/**
 * One small site through every generator: what `readFolder()` makes of the
 * built pages, against the pages themselves as a browser's parser reads them.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { walkHtml } from '../../../src/content/html/tree.ts'
import type { Page } from '../../../src/content/page.ts'
import { readFolder } from '../../../src/node/pages.ts'
import { absence, build, GENERATORS } from './generators.ts'
import { judge, outlineOf, UNSEEN } from './judge.ts'
import type { JudgedPage } from './judge.ts'

const SETTINGS = { base: '/', trailingSlash: true, depth: 6 }
/** Title of the page that each generator has of its own: boxes, tabs, cards. */
const EXTRAS = 'Extras of a generator'
const source = fileURLToPath(new URL('site', import.meta.url))

/** Words that stand around the content of some generator, and in none of the sources. */
const FURNITURE = [
  ...['On this page', 'Table of contents', 'Section titled', 'Direct link', 'Permalink', 'Permanent link', '¶', '§', '↩'],
  ...['Copy', 'Copied', 'Edit this page', 'Last updated', 'Previous', 'Next', 'Skip to', 'Search', 'Toggle', 'Menu'],
  ...['Chrome of the footer', 'Powered by', 'Made with', 'Built with', 'Theme', 'Appearance', 'hiddenParagraph', 'unindexedFile', 'Terminal window'],
]

/** The whole page, furniture included, has the elements and the text that browsers find. */
function checkTree(html: string, path: string) {
  const ids: string[] = []
  const parts: string[] = []
  walkHtml(html, {
    open({ name, attributes }) {
      if (UNSEEN.has(name)) return false
      const id = attributes.get('id')
      if (id !== undefined) ids.push(`${name}#${id}`)
      return true
    },
    close: () => {},
    text: (text) => void parts.push(text),
  })
  const theirs = outlineOf(html)
  assert.deepEqual(ids, theirs.ids, path)
  assert.equal(parts.join('').replace(/\s+/g, ''), theirs.text, path)
}

function checkAnchors(page: Page, { idCount, headings }: JudgedPage) {
  const sections = page.sections.slice(1)
  for (const { heading, anchor } of sections) {
    assert.equal(idCount(anchor!), 1, `${page.path}: #${anchor} stands there once`)
    const found = headings.filter(({ ids }) => ids.includes(anchor!))
    assert.deepEqual(found.map(({ text }) => text), [heading], `${page.path}: #${anchor} opens its heading`)
  }
  const linkable = headings.filter(({ ownId }) => ownId !== null)
  assert.deepEqual(
    sections.map(({ depth, anchor }) => [depth, anchor]),
    linkable.map(({ depth, ownId }) => [depth, ownId]),
    `${page.path}: each heading with an id is a section`,
  )
}

/** Each marked sentence is read once, in the section of the last heading with an id above it. */
function checkNothingLost(page: Page, { headings, marks }: JudgedPage) {
  for (const [mark, above] of marks) {
    const home = headings.slice(0, above).findLast(({ ownId }) => ownId !== null)?.ownId ?? null
    const found = page.sections.filter(({ text }) => new RegExp(`\\b${mark}\\b`).test(text))
    assert.deepEqual(found.map(({ anchor }) => anchor), [home], `${page.path}: ${mark}`)
    assert.equal(found[0]?.text.split(mark).length, 2, `${page.path}: ${mark} is read once`)
  }
}

function checkNoFurniture(page: Page, { chrome, headings }: JudgedPage, titles: readonly string[]) {
  const text = page.sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n')
  // Navigation repeats the headings of the page.
  const around = chrome.filter((words) => !headings.some(({ text }) => text.includes(words)))
  const strange = [...FURNITURE, ...titles.filter((title) => title !== page.title), ...around]
  assert.deepEqual(strange.filter((words) => text.includes(words)), [], page.path)
}

for (const generator of GENERATORS) {
  test(`readFolder() reads what ${generator.name} builds`, { skip: absence(generator) ?? false }, async (t) => {
    const output = build(generator)
    const { pages, warnings } = await readFolder(output, SETTINGS)
    const written = (await readFolder(source, SETTINGS)).pages
    const titles = [...written.map(({ title }) => title), EXTRAS]
    assert.deepEqual(warnings, [])
    for (const { slug, title } of written) assert.equal(pages.find((page) => page.slug === slug)?.title, title)
    for (const page of pages.filter(({ title }) => titles.includes(title))) {
      const html = readFileSync(join(output, page.path), 'utf8')
      const judged = judge(html, generator.holdsContent)
      checkTree(html, page.path)
      checkAnchors(page, judged)
      checkNothingLost(page, judged)
      checkNoFurniture(page, judged, titles)
    }

    const blocks = (from: readonly Page[]) =>
      from.find(({ slug }) => slug === 'guides/blocks')!.sections.map(({ anchor, text, code }) => ({ anchor, text, code }))
    assert.deepEqual(blocks(pages), blocks(written), 'built or written, a page reads the same')

    const headings = pages.find(({ slug }) => slug === 'guides/headings')!.sections.slice(1)
    t.diagnostic(`${generator.name}\n${headings.map(({ heading, anchor }) => `  ${heading}  ->  #${anchor}`).join('\n')}`)
  })
}
