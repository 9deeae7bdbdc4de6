import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { resolveAstroSite } from '../../src/content/astro-site.ts'
import { astroMajor, findAstroProject, readAstroProject, writeSiteFile } from '../../src/node/astro-project.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'

const PAGES = {
  'src/content/docs/index.mdx': '---\ntitle: Home\n---\n',
  'src/content/docs/My Folder/Hello World & Co.md': '---\ntitle: Hello\n---\n\n## a -- b\n',
  'src/content/docs/v1.2.md': '---\ntitle: Version\n---\n',
  'src/content/docs/guides/index.md': '---\ntitle: Guides\n---\n',
  'src/content/docs/moved.md': '---\ntitle: Moved\nslug: Other/Place\n---\n',
  'src/content/docs/draft.md': '---\ntitle: Draft\ndraft: true\n---\n',
}
const CONFIG = 'export default {}\n'
const root = await temporaryFolder()

async function project(name: string, files: Readonly<Record<string, string>>) {
  return findAstroProject(await writeSite(join(root, name), files))
}

test('readAstroProject() gives pages the slugs and addresses that Astro gives them', async () => {
  const found = await project('plain', { ...PAGES, 'astro.config.mjs': CONFIG })
  const { pages, hidden } = await readAstroProject(found!)
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

test('findAstroProject() takes base and slash from plain lines of the configuration', async () => {
  const config = `export default defineConfig({\n  base: '/docs',\n  trailingSlash: 'never',\n})\n`
  const found = await project('lines', { ...PAGES, 'astro.config.ts': config })
  assert.deepEqual([found?.site.base, found?.site.collections], ['/docs/', { docs: '/[id]' }])
})

test('findAstroProject() follows what the integration left, and outlives a broken file', async () => {
  const left = '.astro/integrations/ask-service/site.json'
  const site = resolveAstroSite({ docs: '/[id]/', blog: '/blog/[id]/' }, { base: '/b' }, 5)
  const blog = { 'src/blog/post.md': '# Post\n' }
  const found = await project('left', { ...PAGES, ...blog, 'astro.config.mjs': CONFIG, [left]: JSON.stringify(site) })
  assert.deepEqual(found?.site, site)
  assert.ok((await readAstroProject(found!)).pages.some(({ url }) => url === '/b/blog/post/'))
  const broken = await project('broken', { ...PAGES, 'astro.config.mjs': CONFIG, [left]: '{' })
  assert.deepEqual(broken?.site.collections, { docs: '/[id]/' })
})

test('readAstroProject() warns of a collection that is elsewhere', async () => {
  const site = resolveAstroSite({ docs: '/[id]/', blog: '/blog/[id]/' }, {}, 7)
  const { warnings, pages } = await readAstroProject({ folder: join(root, 'plain'), site })
  const message = 'The collection blog is left out: it is not in src/content or src'
  assert.deepEqual(warnings, [{ path: 'src/content.config.ts', line: 1, message }])
  assert.equal(pages.length, 5)
})

test('findAstroProject() finds none without a configuration, or without content', async () => {
  assert.equal(await project('bare', PAGES), null)
  assert.equal(await project('empty', { 'astro.config.mjs': CONFIG }), null)
})

test('writeSiteFile() writes what findAstroProject() reads', async () => {
  const folder = await writeSite(join(root, 'written'), { ...PAGES, 'astro.config.mjs': CONFIG })
  const site = resolveAstroSite(null, { base: '/w' }, 6)
  await mkdir(folder, { recursive: true })
  await writeSiteFile(pathToFileURL(join(folder, '.astro/integrations/ask-service/')), site)
  assert.deepEqual((await findAstroProject(folder))?.site, site)
})

test('astroMajor() reads the version that is installed, and takes the newest where none is', async () => {
  const folder = await writeSite(join(root, 'major'), { 'node_modules/astro/package.json': '{"version":"5.18.2"}' })
  assert.equal(await astroMajor(folder), 5)
  assert.equal(await astroMajor(join(root, 'plain')), 7)
})
