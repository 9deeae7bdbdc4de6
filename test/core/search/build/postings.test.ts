import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStreamWriter, readOccurrences } from '../../../../src/core/search/build/token-stream.ts'
import { createPostings } from '../../../../src/core/search/build/postings.ts'
import { type FieldName, fieldNumber } from '../../../../src/core/search/index/field.ts'
import { MAX_POSITIONS } from '../../../../src/core/search/index/encoded-list.ts'

/** Chunk, packed counts and positions of each posting, by term, of chunks with these texts. */
function postingsOf(...chunks: readonly (readonly (readonly [FieldName, string])[])[]) {
  const { add, endChunk, take, dictionaries } = createStreamWriter()
  for (const texts of chunks) {
    for (const [field, text] of texts) add(text, { language: 'en', field: fieldNumber(field) })
    endChunk()
  }
  const occurrences = readOccurrences([take()], dictionaries)
  const sorted = dictionaries.terms.sort()
  const { starts, chunks: of, counts, positions, positionStarts } = createPostings(occurrences, sorted)
  return Object.fromEntries(Array.from(sorted.numbers, (term, rank) => {
    const postings = Array.from({ length: starts[rank + 1]! - starts[rank]! }, (_, i) => starts[rank]! + i)
    return [dictionaries.terms.strings[term], postings.map((i) => [of[i], counts[i], [...positions.slice(positionStarts[i], positionStarts[i + 1])]])]
  }))
}

test('createPostings() gives the postings of each term, chunks ascending, with the positions of the chunk\'s own words', () => {
  assert.deepEqual(postingsOf([['body', 'one two createServer two']], [], [['code', 'two'], ['links', 'one']]), {
    one: [[0, 2, [0]], [2, 2 << 14, []]], two: [[0, 4, [1, 4]], [2, 2 << 5, [0]]], creat: [[0, 1, [2]]],
    server: [[0, 1, [3]]], createserv: [[0, 2, [2]]],
  })
})

test('createPostings() keeps a bounded number of positions, and counts all fields', () => {
  const [[, counts, positions]] = postingsOf([['body', 'a '.repeat(MAX_POSITIONS)], ['parents', 'a '.repeat(9)]])['a'] as unknown as [[number, number, number[]]]
  assert.deepEqual([positions.length, positions.at(-1), counts & 31], [MAX_POSITIONS, MAX_POSITIONS - 1, 31])
})
