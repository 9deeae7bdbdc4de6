/** An Astro site as JSON: what is made of its configuration and its build, and read again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AstroAddresses, bodyHash, createPatternTest, decodeAstroOutline, decodeAstroSite, decodeHeadings, isPattern, resolveAstroSite,
} from '../../../../src/addons/astro/config/astro-site.ts'
import { rulesOf } from '../../../support/rules.ts'

function checkSite(config: AstroAddresses, expected: object) {
  const site = resolveAstroSite(null, config, 7)
  assert.deepEqual({ ...site, ...expected }, site)
}

for (const [name, run] of rulesOf('resolveAstroSite()', checkSite, [
  ['writes addresses of docs as Starlight does',
    [{}, { collections: { docs: '/[id]/' }, base: '/' }],
    [{ trailingSlash: 'ignore', build: { format: 'directory' } }, { collections: { docs: '/[id]/' } }],
    [{ trailingSlash: 'always' }, { collections: { docs: '/[id]/' } }],
    [{ trailingSlash: 'never' }, { collections: { docs: '/[id]' } }],
    [{ build: { format: 'file' } }, { collections: { docs: '/[id].html' } }]],
  ['brings the base into one form',
    ...['/docs', '/docs/', 'docs'].map((base): [object, object] => [{ base }, { base: '/docs/' }]),
    [{ base: '/' }, { base: '/' }]],
  ['sees that SmartyPants is off',
    [{ markdown: { smartypants: false } }, { isPlain: true }], [{ markdown: {} }, { isPlain: false }]],
])) test(name, run)

test('resolveAstroSite() knows locales by their folders', () => {
  const locales = ['en', { path: 'br', codes: ['pt-BR'] as const }]
  checkSite({ i18n: { defaultLocale: 'en', locales } }, { locales: { en: 'en', br: 'pt-BR' }, lang: 'en' })
  checkSite({ i18n: { defaultLocale: 'br', locales } }, { lang: 'pt-BR' })
  checkSite({}, { locales: {}, lang: null })
})

test('resolveAstroSite() refuses values that are not patterns, with an example', () => {
  for (const collections of [{ blog: '/blog/' }, { blog: 'blog/[id]' }, {}]) {
    assert.throws(() => resolveAstroSite(collections, {}, 7), { option: 'collections', message: /collections must name where pages are, such as \{ blog: '\/blog\/\[id\]\/' \}/ })
  }
})

test('decodeAstroSite() reads what was written, and nothing else', () => {
  const site = resolveAstroSite({ docs: '/[id]/' }, { base: '/d', i18n: { defaultLocale: 'en', locales: ['en'] } }, 6)
  assert.deepEqual(decodeAstroSite(JSON.parse(JSON.stringify(site))), site)
  const broken = [null, 1, {}, { ...site, base: 'x' }, { ...site, collections: { docs: 'x' } }, { ...site, locales: [1] }, { ...site, major: '7' }]
  for (const value of broken) assert.equal(decodeAstroSite(value), null, JSON.stringify(value))
})

test('createPatternTest() fits a path whose id has no text, but not one whose parts share text', () => {
  const paths = ['/a/edit', '/a/edit/', '/docs/', '/edit', '/docs']
  assert.deepEqual(paths.filter(createPatternTest(['/[id]/edit/', '/docs/[id]'])), paths.slice(0, 3))
})

test('bodyHash() knows a text by what is between its first and last letter', async () => {
  assert.equal(await bodyHash('\n## A\n\nB\n'), await bodyHash('## A\n\nB'))
  assert.notEqual(await bodyHash('## A\n\nB'), await bodyHash('## A\nB'))
})

test('decodeHeadings() leaves out values that are not headings', () => {
  const heading = { depth: 2, slug: 'a', text: 'A' }
  assert.deepEqual(decodeHeadings([{ ...heading, more: 1 }, null, 'a', { depth: '2', slug: 'b', text: 'B' }, { depth: 2 }]), [heading])
  for (const none of [null, undefined, {}, 'text']) assert.deepEqual(decodeHeadings(none), [])
})

test('decodeAstroOutline() gives back what was written, without values that are not entries', () => {
  const entry = { id: 'a', path: 'a.md', hash: 'sha256:0', headings: [{ depth: 2, slug: 'a', text: 'A' }] }
  assert.deepEqual(decodeAstroOutline(JSON.parse(JSON.stringify({ docs: [entry] }))), { docs: [entry] })
  assert.deepEqual(decodeAstroOutline({ docs: [null, { ...entry, hash: 1 }, { ...entry, headings: 'none' }], blog: 'none' }), {
    docs: [{ ...entry, headings: [] }],
  })
  for (const none of [null, [], 'text', 1]) assert.deepEqual(decodeAstroOutline(none), {})
})

test('isPattern() knows a path with one name in brackets', () => {
  for (const text of ['/[id]/', '/[...slug]', '/blog/[id].html', '/a/b/[id]/c/']) assert.ok(isPattern(text), text)
  for (const text of ['', '/', 'blog/[id]', '/blog/', '/[a]/[b]', '/[id]?x', '/a b/[id]', 'https://x.test/[id]']) assert.ok(!isPattern(text), text)
})
