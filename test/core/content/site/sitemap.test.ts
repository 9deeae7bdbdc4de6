import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  matchSitemap, readRobotsSitemaps, readSitemap, SITEMAP_LIMITS, type SitemapMatch,
} from '../../../../src/core/content/site/sitemap.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Pages, then further sitemaps after `>`, then warnings after `!`. */
function check(xml: string, expected: readonly string[]) {
  const { pages, sitemaps, warnings } = readSitemap(xml)
  const found = [...pages, ...sitemaps.map((location) => `>${location}`), ...warnings.map(({ line, message }) => `!${line}: ${message}`)]
  assert.deepEqual(found, expected, xml.slice(0, 200))
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (...urls: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?><urlset ${NAMESPACE}>${urls.join('')}</urlset>`
const loc = (text: string) => `<url><loc>${text}</loc></url>`
const IMAGE = '<image:image><image:loc>https://x.test/a.png</image:loc></image:image>'
const VIDEO = '<video:video><video:thumbnail_loc>https://x.test/b.png</video:thumbnail_loc></video:video>'
const LINK = '<xhtml:link rel="alternate" hreflang="de" href="https://x.test/de/"/>'
const WANTS = 'Not a sitemap: it should start with <urlset> or <sitemapindex>, and has'

for (const [name, run] of rulesOf('readSitemap()', check, [
  ['reads the pages of a sitemap in order',
    [urlset(loc('https://x.test/b/'), loc('https://x.test/a/')), ['https://x.test/b/', 'https://x.test/a/']],
    [urlset('<url><lastmod>2025-01-01</lastmod><loc>\n  https://x.test/a\r\n</loc><priority>1</priority></url>'), ['https://x.test/a']],
    [urlset(), []], ['<urlset/>', []]],
  ['decodes references and takes CDATA as it stands',
    [urlset(loc('https://x.test/?a=1&amp;b=2')), ['https://x.test/?a=1&b=2']],
    [urlset(loc('https://x.test/&#x61;&#98;&apos;')), ["https://x.test/ab'"]],
    [urlset(loc('<![CDATA[https://x.test/?a=1&amp;b=2]]>')), ['https://x.test/?a=1&amp;b=2']],
    [urlset(loc('https://x.test/<!-- not this -->a<![CDATA[b]]>')), ['https://x.test/ab']]],
  ['goes by names without their prefixes',
    [`<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://x.test/</sm:loc></sm:url></sm:urlset>`, ['https://x.test/']],
    [`\ufeff<URLSET><Url><LOC>https://x.test/</LOC></Url></URLSET>`, ['https://x.test/']]],
  ['reads the sitemaps of an index',
    [`<sitemapindex ${NAMESPACE}><sitemap><loc>https://x.test/0.xml</loc><lastmod>2025-01-01</lastmod></sitemap></sitemapindex>`,
      ['>https://x.test/0.xml']]],
  ['leaves the locations of images, videos and other languages alone',
    [urlset(`<url>${IMAGE}<loc>https://x.test/</loc>${LINK}${VIDEO}</url>`), ['https://x.test/']]],
  ['leaves out addresses that say nothing or go on and on',
    [urlset('<url><loc/></url>', loc(' '), loc(`https://x.test/${'a'.repeat(2_040)}`), loc('https://x.test/')),
      ['https://x.test/', '!1: Left out: an address of more than 2048 characters']]],
  ['reads broken XML as far as it goes, with a warning if it is cut off',
    [`<urlset>${loc('x:/a')}\n<url><loc>x:/b`, ['x:/a', '!1: Broken XML: the file ends before </urlset>']],
    [`<urlset>${loc('x:/a')}<url><loc>x:/b</url>${loc('x:/a')}</urlset>`, ['x:/a', 'x:/b', 'x:/a']],
    [`<urlset>${'<url>'.repeat(50_000)}${'<loc>'.repeat(50_000)}`, ['!1: Broken XML: the file ends before </urlset>']]],
  ['warns of files that are not sitemaps',
    ['', [`!1: ${WANTS} no element`]], ['https://x.test/', [`!1: ${WANTS} no element`]],
    ['<!doctype html>\n<html><loc>x</loc></html>', [`!1: ${WANTS} <html>`]],
    ['<rss version="2.0"></rss>', [`!1: ${WANTS} <rss>`]]],
])) test(name, run)

test('readSitemap() reads CDATA and tags without an end up to that of the address', () => {
  check(urlset(loc('https://x.test/a<![CDATA[b&amp;')), ['https://x.test/ab&amp;'])
  check(urlset(loc('https://x.test/a<b')), ['https://x.test/a'])
  for (const part of ['<![CDATA[', '<']) {
    const locations = urlset(loc(part.repeat(8_000 / part.length)).repeat(3_000) + loc('https://x.test/'))
    assert.equal(readSitemap(locations).pages.at(-1), 'https://x.test/', part)
  }
})

