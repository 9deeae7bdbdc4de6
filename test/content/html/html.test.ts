import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHtml } from '../../../src/content/html/html.ts'
import { outlineOf, readPage } from '../../support/html.ts'
import { createRandom } from '../../support/random.ts'
import { cpuMs } from '../../support/cpu.ts'

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
    description: 'How addresses become pages.',
    slug: null,
    group: null,
    lang: 'en',
    hidden: null,
    hasBodyMark: false,
    warnings: [],
  })
  assert.deepEqual(sections[2], {
    heading: 'Files',
    depth: 3,
    anchor: 'files',
    parents: ['Static routes'],
    text: 'export default {\n  routes: []\n}',
    code: [{ start: 0, end: 31, isBlock: true, lang: 'js' }],
    line: 19,
  })
})

test('readHtml() makes a section of an h1 that does not repeat the title', () => {
  assert.equal(outlineOf('<h1>A</h1>b<h1 id="c">C</h1>d<h1 id="a">A</h1>e'), 'b\n# C #c\nd\n\ne')
})

test('readHtml() gives an empty intro for a page without text', () => {
  assert.deepEqual(readPage('').sections, [
    { heading: null, depth: 1, anchor: null, parents: [], text: '', code: [], line: 1 },
  ])
})

const PIECES = [
  ...['<', '>', '</', '/>', '<!--', '-->', '"', "'", '=', '&', '&amp;', '&#0;', ';', ' ', '\n', '\r', '\0', '\ud800', '🎉'],
  ...['<p>', '</p>', '<div id=a>', '<div hidden>', '</div>', '<main>', '</main>', '<pre>', '</pre>', '<code>', '</code>'],
  ...['<h1>', '<h2 id=b>', '</h2>', '<h3 id=b>', '<a id=c>', '<a href="#d">', '</a>', '<ul>', '<li>', '</ul>', '<br>'],
  ...['<table>', '<tr>', '<td>', '</td>', '</table>', '<script>', '</script>', '<title>', '</title>', '<svg>', '</svg>'],
  ...['<math>', '<annotation encoding="application/x-tex">', '</math>', '<p data-pagefind-body>', '<span class=line>'],
  ...['a', 'b c'],
]

test('readHtml() gives well-formed sections for any text', () => {
  const random = createRandom(7)
  for (let round = 0; round < 3_000; round += 1) {
    const html = random.text(PIECES, 40)
    const { sections } = readPage(html, 2 + random.below(5))
    assert.deepEqual([sections[0]!.heading, sections[0]!.anchor], [null, null], html)
    const anchors = sections.slice(1).map(({ anchor }) => anchor)
    assert.ok(!anchors.includes(null) && new Set(anchors).size === anchors.length, html)
    for (const { text, code } of sections) {
      assert.equal(text, text.trimEnd(), html)
      let end = 0
      for (const span of code) {
        assert.ok(span.start >= end && span.end > span.start && span.end <= text.length, html)
        end = span.end
      }
    }
  }
})

test('readHtml() takes time in proportion to the text', () => {
  const read = (text: string) => readHtml({ path: 'a.html', text }, { depth: 6 })
  const hostile = [
    ...['<div>', '<', '</', '<a ', '<a href=#>#', '<!--', '<b><div>', '<ul><li>x', '<table><tr><td>', '<td>x<br>', '<pre>'],
    ...['<p hidden>', '<svg><p>', '<h2 id=a>', '<a id=x></a><h2></h2>', '<header>', '<p data-pagefind-body>x', '&#x'],
    ...['<math><annotation>', '<title>a - ', '<script>', '<![CDATA[', '<p class="'],
  ]
  const started = cpuMs()
  for (const piece of hostile) read(piece.repeat(100_000 / piece.length))
  read(`<p ${'a=1 '.repeat(50_000)}`)
  read(Array.from({ length: 15_000 }, (_, id) => `<h2 id=a${id}>x</h2>`).join(''))
  assert.ok(cpuMs() - started < 30_000)
})
