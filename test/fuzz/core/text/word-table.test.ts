import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWordTable } from '../../../../src/core/text/word-table.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

test('createWordTable() agrees with a map, for any units, and gives words back', () => {
  const random = createRandom(6)
  const { numberOf, textOf } = createWordTable()
  const numbers = new Map<string, number>()
  for (let round = 0; round < rounds(40_000); round += 1) {
    const word = random.text(['a', 'b', 'c', 'é', '漢', '\ud83d', '\u0000'], 9)
    if (!numbers.has(word)) numbers.set(word, numbers.size)
    assert.equal(numberOf(unitsOf(`x${word}y`), 1, word.length + 1), numbers.get(word))
  }
  assert.ok(numbers.size > rounds(10_000))
  assert.deepEqual(Array.from(numbers.values(), textOf), [...numbers.keys()])
})
