import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInDrafts, readPublication } from '../../../../src/core/content/frontmatter/publication.ts'
import { parseToml } from '../../../../src/core/content/frontmatter/toml.ts'
import { parseYaml } from '../../../../src/core/content/frontmatter/yaml.ts'

function publicationOf(yaml: string) {
  const { hidden, lifetime, hiddenBelow } = readPublication(parseYaml(yaml, 1).data)
  return { hidden, lifetime, hiddenBelow }
}

function check(hidden: string | null, ...rows: readonly string[]) {
  for (const yaml of rows) assert.equal(publicationOf(yaml).hidden, hidden, yaml)
}

/** Checks from when until when a page is published; null for always. */
function checkTimes(yaml: string, from: string | null, until: string | null = null) {
  const { lifetime } = publicationOf(yaml)
  assert.deepEqual(lifetime, { from: from === null ? -Infinity : Date.parse(from), until: until === null ? Infinity : Date.parse(until) }, yaml)
}

test('truth has every spelling of YAML 1.1, also as text', () => {
  const yes = ['true', 'True', 'TRUE', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'y', '"true"', "'Yes'", '1', '"1"', 'true # yet']
  check('draft', ...yes.map((word) => `draft: ${word}`))
  const no = ['false', 'False', 'FALSE', 'no', 'No', 'off', 'OFF', 'n', '"false"', "'no'", '0']
  check('draft', ...no.map((word) => `published: ${word}`))
  check(null, ...no.map((word) => `draft: ${word}`), ...yes.map((word) => `published: ${word}`))
  check(null, 'draft: maybe', 'draft:', 'published:', 'published: null')
})

test('TOML is read like YAML', () => {
  const { data } = parseToml('draft = true\npublishDate = 2199-01-01\n[build]\nrender = "never"\n', 1)
  assert.deepEqual(readPublication(data), { hidden: 'draft', lifetime: { from: Date.UTC(2199, 0), until: Infinity }, hiddenBelow: [] })
})

test('generators leave pages unpublished', () => {
  check('draft', '_build:\n  render: never\n  list: never', 'build: { render: link }', 'build: { render: false }', 'headless: true')
  check('draft', 'render: false', 'permalink: false', 'eleventyComputed:\n  permalink: false', 'publish: false', 'dg-publish: no', 'status: Draft', 'status: hidden', 'private: yes')
  check(null, 'build: { render: always }', 'permalink: /a/', 'status: new', 'publish: true')
})

test('generators and themes keep pages out of the search', () => {
  check('excluded', 'search_exclude: true', 'searchExclude: true', 'exclude_search: yes', 'excludeSearch: true')
  check('excluded', 'excludeFromSearch: true', 'exclude-from-search: "true"', 'hiddenFromSearch: true', 'searchHidden: true')
  check('excluded', 'bookSearchExclude: true', 'nosearch: true', 'nosearch:', 'no_search: on', 'hide_from_search: true')
  check('excluded', 'search: false', 'search: "no"', 'search: exclude', 'search:\n  exclude: true', 'search: { index: false }')
  check('excluded', 'searchable: no', 'in_search_index: false', 'pagefind: false', 'indexing: off')
  check('excluded', 'unlisted: true', 'hidden: true', 'visibility: hidden', 'sidebar:\n  hidden: true', 'build: { list: never }')
  check('excluded', 'params:\n  excludeSearch: true', 'params: { search: { exclude: on } }')
  check(null, 'search_exclude: false', 'search:\n  boost: 2', 'search: true', 'sidebar:\n  label: A', 'nosearch: false', 'research: false')
  check(null, 'hidden: false', 'visibility: public', 'hide: [search]', 'nav_exclude: true', 'sitemap: false', 'searchExclude:\n  - a')
})

test('pages that search engines may not index are not found here either', () => {
  check('noindex', 'noindex: true', 'no_index: yes', 'seo: { noindex: true }', 'robots: "noindex, nofollow"', 'robots: none')
  check('noindex', 'robots: [nofollow, NoIndex]', 'robots: false', 'robots: { index: false }', 'prevent_indexing: true')
  check('noindex', 'head:\n  - tag: meta\n    attrs:\n      name: robots\n      content: noindex')
  check('noindex', 'head:\n  - - meta\n    - name: robots\n      content: noindex')
  check(null, 'robots: index', 'head: text', 'head:\n  - tag: meta\n    attrs: { name: description, content: noindex }')
})

