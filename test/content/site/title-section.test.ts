import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Site, readSiteFiles } from '../../../src/content/site/site.ts'

const SETTINGS = { base: '/', trailingSlash: true, depth: 6, siteTitle: null, commonTitles: null, defaultLang: null, defaultVersion: null, locales: null }

function siteOf(files: Record<string, string>): Site {
  return readSiteFiles(Object.entries(files).map(([path, text]) => ({ path, text })), SETTINGS)
}

/** Headings, ids, headings above and texts of the sections of the page `a`. */
function check(text: string, expected: readonly unknown[], path = 'a.html') {
  const page = siteOf({ [path]: text, 'index.md': '# Home' }).pages.find(({ slug }) => slug === 'a')
  assert.deepEqual(page?.sections.map(({ heading, anchor, parents, text: own }) => [heading, anchor, parents, own]), expected)
}

test('the first heading is the title in other letters', () => {
  check('<title>What is a route?</title><main><h2 id="r">What Is a Route?</h2><p>One.</p><h3 id="s">Static</h3><p>Two.</p></main>', [
    [null, null, [], 'One.'], ['Static', 's', [], 'Two.'],
  ])
})

test('headings beside the title keep those above them', () => {
  check('<title>Routes</title><main><h2 id="r">Routes</h2><p>One.</p><h2 id="b">Both</h2><h3 id="s">Static</h3></main>', [
    [null, null, [], 'One.'], ['Both', 'b', [], ''], ['Static', 's', ['Both'], ''],
  ])
})

test('text above the heading is the intro', () => {
  check('<title>Routes</title><main><p>Zero.</p><h2 id="r">Routes</h2><p>One.</p></main>', [
    [null, null, [], 'Zero.'], ['Routes', 'r', [], 'One.'],
  ])
})

test('another heading stays a section', () => {
  check('<title>Routes</title><main><h2 id="r">Static routes</h2><p>One.</p></main>', [
    [null, null, [], ''], ['Static routes', 'r', [], 'One.'],
  ])
})

test('Markdown with a title in its frontmatter', () => {
  check('---\ntitle: Routes\n---\n\n## Routes\n\nOne.', [[null, null, [], 'One.']], 'a.md')
})

test('links to the heading are not broken, and their texts are those of the page', () => {
  const links = Array.from({ length: 20 }, (_, i) => `[link ${i}](a.md#routes)`).join(' ')
  const { pages, warnings } = siteOf({ 'a.md': '---\ntitle: Routes\n---\n\n## Routes\n\nOne.', 'index.md': `# Home\n\n${links} [broken](a.md#none)` })
  assert.deepEqual(warnings.map(({ message }) => message), ['The link to a.md#none is broken: the page /a/ has no #none'])
  assert.ok(pages.find(({ slug }) => slug === 'a')?.sections[0]?.linkTexts.includes('link 7'))
})
