import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSiteBuilder, selectFiles } from '../../../../src/core/content/site/site.ts'
import { readSite } from '../../../../src/core/ask.ts'
import { rulesOf } from '../../../support/rules.ts'
import { SETTINGS, siteOf } from '../../../support/site-of.ts'

function checkSelected(paths: string, expected: string) {
  assert.equal(selectFiles(paths.split(' ')).join(' '), expected)
}

function checkPages(files: Record<string, string>, expected: string) {
  assert.equal(siteOf(files).pages.map(({ path }) => path).join(' '), expected)
}

for (const [name, run] of rulesOf('selectFiles()', checkSelected, [
  ['takes Markdown or built HTML, whichever there is more of',
    ['a.md b.mdx c.markdown d.html e.txt', 'a.md b.mdx c.markdown'], ['a.html b.htm c.md', 'a.html b.htm'],
    ['a.md b.html', 'b.html'], ['a.txt', '']],
  ['leaves out what belongs to tools',
    ['a.md _b.md .c.md _d/e.md f/.g/h.md node_modules/i.md j/node_modules/k.md l_m.md', 'a.md l_m.md'],
    ['a.html _1.html _2/b.html', 'a.html']],
  ['leaves out pages for addresses that do not exist',
    ['404.html a.html 404/index.html fr/404.html pt-br/404/index.html 1.0/404.html latest/404.html en/v2/404.html', 'a.html'],
    ['404.md errors/404.md errors/404/index.md', 'errors/404/index.md errors/404.md'], ['ci/404.md js/404.md', 'ci/404.md js/404.md']],
  ['puts files in the order of their slugs',
    ['guides-old.md guides/b.md guides.md z.md guides/a/c.md index.md', 'index.md guides.md guides/a/c.md guides/b.md guides-old.md z.md'],
    ['B.md a.md é.md', 'B.md a.md é.md']],
  ['puts the index of a folder before its README and the file beside it',
    ['a/README.md a.md a/index.md', 'a/index.md a/README.md a.md'],
    ['a/_draft.md a/README.md a/_index.md', 'a/_index.md a/README.md']],
])) test(name, run)

test('readSiteFiles() makes a page of each file', () => {
  const { pages, warnings, hidden } = siteOf({
    'guides/routing/index.html': '<html lang="en"><title>Routing | Site</title><main>a<h2 id="b">B</h2>c</main>',
    'guides/index.html': '<main><h1>Guides</h1></main>',
  })
  const section = { depth: 1, heading: null, anchor: null, parents: [], structure: '', linkTexts: [], line: 1 }
  assert.deepEqual([warnings, hidden], [[], 0])
  assert.deepEqual(pages[1], {
    slug: 'guides/routing', path: 'guides/routing/index.html', title: 'Routing', description: null, group: 'Guides',
    lang: 'en', version: null, url: '/guides/routing/',
    sections: [
      { ...section, text: 'a' },
      { ...section, depth: 2, heading: 'B', anchor: 'b', text: 'c' },
    ],
  })
})

test('readSiteFiles() orders pages by slug, a page before those below it', () => {
  checkPages(
    { 'b/c.md': '', 'b-c.md': '', 'z.md': '---\nslug: a\n---', 'b.md': '', 'index.md': '' },
    'index.md z.md b.md b/c.md b-c.md',
  )
})

test('readSiteFiles() leaves out hidden pages and counts them', () => {
  const files = { 'a.md': '---\ndraft: true\n---\nx', 'b.html': '<meta name=robots content=noindex>x', 'c.md': 'x' }
  checkPages(files, 'c.md')
  assert.equal(siteOf(files).hidden, 2)
})

test('readSiteFiles() leaves out what is not published now', () => {
  const files = { 'a.md': '---\npublishDate: 2025-01-01\nexpiryDate: 2027-01-01\n---\n[b](b.md)', 'b.md': '---\ndate: 2026-06-01\n---\nx' }
  const pagesAt = (now: string) => siteOf(files, { now: () => Date.parse(now) })
  const rows: [string, string[]][] = [['2024-12-31T23:59Z', []], ['2025-01-01', ['a']], ['2026-06-01', ['a', 'b']], ['2027-01-01', ['b']]]
  for (const [now, slugs] of rows) assert.deepEqual(pagesAt(now).pages.map(({ slug }) => slug), slugs, now)
  assert.deepEqual([pagesAt('2025-01-01').hidden, pagesAt('2025-01-01').warnings.map(({ cause }) => cause)], [1, ['unpublished']])
})

test('createSiteBuilder() asks for the time with each site', () => {
  let now = 0
  const builder = createSiteBuilder({ ...SETTINGS, now: () => now })
  builder.add({ path: 'a.md', text: '---\ndate: 2025-01-01\n---\n' })
  assert.equal(builder.finish().pages.length, 0)
  now = Date.UTC(2025, 0)
  assert.equal(builder.finish().pages.length, 1)
})

