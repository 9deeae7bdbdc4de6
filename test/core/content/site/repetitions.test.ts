import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentSettings } from '../../../../src/core/content/settings.ts'
import { rulesOf } from '../../../support/rules.ts'
import { siteOf } from '../../../support/site-of.ts'
import { treeOf } from '../../../support/structure.ts'

const MENU = '<div><p>Settings<p>Member visibility<ul><li>Inherited</ul><p>Theme</div>'
const NOTICE = '<p>Published under the licence of the zoo.<p>All pages may be copied.<p>Ask the keeper first.'

/** The text of the third of six pages, which have these bodies, with the number of the page for `#`. */
function check(body: string, expected: string, pages = 6) {
  const files = Array.from({ length: pages }, (_, at) => [`p${at}.html`, `<h1>P${at}</h1>${body.replaceAll('#', String(at))}`] as const)
  const sections = siteOf(Object.fromEntries(files)).pages[2]?.sections ?? []
  assert.equal(sections.map(({ heading, text }) => `${heading ?? ''}|${text}`).join(' / '), expected)
}

test('labels that repeat around the content of most pages are left out', () => {
  check(`<p>a #</p>${MENU}`, '|a 2')
  check('<ul><li>Settings<li>Classes<li>Enums</ul><p>a #</p>', '|a 2')
  check(`${MENU}<p>a #</p>`, '|a 2')
  check(`<p>a #<h2 id="b">B#</h2>c # <a href="x">d</a>${MENU}<p>e #`, '|a 2 / B2|c 2 d\n\ne 2')
  check(`<p>a #<h2 id="b">B#</h2>c #<dl><dt id="d">D#<dd>d</dl>${MENU}`, '|a 2 / B2|c 2 / D2|d')
})

test('what an author repeats is kept', () => {
  check(`<p>a #</p>${NOTICE}`, '|a 2\n\nPublished under the licence of the zoo.\n\nAll pages may be copied.\n\nAsk the keeper first.')
  check('<p>a #<h2 id="b">Licence</h2><p>MIT<p>Copyright 2024<p>The zoo', '|a 2 / Licence|MIT\n\nCopyright 2024\n\nThe zoo')
  check('<p>a #<p>Returns<p>b #', '|a 2\n\nReturns\n\nb 2')
  check('<p>a #<ul><li>Node 20<li>Linux<li>16 GB memory</ul><p>b #</p>', '|a 2\n\nNode 20\nLinux\n16 GB memory\n\nb 2')
  check('<ul><li>Node<li>npm</ul><p>a #</p>', '|Node\nnpm\n\na 2')
  check('<p>a #<pre>x\n\ny\n\nz\n\nu</pre>', '|a 2\n\nx\n\ny\n\nz\n\nu')
  check(`<main><p>a #</p>${MENU}</main>`, '|a 2\n\nSettings\n\nMember visibility\n\nInherited\n\nTheme')
  check(`<p>a #</p>${MENU}`, '|a 2\n\nSettings\n\nMember visibility\n\nInherited\n\nTheme', 4)
})

test('a text without its menu keeps the elements of the rest', () => {
  const files = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`p${at}.html`, `${MENU}<p>a <b>b${at}</b>`]))
  const { text, structure } = siteOf(files).pages[0]!.sections[0]!
  assert.deepEqual([text, structure], ['a b0', 'b2.2'])
})

/** The titles of the pages in the order of their slugs. */
function checkTitles(files: Record<string, string>, expected: readonly string[], titles: Partial<ContentSettings> = {}) {
  assert.deepEqual(siteOf(files, titles).pages.map(({ title }) => title), expected)
}

const FASTIFY = {
  'errors.md': '<h1 align="center">Fastify</h1>\n\n## Errors\n\ntext',
  'hooks.md': '<h1 style="text-align: center;">Fastify</h1>\n\n## Hooks\n\ntext\n\n### onRequest\n\ntext',
  'plugins.md': '# Fastify\n\n## Plugins',
  'style.md': '# Style guide\n\n## Fastify',
}

const { 'plugins.md': _, ...HALF } = FASTIFY
/** Pages in HTML whose heads have a title for all of them, or the name of the site. */
const titled = (content: string) => `<title>Site</title><main>${content}</main>`
const ofSite = (title: string) => `<meta property="og:site_name" content="Site"><main><h1>${title}</h1><h2>Next</h2></main>`
const before = (heading: string) => `# ${heading}\n\n## Setup`

