import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGeneric } from '../../../../src/core/content/site/links.ts'
import { parseElements } from '../../../../src/core/content/structure/encoding.ts'
import { siteOf } from '../../../support/site-of.ts'

/** Pages so that one wrong link is no sign of a site with addresses of its own. */
const RIGHT_LINKS = Array.from({ length: 20 }, (_, i) => `[${i}](/guides/b/#two)`).join(' ')

/** The addresses of the links and images of a page. */
function addressesOf(files: Readonly<Record<string, string>>, path: string, base = '/'): string[] {
  const page = siteOf(files, { base }).pages.find((page) => page.path === path)
  return page!.sections.flatMap(({ structure }) => {
    return parseElements(structure).flatMap(({ element }) => (element.type === 'link' ? element.href : element.type === 'image' ? element.src : []))
  })
}

const B = '# B\n\n## One\n\n## Two\n\n<a id="three"></a>'
const FILES = { 'guides/b.md': B, 'index.md': '# Home', 'api/README.md': '# API', 'v1.2.md': '# V' }

function check(link: string, expected: string, base = '/') {
  assert.deepEqual(addressesOf({ ...FILES, 'guides/a.md': `# A\n\n[x](${link})` }, 'guides/a.md', base), [expected])
}

test('resolveLinks() reads a link as a file beside its own', () => {
  check('./b.md', '/guides/b/')
  check('b.md#two', '/guides/b/#two')
  check('../api/README.md', '/api/')
  check('../index.md?x=1', '/?x=1')
})

test('resolveLinks() reads a link as an address of the page', () => {
  check('../b/', '/guides/b/')
  check('../b', '/guides/b/')
  check('/guides/b', '/guides/b/')
  check('/guides/b.html#two', '/guides/b/#two')
  check('../../api/', '/api/')
  check('/v1.2', '/v1.2/')
  check('#x', '/guides/a/#x')
})

test('resolveLinks() finds a file below the folders around the one that links to it', () => {
  check('guides/b.md', '/guides/b/')
  check('/b.md', '/guides/b/')
})

test('resolveLinks() puts links below the base of the site, whether they were written with it or not', () => {
  check('/guides/b/', '/docs/guides/b/', '/docs/')
  check('/docs/guides/b/', '/docs/guides/b/', '/docs/')
})

test('resolveLinks() resolves links where the base names a host', () => {
  const base = 'https://a.test/docs/'
  for (const link of ['./b.md', '../b/', '/guides/b/', '/docs/guides/b/']) check(link, 'https://a.test/docs/guides/b/', base)
  const files = { 'x/y.html': '<main><img src="z/a.png" alt="a"><img src="/docs/b.png" alt="b"></main>' }
  assert.deepEqual(addressesOf(files, 'x/y.html', base), ['https://a.test/docs/x/z/a.png', 'https://a.test/docs/b.png'])
})

test('resolveLinks() finds an anchor by its letters and digits', () => {
  check('/guides/b/#Two', '/guides/b/#two')
  check('/guides/b/#three', '/guides/b/#three')
})

test('resolveLinks() leaves links out of the site as they are', () => {
  for (const link of ['https://a.b/c', '//a.b', 'mailto:a@b.c', '~/x.md', '@/x.md', '/other/app', '{{link}}']) check(link, link)
})

test('resolveLinks() gives files the address at which the site has them', () => {
  const page = '# A\n\n![x](./img/b.png) ![y](/c.svg) [z](../data.json) ![w](https://a.b/c.png)'
  const files = { ...FILES, 'guides/a.md': page }
  assert.deepEqual(addressesOf(files, 'guides/a.md'), ['/guides/img/b.png', '/c.svg', '/data.json', 'https://a.b/c.png'])
  assert.deepEqual(addressesOf(files, 'guides/a.md', '/docs/')[1], '/docs/c.svg')
  assert.deepEqual(addressesOf({ 'x/y.html': '<main><img src="z/a.png" alt="a"></main>' }, 'x/y.html'), ['/x/z/a.png'])
  assert.deepEqual(addressesOf({ 'a.md': '![x](../../../etc/passwd)' }, 'a.md'), ['/etc/passwd'])
})

function warningsOf(files: Readonly<Record<string, string>>): string[] {
  return siteOf(files).warnings.map(({ type, path, line, message }) => `${type} ${path}:${line} ${message}`)
}

test('resolveLinks() warns of links to pages and anchors that are not there', () => {
  const page = `# A\n\n${RIGHT_LINKS}\n\n[x](./c.md) [y](/guides/c/)\n[z](./b.md#four)`
  assert.deepEqual(warningsOf({ ...FILES, 'guides/a.md': page }), [
    'link guides/a.md:5 The link to ./c.md is broken: there is no such page',
    'link guides/a.md:5 The link to /guides/c/ is broken: there is no such page',
    'link guides/a.md:6 The link to ./b.md#four is broken: the page /guides/b/ has no #four',
  ])
})

