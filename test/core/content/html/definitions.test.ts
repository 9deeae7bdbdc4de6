import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DEFINITIONS, MAX_SIGNATURE } from '../../../../src/core/content/html/definitions.ts'
import { outlineOf, readPage } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

function check(html: string, expected: string, depth = 6) {
  assert.equal(outlineOf(html, depth), expected)
}

for (const [name, run] of rulesOf('readHtml():', check, [
  ['a term with an id starts a section below its heading',
    ['<h2 id="a">A</h2>b<dl><dt id="c">C<dd>d</dl>', '## A #a\nb\n### C #c\nd'],
    ['<h1>T</h1><dl><dt id="a">A<dd>b<dt id="c">C<dd>d</dl>', '## A #a\nb\n## C #c\nd'],
    ['<dl><dt><a id="a"></a>A</dt><dd>b</dd></dl><dl><dt><span id="c">C</span></dt><dd>d</dd></dl>', '## A #a\nb\n## C #c\nd'],
    ['<dl><div><dt id="a">A</dt><dd><p>b<ul><li>c<li>d</ul></dd></div></dl>', '## A #a\nb\n\nc\nd'],
    // Nim
    ['<dl><div id="a">\n<dt><pre>A</pre></dt><dd>b</dd></div><div id="c"><dt>C</dt><dd>d</dd></div></dl>', '## A #a\nb\n## C #c\nd']],
  ['a definition ends with its explanation',
    ['<h2 id="a">A</h2>b<dl><dt id="c">C<dd>d</dl>e<h2 id="f">F</h2>', '## A #a\nb\n\ne\n### C #c\nd\n## F #f'],
    ['a<dl><dt id="c">C<dd>d<dl><dt id="e">E<dd>f</dl>g</dl>h', 'a\n\nh\n## C #c\nd\n\ng\n### E #e\nf']],
  ['a definition without text, and terms with one explanation, are found by their names',
    ['<dl><dt id="a">A</dl>b', 'b\n## A #a'], ['<dl><dt id="a">A<dt>B<dt id="c">C<dd>d</dl>', '## A, B, C #a\nd']],
  ['a definition is a section at any depth of headings',
    ['<h2 id="a">A</h2><h3 id="b">B</h3><dl><dt id="c">C<dd>d</dl>', '## A #a\nB\n### C #c\nd', 2]],
  ['a list is one of definitions if at least half of its terms have an id',
    ['<dl><dt id="a">A<dd>b<dt>C<dd>d</dl>', 'C\n\nd\n## A #a\nb'],
    ['<dl><dt id="a">A<dd>b<dt>C<dd>d<dt>E<dd>f</dl>', 'A\nb\nC\nd\nE\nf'],
    ['<dl class="footnote brackets"><dt id="a">1<dd>b</dl>', '1\nb'], ['<dl class="item-table reexports"><dt id="a"><code>pub use b::A;</code><dt id="c">d</dl>', 'pub use b::A;\nd'],
    ['<dl class="tsd-member-summaries"><dt id="a"><a href="a.html">A</a><dd>b</dl>', 'A\nb'],
    ['<table><tr><th>x<th>y<tr><td>z<td><dl><dt id="a">A<dd>b</dl></table>', 'x\ty\nz\tA b']],
  ['a heading inside a definition is below it, one without an id beside it ends it',
    ['<h2 id="a">A</h2><dl><dt id="b">B<dd><h4 id="c">C</h4>d</dl>', '## A #a\n### B #b\n#### C #c\nd'],
    ['<h2 id="a">A</h2><a id="b"></a><h2 class="memtitle">B</h2>c<h2>D</h2>e', '## A #a\nD\n\ne\n### B #b\nc']],
  ['a definition in a section that is left out is left out',
    ['<h3 id="a" data-search-exclude>A</h3><dl><dt id="b">B<dd>c</dl>d<h3 id="e">E</h3>f', '### E #e\nf']],
])) test(name, run)

test('a name of pdoc has the id of the element around it, and its source code is no text', () => {
  const source = '<label class="view-source-button">View Source</label>'
  const code = '<a class="headerlink" href="#A"></a><div class="pdoc-code codehilite"><pre>x</pre></div>'
  const member = '<div id="A.b" class="classattr"><input id="A.b-view"><div class="attr function">def b()</div><p>c</div>'
  check(`<section id="A"><input id="A-view"><div class="attr class">class A ${source}</div>${code}<p>a${member}</section>`, '## class A #A\na\n## def b() #A.b\nc')
})

