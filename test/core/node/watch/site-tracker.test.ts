import assert from 'node:assert/strict'
import { appendFile, chmod, mkdir, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { findAstroProject } from '../../../../src/addons/astro/project/astro-project.ts'
import { createAstroSource } from '../../../../src/addons/astro/project/astro-source.ts'
import { chunkPages } from '../../../../src/core/content/chunk.ts'
import type { Page } from '../../../../src/core/content/page.ts'
import { formatGraph } from '../../../../src/core/graph/format.ts'
import { FOLDER_LIMITS, openFolder, readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { readSource, type SiteSource } from '../../../../src/core/node/files/site-source.ts'
import { createGraphTracker, createPageIndex, createSiteTracker } from '../../../../src/core/node/watch/site-tracker.ts'
import { readSite } from '../../../../src/core/ask.ts'
import { createSearcher } from '../../../../src/core/search/searcher.ts'
import { graph } from '../../../support/graph.ts'
import { folderIn, temporaryFolder } from '../../../support/site.ts'

const scratch = await realpath(await temporaryFolder())
/** A time at which no file is young: what is read again has another stamp. */
const LATER = Number.MAX_SAFE_INTEGER

interface Tracking {
  /** Keys of the files that each update read; empty where it found nothing. */
  readonly reads: () => Promise<readonly string[]>
  /** Texts of the pages by slug, after an update. */
  readonly pages: () => Promise<Readonly<Record<string, string>>>
}

/** Wraps a source to record what is read; `onRead` is called before each read. */
function tracking(open: () => Promise<SiteSource>, { now = Date.now, onRead = async () => {} } = {}): Tracking {
  let read: string[] = []
  let shown: Record<string, string> = {}
  const tracker = createSiteTracker({
    now,
    follow: () => undefined,
    open: async () => {
      const source = await open()
      return {
        ...source,
        read: async (keys) => {
          read.push(...keys)
          await onRead()
          await source.read(keys)
        },
      }
    },
  })
  async function update() {
    read = []
    const found = await tracker.update()
    if (found !== null) shown = Object.fromEntries(found.site.pages.map(({ slug, sections }) => [slug, sections.map(({ text }) => text).join('\n')]))
  }
  return {
    reads: async () => (await update(), read),
    pages: async () => (await update(), shown),
  }
}

const trackFolder = (folder: string, options = {}) => tracking(async () => openFolder(FOLDER_LIMITS, folder, {}), options)

/** A tracker of what is opened, by default of a folder; `now` is a time at which no file is young. */
function trackerOf(folder: string, open = async () => openFolder(FOLDER_LIMITS, folder, {}), now = () => LATER) {
  return createSiteTracker({ open, follow: () => undefined, now })
}

/** The source of a folder; `before` is called before each read. */
const folderSource = async (folder: string, before: () => Promise<unknown>): Promise<SiteSource> => {
  const source = await openFolder(FOLDER_LIMITS, folder, {})
  return { ...source, read: async (keys) => (await before(), source.read(keys)) }
}

test('createSiteTracker() reads all files at first, then what changed only', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two', 'c/d.md': 'three' })
  const { reads, pages } = trackFolder(folder, { now: () => LATER })
  assert.deepEqual(await reads(), ['a.md', 'b.md', 'c/d.md'])
  assert.deepEqual(await reads(), [])
  await writeFile(join(folder, 'b.md'), 'two again')
  assert.deepEqual(await reads(), ['b.md'])
  assert.deepEqual(await pages(), { a: 'one', b: 'two again', 'c/d': 'three' })
})

test('createSiteTracker() reads the pages again that include a changed file', async () => {
  const files = { 'package.json': '{}', 'lib/a.rs': 'one', 'docs/a.md': '{{#include ../lib/a.rs}}', 'docs/b.md': 'two' }
  const folder = await folderIn(scratch, files)
  const { reads, pages } = trackFolder(join(folder, 'docs'), { now: () => LATER })
  assert.deepEqual(await reads(), ['a.md', 'b.md'])
  assert.deepEqual(await reads(), [])
  await writeFile(join(folder, 'lib/a.rs'), 'one again')
  assert.deepEqual(await pages(), { a: 'one again', b: 'two' })
  assert.deepEqual(await reads(), [])
  await rm(join(folder, 'lib/a.rs'))
  assert.deepEqual(await reads(), ['a.md'])
})

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
    const folder = await folderIn(scratch, { '.git/config': '', ...files, ...pages })
    const { reads } = trackFolder(join(folder, name), { now: () => LATER })
    assert.deepEqual(await reads(), ['a.md', 'b.md'], path)
    assert.deepEqual(await reads(), [], path)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
    assert.deepEqual(await reads(), ['a.md', 'b.md'], path)
    assert.deepEqual(await reads(), [], path)
    await rm(join(folder, path))
    assert.deepEqual(await reads(), ['a.md', 'b.md'], path)
  }
})

