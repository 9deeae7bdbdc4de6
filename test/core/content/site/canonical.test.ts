import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../../src/index.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Files, each as `title | canonical address | body | language`, and the slugs of the pages that stay. */
function check(files: Readonly<Record<string, string>>, expected: string, base = '/') {
  assert.equal(siteOf(files, base).pages.map(({ slug }) => slug).join(' '), expected)
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

const CHAPTER = 'Start |  | <p>Words of the first chapter.</p>'
const SAME = '<p>The same.</p>'
const DOCS = { 'docs/index.html': 'Docs | /docs/', 'docs/a.html': 'A | /docs/', 'docs/b/c.html': 'C | /docs/' }
const partOf = (name: string) => `<p>${`Words of ${name}. `.repeat(9)}</p>`
const PARTS = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.html`, `${name} | | ${partOf(name)}`]))
const WHOLE = ['a', 'b', 'c'].map((name) => `<h2 id="${name}">${name}</h2>${partOf(name)}`).join('')
/** Pages that all name one address. */
const all = (address: string) => Object.fromEntries(['index', 'a/index', 'b/index', 'c/index', 'd/index'].map((path) => [`${path}.html`, `Page ${path} | ${address}`]))

for (const [name, run] of rulesOf('canonicalPages()', check, [
  ['leaves out a page that names another as canonical',
    [{ ...GUIDE, 'zoo/guide/index.html': `Guide | ${SITE}/guide/` }, 'guide other'],
    [{ ...GUIDE, 'zoo/guide/index.html': 'Guide | /guide/' }, 'guide other'],
    [{ ...GUIDE, 'zoo/start/index.html': `The zoo | ${SITE}/guide/?x#y` }, 'guide other'],
    [{ ...GUIDE, 'zoo/guide/index.html': 'Guide | ../../guide/' }, 'guide other'],
    // The site is below a path.
    [{ 'guide/index.html': `Guide | ${SITE}/docs/guide/`, 'zoo/guide/index.html': `Guide | ${SITE}/docs/guide/` }, 'guide']],
  ['follows a chain of canonical pages to its last one',
    [{ ...GUIDE, 'a/guide/index.html': `Guide | ${SITE}/b/guide/`, 'b/guide/index.html': `Guide | ${SITE}/guide/` }, 'guide other']],
  ['keeps a page whose chain is long',
    [Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at + 10}/a.html`, `A | /${at + 11}/a.html`])), '10/a 20/a']],
  ['takes a built page with the title and text of the root page for its copy',
    [{ 'index.html': CHAPTER, 'start.html': CHAPTER, 'other.html': 'Start |  | <p>Others.</p>' }, 'index other'],
    [{ 'index.html': CHAPTER, 'v1/start.html': CHAPTER, 'de/start.html': CHAPTER, 'a/index.html': CHAPTER }, 'index a de/start v1/start'],
    [{ 'index.html': 'Start | /start.html | <p>a</p>', 'start.html': 'Start |  | <p>a</p>' }, 'start'],
    [{ 'index.html': 'Start | | <i></i>', 'start.html': 'Start | | <i></i>' }, 'index start']],
  ['leaves out a built page that only repeats several others of its version, if it is not the home page',
    [{ ...PARTS, 'all.html': `All | | <p>All of it.</p>${WHOLE}` }, 'a b c'], [{ ...PARTS, 'index.html': `All | | ${WHOLE}` }, 'index a b c'],
    [{ ...PARTS, 'all.html': `All | | ${WHOLE}<h2 id="e">E</h2>${partOf('e')}` }, 'a all b c'],
    [{ 'a.html': `a | | ${partOf('a')}`, 'b.html': `b | | ${partOf('b')}`, 'all.html': `All | | ${WHOLE}` }, 'a all b'],
    [{ ...PARTS, 'v1/all.html': `All | | ${WHOLE}` }, 'a b c v1/all']],
  ['loses no page by an address that is wrong',
    [{ ...GUIDE, 'a/index.html': `A | ${SITE}/gone/` }, 'a guide other'],
    [{ ...GUIDE, 'zoo/guide/index.html': 'Guide | https://else.example.org/guide/' }, 'guide other zoo/guide'],
    [{ ...GUIDE, 'zoo/guide/index.html': 'Guide | not an address' }, 'guide other zoo/guide'],
    // Two pages that name each other.
    [{ 'a/x/index.html': 'X | /b/x/', 'b/x/index.html': 'X | /a/x/' }, 'a/x b/x']],
  ['passes over a template that names the home page, or another one, on all pages',
    [all(`${SITE}/`), 'index a b c d'], [all('/'), 'index a b c d'], [all('/b/'), 'index a b c d'],
    [{ 'index.html': 'Home | /docs/', 'a.html': 'A | /docs/', 'b/c.html': 'C | /docs/' }, 'index a b/c', '/docs/'],
    // Copies have the title of the page.
    [DOCS, 'docs docs/a docs/b/c'], [{ ...DOCS, 'docs/home.html': 'Docs | /docs/' }, 'docs docs/a docs/b/c']],
  // By its language, and by its folder, whether or not it states the right language.
  ['takes no translation for a copy',
    [{ 'guide.html': 'Guide | | | en', 'guide-fr.html': 'Guide | /guide.html | | fr' }, 'guide guide-fr'],
    [{ 'guide.html': 'Guide', 'fr/guide.html': 'Guide | /guide.html' }, 'fr/guide guide'],
    [{ 'en/guide.html': 'Guide | | | en', 'fr/guide.html': 'Guide | /en/guide.html | | en' }, 'en/guide fr/guide'],
    [{ 'index.html': 'Home', 'pt-br/index.html': 'Home | /' }, 'index pt-br'],
    [{ 'fr/guide.html': 'Guide | | | fr', 'fr/zoo/guide.html': 'Guide | /fr/guide.html | | fr' }, 'fr/guide']],
  ['believes an unknown host of pages with the same text',
    [{ 'guide/index.html': `Guide | | ${SAME}`, 'zoo/guide/index.html': `Guide | ${SITE}/guide/ | ${SAME}` }, 'guide'],
    [{ 'guide/index.html': 'Guide', 'zoo/guide/index.html': `Guide | ${SITE}/guide/` }, 'guide zoo/guide']],
  ['takes no page of another version for a copy: its readers search for it',
    [{ 'latest/guide.html': 'Guide | /latest/guide.html', 'v1/guide.html': 'Guide | /latest/guide.html' }, 'latest/guide v1/guide']],
])) test(name, run)

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

test('the canonical address may be in the frontmatter', () => {
  const { pages } = readSite([
    { path: 'guide.md', text: '# Guide\n\nText.' },
    { path: 'zoo/guide.md', text: '---\ncanonical_url: /guide/\n---\n# Guide\n\nOther text.' },
  ])
  assert.deepEqual(pages.map(({ slug }) => slug), ['guide'])
})
