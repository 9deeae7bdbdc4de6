/** What configurations and data of folders leave out, of each generator: pages that are found, and those that only open. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSite } from '../../../support/folder-site.ts'

const collections = (source: string) => {
  return { 'content.config.ts': `import { defineCollection } from '@nuxt/content'\nexport default defineContentConfig({ collections: { docs: defineCollection({ type: 'page', source: ${source} }) } })` }
}
const versions = { 'versions.json': '["2", "1"]', 'docusaurus.config.js': "export default { presets: [['classic', { docs: { versions: { 1: { noIndex: true } } } }]] }" }
const preset = (options: string, others = '') => {
  return { 'docusaurus.config.js': `export default { presets: [['classic', { ${options} }]], ${others} }` }
}
const docusaurus = { 'docusaurus.config.js': 'export default {}' }
const book = (settings: string) => {
  return { 'book.toml': `[output.html.search.chapter]\n${settings}`, 'src/SUMMARY.md': '- [A](a.md)\n- [B](in/b.md)\n- [C](in/c.md)' }
}
const hugo = (name: string, config: string) => ({ 'hugo.toml': `baseURL = "/"\ntitle = "${name}"\n${config}` })
const mounts = (files: string) => hugo('mounts', `[[module.mounts]]\nsource = "content"\ntarget = "content"\n${files}`)

/** [files besides pages, paths of pages, those that are found, those that only open] */
type Row = readonly [files: Record<string, string>, pages: string, found: string, opened: string]

