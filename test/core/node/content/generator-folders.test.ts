/** What is known of site generators, as it shows in the pages of a folder: their addresses, texts and links, and which are left out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, readSite } from '../../../support/folder-site.ts'
import { rulesOf } from '../../../support/rules.ts'

async function checkTitles(files: Readonly<Record<string, string>>, expected: readonly string[], folder?: string) {
  assert.deepEqual((await readSite(files, folder)).pages.map(({ title }) => title), expected)
}

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
  const { pages } = await readSite(files)
  assert.deepEqual(Object.fromEntries(pages.map(({ path, url }) => [path, url])), {
    '_docs/index.md': '/docs/index/', '_docs/in/b.md': '/docs/in/b/', '_tut/in/d.md': '/t/in/d/',
    '_named/sub/f.md': '/n/f.html', '_plain/My_Page.md': '/p/my-page', '_posts/2024-01-02-g.md': '/2024/01/02/g/',
    'z.md': '/z/',
  })
})

test('readFolder() leaves out what belongs to a leaf bundle of Hugo, and posts of Jekyll without a date or of the future', async () => {
  const files = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, pageOf(path)]))
  const hugo = files(['content/index.md', 'content/a/index.md', 'content/a/b.md', 'content/a/c/_index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/f/g.md'])
  const { pages } = await readSite({ 'hugo.toml': 'baseURL = "https://x.test/"', ...hugo })
  assert.deepEqual(pages.map(({ path }) => path).sort(), ['content/a/index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/index.md'])
  const posts = files(['_posts/2024-01-02-a.md', '_posts/2999-01-02-b.md', '_posts/c.md', '_drafts/d.md'])
  assert.equal((await readSite({ '_config.yml': 'future: true', ...posts })).pages.length, 2)
  const later = { 'content/a.md': pageOf('A', 'publishDate: 2999-01-02'), 'content/b.md': pageOf('B', 'expiryDate: 2001-01-02') }
  for (const [config, pages] of [['', 0], ['buildFuture = true', 1]] as const) {
    assert.equal((await readSite({ 'hugo.toml': `baseURL = "/"\n${config}`, ...later })).pages.length, pages)
  }
  for (const [config, pages] of [['', 1], ['future: false', 0]] as const) {
    assert.equal((await readSite({ '_config.yml': `source_dir: source\n${config}`, 'source/_posts/a.md': pageOf('A', 'date: 2999-01-02') })).pages.length, pages)
  }
  const blog = await readSite({ '_config.yml': 'permalink: /:year/:lang/', ...posts })
  assert.deepEqual(blog.pages.map(({ path, url }) => [path, url]), [['_posts/2024-01-02-a.md', '/posts/2024-01-02-a/']])
  assert.deepEqual(blog.warnings.map(({ path, message }) => `${path}: ${message}`), ["_config.yml: The permalink /:year/:lang/ can't be read: its pages have the addresses of their paths"])
})

test('readFolder() reads the blog and the pages of a project of Docusaurus that is one of several, and nothing else around them', async () => {
  const files = { 'website/docusaurus.config.js': "export default { presets: [['classic', { docs: { path: '../docs' } }]] }", 'docs/a.md': '# A', 'website/blog/2024-01-02-b.md': '# B', 'website/src/pages/c.md': '# C', 'website/README.md': '# D', 'README.md': '# E', 'blog/f.md': '# F' }
  assert.deepEqual((await readSite({ '.git/config': '', ...files })).pages.map(({ url }) => url), ['/blog/2024/01/02/b', '/c', '/docs/a'])
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
  const { pages: [page], warnings } = await readSite(files, 'docs')
  assert.deepEqual([page?.sections[0]?.text, warnings], ['Outside.', []])
})

test('readFolder() reads what a book includes from the repository right around it, and nothing from around that', async () => {
  const files = {
    'secret.rs': 'secret', 'in/.git/config': '', 'in/a.rs': 'fn a() {}', 'in/guide/book.toml': '',
    'in/guide/src/SUMMARY.md': '- [A](a.md)',
    'in/guide/src/a.md': '# A\n\n```rust\n{{#include ../../a.rs}}\n```\n\n## B\n\n{{#include ../../../secret.rs}}',
  }
  const { pages: [page] } = await readSite(files, 'in/guide')
  assert.deepEqual(page?.sections.map(({ text }) => text), ['fn a() {}', '{{#include ../../../secret.rs}}'])
})

test('readFolder() reads the tags of Material, the descriptions of Mintlify, snippets and hidden lines by the configuration', async () => {
  const mkdocs = { 'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: parts\n', 'docs/a.md': '---\ntags: [quarantine]\n---\n# A\n\n--8<-- "p.md"\n', 'parts/p.md': 'Snippet.' }
  const { pages: [page] } = await readSite(mkdocs)
  assert.deepEqual(page?.sections.map(({ text, linkTexts }) => [text, linkTexts]), [['Snippet.', ['quarantine']]])
  const mdbook = { 'book.toml': '[output.html.code.hidelines]\npython = "~"', 'src/SUMMARY.md': '- [A](a.md)', 'src/a.md': '# A\n\n```python\n~x\ny\n```' }
  const { pages: [chapter] } = await readSite(mdbook)
  assert.deepEqual(chapter?.sections.map(({ text }) => text), ['y'])
  const described = await readSite({ 'mint.json': '{ "navigation": ["a"] }', 'a.mdx': '---\ntitle: A\ndescription: On *it*.\n---\nText.' })
  assert.deepEqual(described.pages[0]?.sections.map(({ text }) => text), ['On *it*.\n\nText.'])
})

test('readFolder() leaves out what the data of its folder in Eleventy do not publish', async () => {
  const data = { 'a/a.json': '{ "permalink": false }', 'b/b.11tydata.js': 'module.exports = { excludeFromSearch: true }', 'c/x.json': '{ "permalink": false }' }
  const files = { 'eleventy.config.js': '', ...data, 'a/in/p.md': pageOf('A'), 'b/p.md': pageOf('B'), 'c/p.md': pageOf('C') }
  const { pages, unlisted } = await readSite(files)
  assert.deepEqual([pages, unlisted].map((list) => list.map(({ title }) => title)), [['C'], ['B']])
})

test('readFolder() takes the fields of a page before those of its folder, and these before those of folders above', async () => {
  const own = (folder: string) => ({ [`${folder}/p.md`]: pageOf('P', 'permalink: /own/'), [`${folder}/in/q.md`]: 'Text.', [`${folder}/in/r.md`]: pageOf('R', 'draft: false\npermalink: /r/'), [`${folder}/s.md`]: '# S' })
  const above = '{ "permalink": "/f/{{ page.fileSlug }}/", "title": "Above", "eleventyNavigation": { "parent": "P", "order": 1 } }'
  const files = { 'eleventy.config.js': '', 'f/f.json': above, 'f/in/in.11tydata.json': '{ "permalink": "/x{{ page.filePathStem }}.html", "draft": false, "title": "In" }', 'f/in/r.json': '{ "draft": true }', 'g/g.json': '{ "permalink": false }' }
  const shown = ({ pages }: Awaited<ReturnType<typeof readSite>>) => pages.map(({ url, title }) => `${url} ${title}`)
  const { 'f/in/q.md': q = '', ...ofF } = own('f')
  assert.deepEqual(shown(await readSite({ ...files, ...ofF, 'f/in/q.md': q, 'g/p.md': pageOf('P', 'permalink: /g/'), 'g/s.md': '# S' })), ['/f/s/ Above', '/g/ P', '/own/ P', '/r/ R', '/x/f/in/q.html In'])
  const values = (path: string, more: string) => `  - scope: { path: ${path} }\n    values: { ${more} }\n`
  const config = `title: T\ndefaults:\n${values('f/in', 'permalink: "/x/:basename", title: In, draft: false')}${values('f', 'draft: true, permalink: "/f/:basename/", title: Above')}`
  assert.deepEqual(shown(await readSite({ '_config.yml': config, ...own('f') })), ['/r/ R', '/x/q In'])
})

test('readFolder() reads only what a table of contents lists, of GitBook and HonKit, in the folder that they name', async () => {
  for (const [config, url] of [[{ '.gitbook.yaml': 'root: ./docs/' }, '/in/a'], [{ 'book.json': '{ "root": "./docs" }' }, '/in/a.html']] as const) {
    const files = { ...config, 'docs/SUMMARY.md': '# Table of contents\n\n* [A](in/a.md)', 'docs/in/a.md': pageOf('A'), 'docs/b.md': pageOf('B'), 'in/a.md': pageOf('Other') }
    const { pages } = await readSite(files)
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
  const { pages: [page] } = await readSite(files)
  assert.equal(page?.sections[0]?.text.replace(/\s+/g, ' ').trim(), 'The b c. {{ d }} {{ e }}')
  const shown = await readSite({ '_config.yml': 'title: T', 'a.md': '---\nrender_with_liquid: false\n---\n# A\n\nWrite {{ x }}.' })
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
  const { pages, warnings } = await readSite(files)
  assert.deepEqual(warnings.map(({ message }) => message), ['The link to /oldest/ opens no page here: no folder with pages has this address'])
  assert.deepEqual(pages[0]?.sections[0]?.linkTexts, ['Other name', 'y'])
  assert.match(pages[1]?.sections[0]?.structure ?? '', /\/a\/#part/)
})

test('readFolder() forwards links to former addresses that GitBook is told', async () => {
  const redirects = 'root: docs\nredirects:\n  help: in/support.md\n  old/page: ./README.md\n'
  const files = { '.gitbook.yaml': redirects, 'docs/SUMMARY.md': '* [A](README.md)\n* [B](in/support.md)', 'docs/README.md': '# A\n\n[x](/help) [y](old/page)', 'docs/in/support.md': '# B' }
  const { pages: [home], warnings } = await readSite(files)
  assert.deepEqual(warnings, [])
  assert.match(home?.sections[0]?.structure ?? '', /\/in\/support/)
})

test('readFolder() finds files that links name from the folder of pages, whatever their address is', async () => {
  const files = { 'hugo.toml': 'baseURL = "/"\n[permalinks]\na = "/other/:contentbasename"', 'content/a/b.md': pageOf('B'), 'content/c.md': '# C\n\n[x]({{< ref "/a/b.md" >}}) [y]({{< ref "/a/b" >}})' }
  for (const folder of ['.', 'content']) assert.deepEqual((await readSite(files, folder)).warnings, [])
})

test('readFolder() reads callouts of Docsify', async () => {
  const files = { 'index.html': '<script src="docsify.js"></script>', 'README.md': '# A\n\n?> One\n\n!> Two\n' }
  const { pages: [page] } = await readSite(files)
  assert.equal(page?.sections[0]?.text, 'One\n\nTwo')
})

test('readFolder() does not publish what the configuration leaves out, and tells links to it truly', async () => {
  const texts = { 'a.md': '# A\n\n[b](b.md)', 'b.md': '# B', 'in/b.md': '# In B', 'in/c.md': '# In C' }
  async function checkExcluded(files: Record<string, string>, shown: readonly string[], folder = '') {
    const pages = Object.fromEntries(Object.entries(texts).map(([path, text]) => [folder + path, text]))
    const { pages: shownPages, warnings } = await readSite({ '.git/config': '', ...files, ...pages })
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
  await checkExcluded({ '_config.yml': 'exclude: [b.md]\ndefaults:\n  - scope: { path: in }\n    values: { published: false }\n  - scope: { path: in/b.md }\n    values: { published: true }\n' }, ['A', 'In B'])
  await checkExcluded({ 'mkdocs.yml': 'site_name: A\nplugins:\n  - search\n  - exclude:\n      glob:\n        - b.md\n        - "in/c*"\n' }, ['A', 'In B'], 'docs/')
  await checkExcluded({ 'mkdocs.yml': 'INHERIT: in.yml\nplugins:\n  search:\n  exclude: { glob: [b.md] }\n', 'in.yml': 'plugins:\n  exclude: { regex: ["in/c.*"] }\n' }, ['A', 'In B'], 'docs/')
  await checkExcluded({ 'conf.py': "project = 'A'\nexclude_patterns = [\n  'b.md',  # one\n  # two\n  'in',\n]\n" }, ['A'])
  await checkExcluded({ 'eleventy.config.js': '', '.eleventyignore': 'b.md\n' }, ['A', 'In B', 'In C'])
})

test('readFolder() opens links of a page whose address a file that is left out would have, too', async () => {
  const files = { '_config.yml': 'exclude: [README.md]', 'README.md': '# Read me', 'index.md': '---\npermalink: /\n---\n# Home\n\n[a](#a)\n\n## A\n\nText.' }
  assert.deepEqual((await readSite({ '.git/config': '', ...files })).warnings, [])
})

test('readFolder() keeps pages out of search that the plugin exclude-search of MkDocs names', async () => {
  const config = 'site_name: A\nexclude_docs: in/secret.md\nplugins:\n  - search\n  - exclude-search:\n      exclude: [b.md, in/*]\n      ignore: [in/d.md]\n'
  const files = {
    '.git/config': '', 'mkdocs.yml': config, 'docs/a.md': '# A', 'docs/b.md': '# B',
    'docs/in/c.md': '---\ndraft: true\n---\n# C', 'docs/in/d.md': '# D',
    'docs/in/secret.md': '# Not published',
  }
  const { pages, unlisted } = await readSite(files)
  assert.deepEqual([pages, unlisted].map((list) => list.map(({ title }) => title)), [['A', 'D'], ['B']])
})
