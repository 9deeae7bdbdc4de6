/** An answer on a terminal, of random and of long Markdown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMarkdownGate, numberLinks } from '../../../../src/cli/terminal/answer-view.ts'
import { checkGrowth, checkLinear } from '../../../support/fuzz.ts'

test('numberLinks() takes time in proportion to its text', () => {
  const pieces = ['[', ']', '](', '[](', '(', '[a](', '`', '`a``', '![', '[a](/a/)']
  checkLinear(100_000, pieces, (text) => numberLinks(text, () => 1))
})

/** Parts that are let through, code in ‹›; ¦ marks what comes at the end only. */
function partsOf(pieces: Iterable<string>): string[] {
  const parts: string[] = []
  const gate = createMarkdownGate(({ text, isCode }) => parts.push(isCode ? `‹${text}›` : text))
  for (const piece of pieces) gate.push(piece)
  const before = parts.length
  gate.end()
  return parts.map((part, i) => (i < before ? part : `¦${part}`))
}

test('what is held is bounded, and so is the work', () => {
  const pieces = ['[', '[a ', '`', '```', '](', '\n [', '[\n   ', ' ', 'a', '~~~']
  for (const piece of pieces) {
    checkGrowth(20_000, (count) => {
      const parts = partsOf(Array.from({ length: count }, () => piece))
      assert.ok(Math.max(...parts.map(({ length }) => length)) <= 4_100, piece)
    }, piece)
  }
  checkLinear(400_000, pieces, (text) => partsOf([text]))
})
