import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathPattern } from '../../../../src/core/content/generators/path-pattern.ts'
import { PLAIN_RULES } from '../../../../src/core/content/generators/rules.ts'
import type { IncludeRules } from '../../../../src/core/content/includes/include-forms.ts'
import { expandIncludes, includedPaths } from '../../../../src/core/content/includes/includes.ts'
import { rulesOf } from '../../../support/rules.ts'

const FILES = new Map(Object.entries({
  'a.rs': 'use a;\n// ANCHOR: b\nfn b() {\n    // ANCHOR: c\n    c();\n    // ANCHOR_END: c\n}\n// ANCHOR_END: b\n',
  '../lib/d.ts': 'a\n// #region r\nb\n// #endregion r\nc\n',
  'part.md': '---\ntitle: x\n---\n# Part\n\none\n\n## Two\n\ntwo\n\n## Three\n\nthree',
  'inc/s.md': 'a\n<!-- --8<-- [start:x] -->\nb\n<!-- --8<-- [end:x] -->\nc',
  '_part.mdx': 'See [it](./it.md).',
  'loop.md': '{{#include loop.md}}',
  '_includes/j.md': 'jekyll',
  '_includes/k.md': 'Hi {{ include.name | upcase }}{{include.more -}}{{ include.no }} {name}',
  '.gitbook/includes/g.md': 'gitbook',
  'd.js': '/// [demo]\na()\n/// [demo]\nb()\n',
  'e.cs': '// <demo>\na();\n// </demo>\nb();\n',
  'snippets/m.mdx': 'mint',
  'q.py': 'class A:\n    e = 1\n    @c\n    def b(self):\n        d()\n\n    def f(self): pass\ndef g(): pass\n',
  'R.md': '[a](docs/a.md) [b](b.md)',
  'between.md': 'a\n<!-- from -->\nb\n<!-- to -->\nc',
  'own/q.md': 'own',
  'v.mdx': "export const one = 'A'\nexport const two = 2\n\nI eat {word} and {props.more}, {other}.",
  'in.ts': '// #region r\n  if (a) {\n    b()\n\n  }\n// #endregion r\n',
}))

const OWN = { ...PLAIN_RULES, snippetFolders: ['own'] }

/** A page that shows how an include is written. */
const EXAMPLE = '````md\n```{include} part.md\n```\n````'

test('expandIncludes() warns of files that are not there, but for those in folders that an alias names', () => {
  const messages = (target: string) => {
    return expandIncludes(`import A from '${target}'\n\n<A />`, { path: 'p.mdx', includes: FILES }, PLAIN_RULES).warnings.length
  }
  assert.deepEqual(['./no.mdx', '@site/no.mdx', '@parts/no.mdx', '~/no.mdx', './v.mdx'].map(messages), [1, 1, 0, 0, 0])
})

test('expandIncludes() looks for snippets in the folders that the configuration names', () => {
  assert.equal(expandIncludes('--8<-- "q.md"', { path: 'p.md', includes: FILES }, OWN).text, 'own')
  assert.deepEqual(includedPaths('--8<-- "q.md"', 'p.md', OWN)?.[0], 'own/q.md')
})

/** `|` for a line break. */
function check(text: string, expected: string, path = 'page.md') {
  const { text: expanded } = expandIncludes(text.replaceAll('|', '\n'), { path, includes: FILES }, PLAIN_RULES)
  assert.equal(expanded.replaceAll('\n', '|'), expected)
}

