import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createStringDictionary, encodeString, findPrefix, findString, nextString, openStrings, sizeOf, skipPrefix, stringAt,
} from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { createRandom } from '../../../support/random.ts'

const SORTED = ['', 'a', 'ab', 'abc', 'b', 'ba', 'é', '漢', '漢字', '😀'].sort()
const table = createStringDictionary(SORTED)

test('createStringDictionary() keeps any strings in the order given', () => {
  const strings = ['b', '', 'a', 'é', '漢字', '😀', '\ud83d', '\udc00x', 'b', '\u0000', '\u07ff\u0800\uffff']
  const table = createStringDictionary(strings)
  assert.equal(sizeOf(table), strings.length)
  assert.deepEqual(strings.map((_, i) => stringAt(table, i)), strings)
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

test('findString() tells the place of a string', () => {
  SORTED.forEach((string, i) => assert.equal(findString(table, string), i))
})

test('findString() is -1 for a string that is not there', () => {
  for (const string of ['aa', 'abcd', 'c', '字', '\ud83d', '\uffff']) assert.equal(findString(table, string), -1)
  assert.equal(findString(createStringDictionary([]), ''), -1)
  assert.equal(findString(createStringDictionary(['ab']), 'a'), -1)
})

test('findPrefix() agrees with startsWith()', () => {
  const random = createRandom(9)
  const many = [...new Set(Array.from({ length: 500 }, () => random.text(['a', 'b', 'é', '😀', '\ud83d'], 5)))].sort()
  const large = createStringDictionary(many)
  for (const prefix of [...many, '', 'bbbbbb', 'z', '漢', '\uffff']) {
    const { from, to } = findPrefix(large, prefix)
    assert.deepEqual(many.slice(from, to), many.filter((string) => string.startsWith(prefix)))
  }
})

test('skipPrefix() passes over all that begin alike, and nothing else', () => {
  const random = createRandom(10)
  const many = [...new Set(Array.from({ length: 3_000 }, () => random.text(['a', 'b', 'c', 'é'], 12)))].sort()
  const large = createStringDictionary(many)
  for (let round = 0; round < 500; round += 1) {
    const from = random.below(many.length)
    const prefix = many[from]!.slice(0, random.below(6))
    const cursor = openStrings(large, from)
    assert.ok(nextString(cursor))
    skipPrefix(cursor, encodeString(prefix).length)
    const behind = many.findIndex((string, i) => i > from && !string.startsWith(prefix))
    assert.equal(nextString(cursor) ? cursor.number : -1, behind)
    if (behind >= 0) assert.deepEqual(cursor.bytes.slice(0, cursor.length), encodeString(many[behind]!))
  }
})
