/** What the menu of a site shows of the pages in a folder, by generator: their order, groups and names, and none that is left out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, readSite } from '../../../support/folder-site.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The pages in the order of the menu: their groups and their names, or titles. */
async function checkMenu(files: Readonly<Record<string, string>>, folder: string, expected: readonly string[], warnings: readonly string[] = []) {
  const site = await readSite({ '.git/config': '', ...files }, folder)
  const ordered = site.pages.toSorted((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0))
  assert.deepEqual(ordered.map(({ title, place }) => [...(place?.groups ?? []), place?.label ?? title].join(' > ')), expected)
  assert.deepEqual(site.warnings.map(({ path, message }) => `${path}: ${message}`), warnings)
}

test('readFolder() orders pages by the nav of MkDocs, whose names are titles, and those that it does not list after them', async () => {
  const files = {
    'mkdocs.yml': 'site_name: A\nnav:\n  - guide/z.md\n  - Guide: [{ First: ./guide/a.md }, { Deep: [{ path: deep.md }] }]\n  - Out: https://x.test/\n  - index.md\n',
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
  const { unlisted } = await readSite(config())
  assert.deepEqual(unlisted.map(({ url }) => url), ['/b', '/d'])
  await checkMenu(config(', "seo": { "indexing": "all" }'), '.', ['Start > Home', 'Start > A', 'Far > C', 'B', 'D'])
  // What files hold in place of `$ref`: their own from where they are, and keys beside it before theirs; no circles.
  const start = (more: string) => `{ "group": "Other", "pages": { "$ref": "pages.json" }${more} }`
  await checkMenu({
    ...config(), 'mint.json': '{ "navigation": ["d"] }',
    'docs.json': '{ "$schema": "mintlify", "navigation": { "groups": [{ "$ref": "./nav/start.json", "group": "Start" }, { "$ref": "nav/missing.json" }, { "$ref": "../x.json" }] } }',
    'nav/start.json': start(', "x": { "$ref": "start.json" }'), 'nav/pages.json': '["a", "index"]', 'x.json': start(''),
  }, '.', ['Start > A', 'Start > Home'])
})

test('readFolder() reads menus of VitePress that are beside the pages of a language', async () => {
  const menuOf = (folder: string, more: string) => `import { defineAdditionalConfig } from 'vitepress'\nexport default defineAdditionalConfig({ themeConfig: { sidebar: { '/${folder}in/': { base: '/${folder}in/', items: items() } } } })\nfunction items() {\n  return [{ text: '${more}', base: '/${folder}in/a-', items: [{ link: 'z' }, { link: 'y' }] }]\n}`
  const pages = { 'in/a-y.md': '# Y', 'in/a-z.md': '# Z', 'fr/in/a-y.md': '# I', 'fr/in/a-z.md': '# J' }
  const files = { 'docs/.vitepress/config.ts': 'export default {}', 'docs/config.ts': menuOf('', 'More'), 'docs/fr/config.ts': menuOf('fr/', 'Plus') }
  await checkMenu({ ...files, ...Object.fromEntries(Object.entries(pages).map(([path, text]) => [`docs/${path}`, text])) }, 'docs', ['More > Z', 'More > Y', 'Plus > J', 'Plus > I'])
})

test('readFolder() knows the menu of Docsify by the name that its page gives, and a home without a title by that of the site', async () => {
  const page = "<script>\n  window.$docsify = {\n    name: 'Acme', // x\n    loadSidebar: 'side.md', loadNavbar: true, coverpage: ['/', '/in/'], plugins: [(hook) => hook.x()],\n  }\n</script>"
  await checkMenu({ 'index.html': page, 'side.md': '- [B](in/b)\n- [A](a)', 'in/side.md': '- [A](a)', 'a.md': '# A', 'in/b.md': '# B', 'README.md': 'Text.' }, '.', ['B', 'A', 'Acme'])
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
  const plugins = { 'docusaurus.config.js': "export default { plugins: [other, ['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', sidebarPath: require.resolve('./api.js') }]] }", 'api.js': "module.exports = { api: [{ Calls: ['z', 'y'] }] }" }
  await checkMenu({ ...plugins, 'docs/x.md': pageOf('X'), 'api/y.md': pageOf('Y'), 'api/z.md': pageOf('Z') }, '.', ['Calls > Z', 'Calls > Y', 'X'])
  const versions = { 'versions.json': '["10.0", "9.0"]', 'versioned_sidebars/version-9.0-sidebars.json': '{ "a": ["z", "y"] }', 'versioned_sidebars/version-10.0-sidebars.json': '{ "a": [{ "type": "category", "label": "All", "items": [{ "type": "autogenerated", "dirName": "." }] }] }' }
  await checkMenu({ 'docusaurus.config.js': '', ...versions, 'docs/x.md': pageOf('X'), 'versioned_docs/version-9.0/y.md': pageOf('Y'), 'versioned_docs/version-9.0/z.md': pageOf('Z'), 'versioned_docs/version-10.0/w.md': pageOf('W') }, '.', ['10.0 > All > W', '9.0 > Z', '9.0 > Y', 'X'])
  await checkMenu({ 'docusaurus.config.js': '', 'docs/a.md': pageOf('A'), 'blog/2018-01-02-b.md': pageOf('B') }, '.', ['A', 'Blog > B'])
})

for (const [name, run] of rulesOf('readFolder()', checkMenu, [
  ['orders pages of Hugo by weight, and those of Just the Docs by number and parent',
    [{
      'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'),
      'content/b/_index.md': pageOf('Bee', 'weight: 1'),
      'content/b/x.md': pageOf('X', 'weight: 20'), 'content/b/y.md': pageOf('Y', 'weight: 3\nlinkTitle: Why'),
      'content/a.md': pageOf('A', 'weight: 2'),
    }, 'content', ['Home', 'Bee > Bee', 'Bee > Why', 'Bee > X', 'A']],
    [{
      'hugo.toml': 'baseURL = "/"', 'content/en/_index.md': pageOf('Home'), 'content/en/b/_index.md': pageOf('Bee'),
      'content/en/b/x.md': pageOf('X'),
    }, 'content/en', ['Home', 'Bee > Bee', 'Bee > X']],
    [{
      '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'z.md': pageOf('Guides', 'nav_order: 2'),
      'a.md': pageOf('Install', 'parent: Guides\nnav_order: 2'),
      'b.md': pageOf('Use', 'parent: Guides\nnav_order: 1'), 'c.md': pageOf('About'),
      'd.md': pageOf('Deep', 'parent: Use\ngrand_parent: Guides'),
    }, '.', ['Home', 'Guides > Guides', 'Guides > Use > Use', 'Guides > Use > Deep', 'Guides > Install', 'About']]],
  ['orders folders by the files of Nextra and Fumadocs',
    [{
      'package.json': '{ "dependencies": { "nextra": "4" } }',
      'content/_meta.ts': "export default { b: 'Bee', a: { title: 'Ay' } }",
      'content/a.mdx': pageOf('A'), 'content/b/index.mdx': pageOf('B'), 'content/b/c.mdx': pageOf('C'),
      'content/z.mdx': pageOf('Z'),
    }, 'content', ['Bee > B', 'Bee > C', 'Ay', 'Z']],
    [{
      'package.json': '{ "dependencies": { "nextra": "4" } }',
      'app/_meta.global.ts': "const meta = { index: 'Top', b: { title: 'Bee', items: { y: 'Why', x: '' } }, a: 'Ay' }\nexport default meta",
      'content/index.mdx': pageOf('Home'), 'content/a.mdx': pageOf('A'), 'content/b/x.mdx': pageOf('X'), 'content/b/y.mdx': pageOf('Y'),
    }, '.', ['Top', 'Bee > Why', 'Bee > X', 'Ay']],
    [{
      'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
      'content/docs/meta.json': '{ "pages": ["z", "...", "a"] }',
      'content/docs/g/meta.json': '{ "title": "Guides", "pages": ["y", "x"] }', 'content/docs/(in)/meta.json': '[1]',
      'content/docs/(in)/c.mdx': pageOf('C'), 'content/docs/(in)/d.mdx': pageOf('D'),
      'content/docs/a.mdx': pageOf('A'), 'content/docs/z.mdx': pageOf('Z'), 'content/docs/g/x.mdx': pageOf('X'),
      'content/docs/g/y.mdx': pageOf('Y'),
    }, 'content/docs', ['Z', 'C', 'D', 'Guides > Y', 'Guides > X', 'A']]],
  ['reads a Jupyter Book as a site of Sphinx, in the order of its table of contents',
    [{
      '_config.yml': 'title: A book', '_toc.yml': 'format: jb-book\nroot: z\nparts:\n  - caption: Start\n    chapters:\n      - file: b\n        title: Bee\n        sections:\n          - file: a\n',
      'a.md': '# A\n\n{ref}`x`', 'b.md': '# B\n\n(x)=\n## C', 'z.md': '# Z',
    }, '.', ['Z', 'Start > Bee > B', 'Start > Bee > A']]],
  ['orders pages of Hugo with one weight by date and title, and finds the parents among pages with one title',
    [{
      'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'), 'content/z.md': pageOf('Apples'),
      'content/a.md': pageOf('Zebras', 'weight: 0'), 'content/b/_index.md': pageOf('Middle'),
      'content/b/old.md': pageOf('Aged', 'date: 2001-01-01'), 'content/b/new.md': pageOf('New', 'date: 2002-01-01'),
      'content/c.md': pageOf('Last', 'linkTitle: First\nweight: 3'),
    }, 'content', ['Home', 'First', 'Apples', 'Middle > Middle', 'Middle > New', 'Middle > Aged', 'Zebras']],
    [{
      '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'one.md': pageOf('One', 'nav_order: 2'),
      'two.md': pageOf('Two', 'nav_order: 3'),
      'x.md': pageOf('Install', 'parent: One'), 'y.md': pageOf('Install', 'parent: Two'),
      'p.md': pageOf('Linux', 'parent: Install\ngrand_parent: Two'),
      'q.md': pageOf('Mac', 'parent: Install\nancestor: One'), 'z.md': pageOf('Install', 'parent: Two'),
      'm.md': pageOf('Lost', 'parent: Missing page'),
    }, '.', ['Home', 'One > One', 'One > Install > Install', 'One > Install > Mac', 'Two > Two', 'Two > Install > Install', 'Two > Install > Linux', 'Two > Install', 'Missing page > Lost']],
    [{
      'eleventy.config.js': '', 'a/p.md': pageOf('Same', 'eleventyNavigation: { key: Other }'),
      'a/c.md': pageOf('C', 'eleventyNavigation: { key: C, parent: Same }'),
      'b.md': pageOf('Keyed', 'eleventyNavigation: { key: Same }'),
    }, '.', ['Other', 'Same > Same', 'Same > C']],
    [{
      'eleventy.config.js': '', 'b.md': pageOf('Long title', 'eleventyNavigation: { key: B, order: 1 }'),
      'a.md': pageOf('A', 'eleventyNavigation: { key: A, parent: B }'),
    }, '.', ['B > B', 'B > A']]],
  ['has the page of a folder at the place where the folder lists it',
    [{
      'package.json': '{ "dependencies": { "fumadocs-core": "15" } }', 'content/docs/meta.json': '{ "pages": ["a", "g", "index"] }',
      'content/docs/g/meta.json': '{ "title": "Guides", "pages": ["y", "---More---", "index", "..."] }', 'content/docs/index.mdx': pageOf('Home'),
      ...Object.fromEntries('a g/index g/x g/y'.split(' ').map((name) => [`content/docs/${name}.mdx`, pageOf(name)])),
    }, 'content/docs', ['a', 'Guides > g/y', 'Guides > More > g/index', 'Guides > More > g/x', 'Home']]],
  ['reads headings in the menus of Fumadocs and Nextra',
    [{
      'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
      'content/docs/meta.json': '{ "pages": ["---Start---", "index", "a", "---[Icon]Use it---", "...in", "g", "---Rest---", "z...a"] }', 'content/docs/index.mdx': pageOf('Home'),
      'content/docs/a.mdx': pageOf('A'), 'content/docs/in/b.mdx': pageOf('B'), 'content/docs/g/c.mdx': pageOf('C'),
      'content/docs/d.mdx': pageOf('D'),
    }, 'content/docs', ['Start > Home', 'Start > A', 'Use it > B', 'Use it > G > C', 'Rest > D']],
    // Names that are further below or link elsewhere, all others backwards, and those that none of these are.
    [{
      'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
      'content/docs/meta.json': '{ "pages": ["./b.mdx", "[Site](https://x.test)", "in/c", "---Packages---", "...in/of", "!a", "z...a"] }', 'content/docs/in/of/meta.json': '{ "title": "Of", "pages": ["i", "h/j"] }',
      ...Object.fromEntries('a b in/c in/d in/of/h/j in/of/h/k in/of/i x y z/q'.split(' ').map((name) => [`content/docs/${name}.mdx`, pageOf(name)])),
    }, 'content/docs', ['b', 'in/c', 'Packages > in/of/i', 'Packages > in/of/h/j', 'Packages > H > in/of/h/k', 'Packages > y', 'Packages > x', 'Packages > Z > z/q', 'Packages > In > in/d', 'a']],
    [{
      'package.json': '{ "dependencies": { "nextra": "4" } }',
      'content/_meta.js': "export default { a: '', '--': { type: 'separator', title: 'Use it' }, b: 'Bee' }",
      'content/a.mdx': pageOf('A'), 'content/b.mdx': pageOf('B'), 'content/c.mdx': pageOf('C'),
    }, 'content', ['A', 'Use it > Bee', 'Use it > C']]],
  ['leaves out the templates of pages that a program makes',
    [{ '.vitepress/config.ts': '', 'a.md': pageOf('A'), 'in/[id].md': pageOf('B'), '[x]/c.md': pageOf('C') }, '.', ['A']],
    [{ 'a.md': pageOf('A'), '[b].md': pageOf('B') }, '.', ['B', 'A']]],
  ['leaves out the page for addresses that do not exist by the address that its generator gives it',
    [{ 'eleventy.config.js': "export default () => ({ dir: { input: 'src' } })", 'src/404.md': pageOf('Not found'), 'src/a.md': pageOf('A') }, '.', ['A']],
    [{ 'mkdocs.yml': 'site_name: A', 'docs/404.md': pageOf('Not found'), 'docs/codes/404.md': pageOf('404') }, '.', ['404']],
    [{ '_config.yml': 'title: A', 'missing.md': pageOf('Not found', 'permalink: /404.html'), 'a.md': pageOf('A') }, '.', ['A']]],
])) test(name, run)

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

