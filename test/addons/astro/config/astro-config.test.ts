import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchGlob, readAstroConfig, readContentConfig } from '../../../../src/addons/astro/config/astro-config.ts'
import { rulesOf } from '../../../support/rules.ts'

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
    ["/* was\nask({ collections: { blog: '/blog/[id]/' } }) */\nask()", null],
    ["ask() // collections: { blog: '/blog/[id]/' }\nstarlight({ plugins: [askStarlight({ collections: { docs: '/[id]/' } })] })", { docs: '/[id]/' }],
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

function check(config: string, expected: Readonly<Record<string, string>>) {
  const found = [...readContentConfig(config)].map(([name, { base, patterns }]) => [name, [base, ...patterns].join(' ')])
  assert.deepEqual(Object.fromEntries(found), expected)
}

for (const [name, run] of rulesOf('readContentConfig()', check, [
  ['finds base and pattern of each glob()',
    [`export const collections = {
    guides: defineCollection({ loader: glob({ base: './guides', pattern: '**/*.md' }) }),
    'release-notes': defineCollection({
      schema: z.object({ a: z.string() }), loader: glob({ pattern: ["*.md", \`!a.md\`], base: "../notes" }),
    }),
  }`, { guides: './guides **/*.md', 'release-notes': '../notes *.md !a.md' }],
    [`const blog = defineCollection ( { loader: glob ( { pattern: 'blog/[^_]*.{md,mdx}' } ) } )`,
      { blog: '. blog/[^_]*.{md,mdx}' }]],
  ['follows the names that collections are exported under',
    [`const pages = defineCollection({ loader: glob({ base: 'a', pattern: '*.md' }) })
  const posts = defineCollection({ loader: glob({ base: 'b', pattern: '*.md' }) })
  export const collections = { docs: pages, posts }`, { pages: 'a *.md', docs: 'a *.md', posts: 'b *.md' }]],
  ['supports the loader of Starlight',
    [`export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }`, {
      docs: 'src/content/docs **/[^_]*',
    }]],
  ['skips comments and computed values',
    [`// const a = defineCollection({ loader: glob({ base: 'it isn't', pattern: '*.md' }) })
  /* const b = defineCollection({ loader: glob({ base: 'b', pattern: '*.md' }) }) */
  const site = 'https://acme.test/**/x' // don't
  const c = defineCollection({ loader: glob({ base: folder, pattern: '*.md' }) })
  const d = defineCollection({ loader: glob({ base: \`\${root}/d\`, pattern: '*.md' }) })
  const e = defineCollection({ loader: glob({ base: 'e', pattern: names }) })
  const f = defineCollection({ loader: file('f.json') })
  const g = defineCollection({ type: 'content' })
  const h = defineCollection({ loader: glob({ base: 'h', pattern: '*.md' }) })
  export const collections = { c, d, e, f, g, h, i: missing }`, { h: 'h *.md' }]],
  ['is not misled by brackets in a regular expression',
    [`const a = defineCollection({ loader: glob({ base: 'a', pattern: '*.md' }), b: /[(]/ })
  const c = defineCollection({ loader: glob({ base: 'c', pattern: '*.md' }) })`, { a: 'a *.md', c: 'c *.md' }]],
  ['takes a list of patterns only if it has no computed string',
    ["const a = defineCollection({ loader: glob({ pattern: ['*.md', ...(isDev ? ['b/*'] : [])] }) })", { a: '. *.md b/*' }],
    ["const a = defineCollection({ loader: glob({ pattern: [`${root}/*.md`, '!b.md'] }) })", {}]],
  ['accepts any text',
    ['', {}], ['defineCollection(', {}], ["a = defineCollection({ loader: glob({ base: 'x", {}],
    ["a = defineCollection(')", {}], [')))((("', {}]],
])) test(name, run)

function checkMatches(patterns: string | readonly string[], matching: string, others: string) {
  const isMatch = matchGlob([patterns].flat()).isEntry
  for (const path of matching.split(' ')) assert.equal(isMatch(path), true, `${patterns} has ${path}`)
  for (const path of others.split(' ')) assert.equal(isMatch(path), false, `${patterns} has no ${path}`)
}

for (const [name, run] of rulesOf('matchGlob()', checkMatches, [
  ['supports the wildcards as picomatch does',
    ['*.md', 'a.md .md', 'a/b.md a.mdx amd'], ['./*.md', 'a.md', 'a/b.md'],
    ['**/*.md', 'a.md a/b.md a/b/c.md', 'a.mdx a/md'], ['docs/**', 'docs/a docs/a/b.md', 'a.md other/docs/a'],
    ['v?.md', 'v1.md', 'v.md v12.md v/.md'], ['**/*.{md,mdx}', 'a.md a/b.mdx', 'a.markdown a.md,mdx'],
    ['{a,b/{c,d}}/x.md', 'a/x.md b/c/x.md b/d/x.md', 'b/x.md c/x.md'],
    ['**/[^_]*.md', 'a.md _a/b.md', '_a.md a/_b.md'], ['[0-9]-*.md', '1-a.md', 'a-1.md'],
    ['a+(b).md', 'ab.md abb.md', 'a.md ac.md'], ['a,b.md', 'a,b.md', 'a b.md'], ['[id.md', '[id.md', 'i.md'],
    ['a}.md', 'a}.md', 'a.md'], ['******.md', 'a.md', 'a/b.md a.mdx'],
    ['**/**/**/*.md', 'a.md a/b.md', 'a.mdx']],
])) test(name, run)

test('matchGlob() excludes the matches of a pattern with !', () => {
  checkMatches(['**/*.md', '!README.md', '!drafts/**'], 'a.md a/README.md', 'README.md drafts/a.md')
  checkMatches(['a.md', 'b/*.md'], 'a.md b/c.md', 'c.md')
  assert.equal(matchGlob(['!a.md']).isEntry('b.md'), false)
})

test('matchGlob() matches nothing with a pattern that can\'t be read', () => {
  for (const pattern of ['[z-a]*.md', '{a.md', '!(a).md', '[!_a-c]*.md']) checkMatches([pattern, '_.md'], '_.md', 'a.md z.md')
})

test('matchGlob() is not slow for many wildcards in a row', () => {
  for (const many of ['**', '**/', '***', '*']) assert.equal(matchGlob([`${many.repeat(200)}x.md`]).isEntry(`${'a/'.repeat(100)}a.md`), false)
})

test('matchGlob() gives the deepest folder that contains all matches', () => {
  const table: readonly (readonly [readonly string[], string])[] = [
    [['*.md'], ''],
    [['**/*.md'], ''],
    [['docs/guides/**/*.md'], 'docs/guides/'],
    [['./docs/*.md', '!docs/a/*.md'], 'docs/'],
    [['docs/a/x.md', 'docs/b/y.md'], 'docs/'],
    [['docs/a.md', 'blog/a.md'], ''],
    [['docs/{a,b}/*.md', 'docs/+(c)/*.md'], 'docs/'],
    [['../a/x.md', '../a/y.md'], '../a/'],
    [[], ''],
  ]
  for (const [patterns, folder] of table) assert.equal(matchGlob(patterns).folder, folder, patterns.join(' '))
})
