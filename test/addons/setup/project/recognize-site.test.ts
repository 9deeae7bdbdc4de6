import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setScript } from '../../../../src/addons/setup/init/insertion.ts'
import type { RecognizedSite } from '../../../../src/addons/setup/init/plan.ts'
import { findNestedSites, readManifest, recognizeSite } from '../../../../src/addons/setup/project/recognize-site.ts'
import { folderOf } from '../../../support/site.ts'

/** Checks the recognized site of these files; a list of packages is the dependencies of a package.json. */
async function recognize(files: Readonly<Record<string, string>>, dependencies?: readonly string[]): Promise<RecognizedSite | null> {
  const manifest = { dependencies: Object.fromEntries((dependencies ?? []).map((name) => [name, '*'])) }
  return recognizeSite(await folderOf(dependencies === undefined ? files : { ...files, 'package.json': JSON.stringify(manifest) }))
}

/** `generator kind content output base`. */
async function check(files: Readonly<Record<string, string>>, expected: string | null, dependencies?: readonly string[]) {
  const site = await recognize(files, dependencies)
  assert.equal(site === null ? null : [site.generator, site.kind, site.contentFolder, site.outputFolder, site.base].join(' '), expected)
}

const RULES: readonly (readonly [rule: string, ...rows: Parameters<typeof check>[]])[] = [
  ['recognizes a generator by its configuration',
    [{ 'astro.config.ts': '' }, 'astro astro src/content dist /'],
    [{ 'astro.config.mjs': "import starlight from '@astrojs/starlight'" }, 'starlight astro src/content/docs dist /'],
    [{ 'docusaurus.config.js': '', 'docs/a.md': '' }, 'docusaurus static docs build /'],
    [{ '.vitepress/config.mts': '', 'index.md': '' }, 'vitepress static . .vitepress/dist /'],
    [{ 'docs/.vuepress/config.ts': "export default defineUserConfig({ base: '/x/' })", 'docs/README.md': '' }, 'vuepress static docs docs/.vuepress/dist /x/'],
    [{ 'docs/.vitepress/config.js': '', 'docs/index.md': '' }, 'vitepress static docs docs/.vitepress/dist /'],
    [{ 'mkdocs.yml': '' }, 'mkdocs static docs site /'],
    // A package that is only used, and comes before in the table.
    [{ 'package.json': '{"devDependencies":{"astro":"*","vitepress":"*"}}', 'mkdocs.yml': '' }, 'mkdocs static docs site /'],
    [{ 'hugo.toml': '' }, 'hugo static content public /'],
    [{ 'config/_default/hugo.yaml': '' }, 'hugo static content public /'],
    [{ 'eleventy.config.js': '' }, 'eleventy static . _site /'],
    [{ '_config.yml': '' }, 'jekyll static . _site /'],
    [{ 'book.toml': '' }, 'mdbook static src book /'],
    [{ 'book.json': '{ "root": "text" }', 'text/README.md': '' }, 'honkit static text _book /'],
    [{ 'config.toml': 'base_url = "https://acme.dev/docs"\n' }, 'zola static content public /docs/'],
    [{ '_config.yml': 'source_dir: source\nroot: /b/\n' }, 'hexo static source public /b/'],
    [{ 'myst.yml': '' }, 'mystmd static . _build/html /'],
    [{ 'rspress.config.ts': "export default { root: 'pages', base: '/x/' }" }, 'rspress static pages doc_build /x/'],
    [{ 'retype.yml': 'output: out\n' }, 'retype static . out /'],
    [{ 'quartz.config.ts': '' }, 'quartz static content public /'],
    [{ '.obsidian/app.json': '{}', 'a.md': '' }, 'markdown folder .  /'],
    [{ 'docs/conf.py': "project = 'x'" }, 'sphinx static docs docs/_build/html /'],
    [{ 'gatsby-config.ts': '' }, 'gatsby static  public /'],
    [{ 'antora-playbook.yml': 'site: {}' }, 'antora static  build/site /'],
    [{ 'next.config.js': '', 'docs/a.md': '' }, 'next framework docs  /'],
    [{ 'next.config.js': '', 'src/content/a.mdx': '' }, 'next framework src/content  /', ['next', 'nextra']],
    [{ 'next.config.js': '', 'src/content/a.mdx': '' }, 'next framework   /', ['next']],
    [{ 'nuxt.config.ts': '', 'content/a.md': '' }, 'nuxt framework content  /'],
    [{ 'wrangler.jsonc': '{}' }, 'worker server   /']],
  ['prefers a generator to a server',
    [{ 'mkdocs.yml': '', 'docs/a.md': '' }, 'mkdocs static docs site /', ['express']],
    [{ 'svelte.config.js': '', 'a.md': '' }, 'markdown folder .  /', ['svelte']]],
  ['takes folders and base from the configuration',
    [{ 'astro.config.mjs': "export default { base: 'docs', outDir: './public/out' }" }, 'astro astro src/content public/out /docs/'],
    [{ 'docs/.vitepress/config.ts': "export default defineConfig({ base: '/x/', srcDir: 'src', outDir: '../public' })" }, 'vitepress static docs/src public /x/'],
    [{ 'mkdocs.yml': 'site_url: https://acme.dev/wiki\ndocs_dir: pages\nsite_dir: out\n' }, 'mkdocs static pages out /wiki/'],
    [{ 'hugo.toml': 'baseURL = "https://acme.dev/"\npublishDir = "out"\n' }, 'hugo static content out /'],
    [{ 'hugo.toml': 'baseURL = "//["\n' }, 'hugo static content public /']],
  ['recognizes the old configuration of Hugo by its key',
    [{ 'config.toml': 'baseURL = "https://acme.dev/docs/"\ncontentDir = "content/en"\n' }, 'hugo static content/en public /docs/'],
    [{ 'config.yaml': 'baseurl: /\n' }, 'hugo static content public /'],
    [{ 'config/_default/config.toml': "baseURL = '/'\n" }, 'hugo static content public /'],
    [{ 'config.toml': '[server]\nport = 1\n', 'a.md': '' }, 'markdown folder .  /']],
  ['finds the sources of VitePress where its configuration is split or wrapped',
    [{ '.vitepress/config.ts': "export default defineConfigWithTheme<ThemeConfig>({ srcDir: 'src' })" }, 'vitepress static src .vitepress/dist /'],
    [{ 'docs/.vitepress/config/index.ts': "export default defineConfig({ base: '/x/' })" }, 'vitepress static docs docs/.vitepress/dist /x/']],
  ['treats a framework that exports files as a static site',
    [{ 'next.config.mjs': "export default { output: 'export' }" }, 'next static  out /'],
    [{}, 'sveltekit static  build /', ['@sveltejs/kit', '@sveltejs/adapter-static']]],
]
for (const [rule, ...rows] of RULES) test(`recognizeSite() ${rule}`, async () => {
  for (const row of rows) await check(...row)
})

