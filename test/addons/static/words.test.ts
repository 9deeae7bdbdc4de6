import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNear } from '../../../src/addons/static/words.ts'
import { createDistanceTable } from '../../../src/core/search/query/distance-table.ts'
import { createRandom } from '../../support/random.ts'

test('isNear() has the distance that a search has', () => {
  const random = createRandom(3)
  const draw = () => Uint8Array.from({ length: random.below(7) }, () => 97 + random.below(3))
  for (let round = 0; round < 5_000; round += 1) {
    const [key, word, edits] = [draw(), draw(), 1 + random.below(2)]
    const table = createDistanceTable(key, edits)
    for (const byte of word) table.add(byte)
    assert.equal(isNear(key, word, edits), table.distance() <= edits, `${key} ${word} ${edits}`)
  }
})
