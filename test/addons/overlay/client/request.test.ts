import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, filterFor } from '../../../../src/addons/overlay/client/request.ts'

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
