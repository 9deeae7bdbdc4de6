/** Elements of a section, from HTML and made by hand -> the HTML that the reader shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressSettings, imageOf, linkOf, originOf } from '../../../../src/addons/reader/html/addresses.ts'
import { renderBlocks } from '../../../../src/addons/reader/html/block-view.ts'
import { element } from '../../../../src/addons/reader/html/html.ts'
import { createPageContext } from '../../../../src/addons/reader/html/page-context.ts'
import { indexTerms } from '../../../../src/addons/reader/html/terms.ts'
import type { Section } from '../../../../src/core/content/page.ts'
import type { ElementStart } from '../../../../src/core/content/structure/element.ts'
import { formatToken } from '../../../../src/core/content/structure/encoding.ts'
import type { StructuredText } from '../../../../src/core/content/structure/tree.ts'
import { readPage } from '../../../support/html.ts'

const GLOSSARY = [{ term: 'chunk', aliases: [], definition: 'A piece.' }]

interface Given extends Partial<AddressSettings> {
  readonly level?: number
}

/** The rendered section. */
function shown(section: StructuredText, { level = 2, ...given }: Given = {}): string {
  const addresses = { origin: null, isServed: (address: string) => address === '/a.png', remoteImages: false, ...given }
  const sections = [{ anchor: 'taken', structure: section.structure }]
  const context = createPageContext(sections, { addresses, terms: indexTerms(GLOSSARY) })
  const { markup } = element('body', {}, ...renderBlocks(section, level, context))
  return markup.slice('<body>'.length, -'</body>'.length)
}

function ofHtml(html: string): Section {
  const [intro] = readPage(html, 2).sections
  assert.ok(intro)
  return intro
}

/** A text and its elements, each a start with the text inside. */
function made(...parts: readonly (string | readonly [ElementStart, string])[]): StructuredText {
  let text = ''
  let structure = ''
  let last = 0
  for (const part of parts) {
    const [start, inside] = typeof part === 'string' ? [null, part] : part
    if (start !== null) structure += formatToken(start, text.length - last) + formatToken(null, inside.length)
    text += inside
    if (start !== null) last = text.length
  }
  return { text, structure }
}

const rows = (pairs: readonly (readonly [html: string, expected: string])[]) => {
  for (const [html, expected] of pairs) assert.equal(shown(ofHtml(html)), expected)
}

test('paragraphs keep links, emphasis, code and line breaks', () => {
  rows([
    ['<p>One <a href="/b/#c">two</a> <em>three</em> <strong>four <code>five</code></strong></p><p>Six<br>seven</p>',
      '<p>One <a href="/b/#c">two</a> <em>three</em> <strong>four <code>five</code></strong></p><p>Six<br>seven</p>'],
    ['<p><del>a</del> <a href="https://b.test/?c&d">e</a></p>', '<p><del>a</del> <a href="https://b.test/?c&amp;d">e</a></p>'],
  ])
})

test('anchors have their id once, and take no room alone', () => {
  const anchor = (id: string) => [{ type: 'anchor', id }, ''] as const
  assert.equal(shown(made(anchor('a"b'), 'c ', anchor('taken'), 'd')), '<p><span id="a&quot;b"></span>c d</p>')
  assert.equal(shown(made([{ type: 'quote' }, 'x'], anchor('a'))), '<blockquote><p>x</p></blockquote><span id="a"></span>')
})

test('lists keep their kind, start, nesting and tasks', () => {
  rows([
    ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>'],
    ['<ol start="3"><li>a</li></ol><p>and</p><ol><li>b</li></ol>', '<ol start="3"><li>a</li></ol><p>and</p><ol><li>b</li></ol>'],
    ['<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
      '<ul><li class="task"><input type="checkbox" disabled checked aria-label="Done">a</li><li class="task"><input type="checkbox" disabled aria-label="Not done">b</li></ul>'],
  ])
})

test('a table has its head, and short rows are filled', () => {
  const html = '<table><thead><tr><th></th><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2 3</td><td>4</td></tr><tr><td><code>x</code></td></tr></tbody></table>'
  assert.equal(shown(ofHtml(html)), '<div class="table" role="group" tabindex="0" aria-label="Table"><table><thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>'
    + '<tbody><tr><td>1</td><td>2 3</td><td>4</td></tr><tr><td><code>x</code></td><td colspan="2"></td></tr></tbody></table></div>')
})

