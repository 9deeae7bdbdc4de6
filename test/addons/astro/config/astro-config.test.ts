import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAstroConfig } from '../../../../src/addons/astro/config/astro-config.ts'

function addresses(config: string) {
  const { base, trailingSlash, markdown } = readAstroConfig(config).addresses
  return { base, trailingSlash, markdown }
}

test('readAstroConfig() takes base and slash from the exported object', () => {
  const none = { base: undefined, trailingSlash: undefined, markdown: undefined }
  assert.deepEqual(addresses('export default {}'), none)
  assert.deepEqual(addresses("export default {\n  base: '/docs',\n  trailingSlash: \"never\",\n}"), { ...none, base: '/docs', trailingSlash: 'never' })
  assert.deepEqual(addresses("export default defineConfig({ base: '/docs', trailingSlash: 'always' })"), { ...none, base: '/docs', trailingSlash: 'always' })
  assert.deepEqual(addresses("export default defineConfig({\n  /*\n  base: '/old',\n  */\n})"), none)
  assert.deepEqual(addresses("export default {\n  vite: {\n    base: '/cdn',\n  },\n}"), none)
  assert.deepEqual(addresses("export default {\n  // base: '/docs',\n  base: prefix,\n}"), none)
  assert.deepEqual(addresses('export default { markdown: { smartypants: false } }').markdown, { smartypants: false })
})

test('readAstroConfig() takes the languages of Starlight and of Astro', () => {
  const locales = (config: string) => {
    const { i18n } = readAstroConfig(config).addresses
    return i18n && `${i18n.defaultLocale}: ${i18n.locales?.map((locale) => typeof locale === 'string' ? locale : `${locale.path}=${locale.codes}`)}`
  }
  const table: readonly (readonly [string, string | undefined])[] = [
    ["export const locales = {\n  root: { label: 'English', lang: 'en' },\n  // de: { lang: 'de' },\n  fr: { label: 'Français' },\n  'zh-cn': { label: 'x', lang: 'zh-CN' },\n}\nexport default { integrations: [starlight({ locales })] }", 'en: en=en,fr=fr,zh-cn=zh-CN'],
    ["starlight({ defaultLocale: 'en', locales: { en: { label: 'English' }, ar: { label: 'x', dir: 'rtl' } } })", 'en: en=en,ar=ar'],
    ["export default { i18n: { locales: ['en', \"pt-br\"], defaultLocale: 'en' } }", 'en: en,pt-br'],
    ['export default { i18n: { locales: codes } }', undefined],
    ['starlight({ locales: { ...shared } })', undefined],
  ]
  for (const [config, expected] of table) assert.equal(locales(config), expected, config)
})

test('readAstroConfig() takes collections that are plain patterns', () => {
  const table: readonly (readonly [string, Readonly<Record<string, string>> | null])[] = [
    ['ask()', null],
    ["ask({ collections: { docs: '/[id]/', 'release-notes': \"/notes/[id]\" } })", { docs: '/[id]/', 'release-notes': '/notes/[id]' }],
    ["ask({ collections: { blog: '/blog/' } })", null],
    ['ask({ collections: { blog: pattern } })', null],
    ['ask({ collections })', null],
  ]
  for (const [config, expected] of table) assert.deepEqual(readAstroConfig(config).collections, expected, config)
})

test('readAstroConfig() finds plugins that may change ids of headings, with their line', () => {
  const table: readonly (readonly [string, boolean, number | null])[] = [
    ['markdown: {}', false, null],
    ['\n\nmarkdown: { rehypePlugins: [slug] }', true, 3],
    ['processor: unified({ gfm: true })', true, null],
    ['processor: unified({\n  remarkPlugins })', true, 2],
    ['processor: satteri({ hastPlugins: [slug] })', false, 1],
    ['// rehypePlugins: [slug]\nmdastPlugins: []', false, 2],
  ]
  for (const [config, isUnified, line] of table) {
    const plain = readAstroConfig(config)
    assert.deepEqual([plain.isUnified, plain.pluginsLine], [isUnified, line], config)
  }
})
