import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AskAstroOptions } from '../../../src/addons/astro/options.ts'
import { type Configured, configure } from '../../support/astro.ts'
import { folderOf } from '../../support/site.ts'

const root = await folderOf({ '.service/kg.json': '{ "a": 1 }', 'package.json': '{}' })

type Given = Parameters<typeof configure>[2]

async function textOf(name: string, options: AskAstroOptions = {}, given: Given = {}): Promise<string> {
  const configured: Configured = await configure(root, options, given)
  return (await configured.module(`virtual:ask-service/${name}`)) ?? ''
}

test('the module of the site contains options and the present graph', async () => {
  const text = await textOf('site', { siteTitle: 'Acme', limits: { postsPerMinute: 5 } }, { base: '/docs' })
  assert.match(text, /options: \{"siteTitle":"Acme","limits":\{"postsPerMinute":5\},"endpoint":"\/docs\/api\/ask"\}/)
  assert.ok(text.includes('graph: "{ \\"a\\": 1 }"'))
})

test('the module of the site reads import.meta.env only in development, imports cloudflare:workers only with that adapter, and has no graph without a file', async () => {
  assert.match(await textOf('site', {}, { command: 'dev' }), /LLM_API_KEY: import\.meta\.env\.LLM_API_KEY/)
  assert.match(await textOf('site', {}, { adapter: { name: '@astrojs/cloudflare' } }), /from 'cloudflare:workers'/)
  assert.match(await textOf('site', { kgPath: 'none.json' }), /graph: null/)
  assert.doesNotMatch(await textOf('site'), /import\.meta|cloudflare|graph: null/)
})

test('the module of the collections renders entries in a build, and takes the ids of the last build in development', async () => {
  const outline = { docs: [{ id: 'a', path: 'a.mdx', hash: 'h', headings: [] }] }
  const built = await folderOf({
    'package.json': '{}', 'astro.config.mjs': '', '.astro/integrations/ask-service/outline.json': JSON.stringify(outline),
  })
  const text = async (command: 'dev' | 'build') => (await (await configure(built, {}, { command })).module('virtual:ask-service/collections')) ?? ''
  assert.ok((await text('build')).includes('getCollection, render, outline: {}'))
  assert.ok((await text('dev')).includes(`getCollection, render: null, outline: ${JSON.stringify(outline)}`))
})

test('the module of the collections contains addresses and the title, but neither other options nor the graph', async () => {
  const text = await textOf('collections', { siteTitle: 'Acme', kgPath: 'hidden.json' }, { adapter: undefined, base: '/docs' })
  assert.match(text, /export const collections = \{ settings: \{"collections":\{"docs":/)
  assert.match(text, /"base":"\/docs\/".*title: "Acme", getCollection/)
  assert.doesNotMatch(text, /hidden|graph|astro:env/)
})

test('the module of the overlay adds an element with address and attributes', async () => {
  const plain = await textOf('overlay')
  assert.match(plain, /customElements/)
  assert.match(plain, /\{"endpoint":"\/api\/ask","trigger":"corner"\}/)
  const given = await textOf('overlay', { overlay: { shortcut: 'j', trigger: 'none' } }, { base: '/d/', trailingSlash: 'always' })
  assert.match(given, /\{"endpoint":"\/d\/api\/ask\/","trigger":"none","shortcut":"j"\}/)
})

test('the module of the contract shows the paths of the site', async () => {
  const text = await textOf('openapi', { endpoint: '/find' }, { base: '/docs' })
  assert.match(text, /\/docs\/find\/glossary/)
  assert.doesNotMatch(text, /\/api\/ask/)
})

test('other modules are left to other plugins', async () => {
  const { module } = await configure(root)
  assert.equal(await module('virtual:ask-service/none'), undefined)
  assert.equal(await module(join(root, 'src/index.ts')), undefined)
})
