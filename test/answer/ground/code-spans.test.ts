import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCodeSpans } from '../../../src/answer/ground/code-spans.ts'

/** Checks which parts of a text are code. */
function check(text: string, expected: readonly string[]) {
  assert.deepEqual(Array.from(findCodeSpans(text), ([from, to]) => text.slice(from, to)), expected)
}

test('findCodeSpans() pairs runs of one length', () => {
  check('use `a` and ``b ` c`` or `d`', ['`a`', '``b ` c``', '`d`'])
  check('`a`\n> - `b`\nc', ['`a`', '`b`'])
  check('``` x ```', ['``` x ```'])
  check('no code', [])
  check('a\n\nb `c`\n \nd `e`', ['`c`', '`e`'])
})

test('findCodeSpans() finds none in a paragraph where one might be read in two ways', () => {
  check('use `a` or `b', [])
  check('- `\n- x `', [])
  check('` a\n` x `', [])
  check('- `\n- `\n  ` x `', [])
  check('a `b\nc` `d`', [])
  check('\\`a` b `', [])
  check('| ` | x ` |', [])
  check('` a\n\n` x `', ['` x `'])
})
