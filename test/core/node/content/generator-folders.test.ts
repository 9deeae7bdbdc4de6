/** What is known of site generators, as it shows in the pages of a folder: their order, names, addresses, which are left out. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { rulesOf } from '../../../support/rules.ts'
import { folderIn, temporaryFolder } from '../../../support/site.ts'

const scratch = await temporaryFolder()

/** The site of some files. */
async function read(files: Readonly<Record<string, string>>, folder = '.') {
  return readFolder(join(await folderIn(scratch, files), folder))
}

async function checkTitles(files: Readonly<Record<string, string>>, expected: readonly string[], folder?: string) {
  assert.deepEqual((await read(files, folder)).pages.map(({ title }) => title), expected)
}

const pageOf = (title: string, fields = '') => `---\ntitle: ${title}\n${fields}\n---\n\nText.`

/** The pages in the order of the menu: their groups and their names, or titles. */
async function checkMenu(files: Readonly<Record<string, string>>, folder: string, expected: readonly string[], warnings: readonly string[] = []) {
  const site = await read({ '.git/config': '', ...files }, folder)
  const ordered = site.pages.toSorted((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0))
  assert.deepEqual(ordered.map(({ title, place }) => [...(place?.groups ?? []), place?.label ?? title].join(' > ')), expected)
  assert.deepEqual(site.warnings.map(({ path, message }) => `${path}: ${message}`), warnings)
}

test('readFolder() orders pages by the nav of MkDocs, whose names are titles, and those that it does not list after them', async () => {
  const files = {
    'mkdocs.yml': 'site_name: A\nnav:\n  - guide/z.md\n  - Guide: [{ First: guide/a.md }, { Deep: [{ path: deep.md }] }]\n  - Out: https://x.test/\n  - index.md\n',
    'docs/index.md': '# Home', 'docs/guide/a.md': '# Heading', 'docs/guide/z.md': '# Z', 'docs/other.md': '# Other',
    'docs/deep.md': '# Deeper',
  }
  for (const folder of ['.', 'docs']) await checkMenu(files, folder, ['Z', 'Guide > First', 'Guide > Deep > path', 'Home', 'Other'])
  await checkMenu(files, 'docs/guide', ['Z', 'Guide > First'])
})

test('readFolder() finds the pages of Mintlify that its navigation shows; others are read at their addresses, snippets and ignored files nowhere', async () => {
  const pages = {
    'index.mdx': pageOf('Home'), 'a.mdx': pageOf('A'), 'b.mdx': pageOf('B'), 'c.mdx': pageOf('C'),
    'd.mdx': pageOf('D'), 'drafts/e.mdx': pageOf('E'),
    'snippets/f.mdx': pageOf('F'), 'README.md': pageOf('Readme'), '.mintignore': '# Not yet\ndrafts/\n',
  }
  const groups = '[{ "group": "Start", "pages": ["index", "/a"] }, { "group": "Off", "hidden": true, "pages": ["b"] }, { "group": "Far", "hidden": true, "searchable": true, "pages": ["c"] }]'
  const config = (more = '') => ({ 'docs.json': `{ "$schema": "https://mintlify.com/docs.json", "navigation": { "groups": ${groups} }${more} }`, ...pages })
  await checkMenu(config(), '.', ['Start > Home', 'Start > A', 'Far > C'])
  const { unlisted } = await read(config())
  assert.deepEqual(unlisted.map(({ url }) => url), ['/b', '/d'])
  for (const open of [', "seo": { "indexing": "all" }', ', "tabs": { "$ref": "./tabs.json" }']) {
    await checkMenu(config(open), '.', ['Start > Home', 'Start > A', 'Far > C', 'B', 'D'])
  }
})

test('readFolder() reads the collections of Jekyll that are published, at the addresses that Jekyll 4.3 gives them', async () => {
  const config = `permalink: pretty
collections:
  docs: { output: true, permalink: "/:collection/:path/" }
  tut: { output: true }
  notes: { output: false }
  named: { output: true, permalink: "/n/:title.html" }
  plain: { output: true, permalink: /p/:name }
  posts: { output: true }
defaults: [{ scope: { path: "", type: tut }, values: { permalink: "/t/:path/" } }]
`
  const paths = ['_docs/index.md', '_docs/in/b.md', '_tut/in/d.md', '_notes/e.md', '_named/sub/f.md', '_named/2999-01-02-k.md', '_plain/My_Page.md', '_posts/2024-01-02-g.md', '_includes/h.md', 'pages/_docs/i.md', 'z.md']
  const files = { '_config.yml': config, ...Object.fromEntries(paths.map((path) => [path, pageOf(path)])), 'page.html': '---\ntitle: Page\n---\n{% if a %}<p>x</p>{% endif %}' }
  const { pages } = await read(files)
  assert.deepEqual(Object.fromEntries(pages.map(({ path, url }) => [path, url])), {
    '_docs/index.md': '/docs/index/', '_docs/in/b.md': '/docs/in/b/', '_tut/in/d.md': '/t/in/d/',
    '_named/sub/f.md': '/n/f.html', '_plain/My_Page.md': '/p/my-page', '_posts/2024-01-02-g.md': '/2024/01/02/g/',
    'z.md': '/z/',
  })
})

