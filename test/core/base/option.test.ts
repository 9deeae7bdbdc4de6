import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from '../../../src/core/base/option.ts'

function check(word: string, expected: string | null) {
  assert.equal(nearestName(word, ['search', 'section', 'sections', 'serve', 'kg']), expected)
}

test('nearestName() finds the name that a typo was meant for', () => {
  check('serach', 'search')
  check('sectoin', 'section')
  check('SERVE', 'serve')
  check('secions', 'sections')
  assert.equal(nearestName('biuld', ['build', 'check']), 'build')
  assert.equal(nearestName('chekc', ['build', 'check']), 'check')
})

test('nearestName() gives null without a similar name', () => {
  check('deploy', null)
  check('', null)
  check('kgg', null)
  check('search'.repeat(100_000), null)
  assert.equal(nearestName('x', []), null)
})
