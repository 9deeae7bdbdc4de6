import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_PLACE } from '../../../../src/core/content/document.ts'
import { MAX_OPEN_ELEMENTS } from '../../../../src/core/content/html/tree.ts'
import { outlineOf, readPage } from '../../../support/html.ts'

const PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
  <title>Routing | Site</title>
  <meta name="description" content="How addresses become pages.">
  <script>document.write("<h1>no</h1>")</script>
</head>
<body>
  <header><a href="/">Site</a><nav><ul><li><a href="/a/">A</a></ul></nav></header>
  <main>
    <nav aria-label="Breadcrumbs">Docs / Routing</nav>
    <h1 id="_top">Routing</h1>
    <p>Each file is a page. See <a href="#dynamic">dynamic routes</a>.</p>
    <h2 id="static">Static routes <a href="#static">#</a></h2>
    <ul>
      <li><code>index.md</code> is the root</li>
      <li>everything else keeps its name</li>
    </ul>
    <h3 id="files">Files</h3>
    <div class="language-js"><button>Copy</button><pre><code><span class="line">export default {</span>
<span class="line">  routes: []</span>
<span class="line">}</span></code></pre></div>
    <h2 id="dynamic">Dynamic routes</h2>
    <table><thead><tr><th>Part</th><th>Meaning</th></tr></thead><tr><td><code>[id]</code></td><td><p>One segment</p></td></tr></table>
    <footer>Edit this page</footer>
  </main>
  <footer>Imprint</footer>
</body>
</html>`

test('readHtml() reads the content of a built page', () => {
  assert.equal(
    outlineOf(PAGE),
    `Each file is a page. See dynamic routes.
## Static routes #static
index.md is the root
everything else keeps its name
### Files #files
export default {
  routes: []
}
## Dynamic routes #dynamic
Part\tMeaning
[id]\tOne segment`,
  )
})

test('readHtml() gives all that a page says of itself', () => {
  const { sections, ...rest } = readPage(PAGE)
  assert.deepEqual(rest, {
    title: 'Routing',
    titles: { isFixed: false, shown: ['Routing', 'Routing'], nextHeading: 'Static routes', siteName: null },
    description: 'How addresses become pages.', slug: null, permalink: null, id: null, group: null, lang: 'en',
    version: null, canonical: null, aliases: [], formerAddresses: [], weight: null, hidden: null, lifetime: null,
    hiddenBelow: [], menu: NO_PLACE, hasBodyMark: false, hasRoot: true, ids: ['_top', 'static', 'files', 'dynamic'],
    warnings: [],
  })
  assert.deepEqual(sections[2], {
    heading: 'Files', depth: 3, anchor: 'files', parents: ['Static routes'], text: 'export default {\n  routes: []\n}',
    structure: 'C(js).31', linkTexts: [], line: 19,
  })
})

test('readHtml() leaves out sections whose heading is left out of the search', () => {
  const html = '<main><h1>A</h1><h2 data-search-exclude id="x">x</h2><p>x</p><h3 id="y">x</h3>x<h2 id="b">B</h2>b'
  assert.equal(outlineOf(html), '## B #b\nb')
  assert.equal(readPage(html).title, 'A')
})

test('readHtml() reads the attributes that Pagefind indexes as text of their element', () => {
  const attributes = 'data-pagefind-index-attrs="title, data-key,none" title="b" data-key="c"'
  assert.equal(outlineOf(`<main><p>a <span ${attributes}>d</span></p><img alt="e" ${attributes}>`), 'a b c d\n\nb c e')
})

test('readHtml() gives an empty intro for a page without text', () => {
  assert.deepEqual(readPage('').sections, [
    { heading: null, depth: 1, anchor: null, parents: [], text: '', structure: '', linkTexts: [], line: 1 },
  ])
})

/** Elements inside each other, with a page's text inside, before and after. */
function nested(element: string, depth: number, content: string): string {
  return `<p>before</p>${`<${element}>`.repeat(depth)}${content}${`</${element}>`.repeat(depth)}<p>after</p>`
}

test('readHtml() keeps what is inside 500 nested elements', () => {
  const content = '<h2 id="a">A</h2><p>b</p><pre>c\n  d</pre><ul><li>e<li>f</ul><table><tr><td>g<td>h</table>'
  const expected = '## A #a\nb\n\nc\n  d\n\ne\nf\n\ng\th'
  for (const element of ['div', 'section', 'blockquote', 'details', 'article', 'x-y', 'b', 'span', 'Tabs']) {
    assert.equal(outlineOf(nested(element, 500, content)), `before\n${expected}\n\nafter`, element)
  }
  assert.equal(outlineOf(nested('div', 500, `<main>${content}</main>`)), expected)
})

test('readHtml() keeps the text inside elements that are nested without end', () => {
  for (const content of ['b', '<main>b</main>', '<main data-pagefind-body>b', '<h2>b</h2>', '<pre>b</pre>']) {
    const words = outlineOf(nested('div', MAX_OPEN_ELEMENTS + 1_000, content)).split(/\s+/)
    assert.deepEqual(words, content.startsWith('<main') ? ['b'] : ['before', 'b', 'after'], content)
  }
})
