import assert from 'node:assert/strict'
import { test } from 'node:test'
import { element } from '../../../../src/addons/reader/html/html.ts'

test('element() escapes text and values of attributes', () => {
  const hostile = `</p><script>alert("1")</script>&amp;'`
  const { markup } = element('p', { title: hostile }, hostile)
  const escaped = '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;'
  assert.equal(markup, `<p title="${escaped}">${escaped}</p>`)
})

test('element() writes attributes that are set, content of any depth, and no end of a void element', () => {
  assert.equal(element('a', { href: null, hidden: false, popover: true, title: '' }).markup, '<a popover title=""></a>')
  assert.equal(element('ul', {}, null, [element('li', {}, 'a'), [element('li', {}, 'b')]], 'c').markup, '<ul><li>a</li><li>b</li>c</ul>')
  assert.equal(element('meta', { charset: 'utf-8' }).markup, '<meta charset="utf-8">')
})
