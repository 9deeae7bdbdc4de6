import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEvidence } from '../../../../../src/core/graph-builder/verify/evidence.ts'
import { inventedLiterals } from '../../../../../src/core/graph-builder/verify/evidence.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { randomPage } from '../../../../support/random-page.ts'
import { createRandom } from '../../../../support/random.ts'

test('inventedLiterals() finds the literals of any text in the text itself', () => {
  const random = createRandom(30)
  for (let run = rounds(10_000, 200_000); run > 0; run -= 1) {
    const { text } = randomPage(random)
    assert.deepEqual(inventedLiterals(text, toEvidence([text])), [], JSON.stringify(text))
  }
})
