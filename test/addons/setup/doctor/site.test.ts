import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  checkUrls, noSitemap, readPublishedSitemap, type UrlComparison,
} from '../../../../src/addons/setup/doctor/site.ts'
import { USUAL_NAMES } from '../../../../src/core/content/site/sitemap.ts'
import { modelServer, type ScriptedReply } from '../../../support/model-server.ts'

const URLS = ['/', '/a/', '/b/', '/c/', '/d/', '/e/']

/** Each finding as `status message | remedy`; locations are paths of a site. */
function lines(paths: readonly string[], given: Partial<UrlComparison> & Partial<UrlComparison['sitemap']> = {}): string[] {
  const { name = 'sitemap.xml', problems = [], ...rest } = given
  const locations = paths.map((path) => `https://docs.example.com${path}`)
  const found = checkUrls({ urls: URLS, base: '/', sitemap: { name, locations, problems }, ...rest })
  return found.map(({ status, message, remedy = '' }) => `${status} ${message} | ${remedy}`)
}

const below = (base: string) => URLS.map((url) => base + url)

test('checkUrls() says that all pages are listed', () => {
  assert.deepEqual(lines(URLS), ['ok sitemap.xml lists the addresses of all 6 pages | '])
  assert.deepEqual(lines([...URLS, '/blog/', '/team/']), ['ok sitemap.xml lists the addresses of all 6 pages, and 2 others not in the content: https://docs.example.com/blog/, https://docs.example.com/team/ | '])
})

test('checkUrls() fails for pages below another path, and warns of other differences', () => {
  assert.deepEqual(lines(below('/docs')), ['fail sitemap.xml: The sitemap has the pages below /docs/, not /: links need `--base /docs/` | '])
  const bare = URLS.map((url) => (url === '/' ? url : url.slice(0, -1)))
  assert.match(lines(bare)[0]!, /^warn sitemap\.xml: The sitemap writes addresses without a slash at the end: pass/)
  assert.match(lines(URLS, { urls: [...URLS, '/new/'] })[0]!, /^warn sitemap\.xml: Not in the sitemap, but still searched: 1 of 7 pages: \/new\/ \| $/)
  const [found, ...more] = lines(['/x/', '/y/', '/z/'])
  assert.deepEqual(more, [])
  assert.match(found!, /^fail sitemap\.xml lists none of 6 pages, such as \/ \| Is this the sitemap of this content\?/)
})

