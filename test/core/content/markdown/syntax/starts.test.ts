import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, outlineOf } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['HTML in Markdown loses its tags and keeps its text',
    ['a <b class="c">d</b> <kbd>e</kbd>f <br/>g', 'a d ef\ng'], ['<div align="center">\n\na *b*\n\n</div>', 'a b'],
    ['<p>a</p><p>b &amp; c</p>\n<ul><li>d</li><li>e</li></ul>', 'a\n\nb & c\n\nd\ne'],
    ['<details>\n<summary>Sum</summary>\n\nText\n\n</details>', 'Sum\n\nText'],
    ['<img src="a" alt="A logo"> b', 'A logo b']],
  ['HTML in Markdown reads Markdown inside, where pages would show its marks',
    ['<div>\n**a** [b](c) `d`\n</div>', 'a b ‹d›']],
  ['the word in another attribute is no attribute', ['<div class="markdown body">\n    <p>Hello</p>\n</div>', 'Hello']],
  ['an attribute of kramdown makes Markdown of the lines after a tag', ['<div class="x" markdown="1">\n- a **b**\n- c\n</div>\n\nd', 'a b\nc\n\nd'],
    ['<details markdown="1">\n<summary>a</summary>\n{: .b }\n1. TOC\n{:toc}\n</details>\nc', 'a\n\nc'],
    ['<div markdown="1">\n`a`\n\n<div markdown="1">\nb\n</div>\n## C\n</div>\n- d\n</div>\n- e', '‹a›\n\nb\n## C #c\nd\n\n- e']],
  ['a list of attributes above a heading is not that of the heading', ['a\n{: #b}\n## A\n\nd', 'a\n## A #a\nd']],
  ['the end of a directive ends HTML, too', ['::: tip\n<div>\na\n</div>\n:::\nb', 'a\n\nb'], ['<div>\n:::\n</div>', ':::']],
  ['quotes in calls of templates don\'t end an attribute', ['<a href="{{ "/b" | url }}" title="{c">d</a> <a href="{{">e</a>', 'd e']],
  ['a < that opens no tag is text',
    ['a < b, 1 <2, Map<string, number>, <3, a <b c="', 'a < b, 1 <2, Map<string, number>, <3, a <b c="'],
    ['</ a> <a/b> <-c>', '</ a> <a/b> <-c>']],
  ['comments, scripts, styles and templates are no text',
    ['a <!-- b --> c <!-- d\ne --> f <!--> g', 'a c f g'], ['<!-- a\n\n## b\n\n-->\nc', 'c'],
    ['<script>\na\n\nb\n</script>\nc', 'c'],
    ['<style>a</style>\n\n<template>\nb\n\nc</template>\n\n<svg><title>d</title></svg>e', 'e'],
    ['<A>\n<template #b>\nc\n\nd</template>\n</A>\n<template v-if="false">\ne\n\nf</template>', 'c\n\nd'],
    ['a <script>b</script> c <?php d ?> e <!DOCTYPE f> <![CDATA[g]]> h', 'a c e h'],
    ['<div>\n<!-- a\n\nb -->\nc\n</div>', 'c'], ['a <!-- b', 'a <!-- b']],
  ['a comment that begins after the end of another one on its line is no text either',
    ['<!-- a --> <!-- b\n\n## c\n\n-->\nd', 'd'], ['<!-- a\nb --> c <!-- d\ne --> f <!--\n\ng\n-->\n\nh', 'c f\n\nh'],
    ['a\n<!-- b --> <!-- c\nd -->\ne', 'a\n\ne'], ['- <!-- a --> <!-- b\n\n  c -->\n\n  d\n\ne', 'd\n\ne'],
    ['<script>a</script> <!-- b\n\nc -->\nd', 'd'], ['<!DOCTYPE html> <!-- a\n\nb -->\nc', 'c'],
    ['<?php a ?> <!-- b\n\nc -->\nd', 'd'], ['<pre>a</pre> <!-- b\n\nc -->\nd', '⟦:a⟧\n\nd'],
    ['<!-- a --> <!-- b --> c\n## d', 'c\n## d #d'], ['<script>"<!--"</script>\n\na', 'a'],
    ['<!--> <!-- a\n\n-->\nb', 'b']],
  ['a comment that begins after another one and never ends hides the rest',
    ['a\n\n<!-- b --> <!-- c\n\n## d', 'a'], ['<div>a <!-- b\n\nc', 'a']],
  ['a comment or script that never ends hides the rest, as in a browser',
    ['a\n\n<!-- b\n\n## c', 'a'], ['a\n\n<script>\n\n## c', 'a']],
  ['pre is code, without its tags',
    ['<pre><code class="language-js">a &lt; b\n\n  <b>c</b></code></pre>', '⟦js:a < b\n\n  c⟧'], ['a <pre>b', 'a\n\nb'],
    ['<pre>\na\n\nb', '⟦:a\n\nb⟧']],
  ['code is code', ['a <code>b_c_d &lt;e&gt;</code> f <code>g', 'a ‹b_c_d <e>› f g']],
  ['a table keeps its rows and cells',
    ['<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><p>c</p><br>d</td><td>e</td></tr>\n</table>', 'a\tb\nc d\te']],
  ['a heading written as a tag is a section when it has an id',
    ['<h2 id="x">A <em>b</em></h2>\nc\n\n<h3>No id</h3>', '## A b #x\nc\n\nNo id'],
    ['<h2 id="x">\n  A\n</h2>\n\n## B\n\n<h2 id="y">open', '## A #x\n## B #b\nopen']],
  ['a heading separates block elements and line breaks by a space, its id does not',
    ['## A<br>b', '## A b #ab'], ['## <div>A</div><p>b</p> <b>c</b>d', '## A b cd #ab-cd'],
    ['<h2 id="x"><div>A</div><div>b</div></h2>', '## A b #x']],
  ['the tag of a component on a line of its own lets Markdown follow',
    ['<Tabs>\n<TabItem label="A">\n## B\n</TabItem>\n</Tabs>', 'A\n## B #b'],
    ['<Card title="A" :icon="b" @click="c" style={{ d: 1 }}>e</Card>', 'A\ne']],
])) test(name, run)

test('20,000 nested elements keep the text inside', () => {
  for (const element of ['div', 'details', 'b', 'x-y', 'ul']) {
    for (const lineEnd of ['', '\n']) {
      const [open, close] = [`<${element}>${lineEnd}`, `</${element}>${lineEnd}`]
      const page = `before\n\n${open.repeat(20_000)}inside${lineEnd}${close.repeat(20_000)}\n\nafter`
      assert.deepEqual(outlineOf(page).split(/\s+/), ['before', 'inside', 'after'], element + lineEnd)
    }
  }
  const tabs = `${'<Tabs>'.repeat(20_000)}inside${'</Tabs>'.repeat(20_000)}`
  assert.equal(outlineOf(tabs, 'mdx'), 'inside')
})