test('a page that is unpublished is so before all else', () => {
  check('draft', 'noindex: true\nsearch: false\ndraft: true')
})

const NO_DATES = ['date: Spring 2199', 'published: Acme Press 2199', 'date: since version 3000', 'date: 2199-02-31', 'date: 2199-13-01', 'date: May 2199', 'date: Acme 3 2199']

test('a page is published from its date on, until it expires', () => {
  checkTimes('publishDate: 2199-01-01', '2199-01-01T00:00Z')
  checkTimes('publishdate: 2199-01-31T08:30:15+01:00', '2199-01-31T07:30:15Z')
  checkTimes('date: 2199-01-31 08:30:00 -0130', '2199-01-31T10:00Z')
  checkTimes('pubDate: 2199/1/31 08:30', '2199-01-31T08:30Z')
  checkTimes('pub_date: "31 Jan 2199"', '2199-01-31T00:00Z')
  checkTimes('date: July 5, 2199', '2199-07-05T00:00Z')
  checkTimes('date: Sat Jan 5 08:30:00 UTC 2199', '2199-01-05T08:30Z')
  checkTimes('date: Sat, 05 Jan 2199 08:30:00 +0100', '2199-01-05T07:30Z')
  checkTimes('expiryDate: 2001-01-01', null, '2001-01-01T00:00Z')
  checkTimes('publishDate: 2001-01-01\nunpublishdate: 2002-01-01T00:00:00.5Z', '2001-01-01T00:00Z', '2002-01-01T00:00Z')
  for (const yaml of ['date: soon', 'date:', 'date: [2199-01-01]', 'lastmod: 2199-01-01', 'published: true', 'date: 7', ...NO_DATES]) {
    assert.equal(publicationOf(yaml).lifetime, null, yaml)
  }
})

test('the date of publication comes before that of the text, as in Hugo', () => {
  checkTimes('date: 2199-01-01\npublishDate: 2001-01-01', '2001-01-01T00:00Z')
  checkTimes('published: true\ndate: 2199-01-01', '2199-01-01T00:00Z')
})

test('the page of a section in Hugo hides what is below', () => {
  const rows: readonly (readonly [yaml: string, hiddenBelow: readonly string[]])[] = [
    ['cascade:\n  build:\n    render: never', ['draft']],
    ['cascade:\n  - search: false\n  - draft: true', ['excluded', 'draft']],
    ['cascade:\n  search: false', ['excluded']],
    ['cascade:\n  - _target: { path: /a/** }\n    draft: true', ['draft /a/**']],
    ['cascade:\n  - target: { path: "/a/**", environment: production }\n    build: { render: never }', ['draft /a/**']],
    ['cascade:\n  - target: { environment: production }\n    draft: true', ['draft']],
    ['cascade:\n  - target: { environment: staging }\n    draft: true', []],
    ['cascade:\n  - target: { environment: "{staging,production}", lang: fr, type: x }\n    draft: true', ['draft fr']],
    ['cascade:\n  - target: { path: /a/**, kind: section }\n    draft: true', ['draft /a/** section']],
    ['cascade:\n  type: docs', []],
    ['cascade: text', []],
  ]
  for (const [yaml, expected] of rows) {
    const { hidden, hiddenBelow } = publicationOf(yaml)
    assert.deepEqual([hidden, hiddenBelow.map((below) => [below.reason, below.path, below.kind, below.lang].filter((one) => one !== null).join(' '))], [null, expected], yaml)
  }
})

test('isInDrafts() is true in a folder of drafts, unless the page says that it is none', () => {
  const nothing = new Map()
  for (const path of ['drafts/a.md', 'blog/Drafts/a/b.md']) assert.equal(isInDrafts(path, nothing), true, path)
  for (const path of ['drafts.md', 'a/my-drafts/b.md', 'draft/a.md']) assert.equal(isInDrafts(path, nothing), false, path)
  assert.equal(isInDrafts('drafts/a.md', new Map([['draft', 'no']])), false)
  assert.equal(isInDrafts('drafts/a.md', new Map([['published', true]])), false)
})
