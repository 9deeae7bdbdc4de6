import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFrameReader } from '../../../src/overlay/client/frames.ts'
import { decodeEvent, decodeResults, decodeSuggestions, textOf } from '../../../src/overlay/client/reply.ts'

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
    assert.deepEqual([...decodeResults(reply), ...decodeSuggestions(reply), textOf(reply, 'error')], [''])
  }
  assert.deepEqual(decodeSuggestions({ suggestions: ['a', 7, 'b'] }), ['a', 'b'])
  assert.equal(decodeResults({ results: Array(500).fill({ url: '/a/' }) }).length, 100)
  assert.deepEqual(decodeResults({ results: [{ url: '/a/', heading: null }] }), [{ url: '/a/', title: '/a/', snippet: '' }])
})

test('decodeEvent() reads the events of the contract, and passes over others', () => {
  const read = (type: string, value: unknown) => decodeEvent(type, JSON.stringify(value))
  assert.deepEqual(read('search', { query: 'q' }), { type: 'search', query: 'q' })
  assert.deepEqual(read('token', { text: 't' }), { type: 'token', text: 't' })
  assert.deepEqual(read('error', { error: 'e' }), { type: 'error', error: 'e' })
  assert.deepEqual(read('done', {}), { type: 'done' })
  assert.equal(read('usage', {}), null)
  assert.deepEqual(read('token', null), { type: 'token', text: '' })
  const sources = [{ url: '/a/', title: 'A', heading: null, terms: ['t'] }, { url: 'javascript:x' }]
  assert.deepEqual(read('sources', { sources }), { type: 'sources', sources: [{ url: '/a/', title: 'A' }], model: '' })
})

test('createFrameReader() reads messages however they are cut', () => {
  const stream = ': ok\n\nevent: token\ndata: {"text":"a\u2028b"}\n\nevent:done\r\ndata:{}\r\n\r\nevent: x\ndata: 1\ndata:  2\n\nevent: cut\ndata: {'
  const expected = [' ', 'token {"text":"a\u2028b"}', 'done {}', 'x 1\n 2']
  for (let at = 0; at <= stream.length; at += 1) {
    const told: string[] = []
    const read = createFrameReader((event, data) => told.push(`${event} ${data}`))
    read(stream.slice(0, at))
    read(stream.slice(at))
    assert.deepEqual(told, expected, `cut at ${at}`)
  }
})

test('createFrameReader() keeps no more than one message may have', () => {
  const told: string[] = []
  const read = createFrameReader((event) => told.push(event))
  for (let i = 0; i < 30; i += 1) read(`data: ${'x'.repeat(100_000)}`)
  read('\n\nevent: done\ndata: {}\n\n')
  assert.deepEqual(told, ['', 'done'])
})
