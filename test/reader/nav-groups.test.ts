import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupPages } from '../../src/reader/nav-groups.ts'
import { page } from '../support/chunk.ts'

/** Groups as text: `group: folder(slugs) …`. */
function grouped(slugs: readonly string[], group?: string | null): readonly string[] {
  const pages = slugs.map((slug) => page(slug, {}, group === undefined ? {} : { group }))
  return groupPages(pages).map(({ name, folders, size }) => {
    assert.equal(size, folders.reduce((sum, folder) => sum + folder.pages.length, 0))
    return `${name}: ${folders.map((folder) => `${folder.title ?? ''}(${folder.pages.map(({ slug }) => slug).join(' ')})`).join(' ')}`
  })
}

test('groupPages() puts pages without a group first', () => {
  assert.deepEqual(grouped(['guides/a', 'about', 'api/b']), ['null: (about)', 'guides: (guides/a)', 'api: (api/b)'])
  assert.deepEqual(groupPages([]), [])
})

test('groupPages() lists a folder of several pages, with the title of its page or its path', () => {
  assert.deepEqual(grouped(['g/a', 'g/cms', 'g/cms/x', 'g/cms/y', 'g/one/z', 'g/error-pages/p', 'g/error-pages/q']), [
    'g: (g/a g/cms g/one/z) Cms(g/cms/x g/cms/y) Error pages(g/error-pages/p g/error-pages/q)',
  ])
})

test('groupPages() does not divide a group of one folder', () => {
  assert.deepEqual(grouped(['x/y/a', 'x/y/b'], 'G'), ['G: (x/y/a x/y/b)'])
})
