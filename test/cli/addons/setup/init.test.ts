import assert from 'node:assert/strict'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProject, INSTALL, manifest, next, PROGRAM } from '../../../support/init-project.ts'

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
  assert.match(err, /^ask: SITE\/astro\.config\.mjs leads out of the project, to \.\.\/site-\w+\/shared\.mjs; nothing is written there/)
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
  await check(gatsby, 'SITE is not a site itself, but contains one: run `ask init SITE/www`')
  await check({ ...gatsby, 'examples/a/astro.config.mjs': '' }, 'SITE is not a site itself, but contains one: run `ask init SITE/www`')
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

test('init lets the build of a static site write the search, and names the page to open', async () => {
  const text = manifest(['vitepress'], { scripts: { 'docs:dev': 'vitepress dev docs', 'docs:build': 'vitepress build docs' } })
  const project = await createProject({ 'package.json': text, 'docs/.vitepress/config.ts': "export default { base: '/x/' }", 'docs/index.md': '' })
  const { code, out } = await project.init()
  assert.equal(code, 0)
  assert.equal(await project.read('package.json'), text.replace('build docs', 'build docs && ask static docs/.vitepress/dist --inject'))
  assert.deepEqual(next(out), [INSTALL, 'npm run docs:build && npx ask-service serve docs/.vitepress/dist'])
  assert.match(out, /# then open http:\/\/127\.0\.0\.1:8787\/x\/\n/)
  const again = await project.init([])
  assert.match(again.out, /Present {2}the script docs:build in package\.json: vitepress build docs && ask static [^\n]*\n\nNo file needs a change/)
})

test('init finds the script that builds a static site', async () => {
  const check = async (files: Readonly<Record<string, string>>, scripts: Readonly<Record<string, string>>, expected: string | null) => {
    const project = await createProject({ ...files, 'package.json': manifest([], { scripts }) })
    const { out } = await project.init()
    const written: Record<string, string> = JSON.parse((await project.read('package.json')) ?? '').scripts
    const changed = Object.keys(scripts).filter((name) => written[name] !== scripts[name])
    assert.deepEqual(changed, expected === null ? [] : [expected], out)
    return out.replace(/\s+/g, ' ')
  }
  const docusaurus = { 'docusaurus.config.js': '', 'docs/a.md': '' }
  await check(docusaurus, { start: 'docusaurus start', build: 'docusaurus build', serve: 'docusaurus serve' }, 'build')
  await check(docusaurus, { build: 'tsx build.ts' }, 'build')
  await check({ 'mkdocs.yml': '' }, { build: 'tsc', docs: 'mkdocs build --strict' }, 'docs')
  await check({ 'mkdocs.yml': '' }, { build: 'tsc' }, null)
  const hugo = { 'hugo.toml': '' }
  await check(hugo, { serve: 'hugo server', production: 'hugo --minify', build: 'hugo -e dev' }, 'build')
  assert.match(await check(hugo, { build: 'hugo; rm x' }, null), /The script `build` in package\.json is unchanged, [^:]*: && ask static public --inject Next/)
})

test('init tells commands of the copy that runs where there is no package.json', async () => {
  const check = async (files: Readonly<Record<string, string>>, commands: readonly string[]) => {
    const { code, out } = await (await createProject(files)).init()
    assert.equal(code, 0)
    assert.deepEqual(next(out), commands)
  }
  await check({ 'mkdocs.yml': "site_dir: 'my site'\n" }, [`mkdocs build && ${PROGRAM} static 'my site' --inject && ${PROGRAM} serve 'my site'`])
  assert.match((await (await createProject({ 'book.toml': '' })).init()).out, /\nmdBook's search stays beside the dialog, [^\n]+: to turn it off, set `enable = false` in `\[output\.html\.search\]` of book\.toml, or let its button [^\n]+\.\n/)
  await check({ 'book.toml': '' }, [`mdbook build && ${PROGRAM} static book --inject && ${PROGRAM} serve book`])
  await check({ 'docs/conf.py': 'extensions = []' }, [`sphinx-build docs docs/_build/html && ${PROGRAM} static docs/_build/html --inject && ${PROGRAM} serve docs/_build/html`])
  await check({ 'docs/a.md': '' }, [`${PROGRAM} serve docs`])
  await check({ 'a.html': '' }, [`${PROGRAM} serve .`])
})

test('init gives a folder of pages a script that serves it', async () => {
  const project = await createProject({ 'package.json': manifest(['lodash']), 'docs/a.md': '' })
  assert.deepEqual(next((await project.init()).out), [INSTALL, 'npm run ask'])
  assert.deepEqual(JSON.parse((await project.read('package.json')) ?? '').scripts, { ask: 'ask serve docs' })
  const other = await createProject({ 'package.json': manifest(['ask-service'], { scripts: { ask: 'echo' } }), 'docs/a.md': '' })
  const { out } = await other.init()
  assert.match(out, /package\.json has another script ask, which stays: echo\n/)
  assert.deepEqual(next(out), ['npx ask-service serve docs'])
})

test('init runs the program of the project by the words of its package manager', async () => {
  for (const [lock, command] of [['pnpm-lock.yaml', 'pnpm exec ask'], ['yarn.lock', 'yarn run ask'], ['bun.lock', 'bunx ask-service']] as const) {
    const { out } = await (await createProject({ 'package.json': manifest(['next']), [lock]: '' })).init()
    assert.equal(next(out)[1], `${command} kg build docs`)
  }
})

test('init writes the settings that every command reads, where the project has none', async () => {
  const settings = async (files: Readonly<Record<string, string>>) => {
    const project = await createProject(files)
    await project.init()
    return project.read('ask.json')
  }
  const schema = '"$schema": "./node_modules/ask-service/ask.schema.json"'
  assert.equal(await settings({ 'book.toml': '[output.html]\nsite-url = "/b/"\n' }), '{\n  "content": "book",\n  "base": "/b/"\n}\n')
  assert.equal(await settings({ 'package.json': manifest(['lodash']), 'docs/a.md': '' }), `{\n  ${schema},\n  "content": "docs"\n}\n`)
  assert.equal(await settings({ 'package.json': manifest(['express']), 'docs/a.md': '' }), `{\n  ${schema},\n  "content": "docs"\n}\n`)
  assert.equal(await settings({ 'package.json': manifest(['lodash'], { ask: { content: 'x' } }), 'docs/a.md': '' }), null)
  assert.equal(await settings({ 'ask.json': '{}', 'docs/a.md': '' }), '{}')
  assert.equal(await settings({ 'mkdocs.yml': 'site_dir: ../out\n' }), null)
  assert.equal(await settings({ 'astro.config.mjs': 'export default {}\n', 'src/content/docs/a.md': '' }), null)
})

test('init names examples and tests only where there is no other site', async () => {
  const { err } = await (await createProject({ 'guide/book.toml': '', 'examples/a/book.toml': '', 'tests/book.toml': '' })).init()
  assert.equal(err, 'ask: SITE is not a site itself, but contains one: run `ask init SITE/guide`\n')
  assert.match((await (await createProject({ 'examples/a/book.toml': '' })).init()).err, /run `ask init SITE\/examples\/a`/)
})

test('init adds the package to the root of a pnpm workspace as pnpm asks for it', async () => {
  const check = async (workspace: string, expected: string) => {
    const project = await createProject({ 'package.json': manifest([]), 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': workspace, 'docs/a.md': '' })
    assert.deepEqual(next((await project.init()).out), [INSTALL.replace('npm install', expected), 'pnpm run ask'])
  }
  await check('packages:\n  - packages/*\n', 'pnpm add -w')
  await check('onlyBuiltDependencies:\n  - esbuild\n', 'pnpm add')
})
