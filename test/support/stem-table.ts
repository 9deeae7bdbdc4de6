/** Tables for tests of stemmers: words as they are written, folded on the way. */
import assert from 'node:assert/strict'
import { foldWord } from '../../src/core/text/normalize.ts'
import { checkLinear, rounds } from './fuzz.ts'
import { createRandom } from './random.ts'

type Stem = (word: string) => string

/** Entries of a table, which stand in lines or after a semicolon. */
const entriesOf = (table: string) => table.trim().split(/;\s|\n/)

/** A test for each rule of a stemmer: its name and its function; the table has `stem: word word …` for each stem. */
export function stemRules(stem: Stem, rules: Readonly<Record<string, string>>): readonly (readonly [name: string, run: () => void])[] {
  return Object.entries(rules).map(([rule, table]) => [`${stem.name}() ${rule}`, () => {
    for (const entry of entriesOf(table)) {
      const [expected, words] = entry.split(':')
      for (const word of words!.trim().split(' ')) assert.equal(stem(foldWord(word)), expected!.trim(), word)
    }
  }])
}

/** Pairs of words that must not meet. */
export function checkApart(stem: Stem, pairs: string): void {
  for (const pair of entriesOf(pairs)) {
    const [a, b] = pair.trim().split(' ')
    assert.notEqual(stem(foldWord(a!)), stem(foldWord(b!)), pair)
  }
}

/** Checks that any word has a stem, not empty, hardly longer and the same each time, and that it takes linear time. */
export function checkAnyWord(stem: Stem, pieces: string): void {
  const random = createRandom(7)
  const all = pieces.trim().split(/\s+/)
  for (let round = 0; round < rounds(20_000); round += 1) {
    const word = random.text(all, 6)
    const found = stem(word)
    assert.ok((found === '') === (word === '') && found.length <= word.length + 1, `${word}: ${found}`)
    assert.equal(stem(word), found)
  }
  checkLinear(400_000, all, stem)
}