test('readSitemap() reads as many addresses as the protocol allows', () => {
  const all = Array.from({ length: SITEMAP_LIMITS.locations + 1 }, (_, at) => loc(`https://x.test/${at}`))
  const { pages, warnings } = readSitemap(urlset(...all))
  assert.equal(pages.length, SITEMAP_LIMITS.locations)
  assert.deepEqual(warnings, [{ line: 1, message: 'Left out with all that follows: more than 50000 addresses' }])
  assert.deepEqual(readSitemap(urlset(...all.slice(1))).warnings, [])
})

test('readRobotsSitemaps() finds the lines that name sitemaps', () => {
  const text = 'User-agent: *\r\nDisallow: /sitemap: no\r\nSitemap: https://x.test/a.xml\r\n  sitemap :https://x.test/b.xml # old\nSITEMAP:\n'
  assert.deepEqual(readRobotsSitemaps(text), ['https://x.test/a.xml', 'https://x.test/b.xml'])
})

test('readRobotsSitemaps() finds as many as one sitemap may list', () => {
  const text = 'Sitemap: /a.xml\n'.repeat(SITEMAP_LIMITS.locations + 1)
  assert.equal(readRobotsSitemaps(text).length, SITEMAP_LIMITS.locations)
})

const AGREED: SitemapMatch = { unlisted: [], unknown: [], base: null, trailingSlash: null }

/** Pages and locations are separated by spaces; fields without a name are those of two that agree. */
function checkMatch(pages: string, places: string, expected: Partial<SitemapMatch> = {}, base = '/') {
  const urls = places.split(' ').map((place) => (place.startsWith('/') ? `https://x.test${place}` : place))
  const unknown = expected.unknown?.map((place) => (place.startsWith('/') ? `https://x.test${place}` : place)) ?? []
  assert.deepEqual(matchSitemap(pages.split(' '), urls, base), { ...AGREED, ...expected, unknown }, `${pages} | ${places}`)
}

for (const [name, run] of rulesOf('matchSitemap()', checkMatch, [
  ['finds pages the sitemap lacks, and places without a page',
    ['/ /a/ /b/', '/ /a/ /b/'], ['/ /a/ /b/ /c/', '/c/ /a/ /', { unlisted: ['/b/'] }],
    ['/ /a/', '/ /a/ /tags/', { unknown: ['/tags/'] }], ['/a/', '/b/', { unlisted: ['/a/'], unknown: ['/b/'] }]],
  ['counts text that is not the address of a page as an unknown address',
    ['/a/', '/a/ mailto:a@x.test http:// http://[', { unknown: ['mailto:a@x.test', 'http://', 'http://['] }]],
  ['finds the base that makes pages and sitemap agree',
    ['/ /a/ /b/c/', '/docs/ /docs/a/ /docs/b/c/', { base: '/docs/' }],
    ['/ /a/ /d/', '/my%20docs/v1/ /my%20docs/v1/a/ /my%20docs/v1/b/', { base: '/my%20docs/v1/', unlisted: ['/d/'], unknown: ['/my%20docs/v1/b/'] }],
    ['/docs/ /docs/a/', '/ /a/', { base: '/' }, '/docs/'], ['/docs/ /docs/a/', '/docs/ /docs/a/', {}, '/docs/'],
    ['https://y.test/docs/ https://y.test/docs/a/', '/docs/ /docs/a/', {}, 'https://y.test/docs/'],
    ['/ /a/ /b/', '/about/ /docs/ /docs/a/ /docs/b/', { base: '/docs/', unknown: ['/about/'] }]],
  ['takes no base for one on slight evidence',
    ['/a/ /b/ /c/', '/x/a/ /y/ /z/', { unlisted: ['/a/', '/b/', '/c/'], unknown: ['/x/a/', '/y/', '/z/'] }],
    ['/ /a/ /fr/ /fr/a/', '/fr/ /fr/a/', { unlisted: ['/', '/a/'] }]],
  ['finds the end that the sitemap gives to all pages',
    ['/ /a/ /b/', '/ /a /b', { trailingSlash: false }], ['/ /a /b', '/ /a/ /b/', { trailingSlash: true }],
    ['/ /a/ /b/', '/docs /docs/a /docs/b', { base: '/docs/', trailingSlash: false }], ['/ /a/ /b/', '/ /a /b/'],
    ['/ /a.html /b/', '/ /a /b/'], ['/a/', '/a.html'], ['/', '/']],
])) test(name, run)

test('matchSitemap() knows a path however it is written', () => {
  const rows = [
    ['/%C3%BC/', '/ü/'], ['/a%20%28b%29/', '/a%20(b)/'], ['/u%CC%88/', '/%C3%BC/'], ['/100%/', '/100%/'],
    ['/a.html', '/a'], ['/a.html', '/a/index.html'], ['/a.htm', '/a.html'], ['/', '/index.html'],
    ['/a/', 'http://other.test:8080/a/?x#y'], ['/a/', 'a/'], ['https://docs.test/a/', '/a/'],
  ]
  for (const [page, place] of rows) checkMatch(page!, place!)
  checkMatch('/a/', '/a/', {}, 'http://[')
  checkMatch('/A/', '/a/', { unlisted: ['/A/'], unknown: ['/a/'] })
})