for (const [name, run] of rulesOf('expandIncludes()', check, [
  ['gives snippets of MDX their properties, and pages the constants that they export',
    ["import V from './v.mdx'||<V word=\"it\" more=\"b\" />", "||export const one = 'A'|export const two = 2||I eat it and b, {other}.", 'page.mdx'],
    ["import { one as first, no } from './v.mdx'|", "export const first = 'A'|", 'page.mdx'],
    ["import V, { two } from '/v.mdx'|", 'export const two = 2|', 'page.mdx'],
    ["import { two } from './v.mdx'|", '|', 'page.md']],
  ['reads code of files that a fence without lines names',
    ['```js file=./d.js#L2-L3|```', '```js |a()|/// [demo]|```'], ['```ts title="A" file="../lib/d.ts#L1"|```', '```ts title="A" |a|```'],
    ['```js file=no.js|```', '```js file=no.js|```'], ['```js file=./d.js|own|```', '```js file=./d.js|own|```']],
  ['takes the indent off regions where the generator does',
    ['<<< ./in.ts#r', '```ts|if (a) {|  b()||}|```'], ['<include>./in.ts#r</include>', '```ts |if (a) {|  b()||}|```'],
    ['```{literalinclude} in.ts|:lines: 3|:dedent:|```', '```ts|b()|```'],
    ['```{literalinclude} in.ts|:lines: 3|```', '```ts|    b()|```']],
  ['reads blocks of MyST that include, and no examples of them',
    ['```{include} between.md|:start-after: <!-- from -->|:end-before: <!-- to -->|```', 'b'],
    ['```{literalinclude} between.md|---|language: html|start-after: "<!-- from -->"|end-before: "<!-- to -->"|---|```', '```html|b|```'],
    ['```{include} ../R.md|:relative-docs: docs/|```', '[a](/a.md) [b](b.md)', 'in/page.md'],
    ['````{note}|```{include} inc/s.md|```|````', '````{note}|a|b|c|````'],
    ['```{literalinclude} inc/s.md|:lines: x, -1 |:language: md|```', '```md|a|```'], ['```{literalinclude} inc/s.md|:lines: 5 - ,|:language: md|```', '```md|c|```'],
    ['> :::{literalinclude} a.rs|> :lines: 1, 3-4|> :language: rust|> :::', '> ```rust|> use a;|> fn b() {|>     // ANCHOR: c|> ```'],
    ['```{include} a.rs|:code: rust|:start-line: 6|:end-line: 7|```', '```rust|}|```'],
    [EXAMPLE.replaceAll('\n', '|'), EXAMPLE.replaceAll('\n', '|')]],
  ['reads the forms of mdBook',
    ['```rust|{{#include a.rs:c}}|```', '```rust|    c();|```'], ['{{#rustdoc_include a.rs:b}}', 'fn b() {|    c();|}'],
    ['{{#include a.rs:1}} {{#include ./a.rs:2:3}} {{#include a.rs::1}}', 'use a; // ANCHOR: b|fn b() { use a;'],
    ['{{#playground a.rs:c}}', '```rust|    c();|```'], ['# A|{{#title B}}|', '# A||'],
    ['`{{#include a.rs}}` and `<!--@include: ./part.md-->`', '`{{#include a.rs}}` and `<!--@include: ./part.md-->`'],
    ['{{#include ../a.rs:1}}', 'use a;', 'sub/page.md'], ['{{ #include a.rs:1 }}', 'use a;']],
  ['reads snippets of MkDocs',
    ['--8<-- "inc/s.md"', 'a|b|c'], ['- x|  --8<-- "s.md:x"', '- x|  --8<-- "s.md:x"'],
    ['- x|  --8<-- "inc/s.md:x"', '- x|  b'], ['--8<-- "inc/s.md:1:1"', 'a'],
    ['--8<-- "d.js:-2:"', '/// [demo]|b()'], ['--8<-- "d.js:-3:-2,:-4"', 'a()|/// [demo]|/// [demo]'],
    ['--8<--|inc/s.md:x|; no.md|a.rs:1:1|--8<--|z', 'b|use a;|z']],
  ['reads the forms of VitePress',
    ['<<< ../lib/d.ts', '```ts|a|// #region r|b|// #endregion r|c|```'],
    ['<<< @/../lib/d.ts#r{1,3 js:line-numbers} [D]', '```js:line-numbers {1,3} [D]|b|```'],
    ['<<< ../lib/d.ts#r [D]  ', '```ts [D]|b|```'], ['<<< ../lib/d.ts  {js}[D]', '```js [D]|a|// #region r|b|// #endregion r|c|```'],
    ['<!--@include: ./part.md{3,4}-->', 'one|'], ['<!--@include: ./part.md#two-->', '## Two||two|'],
    ['```|<<< ../lib/d.ts|```', '```|<<< ../lib/d.ts|```']],
  ['reads partials and files as text of MDX', ["import A from 'a'; import|P from './_part.mdx';||<P />", "import A from 'a'; ||See [it](it.md).", 'page.mdx'], ["import P from './_part.mdx'||<P />", '||See [it](it.md).', 'page.mdx']],
  ['reads the text of files in code blocks of Docusaurus',
    ["import S from '!!raw-loader!../lib/d.ts';||<CodeBlock language=\"ts\" title=\"D\">{S}</CodeBlock>", '||```ts title="D"|a|// #region r|b|// #endregion r|c|```', 'page.mdx']],
  ['reads the text of files in components of Vite and Astro',
    ["import s from '!!./d.js?raw'||<Code code={s} lang=\"js\" />", '||```js|/// [demo]|a()|/// [demo]|b()|```', 'page.mdx'],
    ["import s from './d.js?raw'||<Code code={s} lang=\"js\" title=\"D\" />", '||```js title="D"|/// [demo]|a()|/// [demo]|b()|```', 'page.mdx']],
  ['reads files that Docsify embeds',
    ["[x](d.js ':include :type=code :fragment=demo')", '```js|a()|```'], ["- [x](inc/s.md ':include')", '- a|b|c']],
  ['reads includes of plugins of MkDocs',
    ['{%|  include-markdown "between.md"|  start="<!-- from -->"|  end="<!-- to -->"|%}', 'b'], ['{! inc/s.md !}', 'a|b|c']],
  ['reads code of VuePress', ['@[code txt](@inc/s.md)', '```txt|a|b|c|```', 'book/a.md'], ['@[code{2-3} js](./e.cs)', '```js|a();|// </demo>|```'], ['> @[code](a.rs)', '> ```rs|> use a;|> // ANCHOR: b|> fn b() {|>     // ANCHOR: c|>     c();|>     // ANCHOR_END: c|> }|> // ANCHOR_END: b|> ```']],
  ['reads snippets of Mintlify, and partials that are imported with more and have an end tag',
    ['<Snippet file="m.mdx" />', 'mint'], ["import P, { toc } from './_part.mdx'||<P a=\"b\">|</P>", '||See [it](it.md).', 'page.mdx'],
    ["import A from '@b'; import P from './\\_part.mdx'; import C from 'c'||<P />", "import A from '@b'; import C from 'c'||See [it](it.md)."]],
  ['takes off the signs that keep a generator from including',
    ['`\\{{#include a.rs}}` \\{{#if}}', '`\u2060{{#include a.rs}}` \\{{#if}}'], ['> ;--8<-- "part.md"|a;--8<-- "b"', '> \u2060--8<-- "part.md"|a;--8<-- "b"']],
  ['reads definitions of Python', ['```{literalinclude} q.py|:pyobject: A.b|```', '```py|    @c|    def b(self):|        d()||```'], ['```{literalinclude} q.py|:pyobject: A|```', '```py|class A:|    e = 1|    @c|    def b(self):|        d()||    def f(self): pass|```']],
  ['reads includes and code of DocFX',
    ['[!INCLUDE [a](inc/s.md)]', 'a|b|c'], ['x [!code-cpp[a](no.cpp)] y', 'x  y'], ['[!code-csharp[a](e.cs?name=demo "T")]', '```csharp|a();|```'], ['[!code[a](e.cs#L3-L4)]', '```cs|// </demo>|b();|```']],
  ['reads includes of Jekyll, GitBook and Docsy',
    ['{% include j.md %} {%- include "j.md" a="b" -%}', 'jekyll jekyll'], ['```|{% include "j.md" %}|``` `{% include j.md %}`', '```|jekyll|``` `{% include j.md %}`'], ['{% include "../.gitbook/includes/g.md" %}', 'gitbook', 'in/page.md'],
    [`{% include k.md name="A's" more='"b"' no=page.no %}`, 'Hi A\'s"b"{{ include.no }} {name}'], ['{{< readfile file="inc/s.md" code="true" lang="txt" >}}', '```txt|a|b|c|```']],
])) test(name, run)

