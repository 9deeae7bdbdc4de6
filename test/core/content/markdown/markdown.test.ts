import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, checkMdx, outlineOf, readPage } from '../../../support/markdown.ts'
import { rulesOf } from '../../../support/rules.ts'

function checkWarnings(markdown: string, ...expected: string[]) {
  assert.deepEqual(readPage(markdown).warnings.map(({ line, message }) => `${line}: ${message}`), expected)
}

test('readMarkdown() takes the title from the frontmatter, else from the first h1, else from a heading with no text above', () => {
  assert.equal(readPage('---\ntitle: A\n---\n# B').title, 'A')
  assert.equal(readPage('Text\n\n# `B` *c*\n\n# D').title, 'B c')
  assert.equal(readPage('Title\n=====').title, 'Title')
  assert.equal(readPage('<h1 align="center">\n  <img alt="logo"> A\n</h1>').title, 'logo A')
  assert.equal(readPage('#### A\n\n## B').title, 'A')
  assert.equal(readPage('<a id="x"></a>\n\n## A').title, 'A')
  assert.equal(readPage('## A\n\n# B').title, 'B')
  assert.equal(readPage('## A\n\n```js\nx\n```\n\n<h1>Example</h1>\n\n<h1>B</h1>').title, 'A')
  assert.equal(readPage('[Home](a.md) &gt; [b](b.md)\n\n## A').title, 'A')
  for (const text of ['text', 'x >y', 'a > b\n\nc']) assert.equal(readPage(`${text}\n\n## A`).title, null)
})

for (const [name, run] of rulesOf('readMarkdown()', check, [
  ['makes a section of an h1 that is not the title',
    ['# A\n\none\n\n# B\n\ntwo', 'one\n# B #b\ntwo'], ['---\ntitle: A\n---\n# A\n\n# B', '# B #b']],
  ['makes ids as github-slugger does of the text of a heading',
    ['## Using `npm install` & <b>bold</b> — **em** [link](x)', '## Using npm install & bold — em link #using-npm-install--bold--em-link'],
    ['## foo_bar __baz__ 2 * 3', '## foo_bar baz 2 * 3 #foo_bar-baz-2--3'],
    ['## C++ &amp; C# &lt;tag&gt; &copy;', '## C++ & C# <tag> © #c--c-tag-'],
    ['## It\'s "quoted" -- and\\# done...', '## It\'s "quoted" -- and# done... #its-quoted----and-done'],
    ['## `Array<T>` ~~old~~ https://a_b.c', '## Array<T> old https://a_b.c #arrayt-old-httpsa_bc'],
    ['## Héllo 🎉', '## Héllo 🎉 #héllo-'], ['para\nline two\n---', '## para line two #paraline-two']],
  ['leaves images, tags and comments out of ids',
    ['## Image ![alt text](a.png) here', '## Image here #image--here'],
    ['## Badge <Badge text="new" />', '## Badge #badge-'], ['## <!-- c --> comment', '## comment #-comment']],
  ['numbers footnotes in ids by their first mention',
    ['See[^b].\n\n## A[^a] B[^b]\n\n[^a]: one\n\n[^b]: two', 'See.\n## A B #a2-b1\none\n\ntwo'],
    ['## A[^x]', '## A[^x] #ax']],
  ['takes a heading without an id for text',
    ['a\n\n## !!!\n\nb', 'a\n\n!!!\n\nb'], ['a\n\n## ![Alt](x)\n\n##\n\nb', 'a\n\nAlt\n\nb']],
  ['drops characters that nobody sees',
    ['## A\u200bB\u2060\n\nc\u202ed\ufeffe\u{e0041}f', '## AB #ab\ncdef'],
    ['👩\u200d💻 نمی\u200cخواهم', '👩\u200d💻 نمی\u200cخواهم']],
  ['shows the values of literals in code whose language ends in -vue',
    ["```sh-vue\n$ cd {{'<project>'}} {{ a }}\n```", '⟦sh:$ cd <project> {{ a }}⟧'],
    ["```vue\n{{ 'a' }}\n```", "⟦vue:{{ 'a' }}⟧"]],
])) test(name, run)

test('readMarkdown() hands on what the frontmatter says', () => {
  const page = readPage('---\ntitle: A\ndescription: B\nslug: c\ncategory: D\nlang: en\ndraft: true\n---\n')
  assert.deepEqual(
    [page.description, page.slug, page.group, page.lang, page.hidden, page.hasBodyMark],
    ['B', 'c', 'D', 'en', 'draft', false],
  )
})

test('readMarkdown() gives the intro first, even when it is empty', () => {
  assert.deepEqual(readPage('').sections.map(({ heading, anchor, text }) => [heading, anchor, text]), [[null, null, '']])
  assert.equal(readPage('## A').sections.length, 2)
})

test('readMarkdown() names the headings above and the line of each section', () => {
  const { sections } = readPage('---\ntitle: T\n---\n\n## A\n\n### B\n\n```\n\n```\n## C\n')
  assert.deepEqual(sections.map(({ heading, parents, line }) => [heading, parents, line]), [
    [null, [], 1], ['A', [], 5], ['B', ['A'], 7], ['C', [], 12],
  ])
})

test('readMarkdown() numbers ids that are taken, over all headings of the page', () => {
  check('# Setup\n\n## Setup\n\n> ## Setup\n\n- ## Setup', '## Setup #setup-1\n## Setup #setup-2\n## Setup #setup-3')
  assert.equal(outlineOf('## A\n\n#### A\n\n## A', 'md', 2), '## A #a\nA\n## A #a-2')
})

test('readMarkdown() lets an id written beside a heading win, without counting it', () => {
  check('## A {#c}\n\n## B', '## A #c\n## B #b')
  check('## A {#c}\n\n## A', '## A #c\n## A #a')
  check('## A {#b .c d="e f"}\n\n## D {: #e }\n\n## F {.g}', '## A #b\n## D #e\n## F #f')
  check('## A <!-- #b -->', '## A #b')
  check('Title {#b}\n---', '## Title #b')
  checkMdx('## A {/* #b */}\n\n## C {#d}', '## A #b\n## C #d')
  check('## A \\{#b} {c}\n\n## {#}', '## A {#b} {c} #a-b-c\n{#}')
})

test('readMarkdown() keeps the first of two sections that share an id', () => {
  check('## A {#x}\n\none\n\n## B {#x}\n\ntwo', '## A #x\none\n\nB\n\ntwo')
  checkWarnings('## A {#x}\n\n## B {#x}', '3: The id "x" exists twice: the text below this heading is part of the section above')
  checkWarnings('# A {#x}\n\n## B {#x}')
})
