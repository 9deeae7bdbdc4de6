import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import type { Page, Section } from '../../../src/core/content/page.ts'
import { rulesOf } from '../../support/rules.ts'

const INTRO: Section = { heading: null, depth: 1, anchor: null, parents: [], text: 'Intro.', structure: '', linkTexts: [], line: 1 }
const SETUP: Section = {
  heading: 'Setup', depth: 3, anchor: 'setup', parents: ['Usage'], text: 'npm i', structure: 'C(sh).5',
  linkTexts: ['Set it up'], line: 7,
}
const PAGE: Page = {
  slug: 'guides/routing', path: 'guides/routing.md', title: 'Routing', description: 'How addresses become pages.',
  group: 'Guides', lang: 'en', version: '2.x', url: '/docs/guides/routing/', sections: [INTRO, SETUP],
}

function checkUrl(anchor: string, fragment: string) {
  const [chunk] = chunkPages([{ ...PAGE, url: '/', sections: [{ ...SETUP, anchor }] }])
  assert.equal(chunk?.url, `/#${fragment}`)
}

test('chunkPages() gives each section all it needs to stand alone', () => {
  const shared = { page: 'guides/routing', title: 'Routing', group: 'Guides', lang: 'en', version: '2.x', path: 'guides/routing.md' }
  const [{ depth: _, ...intro }, { depth: __, ...setup }] = [INTRO, SETUP]
  assert.deepEqual(chunkPages([PAGE]), [
    { ...shared, ...intro, id: 'guides/routing', url: '/docs/guides/routing/', code: [] },
    {
      ...shared, ...setup, id: 'guides/routing#setup', url: '/docs/guides/routing/#setup',
      code: [{ start: 0, end: 5, isBlock: true, lang: 'sh' }],
    },
  ])
})

test('chunkPages() keeps the order of pages and sections, and an empty intro', () => {
  const other = { ...PAGE, slug: 'index', sections: [{ ...INTRO, text: '' }] }
  assert.deepEqual(chunkPages([PAGE, other]).map(({ id }) => id), ['guides/routing', 'guides/routing#setup', 'index'])
  assert.deepEqual(chunkPages([]), [])
})

for (const [name, run] of rulesOf('chunkPages()', checkUrl, [
  ['encodes in an address only what would end or break the link',
    ['日本語-héllo_🎉', '日本語-héllo_🎉'], ['a b"c', 'a%20b%22c'], ['f(x)[0]<T>`', 'f%28x%29%5B0%5D%3CT%3E%60'],
    ['50%', '50%25'], ['a\nb\\', 'a%0Ab%5C'], ['\ud800', '\ufffd']],
])) test(name, run)

test('chunkPages() keeps an anchor as it stands in the page', () => {
  const [chunk] = chunkPages([{ ...PAGE, sections: [{ ...SETUP, anchor: 'f(x) 50%' }] }])
  assert.deepEqual([chunk?.id, chunk?.anchor], ['guides/routing#f(x) 50%', 'f(x) 50%'])
})