const ROWS: readonly Row[] = [
  [versions, 'docs/a.md versioned_docs/version-2/a.md versioned_docs/version-1/a.md', 'versioned_docs/version-2/a.md docs/a.md', 'versioned_docs/version-1/a.md'],
  [{ ...docusaurus, 'docs/b.md': `# B\n\n<head>\n  <meta content="noindex, nofollow" name="robots" />\n</head>\n\nText.` }, 'docs/a.md', 'docs/a.md', 'docs/b.md'],
  [{ ...docusaurus, 'docs/b.md': `# B\n\n\`\`\`html\n<head>\n  <meta name="robots" content="noindex" />\n</head>\n\`\`\`\n`, 'docs/c.md': '# C\n\n<head>\n<meta name="robots" content="all" />\n</head>\n\n`<meta name="robots" content="none">`' }, 'docs/a.md', 'docs/a.md docs/b.md docs/c.md', ''],
  [{ '.vuepress/config.js': "export default { pagePatterns: ['**/*.md', '!in/**', '!.vuepress'] }" }, 'a.md in/b.md', 'a.md', ''],
  [{ 'mkdocs.yml': 'site_name: A', 'docs/in/.meta.yml': 'search:\n  exclude: true' }, 'docs/a.md docs/in/b.md docs/in/deep/c.md', 'docs/a.md', 'docs/in/b.md docs/in/deep/c.md'],
  [book('"a.md" = { enable = false }\n"in/" = { enable = false }\n"in/c.md" = { enable = true }'), 'src/a.md src/in/b.md src/in/c.md', 'src/in/c.md', 'src/a.md src/in/b.md'],
  [{ 'config.toml': 'base_url = "https://a.test"\nignored_content = ["*.wip.md"]' }, 'content/a.md content/in/b.wip.md', 'content/a.md', ''],
  [{ 'eleventy.config.js': 'export default (config) => {\n  config.ignores.add("in/**")\n  config.ignores.add(`./b.md`)\n}' }, 'a.md b.md in/c.md', 'a.md', ''],
  [{ 'eleventy.config.js': 'export default () => ({ dir: { input: "src" } })', '.gitignore': 'src/private/\nb.md\n!src/private/a.md', 'src/.eleventyignore': 'c.md' }, 'src/a.md src/b.md src/c.md src/in/c.md src/private/a.md', 'src/a.md src/b.md src/in/c.md', ''],
  [{ 'eleventy.config.js': 'export default (config) => config.setUseGitIgnore(false)', '.gitignore': 'a.md' }, 'a.md', 'a.md', ''],
  [{ '_config.yml': 'include: [_pages]\npermalink: pretty' }, '_pages/a.md _other/b.md in/_posts/2026-01-02-c.md in/_drafts/d.md', '_pages/a.md in/_posts/2026-01-02-c.md', ''],
  [collections("{ include: '**/*.md', exclude: ['in/**'] }"), 'content/a.md content/in/b.md', 'content/a.md', ''],
  [collections("[{ include: 'a/**', prefix: '/x' }, 'c/*.md']"), 'content/a/b.md content/c/d.md content/e.md', 'content/c/d.md content/a/b.md', ''],
  [hugo('cascade', '[[cascade]]\nbuild = { render = "never" }\ntarget = { path = "/In/**" }\n[[cascade]]\ndraft = true\n[cascade._target]\npath = "{/b,/c/*}"'), 'content/a.md content/b.md content/c/d.md content/c/deep/e.md content/in/f.md', 'content/a.md content/c/deep/e.md', ''],
  [{ 'hugo.yaml': 'baseURL: /\ncascade:\n  _build: { list: never }\n  target: { path: "/in/**.x", environment: production }\nlanguages:\n  fr: { contentDir: content/fr }\n  en: { contentDir: content/en }' }, 'content/en/a.md content/en/in/b.x.md content/fr/in/b.x.md', 'content/en/a.md', 'content/fr/in/b.x.md content/en/in/b.x.md'],
  [{ 'hugo.json': '{ "baseURL": "/", "cascade": [{ "draft": true, "target": { "path": "/docs/b" } }], "module": { "mounts": [{ "source": "pages", "target": "content/docs" }] } }' }, 'pages/a.md pages/b.md pages/in/b.md', 'pages/a.md pages/in/b.md', ''],
  [{ ...hugo('a', ''), 'config/_default/cascade.toml': 'draft = true' }, 'content/a.md', '', ''],
  [hugo('kinds', '[[cascade]]\ndraft = true\ntarget = { kind = "page", path = "/in/**" }'), 'content/a.md content/in/_index.md content/in/b.md content/in/c/index.md', 'content/a.md content/in/_index.md', ''],
  [hugo('languages', '[[cascade]]\ndraft = true\n[cascade.target]\nlang = "{fr,it}"\npath = "/in/my-file"'), 'content/in/my-file.md content/in/my-file.fr.md content/in/My_File.fr.md content/in/My File.it.md', 'content/in/My_File.fr.md content/in/my-file.md', ''],
  [hugo('one language', '[languages.fr]\n[languages.fr.cascade]\ndraft = true\n[languages.de]\ndisabled = true\n[languages.it]\ncontentDir = "it"\n[[languages.it.cascade]]\nsearch = false\n'), 'content/a.md content/a.fr.md content/a.de.md it/a.md', 'content/a.md', 'it/a.md'],
  [hugo('names', '[frontmatter]\ndate = [":filename"]'), 'content/2021-01-02-a.md content/2199-01-02-b.md content/2199-01-02-c/index.md', 'content/2021-01-02-a.md', ''],
  [hugo('no languages', 'disableLanguages = ["fr"]'), 'content/a.md content/a.fr.md', 'content/a.md', ''],
  [{ ...hugo('below', ''), 'content/in/_index.md': '---\ncascade:\n  draft: true\n  target: { kind: "{page,home}" }\n---\n', 'content/x/_index.fr.md': '---\ncascade: { draft: true }\n---\n' }, 'content/in/a.md content/in/b/_index.md content/x/a.md content/x/a.fr.md', 'content/x/_index.fr.md content/in/_index.md content/in/b/_index.md content/x/a.md', ''],
  [{ ...hugo('production', ''), 'config/production/hugo.toml': 'ignoreFiles = ["in/"]', 'config/production/cascade.yaml': 'draft: true\ntarget: { path: /b }' }, 'content/a.md content/b.md content/in/a.md', 'content/a.md', ''],
  [mounts('excludeFiles = ["wip/*", "**.tmp.md", "{c,d}.md"]'), 'content/a.md content/b.tmp.md content/c.md content/d.md content/in/c.md content/wip/a.md content/wip/in/e.md', 'content/a.md content/in/c.md', ''],
  [mounts('includeFiles = "in/**"\nexcludeFiles = ["in/x.md", "y.md"]'), 'content/a.md content/in/b.md content/in/x.md content/y.md', 'content/in/b.md content/in/x.md', ''],
  [mounts('files = ["! in/x.md", "in/**"]'), 'content/a.md content/in/b.md content/in/x.md', 'content/in/b.md', ''],
  [{ 'mkdocs.yml': 'site_name: A\nexclude_docs: "!templates/b.md"' }, 'docs/a.md docs/templates/b.md docs/templates/c.md docs/in/templates/d.md', 'docs/a.md docs/in/templates/d.md docs/templates/b.md', ''],
  [{ 'conf.py': 'project = "A"\ninclude_patterns = ["a.md", "in/**"]\nexclude_patterns = ["in/c.md"]' }, 'a.md b.md in/b.md in/c.md', 'a.md in/b.md', ''],
  [{ '.readthedocs.yaml': 'version: 2\nsearch:\n  ignore: [b.html, in/*]', 'docs/conf.py': 'project = "A"' }, 'docs/a.md docs/b.md docs/in/c/d.md', 'docs/a.md', 'docs/b.md docs/in/c/d.md'],
  [{ '.readthedocs.yml': 'search:\n  ignore:\n    - b/index.html\n    - c.html', 'mkdocs.yml': 'site_name: A' }, 'docs/a.md docs/b.md docs/c.md', 'docs/a.md docs/c.md', 'docs/b.md'],
  [{ 'conf.py': 'project = "A"\ninclude_patterns = ["a.md", *others()]' }, 'a.md b.md', 'a.md b.md', ''],
  [{ '.vuepress/config.js': "export default { pagePatterns: ['in/*.md', '!**/c.md'] }" }, 'a.md in/b.md in/c.md', 'in/b.md', ''],
  [{ 'quartz.config.ts': 'export default { configuration: {} }', '.gitignore': 'content/journal/\nb.md\n!content/in/b.md' }, 'content/a.md content/b.md content/in/b.md content/journal/c.md', 'content/a.md content/in/b.md', ''],
  [preset('blog: false'), 'docs/a.md blog/2026-01-02-b.md i18n/fr/docusaurus-plugin-content-blog/2026-01-02-b.md src/pages/c.md', 'src/pages/c.md docs/a.md', ''],
  [preset('blog: false, pages: false', "plugins: [['./blog.js', { path: './blog' }]]"), 'docs/a.md blog/2026-01-02-b.md src/pages/c.md', 'blog/2026-01-02-b.md docs/a.md', ''],
  [preset('docs: false'), 'docs/a.md blog/2026-01-02-b.md', 'blog/2026-01-02-b.md', ''],
  [{ 'eleventy.config.js': 'export default () => {}', 'in/b.11tydata.json': '{ "permalink": false }', 'c.11tydata.js': 'export default { permalink: false }' }, 'a.md c.md in/b.md in/c.md', 'a.md in/c.md', ''],
  [{ 'eleventy.config.js': '', 'in/b.json': '{ "draft": true }' }, 'in/a.md in/b.md', 'in/a.md', ''],
  ...['export default defineConfig()', ''].map((end): Row => [
    { 'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config'\nconst skip = ['!in/**']\nexport const docs = defineDocs({ dir: 'content/docs', docs: { files: ['**/*.mdx', ...skip] } })\n${end}` },
    'content/docs/a.mdx content/docs/in/b.mdx content/docs/c.md', 'content/docs/a.mdx', '',
  ]),
  ...["'cover.md'", "['/in/']"].map((cover): Row => [{ 'index.html': `<script>\n  window.$docsify = { loadSidebar: true, coverpage: ${cover} }\n</script>` }, 'README.md cover.md in/a.md', cover === "'cover.md'" ? 'README.md in/a.md' : 'README.md cover.md in/a.md', '']),
  [{ 'book.json': '{}' }, 'LANGS.md en/SUMMARY.md en/a.md', 'en/a.md', ''],
  [{ 'book.json': '{}', 'SUMMARY.md': '* [A](a.md)' }, 'README.md a.md b.md in/README.md', 'README.md a.md', ''],
  [{ 'book.json': '{}', 'LANGS.md': '* [en](en/)\n* [de](./de)', 'en/SUMMARY.md': '* [A](a.md)', 'de/SUMMARY.md': '* [C](in/c.md)' }, 'en/a.md en/b.md de/a.md de/in/c.md', 'de/in/c.md en/a.md', ''],
  [{ '_config.yml': 'title: a' }, 'a.md vendor/bundle/b.md vendor/c.md', 'a.md vendor/c.md', ''],
  // What is computed, or comes from elsewhere, leaves out nothing.
  [collections('sourceOf()'), 'content/a.md', 'content/a.md', ''],
  [collections("{ cwd: '../x', include: '**' }"), 'content/a.md', 'content/a.md', ''],
]

test('readFolder() leaves out what a configuration and the data of folders do', async () => {
  for (const [files, paths, found, opened] of ROWS) {
    const pages = Object.fromEntries(paths.split(' ').map((path) => [path, `# Title\n\nText of ${path}.\n`]))
    const site = await readSite({ '.git/config': '', ...files, ...pages })
    const read = [site.pages, site.unlisted].map((list) => list.map(({ path }) => path).join(' '))
    assert.deepEqual(read, [found, opened], JSON.stringify(files))
  }
})

test('readFolder() gives posts of Jekyll in folders of the site these as categories, and collections of Nuxt their prefix', async () => {
  const urlsOf = async (files: Record<string, string>) => (await readSite(files)).pages.map(({ url }) => url)
  const posts = { '_config.yml': 'permalink: /:categories/:title/', 'in/_posts/2026-01-02-c.md': '---\ncategories: [More]\n---\nText.' }
  assert.deepEqual(await urlsOf(posts), ['/in/more/c/'])
  const named = await readSite({ '_config.yml': '', '_posts/2026-01-02-my-big_API-post.md': 'a', '_posts/2026-01-03-b.md': '# c d' })
  assert.deepEqual(named.pages.map(({ title }) => title), ['My Big_api Post', 'c d'])
  assert.deepEqual(await urlsOf({ ...collections("{ include: 'docs/**', prefix: '/help' }"), 'content/docs/1.a.md': '# A' }), ['/help/a'])
  assert.deepEqual(await urlsOf({ ...collections("{ include: 'en/**', prefix: '/' }"), 'content/en/1.a.md': '# A' }), ['/a'])
})
