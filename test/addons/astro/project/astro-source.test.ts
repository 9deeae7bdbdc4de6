import assert from 'node:assert/strict'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type AstroProject, findAstroProject } from '../../../../src/addons/astro/project/astro-project.ts'
import { createAstroSource } from '../../../../src/addons/astro/project/astro-source.ts'
import { bodyHash, resolveAstroSite } from '../../../../src/addons/astro/config/astro-site.ts'
import { readSource } from '../../../../src/core/node/content/content-folder.ts'
import { folderOf } from '../../../support/site.ts'

const PAGES = {
  'src/content/docs/index.mdx': '---\ntitle: Home\n---\n',
  'src/content/docs/My Folder/Hello World & Co.md': '---\ntitle: Hello\n---\n\n## a -- b\n',
  'src/content/docs/v1.2.md': '---\ntitle: Version\n---\n',
  'src/content/docs/guides/index.md': '---\ntitle: Guides\n---\n',
  'src/content/docs/moved.md': '---\ntitle: Moved\nslug: Other/Place\n---\n',
  'src/content/docs/draft.md': '---\ntitle: Draft\ndraft: true\n---\n',
}
const CONFIG = 'export default {}\n'

const project = async (files: Readonly<Record<string, string>>) => findAstroProject(await folderOf(files))

/** The site of a project. */
const read = (project: AstroProject, settings: object = {}) => readSource(createAstroSource(project, settings))

test('createAstroSource() gives pages the slugs and addresses that Astro gives them', async () => {
  const found = await project({ ...PAGES, 'astro.config.mjs': CONFIG })
  const { pages, hidden } = await read(found!)
  assert.deepEqual(pages.map(({ slug, url }) => [slug, url]), [
    ['index', '/'],
    ['Other/Place', '/Other/Place/'],
    ['guides', '/guides/'],
    ['my-folder/hello-world--co', '/my-folder/hello-world--co/'],
    ['v12', '/v12/'],
  ])
  assert.equal(hidden, 1)
  assert.equal(pages[3]?.path, 'src/content/docs/My Folder/Hello World & Co.md')
  assert.equal(pages[3]?.sections[1]?.anchor, 'a--b')
})

test("createAstroSource() orders pages by Starlight's sidebar, and what it does not list by numbers", async () => {
  const sidebar = "sidebar: [{ label: 'Start', items: ['guides/b', { slug: 'a', label: 'Ay' }] }, { label: 'Ref', autogenerate: { directory: 'ref' } }]"
  const page = (title: string, fields = '') => `---\ntitle: ${title}\n${fields}\n---\n`
  const files = {
    'src/content/docs/a.md': page('A'), 'src/content/docs/guides/b.md': page('B'), 'src/content/docs/ref/x.md': page('X', 'sidebar: { order: 2 }'),
    'src/content/docs/ref/y.md': page('Y', 'sidebar: { order: 1, label: Why }'), 'src/content/docs/other.md': page('Other'),
    'astro.config.mjs': `import starlight from '@astrojs/starlight'\nexport default defineConfig({ integrations: [starlight({ ${sidebar} }), react()] })`,
  }
  const { pages } = await read((await project(files))!)
  const ordered = pages.toSorted((a, b) => (a.place?.order ?? 0) - (b.place?.order ?? 0))
  assert.deepEqual(ordered.map(({ title, place }) => [...(place?.groups ?? []), place?.label ?? title].join(' > ')), [
    'Start > B', 'Start > Ay', 'Ref > Why', 'Ref > X', 'Other',
  ])
})

test('createAstroSource() gives no page the title of the site, or one that is common', async () => {
  const docs = { 'src/content/docs/a.md': '# Acme\n\n## Setup', 'src/content/docs/b.md': '# Guide\n\n## Steps' }
  const found = await project({ ...docs, 'astro.config.mjs': CONFIG })
  const titles = async (settings: object) => (await read(found!, settings)).pages.map(({ title }) => title)
  assert.deepEqual(await titles({}), ['Acme', 'Guide'])
  assert.deepEqual(await titles({ siteTitle: 'Acme' }), ['Setup', 'Guide'])
  assert.deepEqual(await titles({ commonTitles: ['guide'] }), ['Acme', 'Steps'])
})

