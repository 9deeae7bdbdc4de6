import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestNames } from '../../../../src/core/graph/names.ts'
import { checkGrowth } from '../../../support/fuzz.ts'

test('nearestNames() takes time in proportion to the names', () => {
  const known = Array.from({ length: 100_000 }, (_, i) => `guides/page-${i}#section-${i * 7}`)
  assert.equal(nearestNames('guides/page-77777', known)[0], 'guides/page-77777#section-544439')
  checkGrowth(known.length, (count) => nearestNames('guides/page-77777', known.slice(0, count)))
  checkGrowth(1_000_000, (length) => nearestNames('x'.repeat(2_000), ['y'.repeat(length), 'x'.repeat(length)]))
})
