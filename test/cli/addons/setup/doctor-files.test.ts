import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesWithKey, findGenerator, readBuiltSitemap } from '../../../../src/cli/addons/setup/doctor-files.ts'
import { readFolder } from '../../../../src/core/node/content/content-folder.ts'
import { temporaryFolder, writeSite } from '../../../support/site.ts'

const folder = await temporaryFolder()
const site = (name: string, files: Readonly<Record<string, string>>) => writeSite(join(folder, name), files)

test('findGenerator() knows what makes the pages of a folder', async () => {
  const docusaurus = await site('docusaurus', { 'docusaurus.config.js': '', 'docs/index.md': '# A' })
  assert.deepEqual(await findGenerator(docusaurus), { title: 'Docusaurus', collections: null, output: join(docusaurus, 'build') })
  const astro = await site('astro', { 'astro.config.mjs': 'export default {}', 'src/content/docs/index.md': '# A' })
  assert.deepEqual(await findGenerator(astro), { title: 'Astro', collections: ['docs'], output: join(astro, 'dist') })
  assert.equal(await findGenerator(await site('plain', { 'index.md': '# A' })), null)
  assert.equal(await findGenerator(join(folder, 'none')), null)
})

test('readBuiltSitemap() looks among built pages, then where the generator puts them', async () => {
  const sitemap = '<urlset><url><loc>https://x.test/a/</loc></url></urlset>'
  const read = async (at: string, output: string | null) => {
    const content = { folder: at, site: await readFolder(at), chunks: [] }
    const found = await readBuiltSitemap(content, output === null ? null : { title: 'X', collections: null, output })
    return found === null ? null : [found.name, found.locations.length]
  }
  const markdown = await site('sources', { 'a.md': '# A', 'sitemap.xml': sitemap })
  assert.equal(await read(markdown, null), null)
  const built = await site('built', { 'a/index.html': '<main><h1>A</h1></main>', 'sitemap.xml': sitemap })
  assert.deepEqual(await read(built, null), [join(built, 'sitemap.xml'), 1])
  assert.deepEqual(await read(markdown, built), [join(built, 'sitemap.xml'), 1])
  const server = await site('server', { 'client/sitemap.xml': sitemap })
  assert.deepEqual(await read(markdown, server), [join(server, 'client/sitemap.xml'), 1])
  assert.equal(await read(markdown, join(folder, 'none')), null)
})

test('filesWithKey() names the files that set the key, and no others', async () => {
  const here = await site('env', {
    '.env': '# LLM_API_KEY=canary\nOTHER_LLM_API_KEY=canary\nLLM_API_KEY=\n',
    '.env.local': 'A=b\n  export LLM_API_KEY = canary\n',
    '.env.production': `LLM_API_KEY=canary\n${'#'.repeat(70_000)}`,
  })
  await mkdir(join(here, '.dev.vars'))
  assert.deepEqual(await filesWithKey(here), [join(here, '.env.local')])
})
