import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { AskAstroOptions } from '../../../src/addons/astro/options.ts'
import { configure } from '../../support/astro.ts'
import { folderOf } from '../../support/site.ts'

const OUTLINE = '/ask-service-outline.json'
const MARKDOWN = ['/[...file].md', '/[file].txt']
const key = process.env['LLM_API_KEY']
delete process.env['LLM_API_KEY']
after(() => {
  if (key !== undefined) process.env['LLM_API_KEY'] = key
})

function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  return folderOf({ 'package.json': '{}', ...files })
}

test('ask() mounts one route on demand, publishes the contract and adds the overlay to every page', async () => {
  const { routes, scripts } = await configure(await project(), {}, { command: 'dev' })
  assert.deepEqual(routes.map(({ pattern, prerender }) => [pattern, prerender]), [
    ...MARKDOWN.map((pattern) => [pattern, true]), ['/api/ask/[...path]', false], ['/openapi.yaml', true],
  ])
  assert.match(routes[2]!.entrypoint, /^file:.*\/astro\/runtime\/endpoint\.js$/)
  assert.deepEqual(scripts, ["page: import 'virtual:ask-service/overlay'"])
})

test('ask() leaves out the overlay, the published contract and the Markdown on request', async () => {
  const options = { overlay: false, openapi: false, markdown: false, endpoint: '/find' }
  const { routes, scripts } = await configure(await project(), options, { command: 'dev' })
  assert.deepEqual([routes.map(({ pattern }) => pattern), scripts], [['/find/[...path]'], []])
})

test('ask() leaves a /openapi.yaml and a /llms.txt of the site itself alone', async () => {
  const own = async (name: string) => {
    const { routes } = await configure(await project({ [`public/${name}`]: '' }), {}, { command: 'dev' })
    return routes.map(({ pattern }) => pattern)
  }
  assert.deepEqual(await own('openapi.yaml'), [...MARKDOWN, '/api/ask/[...path]'])
  assert.deepEqual(await own('llms.txt'), ['/[...file].md', '/api/ask/[...path]', '/openapi.yaml'])
})