test('expandIncludes() keeps what it does not find, and warns of what must be there', () => {
  const { text, warnings } = expandIncludes('a\n{{#include b.rs}}\n{{#include a.rs:d}}\n{% include d.md %}', { path: 'p.md', includes: FILES }, PLAIN_RULES)
  assert.equal(text, 'a\n{{#include b.rs}}\n{{#include a.rs:d}}\n{% include d.md %}')
  assert.deepEqual(warnings, [
    { line: 2, message: "The included file isn't there, above 1 MiB or outside of the project: b.rs" },
    { line: 3, message: 'The file a.rs, which the page includes, has no region "d"' },
  ])
})

test('expandIncludes() names the lines of the page', () => {
  const { lines } = expandIncludes('a\n{{#include a.rs:b}}\nb', { path: 'p.md', includes: FILES }, PLAIN_RULES)
  assert.deepEqual(lines, [1, 2, 2, 2, 3])
})

test('expandIncludes() ends', () => {
  check('{{#include loop.md}}', '{{#include loop.md}}')
  const many = expandIncludes('{{#include a.rs}}\n'.repeat(5_000), { path: 'p.md', includes: FILES }, PLAIN_RULES)
  assert.ok(many.text.length < 200_000)
  assert.deepEqual(many.warnings[0], { line: 501, message: 'The page includes more than 500 files: a.rs is left out' })
})

