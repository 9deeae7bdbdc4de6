import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage, textOf } from '../../../support/html.ts'

function check(html: string, expected: string) {
  assert.equal(textOf(html), expected)
}

test('createRootFinder() takes what the author marked, all of it', () => {
  check('<main>a<p data-pagefind-body>b</p>c<div data-pagefind-body>d<p data-pagefind-body>e</p></div></main>', 'b\n\nd\n\ne')
  check('<main>a<p data-ask-body>b</p>c<div data-ask-body>d</div></main>', 'b\n\nd')
  check('<main data-pagefind-body>a<p data-ask-body>b</p></main>', 'b')
  check('<main>a<nav data-ask-body data-ask-ignore>b</nav></main>', 'b')
  assert.equal(readPage('<p data-ask-body>a').hasBodyMark, true)
  assert.equal(readPage('<p data-pagefind-body>a').hasBodyMark, true)
  assert.equal(readPage('<main>a').hasBodyMark, false)
})

test('createRootFinder() takes the surest sign of content', () => {
  check('a<article>b</article><main>c</main>', 'c')
  check('a<div role="main">b</div><article>c</article>', 'b')
  check('a<article>b</article><div class="vp-doc">c</div>', 'b')
  check('a<div class="x vp-doc y">b</div><div class="theme-doc-markdown">c</div>', 'b')
  check('a<div class="theme-doc-markdown">b</div><div class="md-content">c</div>', 'b')
  check('a<div class="md-content">b</div><div id="content">c</div>', 'b')
  check('a<div id="content">b</div>', 'b')
})

test('createRootFinder() takes the first of several, and an article only where it is alone', () => {
  check('<main>a</main><main>b</main>', 'a')
  check('<article>a</article><article>b</article>', 'a\n\nb')
})

test('createRootFinder() takes the whole page where it finds no sign', () => {
  check('<html><body><p>a</p></body></html>', 'a')
  check('a', 'a')
})

test('createRootFinder() does not look where nothing is shown', () => {
  check('<template><main>a</main></template><div hidden><main>b</main></div>c', 'c')
})

test('createRootFinder() ends the content where its element ends', () => {
  check('<main>a<p>b</main>c', 'a\n\nb')
  check('<ul><li role="main">a<li>b</ul>', 'a')
  check('<main>a', 'a')
})
