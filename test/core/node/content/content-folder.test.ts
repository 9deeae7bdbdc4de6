import assert from 'node:assert/strict'
import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AskError } from '../../../../src/core/base/errors.ts'
import { FOLDER_LIMITS, openFolder, readFolder, readSource } from '../../../../src/core/node/content/content-folder.ts'
import { folderIn, temporaryFolder } from '../../../support/site.ts'

const SETTINGS = { base: '/', trailingSlash: true, depth: 6 }
const scratch = await temporaryFolder()

const folderOf = (files: Record<string, string | Uint8Array>) => folderIn(scratch, files)

/** Paths of the pages of a folder, and warnings, each after a `!`. */
async function check(folder: string, expected: string, limits = FOLDER_LIMITS) {
  const { pages, warnings } = await readSource(await openFolder(folder, SETTINGS, limits))
  const found = [...pages.map(({ path }) => path), ...warnings.map(({ path, message }) => `!${path}: ${message}`)]
  assert.equal(found.join('\n'), expected)
}

test('readFolder() reads the pages of a folder and those below', async () => {
  const left = { 'guides/_b.md': 'x', '.git/c.md': 'x', 'd.txt': 'x' }
  const folder = await folderOf({ 'index.md': '# Home', 'guides/a.md': 'x', ...left })
  await check(folder, 'index.md\nguides/a.md')
  const { pages } = await readFolder(folder, SETTINGS)
  assert.deepEqual([pages[0]?.title, pages[1]?.sections[0]?.text], ['Home', 'x'])
})

test('readFolder() reads more files than it holds at once, in order', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `p${String(at).padStart(3, '0')}`)
  const files = Object.fromEntries(names.map((name) => [`${name}.html`, `<h1>${name}</h1>`]))
  const { pages } = await readFolder(await folderOf(files), SETTINGS)
  assert.deepEqual(pages.map(({ title }) => title), names)
})

test('readFolder() reads any encoding that marks itself', async () => {
  const folder = await folderOf({ 'a.html': Uint8Array.from([0xff, 0xfe, ...Buffer.from('<h1>Grüße</h1>', 'utf16le')]) })
  assert.equal((await readFolder(folder, SETTINGS)).pages[0]?.title, 'Grüße')
})

test('readFolder() reads Windows-1252, with a warning for each file', async () => {
  const folder = await folderOf({ 'a.md': Buffer.from('Text\n\n# Caf\xe9', 'latin1'), 'b.md': '# B' })
  const { pages, warnings } = await readFolder(folder, SETTINGS)
  assert.deepEqual(pages.map(({ title }) => title), ['Café', 'B'])
  assert.deepEqual(warnings, [{ path: 'a.md', line: 3, message: 'Not UTF-8: read as Windows-1252; save the file as UTF-8' }])
})

test('readFolder() takes the title of the site and the titles of an earlier reading', async () => {
  const folder = await folderOf({ 'a.md': '# Acme\n\n## Setup', 'b.md': '# Guide\n\n## First steps' })
  const { pages, commonTitles } = await readFolder(folder, { ...SETTINGS, siteTitle: 'Acme' })
  assert.deepEqual([pages.map(({ title }) => title), commonTitles], [['Setup', 'Guide'], ['acme']])
  const again = await readFolder(folder, { ...SETTINGS, commonTitles: ['guide'] })
  assert.deepEqual(again.pages.map(({ title }) => title), ['Acme', 'First steps'])
})

test('readFolder() gives no pages for a folder without pages', async () => {
  assert.deepEqual(await readFolder(await folderOf({ 'a.txt': '' }), SETTINGS), { title: null, pages: [], unlisted: [], warnings: [], hidden: 0, commonTitles: [], locales: {} })
})

