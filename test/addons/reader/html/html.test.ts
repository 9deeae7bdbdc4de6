import assert from 'node:assert/strict'
import { test } from 'node:test'
import { element } from '../../../../src/addons/reader/html/html.ts'

test('element() escapes text and values of attributes', () => {
  const hostile = `</p><script>alert("1")</script>&amp;'`
  const { markup } = element('p', { title: hostile }, hostile)
  const escaped = '&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;'
  assert.equal(markup, `<p title="${escaped}">${escaped}</p>`)
})
