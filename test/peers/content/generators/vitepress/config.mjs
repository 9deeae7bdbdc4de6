export default {
  title: 'Sample',
  head: [['script', { type: 'module', src: '/ask.js' }]],
  sitemap: { hostname: 'https://x.test' },
  markdown: { lineNumbers: true },
  themeConfig: {
    outline: 'deep',
    nav: [{ text: 'Burrow', link: '/guides/burrow' }],
    sidebar: [{ text: 'headings', link: '/guides/headings' }, { text: 'blocks', link: '/guides/blocks' }, { text: 'burrow', link: '/guides/burrow' }],
    editLink: { pattern: 'https://x.test/:path' },
    footer: { message: 'Chrome of the footer' },
  },
}
