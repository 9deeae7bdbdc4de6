import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIELDS, addHalves, countMask, fieldNumber } from '../../../../src/core/search/index/field.ts'

test('FIELDS share the bits of a posting', () => {
  assert.equal(FIELDS.reduce((sum, { bits }) => sum + bits, 0), 16)
  assert.deepEqual(FIELDS.map((_, field) => countMask(field)), [0x1f, 0xe0, 0x300, 0xc00, 0x3000, 0xc000])
})

test('fieldNumber() is the position in FIELDS', () => {
  assert.deepEqual(FIELDS.map(({ name }) => fieldNumber(name)), [0, 1, 2, 3, 4, 5])
})

test('addHalves() counts each field by itself', () => {
  const [body, title] = [fieldNumber('body'), fieldNumber('title')]
  const counts = addHalves(addHalves(addHalves(0, body, 2), title, 1), body, 1)
  assert.equal(counts, (1 << 10) + 3)
})

test('addHalves() stops at the most that the bits hold', () => {
  let counts = 0
  for (let i = 0; i < 100; i += 1) FIELDS.forEach((_, field) => (counts = addHalves(counts, field, 2)))
  assert.equal(counts, 0xffff)
})
