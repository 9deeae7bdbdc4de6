import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBlocks, type MarkdownNode } from '../../../../../src/addons/overlay/markdown/markdown.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'

/** The trees of all blocks. */
function read(markdown: string, isOpen = false): MarkdownNode[] {
  const blocks = findBlocks(markdown)
  const isLink = (href: string) => href === '/a/#b'
  return blocks.map((block, i) => block.read({ isLink, isOpen: isOpen && i === blocks.length - 1 }))
}

test('no text is an error', () => {
  const random = createRandom(7)
  const marks = ['[', ']', '(', ')', '*', '**', '_', '`', '```', '~~', '|', '-', '\n', '\n\n', '> ', '- ', '1. ', '<', 'a', ' ', '\\', '&', '#', '  ']
  for (let round = rounds(300); round > 0; round -= 1) {
    const text = random.text(marks, 200)
    assert.ok(Array.isArray(read(text)) && Array.isArray(read(text, true)))
  }
})
