import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_OPEN_ELEMENTS, walkHtml } from '../../../../src/core/content/html/tree.ts'
import type { HtmlElement } from '../../../../src/core/content/html/tree.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The elements as brackets: `p(text b(bold))`. Elements named `x-unread` are not read. */
function treeOf(html: string): string {
  const parts: string[] = []
  walkHtml(html, {
    open({ name }) {
      if (name === 'x-unread') return false
      parts.push(`${name}(`)
      return true
    },
    close: () => void parts.push(')'),
    text: (text) => void parts.push(text),
  })
  return parts.join('')
}

function check(html: string, expected: string) {
  assert.equal(treeOf(html), expected)
}

for (const [name, run] of rulesOf('walkHtml()', check, [
  ['opens and closes elements in order', ['<div><p>a <b>c</b></p></div>', 'div(p(a b(c)))']],
  ['closes void elements at once', ['a<br>b<hr/>c<img src=x>d</br>', 'abr()bhr()cimg()d']],
  ['ends a paragraph at the next block',
    ['<p>a<p>b<div>c</div>', 'p(a)p(b)div(c)'], ['<p><b>a<ul><li>c', 'p(b(a))ul(li(c))'],
    ['<p>a<table><td><p>b', 'p(a)table(td(p(b)))']],
  ['ends a heading at the next heading', ['<h2>a<h3>b', 'h2(a)h3(b)'], ['<h2>a</h3>b</h2>', 'h2(ab)']],
  ['ends an anchor that was left open at the next',
    ['<a name=x><b>t</b><a name=y>u', 'a(b(t))a(u)'], ['<a>x<div>y<a>z', 'a(xdiv(ya(z)))']],
  ['passes over end tags that match nothing',
    ['a</p></b></div>b', 'ab'], ['<div>a</section>b</div>c', 'div(ab)c'], ['<b><div>a</b>b</div>', 'b(div(ab))'],
    ['<div><table><tr><td>a</div>b', 'div(table(tr(td(ab))))']],
  ['closes what is open inside a closed element',
    ['<div><p><b>a</div>b', 'div(p(b(a)))b'], ['<table><tr><td><b>a</table>b', 'table(tr(td(b(a))))b'],
    ['<template><div>a</template>b', 'template(div(a))b']],
  ['keeps what follows the body in the page', ['<html><body>a</body></html>b', 'html(body(ab))']],
  ['takes the inside of scripts, styles and titles as text',
    ['<script>a<b></script>c', 'script(a<b>)c'], ['<title>a<b></title>c', 'title(a<b>)c'],
    ['<textarea><p></textarea>', 'textarea(<p>)']],
  ['reads drawings by the rules of XML',
    ['<svg><path d="x"/><title/><style/></svg>a', 'svg(path()title()style())a'], ['<svg/>a', 'svg()a'],
    ['<svg><path><p>a', 'svg(path())p(a)'], ['<svg><foreignObject><p>a</svg>b', 'svg(foreignobject(p(a)))b']],
  ['leaves out what the visitor does not read',
    ['a<x-unread>b<p>c</p></x-unread>d', 'ad'], ['<p>a<x-unread>b<p>c', 'p(a)p(c)'],
    ['<x-unread><x-unread>a</x-unread>b</x-unread>c', 'c'], ['<x-unread/>a', '']],
  ['ends list items, terms and table parts at the next',
    ['<ul><li>a<li>b<ul><li>c</ul><li>d</ul>', 'ul(li(a)li(bul(li(c)))li(d))'],
    ['<dl><dt>a<dd>b<dt>c</dl>', 'dl(dt(a)dd(b)dt(c))'],
    ['<table><tr><td>a<th>b<tr><td>c</table>', 'table(tr(td(a)th(b))tr(td(c)))'],
    ['<table><caption>a<thead><tr><td>b<tbody><tr><td>c', 'table(caption(a)thead(tr(td(b)))tbody(tr(td(c))))'],
    ['<table><td><table><td>a</table>b<td>c', 'table(td(table(td(a))b)td(c))'], ['<li><p>a<li>b', 'li(p(a))li(b)']],
])) test(name, run)

test('walkHtml() gives the parent, the start and the end of an element', () => {
  const seen: string[] = []
  const path = (element: HtmlElement | null): string => (element === null ? '' : `${path(element.parent)}/${element.name}`)
  walkHtml('<ul><li>a<li>b</ul>', {
    open: () => true,
    close: (element, end) => void seen.push(`${path(element)} ${element.at}-${end}`),
    text: () => {},
  })
  assert.deepEqual(seen, ['/ul/li 4-9', '/ul/li 9-14', '/ul 0-14'])
})

test('walkHtml() nests elements as deep as browsers do, and takes the text of deeper ones', () => {
  const depthOf = (depth: number) => {
    let open = 0
    let deepest = 0
    let text = ''
    walkHtml(`${'<div>'.repeat(depth)}x${'</div>'.repeat(depth)}<p>y`, {
      open: () => (deepest = Math.max(deepest, (open += 1))) > 0,
      close: () => void (open -= 1),
      text: (part) => void (text += `${part}${open} `),
    })
    return [deepest, text]
  }
  assert.deepEqual(depthOf(500), [500, 'x500 y1 '])
  assert.deepEqual(depthOf(100_000), [MAX_OPEN_ELEMENTS, `x${MAX_OPEN_ELEMENTS} y1 `])
})

test('walkHtml() leaves unread elements out at any depth', () => {
  for (const depth of [400, MAX_OPEN_ELEMENTS + 10]) {
    const page = `${'<div>'.repeat(depth)}<x-unread>a</x-unread>c`
    assert.equal(treeOf(page).replaceAll(/div\(|\)/g, ''), 'c')
  }
})
