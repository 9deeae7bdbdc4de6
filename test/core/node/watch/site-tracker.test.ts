import assert from 'node:assert/strict'
import { appendFile, chmod, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { findAstroProject } from '../../../../src/addons/astro/project/astro-project.ts'
import { createAstroSource } from '../../../../src/addons/astro/project/astro-source.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { formatGraph } from '../../../../src/core/graph/graph.ts'
import { openFolder, readFolder, readSource, type SiteSource } from '../../../../src/core/node/content/content-folder.ts'
import { createGraphTracker, createPageIndex, createSiteTracker } from '../../../../src/core/node/watch/site-tracker.ts'
import { readSite } from '../../../../src/core/ask.ts'
import { graph } from '../../../support/graph.ts'
import { rulesOf } from '../../../support/rules.ts'
import { folderOf, writeSite } from '../../../support/site.ts'

/** A time at which no file is young: what is read again has another stamp. */
const LATER = Number.MAX_SAFE_INTEGER

const folderSource = (folder: string) => openFolder(folder, {})
const astroSource = async (folder: string) => createAstroSource((await findAstroProject(folder)) ?? assert.fail())

/** A tracker of a folder, or of what `open` gives; `onRead` is called before each read. */
function track(folder: string, { now = () => LATER, onRead = async (): Promise<unknown> => undefined, open = folderSource } = {}) {
  let read: string[] = []
  let shown: Record<string, string> = {}
  const { update } = createSiteTracker({
    now,
    follow: () => undefined,
    open: async () => {
      const source = await open(folder)
      return { ...source, read: async (keys) => (read.push(...keys), await onRead(), source.read(keys)) }
    },
  })
  async function next() {
    read = []
    const found = await update()
    if (found !== null) shown = Object.fromEntries(found.site.pages.map(({ slug, sections }) => [slug, sections.map(({ text }) => text).join('\n')]))
  }
  /** Keys of the files that an update reads, and the texts of the pages after one, by slug. */
  return { update, reads: async () => (await next(), read), pages: async () => (await next(), shown) }
}

/** Files to write, those without a text to delete, or what else happens in a folder. */
type Changes = Readonly<Record<string, string | null>> | ((folder: string) => Promise<unknown>)

async function change(folder: string, changes: Changes): Promise<void> {
  if (typeof changes === 'function') return void (await changes(folder))
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) await rm(join(folder, path), { recursive: true })
    else await writeSite(folder, { [path]: text })
  }
}

/** Changes files step by step; after each only the keys are read, and the pages have the texts, if they are given. */
async function check(
  files: Readonly<Record<string, string>>,
  steps: readonly (readonly [Changes, reads: string, pages?: object])[],
  below = '',
  open: (folder: string) => Promise<SiteSource> = folderSource,
) {
  const folder = await folderOf({ '.git/config': '', ...files })
  const { reads, pages } = track(join(folder, below), { open })
  for (const [changes, read, texts] of steps) {
    await change(folder, changes)
    assert.deepEqual([(await reads()).join(' '), await reads()], [read, []], JSON.stringify(changes))
    if (texts !== undefined) assert.deepEqual(await pages(), texts)
  }
}

const move = (from: string, to: string) => (folder: string) => rename(join(folder, from), join(folder, to))

for (const [name, run] of rulesOf('createSiteTracker()', check, [
  ['reads all files at first, then what changed only',
    [{ 'a.md': 'one', 'b.md': 'two', 'c/d.md': 'three' }, [
      [{}, 'a.md b.md c/d.md'], [{ 'b.md': 'two again' }, 'b.md', { a: 'one', b: 'two again', 'c/d': 'three' }],
    ]]],
  ['reads the pages again that include a changed file',
    [{ 'package.json': '{}', 'lib/a.rs': 'one', 'docs/a.md': '{{#include ../lib/a.rs}}', 'docs/b.md': 'two' }, [
      [{}, 'a.md b.md'], [{ 'lib/a.rs': 'one again' }, 'a.md', { a: 'one again', b: 'two' }],
      [{ 'lib/a.rs': null }, 'a.md'], [{ 'lib/a.rs': 'back' }, 'a.md', { a: 'back', b: 'two' }],
    ], 'docs']],
  ['has new, renamed and deleted files, and those of new folders',
    [{ 'a.md': 'one', 'b.md': 'two' }, [
      [{}, 'a.md b.md'], [{ 'c/d/e.md': 'three' }, 'c/d/e.md'], [move('a.md', 'f.md'), 'f.md'], [{ 'b.md': null }, ''],
      [move('c', 'g'), 'g/d/e.md', { f: 'one', 'g/d/e': 'three' }],
    ]]],
  ['gives the pages that a whole read gives, where two files have one slug',
    [{ 'a.md': 'file' }, [
      [{}, 'a.md'], [{ 'a/README.md': 'readme' }, 'a/README.md', { a: 'readme' }], [{ 'a/index.md': 'index' }, 'a/index.md', { a: 'index' }],
      [{ a: null }, '', { a: 'file' }],
    ]]],
  ['follows a folder that becomes that of a built site',
    [{ 'a.md': 'one' }, [
      [{}, 'a.md', { a: 'one' }], [{ 'b.html': '<p>built' }, 'b.html', { b: 'built' }], [{ 'c.md': 'two' }, 'a.md c.md', { a: 'one', c: 'two' }],
    ]]],
])) test(name, run)