for (const [name, run] of rulesOf('findCommonTitles()', checkTitles, [
  ['finds an h1 of more than half of all pages', [FASTIFY, ['Errors', 'Hooks', 'Plugins', 'Style guide']]],
  ['finds none on half of all pages, or on two',
    [{ ...HALF, 'a.md': '# A' }, ['A', 'Fastify', 'Fastify', 'Style guide']], [{ 'a.md': '# A\n## B', 'b.md': '# A\n## C' }, ['A', 'A']],
    [{ 'a.md': '# A\n## B', 'b.md': '# A\n## C', 'c.md': '# A' }, ['B', 'C', 'C']]],
  ['compares titles without regard to case and white space',
    [{ 'a.md': '# The  Site\n## A', 'b.md': '# the site\n## B', 'c.md': '# THE SITE\n## C' }, ['A', 'B', 'C']]],
  ['finds a <title> that is the same on all pages',
    [{ 'a.html': titled('<h2>A</h2>'), 'b.html': titled('<h1>B</h1><h2>c</h2>'), 'c.html': titled('text') }, ['A', 'B', 'C']]],
  ['counts an h1 and a <title> of one page once',
    [{ 'a.html': titled('<h1>Site</h1><h2>x</h2>'), 'b.html': titled('<h1>Site</h1><h2>x</h2>'), 'c.html': '<h1>C</h1>', 'd.html': '<h1>D</h1>' }, ['Site', 'Site', 'C', 'D']]],
  ['takes the name of the site from the heads of most pages',
    [{ 'a.html': ofSite('Site'), 'b.html': ofSite('B'), 'c.html': ofSite('C') }, ['Next', 'B', 'C']],
    [{ 'a.html': ofSite('Site'), 'b.html': '<h1>B</h1>', 'c.html': '<h1>C</h1>' }, ['Site', 'B', 'C']]],
  ['takes the title of the site from the settings', [{ 'a.md': '# Site\n\n## A', 'b.md': '# B' }, ['A', 'B'], { siteTitle: 'site' }]],
  ['does not count next headings',
    [{ 'a.md': before('A'), 'b.md': before('B'), 'c.md': before('C'), 'd.md': before('Setup') }, ['A', 'B', 'C', 'Setup']]],
])) test(name, run)

for (const [name, run] of rulesOf('withoutCommonTitle()', checkTitles, [
  ['keeps a title from the frontmatter', [{ 'a.md': '---\ntitle: Site\n---\n# Site\n\n## Next' }, ['Site'], { siteTitle: 'Site' }]],
  ['keeps the title of the root page',
    [{ 'index.md': '# Site\n\n## Install', 'a.md': '# Site\n\n## A', 'b.md': '# Site\n\n## B' }, ['Site', 'A', 'B']]],
  ['gives a page without another heading the name of its file',
    [{ 'guides/first-steps.md': '# Site\n\ntext', 'b.md': '# Site', 'c.md': '# Site\n\n# Site\n\n## C' }, ['B', 'C', 'First steps']]],
  ['takes the heading after the h1, of any depth and without an id',
    [{ 'a.md': '## Before\n\n# Site\n\n#### After', 'b.md': '# Site\n\n# B', 'c.md': '## Before\n\n# Site' }, ['After', 'B', 'C']],
    [{ 'a.html': '<h1>Site</h1><p>x<h3>A</h3>' }, ['A'], { siteTitle: 'Site' }]],
  ['leaves a page without an h1 as it is',
    [{ 'a.md': '## Next', 'b.md': '# Site', 'c.md': '# Site', 'd.md': '# Site' }, ['Next', 'B', 'C', 'D']]],
])) test(name, run)

test('withoutCommonTitle() prefers a <title> of the page to its next heading', () => {
  const page = (title: string) => `<title>${title} | Site</title><main><h1>Site</h1><h2>Overview</h2></main>`
  checkTitles({ 'a.html': page('A'), 'b.html': page('B'), 'c.html': page('C') }, ['A', 'B', 'C'])
  const card = (title: string) => `<meta property="og:title" content="Site"><title>${title}</title><main><h2>Overview</h2></main>`
  checkTitles({ 'a.html': card('A'), 'b.html': card('B'), 'c.html': card('C') }, ['A', 'B', 'C'])
})

