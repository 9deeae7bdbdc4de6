import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyOf, type ReaderSite } from '../../../src/addons/reader/layout.ts'
import { createReader, nearestPages } from '../../../src/addons/reader/reader.ts'
import { chunkPages } from '../../../src/core/content/chunk.ts'
import type { Page } from '../../../src/core/content/page.ts'
import type { ElementStart } from '../../../src/core/content/structure/element.ts'
import { formatToken } from '../../../src/core/content/structure/encoding.ts'
import type { Graph } from '../../../src/core/graph/graph.ts'
import { createGraphKnowledge } from '../../../src/core/graph/read.ts'
import { page } from '../../support/chunk.ts'
import { graph } from '../../support/graph.ts'
import { clientOf } from '../../support/pages.ts'

const SITE: ReaderSite = { title: 'Acme', home: '/', endpoint: '/api/ask', overlay: 'answers' }
const PAGES = [
  page('guides/routing', { '': 'Routes lead on.', 'Static routes': 'A route with SSR, not `SSR`. SSR again.', 'Next': 'SSR here.' }),
  page('guides/deploy', { '': 'To a host.' }),
  page('about', {}),
]
const HOSTILE = '"><script>alert(\'1\')</script><img src=x onerror=alert(1)>'

interface Given {
  readonly site?: Partial<ReaderSite>
  readonly pages?: readonly Page[]
  readonly graph?: Partial<Graph>
  readonly overlay?: string | null
  readonly files?: readonly string[]
}

/** Replies of a reader with a service that always replies 404. */
function reading({ site, pages = PAGES, graph: parts = {}, overlay = 'export {}', files = [] }: Given = {}) {
  const known = graph(parts)
  const knowledge = createGraphKnowledge(known, async (query) => ({ query, results: [] }))
  const reader = createReader({ ...SITE, ...site }, { pages, knowledge, suggestions: async () => known.suggestions, overlay, files: new Set(files) })
  const get = clientOf(reader)
  return (target: string, headers: Readonly<Record<string, string>> = { accept: 'text/html' }) => get(target, headers)
}