test('readFolder() leaves out what belongs to a leaf bundle of Hugo, and posts of Jekyll without a date or of the future', async () => {
  const files = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, pageOf(path)]))
  const hugo = files(['content/index.md', 'content/a/index.md', 'content/a/b.md', 'content/a/c/_index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/f/g.md'])
  const { pages } = await read({ 'hugo.toml': 'baseURL = "https://x.test/"', ...hugo })
  assert.deepEqual(pages.map(({ path }) => path).sort(), ['content/a/index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/index.md'])
  const posts = files(['_posts/2024-01-02-a.md', '_posts/2999-01-02-b.md', '_posts/c.md', '_drafts/d.md'])
  assert.equal((await read({ '_config.yml': 'future: true', ...posts })).pages.length, 2)
  const later = { 'content/a.md': pageOf('A', 'publishDate: 2999-01-02'), 'content/b.md': pageOf('B', 'expiryDate: 2001-01-02') }
  for (const [config, pages] of [['', 0], ['buildFuture = true', 1]] as const) {
    assert.equal((await read({ 'hugo.toml': `baseURL = "/"\n${config}`, ...later })).pages.length, pages)
  }
  for (const [config, pages] of [['', 1], ['future: false', 0]] as const) {
    assert.equal((await read({ '_config.yml': `source_dir: source\n${config}`, 'source/_posts/a.md': pageOf('A', 'date: 2999-01-02') })).pages.length, pages)
  }
  const blog = await read({ '_config.yml': 'permalink: /:year/:lang/', ...posts })
  assert.deepEqual(blog.pages.map(({ path, url }) => [path, url]), [['_posts/2024-01-02-a.md', '/posts/2024-01-02-a/']])
  assert.deepEqual(blog.warnings.map(({ path, message }) => `${path}: ${message}`), ["_config.yml: The permalink /:year/:lang/ can't be read: its pages have the addresses of their paths"])
})

test('readFolder() finds no pages of Quartz but those that say so, if that is its filter', async () => {
  const files = { 'content/a.md': pageOf('A', 'publish: true'), 'content/b.md': pageOf('B', 'publish: "True"'), 'content/c.md': pageOf('C'), 'content/d.md': 'Text.' }
  const filters = (list: string) => ({ 'quartz.config.ts': `const config = {\n  plugins: {\n    filters: [${list}],\n  },\n}\nexport default config`, ...files })
  const plugins = (more: string) => ({ 'quartz.config.yaml': `plugins:\n  - source: github:quartz-community/explicit-publish\n${more}  - source: other\n    enabled: false\n`, ...files })
  for (const config of [filters('Plugin.RemoveDrafts(), Plugin.ExplicitPublish()'), plugins('    enabled: true\n'), plugins('')]) await checkTitles(config, ['A', 'B'])
  for (const config of [filters('Plugin.RemoveDrafts(), // Plugin.ExplicitPublish()'), plugins('    options: {}\n    enabled: false\n')]) await checkTitles(config, ['A', 'B', 'C', 'D'])
})

test('readFolder() reads what pages of Sphinx include from the project around their configuration', async () => {
  const files = { '.git/config': '', 'README.md': 'Outside.', 'docs/conf.py': "project = 'A'", 'docs/index.md': '# A\n\n```{include} ../README.md\n```' }
  const { pages: [page], warnings } = await read(files, 'docs')
  assert.deepEqual([page?.sections[0]?.text, warnings], ['Outside.', []])
})

test('readFolder() reads what a book includes from the repository right around it, and nothing from around that', async () => {
  const files = {
    'secret.rs': 'secret', 'in/.git/config': '', 'in/a.rs': 'fn a() {}', 'in/guide/book.toml': '',
    'in/guide/src/SUMMARY.md': '- [A](a.md)',
    'in/guide/src/a.md': '# A\n\n```rust\n{{#include ../../a.rs}}\n```\n\n## B\n\n{{#include ../../../secret.rs}}',
  }
  const { pages: [page] } = await read(files, 'in/guide')
  assert.deepEqual(page?.sections.map(({ text }) => text), ['fn a() {}', '{{#include ../../../secret.rs}}'])
})

test('readFolder() reads the tags of Material, snippets and hidden lines by the configuration', async () => {
  const mkdocs = { 'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: parts\n', 'docs/a.md': '---\ntags: [quarantine]\n---\n# A\n\n--8<-- "p.md"\n', 'parts/p.md': 'Snippet.' }
  const { pages: [page] } = await read(mkdocs)
  assert.deepEqual(page?.sections.map(({ text, linkTexts }) => [text, linkTexts]), [['Snippet.', ['quarantine']]])
  const mdbook = { 'book.toml': '[output.html.code.hidelines]\npython = "~"', 'src/SUMMARY.md': '- [A](a.md)', 'src/a.md': '# A\n\n```python\n~x\ny\n```' }
  const { pages: [chapter] } = await read(mdbook)
  assert.deepEqual(chapter?.sections.map(({ text }) => text), ['y'])
})

