import assert from 'node:assert/strict'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProject, INSTALL, manifest } from '../../../support/init.ts'

const CONFIG = `import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

export default defineConfig({
  integrations: [starlight({ title: 'Acme' })],
})
`
const EDITED = `import askStarlight from 'ask-service/starlight'\n${CONFIG.replace('({ title', '({ plugins: [askStarlight()], title')}`
const STARLIGHT = { 'package.json': manifest(['astro', '@astrojs/starlight'], { scripts: { dev: 'astro dev' } }), 'astro.config.mjs': CONFIG }

test('init shows what it writes, writes it, and says what to type next', async () => {
  const project = await createProject(STARLIGHT)
  assert.deepEqual(await project.init(), {
    code: 0,
    err: '',
    out: `  Site     Starlight (astro.config.mjs)
  Content  src/content/docs

--- a/astro.config.mjs
+++ b/astro.config.mjs
@@ -1,6 +1,7 @@
+import askStarlight from 'ask-service/starlight'
 import starlight from '@astrojs/starlight'
 import { defineConfig } from 'astro/config'
 
 export default defineConfig({
-  integrations: [starlight({ title: 'Acme' })],
+  integrations: [starlight({ plugins: [askStarlight()], title: 'Acme' })],
 })

Wrote astro.config.mjs

Next
  cd SITE
  ${INSTALL}  # commit the file: no registry has the package
  npm run dev  # search is on every page

Without an adapter \`astro build\` writes the search as files, which any static host serves.
For answers too, add a server with \`npx astro add node\` (or vercel, netlify, cloudflare), or run \`npx ask-service serve dist\` beside the site.
Search works without a key. For answers set the variable LLM_API_KEY where the service runs.
`,
  })
  assert.equal(await project.read('astro.config.mjs'), EDITED)
})