test('code has its language, title and marked lines', () => {
  const code = { type: 'code', lang: 'ts', inserted: [[2, 2]], deleted: [[3, 4]], marked: [[6, 6]] } as const
  assert.equal(
    shown(made([code, 'a\n<b>\nc\nd\n\nf'])),
    '<figure class="code"><figcaption><span class="lang">ts</span></figcaption><pre role="group" tabindex="0" aria-label="Code" dir="ltr"><code>'
      + '<span class="line">a\n</span><ins>&lt;b&gt;\n</ins><del>c\n</del><del>d\n</del><span class="line">\n</span><mark>f</mark></code></pre></figure>',
  )
  const none = { type: 'code', lang: null, inserted: [], deleted: [], marked: [] } as const
  assert.equal(shown(made([none, 'a\n\nb'])), '<figure class="code"><pre role="group" tabindex="0" aria-label="Code" dir="ltr"><code>a\n\nb</code></pre></figure>')
  assert.match(shown(ofHtml('<figure><figcaption>a.js</figcaption><pre><code>b</code></pre></figure>')), /^<figure class="code"><figcaption><span class="title">a\.js<\/span><\/figcaption><pre/)
  assert.match(shown(ofHtml('<figure><figcaption>in `a.js`</figcaption><pre><code>b</code></pre></figure>')), /<span class="title">in <code>a\.js<\/code><\/span>/)
})

test('code has the colors of the dialog, in marked lines as well', () => {
  const code = { type: 'code', lang: 'js', inserted: [[1, 1]], deleted: [], marked: [] } as const
  const colored = '<span class="keyword">return</span> <span class="string">&quot;a&quot;</span> <span class="comment">// b</span>'
  const text = 'return "a" // b'
  assert.ok(shown(made([{ ...code, inserted: [] }, text])).includes(`<code>${colored}</code>`))
  assert.ok(shown(made([code, text])).includes(`<code><ins>${colored}</ins></code>`))
})

test('callouts have a title, and a look for their kind only', () => {
  assert.equal(shown(made([{ type: 'callout', kind: 'tip' }, 'Text.'])), '<div class="callout tip" role="note"><p class="callout-title">Tip</p><p>Text.</p></div>')
  assert.match(shown(made([{ type: 'callout', kind: '"><b>' }, 'a'])), /^<div class="callout note" role="note"><p class="callout-title">&quot;&gt;&lt;b&gt;<\/p>/)
  assert.match(shown(made([{ type: 'callout', kind: 'constructor' }, 'a'])), /^<div class="callout note"/)
  assert.match(shown(ofHtml('<aside class="starlight-aside starlight-aside--danger"><p class="starlight-aside__title">Mind</p><p>x</p></aside>')), /^<div class="callout danger" role="note"><p class="callout-title">Mind<\/p><p>x<\/p>/)
})

test('tabs are radio buttons with labels, and one group for each element', () => {
  const tabs = (id: string) => `<starlight-tabs><ul role="tablist"><li><a role="tab" href="#p1${id}">npm</a></li><li><a role="tab" href="#p2${id}">pnpm</a></li></ul><div id="p1${id}" role="tabpanel">One</div><div id="p2${id}" role="tabpanel">Two</div></starlight-tabs>`
  const html = shown(ofHtml(tabs('a') + tabs('b')))
  assert.equal(html.split('</div></div>')[0], '<div class="tabs" role="group"><input type="radio" name="ask-1" id="ask-2" checked><label for="ask-2">npm</label><div class="panel"><p>One</p></div>'
    + '<input type="radio" name="ask-1" id="ask-3"><label for="ask-3">pnpm</label><div class="panel"><p>Two</p>')
  assert.match(html, /name="ask-4"/)
})

