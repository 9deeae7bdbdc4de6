import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvert, type Segment } from '../../../../src/core/search/build/segment.ts'
import { createStreamWriter } from '../../../../src/core/search/build/token-stream.ts'
import { createDocumentLength } from '../../../../src/core/search/index/kept-length.ts'
import { fieldNumber } from '../../../../src/core/search/index/field.ts'
import { MAX_POSITIONS, readPositions } from '../../../../src/core/search/index/positions.ts'

const [BODY, CODE, PARENTS, LINKS] = (['body', 'code', 'parents', 'links'] as const).map(fieldNumber) as [number, number, number, number]

/** Chunk, packed counts and positions of each posting, by term. */
function listed({ terms, starts, chunks, counts, positions, positionEnds, lengths }: Segment, names: readonly string[]) {
  const documentLength = createDocumentLength({ lengths })
  const reader = { bytes: positions, at: 0, end: positions.length, pending: 0, pendingBits: 0 }
  const read = new Uint32Array(MAX_POSITIONS)
  return Object.fromEntries(Array.from(terms, (term, slot) => {
    const numbers = Array.from({ length: starts[slot + 1]! - starts[slot]! }, (_, i) => starts[slot]! + i)
    return [names[term], numbers.map((number) => {
      const isEmpty = positionEnds[number] === (number === 0 ? 0 : positionEnds[number - 1])
      const count = isEmpty ? 0 : readPositions(reader, read, documentLength(chunks[number]!))
      return [chunks[number], counts[number], [...read.slice(0, count)]]
    })]
  }))
}

test('createInvert() gives the postings of each term, chunks ascending, with the positions of the chunk\'s own words', () => {
  const { add, endChunk, take, dictionaries } = createStreamWriter()
  const invert = createInvert(dictionaries)
  add('one two createServer two', { language: 'en', field: BODY })
  endChunk()
  endChunk()
  add('two', { language: 'en', field: CODE })
  add('one', { language: 'en', field: LINKS })
  endChunk()
  const { segment, words } = invert(take())
  assert.equal(segment.chunkCount, 3)
  assert.deepEqual(listed(segment, dictionaries.terms.strings), {
    one: [[0, 2, [0]], [2, 2 << 14, []]],
    two: [[0, 4, [1, 4]], [2, 2 << 5, [0]]],
    creat: [[0, 1, [2]]],
    server: [[0, 1, [3]]],
    createserv: [[0, 2, [2]]],
  })
  assert.deepEqual(words, [{ language: 0, folded: [0, 1, 2, 3, 4] }])
})

test('createInvert() keeps a bounded number of positions, and counts all fields', () => {
  const { add, endChunk, take, dictionaries } = createStreamWriter()
  const invert = createInvert(dictionaries)
  add('a '.repeat(MAX_POSITIONS), { language: 'en', field: BODY })
  add('a '.repeat(9), { language: 'en', field: PARENTS })
  endChunk()
  const { segment } = invert(take())
  const [[, counts, positions]] = listed(segment, dictionaries.terms.strings)['a'] as unknown as [[number, number, number[]]]
  assert.equal(positions.length, MAX_POSITIONS)
  assert.equal(positions.at(-1), MAX_POSITIONS - 1)
  assert.equal(counts & 31, 31)
})

test('createInvert() forgets the words of the last stream', () => {
  const { add, endChunk, take, dictionaries } = createStreamWriter()
  const invert = createInvert(dictionaries)
  add('one two', { language: 'en', field: BODY })
  endChunk()
  invert(take())
  add('zwei', { language: 'de', field: BODY })
  add('two', { language: 'en', field: BODY })
  endChunk()
  const { segment, words } = invert(take())
  assert.deepEqual(Array.from(segment.terms, (term) => dictionaries.terms.strings[term]?.slice(0, 3)), ['zwe', 'two'])
  assert.deepEqual(words, [{ language: 1, folded: [0] }, { language: 0, folded: [1] }])
})
