import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, filterFor, type PageScope } from '../../../../src/addons/overlay/client/request.ts'

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

/** The filter as it is sent. */
function check(values: unknown, page: PageScope, expected: object | undefined) {
  const sent: unknown = JSON.parse(JSON.stringify({ filter: filterFor(values, page) }))
  assert.deepEqual(sent, expected === undefined ? {} : { filter: expected }, JSON.stringify([values, page]))
}

test('filterFor() takes the language of the page where the site has it', () => {
  check({ lang: ['en', 'fr'] }, { lang: 'fr' }, { lang: 'fr' })
  check({ lang: ['en', 'pt-BR', 'zh-CN'] }, { lang: 'pt-br' }, { lang: 'pt-BR' })
  check({ lang: ['en', 'en-GB'] }, { lang: 'en-GB' }, { lang: 'en-GB' })
})

test('filterFor() takes the language of the site that is nearest', () => {
  check({ lang: ['en', 'fr'] }, { lang: 'en-US' }, { lang: 'en' })
  check({ lang: ['en-US', 'fr-FR'] }, { lang: 'en' }, { lang: 'en-US' })
  check({ lang: ['en', 'en-GB', 'fr'] }, { lang: 'en-US' }, { lang: 'en' })
  check({ lang: ['zh-CN', 'zh-TW'] }, { lang: 'zh-Hant-TW' }, { lang: 'zh-TW' })
  // A region says nothing about the language.
  check({ lang: ['en-US', 'fr'] }, { lang: 'es-US' }, {})
})

test('filterFor() takes sections without a language where none has that of the page', () => {
  check({ lang: ['', 'fr'] }, { lang: 'en-US' }, { lang: '' })
  check({ lang: ['', 'fr'] }, { lang: 'fr' }, { lang: 'fr' })
})

test('filterFor() keeps out nothing where the site has no language, one, or none that fits', () => {
  check({ lang: [''] }, { lang: 'en' }, { lang: '' })
  check({ lang: ['en'] }, { lang: 'en-US' }, { lang: 'en' })
  check({ lang: ['en'] }, { lang: 'de' }, {})
  check({ lang: ['de', 'fr'] }, { lang: 'en' }, {})
  check({ lang: [] }, { lang: 'en' }, {})
})

test('filterFor() takes nothing of a page that states nothing', () => {
  for (const page of [{}, { lang: '', version: null }]) check({ lang: ['', 'en', 'fr'], version: ['', '1.x'] }, page, {})
})

test('filterFor() takes the version of the page, else sections without one', () => {
  check({ lang: ['en'], version: ['', '1.x', '2.x'] }, { lang: 'en', version: '2.x' }, { lang: 'en', version: '2.x' })
  check({ lang: [], version: ['', '1.x'] }, { version: '3.x' }, { version: '' })
  check({ lang: [], version: ['1.x'] }, { version: '3.x' }, {})
})

test('filterFor() gives no filter for a service without filters', () => {
  check(undefined, { lang: 'en' }, undefined)
  check({ lang: 'en', version: { '0': 'x' } }, { lang: 'en', version: 'x' }, {})
})
