import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../src/base/nearest.ts'

function check(word: string, expected: string | null) {
  assert.equal(nearest(word, ['search', 'section', 'sections', 'serve', 'kg']), expected)
}

test('nearest() finds the name a typo was meant for', () => {
  check('serach', 'search')
  check('sectoin', 'section')
  check('SERVE', 'serve')
  check('secions', 'sections')
})

test('nearest() gives none where no name is near', () => {
  check('deploy', null)
  check('', null)
  check('kgg', null)
  check('search'.repeat(100_000), null)
  assert.equal(nearest('x', []), null)
})
