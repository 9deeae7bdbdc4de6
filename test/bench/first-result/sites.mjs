/**
 * Two sites that exist already, with the pages of this project's own documentation: one of Starlight, one of plain
 * Astro with a layout of its own. Nothing of this is timed.
 */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url))
const ASTRO = '7.3.5'
const STARLIGHT = '0.42.4'
/** Both sites know their pages under this path. */
const PAGES = 'src/content/docs'

const CONTENT_CONFIG = `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

export const collections = { docs: defineCollection({ loader: glob({ base: './${PAGES}', pattern: '**/*.md' }) }) }
`
const STARLIGHT_CONTENT_CONFIG = `import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`
const PAGE = `---
import { getCollection, render } from 'astro:content'
export async function getStaticPaths() {
  const pages = await getCollection('docs')
  return pages.map((entry) => ({ params: { id: entry.id === 'index' ? undefined : entry.id }, props: { entry } }))
}
const { Content } = await render(Astro.props.entry)
---
<html lang="en">
  <head><title>{Astro.props.entry.data.title}</title></head>
  <body>
    <header></header>
    <main><h1>{Astro.props.entry.data.title}</h1><Content /></main>
  </body>
</html>
`

/** Files of each site beside its pages, and its packages. */
const SITES = {
  Starlight: {
    packages: { '@astrojs/starlight': STARLIGHT, astro: ASTRO },
    files: {
      'src/content.config.ts': STARLIGHT_CONTENT_CONFIG,
      'astro.config.mjs': `import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

export default defineConfig({
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: 'Acme' })],
})
`,
    },
  },
  'plain Astro': {
    packages: { astro: ASTRO },
    files: {
      'src/content.config.ts': CONTENT_CONFIG,
      'src/pages/[...id].astro': PAGE,
      'astro.config.mjs': `import { defineConfig, passthroughImageService } from 'astro/config'

export default defineConfig({
  image: { service: passthroughImageService() },
  integrations: [],
})
`,
    },
  },
}

export const SITE_NAMES = Object.keys(SITES)
export const VERSIONS = `Astro ${ASTRO}, Starlight ${STARLIGHT}`

/** Writes a site with its packages not yet installed; gives back how many pages it has. */
export function writeSite(folder, name) {
  const { packages, files } = SITES[name]
  const manifest = { name: 'acme', private: true, type: 'module', scripts: { build: 'astro build' }, dependencies: packages }
  const all = { ...files, 'package.json': JSON.stringify(manifest, null, 2) }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(DOCS, join(folder, PAGES), { recursive: true })
  return readdirSync(DOCS).filter((file) => file.endsWith('.md')).length
}
