import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportTree } from '../../../src/addons/agents/export-tree.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { page } from '../../support/chunk.ts'

const paths = (pages: readonly Page[], base = '/') => [...exportTree({ pages, title: 'Acme', base, glossary: [] }).keys()]

test('exportTree() has a file for each page, both indexes and the glossary', () => {
  const glossary = [{ term: 'SSR', aliases: ['server-side\nrendering'], definition: 'Rendering on\nthe server.' }]
  const files = exportTree({ pages: [page('index', {}), page('guides/routing', { '': 'Routes.' })], title: 'Acme', base: '/', glossary })
  assert.deepEqual([...files.keys()], ['index.md', 'guides/routing.md', 'llms.txt', 'llms-full.txt', '_ask/glossary.md'])
  assert.equal(files.get('guides/routing.md'), '# Routing\n\nAddress: /guides/routing/\n\nRoutes.\n')
  assert.equal(files.get('_ask/glossary.md'), '# Glossary\n\n- **SSR** (server-side rendering): Rendering on the server.\n')
})

test('exportTree() leaves the base out of paths, and llms-full.txt where the texts are too long', () => {
  const pages = [page('a', { '': 'x'.repeat(2_000_001) }, { url: 'https://acme.dev/docs/a/' })]
  assert.deepEqual(paths(pages, 'https://acme.dev/docs/'), ['a.md', 'llms.txt'])
})

test('exportTree() decodes names, except those that not every system allows for files', () => {
  const named = ['/%C3%BCber%20uns/', '/a%5Cb/', '/c%3Ad/', '/%2E%2E/x/'].map((url, i) => page(`p${i}`, {}, { url }))
  assert.deepEqual(paths(named).slice(0, 4), ['über uns.md', 'a%5Cb.md', 'c%3Ad.md', '%2E%2E/x.md'])
})