/** [files of a project, folder that is read, a file that comes and goes, its text] */
const DECIDING: readonly (readonly [files: Record<string, string>, folder: string, path: string, text: string])[] = [
  [{ 'eleventy.config.js': '' }, '', '.eleventyignore', 'b.md'],
  [{ 'docusaurus.config.js': '' }, 'docs', 'sidebars.js', "module.exports = { a: ['b', 'a'] }"],
  [{ 'docusaurus.config.js': '' }, 'docs', 'docs/_category_.json', '{ "label": "A" }'],
  [{ 'docusaurus.config.js': '' }, 'docs', 'docs/new/_category_.yml', 'label: A'],
  [{ 'package.json': '{ "dependencies": { "nextra": "4" } }' }, 'content', 'content/_meta.ts', "export default { b: 'B' }"],
  [{ 'package.json': '{ "dependencies": { "fumadocs-core": "4" } }' }, 'content', 'content/docs/in/meta.json', '{ "title": "A" }'],
  [{ '.vitepress/theme/index.js': '' }, '', '.vitepress/config.mts', "export default { srcExclude: ['b.md'] }"],
  [{ 'config.yml': 'theme: a' }, 'content', 'hugo.toml', 'baseURL = "/"'],
]

test('createSiteTracker() reads all again when a file that decides comes and when it goes', async () => {
  for (const [files, name, path, text] of DECIDING) {
    const below = name === '' ? '' : `${name}/`
    const pages = { [`${below}a.md`]: '# A', [`${below}b.md`]: '# B' }
    await check({ ...files, ...pages }, [[{}, 'a.md b.md'], [{ [path]: text }, 'a.md b.md'], [{ [path]: null }, 'a.md b.md']], name)
  }
})

test('createSiteTracker() notices every way of saving', async () => {
  const folder = await folderOf({ 'a.md': 'one' })
  const { pages } = track(folder, { now: Date.now })
  const path = join(folder, 'a.md')
  await pages()
  const ways: readonly ((text: string) => Promise<unknown>)[] = [
    (text) => writeFile(path, text),
    (text) => appendFile(path, text),
    async (text) => (await writeFile(`${path}~`, text), rename(`${path}~`, path)),
    async (text) => (await rename(path, `${path}~`), writeFile(path, text)),
    async (text) => (await rm(path), writeFile(path, text)),
    // The size and the time of the last one.
    async (text) => {
      const time = new Date(1_700_000_000_000)
      await writeFile(path, text)
      await utimes(path, time, time)
      await pages()
      await writeFile(path, text.toUpperCase())
      await utimes(path, time, time)
    },
  ]
  for (const [i, save] of ways.entries()) {
    await save(`way ${i}`)
    assert.match((await pages())['a'] ?? '', new RegExp(`way ${i}$`, 'i'))
  }
  assert.equal((await pages())['a'], 'WAY 5')
})

test('createSiteTracker() reads what changes while all is read', async () => {
  const folder = await folderOf({ 'a.md': 'one', 'b.md': 'two' })
  let changes: Changes = { 'a.md': 'one, while it is read', 'c.md': 'new, while they are read', 'b.md': null }
  const { reads, pages } = track(folder, { now: Date.now, onRead: async () => (await change(folder, changes), (changes = {})) })
  await reads()
  assert.deepEqual(await pages(), { a: 'one, while it is read', c: 'new, while they are read' })
})

test('createSiteTracker() reads a young file again, since it may change and keep its stamp', async () => {
  const folder = await folderOf({ 'a.md': 'one' })
  let now = (await stat(join(folder, 'a.md'))).ctimeMs
  const { reads } = track(folder, { now: () => now })
  assert.deepEqual(await reads(), ['a.md'])
  assert.deepEqual(await reads(), ['a.md'])
  now += 1_000_000
  assert.deepEqual(await reads(), ['a.md'])
  assert.deepEqual(await reads(), [])
})

