import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkUrls, type UrlComparison, noSitemap } from '../../src/doctor/urls.ts'

const URLS = ['/', '/a/', '/b/', '/c/', '/d/', '/e/']

/** Each finding as `status message | remedy`; locations are paths of a site. */
function lines(paths: readonly string[], given: Partial<UrlComparison> & Partial<UrlComparison['sitemap']> = {}): string[] {
  const { name = 'sitemap.xml', problems = [], ...rest } = given
  const locations = paths.map((path) => `https://docs.example.com${path}`)
  const found = checkUrls({ urls: URLS, base: '/', isAstro: false, sitemap: { name, locations, problems }, ...rest })
  return found.map(({ status, message, remedy = '' }) => `${status} ${message} | ${remedy}`)
}

const below = (base: string) => URLS.map((url) => base + url)

test('checkUrls() says that all pages are listed', () => {
  assert.deepEqual(lines(URLS), ['ok sitemap.xml lists the addresses of all 6 pages | '])
  assert.deepEqual(lines([...URLS, '/blog/', '/team/']), ['ok sitemap.xml lists the addresses of all 6 pages, and 2 others not in the content: https://docs.example.com/blog/, https://docs.example.com/team/ | '])
})

test('checkUrls() finds the base path that is missing', () => {
  const [found, ...more] = lines(below('/docs'))
  assert.deepEqual(more, [])
  assert.match(found!, /^fail Pages are below \/docs\/ in sitemap\.xml, but links to them begin with \/ \| Give `--base \/docs\/`/)
  assert.match(lines(below('/docs'), { isAstro: true })[0]!, /\| Set `base: '\/docs\/'` in the configuration/)
})

test('checkUrls() finds slashes that are too many or too few', () => {
  const bare = URLS.map((url) => (url === '/' ? url : url.slice(0, -1)))
  assert.match(lines(bare)[0]!, /^warn Addresses in sitemap\.xml have no slash at the end, but links do \| Give `--no-trailing-slash`/)
  assert.match(lines(bare, { isAstro: true })[0]!, /\| Run `npx astro sync`/)
  assert.match(lines(URLS, { urls: bare })[0]!, /^warn .* end in a slash, .*\| Remove `--no-trailing-slash`/)
})

test('checkUrls() names pages that the site does not list', () => {
  const urls = [...URLS, '/new-1/', '/new-2/', '/new-3/', '/new-4/']
  assert.match(lines(URLS, { urls })[0]!, /^warn sitemap\.xml does not list 4 of 10 pages: \/new-1\/, \/new-2\/, \/new-3\/, … \| .* build it again/)
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
