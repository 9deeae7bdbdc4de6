import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'
import { treeOf } from '../../../support/structure.ts'

function check(html: string, expected: string) {
  assert.equal(treeOf(readPage(html).sections[0]!), expected)
}

for (const [name, run] of rulesOf('elementStart()', check, [
  ['keeps lists with their numbers, tasks and nesting',
    ['<ul><li>a<ul><li>b</ul><li>c</ul>', '<list><item><p>a</p><list><item><p>b</p></item></list></item><item><p>c</p></item></list>'],
    ['<ol start="3"><li><p>a</p><p>b</p></li></ol>', '<list first=3><item><p>a</p><p>b</p></item></list>'],
    ['<ul><li><input type="checkbox" checked disabled> a</li><li><p><input type="checkbox">b</p></li></ul>', '<list><item isDone><p>a</p></item><item><p>b</p></item></list>'],
    ['<dl><dt>a<dd>b</dl>', '<definitions><term>a</term><definition><p>b</p></definition></definitions>']],
  ['keeps tables of data, and no table that lays out a page',
    ['<table><thead><tr><th>a<th>b<tbody><tr><td><p>c</p><ul><li>d</ul><td></table>', '<table><row isHeader><cell>a</cell><cell>b</cell></row><row><cell>c d</cell><cell></cell></row></table>'],
    ['<table><tr><th>a<th>b<tr><td>c<td>d</table>', '<table><row isHeader><cell>a</cell><cell>b</cell></row><row><cell>c</cell><cell>d</cell></row></table>'],
    ['<table><tr><th>a<td>b<tr><th>c<td>d</table>', '<table><row><cell>a</cell><cell>b</cell></row><row><cell>c</cell><cell>d</cell></row></table>'],
    ['<table role="presentation"><tr><td>a<td><ul><li>b</ul></table>', '<p>a</p><list><item><p>b</p></item></list>']],
  ['keeps inline elements',
    ['<p>a <b>b <i>c</i></b> <del>d</del></p>', '<p>a <strong>b <emphasis>c</emphasis></strong> <deleted>d</deleted></p>'],
    ['<p><a href=" /b ">a <code>c</code></a> <a name="x">d</a></p>', '<p><link href=/b>a <inline-code>c</inline-code></link> d</p>'],
    ['<p><img src="a.png" alt="b"> <a href="javascript:x">c</a></p>', '<p><image src=a.png>b</image> c</p>']],
  ['takes the name of its kind for no title of a callout',
    ['<div class="warning custom-block"><p class="custom-block-title">WARNING</p><p>a</p></div>', '<callout kind=warning><p>a</p></callout>']],
  ['keeps labels of tabs inside a tab with their own panels',
    [`<starlight-tabs><ul role="tablist"><li role="tab">A<li role="tab">B</ul>
    <div role="tabpanel">a<starlight-tabs><ul role="tablist"><li role="tab">C</ul><div role="tabpanel">c</div></starlight-tabs></div>
    <div role="tabpanel">b</div></starlight-tabs>`, '<tabs><tab><title>A</title><p>a</p><tabs><tab><title>C</title><p>c</p></tab></tabs></tab><tab><title>B</title><p>b</p></tab></tabs>']],
])) test(name, run)

test('elementStart() knows callouts of the generators, and their titles', () => {
  const aside = '<aside class="starlight-aside starlight-aside--tip"><p class="starlight-aside__title" aria-hidden="true">T</p><div><p>a</p></div></aside>'
  for (const html of [
    aside,
    '<div class="theme-admonition theme-admonition-tip admonition_x alert alert--success"><div class="admonitionHeading_G">T</div><div><p>a</p></div></div>',
    '<div class="tip custom-block"><p class="custom-block-title">T</p><p>a</p></div>',
    '<div class="admonition tip"><p class="admonition-title">T</p><p>a</p></div>',
    '<div class="markdown-alert markdown-alert-tip"><p class="markdown-alert-title">T</p><p>a</p></div>',
  ]) check(html, '<callout kind=tip><title>T</title><p>a</p></callout>')
  check('<details class="note"><summary>T</summary><p>a</p></details>', '<details><title>T</title><p>a</p></details>')
})

test('elementStart() puts the label of each tab with its panel', () => {
  const expected = '<tabs><tab><title>npm</title><p>a</p></tab><tab><title>yarn</title><p>b</p></tab></tabs>'
  check(`<starlight-tabs><div><ul role="tablist"><li role="presentation"><a role="tab" href="#1">npm</a></li><li><a role="tab">yarn</a></li></ul></div>
    <div role="tabpanel">a</div><div role="tabpanel" hidden>b</div></starlight-tabs>`, expected)
  check('<div class="tabs-container"><ul role="tablist" class="tabs"><li role="tab">npm<li role="tab">yarn</ul><div><div role="tabpanel">a</div><div role="tabpanel" hidden>b</div></div></div>', expected)
  check('<div class="vp-code-group"><div class="tabs"><input><label>npm</label><input><label>yarn</label></div><div class="blocks"><div>a</div><div>b</div></div></div>', expected)
  check('<div class="tabbed-set"><input><input><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div class="tabbed-block"><p>a</p></div><div class="tabbed-block">b</div></div></div>', expected)
})

test('createCodeCollector() keeps the lines that an author marked', () => {
  const line = (classes: string, code: string) => `<div class="ec-line ${classes}"><div class="code">${code}</div></div>`
  check(`<figure><figcaption><span class="title">a.js</span></figcaption><pre data-language="js">${line('', 'a')}${line('highlight ins', 'b')}${line('highlight ins', 'c')}${line('highlight del', 'd')}</pre></figure>`,
    '<figure><title>a.js</title><code lang=js inserted=2-3 deleted=4>a⏎b⏎c⏎d</code></figure>')
  check('<pre><code><span class="line diff add">a</span>\n<span class="line diff remove">b</span>\n<span class="line highlighted">c</span></code></pre>',
    '<code inserted=1 deleted=2 marked=3>a⏎b⏎c</code>')
})

test('readHtml() keeps footnotes and references to them', () => {
  check('<p>a<sup><a href="#fn-1" data-footnote-ref>1</a></sup></p><section data-footnotes><ol><li id="fn-1"><p>b <a href="#r" data-footnote-backref>↩</a></p></li></ol></section>',
    '<p>a<footnote-reference label=1></footnote-reference></p><footnote label=1><p>b</p></footnote>')
})
