import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate, endTurn, pushText } from '../../../../src/core/answer/gate.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

const LONG = 'Routes are files, and files are routes, as long as they are.'

/** What is shown of one turn that ends without a call, in these pieces. */
function play(pieces: readonly string[]): string {
  const gate = createGate()
  return [...pieces.map((piece) => pushText(gate, piece)), endTurn(gate)].join('')
}

test('createGate() never shows NOT_IN_DOCS nor an opening ANSWER:, whatever it is given', () => {
  const random = createRandom(5)
  const parts = ['ANSWER:', 'NOT_IN_DOCS', 'NOT_', 'IN_DOCS', 'ANS', 'WER:', '\n', ' ', '**', '`', 'words ', ':', LONG]
  for (let i = 0; i < rounds(20_000); i += 1) {
    const pieces = Array.from({ length: 1 + random.below(8) }, () => random.text(parts, 3))
    const shown = play(pieces)
    assert.ok(!shown.includes('NOT_IN_DOCS') && !shown.startsWith('ANSWER:'), JSON.stringify(pieces))
  }
})