test('a name of RDoc has the id of the element around it, one of pydoctor that above it; their source code is no text', () => {
  const advice = '<span class="method-click-advice">click to toggle source</span>'
  const source = '<div class="method-source-code" id="a-source"><pre>x</pre></div>'
  const heading = `<div class="method-heading"><span class="method-name">a</span><span class="method-args">(b)</span>${advice}</div>`
  check(`<section id="s"><h3>S</h3><div id="method-i-a" class="method-detail ">${heading}<p>c</p>${source}</div></section>`, '### S #s\n#### a(b) #method-i-a\nc')
  check(`<div id="method-i-a" class="method-detail"><div class="method-header">${heading}</div><p>c</p></div>`, '## a(b) #method-i-a\nc')
  const mark = '<a class="headerLink" href="#b">¶</a>'
  check(`<a name="p.b"> </a><a name="b"> </a><div class="functionHeader"><span>def</span>&#160;b(): ${mark}</div><div>c</div>`, '## def b(): #b\nc')
  check('<h3 id="a">a</h3><table class="source_code"><tr><td>1</table><details class="source"><summary>Source</summary>x</details>b', '### a #a\nb')
})

test('a table around definitions is no table of data, as pydoc writes it', () => {
  const cell = (html: string) => `<table class="section"><tr><td colspan=3>A<tr><td>&nbsp;<td>${html}</table>`
  check(cell('<dl><dt><a name="b"><strong>b</strong></a>(c)</dt><dd>d</dd></dl>'), 'A\n## b(c) #b\nd')
  assert.equal(readPage(cell('<dl><dt>b<dd>c</dl>')).sections.length, 1)
})

test('a signature has no marks of links, and is cut in the heading', () => {
  const source = '<a class="reference internal" href="x.html"><span class="viewcode-link">[source]</span></a>'
  check(`<dl><dt id="a">f(<em>a</em>, <em>b</em>)${source}<a class="headerlink" href="#a">¶</a></dt></dl>`, '## f(a, b) #a')
  const long = `f(${'argument, '.repeat(100)})`
  const { heading, text } = readPage(`<dl><dt id="a">${long}<dd>b</dl>`).sections[1]!
  assert.ok(heading!.length <= MAX_SIGNATURE + 1 && heading!.endsWith('argument,…'))
  assert.equal(text, `${long}\n\nb`)
})

test('the elements of generators define names', () => {
  const field = '<span id="structfield.b" class="structfield section-header"><a href="#structfield.b" class="anchor field">§</a><code>b: u32</code></span>'
  check(`<h2 id="fields">Fields</h2>${field}<div class="docblock">c</div><h2 id="d">D</h2>`, '## Fields #fields\n### b: u32 #structfield.b\nc\n## D #d')
  const proto = '<div class="memproto"><table><tr><td>int b</td>\n<td>(</td>\n<td>int&#160;</td>\n<td>c</td><td>)</td></tr></table></div>'
  check(`<h2>A</h2><a id="b"></a>\n<h2 class="memtitle"><span class="permalink"><a href="#b">◆&nbsp;</a></span>b()</h2>${proto}d`, 'A\n## b() #b\nint b ( int c)\n\nd')
  // Crystal, ddoc
  check('<div class="entry-detail" id="b(c)"><div class="signature">def <strong>b</strong>(c) <a href="#b(c)">#</a></div><div>d</div></div><div class="signature">e</div>', '## def b(c) #b(c)\nd\n\ne')
  check('<li><div class="ddoc_member_header"><a href="#b" id="b"><code>b</code></a></div><div>c</div></li>', '## b #b\nc')
  check('<p class="src"><a id="v:b" class="def">b</a> :: Nib <a href="#v:b" class="selflink">#</a></p><div class="doc">c</div>', '## b :: Nib #v:b\nc')
  check('<article><header><a class="docstring-binding" id="A.b" href="#A.b"><code>A.b</code></a> — Function</header><p>c</p></article>', '## A.b #A.b\n— Function\n\nc')
  check('<p class="src">a</p>', 'a')
  check('<h3 id="a">a</h3><div class="tsd-signature">a<span>(</span>b: string)</div>c', '### a #a\na(b: string)\n\nc')
})

test('the definitions of a page are bounded', () => {
  const html = Array.from({ length: MAX_DEFINITIONS + 5 }, (_, at) => `<dt id="i${at}">A<dd>b`).join('')
  assert.equal(readPage(`<dl>${html}</dl>`).sections.length, MAX_DEFINITIONS + 1)
})