test('createSiteTracker() notices every way of saving', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one' })
  const { pages } = trackFolder(folder)
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

test('createSiteTracker() has new, renamed and deleted files, and those of new folders', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two' })
  const { reads, pages } = trackFolder(folder, { now: () => LATER })
  await reads()
  await mkdir(join(folder, 'c/d'), { recursive: true })
  await writeFile(join(folder, 'c/d/e.md'), 'three')
  await rename(join(folder, 'a.md'), join(folder, 'f.md'))
  assert.deepEqual(await reads(), ['c/d/e.md', 'f.md'])
  await rm(join(folder, 'b.md'))
  assert.deepEqual(await reads(), [])
  await rename(join(folder, 'c'), join(folder, 'g'))
  assert.deepEqual(await pages(), { f: 'one', 'g/d/e': 'three' })
})

test('createSiteTracker() gives the pages that a whole read gives, where two files have one slug', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'file' })
  const { pages } = trackFolder(folder)
  await pages()
  await mkdir(join(folder, 'a'))
  await writeFile(join(folder, 'a/README.md'), 'readme')
  assert.deepEqual(await pages(), { a: 'readme' })
  await writeFile(join(folder, 'a/index.md'), 'index')
  assert.deepEqual(await pages(), { a: 'index' })
  await rm(join(folder, 'a'), { recursive: true })
  assert.deepEqual(await pages(), { a: 'file' })
})

test('createSiteTracker() follows a folder that becomes that of a built site', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one' })
  const { pages } = trackFolder(folder)
  assert.deepEqual(await pages(), { a: 'one' })
  await writeFile(join(folder, 'b.html'), '<p>built')
  assert.deepEqual(await pages(), { b: 'built' })
  await writeFile(join(folder, 'c.md'), 'two')
  assert.deepEqual(await pages(), { a: 'one', c: 'two' })
})

test('createSiteTracker() reads what changes while all is read', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two' })
  let change = async () => {}
  const { reads, pages } = trackFolder(folder, { onRead: () => change() })
  let isChanged = false
  change = async () => {
    if (isChanged) return
    isChanged = true
    await writeFile(join(folder, 'a.md'), 'one, while it is read')
    await writeFile(join(folder, 'c.md'), 'new, while they are read')
    await rm(join(folder, 'b.md'))
  }
  await reads()
  assert.deepEqual(await pages(), { a: 'one, while it is read', c: 'new, while they are read' })
})

test('createSiteTracker() reads a young file again, since it may change and keep its stamp', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one' })
  let now = Date.now()
  const { reads } = trackFolder(folder, { now: () => now })
  assert.deepEqual(await reads(), ['a.md'])
  assert.deepEqual(await reads(), ['a.md'])
  now += 1_000_000
  assert.deepEqual(await reads(), ['a.md'])
  assert.deepEqual(await reads(), [])
})

test('createSiteTracker() gives no update where a file was written with the same text', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one' })
  const tracker = trackerOf(folder)
  assert.deepEqual((await tracker.update())?.paths, ['a.md'])
  await writeFile(join(folder, 'a.md'), 'one')
  assert.equal(await tracker.update(), null)
})

test('createSiteTracker() gives an update for images, without reading them', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.png': 'x', 'c.txt': 'x' })
  const tracker = trackerOf(folder)
  await tracker.update()
  await writeFile(join(folder, 'b.png'), 'yy')
  assert.deepEqual((await tracker.update())?.paths, ['b.png'])
  await writeFile(join(folder, 'c.txt'), 'yy')
  assert.equal(await tracker.update(), null)
  await rm(join(folder, 'b.png'))
  assert.deepEqual((await tracker.update())?.paths, ['b.png'])
})

test('createSiteTracker() rejects while the folder is missing, and then reads what is new', async () => {
  const folder = join(await folderIn(scratch, { 'site/a.md': 'one', 'site/b.md': 'two' }), 'site')
  const { pages } = trackFolder(folder)
  await pages()
  await rename(folder, `${folder}-old`)
  await assert.rejects(pages(), { code: 'file' })
  await rename(`${folder}-old`, folder)
  await writeFile(join(folder, 'a.md'), 'one again')
  assert.deepEqual(await pages(), { a: 'one again', b: 'two' })
  await rm(folder, { recursive: true })
  await assert.rejects(pages(), { code: 'file' })
  await mkdir(folder)
  await writeFile(join(folder, 'c.md'), 'three')
  assert.deepEqual(await pages(), { c: 'three' })
})

