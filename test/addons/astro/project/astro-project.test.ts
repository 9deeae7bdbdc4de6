import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { astroMajor, findAstroProject, findEnvFiles } from '../../../../src/addons/astro/project/astro-project.ts'
import { createAstroSource } from '../../../../src/addons/astro/project/astro-source.ts'
import { resolveAstroSite } from '../../../../src/addons/astro/config/astro-site.ts'
import { readSource } from '../../../../src/core/node/content/content-folder.ts'
import { folderOf } from '../../../support/site.ts'

const PAGES = { 'src/content/docs/index.md': '# Home\n' }
const CONFIG = 'export default {}\n'

const project = async (files: Readonly<Record<string, string>>) => findAstroProject(await folderOf(files))

test('findAstroProject() takes base and slash from plain lines of the configuration', async () => {
  const config = `export default defineConfig({\n  base: '/docs',\n  trailingSlash: 'never',\n})\n`
  const found = await project({ ...PAGES, 'astro.config.ts': config })
  assert.deepEqual([found?.site.base, found?.site.collections], ['/docs/', { docs: '/[id]' }])
})

test('findAstroProject() reads the files that the configuration imports, which are watched', async () => {
  const found = await project({
    ...PAGES,
    'astro.config.mjs': "import { sidebar } from './src/sidebar.ts'\nexport default defineConfig({ integrations: [starlight({ sidebar })] })\n",
    'src/sidebar.ts': "export const sidebar = [{ label: 'Start', slug: 'index' }]\n",
  })
  assert.deepEqual(found?.menu.map(({ label }) => label), ['Start'])
  assert.ok((await createAstroSource(found!).configFiles?.())?.includes(join(found!.folder, 'src/sidebar.ts')))
})

test('findAstroProject() reads the file of the integration, and ignores a broken one', async () => {
  const left = '.astro/integrations/ask-service/site.json'
  const site = resolveAstroSite({ docs: '/[id]/', blog: '/blog/[id]/' }, { base: '/b' }, 5)
  const blog = { 'src/blog/post.md': '# Post\n' }
  const found = await project({ ...PAGES, ...blog, 'astro.config.mjs': CONFIG, [left]: JSON.stringify(site) })
  assert.deepEqual(found?.site, site)
  assert.ok((await readSource(createAstroSource(found!))).pages.some(({ url }) => url === '/b/blog/post/'))
  const broken = await project({ ...PAGES, 'astro.config.mjs': CONFIG, [left]: '{' })
  assert.deepEqual(broken?.site.collections, { docs: '/[id]/' })
})

test('findAstroProject() finds no project without a configuration or without content', async () => {
  assert.equal(await project(PAGES), null)
  assert.equal(await project({ 'astro.config.mjs': CONFIG }), null)
})

test('astroMajor() reads the installed version, and assumes the newest without one', async () => {
  const folder = await folderOf({ 'node_modules/astro/package.json': '{"version":"5.18.2"}' })
  assert.equal(await astroMajor(folder), 5)
  assert.equal(await astroMajor(await folderOf({})), 7)
})

test('findEnvFiles() names the files that set the variable, and no others', async () => {
  const folder = await folderOf({
    '.env': '# LLM_API_KEY=canary\nOTHER_LLM_API_KEY=canary\nLLM_API_KEY=\nA=b\nLLM_API_KEY=""\n',
    '.env.local': 'A=b\n  export LLM_API_KEY = canary\n',
    '.env.production': `LLM_API_KEY=canary\n${'#'.repeat(1_048_576)}`,
  })
  await mkdir(join(folder, '.dev.vars'))
  assert.deepEqual(await findEnvFiles(folder, 'LLM_API_KEY'), [join(folder, '.env.local')])
})
