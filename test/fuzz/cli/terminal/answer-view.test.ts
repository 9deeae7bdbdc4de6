/** An answer on a terminal, of random and of long Markdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMarkdownGate, numberLinks } from '../../../../src/cli/terminal/answer-view.ts'
import { checkGrowth, checkLinear } from '../../../support/fuzz.ts'

test('numberLinks() takes time in proportion to its text', () => {
  const pieces = ['[', ']', '](', '[](', '(', '[a](', '`', '`a``', '![', '[a](/a/)']
  checkLinear(100_000, pieces, (text) => numberLinks(text, () => 1))
})

/** Length of the longest part that is let through. */
function longestOf(pieces: Iterable<string>): number {
  let longest = 0
  const gate = createMarkdownGate(({ text }) => (longest = Math.max(longest, text.length)))
  for (const piece of pieces) gate.push(piece)
  gate.end()
  return longest
}

test('what is held is bounded, and so is the work', () => {
  const pieces = ['[', '[a ', '`', '```', '](', '\n [', '[\n   ', ' ', 'a', '~~~']
  for (const piece of pieces) {
    checkGrowth(20_000, (count) => {
      assert.ok(longestOf(Array.from({ length: count }, () => piece)) <= 4_096, piece)
    }, piece)
  }
  checkLinear(400_000, pieces, (text) => longestOf([text]))
})
