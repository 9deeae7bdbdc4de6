import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCorrections } from '../../../../../src/core/search/query/clause.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'
import { buildColumns } from '../../../../support/search-index.ts'

test('findCorrections() finds just the words that the distance by definition finds', () => {
  const random = createRandom(7)
  const letters = ['a', 'b', 'c', 'd']
  const words = [...new Set(Array.from({ length: 400 }, () => random.text(letters, 9)))].filter((word) => word.length > 2)
  // No stem is shorter than a word that ends in q.
  const table = buildColumns(words.map((word, i) => ({ id: `${i}`, page: `${i}`, title: '', text: `q${word}q` })))
  for (let i = 0; i < rounds(300); i += 1) {
    const typed = `q${random.text(letters, 9)}q`
    if (words.includes(typed.slice(1, -1))) continue
    const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2
    const near = words.map((word) => editsBetween(`q${word}q`, typed)).filter((edits) => edits <= allowed)
    const found = findCorrections(table.lexicon, typed)
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
