import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from '../../../../src/addons/overlay/markdown/tokens.ts'

/** Checks the tokens that have a kind, as `kind text`; all tokens together are the code. */
function check(code: string, expected: readonly string[]) {
  const tokens = tokensOf(code)
  assert.equal(tokens.map(({ text }) => text).join(''), code)
  assert.deepEqual(tokens.filter(({ kind }) => kind !== '').map(({ kind, text }) => `${kind} ${text}`), expected)
}

test('tokensOf() finds comments, strings and keywords', () => {
  check("const a = 'x' // why", ['keyword const', "string 'x'", 'comment // why'])
  check('# note\nask serve "a \\" b"', ['comment # note', 'string "a \\" b"'])
  check('/* a\nb */ return 1', ['comment /* a\nb */', 'keyword return'])
})

test('tokensOf() takes addresses, colors, flags and parts of names for what they are', () => {
  check('curl https://a.test/x#y --for color:#fff constant', [])
  check('it is "open', [])
  check('', [])
})

test('tokensOf() takes linear time on text that opens much and closes nothing', () => {
  for (const code of ['"'.repeat(20_001), '/*'.repeat(20_000), "'\\".repeat(20_000)]) assert.equal(tokensOf(code).map(({ text }) => text).join(''), code)
})
