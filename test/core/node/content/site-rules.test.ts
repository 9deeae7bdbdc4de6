/** A folder of sources is recognized as a generator's by the project around it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { findSiteRules } from '../../../../src/core/node/content/site-rules.ts'
import { folderOf } from '../../../support/site.ts'

/** [files, folder that is read, generator, folder of the pages] */
const ROWS: readonly (readonly [files: Record<string, string>, folder: string, generator: string, pages: string])[] = [
  [{ 'a.md': '' }, '.', 'plain', ''],
  [{ 'mkdocs.yml': 'site_name: A', 'docs/a.md': '' }, 'docs', 'mkdocs', ''],
  [{ 'mkdocs.yml': 'site_name: A', 'docs/a.md': '' }, '.', 'mkdocs', 'docs/'],
  [{ 'mkdocs.yml': 'docs_dir: manual', 'docs/a.md': '', 'manual/b.md': '' }, 'docs', 'plain', ''],
  [{ 'mkdocs.yml': 'docs_dir: manual', 'manual/b.md': '' }, 'manual', 'mkdocs', ''],
  [{ 'book.toml': '[book]\nsrc = "text"', 'text/a.md': '' }, 'text', 'mdbook', ''],
  [{ 'docs/.vitepress/config.mts': 'export default { cleanUrls: true }', 'docs/a.md': '' }, 'docs', 'vitepress', ''],
  [{ 'docusaurus.config.ts': '', 'docs/a.md': '' }, '.', 'docusaurus', 'docs/'],
  [{ 'website/docusaurus.config.ts': "export default { presets: [['classic', { docs: { path: '../docs' } }]] }", 'docs/a.md': '' }, 'docs', 'docusaurus', ''],
  [{ 'website/docusaurus.config.ts': "export default { presets: [['classic', { docs: { path: '../docs' } }]] }", 'docs/a.md': '' }, 'website', 'docusaurus', '../docs/'],
  [{ 'packages/website/docusaurus.config.mts': "export default { presets: [['classic', { docs: { path: '../../docs' } }]] }", 'docs/a.md': '' }, 'docs', 'docusaurus', ''],
  [{ 'website/docusaurus.config.ts': "export default { presets: [['classic', { docs: { path: '../docs' } }]] }", 'docs/a.md': '' }, '.', 'docusaurus', 'docs/,website/'],
  [{ 'docs/.vitepress/config.ts': 'export default {}', 'docs/a.md': '', 'README.md': '' }, '.', 'vitepress', 'docs/'],
  [{ 'docs/.vitepress/config.ts': "export default { srcDir: 'src' }", 'docs/src/a.md': '' }, '.', 'vitepress', 'docs/src/'],
  [{ 'website/docusaurus.config.ts': 'export default {}', 'website/docs/a.md': '', 'docs/a.md': '' }, 'docs', 'plain', ''],
  [{ 'hugo.toml': 'baseURL = "/"', 'content/en/a.md': '' }, 'content/en', 'hugo', ''],
  [{ 'hugo.yaml': 'title: A', 'content/a.md': '' }, '.', 'hugo', 'content/'],
  [{ 'content.config.ts': "import { defineCollection } from '@nuxt/content'", 'content/a.md': '' }, '.', 'nuxt-content', 'content/'],
  [{ 'eleventy.config.js': "export default function (config) {}\nexport const config = { dir: { input: 'src' } }", 'src/a.md': '' }, '.', 'eleventy', 'src/'],
  [{ 'config.toml': 'base_url = "https://a.test"\ntheme = "b"', 'content/a.md': '' }, '.', 'zola', 'content/'],
  [{ 'docs/source/conf.py': 'extensions = []', 'docs/source/a.md': '' }, 'docs', 'sphinx', 'source/'],
  [{ 'docs/source/conf.py': 'extensions = []', 'docs/source/a.md': '' }, '.', 'sphinx', 'docs/source/'],
  [{ 'config.toml': 'other = 1', 'content/a.md': '' }, 'content', 'plain', ''],
  [{ 'package.json': '{ "dependencies": { "nextra": "4" } }', 'content/a.mdx': '' }, 'content', 'nextra', ''],
  [{ 'package.json': '{ "dependencies": { "nextra": "4" } }', 'app/a/page.mdx': '' }, '.', 'nextra', 'app/'],
  [{ 'package.json': '{ "dependencies": { "nextra": "4" } }', 'src/content/a.mdx': '' }, '.', 'nextra', 'src/content/'],
  [{ 'package.json': '{ "dependencies": { "nextra": "4" } }', 'a.mdx': '' }, '.', 'nextra', 'content/'],
  [{ 'package.json': '{ "name": "nextra" }', 'content/a.mdx': '' }, 'content', 'plain', ''],
  // A theme beside the site that shows it; a site among the packages of a repository.
  [{ 'hugo.toml': 'theme = "a"', 'docs/hugo.yaml': 'title: A', 'docs/content/a.md': '' }, '.', 'hugo', 'docs/content/'],
  [{ 'packages/.vitepress/config.ts': 'export default {}', 'packages/a.md': '' }, '.', 'vitepress', 'packages/'],
  [{ 'apps/docs/package.json': '{ "dependencies": { "nextra": "4" } }', 'apps/docs/content/a.mdx': '' }, '.', 'nextra', 'apps/docs/content/,apps/docs/'],
  [{ 'mkdocs.yml': 'site_name: A', 'a/.git/config': '', 'a/docs/a.md': '' }, 'a/docs', 'plain', ''],
  [{ 'rspress.config.ts': 'export default {}', 'docs/a.md': '' }, '.', 'rspress', 'docs/'],
  [{ 'myst.yml': 'version: 1', 'a.md': '' }, '.', 'mystmd', ''],
  [{ '_config.yml': 'source_dir: source', 'source/a.md': '' }, '.', 'hexo', 'source/'],
  [{ '_config.yml': 'theme: a', 'package.json': '{ "dependencies": { "hexo": "7" } }', 'source/a.md': '' }, '.', 'hexo', 'source/'],
  [{ '_config.yml': 'theme: a', 'a.md': '' }, '.', 'jekyll', '_posts/,'],
  [{ 'retype.yml': 'input: docs', 'docs/a.md': '' }, '.', 'retype', 'docs/'],
  // What edits the files of a generator.
  [{ '.obsidian/app.json': '', 'a/a.md': '' }, 'a', 'obsidian', ''],
  [{ 'mkdocs.yml': 'site_name: A', 'docs/.obsidian/app.json': '', 'docs/a.md': '' }, 'docs', 'mkdocs', ''],
  [{ '_Sidebar.md': '[[Home]]', 'Home.md': '' }, '.', 'github-wiki', ''],
  [{ 'quartz.config.ts': 'export default { configuration: {} }', 'content/a.md': '' }, '.', 'quartz', 'content/'],
]

