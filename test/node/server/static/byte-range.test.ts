import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRange } from '../../../../src/node/server/static/byte-range.ts'

test('parseRange() reads one range of bytes', () => {
  const rows = [
    ['bytes=0-0', [0, 1]], ['bytes=2-4', [2, 5]], ['bytes=2-', [2, 10]], ['bytes=-3', [7, 10]], ['bytes=-30', [0, 10]], ['bytes=8-99', [8, 10]], ['Bytes= 1-2 ', [1, 3]],
    ['bytes=10-', 'unsatisfiable'], ['bytes=-0', 'unsatisfiable'], ['bytes=10-11', 'unsatisfiable'],
    [null, null], ['', null], ['bytes=', null], ['bytes=-', null], ['bytes=4-2', null], ['bytes=0-1,3-4', null], ['lines=0-1', null], ['bytes=a-b', null],
    [`bytes=${'9'.repeat(400)}-`, null],
  ] as const
  for (const [header, expected] of rows) {
    const range = parseRange(header, 10)
    assert.deepEqual(range === null || range === 'unsatisfiable' ? range : [range.start, range.end], expected, String(header))
  }
  assert.equal(parseRange('bytes=0-', 0), 'unsatisfiable')
})