test('createSiteTracker() leaves out a file while it can\'t be read, with a warning', async (t) => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two' })
  const tracker = trackerOf(folder)
  const slugs = async () => (await tracker.update())?.site.pages.map(({ slug }) => slug)
  const path = join(folder, 'b.md')
  assert.deepEqual(await slugs(), ['a', 'b'])
  await writeFile(path, new Uint8Array(100))
  const { site } = (await tracker.update()) ?? assert.fail()
  assert.deepEqual(site.warnings, [{ path: 'b.md', line: 1, message: 'Left out: not a text file' }])
  await writeFile(path, 'two')
  assert.deepEqual(await slugs(), ['a', 'b'])
  await rm(path)
  await symlink('nothing.md', path)
  assert.deepEqual(await slugs(), ['a'])
  await rm(path)
  await mkdir(path)
  await slugs()
  await rm(path, { recursive: true })
  await writeFile(path, 'three')
  assert.deepEqual(await slugs(), ['a', 'b'])
  await t.test('as any user', { skip: process.platform === 'win32' && 'no such modes' }, async () => {
    await chmod(path, 0)
    await tracker.update()
    await chmod(path, 0o644)
    await tracker.update()
    assert.deepEqual((await readFolder(folder)).warnings, [])
  })
})

test('createSiteTracker() reads an Astro project: what changed, and all of it after a change of its configuration', async () => {
  const folder = await folderIn(scratch, {
    'astro.config.mjs': "export default { base: '/v1' }",
    'src/content.config.ts': "export const collections = { docs: defineCollection({ loader: glob({ base: './pages', pattern: '**/*.md' }) }) }",
    'pages/a.md': 'one',
    'pages/b/c.md': 'two',
  })
  const { reads, pages } = tracking(async () => createAstroSource((await findAstroProject(folder)) ?? assert.fail()), { now: () => LATER })
  assert.deepEqual(await reads(), ['docs:a.md', 'docs:b/c.md'])
  assert.deepEqual(await reads(), [])
  await writeFile(join(folder, 'pages/a.md'), 'one again')
  await writeFile(join(folder, 'pages/d.md'), 'three')
  assert.deepEqual(await reads(), ['docs:a.md', 'docs:d.md'])
  await rm(join(folder, 'pages/b'), { recursive: true })
  assert.deepEqual(await pages(), { a: 'one again', d: 'three' })
  await writeFile(join(folder, 'astro.config.mjs'), "export default { base: '/v2' }")
  assert.deepEqual(await reads(), ['docs:a.md', 'docs:d.md'])
  assert.deepEqual(await reads(), [])
})

for (const [kind, place, files, open] of [
  ['a folder', '', {}, async (folder: string) => openFolder(FOLDER_LIMITS, folder, {})],
  ['an Astro project', 'src/content/docs/', { 'astro.config.mjs': 'export default {}' }, async (folder: string) => {
    return createAstroSource((await findAstroProject(folder)) ?? assert.fail())
  }],
] as const) {
  test(`createSiteTracker() reads Windows-1252 in ${kind} with one warning, and no file that a link has led out of it`, async () => {
    const folder = await folderIn(scratch, { ...files, [`${place}a.md`]: '# A', [`${place}b.md`]: '# B' })
    const outside = await folderIn(scratch, { 'secret.md': '# Secret' })
    const tracker = trackerOf(folder, () => open(folder))
    const state = async () => {
      const { site } = (await tracker.update()) ?? assert.fail()
      return [site.pages.map(({ title }) => title), site.warnings.map(({ path, message }) => `${path}: ${message}`)]
    }
    assert.deepEqual(await state(), [['A', 'B'], []])
    await writeFile(join(folder, place, 'a.md'), Buffer.from('# Caf\xe9', 'latin1'))
    await writeFile(join(folder, place, 'b.md'), '# Changed')
    assert.deepEqual(await state(), [['Café', 'Changed'], ['a.md: Not UTF-8: read as Windows-1252; save the file as UTF-8']])
    await rm(join(folder, place, 'a.md'))
    await symlink(join(outside, 'secret.md'), join(folder, place, 'a.md'))
    assert.deepEqual(await state(), [['Changed'], ['a.md: Left out: the link leads out of the content folder']])
  })
}

test('createAstroSource() reads a project by a relative path, and one that a link leads to', async () => {
  const folder = await folderIn(scratch, { 'astro.config.mjs': 'export default {}', 'src/content/docs/a.md': '# A' })
  const link = join(await folderIn(scratch, {}), 'project')
  await symlink(folder, link)
  for (const path of [relative(process.cwd(), folder), link]) {
    const { pages, warnings } = await readSource(createAstroSource((await findAstroProject(path)) ?? assert.fail()))
    assert.deepEqual([pages.map(({ title }) => title), warnings], [['A'], []])
  }
})