test('findSiteRules() has the variables of GitBook, which are in a file of their own', async () => {
  const folder = await folderOf({ '.gitbook.yaml': 'root: ./', '.gitbook/vars.yaml': 'release: 1.20', 'README.md': '' })
  const { rules, configFiles } = await findSiteRules(folder, null)
  assert.deepEqual([...(rules.substitutions ?? [])], [['space.vars.release', '1.20']])
  assert.ok((await configFiles()).includes(join(folder, '.gitbook/vars.yaml')))
})

test('findSiteRules() recognizes the generator by its configuration, if the folder is that of its pages', async () => {
  for (const [files, folder, generator, pages] of ROWS) {
    const root = await folderOf({ '.git/config': '', ...files })
    const { rules } = await findSiteRules(join(root, folder), null)
    assert.deepEqual([rules.generator, rules.mounts.map(({ folder }) => folder).join()], [generator, pages], JSON.stringify([Object.keys(files), folder]))
  }
})

const LANGUAGES = { 'hugo.toml': 'baseURL = "/"\n[languages.fr]\ncontentDir = "content/fr"\n[languages.en]\ncontentDir = "content/en"' }
const hugo = (config: string) => ({ 'hugo.toml': `baseURL = "/"\n${config}` })
const docusaurus = (options: string, more = '') => ({ 'docusaurus.config.js': `export default { presets: [['classic', { docs: { ${options} } }]], ${more} }` })

