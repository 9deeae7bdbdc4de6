import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchSitemap, type SitemapMatch } from '../../../src/content/site/sitemap-match.ts'

const AGREED: SitemapMatch = { unlisted: [], unknown: [], base: null, trailingSlash: null }

/** Pages and locations are separated by spaces; fields without a name are those of two that agree. */
function check(pages: string, places: string, expected: Partial<SitemapMatch> = {}, base = '/') {
  const urls = places.split(' ').map((place) => (place.startsWith('/') ? `https://x.test${place}` : place))
  const unknown = expected.unknown?.map((place) => (place.startsWith('/') ? `https://x.test${place}` : place)) ?? []
  assert.deepEqual(matchSitemap(pages.split(' '), urls, base), { ...AGREED, ...expected, unknown }, `${pages} | ${places}`)
}

test('matchSitemap() finds pages the sitemap lacks, and places without a page', () => {
  check('/ /a/ /b/', '/ /a/ /b/')
  check('/ /a/ /b/ /c/', '/c/ /a/ /', { unlisted: ['/b/'] })
  check('/ /a/', '/ /a/ /tags/', { unknown: ['/tags/'] })
  check('/a/', '/b/', { unlisted: ['/a/'], unknown: ['/b/'] })
})

test('matchSitemap() knows a path however it is written', () => {
  const rows = [
    ['/%C3%BC/', '/ü/'],
    ['/a%20%28b%29/', '/a%20(b)/'],
    ['/u%CC%88/', '/%C3%BC/'],
    ['/100%/', '/100%/'],
    ['/a.html', '/a'],
    ['/a.html', '/a/index.html'],
    ['/a.htm', '/a.html'],
    ['/', '/index.html'],
    ['/a/', 'http://other.test:8080/a/?x#y'],
    ['/a/', 'a/'],
    ['https://docs.test/a/', '/a/'],
  ]
  for (const [page, place] of rows) check(page!, place!)
  check('/a/', '/a/', {}, 'http://[')
  check('/A/', '/a/', { unlisted: ['/A/'], unknown: ['/a/'] })
})

test('matchSitemap() counts text that is not the address of a page as an unknown address', () => {
  check('/a/', '/a/ mailto:a@x.test http:// http://[', { unknown: ['mailto:a@x.test', 'http://', 'http://['] })
})

test('matchSitemap() finds the base that makes pages and sitemap agree', () => {
  check('/ /a/ /b/c/', '/docs/ /docs/a/ /docs/b/c/', { base: '/docs/' })
  check('/ /a/ /d/', '/my%20docs/v1/ /my%20docs/v1/a/ /my%20docs/v1/b/', {
    base: '/my%20docs/v1/',
    unlisted: ['/d/'],
    unknown: ['/my%20docs/v1/b/'],
  })
  check('/docs/ /docs/a/', '/ /a/', { base: '/' }, '/docs/')
  check('/docs/ /docs/a/', '/docs/ /docs/a/', {}, '/docs/')
  check('https://y.test/docs/ https://y.test/docs/a/', '/docs/ /docs/a/', {}, 'https://y.test/docs/')
  check('/ /a/ /b/', '/about/ /docs/ /docs/a/ /docs/b/', { base: '/docs/', unknown: ['/about/'] })
})

test('matchSitemap() takes no base for one on slight evidence', () => {
  check('/a/ /b/ /c/', '/x/a/ /y/ /z/', { unlisted: ['/a/', '/b/', '/c/'], unknown: ['/x/a/', '/y/', '/z/'] })
  check('/ /a/ /fr/ /fr/a/', '/fr/ /fr/a/', { unlisted: ['/', '/a/'] })
})

test('matchSitemap() finds the end that the sitemap gives to all pages', () => {
  check('/ /a/ /b/', '/ /a /b', { trailingSlash: false })
  check('/ /a /b', '/ /a/ /b/', { trailingSlash: true })
  check('/ /a/ /b/', '/docs /docs/a /docs/b', { base: '/docs/', trailingSlash: false })
  check('/ /a/ /b/', '/ /a /b/')
  check('/ /a.html /b/', '/ /a /b/')
  check('/a/', '/a.html')
  check('/', '/')
})
