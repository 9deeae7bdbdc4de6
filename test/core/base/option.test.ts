import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from '../../../src/core/base/option.ts'
import { rulesOf } from '../../support/rules.ts'

const NAMES = ['search', 'section', 'sections', 'serve', 'kg']

function check(word: string, expected: string | null, names = NAMES) {
  assert.equal(nearestName(word, names), expected)
}

for (const [name, run] of rulesOf('nearestName()', check, [
  ['finds the name that a typo was meant for',
    ['serach', 'search'], ['sectoin', 'section'], ['SERVE', 'serve'], ['secions', 'sections'],
    ['biuld', 'build', ['build', 'check']], ['chekc', 'check', ['build', 'check']],
    ['ab', 'abc', ['a', 'abc']]],
  ['gives null without a similar name',
    ['deploy', null], ['', null], ['kgg', null], ['search'.repeat(100_000), null], ['x', null, []]],
])) test(name, run)