test('readSiteFiles() leaves out folders of drafts in Markdown, and those that their page hides', () => {
  const never = '---\ncascade:\n  build: { render: never }\n---\nx'
  checkPages({ 'drafts/a.md': 'x', 'drafts/b.md': '---\ndraft: false\n---\nx', 'c.md': '' }, 'c.md drafts/b.md')
  checkPages({ 'drafts/a.html': 'x' }, 'drafts/a.html')
  checkPages({ 'a/_index.md': never, 'a/b/c.md': 'x', 'a/b/_index.md': 'x', 'ab.md': '' }, 'a/_index.md ab.md')
  const some = never.replace('cascade:', 'cascade:\n  _target: { path: "/a/b/**" }')
  checkPages({ 'a/_index.md': some, 'a/b/c.md': 'x', 'a/d.md': 'x' }, 'a/_index.md a/d.md')
  checkPages({ 'a/_index.md': never.replace('---\n', '---\ndraft: true\n'), 'a/b.md': 'x', 'c.md': '' }, 'c.md')
  checkPages({ 'a/b.md': never, 'a/c.md': 'x', 'a/d/index.md': never, 'a/d/e.md': '' }, 'a/b.md a/c.md a/d/index.md a/d/e.md')
})

test('readSiteFiles() leaves out pages without a mark as soon as one page has it', () => {
  const files = { 'a.html': '<main>a', 'b.html': '<main data-pagefind-body>b', 'c.html': '<main>c' }
  checkPages(files, 'b.html')
  assert.equal(siteOf(files).hidden, 2)
  checkPages({ ...files, 'a.html': '<main data-ask-body>a' }, 'a.html b.html')
})

test('readSiteFiles() keeps the first of two pages with one slug and names both', () => {
  const { pages, warnings } = siteOf({ 'a/index.md': 'x', 'a.md': 'y', 'b.md': '---\nslug: /a/\n---\nz' })
  assert.deepEqual(pages.map(({ path }) => path), ['a/index.md'])
  assert.deepEqual(warnings, [
    { type: 'slug', path: 'a.md', line: 1, message: 'a.md is left out: a/index.md has the same slug, a' },
    { type: 'slug', path: 'b.md', line: 1, message: 'b.md is left out: a/index.md has the same slug, a' },
  ])
})

test('readSiteFiles() gives a slug to the page that is searched rather than to one that is not', () => {
  const hidden = '---\nslug: guide\nsearch: false\n---\nx'
  checkPages({ 'a.md': hidden, 'b.md': '---\nslug: guide\n---\ny' }, 'b.md')
  checkPages({ 'guide/index.md': hidden, 'guide.md': 'y' }, 'guide.md')
})

test('readSiteFiles() keeps a built file beside the folder of its name', () => {
  const { pages, warnings } = siteOf({
    'changes.html': 'a', 'changes/index.html': '<a href="../changes.html">b</a>', 'x.html': '<a href="changes.html">c</a> <a href="/changes/">d</a>',
  })
  assert.deepEqual(pages.map(({ slug, url }) => `${slug} ${url}`), ['changes /changes/', 'changes.html /changes.html', 'x /x.html'])
  assert.deepEqual(pages.map(({ sections }) => sections[0]!.linkTexts), [['d'], ['b', 'c'], []])
  assert.deepEqual(warnings, [])
})

test('readSiteFiles() makes no group of a built page that is alone in its folder', () => {
  const built = { 'about/index.html': '', 'guides/index.html': '', 'guides/a/index.html': '' }
  const { pages } = siteOf({ ...built, 'b/c.md': '', 'd/index.md': '' })
  assert.deepEqual(
    pages.map(({ slug, group }) => [slug, group]),
    [['about', null], ['b/c', 'B'], ['d', 'D'], ['guides', 'Guides'], ['guides/a', 'Guides']],
  )
})

test('createSiteBuilder() decides titles and links anew each time', () => {
  const builder = createSiteBuilder(SETTINGS)
  const put = (path: string, text: string) => builder.add({ path, text })
  const titles = () => builder.finish().pages.map(({ title }) => title)
  const broken = () => builder.finish().warnings.flatMap(({ type, message }) => (type === 'link' ? message : []))
  for (const name of ['a', 'b', 'c']) put(`${name}.md`, `# Acme\n\n## Page ${name}\n\nText.`)
  assert.deepEqual([titles(), builder.finish().commonTitles], [['Page a', 'Page b', 'Page c'], ['acme']])
  builder.remove('c.md')
  assert.deepEqual([titles(), builder.finish().commonTitles], [['Acme', 'Acme'], []])
  put('d.md', '---\ndraft: true\n---\n# Draft')
  put('a.md', '[b](b.md#page-b) and [d](d.md)')
  const linkTexts = () => builder.finish().pages.flatMap(({ sections }) => sections.flatMap((section) => section.linkTexts))
  assert.deepEqual([broken(), linkTexts()], [['The link to d.md is broken: the page /d/ is a draft, or not published now'], ['b']])
  builder.remove('d.md')
  assert.deepEqual(broken(), ['The link to d.md is broken: there is no such page'])
  builder.remove('b.md')
  assert.deepEqual([broken().length, linkTexts()], [2, []])
  put('b.md', '# B\n\n## Page b')
  assert.deepEqual([broken().length, linkTexts()], [1, ['b']])
})