const VERSIONS = { 'versions.json': '["2.0", "1.0"]' }

/** [configuration, folder that is read, folders of pages as `folder route language`, `-` after those that are left out] */
const MOUNTS: readonly (readonly [files: Record<string, string>, folder: string, mounts: readonly string[]])[] = [
  [LANGUAGES, '.', ['content/en/  ', 'content/fr/  fr']],
  [LANGUAGES, 'content', ['en/  ', 'fr/  fr']],
  [LANGUAGES, 'content/fr', ['  fr']],
  [LANGUAGES, 'content/en', []],
  [docusaurus(''), 'docs', [' docs ']],
  [docusaurus("routeBasePath: '/'"), 'docs', []],
  [{ 'hugo.toml': `defaultContentLanguageInSubdir = true\n${LANGUAGES['hugo.toml']}` }, '.', ['content/en/  en', 'content/fr/  fr']],
  [{ 'config/_default/hugo.toml': 'title = "A"', 'config/_default/languages.en.toml': 'contentDir = "content/en"', 'config/_default/languages.fr.yaml': 'contentDir: content/fr', 'config/_default/params.toml': 'a = 1' }, '.', ['content/en/  ', 'content/fr/  fr']],
  [{ 'hugo.toml': 'title = "A"', 'config/_default/module.yaml': 'mounts:\n  - { source: pages, target: content/docs }' }, '.', ['pages/ docs ']],
  // github.com/gohugoio/hugo (`config/configLoader.go`): folders below are walked, and their names say nothing.
  [{ 'hugo.toml': 'title = "A"', 'config/_default/any/module.yaml': 'mounts:\n  - { source: pages, target: content/docs }' }, '.', ['pages/ docs ']],
  [{ 'properdocs.yml': 'docs_dir: pages', 'mkdocs.yml': '' }, '.', ['pages/  ']],
  [hugo('defaultContentLanguageInSubdir = true\ndefaultContentLanguage = "de"'), '.', ['content/  de']],
  [{ 'mkdocs.yml': 'plugins:\n  - i18n:\n      docs_structure: folder\n      languages:\n        - { locale: fr, build: true }\n        - { locale: en, default: true }\n        - { locale: de, build: false }' }, '.', ['docs/en/  ', 'docs/fr/  fr']],
  [{ 'mkdocs.yml': 'plugins:\n  - i18n:\n      languages:\n        - { locale: fr }' }, '.', ['docs/  ']],
  [hugo('[[module.mounts]]\nsource = "pages"\ntarget = "content/docs"\n[[module.mounts]]\nsource = "a"\ntarget = "assets"'), '.', ['pages/ docs ']],
  [hugo('defaultContentLanguage = "de"\n[[module.mounts]]\nsource = "d"\ntarget = "content"\nlang = "de"'), '.', ['d/  ']],
  [hugo('[[module.mounts]]\nsource = "content/en"\ntarget = "content"\n[module.mounts.sites.matrix]\nlanguages = ["en"]'), 'content', ['en/  ']],
  [docusaurus("routeBasePath: 'manual'"), '.', ['docs/ manual ']],
  [{ ...docusaurus("routeBasePath: '/'"), 'versions.json': '["2.0", "1.0"]' }, '.', ['docs/ //next ', 'versioned_docs/version-2.0/ / ', 'versioned_docs/version-1.0/ //1.0 ']],
  [{ ...docusaurus("lastVersion: 'current', versions: { current: { path: 'x' }, '1.0': { path: 'y' } }"), 'versions.json': '["1.0"]' }, '.', ['docs/ docs/x ', 'versioned_docs/version-1.0/ docs/y ']],
  [{ ...docusaurus('', "i18n: { defaultLocale: 'en' }, plugins: [['@docusaurus/plugin-content-docs', { id: 'b', path: 'b', routeBasePath: 'c' }], other]"), 'i18n/en/a.json': '', 'i18n/fr/a.json': '' }, '.',
    ['docs/ docs ', 'i18n/fr/docusaurus-plugin-content-docs/current/ docs fr', 'b/ c ', 'i18n/fr/docusaurus-plugin-content-docs-b/current/ c fr']],
  [{ ...docusaurus('', "i18n: { defaultLocale: 'en' }, plugins: [['@docusaurus/plugin-content-docs', { id: 'b', path: 'b', routeBasePath: 'c', lastVersion: 'current' }]]"), 'b_versions.json': '["1.0"]', 'b_versioned_docs/version-0.9/a.md': '', 'i18n/fr/a.json': '' }, '.', [
    'docs/ docs ', 'b_versioned_docs/version-0.9/ c/0.9 -', 'i18n/fr/docusaurus-plugin-content-docs-b/version-0.9/ c/0.9 fr-', 'i18n/fr/docusaurus-plugin-content-docs/current/ docs fr', 'b/ c ', 'b_versioned_docs/version-1.0/ c/1.0 ',
    'i18n/fr/docusaurus-plugin-content-docs-b/current/ c fr', 'i18n/fr/docusaurus-plugin-content-docs-b/version-1.0/ c/1.0 fr']],
  [{ ...docusaurus('disableVersioning: true'), ...VERSIONS }, '.', ['docs/ docs ', 'versioned_docs/version-2.0/ docs/2.0 -', 'versioned_docs/version-1.0/ docs/1.0 -']],
  [{ ...docusaurus(''), ...VERSIONS, 'versioned_docs/version-0.9/a.md': '', 'versioned_docs/version-1.0/a.md': '' }, '.',
    ['docs/ docs/next ', 'versioned_docs/version-0.9/ docs/0.9 -', 'versioned_docs/version-2.0/ docs ', 'versioned_docs/version-1.0/ docs/1.0 ']],
  [{ ...docusaurus("onlyIncludeVersions: ['1.0', 'current']"), ...VERSIONS }, '.', ['docs/ docs/next ', 'versioned_docs/version-2.0/ docs/2.0 -', 'versioned_docs/version-1.0/ docs ']],
  [{ ...docusaurus("onlyIncludeVersions: ['current']"), ...VERSIONS }, '.', ['docs/ docs ', 'versioned_docs/version-2.0/ docs/2.0 -', 'versioned_docs/version-1.0/ docs/1.0 -']],
  [{ ...docusaurus('onlyIncludeVersions: [f()]'), ...VERSIONS }, '.', ['docs/ docs/next ', 'versioned_docs/version-2.0/ docs ', 'versioned_docs/version-1.0/ docs/1.0 ']],
  [{ ...docusaurus('includeCurrentVersion: false'), ...VERSIONS }, '.', ['versioned_docs/version-2.0/ docs ', 'docs/ docs/next -', 'versioned_docs/version-1.0/ docs/1.0 ']],
  [{ ...docusaurus('includeCurrentVersion: false'), ...VERSIONS }, 'docs', [' docs/next -']],
  [{ ...docusaurus('', "i18n: { defaultLocale: 'en', locales: ['en', 'de'] }"), 'i18n/de/a.json': '', 'i18n/fr/a.json': '' }, '.',
    ['docs/ docs ', 'i18n/fr/ i18n/fr -', 'i18n/de/docusaurus-plugin-content-docs/current/ docs de']],
]

