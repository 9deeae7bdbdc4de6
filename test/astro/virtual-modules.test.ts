import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AskAstroOptions } from '../../src/astro/options.ts'
import { type Configured, configure } from '../support/astro.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'

const root = await writeSite(await temporaryFolder(), { '.service/kg.json': '{ "a": "\u2028" }', 'package.json': '{}' })

type Given = Parameters<typeof configure>[2]

async function textOf(name: string, options: AskAstroOptions = {}, given: Given = {}): Promise<string> {
  const configured: Configured = await configure(root, options, given)
  return (await configured.module(`virtual:ask-service/${name}`)) ?? ''
}

test('the module of the site holds options, addresses and the graph as they stand', async () => {
  const text = await textOf('site', { siteTitle: 'Acme', postsPerMinute: 5 }, { base: '/docs' })
  assert.match(text, /options: \{"siteTitle":"Acme","postsPerMinute":5,"endpoint":"\/docs\/api\/ask"\}/)
  assert.match(text, /"base":"\/docs\/"/)
  assert.ok(text.includes('graph: "{ \\"a\\": \\"\\u2028\\" }"'))
  assert.doesNotMatch(text, /\u2028/)
})

test('the module of the site reads import.meta.env in development alone', async () => {
  assert.match(await textOf('site', {}, { command: 'dev' }), /LLM_API_KEY: import\.meta\.env\.LLM_API_KEY/)
  assert.doesNotMatch(await textOf('site'), /import\.meta/)
})

test('the module of the site names cloudflare:workers under that adapter alone', async () => {
  assert.match(await textOf('site', {}, { adapter: { name: '@astrojs/cloudflare' } }), /from 'cloudflare:workers'/)
  assert.doesNotMatch(await textOf('site'), /cloudflare/)
})

test('the module of the site has a graph of null where there is no file', async () => {
  assert.match(await textOf('site', { kgPath: 'none.json' }), /graph: null/)
})

test('the module of the collections holds neither options nor the graph', async () => {
  const text = await textOf('collections', { siteTitle: 'Acme' }, { adapter: undefined })
  assert.match(text, /export const collections = \{ settings: \{"collections":\{"docs":/)
  assert.doesNotMatch(text, /Acme|graph|astro:env/)
})

test('the module of the overlay adds an element with the address and attributes it was given', async () => {
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

test('other modules are left to others', async () => {
  const { module } = await configure(root)
  assert.equal(await module('virtual:ask-service/none'), undefined)
  assert.equal(await module(join(root, 'src/index.ts')), undefined)
})
