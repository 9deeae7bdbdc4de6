import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupPages } from '../../src/reader/nav-groups.ts'
import { page } from '../support/chunk.ts'

/** Groups as text: `group: shelf(slugs) …`. */
function shelved(slugs: readonly string[], group?: string | null): readonly string[] {
  const pages = slugs.map((slug) => page(slug, {}, group === undefined ? {} : { group }))
  return groupPages(pages).map(({ name, folders, size }) => {
    assert.equal(size, folders.reduce((sum, shelf) => sum + shelf.pages.length, 0))
    return `${name}: ${folders.map((shelf) => `${shelf.title ?? ''}(${shelf.pages.map(({ slug }) => slug).join(' ')})`).join(' ')}`
  })
}

test('shelvePages() puts pages without a group first', () => {
  assert.deepEqual(shelved(['guides/a', 'about', 'api/b']), ['null: (about)', 'guides: (guides/a)', 'api: (api/b)'])
  assert.deepEqual(groupPages([]), [])
})

test('shelvePages() gives a folder of several pages a shelf, named by its page or its path', () => {
  assert.deepEqual(shelved(['g/a', 'g/cms', 'g/cms/x', 'g/cms/y', 'g/one/z', 'g/error-pages/p', 'g/error-pages/q']), [
    'g: (g/a g/cms g/one/z) Cms(g/cms/x g/cms/y) Error pages(g/error-pages/p g/error-pages/q)',
  ])
})

test('shelvePages() leaves a group of one folder undivided', () => {
  assert.deepEqual(shelved(['x/y/a', 'x/y/b'], 'G'), ['G: (x/y/a x/y/b)'])
})