test('findSiteRules() finds the folders of languages and versions, and those that are mounted', async () => {
  for (const [files, folder, expected] of MOUNTS) {
    const root = await folderOf({ '.git/config': '', ...files, 'content/en/a.md': '', 'content/fr/a.md': '', 'pages/a.md': '', 'docs/a.md': '' })
    const { rules } = await findSiteRules(join(root, folder), null)
    assert.deepEqual(rules.mounts.map((one) => `${one.folder} ${one.route} ${one.lang ?? ''}${one.isLeftOut === true ? '-' : ''}`), expected, JSON.stringify(files))
  }
})

test('findSiteRules() adds no route that the base has', async () => {
  const root = await folderOf({ '.git/config': '', ...docusaurus("routeBasePath: 'a/b'"), 'docs/a.md': '' })
  const routesAt = async (base: string) => (await findSiteRules(join(root, 'docs'), null, base)).rules.mounts.map(({ route }) => route)
  assert.deepEqual([await routesAt('/'), await routesAt('/a/b/'), await routesAt('/x/a/b'), await routesAt('/b')], [['a/b'], [], [], ['a/b']])
})

test('findSiteRules() takes the name of the site from the configuration', async () => {
  for (const [file, text, expected] of [
    ['hugo.toml', 'baseURL = "/"\ntitle = "Acme  Docs"', 'Acme Docs'], ['mkdocs.yml', 'site_name: Acme Docs', 'Acme Docs'],
    ['book.toml', '[book]\ntitle = "The Acme Book"', 'The Acme Book'], ['conf.py', "project = 'Acme'\nextensions = []", 'Acme'],
    ['.vitepress/config.ts', "export default defineConfig({ title: 'Acme', themeConfig: { title: 'no' } })", 'Acme'],
    ['docusaurus.config.js', "const config = { title: 'Acme' }\nmodule.exports = config", 'Acme'],
    ['_config.yml', 'title: " "\ntheme: just-the-docs', null], ['hugo.yaml', 'title: [A]', null],
  ] as const) {
    const { rules } = await findSiteRules(await folderOf({ '.git/config': '', [file]: text }), null)
    assert.equal(rules.siteTitle, expected, file)
  }
})

