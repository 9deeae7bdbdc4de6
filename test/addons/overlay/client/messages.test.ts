import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addressOf, decodeResults, filterFor, parseReply, textOf, textsOf, waitOf,
} from '../../../../src/addons/overlay/client/messages.ts'

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
  assert.deepEqual(decodeResults({ results: [{ url: '/a/', heading: null }] }), [{ url: '/a/', title: '/a/', heading: '', group: '', snippet: '', version: '', alsoIn: [] }])
  const [{ version, alsoIn } = {}] = decodeResults({ results: [{ url: '/a/', version: 'v2', alsoIn: ['v1', 2] }] })
  assert.deepEqual([version, alsoIn], ['v2', ['v1']])
  assert.equal(parseReply('{'), undefined)
})

test('addressOf() keeps the last slash of the endpoint', () => {
  const rows = [
    ['/api/ask', '', '/api/ask'],
    ['/api/ask', '/filters', '/api/ask/filters'],
    ['/api/ask/', '', '/api/ask/'],
    ['/api/ask/', '/filters', '/api/ask/filters/'],
    ['https://a.example/ask/', '/feedback', 'https://a.example/ask/feedback/'],
  ] as const
  for (const [endpoint, route, address] of rows) assert.equal(addressOf(endpoint, route), address)
})

test('filterFor() takes what the page states, as the site has it', () => {
  for (const [why, values, page, expected] of [
    ['the language of the page', { lang: ['en', 'fr'] }, { lang: 'fr' }, { lang: 'fr' }],
    ['the language of the page', { lang: ['en', 'pt-BR', 'zh-CN'] }, { lang: 'pt-br' }, { lang: 'pt-BR' }],
    ['the language of the page', { lang: ['en', 'en-GB'] }, { lang: 'en-GB' }, { lang: 'en-GB' }],
    ['the nearest language', { lang: ['en', 'fr'] }, { lang: 'en-US' }, { lang: 'en' }],
    ['the nearest language', { lang: ['en-US', 'fr-FR'] }, { lang: 'en' }, { lang: 'en-US' }],
    ['the nearest language', { lang: ['en', 'en-GB', 'fr'] }, { lang: 'en-US' }, { lang: 'en' }],
    ['the nearest language', { lang: ['zh-CN', 'zh-TW'] }, { lang: 'zh-Hant-TW' }, { lang: 'zh-TW' }],
    ['a region says nothing about the language', { lang: ['en-US', 'fr'] }, { lang: 'es-US' }, {}],
    ['sections without a language', { lang: ['', 'fr'] }, { lang: 'en-US' }, { lang: '' }],
    ['sections without a language', { lang: ['', 'fr'] }, { lang: 'fr' }, { lang: 'fr' }],
    ['a site without languages', { lang: [''] }, { lang: 'en' }, { lang: '' }],
    ['a site of one language', { lang: ['en'] }, { lang: 'en-US' }, { lang: 'en' }],
    ['no language that fits', { lang: ['en'] }, { lang: 'de' }, {}],
    ['no language that fits', { lang: ['de', 'fr'] }, { lang: 'en' }, {}],
    ['no language that fits', { lang: [] }, { lang: 'en' }, {}],
    ['a page that states nothing', { lang: ['', 'en', 'fr'], version: ['', '1.x'] }, {}, {}],
    ['a page that states nothing', { lang: ['', 'en', 'fr'], version: ['', '1.x'] }, { lang: '', version: null }, {}],
    ['the version of the page', { lang: ['en'], version: ['', '1.x', '2.x'] }, { lang: 'en', version: '2.x' }, { lang: 'en', version: '2.x' }],
    ['sections without a version', { lang: [], version: ['', '1.x'] }, { version: '3.x' }, { version: '' }],
    ['no version that fits', { lang: [], version: ['1.x'] }, { version: '3.x' }, {}],
    ['a service without filters', undefined, { lang: 'en' }, undefined],
    ['values of another shape', { lang: 'en', version: { '0': 'x' } }, { lang: 'en', version: 'x' }, {}],
  ] as const) {
    const sent: unknown = JSON.parse(JSON.stringify({ filter: filterFor(values, page) }))
    assert.deepEqual(sent, expected === undefined ? {} : { filter: expected }, `${why}: ${JSON.stringify([values, page])}`)
  }
})

test('waitOf() gives seconds that a timer can wait', () => {
  const rows = [['7', 7], [null, 5], ['', 5], ['0', 5], ['-3', 1], ['0.2', 1], ['soon', 5], ['2592000', 86_400], ['Infinity', 86_400]] as const
  for (const [header, seconds] of rows) assert.equal(waitOf(header), seconds, String(header))
})