test('readFolder() leaves out what the data of its folder in Eleventy do not publish', async () => {
  const data = { 'a/a.json': '{ "permalink": false }', 'b/b.11tydata.js': 'module.exports = { excludeFromSearch: true }', 'c/x.json': '{ "permalink": false }' }
  const files = { 'eleventy.config.js': '', ...data, 'a/in/p.md': pageOf('A'), 'b/p.md': pageOf('B'), 'c/p.md': pageOf('C') }
  const { pages, unlisted } = await read(files)
  assert.deepEqual([pages, unlisted].map((list) => list.map(({ title }) => title)), [['C'], ['B']])
})

test('readFolder() reads only what a table of contents lists, of GitBook and HonKit, in the folder that they name', async () => {
  for (const [config, url] of [[{ '.gitbook.yaml': 'root: ./docs/' }, '/in/a'], [{ 'book.json': '{ "root": "./docs" }' }, '/in/a.html']] as const) {
    const files = { ...config, 'docs/SUMMARY.md': '# Table of contents\n\n* [A](in/a.md)', 'docs/in/a.md': pageOf('A'), 'docs/b.md': pageOf('B'), 'in/a.md': pageOf('Other') }
    const { pages } = await read(files)
    assert.deepEqual(pages.map((page) => page.url), [url])
  }
})

const ELEVENTY = "export default (config) => {}\nexport const config = { dir: { input: 'src' } }"

for (const [name, run] of rulesOf('readFolder()', checkTitles, [
  ['leaves out what Eleventy ignores, by paths of the project',
    [{ 'eleventy.config.js': ELEVENTY, '.eleventyignore': 'src/a.md\n./src/c/\n!src/c/in.md',
      'src/a.md': pageOf('A'), 'src/c/p.md': pageOf('C'),
      'src/c/in.md': pageOf('D'), 'src/in/a.md': pageOf('E') }, ['E']]],
  ['leaves out drafts of Nuxt Content by their names',
    [{ 'package.json': '{ "dependencies": { "@nuxt/content": "2" } }', 'content/1.a.md': pageOf('A'),
      'content/2.b.draft.md': pageOf('B'),
      'content/-c/d.md': pageOf('D') }, ['A']]],
  ['reads the pages of a project, not the HTML of its theme and of its output',
    [{ 'mkdocs.yml': 'site_name: A', 'docs/index.md': pageOf('Home'), 'theme/a.html': '<p>{{ a }}</p>',
      'theme/b.html': '{% b %}',
      'site/index.html': '<h1>Built</h1>' }, ['Home']]],
])) test(name, run)

test('readFolder() leaves out calls of templates in pages of Eleventy, but where they are shown', async () => {
  const files = { 'eleventy.config.js': '', 'a.md': '# A\n\nThe {{ x.y }} [b]({{ "/b/" | url }}) <a href="{{ "/c" | url }}">c</a>.\n\n{% raw %}\n\n{{ d }}\n\n{% endraw %}\n\n`{{ e }}` {{ f }}' }
  const { pages: [page] } = await read(files)
  assert.equal(page?.sections[0]?.text.replace(/\s+/g, ' ').trim(), 'The b c. {{ d }} {{ e }}')
  const shown = await read({ '_config.yml': 'title: T', 'a.md': '---\nrender_with_liquid: false\n---\n# A\n\nWrite {{ x }}.' })
  assert.equal(shown.pages[0]?.sections[0]?.text.trim(), 'Write {{ x }}.')
})

test('readFolder() reads what a project of templates has built, and by its exclusions only what they name', async () => {
  const built = { '_site/a.html': '<main><h1>A</h1></main>', '_site/NOTES.md': '# Notes' }
  for (const files of [{ '_config.yml': 'title: T' }, { 'eleventy.config.js': '' }]) {
    await checkTitles({ ...files, ...built }, ['A'], '_site')
  }
  const files = { '_config.yml': 'title: T\nexclude: [install.md]\ncollections: { docs: { output: true } }', '_docs/install.md': pageOf('Install'), 'install.md': pageOf('Own') }
  await checkTitles(files, ['Install'])
  const ofCollection = { '_config.yml': 'title: T\nexclude: [_docs/in]\ncollections: { docs: { output: true } }', '_docs/a.md': pageOf('A'), '_docs/in/b.md': pageOf('B') }
  await checkTitles(ofCollection, ['A'], '_docs')
  const sphinx = { 'conf.py': "project = 'A'", '_build/html/a.html': '<main><h1>A</h1></main>', '_build/html/_modules/b.html': '<main><h1>B</h1></main>' }
  await checkTitles(sphinx, ['A'], '_build/html')
})

