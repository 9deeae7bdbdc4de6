import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHtml } from '../../../../src/core/content/html/html.ts'
import { rulesOf } from '../../../support/rules.ts'

const SPHINX = '<link rel="index" title="Index" href="genindex.html">'
const DOXYGEN = '<meta name="generator" content="Doxygen 1.9.4"/>'
const RUSTDOC = '<meta name="generator" content="rustdoc">'
const DOCUSAURUS = '<meta name="generator" content="Docusaurus v3.5.2">'
const HUGO = '<meta name="generator" content="Hugo 0.111.3">'
const PELICAN = '<meta name="generator" content="Pelican" />'
const MKDOCS = '<meta name="generator" content="mkdocs-1.6.1, mkdocs-material-9.8.2">'
const javadoc = (writer: string) => `<meta name="generator" content="javadoc/${writer}">`

function isGenerated(path: string, head: string, { body = '<p>Text.</p>', pageClass = '' } = {}): boolean {
  const text = `<html class="${pageClass}"><head><title>T</title>${head}</head><body><main><h1>T</h1>${body}</main></body></html>`
  return readHtml({ path, text }, { depth: 6 }).hidden === 'generated'
}

/** For each path whether the page is generated. */
function check(head: string, generated: string, content: string) {
  for (const path of generated.split(/\s+/)) assert.ok(isGenerated(path, head), path)
  for (const path of content.split(/\s+/)) assert.ok(!isGenerated(path, head), path)
}

test('readHtml() leaves out the indexes of Sphinx', () => {
  check(SPHINX, 'genindex.html genindex-A.html py-modindex.html http-routingtable.html genindex/index.html',
    'index.html api.html searching.html guide/genindexes.html')
  // The index names itself.
  assert.ok(isGenerated('genindex.html', '<link rel="index" title="Index" href="#" />'))
  assert.ok(!isGenerated('search.html', ''))
})

test('readHtml() leaves out lists of RDoc, YARD, TypeDoc and old javadoc, and a frame of Doxygen, which name no generator', () => {
  assert.ok(isGenerated('table_of_contents.html', '', { pageClass: 'table-of-contents' }))
  assert.ok(isGenerated('method_list.html', '', { body: '<div class="fixed_header"><h1>Methods</h1></div><ul><li>a</ul>' }))
  assert.ok(isGenerated('_index.html', '', { body: '<ul id="alpha_A" class="alpha"><li>A</ul>' }))
  for (const path of ['table_of_contents.html', 'method_list.html', '_index.html']) assert.ok(!isGenerated(path, ''), path)
  check('', 'index-all.html index-files/index-1.html overview-tree.html acme/package-frame.html acme/class-use/Quill.html allclasses-noframe.html', 'overview-summary.html acme/package-summary.html class-use.html')
  assert.ok(isGenerated('search/nomatches.html', '', { pageClass: 'SRPage' }))
  assert.ok(isGenerated('toc.html', '', { pageClass: 'sidebar-iframe-inner' }))
  assert.ok(isGenerated('hierarchy.html', '', { body: '<ul class="tsd-full-hierarchy"><li><a href="a.html">A</a></ul>' }))
  assert.ok(!isGenerated('hierarchy.html', ''))
})

test('readHtml() leaves out pages for a search, frames and tags that have no text', () => {
  for (const path of ['search.html', 'en/search/index.html', 'frames.html', 'tags/index.html', 'categories/index.html']) {
    assert.ok(isGenerated(path, '', { body: '<form><input name="q"></form>' }), path)
    assert.ok(!isGenerated(path, ''), path)
  }
  assert.ok(!isGenerated('research.html', '', { body: '' }))
})

for (const [name, run] of rulesOf('readHtml()', check, [
  ['leaves out the search page of Sphinx, which names itself, and no other page of this name',
    [`${SPHINX}<link rel="search" title="Search" href="#" />`, 'search.html en/search/index.html', 'index.html'],
    ['<link rel="index" href="../../genindex.html"><link rel="search" href="../../search.html">', 'genindex/index.html', 'ref/postgres/search.html topics/search/index.html']],
  ['leaves out the lists, source listings and search frame of Doxygen',
    [DOXYGEN, `badger_8h_source.html globals.html globals_func.html globals_func_b.html functions_vars.html
    functions_0x7e.html annotated.html search/all_0.html search/nomatches.html protocolSett-p-members.html
    structbadger-members.html dir_68267d1309a1af8e8297ef4c3efbcdba.html graph_legend.html namespacemembers_type.html`, `index.html badger_8h.html structbadger.html functions_8h.html md_pages.html group__sett.html main_8md.html
    install_from_source.html open_source.html team-members.html class-team-members.html search/classbadger.html`]],
  ['leaves out the lists of pydoctor',
    ['<meta name="generator" content="pydoctor 25.10.1">', 'nameIndex.html classIndex.html all-documents.html undoccedSummary.html', 'index.html a.html']],
  ['leaves out the lists and sources of rustdoc',
    [RUSTDOC, 'badger/all.html src/badger/lib.rs.html help.html settings.html', `badger/index.html badger/fn.all.html all/index.html
    badger/settings/index.html badger/help/index.html badger/all/index.html settings/index.html`]],
])) test(name, run)

