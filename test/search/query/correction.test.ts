import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCorrections } from '../../../src/search/query/correction.ts'
import { stringAt } from '../../../src/search/strings/front-coded-dictionary.ts'
import { createRandom } from '../../support/random.ts'
import { buildColumns } from '../../support/search-index.ts'

function indexOf(...texts: readonly string[]) {
  return buildColumns(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: '', text })))
}

const index = indexOf('dynamic routes deploy collections', 'deploy the configuration', 'deploys E_CONN_42 маршрут', 'database data base')

/** Terms that a word may be a typo of, the most frequent first. */
function check(word: string, expected: string, of = index) {
  assert.equal(findCorrections(of, word).map(({ term }) => stringAt(of.terms, term)).join(' '), expected)
}

test('findCorrections() corrects one letter deleted, inserted, changed, or exchanged with the next', () => {
  check('dynmic', 'dynam')
  check('dynaamic', 'dynam')
  check('dynemic', 'dynam')
  check('dyanmic', 'dynam')
})

test('findCorrections() corrects the first letter and the last', () => {
  check('ynamic', 'dynam')
  check('xynamic', 'dynam')
  check('ydnamic', 'dynam')
  check('dynamix', 'dynam')
})

test('findCorrections() corrects two letters of long words only', () => {
  check('collectoins', 'collect')
  check('colectoins', 'collect')
  check('depolyx', '')
})

test('findCorrections() keeps to the nearest words', () => {
  check('calenbar', 'calendar', indexOf('calendar calenders'))
})

test('findCorrections() leaves short words and names with digits alone', () => {
  check('bas', '')
  check('e_conn_43', '')
})

test('findCorrections() corrects words of other alphabets', () => {
  check('маршут', 'маршрут')
})

test('findCorrections() has less confidence in a word that is more edits away', () => {
  assert.ok(findCorrections(index, 'collectoins')[0]!.confidence > findCorrections(index, 'colectoins')[0]!.confidence)
})

test('findCorrections() takes a bounded number, the most frequent', () => {
  const many = indexOf(...Array.from({ length: 26 }, (_, i) => `wor${String.fromCharCode(97 + i)}m`), 'worqm')
  const near = findCorrections(many, "wor'm")
  assert.equal(near.length, 16)
  assert.equal(stringAt(many.terms, near[0]!.term), 'worqm')
})

test('findCorrections() stops where the budget ends', () => {
  const budget = { remaining: 2 }
  assert.deepEqual(findCorrections(index, 'dynmic', budget), [])
  assert.equal(budget.remaining, 0)
})

test('findCorrections() finds just the words that the distance by definition finds', () => {
  const random = createRandom(7)
  const letters = ['a', 'b', 'c', 'd']
  const words = [...new Set(Array.from({ length: 400 }, () => random.text(letters, 9)))].filter((word) => word.length > 2)
  // No stem is shorter than a word that ends in q.
  const table = buildColumns(words.map((word, i) => ({ id: `${i}`, page: `${i}`, title: '', text: `q${word}q` })))
  for (let i = 0; i < 300; i += 1) {
    const typed = `q${random.text(letters, 9)}q`
    if (words.includes(typed.slice(1, -1))) continue
    const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
    const near = words.map((word) => editsBetween(`q${word}q`, typed)).filter((edits) => edits <= allowed)
    const found = findCorrections(table, typed)
    assert.equal(found.length, Math.min(16, near.filter((edits) => edits === Math.min(...near)).length), typed)
  }
})

/** The restricted Damerau-Levenshtein distance, straight from its recurrence. */
function editsBetween(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array.from({ length: b.length }, () => 0)])
  for (let j = 0; j <= b.length; j += 1) rows[0]![j] = j
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const change = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let edits = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = edits
    }
  }
  return rows[a.length]![b.length]!
}
