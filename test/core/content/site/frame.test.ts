import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteOf } from '../../../support/site-of.ts'

const MENU = '<div><p>Settings<p>Member visibility<ul><li>Inherited</ul><p>Theme</div>'
const NOTICE = '<p>Published under the licence of the zoo.<p>All pages may be copied.<p>Ask the keeper first.'

/** The text of the third of six pages, which have these bodies, with the number of the page for `#`. */
function check(body: string, expected: string, pages = 6) {
  const files = Array.from({ length: pages }, (_, at) => [`p${at}.html`, `<h1>P${at}</h1>${body.replaceAll('#', String(at))}`] as const)
  const sections = siteOf(Object.fromEntries(files)).pages[2]?.sections ?? []
  assert.equal(sections.map(({ heading, text }) => `${heading ?? ''}|${text}`).join(' / '), expected)
}

test('labels that repeat around the content of most pages are left out', () => {
  check(`<p>a #</p>${MENU}`, '|a 2')
  check('<ul><li>Settings<li>Classes<li>Enums</ul><p>a #</p>', '|a 2')
  check(`${MENU}<p>a #</p>`, '|a 2')
  check(`<p>a #<h2 id="b">B#</h2>c # <a href="x">d</a>${MENU}<p>e #`, '|a 2 / B2|c 2 d\n\ne 2')
  check(`<p>a #<h2 id="b">B#</h2>c #<dl><dt id="d">D#<dd>d</dl>${MENU}`, '|a 2 / B2|c 2 / D2|d')
})

test('what an author repeats is kept', () => {
  check(`<p>a #</p>${NOTICE}`, '|a 2\n\nPublished under the licence of the zoo.\n\nAll pages may be copied.\n\nAsk the keeper first.')
  check('<p>a #<h2 id="b">Licence</h2><p>MIT<p>Copyright 2024<p>The zoo', '|a 2 / Licence|MIT\n\nCopyright 2024\n\nThe zoo')
  check('<p>a #<p>Returns<p>b #', '|a 2\n\nReturns\n\nb 2')
  check('<p>a #<ul><li>Node 20<li>Linux<li>16 GB memory</ul><p>b #</p>', '|a 2\n\nNode 20\nLinux\n16 GB memory\n\nb 2')
  check('<ul><li>Node<li>npm</ul><p>a #</p>', '|Node\nnpm\n\na 2')
  check('<p>a #<pre>x\n\ny\n\nz\n\nu</pre>', '|a 2\n\nx\n\ny\n\nz\n\nu')
  check(`<main><p>a #</p>${MENU}</main>`, '|a 2\n\nSettings\n\nMember visibility\n\nInherited\n\nTheme')
  check(`<p>a #</p>${MENU}`, '|a 2\n\nSettings\n\nMember visibility\n\nInherited\n\nTheme', 4)
})

test('a text without its menu keeps the elements of the rest', () => {
  const files = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`p${at}.html`, `${MENU}<p>a <b>b${at}</b>`]))
  const { text, structure } = siteOf(files).pages[0]!.sections[0]!
  assert.deepEqual([text, structure], ['a b0', 'b2.2'])
})
