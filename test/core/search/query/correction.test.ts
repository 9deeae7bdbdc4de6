import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCorrections } from '../../../../src/core/search/query/correction.ts'
import { stringAt } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { rulesOf } from '../../../support/rules.ts'
import { indexOf } from '../../../support/search-index.ts'

const index = indexOf(['dynamic routes deploy collections', 'deploy the configuration', 'deploys E_CONN_42 маршрут', 'database data base'])

/** Terms that a word may be a typo of, the most frequent first. */
function check(word: string, expected: string, of = index) {
  assert.equal(findCorrections(of.lexicon, word).map(({ term }) => stringAt(of.terms, term)).join(' '), expected)
}

test('findCorrections() corrects two letters of long words only', () => {
  check('collectoins', 'collect')
  check('colectoins', 'collect')
  check('depolyx', '')
  // Of two edits none is of the first letter.
  check('xollectoins', '')
  check('ocllections', 'collect')
})

for (const [name, run] of rulesOf('findCorrections()', check, [
  ['corrects one letter deleted, inserted, changed, or exchanged with the next',
    ['dynmic', 'dynam'], ['dynaamic', 'dynam'], ['dynemic', 'dynam'], ['dyanmic', 'dynam']],
  ['corrects the first letter and the last',
    ['ynamic', 'dynam'], ['xynamic', 'dynam'], ['ydnamic', 'dynam'], ['dynamix', 'dynam']],
  ['keeps to the nearest words', ['calenbar', 'calendar', indexOf(['calendar calenders'])]],
  ['leaves short words alone', ['bas', '']],
  ['corrects one letter of a name with digits, and no digit',
    ['econ42', 'econn42'], ['econn43', ''], ['econn4', ''], ['econn421', ''], ['econn24', '']],
  ['corrects words of other alphabets', ['маршут', 'маршрут']],
  ['corrects one letter of a path, whose names are words of their own',
    ['collectins.deploy', 'collections.deploy', indexOf(['collections.deploy'])],
    ['collectins.deplyo', '', indexOf(['collections.deploy'])]],
])) test(name, run)

test('findCorrections() leaves the first letter of words with two edits', () => {
  check('kolectoins', '')
  check('olectoins', '')
  // Before the words that begin as they do, in the order of the dictionary.
  check('bollectoins', '')
  check('kollections', 'collect')
  check('маршурт', 'маршрут')
  check('каршурт', '')
})

test('findCorrections() has less confidence in a word that is more edits away', () => {
  assert.ok(findCorrections(index.lexicon, 'collectoins')[0]!.confidence > findCorrections(index.lexicon, 'colectoins')[0]!.confidence)
})

test('findCorrections() prefers words with the letters that were typed to those with another one', () => {
  const words = (typed: string, ...texts: readonly string[]) => findCorrections(indexOf(texts).lexicon, typed).map(({ word }) => word)
  // More sections have "four".
  assert.deepEqual(words('fomr', 'four', 'four', 'form'), ['form', 'four'])
  // Both are one term.
  assert.deepEqual(words('computd', 'compute', 'computed'), ['computed'])
})

test('findCorrections() takes a bounded number, the most frequent', () => {
  const many = indexOf([...Array.from({ length: 26 }, (_, i) => `wor${String.fromCharCode(97 + i)}m`), 'worqm'])
  const near = findCorrections(many.lexicon, "wor'm")
  assert.equal(near.length, 16)
  assert.equal(stringAt(many.terms, near[0]!.term), 'worqm')
})

test('findCorrections() stops where the budget ends', () => {
  const budget = { remaining: 2 }
  assert.deepEqual(findCorrections(index.lexicon, 'dynmic', budget), [])
  assert.equal(budget.remaining, 0)
})