test('readSite() reads a path with thousands of folders', () => {
  const files = [`${'a/'.repeat(4_000)}x.md`, 'b.md'].map((path, at) => ({ path, text: `---\nweight: ${2 - at}\n---\n# A` }))
  const { pages } = readSite(files, { generator: 'hugo' })
  assert.deepEqual(pages.map(({ path, place }) => [path.length, place?.order]), [[8_004, 1], [4, 0]])
})

test('readSiteFiles() gives a page the weight that it states, else that of its slug', () => {
  const files = {
    'a.md': '---\nsearch:\n  weight: 0.5\n---\n# A', 'b.md': '# B',
    'old/a.md': '---\nsearch: { weight: 2 }\n---\n# C', 'old/b.md': '# D',
  }
  const { pages, warnings } = siteOf(files, { weights: [{ pattern: 'old/**', weight: 0.2 }] })
  assert.deepEqual(pages.map(({ slug, weight }) => [slug, weight]), [['a', 0.5], ['b', undefined], ['old/a', 2], ['old/b', 0.2]])
  assert.deepEqual(warnings, [])
  const html = siteOf({ 'a.html': '<html data-ask-weight="3"><main><h1>A</h1></main>', 'b.html': '<main data-ask-weight=".5"><h1>B</h1></main>', 'c.html': '<h1>C</h1>' })
  assert.deepEqual(html.pages.map(({ weight }) => weight), [3, 0.5, undefined])
})

test('readSiteFiles() warns of weights that are none, and leaves them out', () => {
  const { pages, warnings } = siteOf({ 'a.md': '---\nsearch:\n  weight: high\n---\n# A', 'b.md': '---\nsearch:\n  weight: 0\n---\n# B' })
  assert.deepEqual(pages.map(({ weight }) => weight), [undefined, undefined])
  assert.deepEqual(warnings.map(({ path, message }) => `${path} ${message}`), ['a.md Frontmatter: search.weight must be a number from 0.1 to 10', 'b.md Frontmatter: search.weight must be a number from 0.1 to 10'])
  const html = siteOf({ 'a.html': '\n<main data-ask-weight="11"><h1>A</h1></main>' })
  assert.deepEqual(html.warnings, [{ path: 'a.html', line: 2, message: 'data-ask-weight must be a number from 0.1 to 10' }])
})

const markdown = (aliases: string) => [
  { path: 'limits.md', text: `---\ntitle: Limits\n${aliases}\n---\nAt most ten requests a minute.\n\n## Others\n\nNothing else, see [more](other.md).` },
  { path: 'throttle.md', text: '# Throttle\n\nA pedal.' },
  { path: 'other.md', text: '# Other\n\nSee [the limits](limits.md).' },
]
const html = (attribute: string) => [
  { path: 'limits/index.html', text: `<title>Limits</title><main ${attribute}><h1>Limits</h1><p>At most ten requests.<h2 id="o">Others</h2><p>None.</main>` },
]

function introTexts(files: readonly { readonly path: string; readonly text: string }[]): unknown {
  return readSite(files, {}).pages.find(({ slug }) => slug === 'limits')?.sections.map(({ linkTexts }) => linkTexts)
}

const LONG = 'x'.repeat(121)

for (const [written, ...names] of [
  ['aliases: [throttle, request quota]', 'throttle', 'request quota'],
  ['aliases: throttle', 'throttle'],
  ['aliases:\n  - "  two\\n words "\n  - 429', 'two words', '429'],
  ['aliases: [throttle, throttle, the limits]', 'throttle', 'the limits'],
  [`aliases: [a, ${LONG}]`, 'a'],
  ['aliases: [CI/CD, /posts/old, ../old, https://example.com/x, old.html, posts/old/]', 'CI/CD'],
  ['aliases: [[nested], {a: b}, true, "", " "]'],
  ['aliases: {a: b}'],
  ['alias: throttle'],
] as const) {
  test(`readSiteFiles() makes aliases texts of links to the page's intro: ${JSON.stringify(written)}`, () => {
    const expected = [...new Set([...names, 'the limits'])]
    assert.deepEqual(introTexts(markdown(written)), [expected, []])
  })
}

test('readSiteFiles() takes at most twenty aliases of a page', () => {
  const [intro] = introTexts(markdown(`aliases: [${Array.from({ length: 25 }, (_, at) => `a${at}`).join(', ')}]`)) as string[][]
  assert.equal(intro?.length, 21)
})

test('readSiteFiles() takes aliases of data-ask-aliases in HTML', () => {
  assert.deepEqual(introTexts(html('data-ask-aliases="throttle, request quota,, "')), [['throttle', 'request quota'], []])
  assert.deepEqual(introTexts(html('')), [[], []])
})
