import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

function check(html: string, expected: string) {
  assert.equal(textOf(html), expected)
}

for (const [name, run] of rulesOf('flow of HTML', check, [
  ['separates blocks by an empty line',
    ['<p>a</p><p>b</p>', 'a\n\nb'], ['<div>a<div>b</div>c</div>', 'a\n\nb\n\nc'], ['a<hr>b', 'a\n\nb'],
    ['<blockquote><p>a</p></blockquote>b', 'a\n\nb'],
    ['<section><div><p>a</p></div></section>\n\n<p></p><div></div>b', 'a\n\nb'],
    ['<details><summary>a</summary>b</details>', 'a\n\nb'],
    ['<figure><img alt="a"><figcaption>b</figcaption></figure>', 'a\n\nb']],
  ['folds white space as browsers do',
    ['<p> a \n\t b </p>', 'a b'], ['a<b> b </b>c <i> d</i>', 'a b c d'], ['a<!-- x -->b<span></span>c', 'abc'],
    ['a\u00a0\u00a0b', 'a\u00a0\u00a0b'], ['a <br> b', 'a\nb']],
  ['keeps a line break, and two as an empty line',
    ['a<br>b<br/>c', 'a\nb\nc'], ['a<br><br>b', 'a\n\nb'], ['<p><br>a<br></p>', 'a']],
  ['puts list items on lines of their own',
    ['a<ul><li>b</li> <li>c</li></ul>d', 'a\n\nb\nc\n\nd'],
    ['<ol><li><p>a</p></li><li><p>b</p><p>c</p></li></ol>', 'a\nb\n\nc'],
    ['<ul><li>a<ul><li>b<li>c</ul>d<li>e</ul>', 'a\nb\nc\nd\ne'], ['<ul><li></li><li>a</li></ul>', 'a'],
    ['a<ul><li></li><li>b</li></ul>', 'a\n\nb'], ['<li>a<li>b', 'a\nb']],
  ['puts terms and descriptions on lines of their own',
    ['<dl><dt>a<dt>b<dd><p>c</p><dt>d<dd>e</dl>f', 'a\nb\nc\nd\ne\n\nf']],
  ['separates cells by a tab and rows by a line break',
    ['a<table><tr><th>b<th>c<tr><td>d<td>e</table>f', 'a\n\nb\tc\nd\te\n\nf'],
    ['<table><caption>a</caption><thead><tr><td>b</td></tr></thead><tbody><tr><td>c</td></tr></tbody></table>', 'a\nb\nc'],
    ['<table>\n <tr>\n  <td> a </td>\n  <td> b </td>\n </tr>\n</table>', 'a\tb']],
  ['keeps a row on its line whatever its cells hold',
    ['<table><tr><td><p>a</p><p>b</p><td><ul><li>c<li>d</ul><td>e<br>f<tr><td>g</table>', 'a b\tc d\te f\ng'],
    ['<table><tr><td><pre>npm i</pre><td><code>b</code><tr><td>c</table>', 'npm i\tb\nc'],
    ['<table><tr><td><dl><dt>a<dd>b</dl></table>', 'a b']],
  ['reads a table that lays out the page as blocks',
    ['<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>', 'a\n\nb\tc\n\nd'],
    ['<table role="presentation"><tr><td>a<td><p>b</p></table>', 'a\n\nb'],
    ['<table><tr><td><h3>a</h3>b<td>c</table>', 'a\n\nb\n\nc']],
])) test(name, run)

test('readHtml() keeps labels and descriptions apart', () => {
  check('<div><label>npm</label><label>yarn</label></div>', 'npm yarn')
  check('<a><span class="title">a</span></a><span class="description">b</span>', 'a b')
})
