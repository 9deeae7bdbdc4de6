import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../../src/index.ts'

/** Files, each as `title | canonical address | body | language`; gives the slugs of the pages that stay. */
function slugs(files: Readonly<Record<string, string>>, base = '/'): string {
  return siteOf(files, base).pages.map(({ slug }) => slug).join(' ')
}

function siteOf(files: Readonly<Record<string, string>>, base = '/') {
  return readSite(Object.entries(files).map(([path, line]) => {
    const [title = '', canonical = '', text = '', lang = ''] = line.split('|').map((part) => part.trim())
    const body = text || `<p>All of ${path}.</p>`
    const link = canonical === '' ? '' : `<link rel="canonical" href="${canonical}">`
    return { path, text: `<html lang="${lang}"><head>${link}</head><body><main><h1>${title}</h1>${body}</main></body></html>` }
  }), { base })
}

const SITE = 'https://docs.example.com'
const GUIDE = { 'guide/index.html': `Guide | ${SITE}/guide/`, 'other/index.html': `Other | ${SITE}/other/` }

test('a page that names another as canonical is left out', () => {
  assert.equal(slugs({ ...GUIDE, 'zoo/guide/index.html': `Guide | ${SITE}/guide/` }), 'guide other')
  assert.equal(slugs({ ...GUIDE, 'zoo/guide/index.html': 'Guide | /guide/' }), 'guide other')
  assert.equal(slugs({ ...GUIDE, 'zoo/start/index.html': `The zoo | ${SITE}/guide/?x#y` }), 'guide other')
  assert.equal(slugs({ ...GUIDE, 'zoo/guide/index.html': 'Guide | ../../guide/' }), 'guide other')
  // The site is below a path.
  const below = { 'guide/index.html': `Guide | ${SITE}/docs/guide/`, 'zoo/guide/index.html': `Guide | ${SITE}/docs/guide/` }
  assert.equal(slugs(below), 'guide')
})

test('a chain of canonical pages ends at its last one', () => {
  assert.equal(slugs({ ...GUIDE, 'a/guide/index.html': `Guide | ${SITE}/b/guide/`, 'b/guide/index.html': `Guide | ${SITE}/guide/` }), 'guide other')
})

test('a built page with the title and text of the root page is its copy', () => {
  const chapter = 'Start |  | <p>Words of the first chapter.</p>'
  assert.equal(slugs({ 'index.html': chapter, 'start.html': chapter, 'other.html': 'Start |  | <p>Others.</p>' }), 'index other')
  assert.equal(slugs({ 'index.html': chapter, 'v1/start.html': chapter, 'de/start.html': chapter, 'a/index.html': chapter }), 'index a de/start v1/start')
  assert.equal(slugs({ 'index.html': 'Start | /start.html | <p>a</p>', 'start.html': 'Start |  | <p>a</p>' }), 'start')
  assert.equal(slugs({ 'index.html': 'Start | | <i></i>', 'start.html': 'Start | | <i></i>' }), 'index start')
})

test('links to a copy lead to its canonical page', () => {
  const { pages, warnings } = siteOf({
    ...GUIDE,
    'zoo/guide/index.html': `Guide | ${SITE}/guide/`,
    'a/index.html': 'A | | <p>See <a href="/zoo/guide/#missing">the zoo</a> and <a href="../zoo/guide/">its guide</a>.</p>',
  })
  assert.deepEqual(warnings, [])
  const links = [...pages.find(({ slug }) => slug === 'a')!.sections[0]!.structure.matchAll(/\/[a-z/#]+/g)].map(([url]) => url)
  assert.deepEqual(links, ['/guide/#missing', '/guide/'])
})

test('a canonical address that is wrong loses no page', () => {
  const check = (files: Readonly<Record<string, string>>, expected: string) => assert.equal(slugs(files), expected)
  const missing = { 'a/index.html': `A | ${SITE}/gone/` }
  check({ ...GUIDE, ...missing }, 'a guide other')
  check({ ...GUIDE, 'zoo/guide/index.html': 'Guide | https://else.example.org/guide/' }, 'guide other zoo/guide')
  check({ ...GUIDE, 'zoo/guide/index.html': 'Guide | not an address' }, 'guide other zoo/guide')
  // Two pages that name each other.
  check({ 'a/x/index.html': 'X | /b/x/', 'b/x/index.html': 'X | /a/x/' }, 'a/x b/x')
  // A template that names the home page, or another one, on all pages.
  const all = (address: string) => Object.fromEntries(['index', 'a/index', 'b/index', 'c/index', 'd/index'].map((path) => [`${path}.html`, `Page ${path} | ${address}`]))
  check(all(`${SITE}/`), 'index a b c d')
  check(all('/'), 'index a b c d')
  check(all('/b/'), 'index a b c d')
})

test('a template that names the home page, or that of a folder, takes no page of a small site', () => {
  assert.equal(slugs({ 'index.html': 'Home | /docs/', 'a.html': 'A | /docs/', 'b/c.html': 'C | /docs/' }, '/docs/'), 'index a b/c')
  const site = { 'docs/index.html': 'Docs | /docs/', 'docs/a.html': 'A | /docs/', 'docs/b/c.html': 'C | /docs/' }
  assert.equal(slugs(site), 'docs docs/a docs/b/c')
  // Its copies have its title.
  assert.equal(slugs({ ...site, 'docs/home.html': 'Docs | /docs/' }), 'docs docs/a docs/b/c')
})

test('a translation is no copy', () => {
  // By its language, and by its folder, whether or not it states the right language.
  assert.equal(slugs({ 'guide.html': 'Guide | | | en', 'guide-fr.html': 'Guide | /guide.html | | fr' }), 'guide guide-fr')
  assert.equal(slugs({ 'guide.html': 'Guide', 'fr/guide.html': 'Guide | /guide.html' }), 'fr/guide guide')
  assert.equal(slugs({ 'en/guide.html': 'Guide | | | en', 'fr/guide.html': 'Guide | /en/guide.html | | en' }), 'en/guide fr/guide')
  assert.equal(slugs({ 'index.html': 'Home', 'pt-br/index.html': 'Home | /' }), 'index pt-br')
  assert.equal(slugs({ 'fr/guide.html': 'Guide | | | fr', 'fr/zoo/guide.html': 'Guide | /fr/guide.html | | fr' }), 'fr/guide')
})

test('a canonical address of an unknown host counts for pages with the same text', () => {
  const same = '<p>The same.</p>'
  assert.equal(slugs({ 'guide/index.html': `Guide | | ${same}`, 'zoo/guide/index.html': `Guide | ${SITE}/guide/ | ${same}` }), 'guide')
  assert.equal(slugs({ 'guide/index.html': 'Guide', 'zoo/guide/index.html': `Guide | ${SITE}/guide/` }), 'guide zoo/guide')
})

test('a page of another version is no copy: its readers search for it', () => {
  assert.equal(slugs({ 'latest/guide.html': 'Guide | /latest/guide.html', 'v1/guide.html': 'Guide | /latest/guide.html' }), 'latest/guide v1/guide')
})

test('the canonical address may be in the frontmatter', () => {
  const { pages } = readSite([
    { path: 'guide.md', text: '# Guide\n\nText.' },
    { path: 'zoo/guide.md', text: '---\ncanonical_url: /guide/\n---\n# Guide\n\nOther text.' },
  ])
  assert.deepEqual(pages.map(({ slug }) => slug), ['guide'])
})