test('details, definitions, figures, quotes and deep headings', () => {
  rows([
    ['<details><summary>S <code>x</code></summary><p>p</p></details>', '<details class="more"><summary>S <code>x</code></summary><p>p</p></details>'],
    ['<details><summary>a <a href="/c">c</a></summary><p>d</p></details>', '<details class="more"><summary>a c</summary><p>d</p></details>'],
    ['<dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>', '<dl><dt>t</dt><dd><p>d</p></dd><dd><p>e</p></dd></dl>'],
    ['<figure><img src="/a.png" alt="A"><figcaption>Caption</figcaption></figure>',
      '<figure><p><img src="/a.png" alt="A" loading="lazy" decoding="async"></p><figcaption>Caption</figcaption></figure>'],
    ['<blockquote><p>q</p></blockquote>', '<blockquote><p>q</p></blockquote>'],
    ['<h5>a</h5><h3>b</h3><h6>c</h6>', '<h3>a</h3><h3>b</h3><h4>c</h4>'],
  ])
  assert.equal(shown(made([{ type: 'definition' }, 'alone'])), '<p>alone</p>')
})

test('footnotes are numbered by their references, with links to and fro', () => {
  const reference = (label: string) => [{ type: 'footnote-reference', label } as const, ''] as const
  const html = shown(made('a', reference('z'), 'b', reference('y'), 'c', reference('z'), 'd', reference('none'), '\n\n', [{ type: 'footnote', label: 'y' }, 'Y'], '\n\n', [{ type: 'footnote', label: 'z' }, 'Z'], '\n\n', [{ type: 'footnote', label: 'z' }, 'again']))
  assert.match(html, /^<p>a<sup><a id="ask-ref-1-1" href="#ask-note-1" aria-label="Footnote 1">1<\/a><\/sup>b<sup><a id="ask-ref-2-1" href="#ask-note-2"/)
  assert.match(html, /c<sup><a id="ask-ref-1-2" href="#ask-note-1"[^>]*>1<\/a><\/sup>d<sup>none<\/sup><\/p>/)
  assert.match(html, /<div class="footnote" id="ask-note-2"><span class="number">2\.<\/span><div><p>Y<\/p><p> <a href="#ask-ref-2-1" aria-label="Back to reference of footnote 2">↩<\/a><\/p>/)
  assert.match(html, /id="ask-note-1">[^]*href="#ask-ref-1-1"[^]*href="#ask-ref-1-2"/)
  assert.match(html, /<div class="footnote"><p>again<\/p><\/div>$/)
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('images that the site has are shown, those of other sites are links, the others are text', () => {
  const image = (src: string, alt: string) => made([{ type: 'image', src }, alt])
  const rows: readonly (readonly [string, string, string, boolean?])[] = [
    ['/a.png', 'A "b"', '<img src="/a.png" alt="A &quot;b&quot;" loading="lazy" decoding="async">'],
    ['/none.png', 'A', '<span class="image">A</span>'],
    ['/none.png', '', ''],
    ['https://b.test/c/d.png?e', '', '<a class="image" href="https://b.test/c/d.png?e">d.png</a>'],
    ['//b.test/d.png', 'D', '<a class="image" href="https://b.test/d.png">D</a>'],
    ['https://b.test/d.png', 'D', '<img src="https://b.test/d.png" alt="D" loading="lazy" decoding="async">', true],
    ['data:image/png;base64,AA', 'D', '<span class="image">D</span>', true],
    ['javascript:alert(1)', 'D', '<span class="image">D</span>', true],
    ['/none.png', 'A', '<span class="image">A</span>', true],
  ]
  for (const [src, alt, expected, remoteImages = false] of rows) assert.equal(shown(image(src, alt), { remoteImages }), `<p>${expected}</p>`, src)
})

test('links that run a script, and those that a generator would replace, are text', () => {
  const link = (href: string) => made([{ type: 'link', href, line: 0 }, 'a'])
  const texts = ['javascript:alert(1)', ' java\tscript:alert(1)', '\u0001javascript:x', 'JAVASCRIPT:x', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:x', '~/b', '@/b', '{{ b }}', '']
  for (const href of texts) assert.equal(shown(link(href)), '<p>a</p>', href)
  const links = ['/b/', '#c', '?d', '../b.md', 'b', 'https://b.test', 'mailto:a@b.test', 'tel:1', '/x"><script>']
  for (const href of links) assert.match(shown(link(href)), /^<p><a href="[^"<>]*">a<\/a><\/p>$/, href)
})

test('addresses below the origin of the site lead to this server', () => {
  const settings = { origin: 'https://docs.test', isServed: (address: string) => address === '/base/a.png', remoteImages: false }
  const rows = [['https://docs.test/base/b/#c', '/base/b/#c'], ['https://docs.test', '/'], ['https://docs.test.evil/x', 'https://docs.test.evil/x'], ['https://docs.test//b/', 'https://docs.test//b/'], ['https://docs.test/\\b/', 'https://docs.test/\\b/']] as const
  for (const [href, expected] of rows) assert.equal(linkOf(href, settings), expected)
  assert.deepEqual(imageOf('https://docs.test/base/a.png', settings), { address: '/base/a.png', isShown: true })
})

test('originOf() is the host of a site whose links name it', () => {
  assert.equal(originOf([{ url: '/a/' }]), null)
  assert.equal(originOf([{ url: 'https://docs.test:8080/base/a/' }]), 'https://docs.test:8080')
  assert.equal(originOf([]), null)
})

test('a link holds no other link and no button', () => {
  const text = 'a chunk x'
  const structure = formatToken({ type: 'link', href: '/a', line: 0 }, 0) + formatToken({ type: 'image', src: 'https://b.test/c.png' }, 8) + formatToken(null, 1) + formatToken(null, 0)
  assert.equal(shown({ text, structure }), '<p><a href="/a">a chunk <span class="image">x</span></a></p>')
})

test('a term is explained once, in prose and in cells, where its letters are one run of text', () => {
  const button = '<button type="button" class="term" popovertarget="ask-term-0">chunk</button>'
  assert.equal(shown(ofHtml('<p><code>chunk</code> <a href="/a">chunk</a> ch<em>unk</em> <strong>a chunk</strong>, chunk.</p>')),
    `<p><code>chunk</code> <a href="/a">chunk</a> ch<em>unk</em> <strong>a ${button}</strong>, chunk.</p>`)
  assert.match(shown(ofHtml('<table><thead><tr><th>chunk</th></tr></thead><tr><td>a chunk b</td></tr></table>')), new RegExp(`<th scope="col">chunk</th>[^]*<td>a ${button} b</td>`))
  assert.equal(shown(ofHtml('<p>un<em>chunk</em>ed</p>')), '<p>un<em>chunk</em>ed</p>')
})

test('a hundred thousand links, cells and lines are shown in full', () => {
  const size = 100_000
  const link = formatToken({ type: 'link', href: '/a', line: 0 }, 0) + formatToken(null, 1)
  assert.equal(shown({ text: 'a'.repeat(size), structure: link.repeat(size) }).split('<a href="/a">').length, size + 1)
  const cell = formatToken({ type: 'cell' }, 0) + formatToken(null, 1)
  const row = formatToken({ type: 'row', isHeader: false }, 0) + cell.repeat(10) + formatToken(null, 0)
  const table = formatToken({ type: 'table' }, 0) + row.repeat(size / 10) + formatToken(null, 0)
  assert.equal(shown({ text: 'a'.repeat(size), structure: table }).split('<td>').length, size + 1)
  const inserted = Array.from({ length: size / 2 }, (_, i) => [2 * i + 1, 2 * i + 1] as const)
  const code = { type: 'code', lang: null, inserted, deleted: [], marked: [] } as const
  assert.equal(shown(made([code, 'a\n'.repeat(size)])).split('<ins>').length, size / 2 + 1)
})

test('elements a thousand deep are bounded, and their text is kept', () => {
  const starts: readonly ElementStart[] = [{ type: 'list', first: null }, { type: 'item', isDone: null }, { type: 'callout', kind: 'note' }, { type: 'tabs' }, { type: 'tab' }]
  const opened = starts.map((start) => formatToken(start, 0)).join('').repeat(1_000)
  const html = shown({ text: 'deep', structure: `${opened}${formatToken(null, 4)}${formatToken(null, 0).repeat(4_999)}` })
  assert.match(html, /deep/)
  assert.ok(html.length < 20_000)
  const inlines = formatToken({ type: 'emphasis' }, 0).repeat(10_000) + formatToken(null, 4) + formatToken(null, 0).repeat(9_999)
  assert.match(shown({ text: 'deep', structure: inlines }), /deep/)
})
