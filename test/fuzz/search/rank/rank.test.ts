import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../src/search/build/build.ts'
import type { Searchable } from '../../../../src/search/index/inverted-index.ts'
import { createRank } from '../../../../src/search/rank/rank.ts'
import { createSumUp, openRows } from '../../../../src/search/rank/term-scorer.ts'
import { resolveQuery } from '../../../../src/search/rank/search.ts'
import { rounds } from '../../../support/fuzz.ts'
import { createRandom } from '../../../support/random.ts'

/** `title | heading | text` */
function site(...lines: readonly string[]): Searchable[] {
  return lines.map((line, i) => {
    const [title, heading, text] = line.split('|').map((part) => part.trim())
    return { id: `${i}`, page: `${i}`, title: title!, heading: heading || null, text: text! }
  })
}

test('createRank().greatest is above every score', () => {
  const random = createRandom(11)
  const words = ['cache', 'store', 'page', 'the', 'editor', 'lamp', 'desks', 'purging']
  const text = (most: number) => Array.from({ length: 1 + random.below(most) }, () => random.pick(words)).join(' ')
  for (let round = 0; round < rounds(50); round += 1) {
    const index = buildIndex(site(...Array.from({ length: 20 }, () => `${text(3)} | ${text(4)} | ${text(30)}`)))
    const { clauses } = resolveQuery(index, text(6))
    const rank = createRank(index, clauses)
    const sumUp = createSumUp(index, openRows(index, clauses))
    for (let ordinal = 0; ordinal < 20; ordinal += 1) {
      const parts = sumUp(ordinal)
      const score = parts.credit === 0 ? 0 : rank.score(ordinal, parts)
      assert.ok(score >= 0 && score <= rank.greatest)
      assert.ok(score <= rank.boundOfAny(parts))
    }
  }
})
