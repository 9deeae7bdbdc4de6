import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_HASH, createBloomFilter, extendHash, mayContain } from '../../../../src/core/search/strings/bloom-filter.ts'
import { createStringDictionary, encodeString } from '../../../../src/core/search/strings/front-coded-dictionary.ts'
import { createRandom } from '../../../support/random.ts'

const LETTERS = ['a', 'b', 'c', 'é', '漢']
const random = createRandom(3)
const words = [...new Set(Array.from({ length: 3_000 }, () => random.text(LETTERS, 9)))].sort()

const hashOf = (word: string) => encodeString(word).reduce(extendHash, EMPTY_HASH)

test('mayContain() grants every string of every table', () => {
  const filter = createBloomFilter([createStringDictionary(words.slice(0, 900)), createStringDictionary(words.slice(900))])
  for (const word of words) assert.ok(mayContain(filter, hashOf(word)), word)
})

test('mayContain() denies nearly all others', () => {
  const filter = createBloomFilter([createStringDictionary(words)])
  const others = Array.from({ length: 4_000 }, (_, i) => `${random.text(LETTERS, 9)}${i}`)
  const granted = others.filter((other) => mayContain(filter, hashOf(other))).length
  assert.ok(granted < others.length / 20, `${granted}`)
})

test('mayContain() denies everything where there are no strings', () => {
  assert.equal(mayContain(createBloomFilter([createStringDictionary([])]), hashOf('a')), false)
})

test('createBloomFilter() leaves out the marks of languages', () => {
  const filter = createBloomFilter([createStringDictionary(['lamp\u0001'])])
  assert.ok(mayContain(filter, hashOf('lamp')))
  assert.equal(mayContain(filter, hashOf('lamp\u0001')), false)
})