test('recognizeSite() recognizes a site by its dependencies', async () => {
  await check({}, 'astro astro src/content dist /', ['astro'])
  await check({}, 'starlight astro src/content/docs dist /', ['astro', '@astrojs/starlight'])
  await check({ 'svelte.config.js': "export default { kit: { paths: { base: '/x' } } }" }, 'sveltekit framework   /x/', ['svelte', '@sveltejs/kit'])
  for (const name of ['express', 'connect', 'fastify', 'hono']) await check({}, `${name} server   /`, [name])
  await check({ 'docs/a.md': '# a' }, 'hono server docs  /', ['hono', 'typescript'])
})

test('recognizeSite() leaves a site to the package that it is', async () => {
  const files = { 'docs/.vitepress/config.ts': '', 'docs/guide.md': '' }
  await check({ ...files, 'docs/package.json': '{ "devDependencies": { "vitepress": "2" } }' }, null)
  await check({ ...files, 'docs/package.json': '{ "type": "module" }' }, 'vitepress static docs docs/.vitepress/dist /')
})

test('recognizeSite() recognizes plain folders of pages', async () => {
  await check({ 'a.md': '', 'b.md': '' }, 'markdown folder .  /')
  await check({ 'README.md': '', 'docs/a.mdx': '' }, 'markdown folder docs  /')
  await check({ 'dist/index.html': '', 'README.md': '' }, 'html folder  dist /')
  await check({ 'index.html': '', 'a.md': '' }, 'html folder  . /')
  for (const config of [{ 'docs.json': '{ "navigation": [] }' }, { '.gitbook.yaml': '' }, { 'index.html': 'docsify' }]) {
    await check({ ...config, 'a.md': '', 'docs/b.md': '' }, 'markdown folder .  /')
  }
  assert.equal(await recognize({ 'a.txt': '', 'node_modules/x/a.md': '', '.git/a.md': '' }), null)
  assert.equal(await recognize({ 'index.js': '' }, ['lodash']), null)
})

