import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeSpans } from '../../../../src/core/content/structure/encoding.ts'
import { readPage, textOf } from '../../../support/html.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Code of a page as `lang: text`, `code` standing for inline code. */
function codeOf(html: string): string[] {
  const { text, structure } = readPage(html).sections[0]!
  return codeSpans(structure).map(({ start, end, isBlock, lang }) => `${isBlock ? lang : 'code'}: ${text.slice(start, end)}`)
}

function check(html: string, ...expected: string[]) {
  assert.deepEqual(codeOf(html), expected)
}

test('createCodeCollector() keeps every character of a block', () => {
  check('<pre>\n  a\n\n    b &lt;c&gt;\t</pre>', 'null:   a\n\n    b <c>')
  check('a<pre>b</pre>c', 'null: b')
  assert.equal(textOf('a<pre>b</pre>c'), 'a\n\nb\n\nc')
})

for (const [name, run] of rulesOf('createCodeCollector()', check, [
  ['finds the language on the block, inside it or around it',
    ['<pre data-language="js">a</pre>', 'js: a'], ['<pre><code class="hljs language-c++">a</code></pre>', 'c++: a'],
    ['<pre><code data-lang="sh">a</code></pre>', 'sh: a'],
    ['<div class="highlight-python notranslate"><div class="highlight"><pre>a</pre></div></div>', 'python: a'],
    ['<div class="highlight highlight-source-ts"><pre>a</pre></div>', 'ts: a'],
    ['<pre class="sourceCode r"><code>a</code></pre>', 'r: a'], ['<pre class="prettyprint lang-js">a</pre>', 'js: a'],
    ['<div class="language-js"><table><tr><td class="gutter">1<td><div><pre>a</pre></div></table></div>', 'js: a']],
  ['takes the names for plain text as no language',
    ['<pre class="language-text">a</pre>', 'null: a'], ['<pre data-language="plaintext">a</pre>', 'null: a'],
    ['<div class="language-"><pre>a</pre></div>', 'null: a'],
    ['<div class="lang-en"><div class="highlight-wrapper"><pre>a</pre></div></div>', 'null: a'],
    ['<body class="language-en"><pre>a</pre>', 'null: a']],
  ['puts one sample below the other',
    ['<pre><code class="language-js">a</code><code>b</code></pre>', 'js: a\nb'],
    ['<pre>x <code>a</code> <code>b</code></pre>', 'null: x a b']],
])) test(name, run)

test('createCodeCollector() leaves out the lines that mdBook hides', () => {
  const [top, main, end] = ['#![allow(unused)]\n', 'fn main() {\n', '}'].map((line) => `<span class="boring">${line}</span>`)
  const html = `<pre class="playground"><code class="language-rust">${top}${main}a();\nb();\n${end}</code></pre>`
  check(html, 'rust: a();\nb();')
})

test('createCodeCollector() gives each line element one line', () => {
  const line = (code: string) => `<span class="line">${code}</span>`
  const ecLine = (code: string) => `<div class="ec-line"><div class="code">${code}</div></div>`
  check(`<pre>${line('a')}\n${line('')}\n${line('b')}</pre>`, 'null: a\n\nb')
  check(`<pre>${line('a')}${line('')}${line('b')}</pre>`, 'null: a\n\nb')
  check('<pre><span class="token-line">a<br></span><span class="token-line"><br></span>b</pre>', 'null: a\n\nb')
  check(`<pre>${ecLine('a')}${ecLine('b')}</pre>`, 'null: a\nb')
  check(`<pre>${line('<span class="cl">a\n</span>')}${line('<span class="cl">b</span>')}</pre>`, 'null: a\nb')
  check('<pre>a<div>b</div>c</pre>', 'null: a\nb\nc')
})

test('createCodeCollector() leaves line numbers, labels and buttons out', () => {
  check('<pre><span class="ln">1</span>a\n<span class="ln">2</span>b</pre>', 'null: a\nb')
  const framed = '<div class="language-js"><button>Copy</button><span class="lang">js</span><pre>a</pre></div>'
  check(framed, 'js: a')
  assert.equal(textOf(framed), 'a')
  check('<table><tr><td class="gutter"><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>', 'null: a\nb')
  check('<pre><span aria-hidden="true">$ </span>a<button>Copy</button></pre>', 'null: a')
  check('<table><tr><td><pre><span style="user-select:none">1\n</span></pre><td><pre>a</pre></table>', 'null: a')
})

test('readHtml() folds the white space of inline code', () => {
  check('<p>a <code>npm\n  i <b>-D</b></code> b</p>', 'code: npm i -D')
  check('<p>a<code> b </code>c <tt>d</tt><samp>e</samp></p>', 'code: b', 'code: d', 'code: e')
  assert.equal(textOf('<p>a<code> b </code>c <tt>d</tt><samp>e</samp></p>'), 'a b c de')
  check('<p>a<code></code><code> </code>b</p>')
})

for (const [name, run] of rulesOf('readHtml()', check, [
  ['reads a block that stands inside inline code', ['<code><pre>a\n  b</pre></code>', 'null: a\n  b']],
  ['keeps code of one sign inside a link', ['<a href="#plus"><code>+</code></a>', 'code: +']],
])) test(name, run)
