import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWordTable } from '../../src/text/word-table.ts'
import { createRandom } from '../support/random.ts'

test('createWordTable() numbers words as they are first met, wherever they stand', () => {
  const { numberOf } = createWordTable()
  const text = 'one two one'
  assert.deepEqual([numberOf(text, 0, 3), numberOf(text, 4, 7), numberOf(text, 8, 11), numberOf('(two)', 1, 4)], [0, 1, 0, 1])
})

test('createWordTable() agrees with a map, for any units', () => {
  const random = createRandom(6)
  const { numberOf } = createWordTable()
  const numbers = new Map<string, number>()
  for (let round = 0; round < 40_000; round += 1) {
    const word = random.text(['a', 'b', 'c', 'é', '漢', '\ud83d', '\u0000'], 9)
    const text = `x${word}y`
    if (!numbers.has(word)) numbers.set(word, numbers.size)
    assert.equal(numberOf(text, 1, text.length - 1), numbers.get(word))
  }
  assert.ok(numbers.size > 10_000)
})

test('createWordTable() takes words of any length', () => {
  const { numberOf } = createWordTable()
  const long = 'x'.repeat(200_000)
  assert.deepEqual([numberOf(long, 0, 200_000), numberOf(long, 0, 199_999), numberOf(long, 0, 0), numberOf(long, 0, 200_000)], [0, 1, 2, 0])
})
