import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestFirst, replaceSuffix, suffixes } from '../../../../src/core/text/stem/suffix.ts'

const RULES = longestFirst(
  suffixes('s', { keep: 2 }),
  suffixes('ies', { keep: 2, by: 'y' }),
  suffixes('ss', { keep: 0, by: 'ss' }),
)

function check(word: string, expected: string) {
  assert.equal(replaceSuffix(word, RULES), expected)
}

test('replaceSuffix() applies the longest suffix that fits', () => {
  check('parties', 'party')
  check('cats', 'cat')
  check('glass', 'glass')
  check('cat', 'cat')
})

test('replaceSuffix() tries a shorter suffix where too little stands before a longer one', () => {
  check('ties', 'tie')
})

test('replaceSuffix() leaves what would get too short', () => {
  check('is', 'is')
  check('s', 's')
  check('', '')
})