test('init changes nothing the second time', async () => {
  const project = await createProject({ ...STARLIGHT, 'astro.config.mjs': EDITED, 'package.json': manifest(['astro', 'ask-service']), 'pnpm-lock.yaml': '' })
  const { code, out } = await project.init([])
  assert.equal(code, 0)
  assert.match(out, /^ {2}Present {2}astro\.config\.mjs has it\n\nNo file needs a change\. Next\n {2}cd SITE\n {2}pnpm exec astro dev {2}# search is on every page\n\nWithout an adapter/m)
})

test('init asks on a terminal, and goes by what it is told', async () => {
  const project = await createProject(STARLIGHT)
  const asked: string[] = []
  const answer = (yes: boolean) => ({ confirm: async (question: string) => asked.push(question) > 0 && yes })
  const refused = await project.init([], answer(false))
  assert.deepEqual([refused.code, refused.err], [0, 'Nothing was written\n'])
  assert.doesNotMatch(refused.out, /Next/)
  assert.equal(await project.read('astro.config.mjs'), CONFIG)
  assert.match((await project.init([], answer(true))).out, /^Wrote astro\.config\.mjs$/m)
  assert.equal(await project.read('astro.config.mjs'), EDITED)
  assert.deepEqual(asked, ['Write astro.config.mjs?', 'Write astro.config.mjs?'])
})

test('init writes nothing without a terminal and without --yes, and fails', async () => {
  const project = await createProject(STARLIGHT)
  const { code, out, err } = await project.init([])
  assert.deepEqual([code, err], [1, 'Nothing was written: without a terminal to ask, pass --yes\n'])
  assert.match(out, /^\+import ask/m)
  assert.equal(await project.read('astro.config.mjs'), CONFIG)
})

test('init writes nothing over a file that changed while it asked', async () => {
  const project = await createProject(STARLIGHT)
  const confirm = async () => (await project.write({ 'astro.config.mjs': 'export default {}' })) !== null
  const { code, err } = await project.init([], { confirm })
  assert.deepEqual([code, err], [1, 'ask: SITE/astro.config.mjs was changed by another program; run the command again\n'])
  assert.equal(await project.read('astro.config.mjs'), 'export default {}')
})

test('init shows the lines to add where it can not edit a configuration for certain, and fails', async () => {
  const config = 'export default makeConfig({ integrations: [] })\n'
  for (const [name, text, reason] of [
    ['astro.config.mjs', config, 'the object it exports could not be found'],
    ['astro.config.cjs', 'module.exports = {}\n', 'it is not an ES module'],
  ] as const) {
    const project = await createProject({ [name]: text, 'src/content/docs/a.md': '' })
    const { code, out } = await project.init()
    assert.equal(code, 1)
    assert.ok(out.includes(`${name} is unchanged, because ${reason}. Add to it:\n\n  import ask from 'ask-service/astro'\n\n  // and in its integrations:\n  ask()\n`), out)
    assert.equal(await project.read(name), text)
  }
})

test('init makes a configuration for an Astro site without one', async () => {
  const project = await createProject({ 'package.json': manifest(['astro']), 'src/content/docs/a.md': '' })
  assert.equal((await project.init()).code, 0)
  assert.match((await project.read('astro.config.mjs')) ?? '', /integrations: \[ask\(\)\]/)
})

test('init names the collections of an Astro site where their pages tell the addresses', async () => {
  const files = { 'astro.config.mjs': 'export default {}\n', 'src/content/blog/a.md': '', 'src/content/two-words/a.md': '', 'src/content/hidden/a.md': '' }
  const project = await createProject({ ...files, 'src/pages/blog/[...slug].astro': '', 'src/pages/two-words/[id].astro': '' })
  assert.equal((await project.init()).code, 0)
  assert.match((await project.read('astro.config.mjs')) ?? '', / integrations: \[ask\(\{ collections: \{ blog: '\/blog\/\[id\]\/', 'two-words': '\/two-words\/\[id\]\/' \} \}\)\] /)
  const unknown = await createProject(files)
  const { code, out } = await unknown.init()
  assert.equal(code, 1)
  assert.match(out, /addresses of their pages, which were not recognized:\n[^]*ask\(\{ collections: \{ blog: '\/blog\/\[id\]\/' \} \}\)/)
  assert.equal(await unknown.read('astro.config.mjs'), 'export default {}\n')
})

test('init changes nothing where the owner named collections whose pages it can not find', async () => {
  const config = "import ask from 'ask-service/astro'\nexport default { integrations: [ask({ collections: { posts: '/p/[id]/' } })] }\n"
  const { code, out } = await (await createProject({ 'astro.config.mjs': config, 'src/content/posts/a.md': '' })).init([])
  assert.equal(code, 0)
  assert.match(out, /Present {2}astro\.config\.mjs has it/)
})

test('init says where a configuration that is a link leads', async () => {
  const project = await createProject(STARLIGHT)
  await rename(join(project.folder, 'astro.config.mjs'), join(project.folder, 'shared.mjs'))
  await symlink('shared.mjs', join(project.folder, 'astro.config.mjs'))
  const { out } = await project.init()
  assert.match(out, /^astro\.config\.mjs is a link to shared\.mjs: that file is written\n--- a/m)
  assert.equal(await project.read('shared.mjs'), EDITED)
})

test('init writes nothing where a link leads out of the project', async () => {
  const project = await createProject(STARLIGHT)
  const other = await createProject({ 'shared.mjs': (await project.read('astro.config.mjs')) ?? '' })
  await rm(join(project.folder, 'astro.config.mjs'))
  await symlink(join(other.folder, 'shared.mjs'), join(project.folder, 'astro.config.mjs'))
  const { code, err } = await project.init()
  assert.equal(code, 1)
  assert.match(err, /^ask: SITE\/astro\.config\.mjs leads out of the project, to \.\.\/\d+\/shared\.mjs; nothing is written there/)
  assert.equal(await other.read('shared.mjs'), STARLIGHT['astro.config.mjs'])
})

test('init says in one line why it can do nothing', async () => {
  const check = async (files: Readonly<Record<string, string>>, expected: string) => {
    assert.deepEqual(await (await createProject(files)).init(), { code: 1, out: '', err: `ask: ${expected}\n` })
  }
  await check({}, 'No site found in SITE: there is no configuration of a site generator, no framework in package.json, no Markdown and no HTML; give the folder of your site')
  await check({ 'package.json': '{' }, 'SITE/package.json is not valid JSON; correct it first')
  await check({ 'README.md': '', 'docs/docusaurus.config.js': '' }, 'SITE is not a site itself, but contains one: run `ask init SITE/docs`')
  await check({ 'package.json': manifest(['astro']), 'docs/astro.config.mjs': '' }, 'SITE is not a site itself, but contains one: run `ask init SITE/docs`')
  const vite = { 'package.json': '{ "scripts": { "build": "x" } }', 'docs/.vitepress/config.ts': '', 'docs/package.json': manifest(['vitepress']) }
  await check(vite, 'SITE is not a site itself, but contains one: run `ask init SITE/docs`')
  const gatsby = { 'docs/contributing.md': '', 'www/gatsby-config.ts': '' }
  const unknown = 'The sources of Gatsby in SITE are not known: build it and run `ask static SITE/www/public --inject`, or give the folder of your site'
  await check(gatsby, unknown)
  await check({ ...gatsby, 'examples/a/astro.config.mjs': '' }, unknown)
  await check({ ...gatsby, 'apps/a/astro.config.mjs': '' }, 'SITE is not a site itself, but contains one: run `ask init SITE/apps/a`')
  await check({ 'a.md': '', 'playground/a/vite/astro.config.mjs': '', 'playground/astro.config.mjs': '' }, 'SITE is not a site itself, but contains one: run `ask init SITE/playground`')
  await check({ 'apps/a/astro.config.mjs': '', 'apps/b/hugo.toml': '' }, 'SITE is not a site itself, but contains sites: run `ask init SITE/apps/a` or `ask init SITE/apps/b`')
})

test('init prefers a folder of docs to sites that only show something', async () => {
  const { code, out } = await (await createProject({ 'docs/a.md': '', 'playground/x/astro.config.mjs': '' })).init()
  assert.equal(code, 0)
  assert.match(out, /Site {5}Markdown \(Markdown files in docs\)/)
})

test('init leaves the script of a package that has its site in a folder', async () => {
  const files = { 'package.json': '{ "scripts": { "build": "tsc" } }', 'docs/.vitepress/config.ts': '' }
  const project = await createProject(files)
  assert.match((await project.init()).out, /npx vitepress build docs && npx ask-service static docs\/\.vitepress\/dist --inject/)
  assert.equal(await project.read('package.json'), files['package.json'])
})

test('init names the other scripts that build the pages', async () => {
  const scripts = { start: 'eleventy --serve', build: 'eleventy', 'build:pages': 'npx @11ty/eleventy --pathprefix=/acme/' }
  const project = await createProject({ 'package.json': manifest(['@11ty/eleventy'], { scripts }), 'eleventy.config.js': '' })
  const { out } = await project.init()
  assert.match(out, /"build": "eleventy && ask static _site --inject"/)
  assert.match(out.replace(/\s+/g, ' '), /Also building pages: build:pages in package\.json\./)
})