test('readFolder() resolves links to former addresses of pages', async () => {
  const files = {
    'a.md': '---\naliases: [/old/, Other name]\nredirect_from: /older.html\n---\n# A\n\n## Part',
    'b.md': '# B\n\n[x](/old/#part) [y](/older.html) [z](/oldest/)',
  }
  const { pages, warnings } = await read(files)
  assert.deepEqual(warnings.map(({ message }) => message), ['The link to /oldest/ opens no page here: no folder with pages has this address'])
  assert.deepEqual(pages[0]?.sections[0]?.linkTexts, ['Other name', 'y'])
  assert.match(pages[1]?.sections[0]?.structure ?? '', /\/a\/#part/)
})

test('readFolder() orders pages of Docusaurus by sidebars, categories, positions and numbers', async () => {
  const docs = {
    'docusaurus.config.js': '', 'docs/intro.md': pageOf('Intro'),
    'docs/b/_category_.json': '{ "label": "Basics", "position": 1, }',
    'docs/b/02-two.md': pageOf('Two'), 'docs/b/01-one.md': pageOf('One'),
    'docs/b/z.md': pageOf('Z', 'sidebar_position: 0\nsidebar_label: Zed'),
    'docs/a/x.md': pageOf('X', 'id: ex'),
  }
  await checkMenu(docs, 'docs', ['Basics > Zed', 'Basics > One', 'Basics > Two', 'A > X', 'Intro'])
  const sidebars = `module.exports = { docs: ['intro', { type: 'category', label: 'All', items: ['a/ex', { type: 'autogenerated', dirName: 'b' }] }] }`
  const elsewhere = { 'docusaurus.config.js': "export default { presets: [['classic', ({ docs: { sidebarPath: require.resolve('./nav/all.js') } })]] }", 'nav/all.js': sidebars }
  for (const files of [{ 'sidebars.js': sidebars }, elsewhere]) await checkMenu({ ...docs, ...files }, 'docs', ['Intro', 'All > X', 'All > Zed', 'All > One', 'All > Two'])
})

test('readFolder() orders pages of Hugo by weight, and those of Just the Docs by number and parent', async () => {
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'),
    'content/b/_index.md': pageOf('Bee', 'weight: 1'),
    'content/b/x.md': pageOf('X', 'weight: 20'), 'content/b/y.md': pageOf('Y', 'weight: 3\nlinkTitle: Why'),
    'content/a.md': pageOf('A', 'weight: 2'),
  }, 'content', ['Home', 'Bee > Bee', 'Bee > Why', 'Bee > X', 'A'])
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/en/_index.md': pageOf('Home'), 'content/en/b/_index.md': pageOf('Bee'),
    'content/en/b/x.md': pageOf('X'),
  }, 'content/en', ['Home', 'Bee > Bee', 'Bee > X'])
  await checkMenu({
    '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'z.md': pageOf('Guides', 'nav_order: 2'),
    'a.md': pageOf('Install', 'parent: Guides\nnav_order: 2'),
    'b.md': pageOf('Use', 'parent: Guides\nnav_order: 1'), 'c.md': pageOf('About'),
    'd.md': pageOf('Deep', 'parent: Use\ngrand_parent: Guides'),
  }, '.', ['Home', 'Guides > Guides', 'Guides > Use > Use', 'Guides > Use > Deep', 'Guides > Install', 'About'])
})

test('readFolder() orders pages by files beside the configuration: of MkDocs with literate-nav and awesome-nav, and data of Jekyll', async () => {
  const pages = { 'docs/a.md': '# A', 'docs/b.md': '# B', 'docs/c.md': '# C' }
  const literate = (plugin: string) => ({ 'mkdocs.yml': `site_name: A\nplugins:\n  - ${plugin}`, ...pages })
  await checkMenu({ ...literate('literate-nav'), 'docs/SUMMARY.md': '* Part\n    * [Bee](b.md)\n* [Ay](a.md)' }, 'docs', ['Part > Bee', 'Ay', 'SUMMARY', 'C'])
  await checkMenu({ ...literate('literate-nav: { nav_file: NAV.md }'), 'docs/NAV.md': '* [Bee](b.md)' }, 'docs', ['Bee', 'NAV', 'A', 'C'])
  await checkMenu({ ...literate('awesome-nav'), 'docs/.nav.yml': 'nav:\n  - c.md\n  - "*"\n  - a.md' }, 'docs', ['C', 'B', 'A'])
  for (const [name, order] of [['.pages', 'order: desc'], ['.nav.yml', 'sort:\n  direction: desc']] as const) {
    await checkMenu({ ...literate('awesome-nav'), [`docs/${name}`]: `nav: [b.md, '...']\n${order}` }, 'docs', ['B', 'C', 'A'])
  }
  const data = { '_config.yml': 'title: T', '_data/navigation.yml': 'docs:\n  - title: Start\n    children: [{ title: Quick, url: /b/ }]' }
  await checkMenu({ ...data, 'a.md': pageOf('A', 'permalink: /a/'), 'b.md': pageOf('B', 'permalink: /b/') }, '.', ['Start > Quick', 'A'])
})

