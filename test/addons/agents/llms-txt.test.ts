import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLlms } from '../../../src/addons/agents/llms-txt.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { page } from '../../support/chunk.ts'

const PAGES = [
  page('index', {}, { title: 'Acme', description: 'Documentation\nof Acme.' }),
  page('guides/routing', { '': 'Routes.' }, { title: 'Routing [beta]', description: 'How routes work.' }),
  page('about', { '': 'We.' }),
]

const indexOf = (pages: readonly Page[]) => formatLlms(pages, { title: 'Acme docs', base: '/' }).get('llms.txt') ?? ''
const fullOf = (pages: readonly Page[]) => formatLlms(pages, { title: 'Acme docs', base: '/' }).get('llms-full.txt')

test('formatLlms() has a line for each page, by group', () => {
  assert.equal(indexOf(PAGES), `# Acme docs

> Documentation of Acme.

All pages in one file: /llms-full.txt

## Pages

- [Acme](/index.md): Documentation of Acme.
- [About](/about.md)

## guides

- [Routing \\[beta\\]](/guides/routing.md): How routes work.
`)
})

test('formatLlms() cuts long descriptions, and has none where the index would be longer than 2 MB', () => {
  const long = page('a', {}, { description: 'x'.repeat(300) })
  assert.match(indexOf([long]), /: x{200} …\n$/)
  const pictured = page('a', {}, { description: `${'x'.repeat(199)}🙂` })
  assert.match(indexOf([pictured]), /: x{199} …\n$/)
  const many = Array.from({ length: 10_000 }, (_, i) => page(`a${i}`, {}, { description: 'x'.repeat(300) }))
  const text = indexOf(many)
  assert.doesNotMatch(text, /xxx/)
  assert.match(text, /\(\/a9999\.md\)\n$/)
})

test('formatLlms() joins the texts of all pages', () => {
  assert.equal(fullOf(PAGES.slice(1)), '# Routing [beta]\n\nAddress: /guides/routing/\n\nRoutes.\n\n---\n\n# About\n\nAddress: /about/\n\nWe.\n')
})

test('formatLlms() has no file of texts of more than 2 MB', () => {
  assert.notEqual(fullOf([page('a', { '': 'x'.repeat(1_990_000) })]), undefined)
  assert.equal(fullOf([page('a', { '': 'x'.repeat(1_000_000) }), page('b', { '': 'ä'.repeat(500_000) })]), undefined)
})