test('readFolder() says once that a menu can not be read, and keeps the plain order', async () => {
  const unread = "The menu can't be read without running it: pages are in the order of their addresses"
  const files = { 'a.md': pageOf('A'), 'b.md': pageOf('B') }
  await checkMenu({ '.vitepress/config.ts': 'export default { themeConfig: {\n  sidebar: await load(),\n} }', ...files }, '.', ['A', 'B'], [`.vitepress/config.ts: ${unread}`])
  await checkMenu({ 'docs.json': '{ "$schema": "mintlify",\n  "navigation": 3 }', ...files }, '.', ['A', 'B'], [`docs.json: ${unread}`])
  await checkMenu({ '.vitepress/config.ts': 'export default {}', ...files }, '.', ['A', 'B'])
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

test('readFolder() reads names of Sphinx that start with an underscore, and says that pages in reStructuredText are not read', async () => {
  const files = { 'conf.py': "project = 'A'\nextensions = ['myst_parser']", 'index.md': '# Home', '_a.md': '# Ay', '_api/b.md': '# Bee', '_static/c.md': '# C', '_build/d.md': '# D' }
  await checkMenu(files, '.', ['Home', 'Ay', 'Bee'])
  const built = 'give the folder of built HTML to read all pages'
  await checkMenu({ ...files, 'x.rst': 'X\n=' }, '.', ['Home', 'Ay', 'Bee'], [`x.rst: Left out: it is reStructuredText; ${built}`])
  await checkMenu({ 'doc/pages/a.adoc': '= A', 'x.rst': 'X', 'README.md': '# Home' }, '.', ['Home'], [`doc/pages/a.adoc: Left out: it is AsciiDoc; ${built}`])
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
  // Lists in reStructuredText, whose pages are not read, and options as YAML.
  await checkMenu({
    'conf.py': "project = 'A'", 'index.rst': '====\nHome\n====\n\n.. toctree::\n   :caption: Start\n\n   z\n   First <a>\n\nText.\n\n.. toctree::\n    in/index',
    'in/index.rst': 'In it\n=====\n\n  .. toctree::\n    :glob:\n\n    *', 'z.md': '# Z', 'a.md': '# A',
    'in/b.md': `# B${toctree('---\ncaption: More\n---', 'c')}`, 'in/c.md': '# C\n\n```{eval-rst}\n.. toctree::\n   /y\n```', 'y.md': '# Y',
  }, '.', ['Start > Z', 'Start > First', 'In it > B > B', 'In it > B > More > C > C', 'In it > B > More > C > Y'], ['index.rst: Left out: it and 1 other file are reStructuredText; give the folder of built HTML to read all pages'])
  await checkMenu(files, '.', ['Home', 'Start > Zed', 'Start > First > First', 'Start > First > Use', 'Start > First > Ay', 'Ex', 'Why', 'Lost'])
  const { pages } = await readSite(files)
  assert.deepEqual(pages.map(({ sections }) => sections.map(({ text }) => text).join('')).filter((text) => text !== ''), ['Text.'])
})
