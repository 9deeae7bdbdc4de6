/** The ways a site can be set up, on the newest Astro: addresses, locales, collections, and what is missing. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { checkAnchors, linksOf, post } from './contract.ts'
import { type Config, createProject, pack, type Project, type Running, VERSIONS } from './project.ts'

const PAGES = 'src/content/docs'
let project: Project
before(() => {
  project = createProject(VERSIONS[0]!, pack())
})

/** Runs with a configuration, in production unless told otherwise. */
async function withSite(config: Config, run: (site: Running) => Promise<void>, kind: 'dev' | 'server' = 'server'): Promise<void> {
  project.configure(config)
  project.run(['ask', 'kg', 'build'])
  if (kind === 'server') project.run(['astro', 'build'])
  const site = await project.start(kind)
  try {
    await run(site)
  } finally {
    await site.stop()
  }
}

test('a base, and slashes everywhere', async () => {
  // The graph of a fresh checkout: what the integration left of another configuration is overwritten by this.
  const lines = "base: '/docs',\n  trailingSlash: 'always',"
  project.configure({ lines })
  project.run(['astro', 'sync'])
  await withSite({ lines }, async ({ url, printed }) => {
    const endpoint = `${url}/docs/api/ask/`
    assert.equal((await linksOf(endpoint, 'change the bulb'))[0], '/docs/guides/lamps/#change-the-bulb')
    await checkAnchors(endpoint)
    assert.match(await (await fetch(`${url}/docs/openapi.yaml`)).text(), /\/docs\/api\/ask\/sections/)
    assert.equal((await fetch(`${url}/api/ask/`)).status, 404)
    const page = await (await fetch(`${url}/docs/guides/lamps/`)).text()
    const scripts = [...page.matchAll(/src="([^"]+\.js)"/g)].map(([, src]) => src!)
    const texts = await Promise.all(scripts.map(async (src) => (await fetch(url + src)).text()))
    assert.ok(texts.some((text) => text.includes('/docs/api/ask/')), 'the overlay is told the slash')
    assert.doesNotMatch(printed(), /older than the content/)
  })
})

test('no slash at the end', async () => {
  const lines = "trailingSlash: 'never',"
  project.configure({ lines })
  project.run(['astro', 'sync'])
  await withSite({ lines }, async ({ url }) => {
    assert.equal((await linksOf(`${url}/api/ask`, 'change the bulb'))[0], '/guides/lamps#change-the-bulb')
  }, 'dev')
})

test('pages rendered on demand', async () => {
  project.configure({ lines: "output: 'server'," })
  project.run(['astro', 'sync'])
  await withSite({ lines: "output: 'server',", starlight: 'prerender: false, pagefind: false' }, async ({ url }) => {
    assert.ok((await checkAnchors(`${url}/api/ask`)) > 10)
  })
})

test('locales, the first of them at the root', async () => {
  const starlight = "locales: { root: { label: 'English', lang: 'en' }, fr: { label: 'Français', lang: 'fr' } }"
  project.write(`${PAGES}/fr/guides/lamps.md`, '---\ntitle: Lampes\n---\n\n## Changer l’ampoule\n\nÉteignez la lampe.\n')
  await withSite({ starlight }, async ({ url }) => {
    assert.equal((await linksOf(`${url}/api/ask`, 'changer ampoule'))[0], '/fr/guides/lamps/#changer-lampoule')
    assert.equal((await linksOf(`${url}/api/ask`, 'change the bulb'))[0], '/guides/lamps/#change-the-bulb')
  })
})

test('a second collection with addresses of its own', async () => {
  project.write('src/blog/First Post.md', '---\ntitle: First post\n---\n\nWe sell a lantern.\n\n## Price\n\nLow.\n')
  project.write('src/content.config.ts', `import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

export const collections = {
  docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }),
  blog: defineCollection({ loader: glob({ base: 'src/blog', pattern: '*.md' }) }),
}
`)
  const ask = "ask({ endpoint: '/find', collections: { docs: '/[id]/', blog: '/blog/[id]/' }, openapi: false })"
  await withSite({ ask }, async ({ url }) => {
    assert.equal((await linksOf(`${url}/find`, 'lantern'))[0], '/blog/first-post/')
    assert.equal((await linksOf(`${url}/find`, 'change the bulb'))[0], '/guides/lamps/#change-the-bulb')
  }, 'dev')
})

test('a collection that is not there answers 500, and the reads answer', async () => {
  await withSite({ ask: "ask({ collections: { handbook: '/[id]/' } })" }, async ({ url }) => {
    const reply = await post(`${url}/api/ask`, { query: 'bulb' })
    assert.equal(reply.status, 500)
    assert.match((await reply.json()).error, /^The collection "handbook" has no entries or does not exist/)
    assert.equal((await fetch(`${url}/api/ask/glossary`)).status, 200)
  }, 'dev')
})

test('a static build without an adapter passes, with one warning, and `ask serve` finds the project', () => {
  project.configure({ hasAdapter: false })
  const printed = project.run(['astro', 'build'])
  assert.equal(printed.split('This build has no adapter').length, 2)
  assert.match(printed, /Complete!/)
  assert.ok(existsSync(join(project.folder, 'dist/index.html')))
  const found = project.run(['ask', 'search', '--content', '.', 'change', 'the', 'bulb', '--json'])
  assert.match(found, /"\/guides\/lamps\/#change-the-bulb"/)
})

test('an option that is out of range stops the configuration with its name', () => {
  project.configure({ ask: 'ask({ postsPerMinute: 0 })' })
  assert.throws(() => project.run(['astro', 'build']), ({ stdout }: { stdout: string }) => /postsPerMinute must be a whole number from 1/.test(stdout))
})
