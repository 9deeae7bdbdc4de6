import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineSplitter } from '../../../src/node/server/line-splitter.ts'

const MAX_BYTES = 8

/** Checks complete and incomplete lines of a text, whole and in pieces of every size; null for a line that is too long. */
function check(text: string, lines: readonly (string | null)[], rest: string | null) {
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length + 1; size += 1) {
    const splitter = createLineSplitter(MAX_BYTES)
    const found: (string | null)[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)).map((line) => line?.toString() ?? null))
    assert.deepEqual([found, splitter.finish()?.toString() ?? null], [lines, rest], `pieces of ${size}`)
  }
}

test('push() gives complete lines, and finish() the incomplete one', () => {
  check('', [], '')
  check('a\nb\n', ['a', 'b'], '')
  check('\n\na', ['', ''], 'a')
  check('a\r\nb', ['a\r'], 'b')
})

test('push() ends a line at a line feed alone, wherever its bytes are cut', () => {
  check('a\u2028b\n', ['a\u2028b'], '')
  check('𝄞é\n', ['𝄞é'], '')
})

test('push() keeps no byte of a line that is too long, and goes on after it', () => {
  check('12345678\n123456789\nab\n', ['12345678', null, 'ab'], '')
  check('a\n1234567890123456789', ['a'], null)
})