test('readFolder() rejects a missing folder', async () => {
  const folder = await folderOf({ 'a.md': '' })
  async function checkFails(path: string, message: RegExp) {
    const error = await readFolder(path, SETTINGS).catch((reason: unknown) => reason)
    assert.ok(error instanceof AskError && error.code === 'file')
    assert.match(error.message, message)
  }
  await checkFails(join(folder, 'b'), /^There is no folder .*\/b$/)
  await checkFails(join(folder, 'a.md'), /a\.md is a file, a folder of pages is needed$/)
  await checkFails('a\0b', /^ERR_INVALID_ARG_VALUE: can't read the folder/)
})

test('readFolder() follows links that stay inside', async () => {
  const folder = await folderOf({ 'v1/a.md': 'x' })
  symlinkSync('v1', join(folder, 'latest'))
  symlinkSync(join('v1', 'a.md'), join(folder, 'b.md'))
  await check(folder, 'b.md\nlatest/a.md\nv1/a.md')
})

test('readFolder() reads a folder that is itself a link', async () => {
  const folder = await folderOf({ 'real/a.md': 'x' })
  symlinkSync('real', join(folder, 'link'))
  await check(join(folder, 'link'), 'a.md')
})

test('readFolder() leaves out links that lead out, back or nowhere', async () => {
  const folder = await folderOf({ 'site/a/b.md': 'x', 'secret.md': 'x', 'site-2/c.md': 'x' })
  const site = join(folder, 'site')
  symlinkSync('../secret.md', join(site, 'd.md'))
  symlinkSync('../site-2', join(site, 'e'))
  symlinkSync('..', join(site, 'a', 'f'))
  symlinkSync('.', join(site, 'g'))
  symlinkSync('nothing.md', join(site, 'h.md'))
  await check(
    site,
    `a/b.md
!d.md: Left out: the link leads out of the content folder
!e: Left out: the link leads out of the content folder
!g: Left out: the link leads back to a folder it is in
!h.md: Left out: the link leads nowhere (ENOENT)
!a/f: Left out: the link leads back to a folder it is in`,
  )
})

test('readFolder() leaves out a file that is too large', async () => {
  const folder = await folderOf({ 'a.md': 'x'.repeat(100), 'b.md': 'x' })
  await check(folder, 'b.md\n!a.md: Left out: larger than 99 bytes', { ...FOLDER_LIMITS, fileBytes: 99 })
})

test('readFolder() stops at a depth and at a number of entries', async () => {
  const folder = await folderOf({ 'a.md': 'x', 'b/c.md': 'x', 'b/d/e.md': 'x' })
  await check(folder, 'a.md\nb/c.md\n!b/d: Left out: more than 1 folders deep', { ...FOLDER_LIMITS, depth: 1 })
  const rest = '!b/c.md: Left out with all that follows: more than 2 files and folders'
  await check(folder, `a.md\n${rest}`, { ...FOLDER_LIMITS, entries: 2 })
})

test('readFolder() warns about unreadable files', { skip: process.platform === 'win32' && 'no such modes' }, async () => {
  const folder = await folderOf({ 'a.md': 'x', 'b.md': 'x', 'c/d.md': 'x' })
  for (const open of [scratch, folder]) chmodSync(open, 0o755)
  chmodSync(join(folder, 'b.md'), 0)
  chmodSync(join(folder, 'c'), 0)
  const expected = ['a.md', "!c: Left out: the folder can't be read (EACCES)", "!b.md: Left out: the file can't be read (EACCES)"]
  await asNobody(() => check(folder, expected.join('\n')))
})

/** Runs as a user without privileges, since root ignores file modes. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const user = process.geteuid?.()
  if (user === 0) process.seteuid?.(65_534)
  try {
    await run()
  } finally {
    if (user === 0) process.seteuid?.(0)
  }
}

test('readFolder() reads the files that pages include, inside of the project', async () => {
  const project = await folderOf({
    'package.json': '{}', 'listings/a.rs': 'wombat();', '.env': 'secret',
    'docs/a.md': '# A\n\n```rust\n{{#include ../listings/a.rs}}\n```\n\n## B\n\nb', 'docs/b.md': '{{#include ../.env}}',
    'docs/c.md': '{{#include ../../../../../../../etc/hostname}}\n{{#include ../link.txt}}',
  })
  symlinkSync('/etc/hostname', join(project, 'link.txt'))
  const { pages, warnings } = await readFolder(join(project, 'docs'), SETTINGS)
  assert.deepEqual(pages[0]?.sections.map(({ text, line }) => [text, line]), [['wombat();', 1], ['b', 7]])
  assert.deepEqual(warnings.map(({ path, line }) => `${path}:${line}`), ['b.md:1', 'c.md:1', 'c.md:2'])
  assert.ok(!JSON.stringify(pages).includes('secret'))
})

const pageOf = (title: string, fields = '') => `---\ntitle: ${title}\n${fields}\n---\n\nText.`

/** The pages in the order of the menu: their groups and their names, or titles. */
async function checkMenu(files: Record<string, string>, folder: string, expected: readonly string[], warnings: readonly string[] = []) {
  const root = await folderIn(scratch, { '.git/config': '', ...files })
  const site = await readFolder(join(root, folder))
  const ordered = site.pages.toSorted((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0))
  assert.deepEqual(ordered.map(({ title, place }) => [...(place?.groups ?? []), place?.label ?? title].join(' > ')), expected)
  assert.deepEqual(site.warnings.map(({ path, message }) => `${path}: ${message}`), warnings)
}

test('readFolder() orders pages by the nav of MkDocs, whose names are titles, and those that it does not list after them', async () => {
  const files = {
    'mkdocs.yml': 'site_name: A\nnav:\n  - guide/z.md\n  - Guide: [{ First: guide/a.md }, { Deep: [{ path: deep.md }] }]\n  - Out: https://x.test/\n  - index.md\n',
    'docs/index.md': '# Home', 'docs/guide/a.md': '# Heading', 'docs/guide/z.md': '# Z', 'docs/other.md': '# Other', 'docs/deep.md': '# Deeper',
  }
  for (const folder of ['.', 'docs']) await checkMenu(files, folder, ['Z', 'Guide > First', 'Guide > Deep > path', 'Home', 'Other'])
  await checkMenu(files, 'docs/guide', ['Z', 'Guide > First'])
})

test('readFolder() finds the pages of Mintlify that its navigation shows; others are read at their addresses, snippets and ignored files nowhere', async () => {
  const pages = {
    'index.mdx': pageOf('Home'), 'a.mdx': pageOf('A'), 'b.mdx': pageOf('B'), 'c.mdx': pageOf('C'), 'd.mdx': pageOf('D'), 'drafts/e.mdx': pageOf('E'),
    'snippets/f.mdx': pageOf('F'), 'README.md': pageOf('Readme'), '.mintignore': '# Not yet\ndrafts/\n',
  }
  const groups = '[{ "group": "Start", "pages": ["index", "/a"] }, { "group": "Off", "hidden": true, "pages": ["b"] }, { "group": "Far", "hidden": true, "searchable": true, "pages": ["c"] }]'
  const config = (more = '') => ({ 'docs.json': `{ "$schema": "https://mintlify.com/docs.json", "navigation": { "groups": ${groups} }${more} }`, ...pages })
  await checkMenu(config(), '.', ['Start > Home', 'Start > A', 'Far > C'])
  const { unlisted } = await readFolder(await folderIn(scratch, config()))
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
  const paths = ['_docs/index.md', '_docs/in/b.md', '_tut/in/d.md', '_notes/e.md', '_named/sub/f.md', '_plain/My_Page.md', '_posts/2024-01-02-g.md', '_includes/h.md', 'pages/_docs/i.md', 'z.md']
  const files = { '_config.yml': config, ...Object.fromEntries(paths.map((path) => [path, pageOf(path)])), 'page.html': '---\ntitle: Page\n---\n{% if a %}<p>x</p>{% endif %}' }
  const { pages } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual(Object.fromEntries(pages.map(({ path, url }) => [path, url])), {
    '_docs/index.md': '/docs/index/', '_docs/in/b.md': '/docs/in/b/', '_tut/in/d.md': '/t/in/d/', '_named/sub/f.md': '/n/f.html', '_plain/My_Page.md': '/p/my-page', '_posts/2024-01-02-g.md': '/2024/01/02/g/', 'z.md': '/z/',
  })
})

test('readFolder() leaves out what belongs to a leaf bundle of Hugo, and posts of Jekyll without a date or of the future', async () => {
  const files = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, pageOf(path)]))
  const hugo = files(['content/index.md', 'content/a/index.md', 'content/a/b.md', 'content/a/c/_index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/f/g.md'])
  const { pages } = await readFolder(await folderIn(scratch, { 'hugo.toml': 'baseURL = "https://x.test/"', ...hugo }))
  assert.deepEqual(pages.map(({ path }) => path).sort(), ['content/a/index.md', 'content/d/_index.md', 'content/d/e.md', 'content/f/index.fr.md', 'content/index.md'])
  const posts = files(['_posts/2024-01-02-a.md', '_posts/2999-01-02-b.md', '_posts/c.md', '_drafts/d.md'])
  const blog = await readFolder(await folderIn(scratch, { '_config.yml': 'permalink: /:year/:lang/', ...posts }))
  assert.deepEqual(blog.pages.map(({ path, url }) => [path, url]), [['_posts/2024-01-02-a.md', '/posts/2024-01-02-a/']])
  assert.deepEqual(blog.warnings.map(({ path, message }) => `${path}: ${message}`), ["_config.yml: The permalink /:year/:lang/ can't be read: its pages have the addresses of their paths"])
})

