import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findPageSearch } from '../../../src/addons/static/node/built-pages.ts'
import { searchInConfig, searchInPage } from '../../../src/addons/static/site-search.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

test('searchInConfig() finds the search that a configuration turns on or leaves on, and not one that it turns off', () => {
  const rows = [
    ['starlight', "starlight({ title: 'x' })", 'Starlight'], ['starlight', 'starlight({ pagefind: false })', null], ['starlight', "import askStarlight from 'ask-service/starlight'", null],
    ['vitepress', "search: { provider: 'local' }", 'VitePress'], ['vitepress', 'search: { provider: "algolia" }', 'VitePress'], ['vitepress', 'export default {}', null],
    ['docusaurus', 'themeConfig: { algolia: {} }', 'Algolia'], ['docusaurus', "themes: [require.resolve('@easyops-cn/docusaurus-search-local')]", 'local'], ['docusaurus', 'module.exports = {}', null],
    ['mkdocs', 'site_name: x', 'MkDocs'], ['mkdocs', 'plugins:\n  - search:\n      lang: en\n  - tags\n', 'MkDocs'], ['mkdocs', 'plugins:\n- tags\n- search\n', 'MkDocs'],
    ['mkdocs', 'plugins: []\nextra:\n  search: 1\n', null], ['mkdocs', 'plugins:\n  - tags\nnav:\n  - search.md\n', null],
    ['mkdocs', 'plugins:\n  - tags\n\n  - search\n', 'MkDocs'], ['mkdocs', 'plugins:\r\n  - tags\r\n# why\r\n  - search', 'MkDocs'], ['mkdocs', 'plugins:\n  - tags\n  # - search', null],
    ['starlight', '{\n  // pagefind: false\n}', 'Starlight'], ['starlight', '/**\n * pagefind: false\n */', 'Starlight'], ['mdbook', '[book]', 'mdBook'], ['mdbook', '[output.html.search]\nlimit-results = 1\nenable = false\n', null], ['mdbook', '[output.html.search]\n[x]\nenable = false\n', 'mdBook'],
    ['sphinx', '', 'Sphinx'],
    ['jekyll', 'remote_theme: just-the-docs/just-the-docs', 'Just the Docs'], ['jekyll', 'theme: just-the-docs\nsearch_enabled: false\n', null], ['jekyll', 'theme: minima', null],
    ['hugo', '', null], ['next', '', null],
  ] as const
  for (const [generator, config, name] of rows) {
    const found = searchInConfig(generator, config)
    assert.equal(name === null ? found : found?.name.includes(name), name === null ? null : true, `${generator}: ${config}`)
  }
})

/** Start tags as the generators and their documentation have them. */
const TAGS = [
  ['<site-search class="astro-v37mnknz"', 'Starlight'],
  ['<div id="local-search">', 'VitePress'], ['<div class="VPNavBarSearch search"><div id="docsearch">', 'VitePress'],
  ['<link rel="search" type="application/opensearchdescription+xml" title="x" href="/opensearch.xml">', 'Algolia'],
  ['<input placeholder="Search" aria-label="Search" class="navbar__search-input searchInput_x">', 'local'],
  ['<div class="md-search" data-md-component="search" role="dialog">', 'MkDocs'], ['<div class="modal" id="mkdocs_search_modal" tabindex="-1">', 'MkDocs'],
  ['<form id ="rtd-search-form" class="wy-form" action="./search.html" method="get"></form><script src="search/main.js">', 'MkDocs'],
  ['<input type="search" id="searchbar" name="searchbar">', 'mdBook'], ['<input type="search" id="mdbook-searchbar">', 'mdBook'],
  ['<form class="search" action="../search.html" method="get">', 'Sphinx'], ['<form class="sidebar-search-container" method="get" action="search.html" role="search">', 'Sphinx'],
  ['<div class="search-input-wrap">', 'Just the Docs'],
  ['<div id="docsearch">', 'DocSearch'], ['<script src="https://cdn.jsdelivr.net/npm/@docsearch/js@3">', 'DocSearch'], ['<script src="https://x.test/docsearch.min.js">', 'DocSearch'],
  ['<script src="/pagefind/pagefind-ui.js">', 'Pagefind'], ['<link href="/pagefind/pagefind-component-ui.css" rel="stylesheet">', 'Pagefind'],
] as const

test('searchInPage() finds the search of a built page by a start tag, and none in text', () => {
  for (const [tag, name] of TAGS) {
    assert.ok(searchInPage(`<body><header>${tag}</header>`)?.name.includes(name), tag)
    assert.equal(searchInPage(`<body><code>${tag.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</code>`), null, tag)
  }
  assert.equal(searchInPage('<body><a href="/search/">Search</a><ask-overlay index="/_ask/"></ask-overlay>'), null)
  // VitePress 1.6 without a provider.
  assert.equal(searchInPage('<div class="VPNavBarSearch search" data-v-6aa21345><!----></div>'), null)
})

test('findPageSearch() looks at the first, middle and last page', async () => {
  const pages = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.html`, i === 4 ? '<div class="search-input-wrap">' : '<p>']))
  const folder = await writeSite(join(await temporaryFolder(), 'site'), pages)
  const paths = Object.keys(pages)
  assert.match((await findPageSearch(folder, paths))?.name ?? '', /Just the Docs/)
  assert.equal(await findPageSearch(folder, [...paths, 'missing.html'].slice(5)), null)
  assert.equal(await findPageSearch(folder, []), null)
})