test('findSiteRules() reads files of Docusaurus as MDX, unless its configuration has another format', async () => {
  for (const [more, dialect] of [['', 'mdx'], ["markdown: { format: 'mdx' }", 'mdx'], ['markdown: { format: "detect" }', 'plain'], ["markdown: { format: 'md' }", 'plain']] as const) {
    const { rules } = await findSiteRules(await folderOf({ '.git/config': '', ...docusaurus('', more) }), null)
    assert.equal(rules.dialect, dialect, more)
  }
})

test('findSiteRules() reads the files of the project that a configuration imports, and watches them', async () => {
  const root = await folderOf({
    'other.ts': "export const title = 'Other'",
    'docs/.vitepress/config/index.ts': "import { shared } from './shared'\nimport { title } from '../../../other'\nexport default { title, ...shared }",
    'docs/.vitepress/config/shared.ts': "import srcExclude from './excluded.mjs'\nimport large from './large.ts'\nexport const shared = defineConfig({ cleanUrls: true, srcExclude })",
    'docs/.vitepress/config/large.ts': `export default ${'x'.repeat(300_000)}`,
    'docs/.vitepress/config/excluded.mjs': "export default ['drafts/**']",
    'docs/a.md': '',
  })
  const { rules, configFiles, warnings } = await findSiteRules(join(root, 'docs'), null)
  assert.deepEqual([rules.siteTitle, rules.address.ending, rules.excluded.at(-1)?.written], [null, '', 'drafts/**'])
  assert.deepEqual(warnings, [])
  const watched = (await configFiles()).map((path) => path.slice(root.length + 1))
  for (const name of ['shared.ts', 'excluded.mjs']) assert.ok(watched.includes(`docs/.vitepress/config/${name}`), name)
})

