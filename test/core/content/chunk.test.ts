import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../src/core/ask.ts'
import { addressMarkdown, chunkPages, contentHash, formatPage } from '../../../src/core/content/chunk.ts'
import type { Page, Section } from '../../../src/core/content/page.ts'
import { page } from '../../support/chunk.ts'
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

for (const [name, run] of rulesOf('chunkPages()', checkUrl, [
  ['encodes in an address only what would end or break the link',
    ['日本語-héllo_🎉', '日本語-héllo_🎉'], ['a b"c', 'a%20b%22c'], ['f(x)[0]<T>`', 'f%28x%29%5B0%5D%3CT%3E%60'],
    ['50%', '50%25'], ['a\nb\\', 'a%0Ab%5C'], ['\ud800', '\ufffd']],
])) test(name, run)

test('chunkPages() keeps an anchor as it stands in the page', () => {
  const [chunk] = chunkPages([{ ...PAGE, sections: [{ ...SETUP, anchor: 'f(x) 50%' }] }])
  assert.deepEqual([chunk?.id, chunk?.anchor], ['guides/routing#f(x) 50%', 'f(x) 50%'])
})

const A = { id: 'a', text: 'one' }
const B = { id: 'b', text: 'two' }

async function checkDiffers(...lists: { id: string; text: string }[][]) {
  const hashes = new Set(await Promise.all(lists.map((list) => contentHash(list))))
  assert.equal(hashes.size, lists.length)
}

test('contentHash() is the same for the same content on every machine', async () => {
  assert.equal(await contentHash([]), 'sha256:66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')
  assert.equal(await contentHash([A, B]), await contentHash([{ ...A }, { ...B }]))
  assert.match(await contentHash([A]), /^sha256:[0-9a-f]{64}$/)
})

test('contentHash() covers id and text of every chunk, in order', async () => {
  await checkDiffers([], [A], [B], [A, B], [B, A], [A, A], [{ ...A, text: 'One' }], [{ ...A, id: 'A' }])
})

test('contentHash() covers nothing else', async () => {
  assert.equal(await contentHash([Object.assign({ title: 'x' }, A)]), await contentHash([A]))
})

test('contentHash() does not mix up where a chunk ends', async () => {
  await checkDiffers(
    [{ id: 'a', text: 'bc' }],
    [{ id: 'ab', text: 'c' }],
    [{ id: 'a', text: '","bc' }],
    [{ id: 'a', text: '' }, { id: 'bc', text: '' }],
    [{ id: 'a', text: '"]\n["bc","' }],
    [{ id: 'a', text: 'b\\c' }],
    [{ id: 'a', text: '\ud800' }],
    [{ id: 'a', text: '\ud801' }],
    [{ id: 'a', text: '\ufffd' }],
  )
})

test('contentHash() covers content of many blocks', async () => {
  // Five blocks; the change is in the third.
  const many = Array.from({ length: 10_000 }, (_, at) => ({ id: `page#${at}`, text: 'word '.repeat(20) }))
  const changed = many.with(5_000, { id: 'page#5000', text: 'other' })
  await checkDiffers(many, changed, many.slice(0, -1), [{ id: 'a', text: 'x'.repeat(600_000) }, ...many])
})

const check = (name: string, files: Readonly<Record<string, string>>, expected: string, base = '/') => {
  test(`formatPage() ${name}`, () => {
    const { pages } = readSite(Object.entries(files).map(([path, text]) => ({ path, text })), { base })
    assert.equal(formatPage(chunkPages(pages.slice(0, 1))), expected)
  })
}

check('has title, address and all sections in order', {
  'a.md': '---\ntitle: "A *b*"\n---\nIntro.\n\n## Use\n\n1. One\n2. Two\n\n### Deeper\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
}, '# A *b*\n\nAddress: /a/\n\nIntro.\n\n## Use\n\n1. One\n2. Two\n\n### Deeper\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n')
check('has links as addresses', {
  'a.md': '# A\n\nSee [b](./b.md#use), [here](#use) and [out](https://example.com/).\n\n## Use\n\nText.\n',
  'b.md': '# B\n\n## Use\n\nText.\n',
}, `# A\n\nAddress: https://acme.dev/docs/a/\n\nSee [b](https://acme.dev/docs/b/#use), [here](https://acme.dev/docs/a/#use) and \
[out](https://example.com/).\n\n## Use\n\nText.\n`, 'https://acme.dev/docs')
check('is title and address for a page without text', { 'a.md': '# A\n' }, '# A\n\nAddress: /a/\n')
test('formatPage() is empty without sections', () => assert.equal(formatPage([]), ''))

const checkAddresses = (name: string, urls: readonly (readonly [slug: string, url: string])[], expected: readonly string[]) => {
  test(`addressMarkdown() ${name}`, () => {
    const pages = urls.map(([slug, url]) => page(slug, {}, { url }))
    assert.deepEqual(addressMarkdown(pages).map(({ url }) => url), expected)
  })
}

checkAddresses('adds .md to the address without its last slash', [['guides/routing', '/guides/routing/']], ['/guides/routing.md'])
checkAddresses('keeps the base', [['routing', '/docs/routing']], ['/docs/routing.md'])
checkAddresses('keeps the host', [['routing', 'https://acme.dev/docs/routing/']], ['https://acme.dev/docs/routing.md'])
checkAddresses('puts that of the root into its folder', [['index', '/']], ['/index.md'])
checkAddresses('puts that of the root below a base into its folder', [['index', '/docs']], ['/docs/index.md'])
checkAddresses('takes the place of .html', [['about', '/about.html']], ['/about.md'])
checkAddresses('takes no address of a page', [['x', '/x/'], ['x.md', '/x.md/']], ['/x/index.md', '/x.md.md'])
checkAddresses('leaves out a page where no address is free', [['x', '/x/'], ['x.md', '/x.md'], ['x/index.md', '/x/index.md']], ['/x.md.md', '/x/index.md.md'])
checkAddresses('gives no address to two pages', [['x', '/x'], ['x.html', '/x.html']], ['/x.md', '/x/index.md'])
