import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  addHalves, countMask, FIELDS, keptLength, lengthCode, lengthOfCode,
} from '../../../../src/core/search/index/field.ts'

test('FIELDS share the bits of a posting', () => {
  assert.equal(FIELDS.reduce((sum, { bits }) => sum + bits, 0), 16)
  assert.deepEqual(FIELDS.map((_, field) => countMask(field)), [0x1f, 0xe0, 0x300, 0xc00, 0x3000, 0xc000])
})

test('addHalves() stops at the most that the bits hold', () => {
  let counts = 0
  for (let i = 0; i < 100; i += 1) FIELDS.forEach((_, field) => (counts = addHalves(counts, field, 2)))
  assert.equal(counts, 0xffff)
})

test('keptLength() keeps four bits', () => {
  const rows = [[0, 0], [1, 1], [15, 15], [16, 16], [17, 16], [19, 18], [31, 30], [33, 32], [100, 96], [1_000, 960], [65_535, 61_440]] as const
  for (const [length, kept] of rows) assert.equal(keptLength(length), kept, String(length))
})

test('lengths of 16 bits have codes of a byte, which count the kept lengths up', () => {
  let last = -1
  for (let length = 0; length < 2 ** 16; length += 1) {
    const code = lengthCode(length)
    assert.ok(code === last || code === last + 1, String(length))
    assert.equal(lengthOfCode(code), keptLength(length))
    assert.equal(lengthCode(keptLength(length)), code)
    last = code
  }
  assert.ok(last < 128)
})
