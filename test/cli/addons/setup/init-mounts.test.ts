import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, INSTALL, manifest, PROGRAM } from '../../../support/init.ts'

/** The commands under "Next", without the first, which goes to the folder, and without remarks. */
function next(out: string): string[] {
  const [, lines = ''] = /^(?:.*\. )?Next\n((?: {2}.*\n)+)/m.exec(out) ?? []
  return lines.trim().split('\n').slice(1).map((line) => line.replace(/ +# .*/, '').trim())
}

test('init lets the build of a static site write the search, and names the page to open', async () => {
  const text = manifest(['vitepress'], { scripts: { 'docs:dev': 'vitepress dev docs', 'docs:build': 'vitepress build docs' } })
  const project = await createProject({ 'package.json': text, 'docs/.vitepress/config.ts': "export default { base: '/x/' }", 'docs/index.md': '' })
  const { code, out } = await project.init()
  assert.equal(code, 0)
  assert.equal(await project.read('package.json'), text.replace('build docs', 'build docs && ask static docs/.vitepress/dist --base /x/ --inject'))
  assert.deepEqual(next(out), [INSTALL, 'npm run docs:build && npx ask-service serve docs/.vitepress/dist --base /x/'])
  assert.match(out, /# then open http:\/\/127\.0\.0\.1:8787\/x\/\n/)
  assert.match(out.replace(/\s+/g, ' '), /put this into the slot `layout-bottom` [^:]*: <script type="module" src="\/x\/_ask\/overlay\.js"><\/script><ask-overlay index="\/x\/_ask\/"><\/ask-overlay>/)
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

/** The first run writes the files, the second run reports that they exist. */
async function checkFramework(files: Readonly<Record<string, string>>, paths: readonly string[]) {
  const project = await createProject(files)
  assert.equal((await project.init()).code, 0)
  for (const path of paths) assert.notEqual(await project.read(path), null, path)
  const { code, out } = await project.init([])
  assert.equal(code, 0)
  assert.match(out, /No file needs a change\. Next/)
  return project
}

test('init writes the service and the route of a framework', async () => {
  await checkFramework({ 'package.json': manifest(['next']) }, ['ask.js', 'app/api/ask/[[...path]]/route.js'])
  await checkFramework({ 'package.json': manifest(['next']), 'src/app/page.tsx': '' }, ['src/ask.js', 'src/app/api/ask/[[...path]]/route.js'])
  await checkFramework({ 'package.json': manifest(['@sveltejs/kit']) }, ['src/lib/ask.js', 'src/routes/api/ask/[...path]/+server.js'])
  await checkFramework({ 'package.json': manifest(['nuxt']) }, ['ask.js', 'server/routes/api/ask/[...path].js', 'server/routes/api/ask/index.js'])
})

test('init takes a route that calls the service for its own, in TypeScript as well', async () => {
  const route = "import { ask } from '../../../../ask.js'\nexport const GET = (request: Request) => ask.fetch(request)\n"
  const project = await createProject({ 'package.json': manifest(['next']), 'app/api/ask/[[...path]]/route.ts': route })
  const { code, out } = await project.init()
  assert.equal(code, 0)
  assert.match(out, /Present {2}app\/api\/ask\/\[\[\.\.\.path\]\]\/route\.ts is there/)
  assert.notEqual(await project.read('ask.js'), null)
  assert.equal(await project.read('app/api/ask/[[...path]]/route.js'), null)
})

test('init writes nothing where a file or a route of the owner has the place, and shows what it would be', async () => {
  for (const [path, owned, shown, files] of [
    ['app/api/ask/route.ts', 'app/api/ask', 'app/api/ask/[[...path]]/route.js', { 'package.json': manifest(['next']) }],
    ['src/routes/api/ask/+server.ts', 'src/routes/api/ask', 'src/routes/api/ask/[...path]/+server.js', { 'package.json': manifest(['@sveltejs/kit']) }],
    ['server/api/ask/index.post.ts', 'server/api/ask', 'server/routes/api/ask/[...path].js', { 'package.json': manifest(['nuxt']) }],
    ['ask.js', 'ask.js', 'app/api/ask/[[...path]]/route.js', { 'package.json': manifest(['next']) }],
    ['ask.mjs', 'ask.mjs', 'ask.mjs', { 'package.json': manifest(['express']) }],
  ] as const) {
    const project = await createProject({ ...files, [path]: 'export const mine = 1\n' })
    const { code, out } = await project.init()
    assert.equal(code, 1, path)
    assert.ok(out.replace(/\s+/g, ' ').includes(`${owned} is your own, and is not changed: mount the service at another path. `), out)
    assert.ok(out.includes(`${shown} would be:\n`), out)
    assert.doesNotMatch(out, /^Wrote/m)
    assert.equal(await project.read(path), 'export const mine = 1\n')
  }
})

test('init gives the service the base path that it finds, and names the build of the graph where there is none', async () => {
  const files = { 'next.config.js': "module.exports = { basePath: '/x' }", 'package.json': manifest(['next', 'ask-service']) }
  const project = await createProject(files)
  const { out } = await project.init()
  assert.match((await project.read('ask.js')) ?? '', /endpoint: '\/x\/api\/ask',\n[^]*readFolder\('docs', \{ base: '\/x\/' \}\)/)
  assert.match(out, /^ {2}npx ask-service kg build docs --base \/x\/ +# glossary, sections and overview for agents: commit the file\n {2}npx next dev/m)
  await project.write({ '.service/kg.json': '{}' })
  assert.doesNotMatch((await project.init([])).out, /kg build/)
})

test('init runs the program of the project by the words of its package manager', async () => {
  for (const [lock, command] of [['pnpm-lock.yaml', 'pnpm exec ask'], ['yarn.lock', 'yarn run ask'], ['bun.lock', 'bunx ask-service']] as const) {
    const { out } = await (await createProject({ 'package.json': manifest(['next']), [lock]: '' })).init()
    assert.equal(next(out)[1], `${command} kg build docs`)
  }
})

/** The lines to add, for a server whose code is given. */
async function handEdit(dependencies: readonly string[], files: Readonly<Record<string, string>>, more: object = {}): Promise<readonly [string, string]> {
  const { code, out } = await (await createProject({ 'package.json': manifest(dependencies, more), ...files })).init()
  assert.equal(code, 0)
  const [, where = '', lines = ''] = /^In (\S+) add[^\n]*:\n\n([^]*?)\n\nNext/m.exec(out) ?? []
  return [where, lines.replace(/^ {2}/gm, '')]
}

test('init writes the service of a server beside its code, and shows the lines that mount it', async () => {
  const imports = "import { createListener } from 'ask-service/node'\nimport { ask } from './ask.js'\n\n"
  assert.deepEqual(await handEdit(['express'], { 'src/index.ts': "import express from 'express'" }, { type: 'module' }), ['src/index.ts', `${imports}app.use('/api/ask', createListener(ask.handle))`])
  assert.deepEqual(await handEdit(['hono', '@hono/node-server'], { 'a/b.mjs': "import { Hono } from 'hono'" }, { type: 'module', main: './a/b.mjs' }), [
    'a/b.mjs',
    "import { ask } from './ask.js'\n\napp.all('/api/ask/*', (c) => ask.fetch(c.req.raw, { client: c.env.incoming.socket.remoteAddress }))",
  ])
  const [, elsewhere] = await handEdit(['hono'], { 'index.ts': '' })
  assert.match(elsewhere, /ask\.fetch\(c\.req\.raw\)\)$/)
  const [where, common] = await handEdit(['fastify'], { 'server.js': "const server = require('fastify')()" })
  assert.equal(where, 'server.js')
  assert.match(common, /^const \{ createListener \} = require\('ask-service\/node'\)\nconst \{ ask \} = require\('\.\/ask\.mjs'\)\n[^]*app\.all\(url, \{ onRequest \}/)
})

test('init finds the code of a server by its name, and not in what it builds', async () => {
  const [where] = await handEdit(['connect'], { 'dist/server.js': 'connect', 'src/app.js': '', 'src/main.js': 'connect' }, { main: 'dist/server.js' })
  assert.equal(where, 'src/main.js')
})

test('init says that a server has it when its code does', async () => {
  const project = await createProject({ 'package.json': manifest(['express'], { type: 'module' }), 'server.js': "import { ask } from './ask.js'\n" })
  assert.equal((await project.init()).code, 0)
  assert.match((await project.init([])).out, /Present {2}ask\.js is there\n {2}Present {2}server\.js mounts it\n\nNo file needs a change/)
})

test('init shows a worker how its content is bundled', async () => {
  const project = await createProject({ 'wrangler.jsonc': '{ "main": "src/worker.ts" }', 'src/worker.ts': '', 'docs/a.md': '# a', 'package.json': manifest(['wrangler']) })
  const { code, out } = await project.init()
  assert.equal(code, 0)
  assert.match(out, /^In src\/worker\.ts add:\n\n[^]*import prebuilt from '\.\.\/\.service\/index\.json'/m)
  assert.deepEqual(next(out), [INSTALL, 'npx ask-service kg build docs', 'npx ask-service index build docs', 'npx wrangler dev'])
  await project.write({ 'src/worker.ts': "import { createAsk } from 'ask-service'" })
  assert.match((await project.init([])).out, /src\/worker\.ts mounts the service/)
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
