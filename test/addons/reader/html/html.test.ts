import assert from 'node:assert/strict'
import { test } from 'node:test'
import { element, formatDocument } from '../../../../src/addons/reader/html/html.ts'

test('element() escapes text and values of attributes', () => {
  const hostile = `</p><script>alert("1")</script>&amp;'`
  const { markup } = element('p', { title: hostile }, hostile)
  const escaped = '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;'
  assert.equal(markup, `<p title="${escaped}">${escaped}</p>`)
})

test('element() leaves out attributes of null and false, and writes true without a value', () => {
  assert.equal(element('a', { href: null, hidden: false, popover: true, title: '' }).markup, '<a popover title=""></a>')
})

test('element() takes elements, lists and nothing', () => {
  assert.equal(element('ul', {}, null, [element('li', {}, 'a'), [element('li', {}, 'b')]], 'c').markup, '<ul><li>a</li><li>b</li>c</ul>')
})

test('element() ends void elements at their start', () => {
  assert.equal(formatDocument(element('meta', { charset: 'utf-8' })), '<!doctype html>\n<meta charset="utf-8">\n')
})
