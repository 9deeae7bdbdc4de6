import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnalyze } from '../../../../src/core/text/analyze.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

const analyze = createAnalyze()

test('analyze() gives the same tokens whatever it has read before', () => {
  const random = createRandom(3)
  const ascii = ['foo', 'Bar', 'x9', ' ', '-', '.', "'", '@', '1', ',048', '=', '>', '"', 'l']
  const pieces = [...ascii, 'é', '漢字', 'กา', '😀', '\u200d', 'א', '\u00a0', '\ud83d', '\udc00', '\u0301', '\u00ad']
  for (let round = 0; round < rounds(3_000); round += 1) {
    const text = random.text(pieces, 12)
    const tokens = analyze(text)
    assert.deepEqual(createAnalyze()(text), tokens)
    assert.ok(tokens.every(({ start, end, term }) => start < end && end <= text.length && term !== ''), text)
  }
})
