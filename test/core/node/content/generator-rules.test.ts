/** Settings of generators that change ids and addresses, by their documentation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseElements } from '../../../../src/core/content/structure/encoding.ts'
import { readSite } from '../../../support/folder-site.ts'

const hugo = (setting: string) => ({ 'hugo.toml': `baseURL = "/"\n${setting}` })
const hexo = (setting: string) => ({ '_config.yml': `source_dir: source\n${setting}` })
const ELEVENTY = { 'eleventy.config.js': 'export default () => {}' }
const eleventy = (data: string) => ({ ...ELEVENTY, 'in/in.json': `{ "permalink": "${data}" }` })
const RSPRESS = 'export default { lang: "en", locales: [{ lang: "en" }, { lang: "zh" }] }'
const RSPRESS_2 = RSPRESS.replace('lang', 'multiVersion: { default: "v2", versions: ["v1", "v2"] }, lang')
const NEXTRA = { 'package.json': '{ "dependencies": { "nextra": "4" } }' }
const FUMADOCS = { 'package.json': '{ "dependencies": { "fumadocs-mdx": "11" } }' }

/** [files, path of the page, its frontmatter and headings, ids] */
const IDS: readonly (readonly [files: Record<string, string>, path: string, text: string, ids: string])[] = [
  [{ 'docusaurus.config.js': '' }, 'docs/a.md', '## ![Logo](x.png) Pic', 'logo-pic'],
  [{ '.vitepress/config.ts': '' }, 'a.md', '## Hello :tada:\n\n## a:b: c', 'hello a-b-c'],
  [{ 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      slugify: !!python/name:markdown.extensions.toc.slugify_unicode' }, 'docs/a.md', '## 你好 世界!\n\n## Über', '你好-世界 über'],
  [{ 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      separator: "_"' }, 'docs/a.md', '## Big  blue-ish sky', 'big_blue-ish_sky'],
  [{ 'mkdocs.yml': 'markdown_extensions:\n  - toc:\n      slugify: !!python/name:markdown.extensions.toc.slugify_unicode\n      separator: _' }, 'docs/a.md', '## 你好 世界', '你好_世界'],
  [{ 'mkdocs.yml': 'markdown_extensions: [pymdownx.emoji]' }, 'docs/a.md', '## :book: Big books', 'big-books'],
  [{ 'mkdocs.yml': 'plugins:\n  macros: { include_dir: parts }', 'parts/b.md': '## Part' }, 'docs/in/a.md', '## B\n\n{% include "b.md" %}', 'b part'],
  [{ 'rspress.config.ts': '' }, 'docs/a.mdx', '## Hello \\{#own}\n\n## Foo & Bar', 'own foo--bar'],
  [{ 'mkdocs.yml': 'site_name: A' }, 'docs/a.md', '## 你好 世界!\n\n## Über', '_1 uber'],
  [hugo('[markup.goldmark.parser]\nautoHeadingIDType = "github-ascii"'), 'content/a.md', '## Café & 你好\n\n## 你好', 'cafe-- heading'],
  [hugo('[markup.goldmark.parser]\nautoHeadingIDType = "blackfriday"'), 'content/a.md', '## Café & More!', 'café-more'],
  [{ 'book.json': '{}', 'SUMMARY.md': '- [A](a.md)' }, 'a.md', '## 你好，a_b\n\n## --c = d', '你好，ab -c--d'],
  [{ '_config.yml': '' }, 'a.md', '## B[^1]\n\n[^1]: b', 'b'], [{ 'docusaurus.config.js': '' }, 'docs/a.md', '## B[^1]\n\n[^1]: b', 'b'],
  [{ 'eleventy.config.js': 'config.addPlugin(IdAttributePlugin)' }, 'a.md', '## Foo & Bär\n\n## What’s it\n\n## Straße\n\n## Straße', 'foo-and-baer whats-it strasse strasse-2'],
  [{ 'eleventy.config.js': "import anchor from 'markdown-it-anchor'" }, 'a.md', '## Foo & Bar\n\n## Hello,  World\n\n## Foo & bar', 'foo-%26-bar hello%2C-world foo-%26-bar-1'],
  [{ 'eleventy.config.js': "import anchor from 'markdown-it-anchor'\nmd.use(anchor, { slugify: config.getFilter('slugify') })" }, 'a.md', '## Foo & Bar', 'foo-and-bar'],
  [{ 'eleventy.config.js': "import anchor from 'markdown-it-anchor'\nmd.use(anchor, { slugify: own })" }, 'a.md', '## Foo & Bar', 'foo--bar'],
  [{ 'book.toml': '', 'src/SUMMARY.md': '[A](a.md)' }, 'src/a.md', '## Привет, мир\n\n## B 1\n\n## B\n\n## B', 'привет-мир b-1 b b-2'],
  [{ 'package.json': '{ "dependencies": { "@nuxt/content": "3" } }' }, 'content/a.md', '## 1. Install & Run\n\n## -- b --', '_1-install-run b'],
  [{ '.gitbook.yaml': 'root: ./', 'SUMMARY.md': '* [A](a.md)' }, 'a.md', '## Set up <a href="#b" id="b"></a>\n\n## C', 'b c'],
  [{ '.gitbook/assets/a.svg': '', 'SUMMARY.md': '* [A](a.md)' }, 'a.md', "## 1. Côte & rôle\n\n## What's CI/CD - v1.0?\n\n## $SYS", 'id-1.-cote-and-role whats-ci-cd-v1.0 usdsys'],
  [hexo(''), 'source/a.md', '## Ünder_foo.bar() / A & B\n\n## 日本語 見出し\n\n## A 1\n\n## A\n\n## A', 'Under-foo-bar-A-B 日本語-見出し A-1 A-2'],
  [hexo('marked:\n  modifyAnchors: 1'), 'source/a.md', '## Set Up', 'set-up'],
  [hugo('enableEmoji = true'), 'content/a.md', '## Launch :rocket: now\n\n## a:b: c', 'launch--now ab-c'],
  [hugo(''), 'content/a.md', '## Launch :rocket: now', 'launch-rocket-now'],
  [FUMADOCS, 'content/docs/a.mdx', '## Step one [step]', 'step-one'],
]

test('readFolder() makes the ids of the generator and its settings', async () => {
  for (const [files, path, text, ids] of IDS) {
    const { pages: [page] } = await readSite({ '.git/config': '', ...files, [path]: `# A\n\n${text}\n` })
    assert.equal(page?.sections.flatMap(({ anchor }) => anchor ?? []).join(' '), ids, JSON.stringify(files))
  }
})

/** [files, path of the page, its frontmatter, address] */
const ADDRESSES: readonly (readonly [files: Record<string, string>, path: string, fields: string, url: string | undefined])[] = [
  [{ 'docusaurus.config.js': '' }, 'docs/in/a.md', 'slug: ../up', '/docs/up'],
  [{ 'conf.py': 'project = "A"\nhtml_file_suffix = ".htm"' }, 'in/a.md', '', '/in/a.htm'],
  [{ 'conf.py': 'project = "A"\nhtml_file_suffix = ".htm"' }, 'in/index.md', '', '/in/index.htm'],
  [{ 'docusaurus.config.js': '' }, 'blog/2026-01-02-a/index.md', '', '/blog/2026/01/02/a'],
  [{ 'docusaurus.config.js': '' }, 'blog/2026/01/02/a.md', '', '/blog/2026/01/02/a'],
  [{ 'docusaurus.config.js': '' }, 'i18n/fr/docusaurus-plugin-content-blog/2026-01-02-a/index.md', '', '/fr/blog/2026/01/02/a'],
  [{ 'docusaurus.config.js': '' }, 'i18n/fr/docusaurus-plugin-content-blog/in/2026-01-02-a.md', 'slug: b', '/fr/blog/b'],
  [{ 'docusaurus.config.js': '' }, 'i18n/fr/docusaurus-plugin-content-pages/in/a.md', '', '/fr/in/a'],
  [{ 'docusaurus.config.js': "export default { presets: [['classic', { blog: { routeBasePath: '/news/' } }]] }" }, 'blog/2026/01/02/a.md', '', '/news/2026/01/02/a'],
  [{ 'docusaurus.config.js': "export default { presets: [['classic', { blog: { routeBasePath: '$1' } }]] }" }, 'i18n/fr/docusaurus-plugin-content-blog/2026-01-02-a.md', '', '/fr/%241/2026/01/02/a'],
  [{ 'docusaurus.config.js': "export default { presets: [['classic', { blog: { routeBasePath: '/' } }]] }" }, 'blog/a.md', '', '/a'],
  [{ 'docusaurus.config.js': "export default { presets: [['classic', { blog: { routeBasePath: 'news' } }]] }" }, 'blog/2026-01-02-a.md', 'slug: own', '/news/own'],
  [{ 'mkdocs.yml': 'INHERIT: base.yml', 'base.yml': 'use_directory_urls: false' }, 'docs/a.md', '', '/a.html'],
  [hugo('removePathAccents = true'), 'content/Ünï.md', '', '/uni/'],
  [hugo('removePathAccents = true\n[permalinks]\nin = "/x/:slug/"'), 'content/in/a.md', 'title: Café', '/x/cafe/'],
  [hugo('[permalinks]\nin = "/x/:title/"'), 'content/in/a.md', 'title: "C++ & You - Part  1!"', '/x/c-you-part-1/'],
  [hugo(''), 'content/c++ (d) - e.md', '', '/c%2B%2B-d-e/'],
  [hugo(''), 'content/a.md', 'url: in/b.html', '/in/b.html'],
  [{ '_config.yml': 'permalink: pretty' }, 'a.md', 'permalink: none', '/a/'],
  [eleventy('/b/{{ page.fileSlug }}/'), 'in/2026-01-02-a.md', '', '/b/a/'],
  [eleventy('/b/{{ page.fileSlug }}/'), 'in/c/index.md', '', '/b/c/'],
  [eleventy('{{ title | slugify }}.html'), 'in/a.md', 'title: "A & B"', '/a-and-b.html'],
  [eleventy('/{{ page.date | x }}/'), 'in/a.md', '', '/in/a/'],
  [ELEVENTY, 'in/a.md', 'permalink: "/{{ page.filePathStem }}.html"', '/in/a.html'],
  [eleventy('{{ page.filePathStem }}.html'), 'in/2026-01-02-a.md', '', '/in/a.html'],
  [eleventy('{{ page.filePathStem }}.html'), 'in/c/index.md', '', '/in/c/'],
  [{ ...NEXTRA, 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({ contentDirBasePath: '/docs' })({})" }, 'content/a.mdx', '', '/docs/a'],
  [{ ...NEXTRA, 'next.config.mjs': "import nextra from 'nextra'\nexport default nextra({})({})" }, 'content/a.mdx', '', '/a'],
  [{ ...NEXTRA, 'content/index.mdx': '# Home' }, 'src/app/(x)/a/page.mdx', '', '/a'],
  [{ ...NEXTRA, 'content/a.mdx': '# A' }, 'app/a/part.mdx', '', undefined],
  [FUMADOCS, 'content/docs/a.mdx', '', '/docs/a'],
  [{ ...FUMADOCS, 'content/docs/index.mdx': '# Home' }, 'content/blog/a.mdx', '', '/blog/a'],
  [{ 'source.config.ts': "import {} from 'fumadocs-mdx/config'", 'src/lib/source.ts': "import { route } from './route'\nexport const source = loader({\n  baseUrl: route, source: docs.toFumadocsSource(),\n})\nexport const blog = loader({ baseUrl: '/no' })", 'src/lib/route.ts': "export const route = '/'" }, 'content/docs/in/a.mdx', '', '/in/a'],
  [{ 'config.toml': 'base_url = "/"' }, 'content/in/a.md', 'path: /own/place', '/own/place/'],
  [{ 'config.toml': 'base_url = "/"' }, 'content/in/a.md', 'path: own/place', '/own/place/'],
  [{ 'myst.yml': 'version: 1' }, 'in/01-My_page.md', '', '/my-page'],
  [{ 'myst.yml': 'version: 1' }, '2026-01-a & b.md', '', '/2026-01-a-and-b'],
  [{ 'myst.yml': 'version: 1', 'a.md': '# A', 'in/a.md': '# A' }, 'other/a.md', '', '/a-2'],
  [{ 'myst.yml': 'version: 1', 'a.md': '# A', 'in/a.md': '# A' }, 'z/a-1.md', '', '/a-1-1'],
  [{ 'myst.yml': 'version: 1', 'index.md': '# A' }, 'in/index.md', '', '/index-1'],
  [{ 'myst.yml': 'site:\n  options:\n    folders: true' }, 'in/01-My_page.md', '', '/in/my-page'],
  [{ '_config.yml': 'source_dir: source\npermalink: :year/:title/' }, 'source/_posts/in/a.md', 'date: 2026-01-02', '/2026/in/a/'],
  [{ 'package.json': '{ "dependencies": { "hexo": "7" } }' }, 'source/_posts/a.md', 'date: 2026-01-02 10:00:00', '/2026/01/02/a/'],
  [{ 'package.json': '{ "dependencies": { "hexo": "7" } }' }, 'source/in/a.md', '', '/in/a.html'],
  [{ 'rspress.config.ts': 'export default { root: "pages" }' }, 'pages/in/a.md', '', '/in/a.html'],
  [{ 'rspress.config.ts': 'export default { route: { cleanUrls: true } }' }, 'docs/in/a.md', '', '/in/a'],
  [{ 'rspress.config.ts': RSPRESS }, 'docs/en/a.md', '', '/a.html'], [{ 'rspress.config.ts': RSPRESS }, 'docs/zh/a.md', '', '/zh/a.html'],
  [{ 'rspress.config.ts': RSPRESS_2 }, 'docs/v2/en/in/a.md', '', '/in/a.html'], [{ 'rspress.config.ts': RSPRESS_2 }, 'docs/v1/en/a.md', '', '/v1/a.html'], [{ 'rspress.config.ts': RSPRESS_2 }, 'docs/v2/zh/a.md', '', '/zh/a.html'],
  [{ 'retype.yml': 'input: .' }, 'My guides/Set up.md', '', '/my-guides/set-up/'],
  [{ 'retype.yml': 'input: .' }, 'a.md', 'route: /own', '/own/'],
  [{ '.gitbook.yaml': 'structure:\n  readme: ./HOME.md\n  summary: TOC.md', 'TOC.md': '* [A](HOME.md)' }, 'HOME.md', '', '/'],
]

test('readFolder() makes the addresses of the generator and its settings', async () => {
  for (const [files, path, fields, url] of ADDRESSES) {
    const site = await readSite({ '.git/config': '', ...files, [path]: `---\n${fields}\n---\n\n# A\n\nText.\n` })
    assert.equal(site.pages.find((page) => page.path === path)?.url, url, JSON.stringify([files, fields]))
  }
})

/** [files, languages of the pages by their paths] */
const LANGUAGES: readonly (readonly [files: Record<string, string>, pages: Record<string, string | null>])[] = [
  [{ 'docs/.vuepress/config.js': "export default { locales: { '/': { lang: 'en-US' }, '/zh/': { lang: 'zh-CN' } } }" }, { 'docs/a.md': 'en-US', 'docs/zh/b.md': 'zh-CN' }],
  [{ '.vitepress/config.js': "export default { lang: 'de', locales: { root: { label: 'A' }, pt: { lang: 'pt-BR' } } }" }, { 'a.md': 'de', 'pt/b.md': 'pt-BR' }],
  [{ '.vitepress/config.js': "export default { locales: { root: { lang: 'fr' }, en: { label: 'A' } } }" }, { 'a.md': 'fr' }],
  [hugo('defaultContentLanguage = "fr"'), { 'content/a.md': 'fr', 'content/b.de.md': 'de' }],
  [{ 'hugo.toml': 'languageCode = "de-at"' }, { 'content/a.md': 'de-AT' }],
  [{ 'mkdocs.yml': 'theme:\n  name: material\n  language: ja' }, { 'docs/a.md': 'ja' }],
  [{ 'mkdocs.yml': 'site_name: A' }, { 'docs/a.md': null, 'docs/c.md': null, 'docs/fr/a.md': 'fr', 'docs/fr/c.md': 'fr' }],
  [{ 'docusaurus.config.js': "export default { i18n: { defaultLocale: 'ko', locales: ['ko'] } }" }, { 'docs/a.md': 'ko' }],
  [{ 'book.toml': '[book]\nlanguage = "es"', 'src/SUMMARY.md': '[A](a.md)' }, { 'src/a.md': 'es' }],
  [{ 'conf.py': "language = 'de'\nextensions = []" }, { 'a.md': 'de' }],
  [{ '_config.yml': 'lang: x y' }, { 'a.md': null }],
]

test('readFolder() knows the languages of pages by the configuration and the folders of pages', async () => {
  for (const [files, pages] of LANGUAGES) {
    const texts = Object.fromEntries(Object.keys(pages).map((path) => [path, '# A\n\nText.\n']))
    const site = await readSite({ '.git/config': '', ...files, ...texts })
    assert.deepEqual(Object.fromEntries(site.pages.map(({ path, lang }) => [path, lang])), pages, JSON.stringify(files))
  }
})

const NOTES = { 'a/My note.md': '# My note\n\n## A part\n\nText. ^block', 'other.md': '# Other' }
const VAULT = { '.obsidian/app.json': '{}', ...NOTES }
const WIKI = { '_Sidebar.md': '* [[My note]]', 'Home.md': '# Home', 'My-note.md': '# My note' }

/** [files, text of a page at the root, what it shows, addresses of its links, faults] */
const NAMES: readonly (readonly [files: Record<string, string>, text: string, shown: string, links: string, faults?: string])[] = [
  [VAULT, '[[my note]] [[a/My note|x]] [[My note#a part]]', 'my note x My note > a part', '/a/My%20note/ /a/My%20note/ /a/My%20note/#a-part'],
  [VAULT, '![[x.png|300]] [[#Here|y]] [[Other.md]]\n\n## Here', 'y Other', '/p/#here /other/'],
  [VAULT, '[[none]] [[My note#^block]] `[[other]]`', 'none My note > ^block [[other]]', '/a/My%20note/', 'page'],
  [VAULT, '| a |\n|---|\n| [[other\\|z]] |', 'a\nz', '/other/'],
  [{ 'quartz.config.ts': "export default { configuration: { ignorePatterns: ['private'] } }", 'content/private/q.md': '# Q', 'content/R & D.md': '# R' }, '[[r & d]] [[q]]', 'r & d q', '/R--and--D /private/q', 'unpublished'],
  [{ 'index.html': '<script src="docsify.js"></script>', 'o.md': '# O' }, '[A](o.md?id=o) [B](/o?id=x)', 'A B', '/o/#o /o/#x', 'anchor'],
  [WIKI, '[[Go|My note]] [[My Note]]', 'Go My Note', '/My-note /My-note'],
  [{ 'mkdocs.yml': 'plugins: [search, roamlinks]', 'docs/o.md': '# O' }, '[[o]]', 'o', '/o/'],
  [{ 'mkdocs.yml': 'plugins:\n  - autorefs\n', 'docs/o.md': '# O\n\n## Part one\n\n[](){#place}\n\n## a.b' }, '[X][a.b] [A][part-one] [Part one][] [B][place] [C][acme.Model] [D][]', 'X A Part one B C D', '/o/#part-one /o/#part-one /o/#place'],
  [{ 'mkdocs.yml': 'site_name: A', 'docs/o.md': '# O\n\n## Part one' }, '[A][part-one]', '[A][part-one]', ''],
]

test('readFolder() finds pages and places by their names where the generator does', async () => {
  for (const [files, text, shown, links, faults = ''] of NAMES) {
    const folder = 'mkdocs.yml' in files ? 'docs/' : 'quartz.config.ts' in files ? 'content/' : ''
    const site = await readSite({ '.git/config': '', ...files, [`${folder}p.md`]: `# P\n\n${text}\n` })
    const { sections } = site.pages.find(({ path }) => path === `${folder}p.md`)!
    const elements = sections.flatMap(({ structure }) => parseElements(structure))
    const found = elements.flatMap(({ element }) => (element.type === 'link' ? element.href : []))
    assert.deepEqual([sections[0]?.text, found.join(' ')], [shown, links], text)
    assert.equal(site.warnings.flatMap(({ cause }) => cause ?? []).join(' '), faults)
    assert.doesNotMatch(JSON.stringify(site.pages), /Text\. \^block/)
  }
})