test('readFolder() reads what pages of Sphinx include from the project around their configuration', async () => {
  const files = { '.git/config': '', 'README.md': 'Outside.', 'docs/conf.py': "project = 'A'", 'docs/index.md': '# A\n\n```{include} ../README.md\n```' }
  const { pages: [page], warnings } = await readFolder(join(await folderIn(scratch, files), 'docs'))
  assert.deepEqual([page?.sections[0]?.text, warnings], ['Outside.', []])
})

test('readFolder() reads what a book includes from the repository right around it, and nothing from around that', async () => {
  const files = {
    'secret.rs': 'secret', 'in/.git/config': '', 'in/a.rs': 'fn a() {}', 'in/guide/book.toml': '', 'in/guide/src/SUMMARY.md': '- [A](a.md)',
    'in/guide/src/a.md': '# A\n\n```rust\n{{#include ../../a.rs}}\n```\n\n## B\n\n{{#include ../../../secret.rs}}',
  }
  const { pages: [page] } = await readFolder(join(await folderIn(scratch, files), 'in/guide'))
  assert.deepEqual(page?.sections.map(({ text }) => text), ['fn a() {}', '{{#include ../../../secret.rs}}'])
})

test('readFolder() reads the tags of Material, snippets and hidden lines by the configuration', async () => {
  const mkdocs = { 'mkdocs.yml': 'site_name: A\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: parts\n', 'docs/a.md': '---\ntags: [quarantine]\n---\n# A\n\n--8<-- "p.md"\n', 'parts/p.md': 'Snippet.' }
  const { pages: [page] } = await readFolder(await folderIn(scratch, mkdocs))
  assert.deepEqual(page?.sections.map(({ text, linkTexts }) => [text, linkTexts]), [['Snippet.', ['quarantine']]])
  const mdbook = { 'book.toml': '[output.html.code.hidelines]\npython = "~"', 'src/SUMMARY.md': '- [A](a.md)', 'src/a.md': '# A\n\n```python\n~x\ny\n```' }
  const { pages: [chapter] } = await readFolder(await folderIn(scratch, mdbook))
  assert.deepEqual(chapter?.sections.map(({ text }) => text), ['y'])
})