test('expandIncludes() reads no more of large files than a page can have', () => {
  const large = 'a\n'.repeat(40_000)
  const includes = new Map([['a.txt', large], ['b.md', '{{#include a.txt:c}}\n'.repeat(500)], ['c.txt', 'c'.repeat(2 ** 20)]])
  const expand = (text: string) => expandIncludes(text, { path: 'p.md', includes }, PLAIN_RULES)
  assert.equal(expand(`--8<-- "a.txt:${'1:,'.repeat(100)}1:1"`).text.length, 4 * large.length - 1)
  const message = 'The page includes more than 4194304 characters: c.txt is left out'
  assert.deepEqual(expand('{{#include c.txt}}\n'.repeat(5)).warnings, [{ line: 5, message }])
  assert.equal(expand(`${'> '.repeat(40)}--8<-- "a.txt"\n\n`.repeat(9)).warnings.length, 8)
  for (const name of ['lines.txt', 'deep.md']) {
    includes.set(name, name === 'deep.md' ? `${' '.repeat(80)}--8<-- "lines.txt"\n`.repeat(4) : '\n'.repeat(2 ** 20))
    assert.ok(expand(`${' '.repeat(80)}--8<-- "${name}"\n`).text.length < 2 ** 22, name)
  }
  assert.equal(expand('{{#include b.md}}\n'.repeat(10)).warnings.length, 20)
})

test('includedPaths() names no hidden files', () => {
  assert.deepEqual(includedPaths('{{#include ../.env}} {{#include .git/config}} {{#include node_modules/a}}', 'p.md', PLAIN_RULES), [])
  assert.deepEqual(includedPaths('<<< ./.vitepress/a.ts\n\n<include>.shared.mdx</include>', 'p.md', PLAIN_RULES), ['.vitepress/a.ts', '.shared.mdx'])
})

test('expandIncludes() puts notes, their sections and blocks in place where pages have links of Obsidian', () => {
  const includes = new Map(Object.entries({
    'Note.md': '---\ntitle: N\n---\n# N\n\na ^one\n\n## Part two\n\n- b\n- c ^two\n\n## D\n\n| e |\n|---|\n\n^three',
    'Code.md': '## A\n\n```sh\n# b\n```\n\n    # c\n\nd\n\n## E',
    'in/Draft.md': '---\ndraft: true\n---\nsecret', 'private/P.md': 'secret',
  }))
  const rules = { ...PLAIN_RULES, dialect: 'wiki', excluded: [pathPattern('private/**', 'glob')] } as const
  const expand = (text: string, own: IncludeRules = rules) => expandIncludes(text, { path: 'in/p.md', includes }, own)
  for (const [text, expected] of [
    ['![[Code#A]]', '## A\n\n```sh\n# b\n```\n\n    # c\n\nd\n'],
    ['x\n\n![[Note#Part two|y]]', 'x\n\n## Part two\n\n- b\n- c ^two\n'], ['![[Note]]', `## N${includes.get('Note.md')?.split('# N')[1]}`],
    ['![[Note#^one]]', 'a ^one'], ['![[Note.md#^two]]', '- c ^two'], ['![[Note#^three]]', '| e |\n|---|'],
    ...['![[Draft]]', '![[private/P]]', '![[No]]', '![[a.png]]', '![[Note#No]]', '`![[Note#^one]]`'].map((one) => [one, one]),
  ] as const) assert.equal(expand(text ?? '').text, expected)
  assert.equal(expand('![[Note]]', PLAIN_RULES).text, '![[Note]]')
})
