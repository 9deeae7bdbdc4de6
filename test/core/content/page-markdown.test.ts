import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import { addressMarkdown, formatPage } from '../../../src/core/content/page-markdown.ts'
import { readSite } from '../../../src/core/ask.ts'
import { page } from '../../support/chunk.ts'

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
