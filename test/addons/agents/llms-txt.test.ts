import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatLlmsFull, formatLlmsIndex } from '../../../src/addons/agents/llms-txt.ts'
import { addressMarkdown } from '../../../src/core/content/chunk.ts'
import { page } from '../../support/chunk.ts'

const PAGES = [
  page('index', {}, { title: 'Acme', description: 'Documentation\nof Acme.' }),
  page('guides/routing', { '': 'Routes.' }, { title: 'Routing [beta]', description: 'How routes work.' }),
  page('about', { '': 'We.' }),
]
const SITE = { title: 'Acme docs', fullUrl: '/llms-full.txt' }

test('formatLlmsIndex() has a line for each page, by group', () => {
  assert.equal(formatLlmsIndex(addressMarkdown(PAGES), SITE), `# Acme docs

> Documentation of Acme.

All pages in one file: /llms-full.txt

## Pages

- [Acme](/index.md): Documentation of Acme.
- [About](/about.md)

## guides

- [Routing \\[beta\\]](/guides/routing.md): How routes work.
`)
})

test('formatLlmsIndex() cuts long descriptions, and has none where the index would be longer than 2 MB', () => {
  const long = page('a', {}, { description: 'x'.repeat(300) })
  assert.match(formatLlmsIndex(addressMarkdown([long]), SITE), /: x{200} …\n$/)
  const many = Array.from({ length: 10_000 }, (_, i) => page(`a${i}`, {}, { description: 'x'.repeat(300) }))
  const text = formatLlmsIndex(addressMarkdown(many), SITE)
  assert.doesNotMatch(text, /xxx/)
  assert.match(text, /\(\/a9999\.md\)\n$/)
})

test('formatLlmsFull() joins the texts of all pages', () => {
  assert.equal(formatLlmsFull(PAGES.slice(1)), '# Routing [beta]\n\nAddress: /guides/routing/\n\nRoutes.\n\n---\n\n# About\n\nAddress: /about/\n\nWe.\n')
})

test('formatLlmsFull() is null for texts of more than 2 MB', () => {
  assert.notEqual(formatLlmsFull([page('a', { '': 'x'.repeat(1_990_000) })]), null)
  assert.equal(formatLlmsFull([page('a', { '': 'x'.repeat(1_000_000) }), page('b', { '': 'ä'.repeat(500_000) })]), null)
})
