import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHtml } from '../../../../src/core/content/html/html.ts'
import { readMarkdown } from '../../../../src/core/content/markdown/markdown.ts'
import { formatMarkdown } from '../../../../src/core/content/structure/markdown.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Checks the Markdown of a built page. */
function check(html: string, expected: string) {
  assert.equal(formatMarkdown(readHtml({ path: 'a.html', text: html }, { depth: 6 }).sections[0]!), expected)
}

function sectionOf(markdown: string) {
  return readMarkdown({ path: 'a.md', text: markdown }, { depth: 6 }).sections[0]!
}

for (const [name, run] of rulesOf('formatMarkdown()', check, [
  ['writes inline elements',
    ['<p>a <b>b</b> <i>c</i> <del>d</del> <code>e`f</code><br>g</p>', 'a **b** *c* ~~d~~ ``e`f``  \ng'],
    ['<p><a href="/b">a</a> <a href="/c (d)">c</a> <img src="e.png" alt="f"></p>', '[a](/b) [c](</c (d)>) ![f](e.png)'],
    ['<p><a href="java<script:x">a</a></p>', '[a](<java%3Cscript:x>)']],
  ['writes nested lists, tight and loose',
    ['<ul><li>a<ol start="9"><li>b<li>c</ol><li>d</ul>', '- a\n  9. b\n  10. c\n- d'],
    ['<ul><li><p>a</p><p>b</p><li>c</ul>', '- a\n\n  b\n\n- c'],
    ['<ul><li>a<pre>b\n\nc</pre></ul>', '- a\n\n  ```\n  b\n\n  c\n  ```'],
    ['<ul><li>a<pre>b\n   \n\nc</pre></ul>', '- a\n\n  ```\n  b\n     \n\n  c\n  ```'],
    ['<ul><li><input type="checkbox" checked>a<li><input type="checkbox">b</ul>', '- [x] a\n- [ ] b'],
    ['<dl><dt>a<dd>b<dd><p>c</p><p>d</p></dl>', 'a\n: b\n: c\n\n  d']],
  ['writes tables with a header, even an empty one',
    ['<table><thead><tr><th>a<th>b|c<tbody><tr><td>d<td></table>', '| a | b\\|c |\n| --- | --- |\n| d |  |'],
    ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', '|  |  |\n| --- | --- |\n| a | b |\n| c | d |']],
  ['writes quotes, callouts, details and tabs with their titles',
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'], ['<blockquote>a<br>b</blockquote>', '> a  \n> b'],
    ['<blockquote><pre>a  \n\n   \nb</pre></blockquote>', '> ```\n> a  \n>\n>    \n> b\n> ```'],
    ['<div class="admonition tip"><p class="admonition-title">T</p><p>a</p></div>', '> [!TIP] T\n> a'],
    ['<details><summary>T</summary><p>a</p></details>', '<details>\n<summary>T</summary>\n\na\n\n</details>'],
    ['<div class="tabs-container"><ul role="tablist"><li role="tab">A<li role="tab">B</ul><div role="tabpanel">a</div><div role="tabpanel">b</div></div>', '<tabs>\n<tab label="A">\n\na\n\n</tab>\n<tab label="B">\n\nb\n\n</tab>\n</tabs>'],
    ['<figure><img src="a.png" alt="a"><figcaption>b</figcaption></figure>', '![a](a.png)\n\nb']],
])) test(name, run)

test('formatMarkdown() writes removed and new lines of code as a diff', () => {
  const line = (mark: string, code: string) => `<span class="line ${mark}">${code}</span>`
  check(`<pre data-language="js">${line('', 'a')}\n${line('remove', 'b')}\n${line('add', 'c')}</pre>`, '```diff lang=js\n  a\n- b\n+ c\n```')
  check('<pre data-language="js">a ```` b</pre>', '`````js\na ```` b\n`````')
})

test('formatMarkdown() writes a diff of many ranges, also from a line in it', () => {
  const section = sectionOf(`\`\`\`js\na\n${'b // [!code ++]\nc // [!code --]\nd\n'.repeat(3_000)}\`\`\``)
  assert.equal(formatMarkdown(section).slice(0, 32), '```diff lang=js\n  a\n+ b\n- c\n  d\n')
  assert.equal(formatMarkdown(section, { from: section.text.indexOf('c') }).slice(0, 28), '```diff lang=js\n- c\n  d\n+ b\n')
})

test('formatMarkdown() writes tables of any number of rows, and of one long row', () => {
  const rows = formatMarkdown(sectionOf(`| a |\n|---|\n${'| b |\n'.repeat(130_000)}`))
  assert.equal(rows.split('\n').length, 130_002)
  const wide = formatMarkdown(sectionOf(`|${' a |'.repeat(20_000)}\n|${'-|'.repeat(20_000)}\n${'| b |\n'.repeat(20_000)}`))
  assert.ok(wide.length < 1_000_000 && wide.endsWith('\n| b |\n| b |'))
})

test('formatMarkdown() writes a range, below the header of its table and the item of its list', () => {
  const table = sectionOf('| a | b |\n|---|---|\n| c | d |\n| e | f |')
  assert.equal(formatMarkdown(table, { from: table.text.indexOf('e') }), '| a | b |\n| --- | --- |\n| e | f |')
  const list = readHtml({ path: 'a.html', text: '<ul><li>a<ul><li>b<li>c</ul></ul>' }, { depth: 6 }).sections[0]!
  const from = list.text.indexOf('c')
  assert.equal(formatMarkdown(list, { from }), '- a\n  - c')
  assert.equal(formatMarkdown(list, { to: from }), '- a\n  - b')
})