test('ask() writes the search of a build without an adapter as files, for the pages that it searches', async () => {
  const page = (title: string) => `<html lang="en"><main><h1>${title}</h1><p>Text.</p></main></html>`
  const folder = await project({ 'dist/index.html': page('Home'), 'dist/blog/one/index.html': page('One') })
  const options = { collections: { blog: '/blog/[id]/' } }
  const { routes, scripts, lines, module, done } = await configure(folder, options, { adapter: undefined, base: '/x' })
  assert.equal(routes.some(({ prerender }) => !prerender), false)
  assert.deepEqual([scripts, lines], [["page: import 'virtual:ask-service/overlay'"], []])
  assert.match((await module('virtual:ask-service/overlay')) ?? '', /\{"index":"\/x\/_ask\/","trigger":"corner"\}/)
  const dist = pathToFileURL(join(folder, 'dist/'))
  assert.match((await done(dist)).join(), /^info: Wrote the search of 1 page as \d+ files, \d+ kB, to _ask\//)
  assert.ok(JSON.parse(await readFile(new URL('_ask/index.json', dist), 'utf8')).build)
  const none = await configure(folder, { collections: { news: '/news/[id]/' } }, { adapter: undefined })
  assert.match((await none.done(dist)).join(), /warn: No page of the build can be searched: name your collections/)
})

test('ask() writes no files for a build with an adapter', async () => {
  const folder = await project({ 'dist/index.html': '<main><h1>Home</h1></main>' })
  const { done } = await configure(folder)
  assert.deepEqual(await done(pathToFileURL(join(folder, 'dist/'))), [])
  assert.deepEqual(await readdir(join(folder, 'dist')), ['index.html'])
})

test('ask() moves the outline of the entries from the build to the project', async () => {
  const folder = await project({ 'dist/index.html': '', [`dist${OUTLINE}`]: '{"docs":[]}' })
  const { routes, generated } = await configure(folder)
  assert.deepEqual(routes.map(({ pattern, prerender }) => [pattern, prerender])[0], [OUTLINE, true])
  const dist = pathToFileURL(join(folder, 'dist/'))
  await generated(dist)
  await generated(dist)
  assert.deepEqual(await readdir(dist), ['index.html'])
  assert.equal(await readFile(join(folder, '.astro/integrations/ask-service/outline.json'), 'utf8'), '{"docs":[]}')
})

test('ask() detects the rule for ids of headings and the setting for dashes', async () => {
  const table: readonly (readonly [object, number, boolean])[] = [
    [{}, 7, false],
    [{ processor: { name: 'satteri', options: { features: {} } } }, 7, false],
    [{ processor: { name: 'satteri', options: { features: { smartPunctuation: false } } } }, 7, true],
    [{ processor: { name: 'unified', options: {} } }, 6, false],
    [{ processor: { name: 'unified', options: { smartypants: false } } }, 6, true],
    [{ smartypants: false }, 7, true],
  ]
  for (const [markdown, major, isPlain] of table) {
    const folder = await project()
    await configure(folder, {}, { markdown })
    const left = JSON.parse(await readFile(join(folder, '.astro/integrations/ask-service/site.json'), 'utf8'))
    assert.deepEqual([left.major, left.isPlain], [major, isPlain], JSON.stringify(markdown))
  }
})

test('ask() needs no adapter in development, and watches the graph file', async () => {
  const folder = await project()
  const { routes, lines, module, watched } = await configure(folder, {}, { adapter: undefined, command: 'dev' })
  await module('virtual:ask-service/site')
  assert.deepEqual([routes.length, lines, watched], [4, [], [join(folder, '.service/kg.json')]])
})

test('ask() needs no adapter for the preview of a build either: Astro serves its files', async () => {
  const preview = async (adapter?: { name: string }) => {
    return (await configure(await project(), {}, { adapter, command: 'preview' })).routes.filter(({ prerender }) => !prerender).length
  }
  assert.deepEqual([await preview(), await preview({ name: '@astrojs/node' })], [0, 1])
})

test('ask() reports a missing or broken graph file in a build', async () => {
  const missing = await configure(await project())
  assert.match(missing.lines.join('\n'), /^info: There is no .*kg\.json: search works; `npx ask-service kg build`/)
  const broken = await configure(await project({ 'kg.json': '{}' }), { kgPath: 'kg.json' })
  assert.match(broken.lines.join('\n'), /^warn: The graph can't be served: /)
})

test('ask() warns of keys that are set while the site is built', async () => {
  const files = { '.env': 'export LLM_API_KEY="abc"\n', '.env.production': '# ANALYTICS_KEY=x\nANALYTICS_KEY=\n' }
  const { lines } = await configure(await project(files))
  assert.match(lines.join('\n'), /warn: LLM_API_KEY is set here but not part of the build: set it where the site runs\.$/)
  const worker = await configure(await project({ '.dev.vars': 'ANALYTICS_KEY=abc\n' }))
  assert.match(worker.lines.join('\n'), /warn: ANALYTICS_KEY is set here/)
  const silent = await configure(await project(files), {}, { command: 'dev' })
  assert.deepEqual(silent.lines, [])
})

test('ask() refuses options out of range while the site is configured', async () => {
  const folder = await project()
  const table: readonly (readonly [AskAstroOptions, RegExp])[] = [
    [{ endpoint: 'api' }, /endpoint must be a path/],
    [{ limits: { postsPerMinute: 0 } }, /^limits\.postsPerMinute must be a whole number/],
    [{ limits: { answer: { maxSteps: 0 } } }, /^limits\.answer\.maxSteps/],
    [JSON.parse('{"kgpath": "a"}'), /^ask\(\) has no option "kgpath": did you mean kgPath\?$/],
    [{ collections: { blog: '/blog/' } }, /collections must name/],
  ]
  for (const [options, message] of table) await assert.rejects(configure(folder, options), { message })
})
