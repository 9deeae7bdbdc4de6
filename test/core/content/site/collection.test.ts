import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFrontmatter } from '../../../../src/core/content/frontmatter/frontmatter.ts'
import { GITHUB_RULE } from '../../../../src/core/content/generators/heading-ids.ts'
import {
  type CollectionEntry, type CollectionSettings, createCollectionBuilder,
} from '../../../../src/core/content/site/collection.ts'
import { inMenuOrder } from '../../../../src/core/content/site/places.ts'
import { rulesOf } from '../../../support/rules.ts'

const SETTINGS: CollectionSettings = {
  base: '/', depth: 6, rule: GITHUB_RULE, locales: {}, lang: null, defaultVersion: null, siteTitle: null, commonTitles: null, now: () => Date.UTC(2026, 0, 1),
}

function entry(id: string, text = '', given: Partial<CollectionEntry> = {}): CollectionEntry {
  return { id, path: `src/content/${id}.md`, source: readFrontmatter(text), html: null, headings: [], ...given }
}

function read(entries: readonly (readonly [CollectionEntry, string])[], settings: Partial<CollectionSettings> = {}) {
  const reader = createCollectionBuilder({ ...SETTINGS, ...settings })
  for (const [one, pattern] of entries) reader.add(one, pattern)
  return reader.finish()
}

function check(id: string, pattern: string, expected: { slug: string; url: string }, settings: Partial<CollectionSettings> = {}) {
  const [page] = read([[entry(id), pattern]], settings).pages
  assert.deepEqual({ slug: page?.slug, url: page?.url }, expected, `${id} by ${pattern}`)
}

for (const [name, run] of rulesOf('createCollectionBuilder()', check, [
  ['makes an address of an id and a pattern',
    ['guides/intro', '/[id]/', { slug: 'guides/intro', url: '/guides/intro/' }],
    ['guides/intro', '/[...slug]', { slug: 'guides/intro', url: '/guides/intro' }],
    ['intro', '/blog/[id]/', { slug: 'blog/intro', url: '/blog/intro/' }], ['intro', '/[id].html', { slug: 'intro', url: '/intro.html' }],
    ['intro', '/r/[id]/notes/', { slug: 'r/intro/notes', url: '/r/intro/notes/' }],
    ['größe (1)', '/[id]/', { slug: 'größe (1)', url: '/gr%C3%B6%C3%9Fe%20%281%29/' }], ['/Own//Slug/', '/[id]/', { slug: 'Own/Slug', url: '/Own/Slug/' }]],
  ['puts the base before addresses, not before slugs',
    ['intro', '/[id]/', { slug: 'intro', url: '/docs/intro/' }, { base: '/docs/' }],
    ['index', '/[id]/', { slug: 'index', url: '/docs/' }, { base: '/docs/' }],
    ['index', '/[id]', { slug: 'index', url: '/docs' }, { base: '/docs/' }]],
  ['reads index as the root',
    ['index', '/[id]/', { slug: 'index', url: '/' }], ['index', '/[id]', { slug: 'index', url: '/' }],
    ['index', '/blog/[id]/', { slug: 'blog', url: '/blog/' }], ['index', '/blog/[id]', { slug: 'blog', url: '/blog' }],
    ['index', '/[id].html', { slug: 'index', url: '/index.html' }]],
])) test(name, run)

test('createCollectionBuilder() names group and language of a page, below its locale too', () => {
  const locales = { fr: 'fr', 'pt-br': 'pt-BR' }
  const table = [
    ['guides/a', 'Guides', 'en'], ['a', null, 'en'], ['fr/guides/a', 'Guides', 'fr'],
    ['pt-br/a', null, 'pt-BR'], ['constructor/a', 'Constructor', 'en'],
  ] as const
  for (const [id, group, lang] of table) {
    const [page] = read([[entry(id), '/[id]/']], { locales, lang: 'en' }).pages
    assert.deepEqual([page?.group, page?.lang], [group, lang], id)
  }
  const [asked] = read([[entry('a/b', '---\ngroup: Own\nlang: de\n---\n'), '/[id]/']], { lang: 'en' }).pages
  assert.deepEqual([asked?.group, asked?.lang], ['Own', 'de'])
})

