import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  astroRule, createSlugger, type GeneratedHeading, GITHUB_RULE, type HeadingRule, slug,
} from '../../../../src/core/content/generators/heading-ids.ts'
import { PLAIN_RULES } from '../../../../src/core/content/generators/rules.ts'
import { readMarkdown } from '../../../../src/core/content/markdown/markdown.ts'
import { rulesOf } from '../../../support/rules.ts'

interface Given {
  readonly rule?: HeadingRule
  readonly headings?: readonly GeneratedHeading[]
  readonly path?: string
}

/** Ids of a page's headings in order, `-` for text that starts no section. */
function check(markdown: string, expected: readonly string[], { rule = GITHUB_RULE, headings = [], path = 'page.md' }: Given = {}) {
  const { sections } = readMarkdown({ path, text: `---\ntitle: Page\n---\n\n${markdown}` }, { depth: 6, rules: { ...PLAIN_RULES, headings: rule }, headings })
  assert.deepEqual(sections.slice(1).map(({ anchor }) => anchor), expected)
}

function known(...headings: readonly (readonly [depth: number, slug: string, text: string])[]): GeneratedHeading[] {
  return headings.map(([depth, slug, text]) => ({ depth, slug, text }))
}

const MADE = known([2, 'one', 'One'], [3, 'custom', 'Any other text'], [2, 'footnote-label', 'Footnotes'])
const DASHES = '## a -- b\n\n## c --- d\n\n## `--flag` --x\n'

for (const [name, run] of rulesOf('readMarkdown()', check, [
  ['keeps hyphens in ids as GitHub does',
    [DASHES, ['a----b', 'c-----d', '--flag---x']]],
  ['leaves out what SmartyPants makes dashes of, as each Astro does',
    [DASHES, ['a--b', 'c--d', '--flag-x'], { rule: astroRule(7) }],
    [DASHES, ['a--b', 'c-----d', '--flag-x'], { rule: astroRule(6) }],
    [DASHES, ['a--b', 'c-----d', '--flag-x'], { rule: astroRule(5) }],
    [DASHES, ['a----b', 'c-----d', '--flag---x'], { rule: astroRule(7, true) }]],
  ['cuts a hyphen at the end of an id where Astro 5 does',
    ['## a 🎉\n\n## b\n', ['a', 'b'], { rule: astroRule(5) }],
    ['## a 🎉\n\n## b\n', ['a-', 'b'], { rule: astroRule(6) }]],
  ['takes `{#id}` for text where Astro does',
    ['## A {#b}\n', ['b']], ['## A {#b}\n', ['a-b'], { rule: astroRule(7) }],
    ['## A [#b]\n\n## C :id=d\n\n## E\n{: #f }\n', ['b', 'd', 'f']],
    ['## A [#b]\n\n## C :id=d\n\n## E\n{: #f }\n', ['a-b', 'c-idd', 'e'], { rule: astroRule(7) }],
    ['## A [#b] [!toc]\n\n## C [#12]\n', ['b', 'c-12'], { path: 'page.mdx' }]],
  ['takes ids that the site made, by place',
    ['## One\n\n### :rocket: Two\n', ['one', 'custom'], { headings: MADE }],
    ['## One\n\n### Two {#mine}\n', ['one', 'custom'], { headings: MADE }]],
  ['finds ids of the site by their text where the site has more headings',
    ['## One\n\n### Setup\n\n## The *End*\n', ['one', 'setup-1', 'end'],
      { headings: known([2, 'part', 'A part'], [2, 'one', 'One'], [3, 'setup-1', 'Setup'], [2, 'end', 'The End']) }]],
  ['gives a heading that the site does not know no id',
    ['## One\n\n## Three\n\n## Two\n', ['one', 'two'], { headings: known([2, 'one', 'One'], [2, 'two', 'Two']) }]],
  ['takes the id of a tag as it is written, whatever the site made',
    ['## One\n\n<h2 id="own">Own</h2>\n', ['x', 'own'], { headings: known([2, 'x', 'One']) }]],
  ['finds the id of an expression by its source',
    ['## Version {version}\n', ['version-version'],
      { headings: known([2, 'partial', 'Partial'], [2, 'version-version', 'Version version']), path: 'page.mdx' }]],
])) test(name, run)

/** Made with github-slugger 2.0.0. */
const VECTORS: { slug: [string, string][]; sequence: [string, string][] } = JSON.parse(
  readFileSync(new URL('../../../data/slug-vectors.json', import.meta.url), 'utf8'),
)

test('slug() gives what github-slugger gives', () => {
  for (const [text, expected] of VECTORS.slug) assert.equal(slug(text), expected, JSON.stringify(text))
})

test('createSlugger() gives what github-slugger gives for the headings of one page', () => {
  const { idOf: uniqueSlug } = createSlugger()
  for (const [text, expected] of VECTORS.sequence) assert.equal(uniqueSlug(text), expected, JSON.stringify(text))
})

test('createSlugger() makes ids as Docsify does, for each page anew', () => {
  const headings = ['Setup', 'Setup', 'a -- b', '50% off', 'foo.bar(baz) / qux', 'Héllo Wörld 🎉', '日本', '1. First']
  const expected = 'setup setup-1 a-b _50-off foobarbaz-qux héllo-wörld-🎉 日本 _1-first'
  for (let page = 0; page < 2; page += 1) assert.equal(headings.map(createSlugger('docsify').idOf).join(' '), expected)
})

test('createSlugger() counts on as Python-Markdown does, also after a number that is no safe integer', () => {
  const { idOf } = createSlugger('python')
  const ids = ['a', 'a_1', 'a', 'a_1', 'a', '', '', 'b_9007199254740992', 'b_9007199254740992', 'b_9007199254740992'].map(idOf)
  assert.equal(ids.join(' '), 'a a_1 a_2 a_3 a_4 _1 _2 b_9007199254740992 b_9007199254740993 b_9007199254740994')
})
