import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCodeSpans } from '../../../../src/core/answer/ground/code-spans.ts'

/** Checks which parts of a text are code. */
function checkSpans(text: string, expected: readonly string[]) {
  assert.deepEqual(Array.from(findCodeSpans(text), ([from, to]) => text.slice(from, to)), expected)
}

test('findCodeSpans() pairs runs of one length', () => {
  checkSpans('use `a` and ``b ` c`` or `d`', ['`a`', '``b ` c``', '`d`'])
  checkSpans('`a`\n> - `b`\nc', ['`a`', '`b`'])
  checkSpans('``` x ```', ['``` x ```'])
  checkSpans('no code', [])
  checkSpans('a\n\nb `c`\n \nd `e`', ['`c`', '`e`'])
})

test('findCodeSpans() finds none in a paragraph where one might be read in two ways', () => {
  checkSpans('use `a` or `b', [])
  checkSpans('- `\n- x `', [])
  checkSpans('` a\n` x `', [])
  checkSpans('- `\n- `\n  ` x `', [])
  checkSpans('a `b\nc` `d`', [])
  checkSpans('\\`a` b `', [])
  checkSpans('| ` | x ` |', [])
  checkSpans('` a\n\n` x `', ['` x `'])
})
