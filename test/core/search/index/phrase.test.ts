import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../../src/core/search/build/build.ts'
import { decodeIndex, encodeIndex } from '../../../../src/core/search/index/codec.ts'
import { columnsOf } from '../../../../src/core/search/index/inverted-index.ts'
import { withLexicon } from '../../../../src/core/search/query/index-lexicon.ts'
import { findPhrase } from '../../../../src/core/search/index/phrase.ts'
import { findString } from '../../../../src/core/base/partition-point.ts'
import { rulesOf } from '../../../support/rules.ts'
import { resolve, search } from '../../../support/search-index.ts'

function indexOf(texts: readonly string[]) {
  return withLexicon(columnsOf(decodeIndex(encodeIndex(buildIndex(texts.map((text, i) => ({ id: `${i}`, page: `${i}`, title: 'Title page', heading: 'Head', text })))))))
}

const index = indexOf([
  'Set up the server.', 'The set goes up.', 'up set', 'A setup of it: http.createServer(options)',
  'Sets up servers, sets it up', 'create a server',
])

/** Ids of what a query finds, in the order of the ids; empty for a phrase that nothing has, whose words are searched. */
function check(query: string, expected: string, of = index) {
  const { lacksPhrase } = resolve(of, query)
  assert.ok(!lacksPhrase || expected === '', query)
  if (lacksPhrase) return
  assert.equal(search(of, query).map(({ id }) => id).sort().join(' '), expected, query)
}

for (const [name, run] of rulesOf('search():', check, [
  ['a quoted phrase finds its words side by side and in order, in any of their forms',
    ['"set up"', '0 4'], ['"up set"', '2'], ['"set up the server"', '0'], ['"the set up"', '']],
  ['a quoted phrase finds parts of a compound', ['"create server"', '3'], ['"createServer options"', '3']],
  ['a quoted phrase does not reach from one field into the next',
    ['"title page"', '0 1 2 3 4 5'], ['"page head"', ''], ['"head set"', '']],
  ['quoted words are neither corrected nor completed', ['servr', '0 3 4 5'], ['"servr"', ''], ['"serv"', '']],
  ['what follows a dash is not found',
    ['server -create', '0 4'], ['server -"set up"', '3 5'], ['"set up" -the', '4']],
  ['words apart find the word they are together, and the other way round',
    ['set up', '0 1 2 3 4'], ['data base ', '0', indexOf(['the database', 'bass'])],
    ['database ', '0 1', indexOf(['the data base', 'base of data', 'else'])],
    ['database ', '', indexOf(['base of data', 'data on the base'])]],
])) test(name, run)

test('findPhrase() stops where the budget ends, with what it has found', () => {
  const slots = ['set', 'up'].map((term) => [findString(index.terms, term)])
  assert.deepEqual(findPhrase(index.lexicon, slots, { remaining: 3 }), [0])
  assert.deepEqual(findPhrase(index.lexicon, slots, { remaining: 4 }), [0, 4])
  const budget = { remaining: 9 }
  findPhrase(index.lexicon, slots, budget)
  assert.equal(budget.remaining, 5)
  assert.deepEqual(findPhrase(index.lexicon, slots.slice(0, 1), { remaining: 0 }), [0, 1, 2, 4])
})
