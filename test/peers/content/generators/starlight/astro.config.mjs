import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'

export default defineConfig({
  image: { service: passthroughImageService() },
  integrations: [
    starlight({
      title: 'Sample',
      sidebar: [{ label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }],
      editLink: { baseUrl: 'https://x.test/edit/' },
      lastUpdated: false,
      tableOfContents: { maxHeadingLevel: 6 },
    }),
  ],
})