test('readFolder() leaves out what the data of its folder in Eleventy do not publish', async () => {
  const data = { 'a/a.json': '{ "permalink": false }', 'b/b.11tydata.js': 'module.exports = { excludeFromSearch: true }', 'c/x.json': '{ "permalink": false }' }
  const files = { 'eleventy.config.js': '', ...data, 'a/in/p.md': pageOf('A'), 'b/p.md': pageOf('B'), 'c/p.md': pageOf('C') }
  const { pages, unlisted } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual([pages, unlisted].map((list) => list.map(({ title }) => title)), [['C'], ['B']])
})

test('readFolder() leaves out what Eleventy ignores, by paths of the project', async () => {
  const config = "export default (config) => {}\nexport const config = { dir: { input: 'src' } }"
  const files = { 'eleventy.config.js': config, '.eleventyignore': 'src/a.md\n./src/c/\n!src/c/in.md', 'src/a.md': pageOf('A'), 'src/c/p.md': pageOf('C'), 'src/c/in.md': pageOf('D') }
  const { pages } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual(pages.map(({ title }) => title), ['D'])
})

test('readFolder() reads only what a table of contents lists, of GitBook and HonKit, in the folder that they name', async () => {
  for (const [config, url] of [[{ '.gitbook.yaml': 'root: ./docs/' }, '/in/a'], [{ 'book.json': '{ "root": "./docs" }' }, '/in/a.html']] as const) {
    const files = { ...config, 'docs/SUMMARY.md': '# Table of contents\n\n* [A](in/a.md)', 'docs/in/a.md': pageOf('A'), 'docs/b.md': pageOf('B'), 'in/a.md': pageOf('Other') }
    const { pages } = await readFolder(await folderIn(scratch, files))
    assert.deepEqual(pages.map((page) => page.url), [url])
  }
})