test('createCollectionBuilder() leaves drafts, hidden and 404 pages out', () => {
  const texts = ['---\ndraft: true\n---\na', '---\npagefind: false\n---\nb', 'c']
  const site = read([...texts.map((text, at) => [entry(`p${at}`, text), '/[id]/'] as const), [entry('404'), '/[id]/'], [entry('fr/404'), '/[id]/']])
  assert.deepEqual(site.pages.map(({ slug }) => slug), ['p2'])
  assert.deepEqual([site.unlisted.map(({ slug }) => slug), site.hidden], [['p1'], 1])
})

test('createCollectionBuilder() reads the rendered HTML of an entry without source', () => {
  const html = '<h2 id="x">Heading</h2><p>Words <code>a</code></p>'
  const given = { html, source: readFrontmatter('---\ntitle: T\n---\n') }
  const [page] = read([[entry('a', '', given), '/[id]/']]).pages
  assert.deepEqual([page?.title, page?.sections.map(({ anchor }) => anchor), page?.sections[1]?.text], ['T', [null, 'x'], 'Words a'])
  assert.equal(read([[entry('a', '', { html: '<h1>Heading</h1><p>Words</p>' }), '/[id]/']]).pages[0]?.title, 'Heading')
})

test('createCollectionBuilder() has the page of a folder of Starlight among those in it: by its position, before others without one', () => {
  const placed = ([id, order]: readonly [string, number?]) => [entry(id, `---\nsidebar:\n  order: ${order ?? ''}\n---\n`), '/[id]/'] as const
  const { pages } = read(([['g'], ['g/a'], ['g/b', 4], ['g/c/d', 2], ['h', 3], ['h/e', 1]] as const).map(placed))
  assert.deepEqual(inMenuOrder(pages.map((page) => ({ page }))).map(({ page }) => page.slug), ['h/e', 'h', 'g/c/d', 'g/b', 'g', 'g/a'])
})

test('createCollectionBuilder() forgets the entries of a path, and has them in the order of their paths', () => {
  const reader = createCollectionBuilder(SETTINGS)
  const put = (path: string, id: string, text: string) => reader.add(entry(id, text, { path }), '/[id]/')
  const titles = () => reader.finish().pages.map(({ title }) => title)
  put('b.md', 'x', '# B')
  put('data.json', 'y', '# One')
  put('data.json', 'z', '# Two')
  put('d.md', 'w', '---\ndraft: true\n---\n')
  assert.deepEqual([titles(), reader.finish().hidden], [['B', 'One', 'Two'], 1])
  put('a.md', 'x', '# A')
  assert.deepEqual(titles(), ['A', 'One', 'Two'])
  for (const path of ['a.md', 'data.json', 'd.md', 'none.md']) reader.remove(path, '/[id]/')
  reader.remove('b.md', '/blog/[id]/')
  assert.deepEqual([titles(), reader.finish().hidden], [['B'], 0])
})

test('createCollectionBuilder() finds languages in first folders where the configuration has none', () => {
  const builder = createCollectionBuilder({ ...SETTINGS, locales: {}, lang: null })
  for (const id of ['en/a', 'en/guides/b', 'de/a', 'de/guides/b']) builder.add(entry(id, '# A', { path: `src/${id}.md` }), '/[id]/')
  const { pages, locales } = builder.finish()
  assert.deepEqual(pages.map(({ path, lang, group }) => [path, lang, group]), [
    ['src/de/a.md', 'de', null], ['src/de/guides/b.md', 'de', 'Guides'],
    ['src/en/a.md', 'en', null], ['src/en/guides/b.md', 'en', 'Guides'],
  ])
  assert.deepEqual(locales, { de: 'de', en: 'en' })
})

test('createCollectionBuilder() finds versions by folders, with languages and without', () => {
  for (const settings of [{}, { locales: { fr: 'fr' } }]) {
    const ids = ['spec/2025-11-25/a', 'spec/2026-07-28/a', 'about']
    const { pages } = read(ids.map((id) => [entry(id), '/[...slug]/'] as const), settings)
    assert.deepEqual(pages.map(({ version }) => version), [null, '2025-11-25', '2026-07-28'])
  }
})
