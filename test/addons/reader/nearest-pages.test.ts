import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNearestPages } from '../../../src/addons/reader/nearest-pages.ts'
import { page } from '../../support/chunk.ts'

const PAGES = [
  page('index', {}), page('guides/routing', {}), page('guides/routing-rules', {}), page('guides/deploy', {}),
  page('reference/configuration', {}), page('x/y', {}, { title: 'Server islands' }), page('ガイド/始める', {}),
]

test('the nearest pages have a similar path or title', () => {
  const findNearest = createNearestPages(PAGES)
  const rows = [
    ['guides/ruting', 'guides/routing'], ['docs/guides/deploy', 'guides/deploy'], ['reference/configuraton.html', 'reference/configuration'],
    ['server-islands', 'x/y'], ['SERVER_ISLAND', 'x/y'], ['%E3%82%AC%E3%82%A4%E3%83%89', 'ガイド/始める'], ['deploy', 'guides/deploy'],
  ] as const
  for (const [path, slug] of rows) assert.equal(findNearest(path)[0]?.slug, slug, path)
})

test('there is no nearest page for an address like no other', () => {
  const findNearest = createNearestPages(PAGES)
  for (const path of ['', 'wp-login.php', '%', '!!!', 'zzzz', '__proto__']) assert.deepEqual(findNearest(path), [], path)
  assert.deepEqual(createNearestPages([])('guides'), [])
})

test('at most five pages are named, for an address of any length', () => {
  const findNearest = createNearestPages(Array.from({ length: 50 }, (_, i) => page(`guides/page-${i}`, {})))
  assert.equal(findNearest('guides/page').length, 5)
  assert.ok(findNearest(`guides/page-1/${'x'.repeat(100_000)}`).length <= 5)
})
