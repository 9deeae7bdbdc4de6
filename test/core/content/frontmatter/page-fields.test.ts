import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_PLACE } from '../../../../src/core/content/document.ts'
import { homeTexts, readPageFields } from '../../../../src/core/content/frontmatter/page-fields.ts'
import { parseYaml } from '../../../../src/core/content/frontmatter/yaml.ts'
import { rulesOf } from '../../../support/rules.ts'

const NOTHING = { title: null, description: null, slug: null, permalink: null, route: null, id: null, group: null, lang: null, version: null, canonical: null, aliases: [], categories: [], formerAddresses: [], redirectTo: null, weight: null, hidden: null, lifetime: null, hiddenBelow: [], menu: NO_PLACE }

function check(yaml: string, expected: Partial<Record<keyof typeof NOTHING, string | readonly string[]>>) {
  assert.deepEqual(readPageFields(parseYaml(yaml, 1).data), { ...NOTHING, ...expected }, yaml)
}

for (const [name, run] of rulesOf('readPageFields()', check, [
  ['reads words and numbers',
    ['title: A\ndescription: |\n  B\n  c\nslug: /d\n', { title: 'A', description: 'B c', slug: '/d' }],
    ['title: 404', { title: '404' }], ['title: " "\nslug: [a]\ndescription: true', {}],
    ['title: "A\u200b\u202eb"', { title: 'Ab' }]],
  ['takes categories as a list and as words', ['categories: a b', { categories: ['a', 'b'] }], ['categories: [a b, c]', { categories: ['a b', 'c'] }]],
  ['reads the address, which names no style, by the keys of two kinds of generators',
    ['url: a/b\npath: /c/d', { permalink: 'a/b', route: '/c/d/' }], ['permalink: /a.html\nroute: /b/', { permalink: '/a.html', route: '/b/' }],
    ['permalink: pretty\npath: c/d/', { route: '/c/d/' }], ['path: about', { route: '/about/' }], ['path: https://x.org/a', {}], ['route: "{{ a }}"', {}]],
  ['takes group before category',
    ['category: A', { group: 'A', categories: ['A'] }], ['category: A\ngroup: B', { group: 'B', categories: ['A'] }], ['data:\n  group: B', {}]],
  ['reads the language as a tag',
    ['lang: en', { lang: 'en' }], ['lang: pt_BR\nlocale: en', { lang: 'pt-BR' }],
    ['locale: zh-Hans', { lang: 'zh-Hans' }], ['lang: english please', {}]],
  ['reads the version as it is written',
    ['version: 1.10', { version: '1.10' }], ['version: 2', { version: '2' }], ['version: [1, 2]', {}]],
  ['reads whether the page is published', ['draft: true', { hidden: 'draft' }]],
  ['reads where a page leads, which then is not found',
    ['redirect_to: [/a/]', { redirectTo: '/a/', hidden: 'generated' }], ['redirect: https://a.test/', { redirectTo: 'https://a.test/' }],
    ['redirect_to:', {}], ['redirect_to: false', {}], ['redirect_to: []', {}]],
  ['leaves the marks of code out of a description', ['description: "The `a` of ``b``"', { description: 'The a of b' }]],
])) test(name, run)

test('readPageFields() reads the place in a menu by the keys of several generators', () => {
  const check = (yaml: string, menu: object) => assert.deepEqual(readPageFields(parseYaml(yaml, 1).data).menu, { ...NO_PLACE, ...menu })
  check('sidebar_position: 2\nsidebar_label: A', { position: 2, label: 'A' })
  check('sidebar:\n  order: 3\n  label: B', { position: 3, label: 'B' })
  check('nav_order: first\nparent: C\ngrand_parent: D', { parent: 'C', ancestor: 'D' })
  check('eleventyNavigation:\n  key: K\n  title: D\n  parent: E\n  order: 0', { position: 0, label: 'D', parent: 'E', key: 'K' })
  check('date: 1970-01-02', { date: 86_400_000 })
})

test('readPageFields() takes keywords for other names of the page, and no tags', () => {
  const aliasesOf = (yaml: string) => readPageFields(parseYaml(yaml, 1).data).aliases
  assert.deepEqual(aliasesOf('aliases: a\nkeywords: [b, 7]\ntags: [c]'), ['a', 'b', '7'])
  assert.deepEqual(aliasesOf('keywords: b, c d'), ['b', 'c d'])
  assert.deepEqual(aliasesOf('head: [[meta, { name: keywords, content: b c }], [meta, { name: author, content: d }]]'), ['b c'])
  assert.deepEqual(aliasesOf('head: [{ tag: meta, attrs: { name: keywords, content: "b, c" } }, { tag: style }]'), ['b', 'c'])
  assert.deepEqual(aliasesOf('myst:\n  html_meta:\n    "keywords lang=en": b, c'), ['b', 'c'])
})

test('homeTexts() reads the texts of a home page that readers see', () => {
  const home = 'hero:\n  name: A\n  tagline: B\n  actions:\n    - text: C\nfeatures:\n  - title: D\n    details: E\n    linkText: F\n  - e'
  assert.deepEqual(homeTexts(parseYaml(home, 1).data), ['A', 'B', 'C', 'D', 'E', 'F'])
  assert.deepEqual(homeTexts(parseYaml('hero: a\nfeatures: b\ntagline: c', 1).data), [])
  const ofVuePress = 'home: true\nheroText: A\ntagline: B\nfooter: C\nactions:\n- text: D\nfeatures:\n- title: E'
  assert.deepEqual(homeTexts(parseYaml(ofVuePress, 1).data), ['A', 'B', 'C', 'D', 'E'])
})