test('createSiteTracker() gives an update for images, unread, and for no file with the same text', async () => {
  const folder = await folderOf({ 'a.md': 'one', 'b.png': 'x', 'c.txt': 'x' })
  const tracker = track(folder)
  for (const [changes, ...paths] of [
    [{}, 'a.md', 'b.png'], [{ 'a.md': 'one' }], [{ 'b.png': 'yy' }, 'b.png'], [{ 'c.txt': 'yy' }],
      [{ 'b.png': null }, 'b.png'],
  ] as const) {
    await change(folder, changes)
    assert.deepEqual((await tracker.update())?.paths ?? [], paths, JSON.stringify(changes))
  }
})

test('createSiteTracker() leaves out a file while it can\'t be read, with a warning', async (t) => {
  const folder = await folderOf({ 'a.md': 'one', 'b.md': 'two' })
  const tracker = track(folder)
  const path = join(folder, 'b.md')
  const steps: readonly (readonly [Changes, slugs: readonly string[], warning?: string])[] = [
    [{}, ['a', 'b']], [() => writeFile(path, new Uint8Array(100)), ['a'], 'Left out: not a text file'],
    [{ 'b.md': 'two' }, ['a', 'b']],
    [async () => (await rm(path), symlink('nothing.md', path)), ['a'], 'Left out: the link leads nowhere (ENOENT)'],
    [async () => (await rm(path), mkdir(path)), ['a']],
    [async () => (await rm(path, { recursive: true }), writeFile(path, 'three')), ['a', 'b']],
  ]
  for (const [changes, slugs, warning] of steps) {
    await change(folder, changes)
    const { site } = (await tracker.update()) ?? assert.fail()
    assert.deepEqual(site.pages.map(({ slug }) => slug), slugs)
    assert.deepEqual(site.warnings, warning === undefined ? [] : [{ type: 'file', path: 'b.md', line: 1, message: warning }])
  }
  await t.test('as any user', { skip: process.platform === 'win32' && 'no such modes' }, async () => {
    await chmod(path, 0)
    await tracker.update()
    await chmod(path, 0o644)
    await tracker.update()
    assert.deepEqual((await readFolder(folder)).warnings, [])
  })
})

test('createSiteTracker() reads an Astro project: what changed, and all of it after a change of its configuration', async () => {
  const glob = "glob({ base: './pages', pattern: '**/*.md' })"
  const files = {
    'astro.config.mjs': "export default { base: '/v1' }", 'pages/a.md': 'one', 'pages/b/c.md': 'two',
    'src/content.config.ts': `export const collections = { docs: defineCollection({ loader: ${glob} }) }`,
  }
  await check(files, [
    [{}, 'docs:pages/a.md docs:pages/b/c.md'], [{ 'pages/a.md': 'one again', 'pages/d.md': 'three' }, 'docs:pages/a.md docs:pages/d.md'],
    [{ 'pages/b': null }, '', { a: 'one again', d: 'three' }],
    [{ 'astro.config.mjs': "export default { base: '/v2' }" }, 'docs:pages/a.md docs:pages/d.md'],
  ], '', astroSource)
})

for (const [kind, place, files, open] of [
  ['a folder', '', {}, folderSource],
  ['an Astro project', 'src/content/docs/', { 'astro.config.mjs': 'export default {}' }, astroSource],
] as const) {
  test(`createSiteTracker() reads Windows-1252 in ${kind} with one warning, and no file that a link has led out of it`, async () => {
    const folder = await folderOf({ ...files, [`${place}a.md`]: '# A', [`${place}b.md`]: '# B' })
    const outside = await folderOf({ 'secret.md': '# Secret' })
    const tracker = track(folder, { open })
    const state = async () => {
      const { site } = (await tracker.update()) ?? assert.fail()
      return [site.pages.map(({ title }) => title), site.warnings.map(({ path, message }) => `${path}: ${message}`)]
    }
    assert.deepEqual(await state(), [['A', 'B'], []])
    await writeFile(join(folder, place, 'a.md'), Buffer.from('# Caf\xe9', 'latin1'))
    await writeFile(join(folder, place, 'b.md'), '# Changed')
    assert.deepEqual(await state(), [['Café', 'Changed'], [`${place}a.md: Not UTF-8: read as Windows-1252; save the file as UTF-8`]])
    await rm(join(folder, place, 'a.md'))
    await symlink(join(outside, 'secret.md'), join(folder, place, 'a.md'))
    assert.deepEqual(await state(), [['Changed'], [`${place}a.md: Left out: the link leads out of the content folder`]])
  })
}

