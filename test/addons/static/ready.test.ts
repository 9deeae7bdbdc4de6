import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf, decodeReady, encodeReady, isBroad } from '../../../src/addons/static/ready.ts'

test('ready results are read as they were written, and others are left out', () => {
  const ready = new Map([['c', { ordinals: [3, 0], terms: ['case', 'c'], weight: 1.25 }], ['co', { ordinals: [], terms: [], weight: 0.5 }]])
  assert.deepEqual(decodeReady(encodeReady(ready)), ready)
  for (const text of ['', '{}', '[1]', '[["c"]]', '[[1,1,[],[]]]', '[["c","1",[],[]]]']) {
    assert.equal(decodeReady(new TextEncoder().encode(text)).size, 0, text)
  }
  assert.deepEqual(decodeReady(new TextEncoder().encode('[["c",1,[-1,2,0.5,"3"],["a",1]]]')).get('c'), { weight: 1, ordinals: [2], terms: ['a'] })
})

test('isBroad() is true for a few letters whose words lie in many parts', () => {
  const firsts = ['a', 'ca', 'co', 'cu', 'd']
  const rows = [['c', true], ['co', false], ['', false], ['cabs', false], ['d', false]] as const
  for (const [beginning, expected] of rows) assert.equal(isBroad(firsts, beginning), expected, beginning)
})

test('beginningOf() takes letters in lower case, in capitals, and with one at the start', () => {
  assert.deepEqual(['co', 'Co', 'CO', 'cO', 'c '].map(beginningOf), ['co', 'co', 'co', null, null])
})
