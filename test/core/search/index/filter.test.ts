import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  admittedScopes, decodeFilter, type Filterable, filterValues, matchesFilter, scopeOf,
} from '../../../../src/core/search/index/filter.ts'

const scopes = [{}, { lang: 'en', group: 'Guides' }, { lang: 'fr', version: '1.x' }].map(scopeOf).sort()

test('decodeFilter() takes any of the three names', () => {
  for (const filter of [{}, { lang: 'en' }, { version: '', group: 'API' }, { lang: 'fr', version: '1.x', group: 'Guides' }]) {
    assert.deepEqual(decodeFilter(filter), filter)
  }
})

test('decodeFilter() says what was expected', () => {
  const check = (value: unknown, expected: string) => assert.equal(decodeFilter(value), expected)
  for (const value of [null, 'en', 1, true, ['en']]) check(value, 'filter must be an object; its keys are lang, version, group')
  check({ lang: 'en', language: 'en' }, 'filter must not have the key "language"; its keys are lang, version, group')
  check(JSON.parse('{"__proto__": "x"}'), 'filter must not have the key "__proto__"; its keys are lang, version, group')
  check({ lang: null }, 'filter.lang must be a string')
  check({ version: 2 }, 'filter.version must be a string')
  check({ group: ['API'] }, 'filter.group must be a string')
})

test('filterValues() lists what scopes have, once and sorted', () => {
  assert.deepEqual(filterValues(scopes), { lang: ['', 'en', 'fr'], version: ['', '1.x'], group: ['', 'Guides'] })
  assert.deepEqual(filterValues([]), { lang: [], version: [], group: [] })
})

test('a scope admits what its chunk matches, odd characters included', () => {
  const chunks: Filterable[] = [{ group: 'a\0b' }, { group: 'a\ud800' }, { version: '\0' }, { lang: 'é' }, { group: null }]
  for (const chunk of chunks) {
    const [admitted] = admittedScopes([scopeOf(chunk)], { group: chunk.group ?? '' }) ?? []
    assert.equal(admitted, 1)
    assert.ok(matchesFilter(chunk, { group: chunk.group ?? '', lang: chunk.lang ?? '' }))
    assert.ok(!matchesFilter(chunk, { group: 'b' }))
  }
})
