import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createByteBuffer, flushBits, pushVarint, readBits, readUnary, readVarint, writeBits,
} from '../../../../src/core/search/strings/bits.ts'
import { createRandom } from '../../../support/random.ts'

test('bits are read as they were written, whatever their widths', () => {
  const random = createRandom(1)
  for (let round = 0; round < 200; round += 1) {
    const buffer = createByteBuffer()
    const numbers = Array.from({ length: 500 }, () => {
      const width = random.below(26)
      return { width, value: random.below(2 ** width) }
    })
    const writer = { buffer, pending: 0, pendingBits: 0 }
    for (const { value, width } of numbers) writeBits(writer, value, width)
    flushBits(writer)
    const reader = { bytes: buffer.bytes, at: 0, end: buffer.size, pending: 0, pendingBits: 0 }
    for (const { value, width } of numbers) assert.equal(readBits(reader, width), value)
  }
})

test('readBits() reads 0 behind the end', () => {
  const reader = { bytes: Uint8Array.of(0xff, 0xff), at: 0, end: 1, pending: 0, pendingBits: 0 }
  assert.deepEqual([readBits(reader, 12), readBits(reader, 25)], [0xff, 0])
})

test('varints are read as they were written', () => {
  const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 32 - 1]
  const buffer = createByteBuffer()
  for (const number of numbers) pushVarint(buffer, number)
  let at = 0
  for (const number of numbers) {
    const { value, end } = readVarint(buffer.bytes, at)
    assert.equal(value, number)
    at = end
  }
  assert.equal(at, buffer.size)
})

test('readVarint() ends in bytes that never do, and reads 0 where there are none', () => {
  assert.equal(readVarint(new Uint8Array(9).fill(0xff), 0).end, 5)
  assert.deepEqual(readVarint(new Uint8Array(0), 3), { value: 0, end: 4 })
})

test('readUnary() reads runs of ones of any length between other bits', () => {
  const random = createRandom(5)
  const buffer = createByteBuffer()
  const writer = { buffer, pending: 0, pendingBits: 0 }
  const runs = Array.from({ length: 2_000 }, () => random.below(random.pick([2, 9, 40, 300])))
  for (const run of runs) {
    for (let i = 0; i < run; i += 1) writeBits(writer, 1, 1)
    writeBits(writer, 0, 1)
    writeBits(writer, run & 31, 5)
  }
  flushBits(writer)
  const reader = { bytes: buffer.bytes, at: 0, end: buffer.size, pending: 0, pendingBits: 0 }
  for (const run of runs) assert.deepEqual([readUnary(reader, 1_000), readBits(reader, 5)], [run, run & 31])
})

test('readUnary() ends at the most, and behind the end', () => {
  const ones = () => ({ bytes: new Uint8Array(100).fill(0xff), at: 0, end: 100, pending: 0, pendingBits: 0 })
  assert.ok(readUnary(ones(), 50) < 50 + 32)
  assert.equal(readUnary(ones(), 10_000), 800)
  assert.equal(readUnary({ ...ones(), end: 0 }, 10), 0)
})
