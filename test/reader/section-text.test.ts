import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkdown } from '../../src/content/markdown/markdown.ts'
import { codeSpans } from '../../src/content/structure/code-spans.ts'
import { renderText } from '../../src/reader/section-text.ts'

/** The rendered intro of a page with this Markdown. */
function shown(markdown: string): string {
  const [intro] = readMarkdown({ path: 'a.md', text: markdown }, { depth: 6 }).sections
  return renderText({ text: intro!.text, code: codeSpans(intro!.structure) }, (prose) => prose).map(({ markup }) => markup).join('\n')
}

function check(markdown: string, expected: string) {
  assert.equal(shown(markdown), expected)
}

test('paragraphs and code in them', () => {
  check('One `a<b` two.\nThree.\n\nFour.', '<p>One <code>a&lt;b</code> two. Three.</p>\n<p>Four.</p>')
  check('`x`', '<p><code>x</code></p>')
  check('', '')
})

test('a block of several lines is a list', () => {
  check('Left out:\n\n- `.git`\n- drafts\n\nNothing else.', '<p>Left out:</p>\n<ul><li><code>.git</code></li><li>drafts</li></ul>\n<p>Nothing else.</p>')
  check('- a\n- b\n  - c', '<ul><li>a</li><li>b</li><li>c</li></ul>')
})

test('lines with tabs are a table with a head', () => {
  const head = '<thead><tr><th scope="col">flag</th><th scope="col">meaning</th></tr></thead>'
  const body = '<tbody><tr><td><code>--a</code></td><td>first</td></tr></tbody>'
  check('| flag | meaning |\n|---|---|\n| `--a` | first |', `<div class="table" tabindex="0"><table>${head}${body}</table></div>`)
})

test('a short row and a short head are filled', () => {
  const html = shown('| flag | default | meaning |\n|---|---|---|\n| `--a` | | first |')
  assert.match(html, /<tr><td><code>--a<\/code><\/td><td colspan="2">first<\/td><\/tr>/)
  assert.match(shown('| | a | b |\n|---|---|---|\n| x | 1 | 2 |'), /<tr><td><\/td><th scope="col">a<\/th>/)
})

test('code blocks keep every character and are blocks of their own', () => {
  check('Run:\n\n```sh\na\tb\n\n<c>\n```\nThen.', '<p>Run:</p>\n<pre tabindex="0" dir="ltr"><code>a\tb\n\n&lt;c&gt;</code></pre>\n<p>Then.</p>')
  check('- one\n\n  ```\n  x\n  ```\n- two', '<p>one</p>\n<pre tabindex="0" dir="ltr"><code>x</code></pre>\n<p>two</p>')
})

test('tabs and breaks inside code separate nothing', () => {
  const code = [{ start: 2, end: 5, isBlock: false, lang: null }]
  assert.deepEqual(renderText({ text: 'a b\tc d', code }, (prose) => prose), [{ markup: '<p>a <code>b\tc</code> d</p>' }])
})

test('prose goes through its renderer, code does not', () => {
  const blocks = renderText({ text: 'a b', code: [{ start: 2, end: 3, isBlock: false, lang: null }] }, (prose) => prose.toUpperCase())
  assert.deepEqual(blocks, [{ markup: '<p>A <code>b</code></p>' }])
})

test('hostile text of a section makes no markup', () => {
  const html = shown('\\<script>x\\</script> `</code><script>` \n\n```"><script>\n</pre><script>\n```\n\n| \\<script> | b |\n|---|---|\n| c | \\<img onerror> |')
  assert.equal(html.includes('<script'), false)
  assert.equal(html.includes('<img'), false)
})
