import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readContentConfig } from '../../../src/node/astro/content-config.ts'

function check(config: string, expected: Readonly<Record<string, string>>) {
  const found = [...readContentConfig(config)].map(([name, { base, patterns }]) => [name, [base, ...patterns].join(' ')])
  assert.deepEqual(Object.fromEntries(found), expected)
}

test('readContentConfig() finds base and pattern of each glob()', () => {
  check(`export const collections = {
  guides: defineCollection({ loader: glob({ base: './guides', pattern: '**/*.md' }) }),
  'release-notes': defineCollection({ schema: z.object({ a: z.string() }), loader: glob({ pattern: ["*.md", \`!a.md\`], base: "../notes" }) }),
}`, { guides: './guides **/*.md', 'release-notes': '../notes *.md !a.md' })
  check(`const blog = defineCollection ( { loader: glob ( { pattern: 'blog/[^_]*.{md,mdx}' } ) } )`, { blog: '. blog/[^_]*.{md,mdx}' })
})

test('readContentConfig() follows the names that collections are exported under', () => {
  check(`const pages = defineCollection({ loader: glob({ base: 'a', pattern: '*.md' }) })
const posts = defineCollection({ loader: glob({ base: 'b', pattern: '*.md' }) })
export const collections = { docs: pages, posts }`, { pages: 'a *.md', docs: 'a *.md', posts: 'b *.md' })
})

test('readContentConfig() supports the loader of Starlight, and URLs relative to the configuration', () => {
  check(`export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }`, {
    docs: 'src/content/docs **/[^_]*',
  })
  check(`const a = defineCollection({ loader: glob({ base: new URL('./texts', import.meta.url), pattern: '*.md' }) })`, {
    a: 'src/./texts *.md',
  })
})

test('readContentConfig() skips comments and computed values', () => {
  check(`// const a = defineCollection({ loader: glob({ base: 'it isn't', pattern: '*.md' }) })
/* const b = defineCollection({ loader: glob({ base: 'b', pattern: '*.md' }) }) */
const site = 'https://acme.test/**/x' // don't
const c = defineCollection({ loader: glob({ base: folder, pattern: '*.md' }) })
const d = defineCollection({ loader: glob({ base: \`\${root}/d\`, pattern: '*.md' }) })
const e = defineCollection({ loader: glob({ base: 'e', pattern: names }) })
const f = defineCollection({ loader: file('f.json') })
const g = defineCollection({ type: 'content' })
const h = defineCollection({ loader: glob({ base: 'h', pattern: '*.md' }) })
export const collections = { c, d, e, f, g, h, i: missing }`, { h: 'h *.md' })
})

test('readContentConfig() ends an unclosed definition at the next one', () => {
  check(`const a = defineCollection({ loader: glob({ base: 'a', pattern: '*.md' }), b: /[(]/ })
const c = defineCollection({ loader: glob({ base: 'c', pattern: '*.md' }) })`, { a: 'a *.md', c: 'c *.md' })
  check("const a = defineCollection(\nconst c = defineCollection({ loader: glob({ base: 'c', pattern: '*.md' }) })", { c: 'c *.md' })
})

test('readContentConfig() accepts any text', () => {
  for (const text of ['', 'defineCollection(', "a = defineCollection({ loader: glob({ base: 'x", "a = defineCollection(')", ')))((("']) check(text, {})
})