test('createAstroSource() warns about a file that is gone when it is read', async () => {
  const files = { 'astro.config.mjs': CONFIG, 'src/content/docs/a.md': '# A\n', 'src/content/docs/gone.md': '# Gone\n' }
  const found = (await project(files))!
  const source = createAstroSource(found)
  const listed = await source.list()
  await rm(join(found.folder, 'src/content/docs/gone.md'))
  await source.read([...listed.files.keys()])
  const { pages, warnings } = await source.finish()
  assert.deepEqual([pages.map(({ slug }) => slug), warnings.map(({ path }) => path)], [['a'], ['src/content/docs/gone.md']])
  assert.match(warnings[0]!.message, /^Left out: /)
})

test('createAstroSource() warns about a missing collection', async () => {
  const site = resolveAstroSite({ docs: '/[id]/', blog: '/blog/[id]/' }, {}, 7)
  const found = await project({ ...PAGES, 'astro.config.mjs': CONFIG })
  const { warnings, pages } = await read({ ...found!, site })
  const [{ path, message } = { path: '', message: '' }] = warnings
  assert.deepEqual([warnings.length, path], [1, 'src/content.config.ts'])
  assert.match(message, /^The collection blog is left out: its folder is unknown; build the site with ask-service/)
  assert.equal(pages.length, 5)
})

test('createAstroSource() warns about collections of pages without addresses, unless the owner chose some', async () => {
  const loaderOf = (name: string, pattern: string) => `const ${name}s = defineCollection({ loader: glob({ base: './src/content/${name}', pattern: '${pattern}' }) })`
  const loaders = [loaderOf('docs', '**/*.md'), loaderOf('api', '**/*.{md,mdx}'), loaderOf('blog', '*.md'), loaderOf('team', '*.json')]
  const files = { ...PAGES, 'src/content.config.ts': `${loaders.join('\n')}\nexport const collections = { docs: docss, api: apis, blog: blogs, team: teams }` }
  const messagesOf = async (config: string) => {
    const { warnings } = await read((await project({ ...files, 'astro.config.mjs': config }))!)
    return warnings.map(({ path, message }) => `${path} ${message}`)
  }
  assert.deepEqual(await messagesOf(CONFIG), [
    'src/content.config.ts Not searched: src/content/api, src/content/blog; give the addresses of their pages in `collections` of ask-service/astro, or read the built site',
  ])
  const chosen = "import ask from 'ask-service/astro'\nexport default { integrations: [ask({ collections: { docs: '/[id]/' } })] }"
  assert.deepEqual(await messagesOf(chosen), [])
})

test('createAstroSource() reads a collection from any folder that src/content.config names', async () => {
  const collections = `export const collections = {
  docs: defineCollection({ loader: glob({ base: './handbook', pattern: ['**/*.md', '!drafts/**'] }) }),
  notes: defineCollection({ loader: glob({ pattern: 'texts/notes/*.md' }) }),
  gone: defineCollection({ loader: glob({ base: './gone', pattern: '*.md' }) }),
}`
  const found = await project({
    'astro.config.mjs': "export default { integrations: [ask({ collections: { docs: '/[id]', notes: '/notes/[id]', gone: '/gone/[id]' } })] }",
    'src/content.config.ts': collections, 'src/content/docs/old.md': '# Old\n',
    'handbook/Deep Folder/_One.md': '# One\n', 'handbook/drafts/two.md': '# Two\n',
    'texts/notes/three.md': '# Three\n', 'texts/four.md': '# Four\n',
    'node_modules/texts/notes/five.md': '# Five\n',
  })
  const { pages, warnings } = await read(found!)
  assert.deepEqual(pages.map(({ path, url }) => [path, url]), [
    ['handbook/Deep Folder/_One.md', '/deep-folder/_one'],
    ['texts/notes/three.md', '/notes/texts/notes/three'],
  ])
  assert.deepEqual(warnings.map(({ message }) => message.slice(0, 19)), ['The collection gone'])
})

