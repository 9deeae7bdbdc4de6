export default {
  title: 'Sample',
  head: [['script', { type: 'module', src: '/ask.js' }]],
  sitemap: { hostname: 'https://x.test' },
  markdown: { lineNumbers: true },
  themeConfig: {
    outline: 'deep',
    nav: [{ text: 'Burrow', link: '/guides/burrow' }],
    sidebar: ['headings', 'blocks', 'burrow'].map((name) => ({ text: name, link: `/guides/${name}` })),
    editLink: { pattern: 'https://x.test/:path' },
    footer: { message: 'Chrome of the footer' },
  },
}
