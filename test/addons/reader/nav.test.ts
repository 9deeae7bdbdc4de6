import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupByLanguage, groupPages, joinLanguages, positionPages, renderSiteNav } from '../../../src/addons/reader/nav.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { page } from '../../support/chunk.ts'

/** Groups as text: `group: folder(slugs) …`. */
function grouped(slugs: readonly string[], group?: string | null): readonly string[] {
  const pages = slugs.map((slug) => page(slug, {}, group === undefined ? {} : { group }))
  return groupPages(pages).map(({ name, folders, size }) => {
    assert.equal(size, folders.reduce((sum, folder) => sum + folder.pages.length, 0))
    return `${name}: ${folders.map((folder) => `${folder.title ?? ''}(${folder.pages.map(({ slug }) => slug).join(' ')})`).join(' ')}`
  })
}

test('groupPages() lists a folder of several pages, with the title of its page or its path, and one folder as the group', () => {
  assert.deepEqual(grouped(['x/y/a', 'x/y/b'], 'G'), ['G: (x/y/a x/y/b)'])
  assert.deepEqual(grouped(['g/a', 'g/cms', 'g/cms/x', 'g/cms/y', 'g/one/z', 'g/error-pages/p', 'g/error-pages/q']), [
    'g: (g/a g/cms g/one/z) Cms(g/cms/x g/cms/y) Error pages(g/error-pages/p g/error-pages/q)',
  ])
})

test('groupPages() keeps pages and groups in the order of the menu', () => {
  const placed = [['a', 'G'], ['b', 'G', 'In'], ['c', 'G']].map(([slug = '', ...groups], order) => page(slug, {}, { place: { order, label: null, groups } }))
  const [group] = groupPages(placed)
  assert.deepEqual(group?.folders.map(({ title, pages }) => [title, pages.map(({ slug }) => slug)]), [[null, ['a']], ['In', ['b']], [null, ['c']]])
})

test('translations have a menu each, and are groups of the contents page', () => {
  const pages = [
    page('zh/guide/a', {}, { lang: 'zh', group: '指南' }), page('guide/a', {}, { group: 'Guide' }),
    page('zh/guide/b', {}, { lang: 'zh', group: '指南' }), page('guide/b', {}, { lang: 'en', group: 'Guide' }),
  ]
  const menus = groupByLanguage(pages, new Set(['zh']))
  assert.deepEqual([...menus].map(([lang, groups]) => [lang, groups.map(({ name, size }) => [name, size])]), [
    [null, [['Guide', 2]]], ['zh', [['指南', 2]]],
  ])
  const shown = (main?: string | null) => joinLanguages(menus, main).map(({ name, size, folders }) => [name, size, folders[0]?.title])
  assert.deepEqual(shown(), [['Guide', 2, null], ['zh', 2, '指南']])
  assert.deepEqual(shown('zh'), [['指南', 2, null], [null, 2, 'Guide']])
  assert.deepEqual(shown('de'), [[null, 2, 'Guide'], ['zh', 2, '指南']])
})

/** The navigation beside a page. */
function navOf(pages: readonly Page[], shown: Page): string {
  const groups = groupPages(pages)
  const position = [...positionPages(groups).values()].find(({ page }) => page === shown)
  assert.ok(position)
  return renderSiteNav({ title: 'Acme', home: '/', endpoint: '/api/ask', overlay: 'none' }, groups, position).markup
}

test('the navigation lists every page by group and folder, with the group of the page open', () => {
  const pages = [page('about', {}), page('guides/a', {}), page('guides/more/b', {}), page('guides/more/c', {}), page('reference/d', {})]
  const html = navOf(pages, pages[1]!)
  for (const { url } of pages) assert.equal(html.split(`href="${url}"`).length, 2, url)
  assert.match(html, /^<nav class="side pages-nav" aria-label="Pages"><label><input type="checkbox"><span>Pages<\/span><\/label>/)
  assert.match(html, /<ul><li><a href="\/about\/">About<\/a><\/li><\/ul><details open><summary>guides<\/summary>/)
  assert.match(html, /<a href="\/guides\/a\/" aria-current="page">A<\/a>/)
  assert.match(html, /<p class="folder">More<\/p><ul><li><a href="\/guides\/more\/b\/">/)
  assert.match(html, /<details><summary>reference<\/summary>/)
  assert.equal(html.split('aria-current').length, 2)
})

test('beside a page of a large site are its groups, and the pages near it', () => {
  const pages = Array.from({ length: 5_000 }, (_, i) => page(`g${i % 50}/p${String(i).padStart(4, '0')}`, {}))
  const html = navOf(pages, pages[2_500]!)
  assert.match(html, /<a href="\/g0\/p2500\/" aria-current="page">/)
  assert.match(html, /<a href="\/g0\/p2450\/">/)
  assert.doesNotMatch(html, /href="\/g1\//)
  assert.match(html, /<p class="group-link"><a href="\/">g49<\/a> <small>100<\/small><\/p>/)
  assert.match(html, /All 5000 pages/)
  assert.ok(html.split('<a ').length < 150)
})
