import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

export default defineConfig({
  site: 'https://x.test',
  base: '/manual',
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Sample',
      head: [{ tag: 'script', attrs: { type: 'module', src: '/manual/ask.js' } }],
      sidebar: [{ label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }],
      editLink: { baseUrl: 'https://x.test/edit/' },
      lastUpdated: false,
      tableOfContents: { maxHeadingLevel: 6 },
    }),
  ],
})
