/** The ways a site can be set up, on the newest Astro: addresses, locales, collections, and what is missing. */
import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { checkAnchors, linksOf, post } from './contract.ts'
import { type Config, createProject, NEWEST, type Project, type Running } from './project.ts'

const PAGES = 'src/content/docs'
let project: Project
before(() => {
  project = createProject(NEWEST, 'setups')
})

const MANUAL_PAGE = `---
import { getCollection, render } from 'astro:content'
export async function getStaticPaths() {
  return (await getCollection('manual')).map((entry) => ({ params: { id: entry.id }, props: { entry } }))
}
const { Content } = await render(Astro.props.entry)
---
<html lang="en"><body><h1>{Astro.props.entry.data.title}</h1><Content /></body></html>
`
/** Puts \`our-\` before the ids that Astro makes. */
const PREFIX_PLUGIN = `import { rehypeHeadingIds } from '@astrojs/markdown-remark'

export default function prefix() {
  const addIds = rehypeHeadingIds()
  const walk = (node) => {
    if (/^h[1-6]$/.test(node.tagName ?? '')) node.properties.id = 'our-' + node.properties.id
    node.children?.forEach(walk)
  }
  return (tree, file) => (addIds(tree, file), walk(tree))
}
`

/** Runs with a configuration, in production unless told otherwise. */
async function withSite(config: Config, run: (site: Running) => Promise<void>, kind: 'dev' | 'server' = 'server'): Promise<void> {
  project.configure(config)
  project.run(['ask', 'kg', 'build'])
  if (kind === 'server') project.run(['astro', 'build'])
  await withRunning(kind, run)
}

async function withRunning(kind: 'dev' | 'server', run: (site: Running) => Promise<void>): Promise<void> {
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
    assert.equal((await fetch(`${endpoint}filters/`)).status, 200)
    assert.match(project.run(['ask', 'search', '--endpoint', endpoint.slice(0, -1), 'change the bulb']), /change-the-bulb/)
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

test('pages that are files', async () => {
  const lines = "build: { format: 'file' },"
  project.configure({ lines })
  project.run(['astro', 'sync'])
  await withSite({ lines }, async ({ url }) => {
    assert.equal((await linksOf(`${url}/api/ask`, 'change the bulb'))[0], '/guides/lamps.html#change-the-bulb')
    await checkAnchors(`${url}/api/ask`)
  })
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

test('a collection outside of src, under plugins that give headings their ids', async () => {
  project.write('manual/first.md', '---\ntitle: First\n---\n\nOf lanterns.\n\n## Buy --- a lantern\n\nLow.\n')
  project.write('manual/deep/second.mdx', '---\ntitle: Second\n---\n\nexport const n = 1\n\n## Oil {n} lamps\n\nThey burn.\n')
  project.write('manual/README.md', '# Xylophones\n')
  project.write('src/pages/manual/[...id].astro', MANUAL_PAGE)
  project.write('src/content.config.ts', `import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

const docs = defineCollection({ loader: docsLoader(), schema: docsSchema() })
const pages = defineCollection({ loader: glob({ base: './manual', pattern: ['**/*.{md,mdx}', '!README.md'] }) })
export const collections = { docs, manual: pages }
`)
  project.write('prefix.mjs', PREFIX_PLUGIN)
  project.configure({
    imports: "import prefix from './prefix.mjs'",
    ask: "ask({ collections: { docs: '/[id]/', manual: '/manual/[id]/' } })",
    lines: 'markdown: { rehypePlugins: [prefix] },',
  })
  rmSync(join(project.folder, '.astro'), { recursive: true })
  const guess = project.run(['ask', 'kg', 'build'])
  assert.equal(guess.match(/astro\.config\.mjs:\d+: Plugins named here may give the headings of \d+ pages other ids/g)?.length, 1)
  assert.match(project.run(['ask', 'search', '--content', '.', 'oil lamps', '--json']), /"\/manual\/deep\/second\/#oil-n-lamps"/)

  project.run(['astro', 'build'])
  assert.doesNotMatch(project.run(['ask', 'kg', 'build']), /Plugins named here/)
  assert.match(project.run(['ask', 'kg', 'check']), /matches the content: \d+ sections checked/)
  project.run(['astro', 'build'])
  await withRunning('server', async ({ url, printed }) => {
    assert.equal((await linksOf(`${url}/api/ask`, 'oil lamps'))[0], '/manual/deep/second/#our-oil-n-lamps')
    assert.equal((await linksOf(`${url}/api/ask`, 'buy lantern'))[0], '/manual/first/#our-buy-----a-lantern')
    assert.deepEqual(await linksOf(`${url}/api/ask`, '"xylophones"'), [])
    await checkAnchors(`${url}/api/ask`)
    assert.equal((await fetch(`${url}/ask-service-outline.json`)).status, 404)
    assert.doesNotMatch(printed(), /older than the content/)
  })
  // Of a page that changed since the build, the ids are a guess; the others keep theirs.
  project.write('manual/first.md', '---\ntitle: First\n---\n\n## Sell a lantern\n')
  assert.match(project.run(['ask', 'kg', 'build']), /the headings of 1 page other ids/)
})

test('a collection that is not there answers 500, and the reads answer', async () => {
  await withSite({ ask: "ask({ collections: { handbook: '/[id]/' } })" }, async ({ url }) => {
    const reply = await post(`${url}/api/ask`, { query: 'bulb' })
    assert.equal(reply.status, 500)
    assert.match((await reply.json()).error, /^The collection "handbook" has no entries or does not exist/)
    assert.equal((await fetch(`${url}/api/ask/glossary`)).status, 200)
  }, 'dev')
})

test('a build without an adapter writes its search as files, and `ask serve` finds the project', () => {
  project.configure({ hasAdapter: false })
  const printed = project.run(['astro', 'build'])
  assert.match(printed, /Wrote the search of \d+ pages as \d+ files, \d+ kB, to _ask\//)
  assert.ok(existsSync(join(project.folder, 'dist/_ask/index.json')))
  assert.match(printed, /Complete!/)
  assert.ok(existsSync(join(project.folder, 'dist/index.html')))
  const found = project.run(['ask', 'search', '--content', '.', 'change', 'the', 'bulb', '--json'])
  assert.match(found, /"\/guides\/lamps\/#change-the-bulb"/)
})

test('an option that is out of range stops the configuration with its name', () => {
  project.configure({ ask: 'ask({ limits: { postsPerMinute: 0 } })' })
  assert.throws(() => project.run(['astro', 'build']), ({ stdout }: { stdout: string }) => /limits\.postsPerMinute must be a whole number from 1/.test(stdout))
})
