import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isObject, parseJson, parseJsonObject } from '../../../src/core/base/json.ts'

test('isObject() holds for objects alone', () => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) assert.equal(isObject(value), true)
  for (const value of [null, undefined, [], 'a', 1, true, () => 1]) assert.equal(isObject(value), false)
})

test('parseJson() gives undefined for a text that is no JSON', () => {
  assert.deepEqual(parseJson('{"a":[1]}'), { a: [1] })
  assert.equal(parseJson('null'), null)
  for (const text of ['', '{', 'undefined', '{} {}']) assert.equal(parseJson(text), undefined)
})

test('parseJsonObject() gives undefined for other values, too', () => {
  assert.deepEqual(parseJsonObject('{"a":1}'), { a: 1 })
  for (const text of ['[1]', 'null', '"a"', '{']) assert.equal(parseJsonObject(text), undefined)
})
