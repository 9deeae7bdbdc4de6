import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildIndex } from '../../../src/search/build/build.ts'
import { findFlaw } from '../../../src/search/index/integrity.ts'
import type { InvertedIndex } from '../../../src/search/index/inverted-index.ts'
import { createStringTable } from '../../../src/search/strings/front-coded-dictionary.ts'

const index = buildIndex([
  { id: 'a', page: 'a', title: 'Routes', group: 'Guides', text: 'Creating pages and sites' },
  { id: 'b', page: 'b', title: 'Sites', group: 'API', text: 'Pages of created sites' },
])

/** What is wrong with the index when some of its columns are others. */
function check(columns: Partial<InvertedIndex>, flaw: string) {
  assert.equal(findFlaw({ ...index, ...columns }), flaw)
}

test('findFlaw() finds none in what is built', () => {
  assert.equal(findFlaw(index), null)
  assert.equal(findFlaw(buildIndex([])), null)
})

test('findFlaw() finds blocks of strings that lie outside, or are too few or too many for the strings', () => {
  const bytes = Uint8Array.of(0, 1, 97)
  for (const heads of [[], [1], [0, 0], [0, 17], [4, 1], [0, 0, 16], [4_294_967_295, 1]]) {
    const table = { bytes, heads: Uint32Array.from(heads) }
    for (const name of ['ids', 'groups', 'terms', 'words', 'names']) check({ [name]: table }, `${name} must be strings`)
  }
})

test('findFlaw() finds languages that nothing is written in', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `${1_000_000 + i}`)
  for (const languages of [['xx'], ['de', 'en', 'english'], ['EN'], [''], many]) {
    check({ languages: createStringTable(languages) }, 'languages must be known ones')
  }
})

test('findFlaw() finds numbers of what is not there', () => {
  check({ pages: Uint32Array.of(0, 2) }, 'pages must hold a number for each chunk')
  check({ pages: Uint32Array.of(0) }, 'pages must hold a number for each chunk')
  check({ groupOf: Uint32Array.of(0, 3) }, 'groupOf must hold a group for each chunk')
  check({ groupOf: Uint32Array.of(0, 1, 2) }, 'groupOf must hold a group for each chunk')
  check({ wordTerms: index.wordTerms.map(() => 99) }, 'wordTerms must hold a term for each word')
  check({ wordTerms: Uint32Array.of() }, 'wordTerms must hold a term for each word')
})

test('findFlaw() finds lists that are out of order or out of range', () => {
  const [last, size] = [index.starts.length - 1, index.postings.length]
  check({ starts: index.starts.with(1, size + 1) }, 'starts must part the postings by term')
  check({ starts: index.starts.with(0, 1) }, 'starts must part the postings by term')
  check({ starts: index.starts.with(last, size - 1) }, 'starts must part the postings by term')
  check({ starts: index.starts.slice(0, -1) }, 'starts must part the postings by term')
  check({ countCodes: new Uint16Array(16) }, 'countCodes must be few')
  check({ nameStarts: index.nameStarts.with(1, 9) }, 'nameStarts must part nameChunks by name')
  check({ nameChunks: index.nameChunks.with(0, 2) }, 'nameChunks must ascend within each name')
})

test('findFlaw() finds columns of another length', () => {
  check({ lengths: index.lengths.slice(1) }, 'lengths must hold a number for each field of each chunk')
  check({ averages: index.averages.slice(1) }, 'averages must hold a mean for each field')
  check({ spellings: Int32Array.of(0) }, 'spellings must hold one for each chunk')
})

test('findFlaw() finds means that would make scores infinite or no numbers', () => {
  for (const mean of [NaN, Infinity, -Infinity, -1, Number.MIN_VALUE, 1e-9, 1e6]) {
    check({ averages: index.averages.with(0, mean) }, 'averages must hold a mean for each field')
  }
})

test('findFlaw() finds amounts of rareness that are none', () => {
  for (const amounts of [[NaN, 1], [1, -1], [Infinity, 1], [1], [1, 1, 1]]) {
    check({ headingRareness: Float32Array.from(amounts) }, 'headingRareness must hold an amount for each chunk')
    check({ titleRareness: Float32Array.from(amounts) }, 'titleRareness must hold an amount for each chunk')
  }
})