test('readHtml() takes pages of Doxygen for lists by names that authors use, too, if they hold such a list', () => {
  const body = '<div class="directory"><table class="directory"><tr><td><a href="a.html">A</a></td><td>A badger.</td></tr></table></div>'
  for (const path of ['files.html', 'hierarchy.html', 'concepts.html', 'topics.html']) {
    assert.ok(isGenerated(path, DOXYGEN, { body }), path)
    assert.ok(!isGenerated(path, DOXYGEN), path)
  }
  assert.ok(isGenerated('classes.html', DOXYGEN, { body: '<div class="classindex"><dl class="classindex even"></dl></div>' }))
  assert.ok(!isGenerated('structbadger.html', DOXYGEN, { body }))
})

test('readHtml() leaves out what javadoc writes besides packages and classes', () => {
  for (const writer of `IndexWriter SplitIndexWriter SingleIndexWriter TreeWriter PackageTreeWriter ClassUseWriter
    PackageUseWriter AllClassesIndexWriter AllPackagesIndexWriter SourceToHTMLConverter HelpWriter SearchWriter
    ConstantsSummaryWriterImpl DeprecatedListWriter`.split(/\s+/)) assert.ok(isGenerated('a.html', javadoc(writer)), writer)
  for (const writer of 'ClassWriterImpl ClassWriter PackageWriterImpl ModuleWriterImpl PackageIndexWriter'.split(' ')) {
    assert.ok(!isGenerated('a.html', javadoc(writer)), writer)
  }
})

test('readHtml() leaves out lists of posts by tag, author and date', () => {
  for (const pageClass of ['docs-tags-list-page', 'docs-tags-doc-list-page', 'blog-tags-post-list-page', 'blog-list-page', 'blog-authors-list-page']) {
    assert.ok(isGenerated('any/index.html', DOCUSAURUS, { pageClass: `docs-wrapper plugin-docs ${pageClass}` }), pageClass)
  }
  assert.ok(!isGenerated('docs/tags/index.html', DOCUSAURUS, { pageClass: 'docs-wrapper docs-doc-page' }))
  check(DOCUSAURUS, 'blog/archive/index.html blog/page/2/index.html search.html', 'docs/search/index.html blog/post/index.html')
  check(HUGO, 'tags/index.html tags/linux/index.html fr/categories/x/index.html docs/page/2/index.html', 'docs/tags/index.html tagsoup/index.html')
  check(PELICAN, 'tag/linux.html author/me.html archives.html tags/index.html index2.html', 'index.html tag.html install.html')
  check(MKDOCS, 'blog/archive/2024/index.html blog/category/news/index.html print_page/index.html', 'blog/index.html search/index.html')
})

test('readHtml() knows lists by their folder and links, where the generator does not tell', () => {
  const links = { body: '<ul><li><a href="/a/">The first post</a> 1 May</li><li><a href="/b/">The second post</a> 2 May</li></ul>' }
  const leading = (text: string) => ({ body: `${text} <a href="latest/">latest/</a>...` })
  assert.ok(isGenerated('index.html', '', leading('Redirecting to')))
  for (const text of ['Redirect a page to', '<p>Redirecting.</p><p>More than']) assert.ok(!isGenerated('index.html', '', leading(text)))
  assert.ok(isGenerated('tag/linux/index.html', '', links))
  assert.ok(isGenerated('blog/archive.html', '', links))
  assert.ok(!isGenerated('guides/index.html', '', links))
  assert.ok(!isGenerated('tags/index.html', '', { body: '<p>A tag names a <a href="/r/">release</a>, and is never moved.</p>' }))
  assert.ok(!isGenerated('tags/index.html', '', { body: '<ul><li><a href="#name">The name of a tag</a></li></ul><p>Text.</p>' }))
})

test('readHtml() leaves out the listing of a source file', () => {
  const listing = { body: '<pre class="prettyprint source"><code>export function sharpen(pen) { return pen }</code></pre>' }
  assert.ok(isGenerated('quill.js.html', '', listing))
  assert.ok(!isGenerated('quill.html', '', listing))
  assert.ok(!isGenerated('guide/next.js/index.html', '', listing))
  assert.ok(!isGenerated('node.js.html', '', { body: '<p>Use it with Node.js.</p><pre><code>npm i</code></pre>' }))
})
