import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../src/read-site.ts'
import { findUnreachablePages } from '../../src/reader/unreachable-pages.ts'

/** The warnings about a site of these files. */
function warningsOf(paths: readonly string[], base = '/', endpoint = '/api/ask') {
  const { pages } = readSite(paths.map((path) => ({ path, text: '# A' })), { base })
  return findUnreachablePages(pages, endpoint).map(({ path, message }) => `${path}: ${message}`)
}

test('findUnreachablePages() warns of pages at paths of the service', () => {
  const belongs = (path: string) => `The page can't be opened: its path, /${path}, belongs to the service. Rename the file, or set its slug`
  assert.deepEqual(warningsOf(['healthz.md', 'api/ask.md', 'api/ask/a.md', 'guide.md', 'healthz/a.md', 'api/asking.md', 'api.md']), [
    `api/ask.md: ${belongs('api/ask')}`,
    `api/ask/a.md: ${belongs('api/ask/a')}`,
    `healthz.md: ${belongs('healthz')}`,
  ])
  assert.deepEqual(warningsOf(['search/a.md'], '/', '/search'), [`search/a.md: ${belongs('search/a')}`])
  assert.deepEqual(warningsOf(['healthz.md', 'api/ask.md'], '/docs/'), [])
  assert.deepEqual(warningsOf(['ask.md'], '/api/'), [`ask.md: ${belongs('api/ask')}`])
})

test('findUnreachablePages() warns of pages whose path every request is refused for', () => {
  assert.deepEqual(warningsOf(['a\nb.md', `${'a'.repeat(2_100)}.md`, 'a%.md', 'a\\b.md', 'ü 🎉.md']), [
    'a\nb.md: The page can\'t be opened: The path must not contain control characters. Rename the file, or set its slug',
    `${'a'.repeat(2_100)}.md: The page can't be opened: The path and its query must be at most 2048 characters. Rename the file, or set its slug`,
  ])
})