/** Checks that a page has no inline style or script, no event handler and no address of another site. */
function assertHarmless(html: string) {
  assert.doesNotMatch(html, /<script(?! type="module" src="\/_ask\/overlay\.js"><\/script>| src="\/_ask\/page\.js"><\/script>)|<style|<img| style="/)
  assert.doesNotMatch(html.replaceAll(/"[^"]*"/g, '""'), /<[^>]* on\w+=/)
  for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) assert.match(address!, /^[/#?]/)
}

test('the contents list every page by group, with context, questions and glossary', async () => {
  const { status, headers, text } = await reading()('/')
  assert.equal(status, 200)
  assert.equal(headers['content-security-policy'], policyOf(SITE))
  assert.match(headers['cache-control'] ?? '', /max-age/)
  for (const path of ['/guides/routing/', '/guides/deploy/', '/about/']) assert.ok(text.includes(`href="${path}"`), path)
  assert.match(text, /<h1>Acme<\/h1><p class="lead">A context\.<\/p>/)
  assert.match(text, /<a href="\?q=How%20do%20I%20route%3F" data-ask-open="How do I route\?">How do I route\?<\/a>/)
  assert.match(text, /<dt>Server-side rendering<small> SSR<\/small><\/dt><dd dir="auto">Rendering on the server\.<\/dd>/)
  assert.match(text, /<ask-overlay endpoint="\/api\/ask" trigger="none"><\/ask-overlay>/)
  assertHarmless(text)
})

test('a page has each section below the id that its deep link names', async () => {
  const strange = { ...PAGES[0]!, sections: PAGES[0]!.sections.map((one, i) => ({ ...one, anchor: i === 0 ? null : ['ask-main', 'a"b <%>', 'ключ'][i - 1]! })) }
  for (const one of [PAGES[0]!, strange]) {
    const { text } = await reading({ pages: [one, PAGES[1]!] })('/guides/routing/')
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescaped(id!))
    assert.equal(new Set(ids).size, ids.length)
    for (const { anchor, url } of chunkPages([one])) {
      if (anchor === null) continue
      assert.ok(ids.includes(decodeURIComponent(new URL(url, 'http://site.test').hash.slice(1))), url)
      assert.ok(text.includes(`<h2 id=`), url)
    }
    assertHarmless(text)
  }
})

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

test('headings have the level of their section in the outline', async () => {
  const [first, second] = page('a', { One: '', Two: '' }).sections.slice(1)
  const sections = [page('a', {}).sections[0]!, { ...first!, depth: 4 }, { ...second!, depth: 6, parents: ['One'] }]
  const { text } = await reading({ pages: [page('a', {}, { sections })] })('/a/')
  assert.match(text, /<h1>A<\/h1>[^]*<h2 id="one">[^]*<h3 id="two">/)
})

test('a glossary term is explained once a section, never in code', async () => {
  const { text } = await reading()('/guides/routing/')
  const sections = text.split('<section>').slice(1)
  assert.deepEqual(sections.map((one) => one.split('class="term"').length - 1), [0, 1, 1])
  assert.match(text, /<code>SSR<\/code>/)
  const targets = [...text.matchAll(/popovertarget="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(targets).size, 1)
  assert.match(text, new RegExp(`<div id="${targets[0]}" popover class="explanation" role="note" dir="auto"><strong>Server-side rendering</strong><p>Rendering on the server\\.</p></div>`))
})

test('a page in a language from right to left has that direction as a whole', async () => {
  for (const [lang, expected] of [['ar', ' lang="ar" dir="rtl"'], ['he-IL', ' lang="he-IL" dir="rtl"'], ['en', ' lang="en"'], [null, ' lang="en"']] as const) {
    const pages = [page('index', { '': 'Welcome.' }, { lang }), page('a', {}, { lang })]
    for (const path of ['/', '/a/']) assert.ok((await reading({ pages })(path)).text.includes(`<html${expected}><head>`), `${lang} ${path}`)
  }
})

test('a page links the previous and the next page, and marks itself in its folder', async () => {
  const { text } = await reading()('/guides/routing/')
  assert.match(text, /<a rel="prev" href="\/about\/"><small>Previous<\/small>About<\/a><a rel="next" href="\/guides\/deploy\/">/)
  assert.match(text, /<a href="\/guides\/routing\/" aria-current="page">Routing<\/a>/)
  assert.match(text, /<nav class="side outline" aria-label="On this page"><label><input type="checkbox"><span>On this page<\/span><\/label><div><ul><li><a href="#static-routes">Static routes<\/a>/)
})

test('nothing of the content becomes markup', async () => {
  const base = page('x', { '': HOSTILE, Head: `\`${HOSTILE}\`` })
  const hostile: Page = { ...base, title: HOSTILE, description: HOSTILE, group: HOSTILE, path: HOSTILE, lang: HOSTILE, sections: base.sections.map((one) => ({ ...one, heading: one.heading === null ? null : HOSTILE, anchor: one.heading === null ? null : HOSTILE })) }
  const parts = { glossary: [{ term: 'img', aliases: [HOSTILE], definition: HOSTILE }], suggestions: [HOSTILE], context: HOSTILE }
  const get = reading({ pages: [hostile, page('y', {})], graph: parts, site: { title: HOSTILE } })
  for (const target of ['/', '/x/', '/none']) {
    const { text } = await get(target)
    assert.match(text, /&lt;script&gt;alert\(&#39;1&#39;\)/)
    assertHarmless(text)
  }
})

test('the contents begin with what the page at the root says of the site, and end with its other sections', async () => {
  const index = page('index', { '': 'Welcome.', 'First steps': 'Go.' })
  const { text } = await reading({ pages: [index, ...PAGES] })('/')
  assert.match(text, /<h1>Acme<\/h1><button [^]*<p>Welcome\.<\/p>[^]*class="groups"[^]*<h2 id="first-steps">/)
  assert.doesNotMatch(text, /<a href="\/">|<p[^>]*>A context/)
  const described = { ...index, description: 'Run `acme serve`.' }
  const html = (await reading({ pages: [described, ...PAGES] })('/')).text
  assert.match(html, /<meta name="description" content="Run acme serve\."><[^]*<h1>Acme<\/h1><p class="lead">Run <code>acme serve<\/code>\.<\/p>[^]*<p>Welcome\.<\/p>/)
})

test('a description with which the text of its page begins is shown once', async () => {
  const [index, a] = ['index', 'a'].map((slug) => page(slug, { '': 'On it.\n\nText.' }, { description: 'On it.' }))
  const site = reading({ pages: [index, a].flatMap((one) => one ?? []) })
  for (const path of ['/', '/a/']) assert.equal((await site(path)).text.match(/<p[^>]*>On it\./g)?.length, 1)
})

test('code in a description is code', async () => {
  const { text } = await reading({ pages: [page('a', {}, { description: 'The flag `--a`, and a ` alone' })] })('/a/')
  assert.match(text, /<p class="lead">The flag <code>--a<\/code>, and a ` alone<\/p>/)
})

test('other spellings of a path redirect to the linked one', async () => {
  const rows = [
    [{}, '/guides/routing?q=a', '/guides/routing/?q=a'],
    [{ site: { home: '/docs/' } }, '/', '/docs/'],
    [{ site: { home: '/docs/' } }, '/docs', '/docs/'],
    [{ site: { home: '/docs' } }, '/docs/', '/docs'],
    [{ pages: [page('a', {}, { url: '/a' })] }, '/a/', '/a'],
  ] as const
  for (const [given, target, location] of rows) {
    const { status, headers } = await reading(given)(target)
    assert.deepEqual([status, headers['location']], [302, location], target)
  }
})

test('pages whose links name a host are at its paths', async () => {
  const get = reading({ pages: [page('a', {}, { url: 'https://docs.test/base/a/' })], site: { home: '/base/' } })
  assert.match((await get('/base/')).text, /href="\/base\/a\/"/)
  assert.match((await get('/base/a/')).text, /<h1>A<\/h1>/)
})

test('a missing page is a "not found" page for browsers, and left to the service for other clients', async () => {
  const get = reading()
  const missing = await get('/none')
  assert.equal(missing.status, 404)
  assert.equal(missing.headers['cache-control'], 'no-store')
  assert.match(missing.text, /<a href="\/">All pages<\/a>/)
  assert.equal((await get('/none', { accept: 'application/json' })).text, 'service')
  assert.equal((await get('/none', {})).text, 'service')
})

test('assets have their types, and a valid copy is not sent again', async () => {
  const get = reading()
  for (const [target, type] of [['/_ask/reader.css', /^text\/css/], ['/_ask/overlay.js', /^text\/javascript/], ['/_ask/icon.svg', /^image\/svg/], ['/', /^text\/html/], ['/about/', /^text\/html/]] as const) {
    const { headers } = await get(target)
    assert.match(headers['content-type'] ?? '', type)
    assert.equal((await get(target, { 'if-none-match': headers['etag']! })).status, 304)
  }
})

test('pages work without an overlay', async () => {
  const get = reading({ overlay: null, site: { overlay: 'none' } })
  for (const target of ['/', '/about/']) assert.doesNotMatch((await get(target)).text, /ask-open|overlay/)
  assert.equal((await get('/_ask/overlay.js', {})).status, 404)
  assert.match((await reading({ site: { overlay: 'search' } })('/')).text, / mode="keyword"/)
})

test('a page with an invalid path is listed and breaks nothing', async () => {
  const get = reading({ pages: [page('a', {}, { url: '/%07/' }), page('b', {})] })
  assert.equal((await get('/')).status, 200)
  assert.equal((await get('/b/')).status, 200)
})

test('a wrong address names the nearest pages', async () => {
  const { status, text } = await reading()('/guides/routng/')
  assert.equal(status, 404)
  assert.match(text, /<h2>Pages with a similar name<\/h2><ul><li><a href="\/guides\/routing\/">Routing<\/a> <small>guides<\/small><\/li>/)
  assertHarmless(text)
  assert.doesNotMatch((await reading()('/wp-login.php')).text, /similar/)
})

/** A page with an image of this site, one of another site, and links to itself and to the next page. */
function illustrated(slug: string, next: string): Page {
  const starts: readonly ElementStart[] = [
    { type: 'image', src: '/a.png' }, { type: 'image', src: 'https://b.test/c.png' }, { type: 'link', href: `/${next}/`, line: 0 }, { type: 'link', href: `/${slug}/`, line: 0 },
  ]
  const structure = starts.map((start) => formatToken(start, 0) + formatToken(null, 1)).join('')
  const base = page(slug, { '': 'abcd' })
  return { ...base, sections: base.sections.map((section) => ({ ...section, structure })) }
}

test('a page runs and loads only what this server has, sends no form, and is shown in no frame', async () => {
  const rules = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'", "base-uri 'none'",
    "form-action 'none'", "frame-ancestors 'none'",
  ]
  for (const target of ['/', '/about/', '/guides/routing/']) {
    assert.equal((await reading()(target)).headers['content-security-policy'], rules.join('; '), target)
  }
})

test('images of other sites are links, unless the owner permits them', async () => {
  const pages = [illustrated('x', 'y'), illustrated('y', 'x')]
  const plain = await reading({ pages, files: ['a.png'] })('/x/')
  assert.match(plain.text, /<p><img src="\/a\.png" alt="a" loading="lazy" decoding="async"><a class="image" href="https:\/\/b\.test\/c\.png">b<\/a><a href="\/y\/">c<\/a><a href="\/x\/">d<\/a><\/p>/)
  assert.match(plain.headers['content-security-policy'] ?? '', /img-src 'self';/)
  const permitted = await reading({ pages, site: { remoteImages: true } })('/x/')
  assert.match(permitted.text, /<p><span class="image">a<\/span><img src="https:\/\/b\.test\/c\.png" alt="b"/)
  assert.match(permitted.headers['content-security-policy'] ?? '', /img-src 'self' https: http:;/)
  assert.match(permitted.headers['content-security-policy'] ?? '', /script-src 'self';/)
})

const NAMED_PAGES = [
  page('index', {}), page('guides/routing', {}), page('guides/routing-rules', {}), page('guides/deploy', {}),
  page('reference/configuration', {}), page('x/y', {}, { title: 'Server islands' }), page('ガイド/始める', {}),
]

test('nearestPages() have a similar path or title', () => {
  const rows = [
    ['guides/ruting', 'guides/routing'], ['docs/guides/deploy', 'guides/deploy'], ['reference/configuraton.html', 'reference/configuration'],
    ['server-islands', 'x/y'], ['SERVER_ISLAND', 'x/y'], ['%E3%82%AC%E3%82%A4%E3%83%89', 'ガイド/始める'], ['deploy', 'guides/deploy'],
  ] as const
  for (const [path, slug] of rows) assert.equal(nearestPages(path, NAMED_PAGES)[0]?.slug, slug, path)
  for (const path of ['', 'wp-login.php', '%', '!!!', 'zzzz', '__proto__']) assert.deepEqual(nearestPages(path, NAMED_PAGES), [], path)
})

test('nearestPages() are among the first 5,000 pages of a site', () => {
  const pages = Array.from({ length: 5_001 }, (_, i) => page(`x${i}`, {}, { title: i < 5_000 ? '-' : 'Installation' }))
  assert.deepEqual(nearestPages('installation', pages), [])
  assert.equal(nearestPages('installation', pages.slice(1))[0]?.slug, 'x5000')
})

test('nearestPages() are at most five, for an address of any length', () => {
  const pages = Array.from({ length: 50 }, (_, i) => page(`guides/page-${i}`, {}))
  assert.equal(nearestPages('guides/page', pages).length, 5)
  assert.ok(nearestPages(`guides/page-1/${'x'.repeat(100_000)}`, pages).length <= 5)
})
