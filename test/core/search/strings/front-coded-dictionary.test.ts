import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createStringDictionary, encodeString, sizeOf, stringAt,
} from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { createRandom } from '../../../support/random.ts'

test('createStringDictionary() keeps any strings in the order given', () => {
  const strings = ['b', '', 'a', 'é', '漢字', '😀', '\ud83d', '\udc00x', 'b', '\u0000', '\u07ff\u0800\uffff']
  const table = createStringDictionary(strings)
  assert.equal(sizeOf(table), strings.length)
  assert.deepEqual(strings.map((_, i) => stringAt(table, i)), strings)
})

test('createStringDictionary() makes an empty dictionary of no strings', () => {
  assert.equal(sizeOf(createStringDictionary([])), 0)
})

test('stringAt() is the empty string for a number that is not there', () => {
  const table = createStringDictionary(['a', 'b'])
  for (const number of [-1, 2, 99]) assert.equal(stringAt(table, number), '')
})

test('encodeString() keeps the order of strings', () => {
  const random = createRandom(5)
  const pieces = ['a', 'b', '\u007f', '\u0080', 'é', '\u07ff', '\u0800', '\ud7ff', '\ud83d', '😀', '\ue000', '\uffff']
  const strings = Array.from({ length: 2_000 }, () => random.text(pieces, 4))
  const byBytes = [...strings].sort((a, b) => compareBytes(encodeString(a), encodeString(b)))
  assert.deepEqual(byBytes, strings.sort())
})

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}