test('readFolder() orders folders by the files of Nextra and Fumadocs', async () => {
  await checkMenu({
    'package.json': '{ "dependencies": { "nextra": "4" } }',
    'content/_meta.ts': "export default { b: 'Bee', a: { title: 'Ay' } }",
    'content/a.mdx': pageOf('A'), 'content/b/index.mdx': pageOf('B'), 'content/b/c.mdx': pageOf('C'),
    'content/z.mdx': pageOf('Z'),
  }, 'content', ['Bee > B', 'Bee > C', 'Ay', 'Z'])
  await checkMenu({
    'package.json': '{ "dependencies": { "nextra": "4" } }',
    'app/_meta.global.ts': "const meta = { index: 'Top', b: { title: 'Bee', items: { y: 'Why', x: '' } }, a: 'Ay' }\nexport default meta",
    'content/index.mdx': pageOf('Home'), 'content/a.mdx': pageOf('A'), 'content/b/x.mdx': pageOf('X'), 'content/b/y.mdx': pageOf('Y'),
  }, '.', ['Top', 'Bee > Why', 'Bee > X', 'Ay'])
  await checkMenu({
    'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
    'content/docs/meta.json': '{ "pages": ["z", "...", "a"] }',
    'content/docs/g/meta.json': '{ "title": "Guides", "pages": ["y", "x"] }', 'content/docs/(in)/meta.json': '[1]',
    'content/docs/(in)/c.mdx': pageOf('C'), 'content/docs/(in)/d.mdx': pageOf('D'),
    'content/docs/a.mdx': pageOf('A'), 'content/docs/z.mdx': pageOf('Z'), 'content/docs/g/x.mdx': pageOf('X'),
    'content/docs/g/y.mdx': pageOf('Y'),
  }, 'content/docs', ['Z', 'C', 'D', 'Guides > Y', 'Guides > X', 'A'])
})

test('readFolder() orders pages by the lists of Rspress, and reads only what the table of MyST has', async () => {
  await checkMenu({
    'rspress.config.ts': '', 'docs/a.md': '# A', 'docs/b.md': '# B', 'docs/c.md': '# C',
    'docs/_meta.json': '["c", { "type": "file", "name": "b", "label": "Bee" }, { "type": "divider" }]',
  }, 'docs', ['C', 'Bee', 'A'])
  const toc = 'project:\n  toc:\n    - file: b.md\n    - title: Part\n      children:\n        - file: in/a.md\n'
  const pages = { 'b.md': '# B', 'in/a.md': '# A', 'c.md': '# C' }
  await checkMenu({ 'myst.yml': toc, ...pages }, '.', ['B', 'Part > A'])
  await checkMenu({ 'myst.yml': `${toc}    - pattern: '*.md'\n`, ...pages }, '.', ['B', 'Part > A', 'C'])
})

test('readFolder() orders folders of MkDocs by .pages and .nav.yml, and names those of Nuxt', async () => {
  const docs = { 'docs/index.md': pageOf('Home'), 'docs/a.md': pageOf('A'), 'docs/b.md': pageOf('B'), 'docs/g/x.md': pageOf('X'), 'docs/h/y.md': pageOf('Y') }
  const nav = 'nav:\n  - Bee: b.md\n  - ...\n  - h/\n  - a.md\n'
  for (const name of ['.pages', '.nav.yml']) {
    await checkMenu({ 'mkdocs.yml': '', ...docs, [`docs/${name}`]: nav, [`docs/g/${name}`]: 'title: Group' }, 'docs', ['Home', 'Bee', 'Group > X', 'H > Y', 'A'])
  }
  await checkMenu({ 'package.json': '{ "dependencies": { "@nuxt/content": "3" } }', 'content/2.a/.navigation.yml': 'title: Start', 'content/2.a/1.b.md': pageOf('B'), 'content/1.c.md': pageOf('C') }, 'content', ['C', 'Start > B'])
  await checkMenu({ 'package.json': '{ "dependencies": { "nextra": "4" } }', 'content/_meta.js': "export default { index: 'Top', a: 'All' }", 'content/a/b.mdx': pageOf('B'), 'content/index.mdx': pageOf('I') }, 'content', ['Top', 'All > B'])
})

test('readFolder() finds files that links name from the folder of pages, whatever their address is', async () => {
  const files = { 'hugo.toml': 'baseURL = "/"\n[permalinks]\na = "/other/:contentbasename"', 'content/a/b.md': pageOf('B'), 'content/c.md': '# C\n\n[x]({{< ref "/a/b.md" >}}) [y]({{< ref "/a/b" >}})' }
  const root = await folderIn(scratch, files)
  for (const folder of [root, join(root, 'content')]) assert.deepEqual((await readFolder(folder)).warnings, [])
})

test('readFolder() reads callouts of Docsify', async () => {
  const files = { 'index.html': '<script src="docsify.js"></script>', 'README.md': '# A\n\n?> One\n\n!> Two\n' }
  const { pages: [page] } = await read(files)
  assert.equal(page?.sections[0]?.text, 'One\n\nTwo')
})

test('readFolder() reads a Jupyter Book as a site of Sphinx, in the order of its table of contents', async () => {
  await checkMenu({
    '_config.yml': 'title: A book', '_toc.yml': 'format: jb-book\nroot: z\nparts:\n  - caption: Start\n    chapters:\n      - file: b\n        title: Bee\n        sections:\n          - file: a\n',
    'a.md': '# A\n\n{ref}`x`', 'b.md': '# B\n\n(x)=\n## C', 'z.md': '# Z',
  }, '.', ['Z', 'Start > Bee > B', 'Start > Bee > A'])
})