test('readFolder() leaves out drafts of Nuxt Content by their names', async () => {
  const files = { 'package.json': '{ "dependencies": { "@nuxt/content": "2" } }', 'content/1.a.md': pageOf('A'), 'content/2.b.draft.md': pageOf('B'), 'content/-c/d.md': pageOf('D') }
  const { pages } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual(pages.map(({ title }) => title), ['A'])
})

test('readFolder() leaves out calls of templates in pages of Eleventy, but where they are shown', async () => {
  const files = { 'eleventy.config.js': '', 'a.md': '# A\n\nThe {{ x.y }} [b]({{ "/b/" | url }}) <a href="{{ "/c" | url }}">c</a>.\n\n{% raw %}\n\n{{ d }}\n\n{% endraw %}\n\n`{{ e }}` {{ f }}' }
  const { pages: [page] } = await readFolder(await folderIn(scratch, files))
  assert.equal(page?.sections[0]?.text.replace(/\s+/g, ' ').trim(), 'The b c. {{ d }} {{ e }}')
  const shown = await readFolder(await folderIn(scratch, { '_config.yml': 'title: T', 'a.md': '---\nrender_with_liquid: false\n---\n# A\n\nWrite {{ x }}.' }))
  assert.equal(shown.pages[0]?.sections[0]?.text.trim(), 'Write {{ x }}.')
})

test('readFolder() reads what a project of templates has built, and by its exclusions only what they name', async () => {
  const built = { '_site/a.html': '<main><h1>A</h1></main>', '_site/NOTES.md': '# Notes' }
  for (const files of [{ '_config.yml': 'title: T' }, { 'eleventy.config.js': '' }]) {
    const { pages } = await readFolder(join(await folderIn(scratch, { ...files, ...built }), '_site'))
    assert.deepEqual(pages.map(({ title }) => title), ['A'])
  }
  const files = { '_config.yml': 'title: T\nexclude: [install.md]\ncollections: { docs: { output: true } }', '_docs/install.md': pageOf('Install'), 'install.md': pageOf('Own') }
  assert.deepEqual((await readFolder(await folderIn(scratch, files))).pages.map(({ title }) => title), ['Install'])
  const ofCollection = { '_config.yml': 'title: T\nexclude: [_docs/in]\ncollections: { docs: { output: true } }', '_docs/a.md': pageOf('A'), '_docs/in/b.md': pageOf('B') }
  assert.deepEqual((await readFolder(join(await folderIn(scratch, ofCollection), '_docs'))).pages.map(({ title }) => title), ['A'])
  const sphinx = { 'conf.py': "project = 'A'", '_build/html/a.html': '<main><h1>A</h1></main>', '_build/html/_modules/b.html': '<main><h1>B</h1></main>' }
  assert.deepEqual((await readFolder(join(await folderIn(scratch, sphinx), '_build/html'))).pages.map(({ title }) => title), ['A'])
})

