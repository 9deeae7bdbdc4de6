import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedCheck } from '../../../../src/core/search/index/integrity.ts'
import type { InvertedIndex } from '../../../../src/core/search/index/inverted-index.ts'
import { createStringDictionary } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { buildColumns } from '../../../support/search-index.ts'

const index = buildColumns([
  { id: 'a', page: 'a', title: 'Routes', group: 'Guides', text: 'Creating pages and sites' },
  { id: 'b', page: 'b', title: 'Sites', group: 'API', text: 'Pages of created sites' },
])

/** The check that fails when some columns are others. */
function check(columns: Partial<InvertedIndex>, message: string) {
  assert.equal(failedCheck({ ...index, ...columns }), message)
}

test('failedCheck() is null for an index that was built', () => {
  assert.equal(failedCheck(index), null)
  assert.equal(failedCheck(buildColumns([])), null)
})

test('failedCheck() finds blocks of strings that lie outside, or are too few or too many for the strings', () => {
  const bytes = Uint8Array.of(0, 1, 97)
  for (const blocks of [[], [1], [0, 0], [0, 17], [4, 1], [0, 0, 16], [4_294_967_295, 1]]) {
    const dictionary = { bytes, blocks: Uint32Array.from(blocks) }
    for (const name of ['ids', 'scopes', 'terms', 'words', 'titleKeys']) check({ [name]: dictionary }, `${name} must be strings`)
  }
})

test('failedCheck() finds languages that are not supported', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `${1_000_000 + i}`)
  for (const languages of [['xx'], ['de', 'en', 'english'], ['EN'], [''], many]) {
    check({ languages: createStringDictionary(languages) }, 'languages must be those that this build supports')
  }
})

test('failedCheck() finds numbers of what is not there', () => {
  check({ pages: Uint32Array.of(0, 2) }, 'pages must hold a number for each chunk')
  check({ pages: Uint32Array.of(0) }, 'pages must hold a number for each chunk')
  check({ scopeOf: Uint32Array.of(0, 2) }, 'scopeOf must hold a scope for each chunk')
  check({ scopeOf: Uint32Array.of(0, 1, 1) }, 'scopeOf must hold a scope for each chunk')
  check({ scopeRanks: Uint32Array.of() }, 'scopeRanks must hold one for each scope')
  check({ copies: Uint32Array.of(0, 2) }, 'copies must hold a distance for each chunk, or none')
  check({ copies: Uint32Array.of(0) }, 'copies must hold a distance for each chunk, or none')
  check({ wordTerms: index.wordTerms.map(() => 99) }, 'wordTerms must hold a term for each word')
  check({ wordTerms: Uint32Array.of() }, 'wordTerms must hold a term for each word')
})

test('failedCheck() finds lists that are out of order or out of range', () => {
  const [last, size] = [index.starts.length - 1, index.postings.length]
  check({ starts: index.starts.with(1, size + 1) }, 'starts must divide the postings by term')
  check({ starts: index.starts.with(0, 1) }, 'starts must divide the postings by term')
  check({ starts: index.starts.with(last, size - 1) }, 'starts must divide the postings by term')
  check({ starts: index.starts.slice(0, -1) }, 'starts must divide the postings by term')
  check({ titleStarts: index.titleStarts.with(1, 9) }, 'titleStarts must divide titleChunks by key')
  check({ titleChunks: index.titleChunks.with(0, 2) }, 'titleChunks must ascend within each key')
})

test('failedCheck() finds columns of another length', () => {
  check({ lengths: index.lengths.slice(1) }, 'lengths must hold a number for each field of each chunk')
  check({ averages: index.averages.slice(1) }, 'averages must hold a mean for each field')
  check({ weights: Float32Array.of(1) }, 'weights must hold one for each chunk, or none')
  for (const weight of [0, -1, 1.1, NaN]) check({ weights: Float32Array.of(1, weight) }, 'weights must hold one for each chunk, or none')
  check({ spellings: Int32Array.of(0) }, 'spellings must hold one for each chunk')
})

test('failedCheck() finds means that would make scores infinite or no numbers', () => {
  for (const mean of [NaN, Infinity, -Infinity, -1, Number.MIN_VALUE, 1e-9, 1e6]) {
    check({ averages: index.averages.with(0, mean) }, 'averages must hold a mean for each field')
  }
})

test('failedCheck() finds sums of idf that are negative, infinite or no numbers', () => {
  for (const sums of [[NaN, 1], [1, -1], [Infinity, 1], [1], [1, 1, 1]]) {
    check({ headingIdf: Float32Array.from(sums) }, 'headingIdf must hold a sum for each chunk')
    check({ titleIdf: Float32Array.from(sums) }, 'titleIdf must hold a sum for each chunk')
  }
})