test('withoutCommonTitle() keeps the section of the heading below a text, and names it no more above those below', () => {
  const { pages } = siteOf({ ...FASTIFY, 'hooks.md': '# Fastify\n\nintro\n\n## Hooks\n\ntext\n\n### onRequest\n\ntext' })
  assert.deepEqual(
    pages.find(({ slug }) => slug === 'hooks')?.sections.map(({ heading, anchor, parents, text }) => [heading, anchor, parents, text]),
    [[null, null, [], 'intro'], ['Hooks', 'hooks', [], 'text'], ['onRequest', 'onrequest', [], 'text']],
  )
})

test('readSiteFiles() keeps the decision of the whole site for a page that is read alone', () => {
  const { commonTitles } = siteOf(FASTIFY)
  assert.deepEqual(commonTitles, ['fastify'])
  const changed = { 'hooks.md': '# Fastify\n\n## Hooks of requests' }
  checkTitles(changed, ['Fastify'])
  checkTitles(changed, ['Hooks of requests'], { commonTitles })
  // A whole reading decides anew.
  checkTitles({ ...FASTIFY, ...changed, 'plugins.md': '# Plugins', 'errors.md': '# Errors' }, ['Errors', 'Fastify', 'Plugins', 'Style guide'])
})

test('readSiteFiles() decides about titles of pages that may be searched', () => {
  const hidden = { 'x.md': '---\ndraft: true\n---\n# Site', 'y.md': '---\ndraft: true\n---\n# Site' }
  checkTitles({ ...hidden, 'a.md': '# Site\n\n## A', 'b.md': '# B' }, ['Site', 'B'])
})

/** Headings, ids, headings above and texts of the sections of the page `a`. */
function checkSections(text: string, expected: readonly unknown[], path = 'a.html') {
  const page = siteOf({ [path]: text, 'index.md': '# Home' }).pages.find(({ slug }) => slug === 'a')
  assert.deepEqual(page?.sections.map(({ heading, anchor, parents, text: own }) => [heading, anchor, parents, own]), expected)
}

for (const [name, run] of rulesOf('withTitleSection()', checkSections, [
  ['makes the section of a heading that is the title in other letters the intro',
    ['<title>What is a route?</title><main><h2 id="r">What Is a Route?</h2><p>One.</p><h3 id="s">Static</h3><p>Two.</p></main>', [[null, null, [], 'One.'], ['Static', 's', [], 'Two.']]]],
  ['keeps the headings above those beside the title',
    ['<title>Routes</title><main><h2 id="r">Routes</h2><p>One.</p><h2 id="b">Both</h2><h3 id="s">Static</h3></main>', [[null, null, [], 'One.'], ['Both', 'b', [], ''], ['Static', 's', ['Both'], '']]]],
  ['leaves an intro with text as it is',
    ['<title>Routes</title><main><p>Zero.</p><h2 id="r">Routes</h2><p>One.</p></main>', [[null, null, [], 'Zero.'], ['Routes', 'r', [], 'One.']]]],
  ['leaves the section of another heading',
    ['<title>Routes</title><main><h2 id="r">Static routes</h2><p>One.</p></main>', [[null, null, [], ''], ['Static routes', 'r', [], 'One.']]]],
  ['reads a title of the frontmatter', ['---\ntitle: Routes\n---\n\n## Routes\n\nOne.', [[null, null, [], 'One.']], 'a.md']],
])) test(name, run)

test('withTitleSection() gives the page the links to the heading, and their texts', () => {
  const links = Array.from({ length: 20 }, (_, i) => `[link ${i}](a.md#routes)`).join(' ')
  const { pages, warnings } = siteOf({ 'a.md': '---\ntitle: Routes\n---\n\n## Routes\n\nOne.', 'index.md': `# Home\n\n${links} [broken](a.md#none)` })
  assert.deepEqual(warnings.map(({ message }) => message), ['The link to a.md#none is broken: the page /a/ has no #none'])
  assert.ok(pages.find(({ slug }) => slug === 'a')?.sections[0]?.linkTexts.includes('link 7'))
})

test('withTitleSection() keeps the places that links to the title lead to', () => {
  const [page] = siteOf({ 'a.md': '<a id="x"></a>\n\n## Setup\n\ntext [up](#setup)\n\n### More' }).pages
  assert.deepEqual(page?.sections.map(treeOf), [
    '<p><anchor id=x></anchor><anchor id=setup></anchor>text <link href=/a/#setup>up</link></p>', '',
  ])
  assert.deepEqual(page?.sections.map(({ heading, parents }) => [heading, parents]), [[null, []], ['More', []]])
})