test('readFolder() resolves links to former addresses of pages', async () => {
  const files = {
    'a.md': '---\naliases: [/old/, Other name]\nredirect_from: /older.html\n---\n# A\n\n## Part', 'b.md': '# B\n\n[x](/old/#part) [y](/older.html) [z](/oldest/)',
  }
  const { pages, warnings } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual(warnings.map(({ message }) => message), ['The link to /oldest/ opens no page here: no folder with pages has this address'])
  assert.deepEqual(pages[0]?.sections[0]?.linkTexts, ['Other name', 'y'])
  assert.match(pages[1]?.sections[0]?.structure ?? '', /\/a\/#part/)
})

test('readFolder() orders pages of Docusaurus by sidebars, categories, positions and numbers', async () => {
  const docs = {
    'docusaurus.config.js': '', 'docs/intro.md': pageOf('Intro'), 'docs/b/_category_.json': '{ "label": "Basics", "position": 1, }',
    'docs/b/02-two.md': pageOf('Two'), 'docs/b/01-one.md': pageOf('One'), 'docs/b/z.md': pageOf('Z', 'sidebar_position: 0\nsidebar_label: Zed'),
    'docs/a/x.md': pageOf('X', 'id: ex'),
  }
  await checkMenu(docs, 'docs', ['Basics > Zed', 'Basics > One', 'Basics > Two', 'A > X', 'Intro'])
  const sidebars = `module.exports = { docs: ['intro', { type: 'category', label: 'All', items: ['a/ex', { type: 'autogenerated', dirName: 'b' }] }] }`
  const elsewhere = { 'docusaurus.config.js': "export default { presets: [['classic', ({ docs: { sidebarPath: require.resolve('./nav/all.js') } })]] }", 'nav/all.js': sidebars }
  for (const files of [{ 'sidebars.js': sidebars }, elsewhere]) await checkMenu({ ...docs, ...files }, 'docs', ['Intro', 'All > X', 'All > Zed', 'All > One', 'All > Two'])
})

test('readFolder() orders pages of Hugo by weight, and those of Just the Docs by number and parent', async () => {
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'), 'content/b/_index.md': pageOf('Bee', 'weight: 1'),
    'content/b/x.md': pageOf('X', 'weight: 20'), 'content/b/y.md': pageOf('Y', 'weight: 3\nlinkTitle: Why'), 'content/a.md': pageOf('A', 'weight: 2'),
  }, 'content', ['Home', 'Bee > Bee', 'Bee > Why', 'Bee > X', 'A'])
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/en/_index.md': pageOf('Home'), 'content/en/b/_index.md': pageOf('Bee'), 'content/en/b/x.md': pageOf('X'),
  }, 'content/en', ['Home', 'Bee > Bee', 'Bee > X'])
  await checkMenu({
    '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'z.md': pageOf('Guides', 'nav_order: 2'),
    'a.md': pageOf('Install', 'parent: Guides\nnav_order: 2'), 'b.md': pageOf('Use', 'parent: Guides\nnav_order: 1'), 'c.md': pageOf('About'),
    'd.md': pageOf('Deep', 'parent: Use\ngrand_parent: Guides'),
  }, '.', ['Home', 'Guides > Guides', 'Guides > Use > Use', 'Guides > Use > Deep', 'Guides > Install', 'About'])
})

