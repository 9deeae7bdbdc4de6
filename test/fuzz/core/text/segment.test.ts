import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'
import { createSegment } from '../../../support/segment.ts'

const segment = createSegment()

test('walk() gives offsets of the text as it is, in order and apart', () => {
  const random = createRandom(1)
  const ascii = ['a', 'B', '9', ' ', '.', '-', '--', "'", '@', '/', '\n', '=', '>', ',', '123', '"', '(']
  const pieces = [...ascii, 'é', 'e\u0301', '漢', '字', 'か', 'ก', '่', '😀', '\u200d', 'א', '٣', '\ud83d', '𝒳']
  for (let round = 0; round < rounds(2_000); round += 1) {
    const text = random.text(pieces, 30)
    let end = 0
    for (const word of segment(text)) {
      assert.ok(word.start >= end && word.end > word.start && word.end <= text.length, JSON.stringify(text))
      assert.equal(word.text, text.slice(word.start, word.end))
      end = word.end
    }
  }
})