test('findSiteRules() reads the menus of all languages, wherever a generator has them', async () => {
  for (const [file, config] of [
    ['.vitepress/config.ts', "{ themeConfig: { sidebar: ['/a'] }, locales: { de: { themeConfig: { sidebar: ['/de/a'] } } } }"],
    ['.vuepress/config.js', "{ themeConfig: { locales: { '/': { sidebar: ['/a'] }, '/de/': { sidebar: ['/de/a'] } } } }"],
    ['.vuepress/config.ts', "{ theme: defaultTheme({ locales: { '/': { sidebar: { '/': ['/a'] } }, '/de/': { sidebar: { '/de/': ['a'] } } } }) }"],
  ] as const) {
    const { rules } = await findSiteRules(await folderOf({ [file]: `export default ${config}` }), null)
    assert.deepEqual(rules.menu.entries.map(({ target }) => target), ['/a', '/de/a'], config)
  }
})

test('findSiteRules() takes the generator that the owner names', async () => {
  const root = await folderOf({ '.git/config': '', 'mkdocs.yml': 'site_name: A', 'docs/a.md': '' })
  assert.equal((await findSiteRules(join(root, 'docs'), 'plain')).rules.generator, 'plain')
  assert.equal((await findSiteRules(join(root, 'docs'), 'hugo')).rules.generator, 'hugo')
})

test('readFolder() reads only the chapters of a book, by their titles, and finds them by their headings', async () => {
  const root = await folderOf({
    '.git/config': '', 'book.toml': '[book]', 'src/SUMMARY.md': '- [Methods](a.md)\n- [Draft]()', 'src/a.md': '## Method syntax\n\nText.', 'src/b.md': '# Secret',
  })
  for (const folder of [root, join(root, 'src')]) {
    const { pages } = await readFolder(folder)
    assert.deepEqual(pages.map(({ title, url, sections }) => [title, url, sections[0]?.linkTexts]), [['Methods', '/a.html', ['Method syntax']]])
  }
})

test('readFolder() takes a link above the addresses of a site for one to a file outside of it', async () => {
  const root = await folderOf({ 'book.toml': '[book]', 'src/SUMMARY.md': '- [A](in/a.md)', 'src/in/a.md': '# A\n\n[x](../../std/ffi.md) [y](../none.md)' })
  const { warnings } = await readFolder(root)
  assert.deepEqual(warnings.map(({ cause }) => cause), ['outside', 'page'])
})

test('readFolder() says where the pages are, if they are beside the project, or some of them', async () => {
  const plugins = "plugins: [['@docusaurus/plugin-content-docs', { id: 'b', path: '../../rules' }], ['@docusaurus/plugin-content-docs', { id: 'c', path: '../data' }]]"
  const check = async (files: Record<string, string>, titles: readonly string[], message: string) => {
    const root = await folderOf({ '.git/config': '', 'web/docs/a.md': '# A', 'web/data/x.json': '', 'rules/b.md': '# B', ...files })
    const { pages, warnings } = await readFolder(join(root, 'web/site'))
    assert.deepEqual([pages.map(({ title }) => title), warnings.map((one) => `${one.path}: ${one.message}`)], [titles, [message]])
  }
  const docusaurus = (path: string, more = '') => ({ 'web/site/docusaurus.config.ts': `export default { presets: [['classic', { docs: { path: '${path}' } }]], ${more} }` })
  await check({ ...docusaurus('../docs'), 'web/site/README.md': '# Read me' }, [], 'docusaurus.config.ts: Pages are in ../docs/: read ../docs/ instead')
  await check({ ...docusaurus('../docs', plugins), 'web/site/blog/c.md': '# C' }, ['C'], 'docusaurus.config.ts: Pages are in ../docs/ and ../../rules/: read ../../ instead')
  const mounts = ['content', '../../rules'].map((source) => `[[module.mounts]]\nsource = "${source}"\ntarget = "content"\n`)
  await check({ 'web/site/hugo.toml': `baseURL = "/"\n${mounts.join('')}`, 'web/site/content/d.md': '# D' }, ['D'], 'hugo.toml: Pages are in ../../rules/: read ../../ instead')
})