test('recognizeSite() reports errors of the folder and of its package.json', async () => {
  const check = (folder: string, message: RegExp, code = 'file') => assert.rejects(recognizeSite(folder), { code, message })
  const root = await folderOf({ file: '' })
  await check(join(root, 'none'), /^There is no folder /)
  await check(join(root, 'file'), /is a file/)
  for (const [text, message] of [['{', /is not valid JSON; correct it first$/], ['[]', /is not a JSON object/], ['{"scripts":null}', /"scripts" is not an object/]] as const) {
    await check(await folderOf({ 'package.json': text }), message, 'file-format')
  }
  await check(await folderOf({ 'package.json/x': '' }), /package\.json exists and is not a file$/)
})

test('recognizeSite() reads a package.json with a byte order mark and odd fields', async () => {
  const site = await recognize({ 'a.md': '', 'package.json': '\ufeff{ "scripts": { "a": 1, "b": "x" }, "dependencies": [], "type": 1, "packageManager": "bun@1.2" }' })
  assert.deepEqual([...(site?.manifest?.scripts ?? [])], [['b', 'x']])
  assert.equal(site?.packageManager, 'bun')
})

test('recognizeSite() takes the package manager of the nearest lock file in the repository', async () => {
  const folder = await folderOf({ 'yarn.lock': '', 'a/.git/x': '', 'a/b/c.md': '', 'a/pnpm-lock.yaml': '', 'd/.git/x': '', 'd/e.md': '' })
  assert.equal((await recognizeSite(join(folder, 'a/b')))?.packageManager, 'pnpm')
  assert.equal((await recognizeSite(join(folder, 'd')))?.packageManager, 'npm')
})

test('findNestedSites() finds the sites of a monorepo', async () => {
  const folder = await folderOf({
    'docs/docusaurus.config.js': '', 'packages/web/astro.config.mjs': '', 'packages/lib/index.js': '',
    'www/.vitepress/config.ts': '', 'svelte/svelte.config.js': '', 'node_modules/x/astro.config.mjs': '',
    'a/b/c/astro.config.mjs': '', 'libs/docs/.vitepress/config/index.ts': '',
    'one/two/docs/conf.py': 'extensions = []',
  })
  const paths = ['docs', 'libs/docs', 'one/two', 'packages/web', 'www']
  assert.deepEqual(await findNestedSites(folder), { paths, areSamples: false })
  assert.deepEqual(await findNestedSites(join(folder, 'none')), { paths: [], areSamples: true })
})

/** A package.json of this number of bytes. */
const manifestOf = (bytes: number) => JSON.stringify({ scripts: {}, x: '' }).replace('""', `"${'y'.repeat(bytes - 21)}"`)

test('readManifest() reads no file that is too long for an edit', async () => {
  const most = manifestOf(1_048_576)
  assert.equal(most.length, 1_048_576)
  assert.notEqual(await readManifest(await folderOf({ 'package.json': most })), null)
  assert.match(setScript(most, 'ask', 'ask serve') ?? '', /^\{\s*"scripts": \{\s*"ask": "ask serve"/)
  const more = await folderOf({ 'package.json': manifestOf(1_048_577) })
  await assert.rejects(readManifest(more), { code: 'file', message: /package\.json: larger than 1 MiB$/ })
})

test('readManifest() opens no device', async () => {
  const folder = await folderOf({})
  await symlink('/dev/null', join(folder, 'package.json'))
  await assert.rejects(readManifest(folder), { code: 'file', message: /package\.json exists and is not a file$/ })
})
