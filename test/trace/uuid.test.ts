import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatUuid, UUID_RANDOM_BYTES } from '../../src/trace/uuid.ts'

const filled = (byte: number) => new Uint8Array(UUID_RANDOM_BYTES).fill(byte)

test('formatUuid() writes time, version, variant and random bits where RFC 9562 has them', () => {
  const random = Uint8Array.from([0xfc, 0xc3, 0xd8, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])
  assert.equal(formatUuid(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 'the example of its appendix')
  assert.equal(formatUuid(0, filled(0)), '00000000-0000-7000-8000-000000000000')
  assert.equal(formatUuid(2 ** 48 - 1, filled(255)), 'ffffffff-ffff-7fff-bfff-ffffffffffff')
})

test('formatUuid() sorts by time, whole milliseconds of it', () => {
  const early = formatUuid(Date.parse('2026-11-20T08:00:00.000Z') + 0.7, filled(255))
  const late = formatUuid(Date.parse('2026-11-20T08:00:00.001Z'), filled(0))
  assert.ok(early < late)
})