test('createAstroSource() reads a project by a relative path, and one that a link leads to', async () => {
  const folder = await folderOf({ 'astro.config.mjs': 'export default {}', 'src/content/docs/a.md': '# A' })
  const link = join(await folderOf({}), 'project')
  await symlink(folder, link)
  for (const path of [relative(process.cwd(), folder), link]) {
    const { pages, warnings } = await readSource(await astroSource(path))
    assert.deepEqual([pages.map(({ title }) => title), warnings], [['A'], []])
  }
})

test('createSiteTracker() gives no warning for a file that is deleted before it is read', async () => {
  const folder = await folderOf({ 'a.md': 'one', 'b.md': 'two' })
  const tracker = track(folder, { onRead: () => rm(join(folder, 'b.md'), { force: true }) })
  const { site } = (await tracker.update()) ?? assert.fail()
  assert.deepEqual([site.pages.map(({ slug }) => slug), site.warnings], [['a'], []])
  await writeFile(join(folder, 'b.md'), 'two')
  await writeFile(join(folder, 'a.md'), 'one again')
  assert.deepEqual((await tracker.update())?.site.warnings, [])
})

test('createSiteTracker() names only the file that changes while young files are read again', async () => {
  const folder = await folderOf({ 'a.md': 'one', 'b.md': 'two' })
  let change = async () => {}
  // At this time every file is young: both are read by the next update, too.
  const tracker = track(folder, { now: () => 0, onRead: () => change() })
  await tracker.update()
  change = () => writeFile(join(folder, 'b.md'), 'two again')
  assert.deepEqual((await tracker.update())?.paths, ['b.md'])
})

/** What a tracker of a graph file says step by step; a text is the context of a graph that is written before, null nothing. */
async function checkGraph(steps: readonly (readonly [string | null | ((path: string) => Promise<unknown>), RegExp])[]) {
  const folder = await folderOf({})
  const path = join(folder, '.service/kg.json')
  const tracker = createGraphTracker(path)
  for (const [before, expected] of steps) {
    if (typeof before === 'function') await before(path)
    else if (before !== null) await writeSite(folder, { '.service/kg.json': formatGraph(graph({ context: before })) })
    const found = await tracker.update()
    const said = found?.type === 'read' ? (found.graph?.context ?? 'no graph') : found?.message.replace(path, 'kg.json')
    assert.match(said ?? 'nothing', expected)
  }
}

test('createGraphTracker() reads the file at first and when it has changed', async () => {
  await checkGraph([['first', /^first$/], [null, /^nothing$/], ['the second', /^the second$/]])
  await checkGraph([['first', /^first$/], [async (path) => {
    await writeFile(`${path}.new`, formatGraph(graph({ context: 'again' })))
    await rename(`${path}.new`, path)
  }, /^again$/]])
})

test('createGraphTracker() notices a file that comes later, and says once that it is broken or gone', async () => {
  await checkGraph([
    [null, /^no graph$/], [null, /^nothing$/], ['late', /^late$/],
      [(path) => writeFile(path, '{"version":3,'), /^kg\.json: ./],
    [null, /^nothing$/], [rm, /^kg\.json is gone$/], [null, /^nothing$/], ['whole again', /^whole again$/],
  ])
})

test('createGraphTracker() rejects at first for a broken file', async () => {
  const breaks = async (path: string) => writeSite(dirname(path), { 'kg.json': '{}' })
  await assert.rejects(checkGraph([[breaks, /./]]), { code: 'graph-format' })
})

const pagesOf = (files: Readonly<Record<string, string>>): readonly Page[] => {
  return readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
}

test('createPageIndex() keeps the sections of a page that is the same', () => {
  const { chunksOf } = createPageIndex()
  const [before] = chunksOf(pagesOf({ 'a.md': 'one', 'b.md': 'two' }))
  const [after, changed] = chunksOf(pagesOf({ 'a.md': 'one', 'b.md': 'three' }))
  assert.equal(after, before)
  assert.equal(changed?.text, 'three')
})

test('createPageIndex() follows queries of sections that change although their page is the same', () => {
  const { chunksOf, searcherOf } = createPageIndex()
  const chunks = chunksOf(pagesOf({ 'a.md': 'Scheduled tasks.', 'b.md': 'Other.' }))
  assert.deepEqual(searcherOf(chunks).search('cron'), [])
  const expanded = chunks.map((chunk) => (chunk.id === 'a' ? { ...chunk, queries: ['cron job'] } : chunk))
  assert.deepEqual(searcherOf(expanded).search('cron').map(({ id }) => id), ['a'])
  assert.deepEqual(searcherOf(chunks).search('cron'), [])
})
