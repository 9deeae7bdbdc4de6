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

test('isHidden() is true for elements that browsers do not show', () => {
  checkLeftOut('<script>x</script><style>x</style><template>x</template><noscript>x</noscript>')
  checkLeftOut('<svg><title>x</title><text>x</text></svg><iframe>x</iframe><video>x</video><select><option>x</select>')
  checkLeftOut('<p hidden>x</p><p hidden="">x<p aria-hidden="true">x</p>')
})

test('isHidden() is true for elements that the author left out', () => {
  checkLeftOut('<div data-ask-ignore><p>x</p></div><h2 data-ask-ignore id="x">x</h2>')
  checkLeftOut('<div data-pagefind-ignore><p>x</p></div><p data-pagefind-ignore="all">x</p>')
  checkLeftOut('<p data-pagefind-ignore="index">x</p>')
  checkLeftOut('<p data-search-exclude>x</p><p data-elastic-exclude>x</p><p data-swiftype-index="false">x</p>')
})

test('isHidden() is false for elements that a reader can open', () => {
  check('<details><summary>a</summary><p>b</p></details>', 'a\n\nb')
  check('<div role="tabpanel" hidden>a</div><div hidden="until-found">b</div>', 'a\n\nb')
  check('<p aria-hidden="false">a</p>', 'a')
  check('<aside aria-label="a"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>a</p>b</aside>', 'a\n\nb')
})

test('isBoilerplate()() is true for navigation and controls', () => {
  checkLeftOut('<nav>x</nav><form>x</form><button>x</button><dialog>x</dialog>')
  checkLeftOut('<div role="navigation">x</div><div role="search">x</div>')
  checkLeftOut('<div class="x breadcrumbs">x</div><div class="theme-doc-toc-mobile">x</div><span class="edit-link">x</span>')
  checkLeftOut('<span class="sr-only">x</span>')
  checkLeftOut('<div class="search-noresults"><div class="search-results"><h1>No results</h1></div></div>')
  checkLeftOut('<table summary="Navigation header"><tr><td>x</table>')
})

test('isBoilerplate()() is true for a footer, except that of a quotation', () => {
  checkLeftOut('<footer>x</footer><section><footer>x</footer></section>')
  check('<blockquote>a<footer>b</footer></blockquote>', 'a\n\nb')
})

test('isBoilerplate() is true for references to footnotes and back', () => {
  check('<p>a<sup><a href="#fn1" data-footnote-ref>1</a></sup> b</p>', 'a b')
  check('<ol><li>a <a href="#r1" class="footnote-backref">back</a></li></ol>', 'a')
  check('<p>a<a href="#fn1" role="doc-noteref">1</a></p>', 'a')
})

test('isBoilerplate()() is false for the page itself', () => {
  check('<html class="toc"><body class="toc">a', 'a')
})

for (const [name, run] of rulesOf('readHtml()', check, [
  ['leaves out the header of the page, not that of the content',
    ['<header>a</header><div><header>b</header>c</div>', 'c'],
    ['<body><article><header>a</header>b</article><article><p>c</article>', 'a\n\nb\n\nc'],
    ['<main><header>a</header>b</main>', 'a\n\nb']],
  ['drops a link that only says that it is one',
    ['<p>a<a href="#b">#</a> <a href="#b">¶</a> <a href="#b"><b>↩</b></a> c</p>', 'a c'],
    ['<p>a <a href="#b">Section titled “B”</a></p>', 'a'],
    ['<p><a href="#b">b</a>, <a href="#b">one <b>two</b></a> <a href="/c">#</a></p>', 'b, one two #']],
  ['drops invisible characters', ['<p>a\u200bb&#8203;c\u202ed&shy;e</p><pre>f\u200bg</pre>', 'abcde\n\nfg']],
  ['reads an image by its description', ['<p>a <img src="x" alt="b &amp; c"> <img src="y" alt=""><img> d</p>', 'a b & c d']],
])) test(name, run)

test('readHtml() reads a formula by its source', () => {
  const math = '<math><semantics><mrow><mi>x</mi><mn>2</mn></mrow>'
  check(`<p>a ${math}<annotation encoding="application/x-tex">x^2</annotation></semantics></math> b</p>`, 'a x^2 b')
  check(`<p>a ${math}<annotation encoding="other">y</annotation></semantics></math> b</p>`, 'a x2 b')
})
