import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeResults, parseReply, textOf, textsOf } from '../../../../src/addons/overlay/client/reply.ts'

/** Checks which links of results and sources are taken. */
function check(url: unknown, isTaken: boolean) {
  assert.equal(decodeResults({ results: [{ url, title: 'T', snippet: '' }] }).length, isTaken ? 1 : 0, String(url))
}

test('decodeResults() takes links that stay on http', () => {
  for (const url of ['/a/#b', 'https://a.test/', 'http://a.test', '//a.test/x', 'a/b', '#x', '?q=1']) check(url, true)
  for (const url of ['javascript:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)', 'JAVASCRIPT:x', 'data:text/html,x', 'vbscript:x', 'file:///etc', '', null, 7, 'http://[']) check(url, false)
})

test('replies of other shapes give nothing', () => {
  for (const reply of [undefined, null, 7, 'x', [], {}, { results: 'x', suggestions: {} }, { results: [null, 7, {}] }]) {
    assert.deepEqual([...decodeResults(reply), ...textsOf(reply, 'suggestions'), textOf(reply, 'error')], [''])
  }
  assert.deepEqual(textsOf({ suggestions: ['a', 7, 'b'] }, 'suggestions'), ['a', 'b'])
  assert.equal(decodeResults({ results: Array(500).fill({ url: '/a/' }) }).length, 100)
  assert.deepEqual(decodeResults({ results: [{ url: '/a/', heading: null }] }), [{ url: '/a/', title: '/a/', snippet: '', version: '', alsoIn: [] }])
  assert.deepEqual(decodeResults({ results: [{ url: '/a/', version: 'v2', alsoIn: ['v1', 2] }] }), [{ url: '/a/', title: '/a/', snippet: '', version: 'v2', alsoIn: ['v1'] }])
  assert.equal(parseReply('{'), undefined)
})
