import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHtmlTokens } from '../../../../src/core/content/html/tokens.ts'
import type { HtmlToken } from '../../../../src/core/content/html/tokens.ts'
import { rulesOf } from '../../../support/rules.ts'

/** `<p a="1">`, `</p>`, and text as it is; one string a token. */
function show(token: HtmlToken): string {
  if (token.type === 'text') return token.text
  if (token.type === 'close') return `</${token.name}>`
  const attributes = [...token.attributes].map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  return `<${token.name}${attributes.join('')}${token.isSelfClosing ? '/' : ''}>`
}

function tokensOf(html: string): HtmlToken[] {
  const { next } = createHtmlTokens(html)
  const tokens: HtmlToken[] = []
  for (let token = next(); token !== null; token = next()) tokens.push(token)
  return tokens
}

function check(html: string, ...expected: string[]) {
  assert.deepEqual(tokensOf(html).map(show), expected)
}

for (const [name, run] of rulesOf('createHtmlTokens()', check, [
  ['separates tags and text',
    ['<p>one <b>two</b></p>', '<p>', 'one ', '<b>', 'two', '</b>', '</p>'], ['<br/><BR />', '<br/>', '<br/>'],
    ['no markup', 'no markup'], ['']],
  ['lower-cases names and keeps values',
    ['<DIV ID=Top CLASS="A b" Hidden>', '<div id="Top" class="A b" hidden="">'], ['</DIV >', '</div>']],
  ['reads attributes in every notation',
    [`<a b = c d='e "f"' g="h 'i'" j>`, `<a b="c" d="e \\"f\\"" g="h 'i'" j="">`],
    ['<a b=c/d e>', '<a b="c/d" e="">'], ['<a\n b="1"\n\tc="2">', '<a b="1" c="2">'], ['<a b=1 B=2>', '<a b="1">'],
    ['<a =b c>', '<a =b="" c="">'], ['<a b="x>y">z', '<a b="x>y">', 'z'], ['<a/b>', '<a b="">']],
  ['decodes character references in text and values',
    ['a &amp; b &#8212; &#x1F389;', 'a & b — 🎉'], ['<p title="&lt;b&gt; &amp;amp;">', '<p title="<b> &amp;">'],
    ['AT&T & co', 'AT&T & co']],
  ['takes a < that opens nothing as text',
    ['1 < 2 <3 a<', '1 < 2 <3 a<'], ['x <= y <<b>z', 'x <= y <', '<b>', 'z'], ['a</', 'a</']],
  ['drops comments, doctypes and instructions',
    ['a<!-- <b> -->c', 'a', 'c'], ['a<!-->b<!--->c<!-- d --!>e', 'a', 'b', 'c', 'e'],
    ['<!doctype html><?xml version="1.0"?><p>', '<p>'], ['a</ b>c</>d</3>e', 'a', 'c', 'd', 'e']],
  ['keeps the text of a CDATA section',
    ['<p><![CDATA[a < b & <c>]]></p>', '<p>', 'a < b & <c>', '</p>'], ['<![CDATA[open', 'open']],
  ['reads what is unclosed to the end of the file',
    ['a<!-- b <p> c', 'a'], ['a<p class="b <i>c', 'a'], ['a<p b', 'a'], ['a<p', 'a'], ['a</p', 'a'], ['a<!', 'a'],
    ['a<?', 'a']],
])) test(name, run)

test('createHtmlTokens() reads a range that starts and ends at a tag', () => {
  const html = '<nav>x</nav><main>y</main>z'
  const { next } = createHtmlTokens(html, { start: html.indexOf('<main'), end: html.indexOf('</main') })
  assert.deepEqual([next(), next(), next()].map((token) => token && show(token)), ['<main>', 'y', null])
})

test('rawText() gives all text up to the end tag', () => {
  function checkRaw(html: string, text: string, rest: string | null) {
    const tokens = createHtmlTokens(`<script>${html}`)
    tokens.next()
    const raw = tokens.rawText('script').text
    const token = tokens.next()
    assert.deepEqual([raw, token && show(token)], [text, rest])
  }
  checkRaw('a < "</b>" &amp;</script>c', 'a < "</b>" &amp;', 'c')
  checkRaw('a</SCRIPT x="1">c', 'a', 'c')
  checkRaw('a</scripts></script\n>c', 'a</scripts>', 'c')
  checkRaw('never closed <p>', 'never closed <p>', null)
})