test('readFolder() orders folders by the files of Nextra and Fumadocs', async () => {
  await checkMenu({
    'package.json': '{ "dependencies": { "nextra": "4" } }', 'content/_meta.ts': "export default { b: 'Bee', a: { title: 'Ay' } }",
    'content/a.mdx': pageOf('A'), 'content/b/index.mdx': pageOf('B'), 'content/b/c.mdx': pageOf('C'), 'content/z.mdx': pageOf('Z'),
  }, 'content', ['Bee > B', 'Bee > C', 'Ay', 'Z'])
  await checkMenu({
    'package.json': '{ "dependencies": { "fumadocs-core": "15" } }', 'content/docs/meta.json': '{ "pages": ["z", "...", "a"] }',
    'content/docs/g/meta.json': '{ "title": "Guides", "pages": ["y", "x"] }', 'content/docs/(in)/meta.json': '[1]',
    'content/docs/(in)/c.mdx': pageOf('C'), 'content/docs/(in)/d.mdx': pageOf('D'), 'content/docs/a.mdx': pageOf('A'), 'content/docs/z.mdx': pageOf('Z'), 'content/docs/g/x.mdx': pageOf('X'), 'content/docs/g/y.mdx': pageOf('Y'),
  }, 'content/docs', ['Z', 'C', 'D', 'Guides > Y', 'Guides > X', 'A'])
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

test('readFolder() reads the pages of a project, not the HTML of its theme and of its output', async () => {
  const html = { 'theme/a.html': '<p>{{ a }}</p>', 'theme/b.html': '{% b %}', 'site/index.html': '<h1>Built</h1>' }
  const { pages } = await readFolder(await folderIn(scratch, { 'mkdocs.yml': 'site_name: A', 'docs/index.md': pageOf('Home'), ...html }))
  assert.deepEqual(pages.map(({ title }) => title), ['Home'])
})

test('readFolder() reads callouts of Docsify', async () => {
  const files = { 'index.html': '<script src="docsify.js"></script>', 'README.md': '# A\n\n?> One\n\n!> Two\n' }
  const { pages: [page] } = await readFolder(await folderIn(scratch, files))
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
    const { pages: read, warnings } = await readFolder(await folderIn(scratch, { '.git/config': '', ...files, ...pages }))
    assert.deepEqual(read.map(({ title }) => title), shown)
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
  await checkExcluded({ 'conf.py': "project = 'A'\nexclude_patterns = [\n  'b.md',  # one\n  # two\n  'in',\n]\n" }, ['A'])
  await checkExcluded({ 'eleventy.config.js': '', '.eleventyignore': 'b.md\n' }, ['A', 'In C'])
})

test('readFolder() opens links of a page whose address a file that is left out would have, too', async () => {
  const files = { '_config.yml': 'exclude: [README.md]', 'README.md': '# Read me', 'index.md': '---\npermalink: /\n---\n# Home\n\n[a](#a)\n\n## A\n\nText.' }
  assert.deepEqual((await readFolder(await folderIn(scratch, { '.git/config': '', ...files }))).warnings, [])
})

test('readFolder() orders pages of Hugo with one weight by date and title, and finds the parents among pages with one title', async () => {
  await checkMenu({
    'hugo.toml': 'baseURL = "/"', 'content/_index.md': pageOf('Home'), 'content/z.md': pageOf('Apples'), 'content/a.md': pageOf('Zebras', 'weight: 0'), 'content/b/_index.md': pageOf('Middle'),
    'content/b/old.md': pageOf('Aged', 'date: 2001-01-01'), 'content/b/new.md': pageOf('New', 'date: 2002-01-01'), 'content/c.md': pageOf('Last', 'linkTitle: First\nweight: 3'),
  }, 'content', ['Home', 'First', 'Apples', 'Middle > Middle', 'Middle > New', 'Middle > Aged', 'Zebras'])
  await checkMenu({
    '_config.yml': 'title: A', 'index.md': pageOf('Home', 'nav_order: 1'), 'one.md': pageOf('One', 'nav_order: 2'), 'two.md': pageOf('Two', 'nav_order: 3'),
    'x.md': pageOf('Install', 'parent: One'), 'y.md': pageOf('Install', 'parent: Two'), 'p.md': pageOf('Linux', 'parent: Install\ngrand_parent: Two'),
    'q.md': pageOf('Mac', 'parent: Install\nancestor: One'), 'z.md': pageOf('Install', 'parent: Two'), 'm.md': pageOf('Lost', 'parent: Missing page'),
  }, '.', ['Home', 'One > One', 'One > Install > Install', 'One > Install > Mac', 'Two > Two', 'Two > Install > Install', 'Two > Install > Linux', 'Two > Install', 'Missing page > Lost'])
  await checkMenu({
    'eleventy.config.js': '', 'a/p.md': pageOf('Same', 'eleventyNavigation: { key: Other }'), 'a/c.md': pageOf('C', 'eleventyNavigation: { key: C, parent: Same }'), 'b.md': pageOf('Keyed', 'eleventyNavigation: { key: Same }'),
  }, '.', ['Other', 'Same > Same', 'Same > C'])
  await checkMenu({
    'eleventy.config.js': '', 'b.md': pageOf('Long title', 'eleventyNavigation: { key: B, order: 1 }'), 'a.md': pageOf('A', 'eleventyNavigation: { key: A, parent: B }'),
  }, '.', ['B > B', 'B > A'])
})

test('readFolder() reads headings in the menus of Fumadocs and Nextra', async () => {
  await checkMenu({
    'package.json': '{ "dependencies": { "fumadocs-core": "15" } }',
    'content/docs/meta.json': '{ "pages": ["---Start---", "index", "a", "---[Icon]Use it---", "...in", "g", "---Rest---", "z...a"] }', 'content/docs/index.mdx': pageOf('Home'),
    'content/docs/a.mdx': pageOf('A'), 'content/docs/in/b.mdx': pageOf('B'), 'content/docs/g/c.mdx': pageOf('C'), 'content/docs/d.mdx': pageOf('D'),
  }, 'content/docs', ['Start > Home', 'Start > A', 'Use it > B', 'Use it > G > C', 'Rest > D'])
  await checkMenu({
    'package.json': '{ "dependencies": { "nextra": "4" } }', 'content/_meta.js': "export default { a: '', '--': { type: 'separator', title: 'Use it' }, b: 'Bee' }",
    'content/a.mdx': pageOf('A'), 'content/b.mdx': pageOf('B'), 'content/c.mdx': pageOf('C'),
  }, 'content', ['A', 'Use it > Bee', 'Use it > C'])
})

test('readFolder() does not publish what expressions leave out, and says which exclusions it can not read', async () => {
  const pages = { 'a.md': pageOf('A'), 'b-draft.md': pageOf('B'), 'in/c.md': pageOf('C'), 'search/d.md': pageOf('D') }
  const inFolder = (name: string) => Object.fromEntries(Object.entries(pages).map(([path, text]) => [`${name}${path}`, text]))
  const regex = (expression: string) => ({ 'mkdocs.yml': `site_name: A\nplugins:\n  - search\n  - exclude:\n      regex: ['${expression}']\n`, ...inFolder('docs/') })
  await checkMenu({ 'hugo.toml': 'baseURL = "/"\nignoreFiles = ["-draft\\\\.md$", "^in/"]', ...inFolder('content/') }, 'content', ['A', 'Search > D'])
  await checkMenu(regex('.*-draft\\.md|in/.*'), 'docs', ['A', 'D'])
  await checkMenu(regex('(?!a).*'), 'docs', [], ["../mkdocs.yml: The exclusion (?!a).* can't be read: all pages whose path has the text that it needs are left out"])
  const computed = (key: string) => `${key} can't be read without running it: pages that it leaves out may be published`
  await checkMenu({ 'conf.py': "project = 'A'\nexclude_patterns = ['in'] + common\n", ...inFolder('') }, '.', ['A', 'B', 'D'], [`conf.py: ${computed('exclude_patterns')}`])
  await checkMenu({ '.vitepress/config.ts': 'export default {\n  srcExclude: load(),\n}', ...inFolder('') }, '.', ['A', 'B', 'C', 'D'], [`.vitepress/config.ts: ${computed('srcExclude')}`])
  const unread = "The rewrite of :a-:b.md can't be read: its pages have the addresses of their paths"
  await checkMenu({ '.vitepress/config.ts': "export default { rewrites: { ':a-:b.md': ':a.md' } }", 'a-b.md': pageOf('A') }, '.', ['A'], [`.vitepress/config.ts: ${unread}`])
})

test('readFolder() says which page is left out because its test takes too long', async () => {
  const name = `${'a'.repeat(200)}/`.repeat(6)
  const files = { 'hugo.toml': 'baseURL = "/"\nignoreFiles = ["(a*)*b"]', 'content/c.md': pageOf('C'), [`content/${name}b.md`]: pageOf('B') }
  await checkMenu(files, 'content', ['C'], [`${name}b.md: Left out: to tell if the exclusion (a*)*b fits its path would take too long`])
})

test('readFolder() leaves out the templates of pages that a program makes', async () => {
  await checkMenu({ '.vitepress/config.ts': '', 'a.md': pageOf('A'), 'in/[id].md': pageOf('B'), '[x]/c.md': pageOf('C') }, '.', ['A'])
  await checkMenu({ 'a.md': pageOf('A'), '[b].md': pageOf('B') }, '.', ['B', 'A'])
})

test('readFolder() keeps pages out of search that the plugin exclude-search of MkDocs names', async () => {
  const config = 'site_name: A\nexclude_docs: in/secret.md\nplugins:\n  - search\n  - exclude-search:\n      exclude: [b.md, in/*]\n      ignore: [in/d.md]\n'
  const files = {
    '.git/config': '', 'mkdocs.yml': config, 'docs/a.md': '# A', 'docs/b.md': '# B', 'docs/in/c.md': '---\ndraft: true\n---\n# C', 'docs/in/d.md': '# D',
    'docs/in/secret.md': '# Not published',
  }
  const { pages, unlisted } = await readFolder(await folderIn(scratch, files))
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
    'guide/index.md': `# Guide\n\nText.${toctree(':maxdepth: 2', 'use.md', '../a')}`, 'guide/use.md': '# Use', 'how/y.md': '# Why', 'how/x.md': '# Ex',
  }
  await checkMenu({ 'conf.py': "root_doc = 'top'\nproject = 'A'", 'top.md': `# Top${toctree('', 'b')}`, 'b.md': '# B', 'a.md': '# A' }, '.', ['Top', 'B', 'A'])
  await checkMenu(files, '.', ['Home', 'Start > Zed', 'Start > First > First', 'Start > First > Use', 'Start > First > Ay', 'Ex', 'Why', 'Lost'])
  const { pages } = await readFolder(await folderIn(scratch, files))
  assert.deepEqual(pages.map(({ sections }) => sections.map(({ text }) => text).join('')).filter((text) => text !== ''), ['Text.'])
})
