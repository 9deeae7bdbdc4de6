import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from '../../../../src/addons/overlay/markdown/tokens.ts'
import { rulesOf } from '../../../support/rules.ts'

/** Checks the tokens that have a kind, as `kind text`; all tokens together are the code. */
function check(code: string, expected: readonly string[]) {
  const tokens = tokensOf(code)
  assert.equal(tokens.map(({ text }) => text).join(''), code)
  assert.deepEqual(tokens.filter(({ kind }) => kind !== '').map(({ kind, text }) => `${kind} ${text}`), expected)
}

for (const [name, run] of rulesOf('tokensOf()', check, [
  ['finds comments, strings and keywords',
    ["const a = 'x' // why", ['keyword const', "string 'x'", 'comment // why']],
    ['# note\nask serve "a \\" b"', ['comment # note', 'string "a \\" b"']],
    ['/* a\nb */ return 1', ['comment /* a\nb */', 'keyword return']]],
  ['takes addresses, colors, flags and parts of names for what they are',
    ['curl https://a.test/x#y --for color:#fff constant', []], ['a { color: #fff; top: 0 }\n#main { top: 0 }\n#include <a.h>\n#[test]', []], ['it is "open', []], ['', []]],
])) test(name, run)