test('readFolder() says once that a menu can not be read, and keeps the plain order', async () => {
  const unread = "The menu can't be read without running it: pages are in the order of their addresses"
  const files = { 'a.md': pageOf('A'), 'b.md': pageOf('B') }
  await checkMenu({ '.vitepress/config.ts': 'export default { themeConfig: {\n  sidebar: await load(),\n} }', ...files }, '.', ['A', 'B'], [`.vitepress/config.ts: ${unread}`])
  await checkMenu({ 'docs.json': '{ "$schema": "mintlify",\n  "navigation": 3 }', ...files }, '.', ['A', 'B'], [`docs.json: ${unread}`])
  await checkMenu({ '.vitepress/config.ts': 'export default {}', ...files }, '.', ['A', 'B'])
})

test('readFolder() does not publish what the configuration leaves out, and tells links to it truly', async () => {
  const texts = { 'a.md': '# A\n\n[b](b.md)', 'b.md': '# B', 'in/b.md': '# In B', 'in/c.md': '# In C' }
  async function checkExcluded(files: Record<string, string>, shown: readonly string[], folder = '') {
    const pages = Object.fromEntries(Object.entries(texts).map(([path, text]) => [folder + path, text]))
    const { pages: shownPages, warnings } = await read({ '.git/config': '', ...files, ...pages })
    assert.deepEqual(shownPages.map(({ title }) => title), shown)
    assert.deepEqual(warnings.map(({ cause }) => cause), shown.includes('B') ? [] : ['unpublished'])
  }
  await checkExcluded({ 'mkdocs.yml': 'exclude_docs: |\n  # none\n  b.md\n  !/in/b.md\ndraft_docs: |\n  c.md\n' }, ['A', 'In B'], 'docs/')
  await checkExcluded({ '.vitepress/config.mts': "export default { srcExclude: ['**/{b,c}.md'] }" }, ['A'])
  await checkExcluded({ '.vitepress/config.ts': "export default ({ mode }) => {\n  const a = `x${mode}`\n  return defineConfig({ title: `A${a}`, srcExclude: ['**/{b,c}.md'] })\n}" }, ['A'])
  await checkExcluded({ 'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { exclude: ['in/**', 'b.md'] } }]] }" }, ['A'], 'docs/')
  await checkExcluded({ 'docusaurus.config.js': "module.exports = { presets: [['classic', { docs: { exclude: ['in/**', 'b.md'] } }]] }", 'versions.json': '["1"]', 'versioned_docs/version-1/in/d.md': '# D' }, ['A'], 'docs/')
  const versioned = (options: string) => ({ 'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { ${options} } }]], i18n: { locales: ['en'] } }`, 'versions.json': '["1"]' })
  await checkExcluded({ ...versioned("disableVersioning: true, exclude: ['in/**', 'b.md']"), 'versioned_docs/version-1/d.md': '# D', 'i18n/fr/docusaurus-plugin-content-blog/e.md': '# E' }, ['A'], 'docs/')
  await checkExcluded({ ...versioned("includeCurrentVersion: false, exclude: ['in/**', 'b.md']"), 'docs/d.md': '# D' }, ['A'], 'versioned_docs/version-1/')
  await checkExcluded({ '_config.yml': 'exclude: [b.md]\ndefaults:\n  - scope: { path: in }\n    values: { published: false }\n' }, ['A'])
  await checkExcluded({ 'mkdocs.yml': 'site_name: A\nplugins:\n  - search\n  - exclude:\n      glob:\n        - b.md\n        - "in/c*"\n' }, ['A', 'In B'], 'docs/')
  await checkExcluded({ 'mkdocs.yml': 'INHERIT: in.yml\nplugins:\n  search:\n  exclude: { glob: [b.md] }\n', 'in.yml': 'plugins:\n  exclude: { regex: ["in/c.*"] }\n' }, ['A', 'In B'], 'docs/')
  await checkExcluded({ 'conf.py': "project = 'A'\nexclude_patterns = [\n  'b.md',  # one\n  # two\n  'in',\n]\n" }, ['A'])
  await checkExcluded({ 'eleventy.config.js': '', '.eleventyignore': 'b.md\n' }, ['A', 'In B', 'In C'])
})

test('readFolder() opens links of a page whose address a file that is left out would have, too', async () => {
  const files = { '_config.yml': 'exclude: [README.md]', 'README.md': '# Read me', 'index.md': '---\npermalink: /\n---\n# Home\n\n[a](#a)\n\n## A\n\nText.' }
  assert.deepEqual((await read({ '.git/config': '', ...files })).warnings, [])
})

test('readFolder() orders pages of Hugo with one weight by date and title, and finds the parents among pages with one title', async () => {
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'), 'content/z.md': pageOf('Apples'),
    'content/a.md': pageOf('Zebras', 'weight: 0'), 'content/b/_index.md': pageOf('Middle'),
    'content/b/old.md': pageOf('Aged', 'date: 2001-01-01'), 'content/b/new.md': pageOf('New', 'date: 2002-01-01'),
    'content/c.md': pageOf('Last', 'linkTitle: First\nweight: 3'),
  }, 'content', ['Home', 'First', 'Apples', 'Middle > Middle', 'Middle > New', 'Middle > Aged', 'Zebras'])
  await checkMenu({
    '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'one.md': pageOf('One', 'nav_order: 2'),
    'two.md': pageOf('Two', 'nav_order: 3'),
    'x.md': pageOf('Install', 'parent: One'), 'y.md': pageOf('Install', 'parent: Two'),
    'p.md': pageOf('Linux', 'parent: Install\ngrand_parent: Two'),
    'q.md': pageOf('Mac', 'parent: Install\nancestor: One'), 'z.md': pageOf('Install', 'parent: Two'),
    'm.md': pageOf('Lost', 'parent: Missing page'),
  }, '.', ['Home', 'One > One', 'One > Install > Install', 'One > Install > Mac', 'Two > Two', 'Two > Install > Install', 'Two > Install > Linux', 'Two > Install', 'Missing page > Lost'])
  await checkMenu({
    'eleventy.config.js': '', 'a/p.md': pageOf('Same', 'eleventyNavigation: { key: Other }'),
    'a/c.md': pageOf('C', 'eleventyNavigation: { key: C, parent: Same }'),
    'b.md': pageOf('Keyed', 'eleventyNavigation: { key: Same }'),
  }, '.', ['Other', 'Same > Same', 'Same > C'])
  await checkMenu({
    'eleventy.config.js': '', 'b.md': pageOf('Long title', 'eleventyNavigation: { key: B, order: 1 }'),
    'a.md': pageOf('A', 'eleventyNavigation: { key: A, parent: B }'),
  }, '.', ['B > B', 'B > A'])
})

test('readFolder() reads headings in the menus of Fumadocs and Nextra', async () => {
  await checkMenu({
    'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
    'content/docs/meta.json': '{ "pages": ["---Start---", "index", "a", "---[Icon]Use it---", "...in", "g", "---Rest---", "z...a"] }', 'content/docs/index.mdx': pageOf('Home'),
    'content/docs/a.mdx': pageOf('A'), 'content/docs/in/b.mdx': pageOf('B'), 'content/docs/g/c.mdx': pageOf('C'),
    'content/docs/d.mdx': pageOf('D'),
  }, 'content/docs', ['Start > Home', 'Start > A', 'Use it > B', 'Use it > G > C', 'Rest > D'])
  await checkMenu({
    'package.json': '{ "dependencies": { "nextra": "4" } }',
    'content/_meta.js': "export default { a: '', '--': { type: 'separator', title: 'Use it' }, b: 'Bee' }",
    'content/a.mdx': pageOf('A'), 'content/b.mdx': pageOf('B'), 'content/c.mdx': pageOf('C'),
  }, 'content', ['A', 'Use it > Bee', 'Use it > C'])
})

test('readFolder() does not publish what expressions leave out, and says which exclusions it can not read', async () => {
  const pages = { 'a.md': pageOf('A'), 'b-draft.md': pageOf('B'), 'in/c.md': pageOf('C'), 'search/d.md': pageOf('D') }
  const inFolder = (name: string) => Object.fromEntries(Object.entries(pages).map(([path, text]) => [`${name}${path}`, text]))
  const regex = (expression: string) => ({ 'mkdocs.yml': `site_name: A\nplugins:\n  - search\n  - exclude:\n      regex: ['${expression}']\n`, ...inFolder('docs/') })
  await checkMenu({ 'hugo.toml': 'baseURL = "/"\nignoreFiles = ["-draft\\\\.md$", "^in/"]', ...inFolder('content/') }, 'content', ['A', 'Search > D'])
  await checkMenu(regex('.*-draft\\.md|in/.*'), 'docs', ['A', 'D'])
  await checkMenu(regex('(?!a).*'), 'docs', [], ["../mkdocs.yml: The exclusion (?!a).* can't be read: all pages that it may mean are left out"])
  const computed = (key: string) => `${key} can't be read without running it: pages that it leaves out may be published`
  await checkMenu({ 'conf.py': "project = 'A'\nexclude_patterns = ['in'] + common\n", ...inFolder('') }, '.', ['A', 'B', 'D'], [`conf.py: ${computed('exclude_patterns')}`])
  const rspress = 'export default { route: { exclude: load() } }'
  await checkMenu({ 'rspress.config.ts': rspress, ...inFolder('docs/') }, 'docs', ['A', 'B', 'In > C', 'Search > D'], [`../rspress.config.ts: ${computed('route.exclude')}`])
  for (const config of [
    'export default {\n  srcExclude: load(),\n}',
    'export default { srcExclude: load() }',
    "export default { title: 'T', srcExclude: load() }",
    "const srcExclude = load()\nexport default {\n  title: 'T',\n  srcExclude,\n}",
    "import { srcExclude } from 'shared'\nexport default {\n  title: 'T',\n  srcExclude\n}",
  ]) {
    await checkMenu({ '.vitepress/config.ts': config, ...inFolder('') }, '.', ['A', 'B', 'C', 'D'], [`.vitepress/config.ts: ${computed('srcExclude')}`])
  }
  await checkMenu({ 'mkdocs.yml': 'site_name: A\nsite_description: Pages, nav, and more\n', ...inFolder('docs/') }, 'docs', ['A', 'B', 'C', 'D'])
  const ids = 'slugify is not run: if it makes other ids of headings, links to them fail; read the built HTML then'
  await checkMenu({ '.vitepress/config.ts': 'export default { markdown: { anchor: { slugify } } }', 'a.md': '# A' }, '.', ['A'], [`.vitepress/config.ts: ${ids}`])
  const unread = "The rewrite of :a-:b.md can't be read: its pages have the addresses of their paths"
  await checkMenu({ '.vitepress/config.ts': "export default { rewrites: { ':a-:b.md': ':a.md' } }", 'a-b.md': pageOf('A') }, '.', ['A'], [`.vitepress/config.ts: ${unread}`])
})

test('readFolder() leaves out the templates of pages that a program makes', async () => {
  await checkMenu({ '.vitepress/config.ts': '', 'a.md': pageOf('A'), 'in/[id].md': pageOf('B'), '[x]/c.md': pageOf('C') }, '.', ['A'])
  await checkMenu({ 'a.md': pageOf('A'), '[b].md': pageOf('B') }, '.', ['B', 'A'])
})

test('readFolder() keeps pages out of search that the plugin exclude-search of MkDocs names', async () => {
  const config = 'site_name: A\nexclude_docs: in/secret.md\nplugins:\n  - search\n  - exclude-search:\n      exclude: [b.md, in/*]\n      ignore: [in/d.md]\n'
  const files = {
    '.git/config': '', 'mkdocs.yml': config, 'docs/a.md': '# A', 'docs/b.md': '# B',
    'docs/in/c.md': '---\ndraft: true\n---\n# C', 'docs/in/d.md': '# D',
    'docs/in/secret.md': '# Not published',
  }
  const { pages, unlisted } = await read(files)
  assert.deepEqual([pages, unlisted].map((list) => list.map(({ title }) => title)), [['A', 'D'], ['B']])
})

test('readFolder() leaves out the page for addresses that do not exist by the address that its generator gives it', async () => {
  await checkMenu({ 'eleventy.config.js': "export default () => ({ dir: { input: 'src' } })", 'src/404.md': pageOf('Not found'), 'src/a.md': pageOf('A') }, '.', ['A'])
  await checkMenu({ 'mkdocs.yml': 'site_name: A', 'docs/404.md': pageOf('Not found'), 'docs/codes/404.md': pageOf('404') }, '.', ['404'])
  await checkMenu({ '_config.yml': 'title: A', 'missing.md': pageOf('Not found', 'permalink: /404.html'), 'a.md': pageOf('A') }, '.', ['A'])
})

test('readFolder() reads names of Sphinx that start with an underscore, and says that pages in reStructuredText are not read', async () => {
  const files = { 'conf.py': "project = 'A'\nextensions = ['myst_parser']", 'index.md': '# Home', '_a.md': '# Ay', '_api/b.md': '# Bee', '_static/c.md': '# C', '_build/d.md': '# D' }
  await checkMenu(files, '.', ['Home', 'Ay', 'Bee'])
  const built = 'give the folder of built HTML to read all pages'
  await checkMenu({ ...files, 'x.rst': 'X\n=' }, '.', ['Home', 'Ay', 'Bee'], [`x.rst: Left out: it is reStructuredText; ${built}`])
  await checkMenu({ ...files, 'x.rst': 'X\n=', 'y.rst': 'Y', '_build/z.rst': 'Z' }, '.', ['Home', 'Ay', 'Bee'], [`x.rst: Left out: it and 1 other file are reStructuredText; ${built}`])
  await checkMenu({ 'a.md': '# A', 'x.rst': 'X' }, '.', ['A'])
})

test('readFolder() orders pages of Sphinx by their toctrees, which are no text', async () => {
  const toctree = (options: string, ...entries: readonly string[]) => `\n\n\`\`\`{toctree}\n${options}\n\n${entries.join('\n')}\n\`\`\`\n`
  const files = {
    'conf.py': "project = 'A'\nextensions = ['myst_parser']", 'z.md': '# Zed', 'a.md': '# Ay', 'end.md': '# Lost',
    'index.md': `# Home${toctree(':hidden:\n:caption: Start', 'z', 'First <guide/index>', 'https://x.test', 'self')}${toctree(':glob:', 'how/*', '/a')}\n:::{toctree}\nz\n:::\n`,
    'guide/index.md': `# Guide\n\nText.${toctree(':maxdepth: 2', 'use.md', '../a')}`, 'guide/use.md': '# Use',
    'how/y.md': '# Why', 'how/x.md': '# Ex',
  }
  await checkMenu({ 'conf.py': "root_doc = 'top'\nproject = 'A'", 'top.md': `# Top${toctree('', 'b')}`, 'b.md': '# B', 'a.md': '# A' }, '.', ['Top', 'B', 'A'])
  await checkMenu(files, '.', ['Home', 'Start > Zed', 'Start > First > First', 'Start > First > Use', 'Start > First > Ay', 'Ex', 'Why', 'Lost'])
  const { pages } = await read(files)
  assert.deepEqual(pages.map(({ sections }) => sections.map(({ text }) => text).join('')).filter((text) => text !== ''), ['Text.'])
})
