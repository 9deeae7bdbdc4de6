/** The service that `ask init` writes for frameworks, servers and workers, and where it is mounted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProject, INSTALL, manifest, next } from '../../../support/init-project.ts'

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

test('init writes nothing where a file of the owner has the place, and shows what it would be', async () => {
  for (const [path, shown, used] of [['ask.js', 'app/api/ask/[[...path]]/route.js', 'next'], ['ask.mjs', 'ask.mjs', 'express']] as const) {
    const project = await createProject({ 'package.json': manifest([used]), [path]: 'export const mine = 1\n' })
    const { code, out } = await project.init()
    assert.equal(code, 1, path)
    assert.ok(out.replace(/\s+/g, ' ').includes(`${path} is your own, and is not changed: mount the service at another path. `), out)
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
  assert.match(out, /^ {2}npx ask-service kg build docs +# glossary, sections and overview for agents: commit the file\n {2}npx next dev/m)
  await project.write({ '.service/kg.json': '{}' })
  assert.doesNotMatch((await project.init([])).out, /kg build/)
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
