import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, commonFolder, formatOf, pathSlug } from '../../../src/core/content/address.ts'
import { PLAIN_RULES } from '../../../src/core/content/generators/rules.ts'
import { rulesOf } from '../../support/rules.ts'

const NOTHING_ASKED = { title: null, slug: null, permalink: null, id: null, group: null, lang: null }
const SETTINGS = { base: '/', trailingSlash: true, rules: PLAIN_RULES }

function check(path: string, slug: string, url: string) {
  const address = addressOf(path, NOTHING_ASKED, SETTINGS)
  assert.deepEqual([address.slug, address.url], [slug, url])
  assert.equal(pathSlug(path), slug)
}

for (const [name, run] of rulesOf('addressOf()', check, [
  ['takes the path without its extension',
    ['guides/routing.md', 'guides/routing', '/guides/routing/'], ['a.mdx', 'a', '/a/'],
    ['A/B c.markdown', 'A/B c', '/A/B%20c/'], ['v1.2.md', 'v1.2', '/v1.2/'], ['a.html.md', 'a.html', '/a.html/'],
    ['a.md.html', 'a.md', '/a.md.html']],
  ['lets index and README stand for their folder',
    ['index.md', 'index', '/'], ['README.md', 'index', '/'], ['a/_index.md', 'a', '/a/'],
    ['guides/index.mdx', 'guides', '/guides/'], ['guides/readme.md', 'guides', '/guides/'],
    ['guides/reindex.md', 'guides/reindex', '/guides/reindex/']],
  ['takes the path of a built file as its address',
    ['index.html', 'index', '/'], ['guides/routing/index.html', 'guides/routing', '/guides/routing/'],
    ['about.html', 'about', '/about.html'], ['a/b c.htm', 'a/b c', '/a/b%20c.htm'],
    ['README.html', 'README', '/README.html']],
  ['encodes an address segment by segment',
    ['日本/設定.md', '日本/設定', '/%E6%97%A5%E6%9C%AC/%E8%A8%AD%E5%AE%9A/'], ['a?b&c%d.md', 'a?b&c%d', '/a%3Fb%26c%25d/'],
    ['f(x).md', 'f(x)', '/f%28x%29/'], ['\ud800.md', '\ufffd', '/%EF%BF%BD/']],
  ['keeps a slug distinct from the anchors after it',
    ['c#/intro.md', 'c%23/intro', '/c%23/intro/'], ['a\nb\u200b.md', 'a b', '/a%0Ab%E2%80%8B/']],
])) test(name, run)

function checkAsked(asked: string, slug: string, url: string) {
  const address = addressOf('guides/a.md', { ...NOTHING_ASKED, slug: asked }, SETTINGS)
  assert.deepEqual([address.slug, address.url, address.group], [slug, url, 'Guides'])
}

for (const [name, run] of rulesOf('addressOf()', checkAsked, [
  ['takes the slug that the page asks for, made clean',
    ['other', 'other', '/other/'], ['/guides/routing/', 'guides/routing', '/guides/routing/'],
    ['..//a/./../b', 'a/b', '/a/b/'], ['a\\b', 'a/b', '/a/b/'], [' a / b ', 'a/b', '/a/b/'], ['/', 'index', '/'],
    ['index', 'index', '/'], ['', 'index', '/']],
])) test(name, run)

test('addressOf() puts the base before each address and may leave the last slash off', () => {
  function checkUrl(path: string, base: string, url: string) {
    assert.equal(addressOf(path, NOTHING_ASKED, { ...SETTINGS, base, trailingSlash: false }).url, url)
  }
  checkUrl('a/b.md', '/', '/a/b')
  checkUrl('a/b.md', '/docs/', '/docs/a/b')
  checkUrl('index.md', '/', '/')
  checkUrl('index.md', '/docs/', '/docs')
  checkUrl('a/index.html', '/docs/', '/docs/a')
  checkUrl('a.html', '/docs/', '/docs/a.html')
  assert.equal(addressOf('index.md', NOTHING_ASKED, { ...SETTINGS, base: '/docs/' }).url, '/docs/')
})

function checkGroup(path: string, asked: string | null, group: string | null) {
  assert.equal(addressOf(path, { ...NOTHING_ASKED, group: asked }, SETTINGS).group, group)
}

for (const [name, run] of rulesOf('addressOf()', checkGroup, [
  ['takes the group that the page asks for, else its first folder',
    ['getting-started/install.md', null, 'Getting started'], ['api_reference/v1/users.md', null, 'API reference'],
    ['web-apis/a.md', null, 'Web APIs'], ['1.getting-started/a.md', null, 'Getting started'],
    ['01-guides/a.md', null, 'Guides'], ['3-d/a.md', null, '3 d'], ['guides/index.md', null, 'Guides'],
    ['about.md', null, null], ['about.md', 'Company', 'Company'], ['guides/a.md', 'Company', 'Company'],
    ['--/a.md', null, '--']],
])) test(name, run)

function checkTitle(path: string, asked: string | null, title: string) {
  assert.equal(addressOf(path, { ...NOTHING_ASKED, title: asked }, SETTINGS).title, title)
}

for (const [name, run] of rulesOf('addressOf()', checkTitle, [
  ['makes a title for a page that has none',
    ['guides/getting-started.md', null, 'Getting started'], ['guides/index.md', null, 'Guides'],
    ['index.md', null, 'Index'], ['éclair.md', null, 'Éclair'], ['𐐨.md', null, '𐐀'], ['c#.md', null, 'C#'], ['a.md', 'B', 'B']],
])) test(name, run)

test('formatOf() knows pages by their extension', () => {
  const formats = ['a.md', 'a.MARKDOWN', 'a.mdx', 'a.html', 'a.HTM', 'a.txt', 'md', 'a.md.bak', 'html'].map(formatOf)
  assert.deepEqual(formats, ['markdown', 'markdown', 'markdown', 'html', 'html', null, null, null, null])
})

test('commonFolder() takes names literally', () => {
  for (const [paths, folder] of [
    [['docs/[a]/x.md', 'docs/[a]/b/*.md'], 'docs/[a]/'], [['docs/a/x.md'], 'docs/a/'], [['a/x.md', 'ab/x.md'], ''], [['x.md', 'a/x.md'], ''], [[], ''],
  ] as const) assert.equal(commonFolder(paths), folder)
})
