import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressMarkdown } from '../../src/agents/markdown-address.ts'
import { page } from '../support/chunk.ts'

const check = (name: string, urls: readonly (readonly [slug: string, url: string])[], expected: readonly string[]) => {
  test(`addressMarkdown() ${name}`, () => {
    const pages = urls.map(([slug, url]) => page(slug, {}, { url }))
    assert.deepEqual(addressMarkdown(pages).map(({ url }) => url), expected)
  })
}

check('adds .md to the address without its last slash', [['guides/routing', '/guides/routing/']], ['/guides/routing.md'])
check('keeps the base', [['routing', '/docs/routing']], ['/docs/routing.md'])
check('keeps the host', [['routing', 'https://acme.dev/docs/routing/']], ['https://acme.dev/docs/routing.md'])
check('puts that of the root into its folder', [['index', '/']], ['/index.md'])
check('puts that of the root below a base into its folder', [['index', '/docs']], ['/docs/index.md'])
check('takes the place of .html', [['about', '/about.html']], ['/about.md'])
check('takes no address of a page', [['x', '/x/'], ['x.md', '/x.md/']], ['/x/index.md', '/x.md.md'])
check('leaves out a page where no address is free', [['x', '/x/'], ['x.md', '/x.md'], ['x/index.md', '/x/index.md']], ['/x.md.md', '/x/index.md.md'])
check('gives no address to two pages', [['x', '/x'], ['x.html', '/x.html']], ['/x.md', '/x/index.md'])
