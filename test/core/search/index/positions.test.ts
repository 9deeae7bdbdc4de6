import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_POSITIONS, readPositions, writePositions } from '../../../../src/core/search/index/positions.ts'
import { createByteBuffer, flushBits } from '../../../../src/core/search/strings/bits.ts'
import { createRandom } from '../../../support/random.ts'

interface Case {
  readonly places: readonly number[]
  /** Words of the chunk, which positions may exceed: lengths stop counting at some number. */
  readonly length: number
}

function check(cases: readonly Case[]) {
  const buffer = createByteBuffer()
  const writer = { buffer, pending: 0, pendingBits: 0 }
  for (const { places, length } of cases) writePositions(writer, { positions: Uint32Array.from(places), from: 0, to: places.length }, length)
  flushBits(writer)
  const reader = { bytes: buffer.bytes, at: 0, end: buffer.size, pending: 0, pendingBits: 0 }
  const found = new Uint32Array(MAX_POSITIONS)
  for (const { places, length } of cases) {
    assert.deepEqual([...found.slice(0, readPositions(reader, found, length))], places)
  }
}

test('positions are read as they were written', () => {
  const random = createRandom(2)
  for (let round = 0; round < 300; round += 1) {
    check(Array.from({ length: 10 }, () => {
      const length = 1 + random.below(random.pick([1, 20, 300, 50_000]))
      const places = new Set(Array.from({ length: 1 + random.below(30) }, () => random.below(length + 5)))
      return { length, places: [...places].sort((a, b) => a - b) }
    }))
  }
})

test('positions may be as many and as far as can be', () => {
  check([{ places: Array.from({ length: MAX_POSITIONS }, (_, i) => i), length: 65_535 }])
  check([{ places: [0, 3_000_000], length: 327_675 }, { places: [40], length: 0 }])
})

test('readPositions() reads a bounded number from bytes that never end', () => {
  const reader = { bytes: new Uint8Array(1_000).fill(0xff), at: 0, end: 1_000, pending: 0, pendingBits: 0 }
  assert.equal(readPositions(reader, new Uint32Array(MAX_POSITIONS), 10), MAX_POSITIONS)
})
