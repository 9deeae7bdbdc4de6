import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prefersMarkdown, withMarkdownPages } from '../../../src/addons/reader/markdown-pages.ts'
import type { Middleware } from '../../../src/addons/reader/middleware.ts'
import type { Page } from '../../../src/core/content/page.ts'
import { page } from '../../support/chunk.ts'
import { clientOf } from '../../support/pages.ts'

const PAGES = [page('index', { '': 'Start.' }, { title: 'Acme' }), page('guides/routing', { '': 'Routes lead on.' })]
const CHROME = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'
const ROUTING = '# Routing\n\nAddress: /guides/routing/\n\nRoutes lead on.\n'

/** Replies of a site whose own paths are `files`, with the service behind it. */
function serving({ pages = PAGES, files = {}, base = '/', load }: {
  pages?: readonly Page[]
  files?: Readonly<Record<string, string>>
  base?: string
  load?: (page: Page) => Promise<Page>
} = {}) {
  const site: Middleware = async ({ key, request }) => {
    const body = files[`/${key}`] ?? (pages.some(({ url }) => url === `/${key}/` || (url === '/' && key === '')) ? `HTML of /${key}` : null)
    if (body !== null) return { status: 200, headers: { 'content-type': 'text/html', vary: 'Cookie' }, body }
    return request.header('accept')?.includes('text/html') === true ? { status: 404, headers: {}, body: 'No page' } : null
  }
  const run = withMarkdownPages(pages, { title: 'Acme', base, ...(load !== undefined && { load }) }, [site])
  return clientOf(run)
}

/** The target and headers of a GET. */
const get = (target: string, accept?: string) => [target, accept === undefined ? {} : { accept }] as const

test('a page is Markdown at its address with .md', async () => {
  const { status, headers, text } = await serving()(...get('/guides/routing.md', CHROME))
  assert.deepEqual([status, text], [200, ROUTING])
  assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  assert.equal(headers['link'], '</guides/routing/>; rel="canonical"')
  assert.match(headers['etag'] ?? '', /^"[0-9a-f]{32}"$/)
})

test('a page is Markdown at its own address for a client that prefers Markdown, with and without the last slash', async () => {
  for (const target of ['/guides/routing/', '/guides/routing']) {
    const { text, headers } = await serving()(...get(target, 'text/markdown, text/html;q=0.5'))
    assert.deepEqual([text, headers['vary']], [ROUTING, 'Accept'])
  }
})

test('a browser gets the page of the site, which names its Markdown and says that replies differ', async () => {
  const { text, headers } = await serving()(...get('/guides/routing/', CHROME))
  assert.equal(text, 'HTML of /guides/routing')
  assert.equal(headers['link'], '</guides/routing.md>; rel="alternate"; type="text/markdown"')
  assert.equal(headers['vary'], 'Cookie, Accept')
})

test('a client that has the Markdown gets 304 with the headers that decide', async () => {
  const ask = serving()
  const { headers: { etag = '' } } = await ask(...get('/guides/routing.md'))
  const { status, headers, text } = await ask('/guides/routing/', { accept: 'text/markdown', 'if-none-match': etag })
  assert.deepEqual([status, text, headers['vary'], headers['etag']], [304, '', 'Accept', etag])
})

test('unknown pages are 404 under any Accept', async () => {
  for (const accept of ['text/markdown', CHROME]) {
    for (const target of ['/guides/other.md', '/guides/other/', '/guides/routing.md.md', '/guides/routing.md/']) {
      assert.equal((await serving()(...get(target, accept))).status, 404, `${target} ${accept}`)
    }
  }
})

test('llms.txt lists the pages, llms-full.txt has their texts', async () => {
  const { text, headers } = await serving()(...get('/llms.txt', CHROME))
  assert.match(text, /^# Acme\n\nAll pages in one file: \/llms-full\.txt\n\n## Pages\n\n- \[Acme\]\(\/index\.md\)\n/)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match((await serving()(...get('/llms-full.txt'))).text, /Start\.\n\n---\n\n# Routing\n/)
})

test('pages that are loaded one by one have an index, and no file of all texts', async () => {
  const load = async ({ slug }: Page) => PAGES.find((page) => page.slug === slug) ?? assert.fail(slug)
  const ask = serving({ pages: PAGES.map((page) => ({ ...page, sections: [] })), load })
  assert.equal((await ask(...get('/guides/routing.md'))).text, ROUTING)
  assert.match((await ask(...get('/llms.txt'))).text, /^# Acme\n\n## Pages\n/)
  assert.equal((await ask(...get('/llms-full.txt'))).status, 404)
})

test('files of the site come first', async () => {
  const ask = serving({ files: { '/guides/routing.md': 'own', '/llms.txt': 'own index' } })
  assert.equal((await ask(...get('/guides/routing.md'))).text, 'own')
  assert.equal((await ask(...get('/llms.txt'))).text, 'own index')
})

test('pages named llms.txt and x.md come first; each page keeps an address for its Markdown', async () => {
  const ask = serving({ pages: [page('llms.txt', {}), page('x', { '': 'X.' }), page('x.md', { '': 'X.md.' })] })
  assert.equal((await ask(...get('/llms.txt/', CHROME))).text, 'HTML of /llms.txt')
  assert.equal((await ask(...get('/x.md/', CHROME))).text, 'HTML of /x.md')
  assert.match((await ask(...get('/x/index.md'))).text, /X\.\n$/)
  assert.match((await ask(...get('/x.md.md'))).text, /X\.md\.\n$/)
  assert.match((await ask(...get('/llms.txt.md'))).text, /^# Llms\.txt\n/)
})

test('prefersMarkdown() is true for a client that names Markdown and does not prefer HTML', () => {
  for (const accept of [
    'text/markdown', 'Text/Markdown; charset=utf-8', 'text/markdown;q=1.0', 'text/markdown, text/html, */*',
    'text/html;q=0.8, text/markdown;q=0.9', 'text/markdown;q=0.5, */*;q=0.1',
  ]) assert.ok(prefersMarkdown(accept), accept)
  for (const accept of [
    null, '', '*/*', 'text/*', 'text/html, text/markdown;q=0.9', 'text/markdown;q=0.5, */*', 'text/markdown;q=0',
    'text/markdown;q=0.000, text/html;q=0', 'text/markdown;q=wide, */*;q=0.1', 'text/markdown;q=0.5, text/*;q=0.6',
    // Browsers: Chrome, and Firefox and Safari.
    CHROME, 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  ]) assert.ok(!prefersMarkdown(accept), String(accept))
})