test('checkUrls() skips a sitemap without addresses', () => {
  assert.match(lines([])[0]!, /^skip sitemap\.xml lists no pages \| .*site_url/)
  assert.match(lines([], { name: null, problems: ['x can\'t be read'] })[0]!, /^warn x can't be read \| Is this the address of the site/)
  const problems = ['sitemap.xml:3: Broken XML', '2', '3', '4']
  assert.deepEqual(lines(URLS, { problems }).map((line) => line.slice(0, 7)), ['ok site', 'warn si', 'warn 2 ', 'warn 3 '])
})

test('checkUrls() does not compare a sitemap that could not be read completely', () => {
  const problems = ["b.xml can't be read"]
  const held = ['skip Not compared: sitemap.xml could not be read completely', "warn b.xml can't be read"]
  for (const paths of [['/', '/a/'], ['/x/'], below('/docs'), ['/', '/a']]) {
    assert.deepEqual(lines(paths, { problems }).map((line) => line.split(' | ')[0]), held)
  }
})

test('noSitemap() is a warning for a site that was named', () => {
  assert.deepEqual([noSitemap(null).status, noSitemap('https://x.test').status], ['skip', 'warn'])
  assert.match(noSitemap('https://x.test').message, /^https:\/\/x\.test has no sitemap/)
})

const text = (body: string, type = 'application/xml'): ScriptedReply => ({ headers: { 'content-type': type }, body: [body] })
const list = (...paths: readonly string[]) => text(`<urlset>${paths.map((path) => `<url><loc>https://www.example.com${path}</loc></url>`).join('')}</urlset>`)
const index = (...addresses: readonly string[]) => text(`<sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`)
const PAGE = text('<!doctype html><title>Docs</title>', 'text/html')

/** What is found at `<server>/manual` where status so by path; all else is `missing`. */
async function read(t: TestContext, replies: Readonly<Record<string, ScriptedReply>>, missing: ScriptedReply = { status: 404 }) {
  const server = await modelServer(t, ({ path }) => replies[path] ?? missing, ['GET'])
  const found = await readPublishedSitemap(`${server.url}/manual`, { fetch, now: () => 0 })
  const plain = (line: string) => line.replaceAll(server.url, '')
  return {
    name: found.name === null ? null : plain(found.name),
    locations: found.locations.map((address) => address.replace('https://www.example.com', '')),
    problems: found.problems.map(plain),
    paths: server.requests.map(({ path }) => path),
  }
}

test('a sitemap of the usual name is read', async (t) => {
  const { name, locations, problems, paths } = await read(t, { '/manual/sitemap.xml': list('/', '/a/') })
  assert.deepEqual([name, locations, problems], ['/manual/sitemap.xml', ['/', '/a/'], []])
  assert.deepEqual(paths, ['/robots.txt', '/manual/sitemap-index.xml', '/manual/sitemap_index.xml', '/manual/sitemap.xml'])
})

test('an index is followed at the site itself, whatever host it names', async (t) => {
  const { name, locations, problems } = await read(t, {
    '/manual/sitemap-index.xml': index('https://www.example.com/manual/sitemap-0.xml', 'https://evil.example.com/manual/sitemap-1.xml?v=2'),
    '/manual/sitemap-0.xml': list('/', '/a/'),
    '/manual/sitemap-1.xml?v=2': list('/a/', '/b/'),
  })
  assert.deepEqual([name, locations, problems], ['/manual/sitemap-index.xml', ['/', '/a/', '/b/'], []])
})

test('robots.txt names others', async (t) => {
  const robots = text('User-agent: *\nSitemap: https://www.example.com/maps/docs.xml\nSitemap: ::::\n', 'text/plain')
  const { name, locations } = await read(t, { '/robots.txt': robots, '/maps/docs.xml': list('/a/') })
  assert.deepEqual([name, locations], ['/maps/docs.xml', ['/a/']])
})

test('a site that answers everything with its own page has none', async (t) => {
  const { name, locations, problems } = await read(t, {}, PAGE)
  assert.deepEqual([name, locations, problems], [null, [], []])
})

test('what is broken in a sitemap is named', async (t) => {
  const { locations, problems } = await read(t, { '/manual/sitemap.xml': text('<urlset>\n<url><loc>https://www.example.com/a/</loc></url>\n') })
  assert.deepEqual(locations, ['/a/'])
  assert.match(problems[0]!, /^\/manual\/sitemap\.xml:1: Broken XML/)
})

test('a site that does not answer is asked once', async (t) => {
  const { name, problems, paths } = await read(t, { '/robots.txt': { ending: 'reset', body: ['x'] } })
  assert.deepEqual([name, paths.length], [null, 1])
  assert.match(problems[0]!, /^\/robots\.txt can't be read: the connection was cut$/)
})

test('an endless index is bounded', async (t) => {
  let pages = 0
  const server = await modelServer(t, ({ path }) => (path === '/robots.txt' ? { status: 404 } : index(`${'/s'}${(pages += 1)}.xml`)), ['GET'])
  const { problems } = await readPublishedSitemap(server.url, { fetch, now: () => 0 })
  assert.ok(server.requests.length <= 52)
  assert.match(problems.at(-1)!, /were not read: the limit is 50 sitemaps/)
  const missing = await modelServer(t, ({ path }) => (path === '/sitemap.xml' ? index(...Array.from({ length: 99 }, (_, i) => `/${i}.xml`)) : { status: 404 }), ['GET'])
  await readPublishedSitemap(missing.url, { fetch, now: () => 0 })
  assert.equal(missing.requests.length, 51)
})

test('slow sitemaps are left out', async (t) => {
  let clock = 0
  const server = await modelServer(t, () => list('/a/'), ['GET'])
  const { problems } = await readPublishedSitemap(server.url, { fetch, now: () => (clock += 20_000) })
  assert.match(problems[0]!, /were not read: .* 30 s$/)
})

test('what is named and can not be read is a problem', async (t) => {
  const cases: readonly (readonly [ScriptedReply, RegExp])[] = [
    [{ status: 404 }, /^\/b\.xml can't be read: status 404$/],
    [{ status: 503 }, /^\/b\.xml can't be read: status 503$/],
    [{ status: 301, headers: { location: '/c.xml' } }, /^\/b\.xml can't be read: status 301$/],
    [PAGE, /^\/b\.xml:1: Not a sitemap: .* has <title>$/],
    [text(''), /^\/b\.xml:1: Not a sitemap: .* has no element$/],
    [text('\u001f\u008b\u0008', 'application/gzip'), /^\/b\.xml:1: Not a sitemap/],
  ]
  for (const [reply, problem] of cases) {
    const { locations, problems } = await read(t, { '/manual/sitemap.xml': index('/a.xml', '/b.xml'), '/a.xml': list('/a/'), '/b.xml': reply })
    assert.deepEqual([locations, problems.length], [['/a/'], 1])
    assert.match(problems[0]!, problem)
  }
  const usual = await read(t, { '/manual/sitemap-index.xml': index('/a.xml', '/manual/sitemap.xml'), '/a.xml': list('/a/') })
  assert.deepEqual(usual.problems, ["/manual/sitemap.xml can't be read: status 404"])
  const robots = text('Sitemap: /manual/sitemap.xml', 'text/plain')
  assert.deepEqual((await read(t, { '/robots.txt': robots })).problems, ["/manual/sitemap.xml can't be read: status 404"])
})

test('a site that fails, refuses or moved has problems rather than no sitemap', async (t) => {
  for (const status of [301, 403, 503]) {
    const { name, problems } = await read(t, {}, { status, headers: { location: 'https://www.example.com/' } })
    assert.equal(name, null)
    assert.deepEqual(problems, ['/robots.txt', ...USUAL_NAMES.map((file) => `/manual/${file}`)].map((path) => `${path} can't be read: status ${status}`))
  }
})

test('names that were only guessed are no problem where there is a sitemap, unless the server failed', async (t) => {
  for (const [status, count] of [[301, 0], [403, 0], [410, 0], [503, 3]] as const) {
    const { locations, problems } = await read(t, { '/manual/sitemap.xml': list('/a/') }, { status })
    assert.deepEqual([locations, problems.length], [['/a/'], count])
  }
})