test('createSiteTracker() gives no warning for a file that is deleted before it is read', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two' })
  const tracker = trackerOf(folder, () => folderSource(folder, () => rm(join(folder, 'b.md'), { force: true })))
  const { site } = (await tracker.update()) ?? assert.fail()
  assert.deepEqual([site.pages.map(({ slug }) => slug), site.warnings], [['a'], []])
  await writeFile(join(folder, 'b.md'), 'two')
  await writeFile(join(folder, 'a.md'), 'one again')
  assert.deepEqual((await tracker.update())?.site.warnings, [])
})

test('createSiteTracker() names only the file that changes while young files are read again', async () => {
  const folder = await folderIn(scratch, { 'a.md': 'one', 'b.md': 'two' })
  let change = async () => {}
  // At this time every file is young: both are read by the next update, too.
  const tracker = trackerOf(folder, () => folderSource(folder, () => change()), () => 0)
  await tracker.update()
  change = () => writeFile(join(folder, 'b.md'), 'two again')
  assert.deepEqual((await tracker.update())?.paths, ['b.md'])
})

/** A graph file that is not there yet, and what a tracker of it says. */
async function trackingGraph() {
  const folder = await folderIn(scratch, {})
  const path = join(folder, '.service/kg.json')
  const tracker = createGraphTracker(path)
  const write = async (context: string) => {
    await mkdir(join(folder, '.service'), { recursive: true })
    await writeFile(path, formatGraph(graph({ context })))
  }
  async function update(): Promise<string | null> {
    const found = await tracker.update()
    if (found === null) return null
    return found.type === 'read' ? (found.graph?.context ?? 'no graph') : found.message.replace(path, 'kg.json')
  }
  return { path, write, update }
}

test('createGraphTracker() reads the file at first and when it has changed', async () => {
  const { path, write, update } = await trackingGraph()
  await write('first')
  assert.equal(await update(), 'first')
  assert.equal(await update(), null)
  await write('the second')
  assert.equal(await update(), 'the second')
  await write('replaced')
  await rename(path, `${path}.new`)
  await rename(`${path}.new`, path)
  assert.equal(await update(), 'replaced')
})

test('createGraphTracker() notices a file that comes later', async () => {
  const { write, update } = await trackingGraph()
  assert.equal(await update(), 'no graph')
  assert.equal(await update(), null)
  await write('late')
  assert.equal(await update(), 'late')
})

test('createGraphTracker() says once that a file is broken or gone, and reads it when it is whole', async () => {
  const { path, write, update } = await trackingGraph()
  await write('whole')
  await update()
  await writeFile(path, '{"version":3,')
  assert.match((await update()) ?? '', /^kg\.json: .+/)
  assert.equal(await update(), null)
  await rm(path)
  assert.equal(await update(), 'kg.json is gone')
  assert.equal(await update(), null)
  await write('whole again')
  assert.equal(await update(), 'whole again')
})

test('createGraphTracker() rejects at first for a broken file', async () => {
  const { path, write, update } = await trackingGraph()
  await write('x')
  await writeFile(path, '{}')
  await assert.rejects(update(), { code: 'graph-format' })
})

const pagesOf = (files: Readonly<Record<string, string>>): readonly Page[] => {
  return readSite(Object.entries(files).map(([path, text]) => ({ path, text }))).pages
}

test('createPageIndex() gives the search of the pages alone, whatever they were before', () => {
  const { chunksOf, searcherOf } = createPageIndex()
  const versions = [
    { 'b.md': '# Routes\n\nDynamic routes.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'a.md': '# New\n\nOther routes.', 'b.md': '# Routes\n\nDynamic routes.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'a.md': '# New\n\nOther routes.', 'b.md': '# Servers\n\n## Start\n\nNo paths.', 'd.md': '# Deploy\n\nRoutes too.' },
    { 'c.md': '# Middle\n\nRoutes in between.', 'd.md': '# Deploy\n\nRoutes too.' },
    {},
    { 'z.md': 'routes' },
  ]
  for (const version of versions) {
    const pages = pagesOf(version)
    const chunks = chunkPages(pages)
    const kept = chunksOf(pages)
    assert.deepEqual(kept, chunks)
    const searcher = searcherOf(kept)
    for (const query of ['routes', 'start', 'new', 'route in between']) {
      assert.deepEqual(searcher.search(query), createSearcher(chunks).search(query), query)
    }
  }
})

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
