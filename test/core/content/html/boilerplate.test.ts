import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOf } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

/** All of `html` stands around the content. */
function checkLeftOut(html: string) {
  assert.equal(textOf(`<main>a <div>${html}</div> z</main>`), 'a\n\nz', html)
}

function check(html: string, expected: string) {
  assert.equal(textOf(html), expected)
}

for (const [name, run] of rulesOf('isHidden() is true for', checkLeftOut, [
  ['elements that browsers do not show',
    ['<script>x</script><style>x</style><template>x</template><noscript>x</noscript>'],
    ['<svg><title>x</title><text>x</text></svg><iframe>x</iframe><video>x</video><select><option>x</select>'],
    ['<p hidden>x</p><p hidden="">x<p aria-hidden="true">x</p>']],
  ['elements that the author left out',
    ['<div data-ask-ignore><p>x</p></div><h2 data-ask-ignore id="x">x</h2>'],
    ['<div data-pagefind-ignore><p>x</p></div><p data-pagefind-ignore="all">x</p>'],
    ['<p data-pagefind-ignore="index">x</p>'],
    ['<p data-search-exclude>x</p><p data-elastic-exclude>x</p><p data-swiftype-index="false">x</p>']],
])) test(name, run)

for (const [name, run] of rulesOf('isBoilerplate() is true for', checkLeftOut, [
  ['navigation and controls',
    ['<nav>x</nav><form>x</form><button>x</button><dialog>x</dialog>'],
    ['<div role="navigation">x</div><div role="search">x</div>'],
    ['<div class="x breadcrumbs">x</div><div class="definition-group-name">x</div><div class="theme-doc-toc-mobile">x</div><span class="edit-link">x</span><div class="edit-this-page">x</div>'],
    ['<span class="sr-only">x</span>'],
    ['<div class="search-noresults"><div class="search-results"><h1>No results</h1></div></div>'],
    ['<table summary="Navigation header"><tr><td>x</table>'], ['<div class="header"><div class="summary"><a href="#m">x</a> | x</div></div>']],
  ['copies for paper, what paper lacks, and lists beside the content',
    ['<div class="onlyprint"><h1>x</h1><h2 id="x">x</h2></div><div class="d-print-none"><h2>x</h2>x</div><div class="td-page-meta__lastmod">x</div>'],
    ['<div class="bd-sidebar-secondary bd-toc">x</div><div class="toc-wrapper">x</div><header class="book-header">x</header><div class="gdoc-page__footer">x</div><div id="top-bar">x</div><aside id="nd-sidebar">x</aside><div id="nd-toc"><h3>x</h3></div><header id="nd-tocnav">x</header><div class="topNav">x</div><p class="legalCopy">x</p><div id="titlearea">x</div><div class="headertitle"><div class="title">x</div></div><ul id="markdown-toc"><li>x</ul><div class="hx:flex hx:print:hidden">x</div>']],
  ['links to the source code, and the code', ['<a class="src" href="a.rs.html">Source</a><div class="pdoc-code">x</div><details class="mkdocstrings-source"><summary>Source code in <code>x.py</code></summary><pre>x</pre></details>']],
  ['a footer', ['<footer>x</footer><section><footer>x</footer></section>'], ['<address class="footer">x</address><li class="footer">x</li>']],
  ['a note about cookies',
    ['<div class="cookie">x</div><div class="site-cookie-banner">x</div><section class="a CookieConsent_b">x</section>'],
    ['<div id="onetrust-consent-sdk">x</div><div id="CybotCookiebotDialog">x</div><div class="cc-window cc-banner">x</div>']],
])) test(name, run)

for (const [name, run] of rulesOf('readHtml()', check, [
  ['shows elements that a reader can open',
    ['<details><summary>a</summary><p>b</p></details>', 'a\n\nb'],
    ['<div role="tabpanel" hidden>a</div><div hidden="until-found">b</div>', 'a\n\nb'],
    ['<p aria-hidden="false">a</p>', 'a'],
    ['<aside aria-label="a"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>a</p>b</aside>', 'a\n\nb']],
  ['keeps elements of other names with such classes', ['<p class="src">a</p><code class="source">b</code>', 'a\n\nb']],
  ['keeps what pages say of cookies',
    ['<section id="cookie-consent"><p>a</p></section><p class="cookie">b <code class="cookie-banner">c</code></p>', 'a\n\nb c']],
  ['keeps the page itself, and the footer of a quotation',
    ['<html class="toc"><body class="toc">a', 'a'], ['<html style="display:none"><body style="visibility: hidden"><main>a', 'a'], ['<blockquote>a<footer>b</footer></blockquote>', 'a\n\nb']],
  ['drops references to footnotes and back',
    ['<p>a<sup><a href="#fn1" data-footnote-ref>1</a></sup> b</p>', 'a b'],
    ['<ol><li>a <a href="#r1" class="footnote-backref">back</a></li></ol>', 'a'],
    ['<p>a<a href="#fn1" role="doc-noteref">1</a></p>', 'a']],
  ['leaves out the header of the page, not that of the content',
    ['<header>a</header><div><header>b</header>c</div>', 'c'],
    ['<body><article><header>a</header>b</article><article><p>c</article>', 'a\n\nb\n\nc'],
    ['<main><header>a</header>b</main>', 'a\n\nb']],
  ['drops a link that only says that it is one',
    ['<p>a<a href="#b">#</a> <a href="#b">¶</a> <a href="#b"><b>↩</b></a> c</p>', 'a c'],
    ['<p>a <a href="#b">Section titled “B”</a></p>', 'a'],
    ['<p>a <a href="b.html#c">More...</a> <a href="b.html#c">Read more</a> <a href="b.html">More...</a></p>', 'a More...'],
    ['<p><a href="#b">b</a>, <a href="#b">one <b>two</b></a> <a href="/c">#</a></p>', 'b, one two #']],
  ['drops invisible characters', ['<p>a\u200bb&#8203;c\u202ed&shy;e</p><pre>f\u200bg</pre>', 'abcde\n\nfg']],
  ['reads an image by its description', ['<p>a <img src="x" alt="b &amp; c"> <img src="y" alt=""><img> d</p>', 'a b & c d']],
])) test(name, run)

test('readHtml() reads a formula by its source', () => {
  const math = '<math><semantics><mrow><mi>x</mi><mn>2</mn></mrow>'
  check(`<p>a ${math}<annotation encoding="application/x-tex">x^2</annotation></semantics></math> b</p>`, 'a x^2 b')
  check(`<p>a ${math}<annotation encoding="other">y</annotation></semantics></math> b</p>`, 'a x2 b')
})
