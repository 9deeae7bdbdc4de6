import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupedEnd } from '../../../src/core/text/sign.ts'

test('groupedEnd() begins at the first group alone, so that a long run that is no number is read once', () => {
  for (const sign of [',', '\u066c', "'", '\u2019', ' ', '\u00a0', '\u2009', '\u202f']) {
    const run = `1${`${sign}000`.repeat(50)}`
    const signs = Array.from({ length: 50 }, (_, i) => 1 + 4 * i)
    assert.deepEqual(signs.map((at) => groupedEnd(run, at)), [run.length, ...Array(49).fill(0)], JSON.stringify(sign))
    assert.deepEqual(signs.filter((at) => groupedEnd(`${run}0`, at) > 0), [], JSON.stringify(sign))
  }
})