test('resolveLinks() calls no link broken whose target may exist', () => {
  const page = '[a](/elsewhere/) [b](./hidden.md#x) [c](./parts.md#x) [d](/guides/b/#) [e](/guides/b/#top) [f](x.zip) [g](../guides/x/) [h](./code.md#a.b) [i](./cli.md#x) [j](./macro.md#x) [k](../../SECURITY.md)'
  const files = { ...FILES, 'guides/hidden.md': '---\ndraft: true\n---\n', 'guides/parts.md': 'import P from "./_p.mdx"\n', 'guides/x/y.md': '', 'guides/code.md': '::: a.b\n', 'guides/cli.md': '::: click\n    :module: a\n', 'guides/macro.md': '# A\n\n{{ settings }}\n' }
  assert.deepEqual(warningsOf({ ...files, 'guides/a.md': page }), [])
})

test('resolveLinks() takes terms of definition lists, and sections that templates make of lists in the frontmatter, for targets', () => {
  const page = `---\nsee_also: [x]\ntags: y\n---\n${RIGHT_LINKS}\n[a](#size) [b](#size-1) [c](#see-also) [d](#tags)\n\n## Size\n\nSize\n: Big.`
  assert.deepEqual(warningsOf({ ...FILES, 'guides/a.md': page }), [
    'link guides/a.md:6 The link to #tags is broken: the page /guides/a/ has no #tags',
  ])
})

test('resolveLinks() calls no page missing in a folder where many are: the site has them from elsewhere', () => {
  const links = (count: number) => Array.from({ length: count }, (_, i) => `[${i}](/guides/x${i}/)`).join(' ')
  const warnings = (count: number) => warningsOf({ ...FILES, 'guides/a.md': `${RIGHT_LINKS} ${RIGHT_LINKS} ${links(count)}` })
  assert.equal(warnings(2).length, 2)
  assert.deepEqual(warnings(3), [])
})

test('resolveLinks() calls no fragment broken where many of the site are', () => {
  assert.deepEqual(warningsOf({ ...FILES, 'guides/a.md': '[a](./b.md#x) [b](./b.md#two)' }), [])
})

/** The texts of links to the section `Two` of B. */
function textsOf(...texts: readonly string[]): readonly string[] | undefined {
  const files = { ...FILES, 'guides/a.md': texts.map((text) => `[${text}](./b.md#two)`).join(' ') }
  return siteOf(files).pages.find(({ path }) => path === 'guides/b.md')?.sections.find(({ heading }) => heading === 'Two')?.linkTexts
}

test('resolveLinks() keeps the texts by which others link to a section', () => {
  const files = { ...FILES, 'guides/a.md': '# A\n\n## S\n\n[two](./b.md#two) [the  *second*](/guides/b/#two) [two](./b.md#two) [B](b.md) [s](#s)' }
  const texts = siteOf(files).pages.flatMap(({ sections }) => sections.flatMap(({ heading, linkTexts }) => (linkTexts.length > 0 ? [[heading, linkTexts]] : [])))
  assert.deepEqual(texts, [[null, ['B']], ['Two', ['two', 'the second']]])
})

test('resolveLinks() keeps each text of a section once, those that are not generic, in their order', () => {
  assert.deepEqual(textsOf('Routing guide', 'routes', ' routing  guide', 'here'), ['Routing guide', 'routes'])
})

test('resolveLinks() keeps twenty texts of a section, none longer than 120 characters', () => {
  const texts = textsOf('route '.repeat(21), ...Array.from({ length: 30 }, (_, i) => `route ${i}`)) ?? []
  assert.deepEqual([texts.length, texts[0], texts[19]], [20, 'route 0', 'route 19'])
})

test('resolveLinks() reads pages that link to each other, and a page of very many links', () => {
  const many = '[x](./b.md#two) '.repeat(100_000)
  const { pages } = siteOf({ 'a.md': many, 'b.md': '# B\n\n[a](a.md)\n\n## Two\n' })
  assert.deepEqual(pages[1]!.sections[1]!.linkTexts, ['x'])
})

test('isGeneric() tells texts that would suit any link', () => {
  const generic: readonly (readonly [string | null, readonly string[]])[] = [
    ['en', ['here', 'Here', 'read more', 'Read More →', 'this page', 'click here!', 'See the documentation', 'our guide', '→', '']],
    [null, ['here', 'https://example.com/a', 'www.example.com', '/guides/routing/', '../routing', '#top', 'mailto:a@example.com']],
    ['de', ['hier', 'Siehe hier', 'Weitere Informationen', 'diese Seite', 'zurück']],
    ['fr', ['ici', 'Lire la suite', 'en savoir plus', 'cette page']],
    ['es', ['aquí', 'haga clic aquí', 'Leer más', 'esta página']],
    ['pt', ['aqui', 'saiba mais', 'esta página']],
    ['ru', ['здесь', 'Читать далее']],
    ['ja', ['こちら']],
    ['zh', ['更多']],
  ]
  for (const [lang, texts] of generic) for (const text of texts) assert.equal(isGeneric(text, lang), true, text)
})

test('isGeneric() keeps texts that name their target', () => {
  for (const text of ['routing guide', 'the <Image /> component', '.env', 'getStaticPaths()', '404 page', 'astro.config.mjs', 'C++', 'Server islands']) {
    assert.equal(isGeneric(text, 'en'), false, text)
  }
})
