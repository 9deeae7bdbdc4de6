export default {
  title: 'Sample',
  url: 'https://x.test',
  baseUrl: '/',
  scripts: [{ type: 'module', src: '/ask.js' }],
  onBrokenLinks: 'warn',
  markdown: { format: 'detect' },
  themes: ['@docusaurus/theme-classic'],
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: '/', path: 'content', editUrl: 'https://x.test/edit/' }],
    '@docusaurus/plugin-sitemap',
  ],
  themeConfig: {
    navbar: { title: 'Sample', items: [{ to: '/guides/burrow', label: 'Burrow' }] },
    footer: { copyright: 'Chrome of the footer' },
    tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 6 },
  },
}
