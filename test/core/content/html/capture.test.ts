import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineOf, readPage } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

function check(html: string, expected: string) {
  assert.equal(outlineOf(html), expected)
}

const LONG = 'word '.repeat(300).trim()

for (const [name, run] of rulesOf('createCapture()', check, [
  ['takes the id of the heading',
    ['<h2 id="a">A <em>b</em> <code>c()</code></h2>d', '## A b c() #a\nd'],
    ['<h3 id="日本">日本</h3><h2 id="A&amp;B c">x</h2>', '### 日本 #日本\n## x #A&B c']],
  ['takes the id of an element inside',
    ['<h2><a id="a"></a>A</h2>', '## A #a'], ['<h2><a name="a">A</a></h2>', '## A #a'],
    ['<h2 id="a"><span id="b">A</span></h2>', '## A #a']],
  ['takes the id of an element that starts with the heading',
    ['<section id="a"><h2>A</h2>b</section>', '## A #a\nb'],
    ['<section id="a"><div><button>x</button><header><h2>A</h2></header></div></section>', '## A #a'],
    ['<div id="a">b<h2>A</h2></div>', 'b\n\nA'], ['<section id="a"><pre>b</pre><h2>A</h2></section>', 'b\n\nA']],
  ['takes the id of an element before the heading, the nearest first',
    ['<a id="a"></a><h2>A</h2>', '## A #a'], ['<p><a name="a"></a></p>\n<h2>A</h2>', '## A #a'],
    ['<section id="a"><span id="b"></span><h2>A</h2></section>', '## A #b'],
    ['<a id="a"></a><h2></h2><h2>A</h2><h2>B</h2>', '## A #a\nB']],
  ['leaves a heading without id in the section above',
    ['a<h2 id="b">B</h2>c<h3>D</h3>e<h4 id="">F</h4>', 'a\n## B #b\nc\n\nD\n\ne\n\nF']],
  ['strips the link of a heading to itself',
    ['<h2 id="a">A<a href="#a">#</a></h2>', '## A #a'],
    ['<h2 id="a">A <a class="headerlink" href="#a" title="Link">¶</a></h2>', '## A #a'],
    ['<h2 id="a">A<a href="#a" class="hash-link" aria-label="Direct link to A">\u200b</a></h2>', '## A #a'],
    ['<h2 id="a" tabindex="-1">A <a class="header-anchor" href="#a" aria-label="Permalink">&#8203;</a></h2>', '## A #a'],
    ['<h2 id="a"><a href="#a">A</a></h2>', '## A #a'], ['<h2 id="a"><a href="#a">§</a> A</h2>', '## A #a'],
    // VuePress 2 has the whole heading in its link, of the class that other generators give a sign.
    ['<h2 id="a" tabindex="-1"><a class="header-anchor" href="#a"><span>A</span></a></h2>', '## A #a'],
    ['<div><h2 id="a">A</h2><a class="sl-anchor-link" href="#a"><span aria-hidden="true"><svg/></span><span class="sr-only" data-pagefind-ignore>Section titled “A”</span></a></div>b', '## A #a\nb']],
  ['takes the text of a button that opens what follows',
    ['<h3><button aria-expanded="false" id="a">A</button><button>x</button></h3><div role="region" aria-labelledby="a" hidden>b</div>', '### A #a\nb']],
  ['keeps the symbols of a heading that is a link as a whole',
    ['<h2 id="a"><a href="#a">The <code>?</code> operator</a></h2>', '## The ? operator #a'],
    ['<h2 id="a"><a href="#a"><code>??</code> and <em>+</em></a></h2>', '## ?? and + #a'],
    ['<h2 id="a"><a href="#a">++<em>i</em></a></h2>', '## ++i #a'],
    ['<h2 id="a"><a href="#a"><code>..=</code></a></h2>', '## ..= #a'],
    ['<h2 id="a"><a href="#a"><code>#</code></a></h2>', '## # #a'], ['<h2 id="a"><a href="#a">..=</a></h2>', '## ..= #a'],
    ['<h2 id="a"><a href="#a">#</a></h2>b', 'b'], ['<h2 id="a"><a href="#a">»</a> <code>|</code></h2>', '## | #a'],
    ['<h2 id="a"><a href="#a"><span>#</span> A</a></h2>', '## A #a'],
    ['<p>a<a href="#a">↩</a> <a href="#b">^</a>b', 'a b']],
  ['keeps a heading on one line', ['<h2 id="a">\n  A<br>b\n <span>c</span>\n</h2>', '## A b c #a']],
  ['separates block elements by a space',
    ['<h2 id="a"><div>A</div><div>B</div><p>c<p>d</h2>', '## A B c d #a'],
    ['<h2 id="a">A<div>b</div>C<span>d</span>e</h2>', '## A b Cde #a'],
    ['<h2 id="a">A<ul><li>b<li>c</ul></h2>', '## A b c #a'], ['<h2 id="a"><div>A <div> b</div></div></h2>', '## A b #a']],
  ['reads a heading that is an image by its description',
    ['<h2 id="a"><img alt="A"></h2>', '## A #a'], ['<h2 id="a"><img alt="icon">A</h2>', '## A #a']],
  ['leaves an empty heading out',
    ['a<h2 id="b"><svg></svg></h2>c', 'a\n\nc'],
    ['<h2 class="sr-only" id="footnote-label">Footnotes</h2><ol><li>a</ol>', 'a']],
  ['takes a very long heading as prose', [`<h2 id="a">${LONG}</h2>`, LONG]],
  ['knows only headings', ['<h7 id="a">A</h7><header>B</header><hr>', 'A']],
  ['takes more ids than a call takes arguments', [`<h2>${'<a id=a></a>'.repeat(200_000)}</h2><h2>B</h2>`, '## B #a']],
])) test(name, run)

test('createCapture() gives no two headings the same', () => {
  const html = '<h2 id="a">A</h2>b\n<h2 id="a">C</h2>\n<h2 id="a"><i id="d">D</i></h2>'
  check(html, '## A #a\nb\n\nC\n## D #d')
  assert.deepEqual(readPage(html).warnings, [
    { line: 2, message: 'The id "a" belongs to an earlier heading; the text joins the section above' },
  ])
})

test('createCapture() warns of one page in bounds', () => {
  assert.equal(readPage('<h2 id="a">A</h2>'.repeat(100)).warnings.length, 20)
})

test('createCapture() gives the line of each heading', () => {
  const { sections } = readPage('a\r\n<h2 id="a">\nA</h2>\n\n<p>b\r<h2 id="b">B</h2>')
  assert.deepEqual(sections.map(({ line }) => line), [1, 2, 6])
})

test('readHtml() nests headings by depth', () => {
  const html = '<h2 id="a">A</h2><h4 id="b">B</h4><h3 id="c">C</h3><h2 id="d">D</h2>'
  assert.deepEqual(
    readPage(html).sections.map(({ heading, parents }) => [heading, ...parents]),
    [[null], ['A'], ['B', 'A'], ['C', 'A'], ['D']],
  )
})