const OUTLINE = '.astro/integrations/ask-service/outline.json'
const BODY = '\n## Set up\n'
const HEADINGS = [{ depth: 2, slug: 'their-own', text: 'Set up' }]

/** A built project, with headings of one page as its plugins made them. */
async function built(config = CONFIG, body = BODY) {
  const entry = { id: 'Renamed', path: 'texts/a.md', hash: await bodyHash(BODY), headings: HEADINGS }
  const files = { 'astro.config.mjs': config, 'texts/a.md': `---\ntitle: A\n---\n${body}`, 'texts/README.md': '# None\n' }
  return folderOf({ ...files, [OUTLINE]: JSON.stringify({ docs: [entry] }) })
}

async function anchorsIn(folder: string) {
  const { pages, warnings } = await read((await findAstroProject(folder))!)
  const anchors = pages.flatMap(({ slug, sections }) => sections.map(({ anchor }) => (anchor === null ? slug : `${slug}#${anchor}`)))
  return { anchors, warnings }
}

test('createAstroSource() takes files, ids and headings from the last build', async () => {
  const { anchors, warnings } = await anchorsIn(await built('markdown: { rehypePlugins: [own] }'))
  assert.deepEqual([anchors, warnings], [['Renamed', 'Renamed#their-own'], []])
})

test('createAstroSource() takes files of a build whose names look like patterns', async () => {
  const paths = ['texts/[intro].md', 'texts/{a}.md', 'texts/*.md']
  const entries = paths.map((path, at) => ({ id: `page-${at}`, path, hash: '', headings: [] }))
  const files = { 'astro.config.mjs': CONFIG, 'texts/b.md': '# None\n', [OUTLINE]: JSON.stringify({ docs: entries }) }
  const folder = await folderOf({ ...files, ...Object.fromEntries(paths.map((path) => [path, '# Page\n'])) })
  const { pages } = await read((await findAstroProject(folder))!)
  assert.deepEqual(pages.map(({ path }) => path).sort(), [...paths].sort())
})

test('createAstroSource() warns once about changed pages when plugins may change ids', async () => {
  const plugins = '\nmarkdown: { rehypePlugins: [own] }'
  const { anchors, warnings } = await anchorsIn(await built(plugins, '\n## Set up now\n'))
  assert.deepEqual(anchors, ['Renamed', 'Renamed#set-up-now'])
  assert.deepEqual(warnings.map(({ path, line }) => [path, line]), [['astro.config.mjs', 2]])
  assert.match(warnings[0]!.message, /the headings of 1 page other ids .* build the site .*\(ask kg build dist\)$/)
  assert.deepEqual((await anchorsIn(await built(CONFIG, '\n## Set up now\n'))).warnings, [])
})

test('findAstroProject() uses no build that is older than the configuration', async () => {
  const folder = await built()
  await utimes(join(folder, OUTLINE), 1, 1)
  assert.equal(await findAstroProject(folder), null)
})

test('createAstroSource() makes ids by the rule of the renderer', async () => {
  const files = { 'src/content/docs/a.md': 'text\n\n## a --- b\n', 'node_modules/astro/package.json': '{"version":"7.3.5"}' }
  const satteri = await folderOf({ ...files, 'astro.config.mjs': CONFIG })
  const unified = await folderOf({ ...files, 'astro.config.mjs': 'markdown: { processor: unified({}) }' })
  assert.deepEqual((await anchorsIn(satteri)).anchors, ['a', 'a#a--b'])
  assert.deepEqual((await anchorsIn(unified)).anchors, ['a', 'a#a-----b'])
})

